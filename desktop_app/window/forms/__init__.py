"""Fields and forms bound to places of the plan."""

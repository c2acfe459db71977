"""The checks: each with pass, error and unknown on hand-worked plans."""

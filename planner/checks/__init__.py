"""The checks: registry, runner, and one module for each area."""

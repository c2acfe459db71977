"""The place Workload."""

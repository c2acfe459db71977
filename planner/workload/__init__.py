"""Workload: models, their memory, training, and whether they fit a device."""

"""Pictures in the window."""

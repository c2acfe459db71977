"""The place Purchase."""

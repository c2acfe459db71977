"""The place Start."""

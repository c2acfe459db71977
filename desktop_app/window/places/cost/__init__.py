"""The place Cost."""

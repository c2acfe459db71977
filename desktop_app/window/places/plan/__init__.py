"""The place Plan."""

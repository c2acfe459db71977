"""The place Build."""

"""The place Site."""

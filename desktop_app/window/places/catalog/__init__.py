"""The place Catalog."""

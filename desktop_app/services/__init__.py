"""Use cases that join store and engine; no Qt, no texts of their own beyond messages."""

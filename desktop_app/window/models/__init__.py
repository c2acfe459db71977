"""Table models over plain rows."""

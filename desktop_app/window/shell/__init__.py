"""The frame around the places: top bar, rail, strip, notices, palette."""

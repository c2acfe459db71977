"""The plan: document, codec, edits, history, difference, templates."""

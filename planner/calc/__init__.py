"""Named calculations and published cases: grammar, kinds, predictions."""

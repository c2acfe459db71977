"""Bounds of requirements as cells of a workbook: numbers that read as the sentence beside them does."""

from __future__ import annotations

from planner.documents.model import Cell, Number, Text

_THOUSAND = 1000


def number_cell(value: float | None) -> Cell:
    """Return a bound as a number, with thousands marks from 1,000 on; an empty cell where there is none."""
    if value is None:
        return Text("")
    whole = value == int(value)
    return Number(int(value) if whole else value, decimals=0 if whole and abs(value) >= _THOUSAND else None)

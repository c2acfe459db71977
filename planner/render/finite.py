"""Numbers that are none: an unknown value is said in words by who makes the paper, never printed as ``nan``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from planner.documents.model import Cell, Document, KeyValues, MoneyCell, Number, Row, Section, Table
from planner.errors import ExportError
from planner.messages import msg


def refuse_unknown_numbers(document: Document) -> None:
    """Make sure that every number of ``document`` is one.

    Raises:
        ExportError: a number that is infinite or not known, with its place.
    """
    for place, cell in _cells(document.blocks, document.title):
        value = cell.value if isinstance(cell, Number) else cell.amount if isinstance(cell, MoneyCell) else 0
        if not math.isfinite(value):
            raise ExportError(
                msg("export.unknown_number", "“{number}” is no number that a paper can show.", number=str(value)),
                msg("export.unknown_number.remedy", "Write that the value is not known, or leave the cell empty."),
                place,
            )


def _cells(blocks: tuple[Any, ...], place: str) -> Iterator[tuple[str, Cell]]:
    for block in blocks:
        if isinstance(block, Section):
            yield from _cells(block.blocks, block.title)
        elif isinstance(block, Table):
            yield from _table_cells(block, block.caption or place)
        elif isinstance(block, KeyValues):
            yield from ((f"{block.caption or place} / {item.key}", item.value) for item in block.items)


def _table_cells(table: Table, place: str) -> Iterator[tuple[str, Cell]]:
    for number, row in enumerate(table.rows, 1):
        if isinstance(row, Row):
            for column, cell in zip(table.columns, row.cells, strict=True):
                yield f"{place} / {number} / {column.title}", cell

"""How wide a column has to be for the words in it: states are icon and word, and half a word tells nothing."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

from desktop_app.window.parts.cell_delegate import EDGE_PAD, PAD
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.painted import advance

if TYPE_CHECKING:
    from desktop_app.window.models.record_model import RecordRow
    from desktop_app.window.parts.record_table import RecordTable

_AIR = 2 * PAD + 2  # of a cell, both sides, and what rounding takes
_EDGE_AIR = EDGE_PAD + PAD + 2  # of the first column
_ICON = 20  # before the word of a state, with its gap


def state_room(cells: Iterable[Cell | None], *, first: bool = False) -> int:
    """Return the width at which the longest word of a state among cells of a column is whole; 0 without one."""
    said = {(cell.word, cell.right, cell.bold) for cell in cells if isinstance(cell, StatusCell) and cell.word}
    widths = [advance(word, "body" if right else "caption", bold=bold) for word, right, bold in said]
    return ceil(max(widths)) + _ICON + (_EDGE_AIR if first else _AIR) if widths else 0


def counted_room(cells: Iterable[Cell | None]) -> int:
    """Return the width at which the longest number with its unit is whole; 0 without one."""
    counted = [cell for cell in cells if isinstance(cell, TextCell) and cell.unit_room]
    widths = [advance(cell.text, bold=cell.bold) + cell.unit_room for cell in counted]
    return ceil(max(widths)) + _AIR if widths else 0


def text_room(cells: Iterable[Cell | None]) -> int:
    """Return the width at which the longest text among cells of the first column is whole; 0 without one."""
    widths = [advance(cell.text, bold=cell.bold) for cell in cells if isinstance(cell, TextCell)]
    return ceil(max(widths)) + _EDGE_AIR if widths else 0


def column_rooms(rows: Iterable[RecordRow]) -> tuple[int, list[int]]:
    """Return the width that the names in the first column want, and those that the other columns want for their values."""
    first, *others = [list(column) for column in zip(*(row.cells for row in rows), strict=True)] or [[]]
    return text_room(first), [max(_value_room(column), state_room(column)) for column in others]


def _value_room(cells: Iterable[Cell | None]) -> int:
    widths = [advance(cell.text, bold=cell.bold) for cell in cells if isinstance(cell, TextCell)]
    return ceil(max(widths)) + _AIR if widths else 0


def two_line_head(title: str, width: int) -> HeadCell:
    """Return a head of a column of numbers: in two lines where one is too narrow for it, broken between words."""
    if advance(title, "caption") <= width - _AIR:
        return HeadCell(text=title, right=True)
    parts = title.split(" ")
    breaks = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    if not breaks:  # Chinese has no blanks between words
        breaks = [(title[:at], title[at:]) for at in range(1, len(title))]
    over, under = min(breaks, key=lambda lines: max(advance(line, "caption") for line in lines), default=(title, ""))
    return HeadCell(text=over, under=under, right=True)


def widen_for_states(table: RecordTable, rows: Iterable[RecordRow], first: int = 0) -> None:
    """Widen the columns from ``first`` on in which the word of a state or a number's unit has no room; none becomes narrower."""
    for at, cells in enumerate(zip(*(row.cells for row in rows), strict=True)):
        if (
            at >= first
            and (room := max(state_room(cells, first=at == 0), counted_room(cells))) > table.columnWidth(at)
            and not table.isColumnHidden(at)
        ):
            table.setColumnWidth(at, room)

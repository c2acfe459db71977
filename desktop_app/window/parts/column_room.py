"""The room texts take in the columns of a table: widths that fit, and what has no room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QTableView

from desktop_app.window.parts.cell_delegate import EDGE_PAD, PAD
from desktop_app.window.parts.cells import CELL_ROLE, GroupCell, OriginCell, StatusCell, TextCell
from desktop_app.window.parts.painted import advance

_SAMPLE = 50  # rows looked at for a width
_WIDEST = 420
_MARK = 22  # a sign and the gap behind it


def fit_columns(table: QTableView, *, stretch: int | None = None) -> None:
    """Make columns as wide as their heads and first rows, within reason; one may take what is left."""
    head = table.horizontalHeader()
    for column in range(table.model().columnCount()):
        table.setColumnWidth(column, min(max(head.sectionSizeHint(column), _width(table, column)), _WIDEST))
    if stretch is not None:
        head.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)


def _width(table: QTableView, column: int) -> int:
    model = table.model()
    widest = 0.0
    for row in range(min(model.rowCount(), _SAMPLE)):
        index = model.index(row, column)
        text = str(model.data(index) or "")
        cell = model.data(index, CELL_ROLE)
        bold = bool(getattr(cell, "bold", isinstance(cell, GroupCell)))
        extra = 24.0 if isinstance(cell, TextCell) and cell.unit else 46.0 if isinstance(cell, GroupCell) else 0.0
        widest = max(widest, advance(text, bold=bold) + extra)
    return round(widest) + 20


def size_columns(
    table: QTableView,
    widths: Sequence[int],
    *,
    widest: Mapping[int, int] | None = None,
    stretch: int | None = None,
    marked: Collection[int] | None = None,
) -> list[int]:
    """Give columns these widths, and more where a head, a state or an origin has longer words in this language.

    ``widest`` names columns whose texts may widen them too, up to so many pixels, ``marked`` those that can hold a
    state or an origin (all, where not given). Returns the widths, those of hidden
    columns as they are once shown, and what is asked for where a column takes whatever is left.
    """
    head = table.horizontalHeader()
    whatever_is_left = QHeaderView.ResizeMode.Stretch
    rooms = list(widths)
    for column, width in enumerate(widths):
        if head.sectionResizeMode(column) == whatever_is_left:
            continue  # a width of its own would hold until the next turn only, and have all painted twice
        room = max(width, head.sectionSizeHint(column) + (EDGE_PAD - PAD if column == 0 else 0))
        if marked is None or column in marked:
            room = max(room, _marks(table, column))
        if widest is not None and column in widest:
            room = max(room, min(_width(table, column), widest[column]))
        table.setColumnWidth(column, room)
        rooms[column] = room
    if stretch is not None and head.sectionResizeMode(stretch) != whatever_is_left:
        head.setSectionResizeMode(stretch, whatever_is_left)
    return rooms


def _marks(table: QTableView, column: int) -> int:
    """Return the room of the longest state or origin among the first rows, 0 where there is none."""
    model = table.model()
    index, data = model.index, model.data
    widest = 0.0
    for row in range(min(model.rowCount(), _SAMPLE)):
        cell = data(index(row, column), CELL_ROLE)
        if isinstance(cell, StatusCell | OriginCell) and cell.word:
            widest = max(widest, advance(cell.word, "caption") + _MARK)
    return round(widest) + 2 * PAD if widest else 0


def cut_text(table: QTableView, index: QModelIndex | QPersistentModelIndex) -> str:
    """Return the whole text of a cell that has no room for it and no tip of its own, else ''."""
    if not index.isValid() or index.data(Qt.ItemDataRole.ToolTipRole):
        return ""
    cell = index.data(CELL_ROLE)
    if not isinstance(cell, TextCell) or not cell.text:
        return ""
    whole = f"{cell.text}  {cell.detail}" if cell.detail else cell.text
    size = advance(cell.text, bold=cell.bold) + (advance(cell.detail, "caption") + 8 if cell.detail else 0)
    room = table.columnWidth(index.column()) - 16 - cell.indent - (20 if cell.icon else 0) - cell.unit_room
    return whole if size > room else ""

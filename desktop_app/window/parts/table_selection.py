"""What is selected in a table: its cells in sight, whole rows, and the text that copying gives."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QTableView

from desktop_app.window.parts.table_text import to_table_text


def cells_of(table: QTableView, shown: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the selected cells of the columns in sight, row by row."""
    chosen = {(index.row(), index.column()) for index in table.selectionModel().selectedIndexes()}
    return tuple(sorted(cell for cell in chosen if cell[1] in shown))


def take_whole_rows(table: QTableView) -> None:
    """Let the selection take in all of each row it touches."""
    flags = QItemSelectionModel.SelectionFlag
    for row in {index.row() for index in table.selectionModel().selectedIndexes()}:
        table.selectionModel().select(table.model().index(row, 0), flags.Select | flags.Rows)


def copied(table: QTableView, shown: Sequence[int], *, heads: bool) -> str:
    """Return the selected cells as tab-separated text in the order seen, their heads above; one cell alone is its text."""
    chosen = set(cells_of(table, shown))
    rows = sorted({row for row, _column in chosen})
    columns = [column for column in shown if any((row, column) in chosen for row in rows)]
    model = table.model()
    body = [
        [str(model.index(row, column).data() or "") if (row, column) in chosen else "" for column in columns]
        for row in rows
    ]
    side = Qt.Orientation.Horizontal
    names = [str(model.headerData(column, side) or "") for column in columns]
    return to_table_text([names, *body] if heads and len(chosen) > 1 else body)

"""A read-only table model over rows of plain strings."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.window.content import Table

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_NOWHERE = QModelIndex()


class TableModel(QAbstractTableModel):
    """Shows a ``Table``; ``show_table`` replaces all of it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = Table()

    def show_table(self, table: Table) -> None:
        """Show ``table`` instead of what is shown."""
        self.beginResetModel()
        self._table = table
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of rows; a cell has none."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns; a cell has none."""
        return 0 if parent.isValid() else len(self._table.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, whole as its tip too, and how it is aligned."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if index.column() in self._table.right else _LEFT
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column, or a row's number from 1."""
        across = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.TextAlignmentRole and across:
            return _RIGHT if section in self._table.right else _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._table.headings[section] if across else section + 1

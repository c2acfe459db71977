"""A table model over prepared rows: it tells the view only of what changed, so that selection, scroll and editor stay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView

from desktop_app.window.parts.cells import CELL_ROLE, CHOICES_ROLE, READER_ROLE, Cell, HeadCell
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.parts.reading import Reader
from planner.figure import Figure

Index = QModelIndex | QPersistentModelIndex
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 10
FIGURE_ROLE = int(Qt.ItemDataRole.UserRole) + 11
_ROOT = QModelIndex()


class RecordColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column: its key and head; ``width`` in pixels, 0 for what the texts take; ``hidden`` until it is chosen."""

    key: str
    head: HeadCell
    width: int = 0
    hidden: bool = False


class Editing(msgspec.Struct, frozen=True, kw_only=True):
    """How a cell is edited: ``text`` is what the editor starts with, read by ``reader`` or chosen from ``choices``."""

    text: str = ""
    reader: Reader | None = None
    choices: tuple[tuple[str, str], ...] = ()


class RecordRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row with one cell, one text and one number to explain (or None) for each column; ``group`` heads others."""

    id: str
    cells: tuple[Cell | None, ...]
    texts: tuple[str, ...]
    figures: tuple[Figure | None, ...] = ()
    tips: tuple[str, ...] = ()
    group: bool = False


EditingOf = Callable[[str, str], Editing | None]


class RecordModel(QAbstractTableModel):
    """Rows by id. ``committed`` brings row, column key and the value that was read or chosen."""

    committed = Signal(str, str, object)
    sort_asked = Signal(str, bool)

    def __init__(self, columns: Sequence[RecordColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[RecordRow] = []
        self._editing: EditingOf | None = None

    # --- for the place -----------------------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[RecordRow, ...]:
        """Return the rows shown."""
        return tuple(self._rows)

    @property
    def columns(self) -> tuple[RecordColumn, ...]:
        """Return the columns."""
        return self._columns

    def edit_with(self, editing: EditingOf) -> None:
        """Ask ``editing`` (row id, column key) how a cell is edited; None is a cell to look at."""
        self._editing = editing

    def row_of(self, row_id: str) -> int:
        """Return where a row stands, -1 where it does not."""
        return next((at for at, row in enumerate(self._rows) if row.id == row_id), -1)

    def column_of(self, key: str) -> int:
        """Return where a column stands, -1 where there is none."""
        return next((at for at, column in enumerate(self._columns) if column.key == key), -1)

    def show_heads(self, columns: Sequence[RecordColumn]) -> None:
        """Say the heads anew; the columns are the same."""
        self._columns = tuple(columns)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)

    def show_rows(self, rows: Sequence[RecordRow]) -> None:
        """Show other rows; what is the same stays, what is new, gone, moved or changed is told and nothing else."""
        if [row.id for row in self._rows] != [row.id for row in rows]:
            self._take_out({row.id for row in rows})
            self._move({row.id: at for at, row in enumerate(rows)})
            self._put_in(rows)
        changed = [at for at, row in enumerate(rows) if row != self._rows[at]]
        self._rows = list(rows)
        for first, last in _ranges(changed):
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._columns) - 1))

    def _take_out(self, wanted: Collection[str]) -> None:
        """Remove the rows that go, from the end so that places before stay right."""
        for first, last in reversed(_ranges([at for at, row in enumerate(self._rows) if row.id not in wanted])):
            self.beginRemoveRows(_ROOT, first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()

    def _move(self, places: Mapping[str, int]) -> None:
        """Put the rows that stay into their new order; current cell, selection and an open editor go with them."""
        after = sorted(self._rows, key=lambda row: places[row.id])
        if after == self._rows:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        ids = [self._rows[index.row()].id for index in before]
        self._rows = after
        stands = {row.id: at for at, row in enumerate(after)}
        moved = [self.index(stands[name], index.column()) for name, index in zip(ids, before, strict=True)]
        self.changePersistentIndexList(before, moved)
        self.layoutChanged.emit()

    def _put_in(self, rows: Sequence[RecordRow]) -> None:
        there = {row.id for row in self._rows}
        for first, last in _ranges([at for at, row in enumerate(rows) if row.id not in there]):
            self.beginInsertRows(_ROOT, first, last)
            self._rows[first:first] = rows[first : last + 1]
            self.endInsertRows()

    # --- for the view ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return the prepared cell, its text, its tip, and how it is edited."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        column = index.column()
        if role == CELL_ROLE:
            return row.cells[column]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.tips[column]) or None if row.tips else None
        if role == ID_ROLE:
            return row.id
        if role == FIGURE_ROLE:
            return row.figures[column] if row.figures else None
        if role in (READER_ROLE, CHOICES_ROLE, Qt.ItemDataRole.EditRole):
            return self._edit_data(row, column, role)
        return None

    def _edit_data(self, row: RecordRow, column: int, role: int) -> object:
        editing = self._editing_of(row, column)
        if editing is None:
            return None
        if role == READER_ROLE:
            return editing.reader
        return editing.choices if role == CHOICES_ROLE else editing.text

    def _editing_of(self, row: RecordRow, column: int) -> Editing | None:
        if row.group or self._editing is None:
            return None
        return self._editing(row.id, self._columns[column].key)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._editing_of(self._rows[index.row()], index.column()) is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: object, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Tell what was entered; the rows come back through ``show_rows`` when the plan has changed."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        self.committed.emit(self._rows[index.row()].id, self._columns[index.column()].key, value)
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        """Return a head as a prepared cell or as text."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        head = self._columns[section].head
        if role == CELL_ROLE:
            return head
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(part for part in (head.text, head.unit, head.under) if part)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for another order; whoever prepares the rows sorts them."""
        if 0 <= column < len(self._columns):
            self.sort_asked.emit(self._columns[column].key, order == Qt.SortOrder.DescendingOrder)
        elif column == -1:
            self.sort_asked.emit("", False)


def below_current(view: QAbstractItemView, model: RecordModel) -> tuple[str, list[str]]:
    """Return the key of the current column and the ids of the rows from the current one on, as shown; '' and none for no cell."""
    index = view.currentIndex()
    if not index.isValid():
        return "", []
    return model.columns[index.column()].key, [row.id for row in model.rows[index.row() :] if not row.group]


def _ranges(places: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for at in places:
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found

"""The tree of what went into a number; children are made when a row is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from desktop_app.services.why import WhyRow, children, owner_of, row_of
from desktop_app.window.parts.plain import plain_tip

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.figure import Figure

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_NAME, _VALUE, _ORIGIN = range(3)


class _Branch:
    """A row with the branches below it, once somebody looked."""

    __slots__ = ("above", "figure", "number", "row", "under")

    def __init__(self, figure: Figure, above: _Branch | None, number: int) -> None:
        self.figure = figure
        self.above = above
        self.number = number
        self.row: WhyRow | None = None
        self.under: list[_Branch] | None = None

    def branches(self) -> list[_Branch]:
        """Return the branches below."""
        if self.under is None:
            self.under = [_Branch(one, self, at) for at, one in enumerate(children(self.figure))]
        return self.under


class WhyModel(QAbstractItemModel):
    """Name, value and origin of each number that went into the one shown; the one shown is the hidden root."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._root: _Branch | None = None

    def show_figure(self, figure: Figure | None) -> None:
        """Show what went into another number."""
        self.beginResetModel()
        self._root = _Branch(figure, None, 0) if figure is not None else None
        self.endResetModel()

    def _branch(self, index: Index) -> _Branch | None:
        return index.internalPointer() if index.isValid() else self._root

    def row(self, index: Index) -> WhyRow | None:
        """Return the number of a row."""
        branch = self._branch(index) if index.isValid() else None
        if branch is None:
            return None
        if branch.row is None:
            above = owner_of(branch.above.figure) if branch.above else ""
            branch.row = row_of(branch.figure, self._bench.plan, self._bench.language, above)
        return branch.row

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default
        """Return the index of a child."""
        branch = self._branch(parent)
        if branch is None or column > _ORIGIN or not 0 <= row < len(branch.branches()):
            return QModelIndex()
        return self.createIndex(row, column, branch.branches()[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override] # noqa: B008
        """Return the index of the row above."""
        branch = index.internalPointer() if index.isValid() else None
        above = branch.above if branch else None
        if above is None or above is self._root:
            return QModelIndex()
        return self.createIndex(above.number, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many numbers went into a row."""
        if parent.column() > 0:
            return 0
        branch = self._branch(parent)
        return len(branch.branches()) if branch else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return name, value, origin."""
        return 3

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return texts for people; the whole row under ``ROW_ROLE``."""
        row = self.row(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.name, row.value, row.origin_word)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (row.name, row.value, row.source) if part))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _VALUE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.name}: {row.value}, {row.origin_word}"
        return None

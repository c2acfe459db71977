"""The model of the catalog list: ids in order, rows by pages when they come into sight; it never holds all rows."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop_app.services.catalog_list import PAGE, ListedRow, Page, page
from desktop_app.window.models.record_model import ID_ROLE
from desktop_app.window.parts.cells import CELL_ROLE, NOT_APPLICABLE_RIGHT, Cell, HeadCell, OriginCell, TextCell
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_PAGES_KEPT = 32
_ROLES = (CELL_ROLE, int(Qt.ItemDataRole.DisplayRole), ID_ROLE)
COLUMNS: tuple[tuple[str, Message, str, bool, int, str], ...] = (
    ("name", msg("catalog.name", "Name"), "", False, 210, "name"),
    ("maker", msg("catalog.list.maker", "Maker"), "", False, 96, "maker"),
    ("kind", msg("picker.kind", "Kind"), "", False, 96, "kind"),
    ("memory", msg("picker.memory", "Memory"), "GB", True, 80, "memory"),
    ("bandwidth", msg("catalog.bandwidth", "Bandwidth"), "GB/s", True, 100, "bandwidth"),
    ("power", msg("build.head.power", "Power"), "W", True, 72, "power"),
    ("price", msg("catalog.price_head", "Price"), "", True, 140, "price"),
    ("sale", msg("picker.supply", "On sale"), "", False, 84, "purchasable"),
    ("quality", msg("catalog.quality", "Known"), "", False, 80, "quality"),
)


class CatalogModel(QAbstractTableModel):
    """Shows a list of ids; ``sort_asked`` brings the sort key of a column and the direction."""

    sort_asked = Signal(str, bool)

    def __init__(self, bench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._ids: tuple[str, ...] = ()
        self._pages: OrderedDict[int, Page] = OrderedDict()

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids in their order."""
        return self._ids

    def show_ids(self, ids: tuple[str, ...]) -> None:
        """Show another list."""
        self.beginResetModel()
        self._ids = ids
        self._pages.clear()
        self.endResetModel()

    def row_at(self, number: int) -> ListedRow | None:
        """Return a row, reading its page where it is not at hand."""
        at, within = divmod(number, PAGE)
        if at not in self._pages:
            wanted = self._ids[at * PAGE : (at + 1) * PAGE]
            self._pages[at] = page(self._bench.desk.store, wanted, self._bench.language)
            while len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        return self._pages[at].row(within)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of ids."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return cells and texts of the rows in sight."""
        if role not in _ROLES or not index.isValid():
            return None
        if role == ID_ROLE:
            return self._ids[index.row()]
        row = self.row_at(index.row())
        if row is None:
            return None
        key = COLUMNS[index.column()][0]
        if role == CELL_ROLE:
            return _cell(row, key)
        return row.origin_word if key == "quality" else getattr(row, key)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        """Return heads with their units."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        _, said, unit, right, _, _ = COLUMNS[section]
        if role == CELL_ROLE:
            return HeadCell(text=self._bench.text(said), unit=unit, right=right)
        return self._bench.text(said) if role == Qt.ItemDataRole.DisplayRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask the store for another order."""
        key = COLUMNS[column][5] if 0 <= column < len(COLUMNS) else ""
        self.sort_asked.emit(key, order == Qt.SortOrder.DescendingOrder)

    def retranslate(self) -> None:
        """Read the rows anew in another language."""
        self._pages.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, len(COLUMNS) - 1))


def _cell(row: ListedRow, key: str) -> Cell:
    assumed = row.quality == "assumed"
    if key == "quality":
        return OriginCell(origin=row.quality, word=row.origin_word)  # type: ignore[arg-type]
    text = getattr(row, key)
    right = key in ("memory", "bandwidth", "power", "price")
    if not text:
        return NOT_APPLICABLE_RIGHT if right else TextCell(text="—", tone="disabled")
    tone = "text3" if assumed else "text"  # what rests on memory is greyed: it is no evidence
    return TextCell(text=text, right=right, tone=tone)

"""Choosing a catalog row for a new line or in place of another: type to search, Enter takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from desktop_app.services.picking import KINDS, Candidate, candidates
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.wording import Wording
from planner.messages import format_number, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_SIZE = (860, 460)
_WAIT_MS = 80


class ItemPicker(QFrame):
    """A list of catalog rows over the place; ``taken`` brings the id of the row, ``empty_asked`` wants a line without one."""

    taken = Signal(str)
    empty_asked = Signal()

    def __init__(self, bench: Workbench, owner: QWidget, kinds: tuple[str, ...] = ()) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self.setObjectName("picker")
        self.setProperty("part", "float")
        self._bench = bench
        self._kinds = kinds or tuple(key for key in KINDS if key != "model")
        self._wording = Wording(bench, self)
        self._field = Field()
        self._field.setObjectName("picker-field")
        self._wording.put(
            self._field.setPlaceholderText, msg("picker.hint", "Search the catalog: name, maker, 80G, pinyin")
        )
        self._wording.put(self._field.setAccessibleName, msg("picker.field", "Search the catalog"))
        self._kind = ChoiceBox()
        self._kind.setObjectName("picker-kind")
        self._wording.put(self._kind.setAccessibleName, msg("picker.kind", "Kind"))
        self._kind.chosen.connect(self.search)
        self._model = RecordModel(self._columns(), self)
        self._column, self._descending = "", False
        self._table = RecordTable()
        self._table.setObjectName("picker-table")
        self._table.setModel(self._model)
        self._table.doubleClicked.connect(self._take)
        self._table.set_sortable()
        self._model.sort_asked.connect(self._order)
        self._wording.put(self._table.setAccessibleName, msg("picker.table", "Catalog rows"))
        for at, column in enumerate(self._model.columns):
            self._table.setColumnWidth(at, column.width)
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._count = label(size="caption", tone="text2")
        self._empty = Button(kind="plain", small=True)
        self._empty.setObjectName("picker-empty")
        self._wording.put(self._empty.setText, msg("picker.empty", "Add a line without a catalog row"))
        self._empty.clicked.connect(self._ask_empty)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.search)
        self._field.textChanged.connect(self._wait)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._field, 1)
        head.addWidget(self._kind)
        foot = QHBoxLayout()
        foot.addWidget(self._count)
        foot.addStretch(1)
        foot.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addLayout(head)
        layout.addWidget(self._table, 1)
        layout.addLayout(foot)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="name", head=HeadCell(text=text(msg("picker.name", "Name"))), width=256),
            RecordColumn(key="kind", head=HeadCell(text=text(msg("picker.kind", "Kind"))), width=100),
            RecordColumn(
                key="memory", head=HeadCell(text=text(msg("picker.memory", "Memory")), unit="GB", right=True), width=90
            ),
            RecordColumn(
                key="power", head=HeadCell(text=text(msg("build.head.power", "Power")), unit="W", right=True), width=80
            ),
            RecordColumn(key="supply", head=HeadCell(text=text(msg("picker.supply", "On sale"))), width=136),
            RecordColumn(key="price", head=HeadCell(text=text(msg("picker.price", "Price")), right=True), width=148),
        )

    def open_for(self, kind: str = "", text: str = "") -> None:
        """Show the picker over its owner, for a kind of rows and with a text to begin with."""
        self._model.show_heads(self._columns())
        self._kind.show_choices([(key, self._bench.text(KINDS[key])) for key in self._kinds], kind or self._kinds[0])
        self._empty.setVisible("model" not in self._kinds)
        self._field.setText(text)
        self.search()
        self.resize(*_SIZE)
        owner = self.parentWidget()
        if owner is not None:
            corner = owner.mapToGlobal(owner.rect().topRight())
            self.move(corner.x() - _SIZE[0] - 12, corner.y() + 84)
        self.show()
        self._field.setFocus()

    def _wait(self) -> None:
        self._timer.start()

    def search(self, kind: str = "") -> None:
        """Show what the field and the kind find."""
        self._timer.stop()
        found, total = candidates(
            self._bench.desk,
            self._field.text(),
            self._kind.key,
            self._bench.language,
            self._column,
            self._descending,
        )
        self._model.show_rows([self._row(one) for one in found])
        self._count.setText(
            self._bench.text(msg("picker.count", "{shown} of {total} rows", shown=len(found), total=total))
        )
        if found:
            self._table.go_to(0, 0)

    def _order(self, column: str, descending: bool) -> None:
        self._column, self._descending = column, descending
        self.search()

    def _row(self, one: Candidate) -> RecordRow:
        unknown = StatusCell(status="unknown", word=self._bench.text(msg("build.check.unknown", "Unknown")), right=True)

        def number(value: float | None, applies: bool) -> Cell:
            if value is None:
                return unknown if applies else TextCell(text="—", tone="disabled", right=True)
            return TextCell(text=format_number(value), right=True)

        cells: tuple[Cell, ...] = (
            TextCell(text=one.name, detail=one.maker),
            TextCell(text=one.kind_word),
            number(one.memory_gb, one.has_memory),
            number(one.power_w, one.has_power),
            StatusCell(status=one.supply_status, word=one.supply_word)  # type: ignore[arg-type]
            if one.supply_word
            else TextCell(text="—", tone="disabled"),
            TextCell(text=one.price or "—", tone="text" if one.price else "disabled", right=True),
        )
        memory = "" if one.memory_gb is None else f"{one.memory_gb:g}"
        power = "" if one.power_w is None else f"{one.power_w:g}"
        return RecordRow(
            id=one.id, cells=cells, texts=(one.name, one.kind_word, memory, power, one.supply_word, one.price)
        )

    def _take(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()].id if index.isValid() else ""
        self.hide()
        if row:
            self.taken.emit(row)

    def _ask_empty(self) -> None:
        self.hide()
        self.empty_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the arrows of the field walk the list, Enter take the row marked, Escape leave."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self._model.rowCount():
            row = self._table.currentIndex().row() + step
            self._table.go_to(max(0, min(self._model.rowCount() - 1, row)), 0)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._timer.isActive():
                self.search()
            self._take(self._table.currentIndex())
        else:
            super().keyPressEvent(event)

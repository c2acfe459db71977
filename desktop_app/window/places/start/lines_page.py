"""The page for a configuration to check: paste or type lines, see what was understood, make the plan of it."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.services.first_start_lines import plan_of_lines, read_list
from desktop_app.services.read_line import ReadLine, is_recognised, ordered_read, price_words, take
from desktop_app.services.row_names import row_name
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import Editing, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.cell_edit import CellChoice
from desktop_app.window.parts.cells import CHOICES_ROLE, Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.message_bar import MessageBar
from desktop_app.window.parts.quantity_edit import QuantityEdit
from desktop_app.window.parts.reading import money_reader, number_reader
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.start.page_head import page_head
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg
from planner.money import Money

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_LEFT_PX = 400
_NARROW_LEFT_PX = 300
_NARROW = 1150
_AT_ONCE = 40  # lines that are read while typing; more wait for the button
_PAUSE_MS = 250
_WIDTHS = {"quantity": 60, "price": 176, "row": 200, "state": 160}
_NARROW_WIDTHS = {"quantity": 50, "price": 160, "row": 140, "state": 126}
_NONE = "-"


class LinesPage(QWidget):
    """``made`` brings the plan of the lines, ``left`` is told by Back and Esc."""

    made = Signal(object)
    left = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.wording = Wording(bench, self)
        self._lines: tuple[ReadLine, ...] = ()
        self._said: tuple[Message, ...] = ()  # of what stands around the lines
        self._budget: Money | None = None
        self._leaving = False  # Esc was pressed once
        self.text = QPlainTextEdit()
        self.title = Field()
        self.budget = QuantityEdit(money_reader(), optional=True, language=bench.language)
        self.contingency = QuantityEdit(
            number_reader(unit="%", minimum=Decimal(0)), optional=True, unit="%", language=bench.language
        )
        self._contingency_pct: Decimal | None = None
        self.read = Button(kind="plain")
        self.make = Button(kind="primary")
        self.records = RecordModel(self._columns(), self)
        self.table = RecordTable()
        self.empty = EmptyState(icon="table", button_icon="")
        self.count = label(tone="text2", wrap=True)
        self.message = MessageBar()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._lay_out()
        self._connect()
        self._say()
        self._show_lines()

    # --- making ------------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.text.textChanged.connect(self._typed)
        self._pause.timeout.connect(self.read_text)
        self.read.clicked.connect(self.read_text)
        self.make.clicked.connect(self.make_plan)
        self.budget.committed.connect(self._take_budget)
        self.contingency.committed.connect(self._take_contingency)
        self.text.textChanged.connect(self._stay)
        self.records.edit_with(self._editing)
        self.records.committed.connect(self._take_row)
        self._sort = HeadSort(self.table, self.records, self._show_lines)
        self.table.deleted.connect(self._drop)
        self.table.pasted.connect(self._add_rows)
        self.table.clicked.connect(self._open_choices)

    def _lay_out(self) -> None:
        head, back = page_head(self.wording, msg("start.way.lines", "I have a list or quotes to check"), "lines-back")
        back.clicked.connect(self.left)
        body = QHBoxLayout()
        body.setContentsMargins(24, 8, 24, 16)
        body.setSpacing(16)
        body.addWidget(self._make_left())
        body.addWidget(self._make_right(), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(body, 1)

    def _make_left(self) -> QWidget:
        card = Card()
        self._left = card
        hint = label(size="caption", tone="text2", wrap=True)
        self.wording.put(
            hint.setText,
            msg(
                "lines.hint",
                "One thing in each line: name, quantity, unit price. Copy cells from Excel or a quote and paste them here.",
            ),
        )
        self.text.setObjectName("lines-text")
        self.text.setTabChangesFocus(True)
        self.wording.put(self.text.setAccessibleName, msg("lines.text", "Lines to check"))
        self.wording.put(self.text.setPlaceholderText, msg("lines.example", "RTX 4090 x4 16000"))
        self.read.setObjectName("lines-read")
        self.wording.put(self.read.setText, msg("lines.read", "Read the lines"))
        card.body.addWidget(hint)
        card.body.addWidget(self.text, 1)
        card.body.addWidget(self.read)
        return card

    def _make_right(self) -> QWidget:
        card = Card()
        self.wording.put(card.title.setText, msg("lines.understood", "What was understood"))
        card.title.show()
        self.table.setObjectName("lines-table")
        self.table.setModel(self.records)
        self.wording.put(self.table.setAccessibleName, msg("lines.understood", "What was understood"))
        self.empty.setObjectName("lines-empty")
        self.message.setObjectName("lines-message")
        self.message.hide()
        for part in (self.count, self.empty, self.message):
            card.body.addWidget(part)
        card.body.addWidget(self.table, 1)
        self._filler = QWidget()
        card.body.addWidget(self._filler, 1)
        card.body.addLayout(self._make_foot())
        return card

    def _make_foot(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        self.title.setObjectName("lines-title")
        self.budget.setObjectName("lines-budget")
        self.make.setObjectName("lines-make")
        for at, (said, control) in enumerate(
            (
                (msg("plan.title", "Name of the plan"), self.title),
                (msg("first.budget", "Budget"), self.budget),
                (msg("lines.contingency", "Contingency"), self.contingency),
            )
        ):
            name = label(tone="text2")
            name.setBuddy(control)
            self.wording.put(name.setText, said)
            grid.addWidget(name, at, 0)
            grid.addWidget(control, at, 1)
        self.wording.put(self.title.setAccessibleName, msg("plan.title", "Name of the plan"))
        self.wording.put(self.budget.set_name, msg("first.budget", "Budget"))
        self.contingency.setObjectName("lines-contingency")
        self.wording.put(self.contingency.set_name, msg("lines.contingency", "Contingency"))
        self.wording.put(
            self.contingency.field.setPlaceholderText,
            msg("lines.contingency.open", "not set: the total is said as at least"),
        )
        self.wording.put(self.make.setText, msg("lines.make", "Make the plan and check it"))
        grid.addWidget(self.make, 0, 2, 3, 1, Qt.AlignmentFlag.AlignBottom)
        grid.setColumnStretch(1, 1)
        return grid

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="name", head=HeadCell(text=text(msg("lines.name", "Line")))),
            RecordColumn(key="quantity", head=HeadCell(text=text(msg("lines.quantity", "Qty")), right=True)),
            RecordColumn(key="price", head=HeadCell(text=text(msg("lines.unit_price", "Unit price")), right=True)),
            RecordColumn(key="row", head=HeadCell(text=text(msg("lines.row", "Catalog row")))),
            RecordColumn(key="state", head=HeadCell(text=text(msg("lines.state", "Understood")))),
        )

    # --- showing -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Put the focus into the text."""
        self.text.setFocus()

    def retranslate(self) -> None:
        """Say everything in the new language."""
        self.records.show_heads(self._columns())
        self.table.set_language(self._bench.language)
        self.budget.set_language(self._bench.language)
        self.contingency.set_language(self._bench.language)
        self._say()
        self._show_lines()

    def _say(self) -> None:
        text = self._bench.text
        self.empty.show_words(
            text(msg("lines.empty", "Nothing read yet.")),
            text(msg("lines.empty.why", "What is recognised gets its power, memory and supply from the catalog.")),
        )
        self.message.name_cross(text(msg("notice.close", "Close the message")))

    def _show_lines(self) -> None:
        there = bool(self._lines)
        self.records.show_rows([self._row(one) for one in self._sort.ordered(self._lines, ordered_read)])
        self.table.setVisible(there)
        self.empty.setVisible(not there)
        self._filler.setVisible(not there)
        self.count.setVisible(there)
        self.make.setEnabled(there)
        known = sum(is_recognised(one) for one in self._lines)
        said = msg(
            "lines.count",
            "{known} of {count} lines recognised in the catalog; the others stay as lines without a catalog row.",
            known=known,
            count=len(self._lines),
        )
        self.count.setText("\n".join(self._bench.text(one) for one in (said, *self._said)))

    def _row(self, line: ReadLine) -> RecordRow:
        text = self._bench.text
        unknown = text(msg("common.unknown", "unknown"))
        price = self._bench.value(read) if (read := price_words(line)) is not None else ""
        row = self._catalog_row(line)
        state, tip = self._state(line), text(line.note) if line.note is not None else ""
        cells: tuple[Cell | None, ...] = (
            TextCell(text=line.name, bold=True),
            TextCell(text=str(line.quantity), right=True),
            TextCell(text=price, right=True) if price else StatusCell(status="unknown", word=unknown, right=True),
            TextCell(text=row, tone="text" if line.item else "unknown" if line.matches else "text3"),
            state,
        )
        texts = (line.name, str(line.quantity), price or unknown, row, state.word)
        return RecordRow(id=line.id, cells=cells, texts=texts, tips=(line.typed, "", price, "", tip))

    def _catalog_row(self, line: ReadLine) -> str:
        if line.item:
            return self._names(line).get(line.item, line.item)
        if not line.matches:
            return f"{line.cards} × {line.card[1]}" if line.cards and line.card[0] else "—"
        return self._bench.text(msg("lines.choose", "{count} fit: choose", count=len(line.matches)))

    def _names(self, line: ReadLine) -> dict[str, str]:
        return {item: row_name(item, name, self._bench.language) for item, name in line.matches}

    def _state(self, line: ReadLine) -> StatusCell:
        text = self._bench.text
        if line.note is not None:
            return StatusCell(status="warn", word=text(line.note))
        if line.item:
            return StatusCell(status="ok", word=text(msg("lines.known", "recognised")))
        if line.matches:
            return StatusCell(status="unknown", word=text(msg("lines.open", "not recognised")))
        if is_recognised(line):
            return StatusCell(status="ok", word=text(msg("lines.cards_known", "only its cards recognised")))
        return StatusCell(status="unknown", word=text(msg("lines.unknown", "not in the catalog")))

    # --- acts --------------------------------------------------------------------------------------------------------

    def _typed(self) -> None:
        if self.text.blockCount() <= _AT_ONCE:
            self._pause.start()

    def read_text(self) -> None:
        """Read the text anew; choices made before hold where the line is the same."""
        self._pause.stop()
        if not self._bench.has_desk:
            return  # the workspace was closed while the page waited for more typing
        before = {one.typed: one.item for one in self._lines}
        try:
            found = read_list(self.text.toPlainText(), self._bench.desk.store)
        except PlannerError as fault:
            remedy = f" {self._bench.text(fault.remedy)}" if fault.remedy else ""
            self.message.show_message("warn", self._bench.text(fault.message) + remedy)
            return
        self.message.hide()
        self._lines = tuple(take(one, before.get(one.typed, one.item)) for one in found.lines)
        self._said = found.said
        self._show_lines()

    def _add_rows(self, rows: object) -> None:
        """Take rows pasted or dropped on the table as further lines of the text."""
        assert isinstance(rows, tuple)
        self.text.appendPlainText("\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows))
        self.read_text()

    def _editing(self, row: str, column: str) -> Editing | None:
        line = next((one for one in self._lines if one.id == row), None)
        if column != "row" or line is None or not line.matches:
            return None
        none = self._bench.text(msg("lines.no_row", "none of these"))
        return Editing(text=line.item or _NONE, choices=(*self._names(line).items(), (_NONE, none)))

    def _take_row(self, row: str, column: str, value: object) -> None:
        if column == "row":
            item = "" if value == _NONE else str(value)
            self._lines = tuple(take(one, item) if one.id == row else one for one in self._lines)
            self._show_lines()

    def _drop(self, _rows: object) -> None:
        gone = {self.records.rows[row].id for row in self.table.selected_rows()}
        self._lines = tuple(one for one in self._lines if one.id not in gone)
        self._show_lines()

    def _take_budget(self, value: object) -> None:
        self._budget = value if isinstance(value, Money) else None

    def _take_contingency(self, value: object) -> None:
        self._contingency_pct = value if isinstance(value, Decimal) else None

    def _open_choices(self, index: QModelIndex) -> None:
        """Open the list of a line's rows with one click."""
        if self.records.columns[index.column()].key != "row" or not index.data(CHOICES_ROLE):
            return
        self.table.edit(index)
        for box in self.table.findChildren(CellChoice)[-1:]:
            box.showPopup()

    def make_plan(self) -> None:
        """Make the plan of the lines and hand it over."""
        for edit in (self.budget, self.contingency):
            edit.field.editingFinished.emit()  # a press on a button does not everywhere take the focus
        if self._pause.isActive():
            self.read_text()
        for edit in (self.budget, self.contingency):
            if edit.state == "rejected":
                edit.setFocus()
                return
        try:
            plan = plan_of_lines(
                self._lines,
                self.title.text().strip(),
                self._budget,
                self._bench.desk,
                uuid.uuid4().hex,
                self._contingency_pct,
            )
        except PlannerError as fault:
            remedy = f" {self._bench.text(fault.remedy)}" if fault.remedy else ""
            self.message.show_message("warn", self._bench.text(fault.message) + remedy)
            return
        self.made.emit(plan)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back; where something is written here it says so first, and goes with the second press."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._leaving or not self.text.toPlainText().strip():
            self._stay()
            self.left.emit()
        else:
            self._leaving = True
            stays = msg("lines.leave", "Press Esc once more to go back to Start; what is written here stays.")
            self.message.show_message("info", self._bench.text(stays))

    def _stay(self) -> None:
        if self._leaving:
            self._leaving = False
            self.message.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text and the table their widths."""
        super().resizeEvent(event)
        roomy = self.width() >= _NARROW
        left, widths = (_LEFT_PX, _WIDTHS) if roomy else (_NARROW_LEFT_PX, _NARROW_WIDTHS)
        self._left.setFixedWidth(left)
        for key, width in widths.items():
            self.table.setColumnWidth(self.records.column_of(key), width)
        rest = self.width() - left - 48 - 16 - 34 - sum(widths.values())
        self.table.setColumnWidth(0, max(120, rest))

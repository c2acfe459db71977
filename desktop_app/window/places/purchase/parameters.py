"""The tab Parameters: requirements by line of the plan, and below them all that is known of the one that is marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services.finding_words import matches
from desktop_app.services.parameter_marks import mark_edit
from desktop_app.services.purchasing import Outcome, ParameterGroup, ParameterLine, counts, ordered_parameters
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import FIGURE_ROLE, RecordModel
from desktop_app.window.parts.chips import FilterChip
from desktop_app.window.parts.column_room import size_columns
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.purchase.detail import ParameterDetail
from desktop_app.window.places.purchase.marks_menu import MarksMenu
from desktop_app.window.places.purchase.rows import columns, table_rows
from desktop_app.window.wording import Wording
from planner.figure import Figure
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_CHIPS: tuple[tuple[str, Message], ...] = (
    ("star", msg("purchase.only.star", "★ only")),
    ("open", msg("purchase.only.open", "To settle")),
)
_NARROW, _NARROW_WORDS = 940, 1100  # English says the same with longer words
_WIDEST = {"name": 196, "basis": 156, "evidence": 130}
_OPEN: tuple[Outcome, ...] = ("error", "warning", "unknown")


class ParametersView(QWidget):
    """Table and detail show the same parameter; a click on a requirement or its basis tells where the number comes from."""

    add_asked = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._groups: tuple[ParameterGroup, ...] = ()
        self._lines: dict[str, ParameterLine] = {}
        self._folded: set[str] = set()
        self._sized = ""
        self._model = RecordModel(columns(bench.language), self)
        self._table = self._make_table()
        self._sort = HeadSort(self._table, self._model, self._refill)
        self._detail = ParameterDetail(bench)
        self._detail.marked.connect(self._mark)
        self._marks = MarksMenu(bench, self._table, self._mark)
        self._empty = EmptyState(icon="tender", button_icon="")
        self._empty.setObjectName("purchase-empty")
        self._empty.button.setObjectName("purchase-empty-button")
        self._empty.asked.connect(self.add_asked)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._table)
        self._pages.addWidget(self._wrapped())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tool_row())
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._detail)

    # --- widgets -----------------------------------------------------------------------------------------------------

    def _wrapped(self) -> QWidget:
        page = QWidget()
        page.setProperty("part", "sheet")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self._empty)
        layout.addStretch(1)
        return page

    def _make_table(self) -> RecordTable:
        table = RecordTable()
        table.setObjectName("purchase-parameters")
        table.setModel(self._model)
        self._wording.put(table.setAccessibleName, msg("purchase.table", "Parameters by line"))
        table.clicked.connect(self._explain)
        table.pasted.connect(self._bench.tell_no_paste)
        table.current_moved.connect(self._show_detail)
        table.group_toggled.connect(self._fold)
        return table

    def _tool_row(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tool_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(8)
        self._filter = Field()
        self._filter.set_lead("filter")
        self._filter.setObjectName("purchase-filter")
        self._filter.setFixedWidth(236)
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._refill)
        self._filter.escaped.connect(self._filter.clear)
        self._wording.put(self._filter.setPlaceholderText, msg("purchase.filter", "Filter: parameter, word, pinyin"))
        self._wording.put(self._filter.setAccessibleName, msg("purchase.filter.name", "Filter the parameters"))
        layout.addWidget(self._filter)
        self._chips: dict[str, FilterChip] = {}
        for name, said in _CHIPS:
            chip = FilterChip("")
            chip.setObjectName(f"purchase-only-{name}")
            chip.toggled.connect(self._refill)
            self._chips[name] = chip
            layout.addWidget(chip)
            self._wording.put(partial(self._say_chip, name), said)
        layout.addStretch(1)
        self._note = label(size="caption", tone="text2")
        self._note.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        layout.addWidget(self._note)
        return row

    def _say_chip(self, name: str, text: str) -> None:
        self._chips[name].show_filter(text, self._count_of(name))

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_groups(self, groups: tuple[ParameterGroup, ...]) -> None:
        """Show the parameters of an alternative."""
        self._groups = groups
        self._lines = {one.code: one for group in groups for one in group.parameters}
        self._table.set_language(self._bench.language)
        self._wording.say()
        self._refill()
        if groups and self._sized != self._bench.language:
            self._size()
        if not groups:
            self._say_empty()

    def retranslate(self) -> None:
        """Say the heads in the new language; the rows follow with ``show_groups``."""
        self._model.show_heads(columns(self._bench.language))

    def _size(self) -> None:
        """Give the columns the room that their words need in this language; the requirement takes what is left."""
        self._sized = self._bench.language
        widths = [column.width for column in self._model.columns]
        widest = {self._model.column_of(name): room for name, room in _WIDEST.items()}
        size_columns(self._table, widths, widest=widest, stretch=self._model.column_of("requirement"))
        self._leave_out(self.width())

    def _leave_out(self, width: int) -> None:
        narrow = _NARROW if self._bench.language == "zh" else _NARROW_WORDS
        self._table.setColumnHidden(self._model.column_of("evidence"), width < narrow)

    def show_busy(self, busy: bool) -> None:
        """Say that the parameters of many lines are being derived."""
        said = msg("purchase.deriving", "Deriving…") if busy else None
        self._note.setText(self._bench.text(said) if said else self._bench.text(self._summary()))

    def _summary(self) -> Message:
        return msg("purchase.summary", "{count} parameters, derived from the plan", count=len(self._lines))

    def _say_empty(self) -> None:
        text = self._bench.text
        self._empty.show_words(
            text(msg("purchase.empty", "Nothing is bought yet")),
            text(
                msg(
                    "purchase.empty.why",
                    "Parameters are derived from the lines of the build and what they are to carry.",
                )
            ),
            text(msg("purchase.empty.button", "Go to Build")),
        )

    def _refill(self) -> None:
        rows = table_rows(self._groups, self._bench.language, self._folded, self._kept, self._ordered)
        self._table.clearSpans()
        self._model.show_rows(rows)
        for at, row in enumerate(rows):
            if row.group:  # its name needs more room than the first column has
                self._table.setSpan(at, 0, 1, len(row.cells))
        self._pages.setCurrentIndex(0 if self._groups else 1)
        self._note.setText(self._bench.text(self._summary()))
        self._show_detail()

    def _ordered(self, lines: Sequence[ParameterLine]) -> Sequence[ParameterLine]:
        return self._sort.ordered(lines, ordered_parameters, attrgetter("code"))

    def _kept(self, one: ParameterLine) -> bool:
        if self._chips["star"].isChecked() and one.level != "star":
            return False
        if self._chips["open"].isChecked() and one.outcome not in _OPEN:
            return False
        typed = self._filter.text()
        return not typed or matches(typed, one.code, one.name, one.requirement, one.basis)

    def _count_of(self, name: str) -> int:
        if name == "open":
            found = counts(self._groups)
            return sum(found[one] for one in _OPEN)
        return sum(one.level == "star" for one in self._lines.values())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out how a requirement is proved where its wording has too little room; it stands below the table."""
        super().resizeEvent(event)
        self._leave_out(event.size().width())

    # --- acts --------------------------------------------------------------------------------------------------------

    def reveal(self, subject: str) -> bool:
        """Mark a parameter by its number, or the first of a line; False where there is none."""
        group = next((one for one in self._groups if one.line == subject), None)
        code = group.parameters[0].code if group is not None else subject
        if code not in self._lines:
            return False
        self._folded.discard(self._lines[code].line)
        if not self._kept(self._lines[code]):
            self._filter.clear()
            for chip in self._chips.values():
                chip.setChecked(False)
        self._refill()
        self._table.go_to(self._model.row_of(code))
        self._table.setFocus()
        return True

    def seek(self) -> None:
        """Put the focus into the filter."""
        self._filter.setFocus()

    def _fold(self, row: int) -> None:
        line = self._model.rows[row].id.removeprefix("group-")
        self._folded ^= {line}
        self._refill()
        self._table.keep_current(self._model.row_of(f"group-{line}"), 0)

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self._bench.explain(figure)

    def _mark(self, mark: str) -> None:
        """Mark the parameters that are selected, as one step."""
        names = [self._model.rows[row].id for row in self._table.selected_rows()]
        chosen = [self._lines[name] for name in names if name in self._lines and not self._lines[name].missing]
        edit = mark_edit(self._bench.alternative, chosen, mark)
        if edit is not None:
            self._bench.do(edit)

    def _show_detail(self, *_where: object) -> None:
        index = self._table.currentIndex()
        name = self._model.rows[index.row()].id if 0 <= index.row() < len(self._model.rows) else ""
        self._detail.show_parameter(self._lines.get(name))

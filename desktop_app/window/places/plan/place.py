"""The place Plan: what the plan is called and for whom, who will use the machines, and its alternatives side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHeaderView, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services import people_edits
from desktop_app.services.plan_overview import CompareRow, comparison
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import (
    FIGURE_ROLE,
    ID_ROLE,
    Editing,
    RecordColumn,
    RecordModel,
    RecordRow,
    below_current,
)
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.choice_box import CheckBox
from desktop_app.window.parts.reading import integer_reader, name_reader
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.word_room import column_rooms, two_line_head
from desktop_app.window.places.build.rows import status_cell
from desktop_app.window.places.place import Place
from planner.figure import Figure
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_FIELDS: tuple[tuple[str, Message], ...] = (
    ("title", msg("plan.title", "Name of the plan")),
    ("organisation/name", msg("plan.organisation", "Unit")),
    ("organisation/kind", msg("plan.kind", "Kind of unit")),
    ("organisation/region", msg("plan.region", "Province or city")),
    ("organisation/profile", msg("plan.profile", "Electrical standard")),
    ("switches/domestic", msg("plan.domestic", "Domestic products")),
    ("switches/data_may_leave", msg("plan.data", "Data may leave the unit")),
)
_ROW = 28
_NAMES = 104  # of a row, where three alternatives stand side by side
_AROUND = 100  # pixels around and in the cards that are none of the table's
_TALL = 40  # of a head with two lines
_LEAST = 104  # an amount of six digits and its unit; where alternatives are many, the table scrolls


class PlanPlace(Place):
    """Cards of fields and lists; each edit is on disk at once."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._titles: tuple[str, ...] = ()
        self._form = FieldForm(bench, label_width=168, columns=1)
        self._people = RecordModel(self._people_columns(), self)
        self._people.edit_with(self._people_editing)
        self._people.committed.connect(self._commit_people)
        self._people_table = RecordTable()
        self._people_table.setObjectName("people-table")
        self._people_table.setModel(self._people)
        self._people_table.deleted.connect(self._remove_people)
        self._people_table.pasted.connect(self._paste_people)
        self._people_table.dropped.connect(self.bench.tell_dropped)
        self._people_sort = HeadSort(self._people_table, self._people, self._fill_people)
        self.wording.put(self._people_table.setAccessibleName, msg("people.title", "Who will use it"))
        self._compare = RecordModel((), self)
        self._compare_table = RecordTable()
        self._compare_table.setObjectName("compare-table")
        self._compare_table.clicked.connect(self._explain)
        self._compare_table.pasted.connect(bench.tell_no_paste)
        self._compare_table.viewport().installEventFilter(self)
        self.wording.put(self._compare_table.setAccessibleName, msg("compare.title", "Alternatives side by side"))
        self._differences = CheckBox()
        self._differences.setObjectName("compare-differences")
        self.wording.put(self._differences.setText, msg("compare.differences", "Differences only"))
        self._differences.toggled.connect(self._fill_comparison)
        self._lay_out()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("part", "scrolled")
        columns = self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        columns.setContentsMargins(16, 16, 16, 16)
        columns.setSpacing(12)
        left = self._left = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        right = QVBoxLayout()
        self._basics, self._people_card, self._compare_card = Card(), Card(), Card()
        self._basics.body.addWidget(self._form)
        self._people_card.body.addWidget(self._people_table)
        add = Button(kind="plain", small=True)
        add.setObjectName("people-add")
        add.set_icon("add")
        self.wording.put(add.setText, msg("people.add", "Add a group"))
        add.clicked.connect(self.start_adding)
        self._people_card.body.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        self._compare_card.body.addWidget(self._differences)
        self._compare_card.body.addWidget(self._compare_table, 1)
        for card, said in (
            (self._basics, msg("plan.basics", "The plan")),
            (self._people_card, msg("people.title", "Who will use it")),
            (self._compare_card, msg("compare.title", "Alternatives side by side")),
        ):
            self.wording.put(card.title.setText, said)
            card.title.show()
        left.addWidget(self._basics, 0, Qt.AlignmentFlag.AlignTop)
        left.addWidget(self._people_card, 0, Qt.AlignmentFlag.AlignTop)
        left.addStretch(1)
        right.addWidget(self._compare_card, 1)
        columns.addLayout(left, 3)
        columns.addLayout(right, 7)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _people_columns(self) -> tuple[RecordColumn, ...]:
        text = self.bench.text
        return (
            RecordColumn(key="name", head=HeadCell(text=text(msg("people.name", "Group"))), width=220),
            RecordColumn(key="count", head=HeadCell(text=text(msg("people.count", "People")), right=True), width=90),
        )

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the plan on the bench."""
        self._form.show_fields([FieldSpec(path=path, name=name, width=220) for path, name in _FIELDS])
        self._fill_people()
        self._people_table.set_language(self.bench.language)
        self._people_table.setColumnWidth(0, 220)
        self._people_table.setFixedHeight((len(self.bench.plan.people) + 1) * _ROW + 8)
        self._fill_comparison()

    def _fill_people(self) -> None:
        order = partial(people_edits.ordered_people, language=self.bench.language)
        groups = self._people_sort.ordered(self.bench.plan.people, order)
        self._people.show_rows([self._people_row(one.id) for one in groups])

    def retranslate(self) -> None:
        """Say heads and cells in the new language."""
        self._people.show_heads(self._people_columns())
        self._titles = ()
        self.show_plan()

    def _people_row(self, group: str) -> RecordRow:
        one = next(each for each in self.bench.plan.people if each.id == group)
        name, count = self.bench.text(one.title), str(one.count)
        cells: tuple[Cell, ...] = (TextCell(text=name), TextCell(text=count, right=True))
        return RecordRow(id=group, cells=cells, texts=(name, count))

    def _fill_comparison(self) -> None:
        session = self.bench.session
        if session is None:
            return
        titles, rows = comparison(session, self.bench.language)
        if titles != self._titles:
            self._titles = titles
            self._show_columns(titles)
        shown = [row for row in rows if row.differs or not self._differences.isChecked()]
        self._compare.show_rows([self._compare_row(row) for row in shown])
        QTimer.singleShot(0, self, self._fit_names)  # the table has its width a turn later
        self._differences.setVisible(len(titles) > 1)

    def _fit_names(self) -> None:
        """Show names, amounts and heads whole: below the other cards where there is no room for that beside them."""
        names, amounts = column_rooms(self._compare.rows)
        needed = names + sum(amounts) + 1
        self._stack(stacked=len(amounts) > 1 and needed > self._room_beside())
        table = self._compare_table
        table.setMinimumHeight((len(self._compare.rows) + 1) * _ROW + 24 if self._is_stacked else 0)
        least = max(amounts, default=_LEAST)
        room = table.viewport().width() - least * len(amounts)
        table.horizontalHeader().setMinimumSectionSize(min(_LEAST, least))
        table.setColumnWidth(0, max(_NAMES, min(names, room)))
        self._show_heads((table.viewport().width() - table.columnWidth(0)) // max(1, len(amounts)))

    @property
    def _is_stacked(self) -> bool:
        return self._columns.direction() is QBoxLayout.Direction.TopToBottom

    def _room_beside(self) -> int:
        """Return how wide the comparison can be beside the cards of the plan."""
        cards = max(self._basics.minimumSizeHint().width(), self._people_card.minimumSizeHint().width())
        return self.width() - cards - _AROUND

    def _stack(self, *, stacked: bool) -> None:
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        if stacked is not self._is_stacked:
            self._columns.setDirection(down if stacked else across)
            self._left.setDirection(across if stacked else down)
            self._left.setStretch(1, 1 if stacked else 0)
            self._left.setStretch(2, 0 if stacked else 1)

    def _show_heads(self, width: int) -> None:
        """Say the names of the alternatives in one line, or in two where one is too narrow."""
        heads = [RecordColumn(key="name", head=HeadCell(text=""), width=_NAMES)]
        heads += [RecordColumn(key=str(at), head=two_line_head(title, width)) for at, title in enumerate(self._titles)]
        self._compare_table.horizontalHeader().setFixedHeight(_TALL if any(one.head.under for one in heads) else _ROW)
        self._compare.show_heads(heads)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names of the comparison the room that is there now."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit_names)  # the table has its width a turn later

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the columns of the comparison when it got another width."""
        if event.type() == QEvent.Type.Resize and watched is self._compare_table.viewport():
            QTimer.singleShot(0, self, self._fit_names)
        return super().eventFilter(watched, event)

    def _show_columns(self, titles: tuple[str, ...]) -> None:
        """Take another model where there are other alternatives: columns of one do not change."""
        heads = [RecordColumn(key="name", head=HeadCell(text=""), width=_NAMES)]
        heads += [RecordColumn(key=str(at), head=HeadCell(text=title, right=True)) for at, title in enumerate(titles)]
        before = self._compare
        self._compare = RecordModel(heads, self)
        self._compare_table.setModel(self._compare)
        before.deleteLater()
        head = self._compare_table.horizontalHeader()
        head.setMinimumSectionSize(_LEAST)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self._compare_table.setColumnWidth(0, _NAMES)

    def _compare_row(self, row: CompareRow) -> RecordRow:
        cells: list[Cell] = [TextCell(text=row.name, tone="text2")]
        for cell in row.cells:
            if cell.outcome is not None and cell.outcome != "pass":
                shown = status_cell(cell.outcome, self.bench.language)
                cells.append(StatusCell(status=shown.status, word=cell.text, right=True))
            else:
                cells.append(TextCell(text=cell.text, right=True, bold=row.key == "planned"))
        texts = (row.name, *(cell.text for cell in row.cells))
        figures: tuple[Figure | None, ...] = (None, *(cell.figure for cell in row.cells))
        return RecordRow(id=row.key, cells=tuple(cells), texts=texts, figures=figures)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _people_editing(self, group: str, column: str) -> Editing | None:
        one = next((each for each in self.bench.plan.people if each.id == group), None)
        if one is None:
            return None
        if column == "name":
            return Editing(text=self.bench.text(one.title), reader=name_reader())
        return Editing(text=str(one.count), reader=integer_reader(minimum=1))

    def _commit_people(self, group: str, column: str, value: object) -> None:
        if column == "name" and str(value).strip():
            self.bench.do(people_edits.rename_people_edit(group, str(value)))
        elif column == "count" and isinstance(value, int):
            self.bench.do(people_edits.count_people_edit(group, value))

    def start_adding(self) -> bool:
        """Add a group of people."""
        name, edit = people_edits.add_people_edit(self.bench.plan)
        if self.bench.do(edit):
            self.reveal(name)
        return True

    def _paste_people(self, rows: object) -> None:
        """Paste a block: groups with how many they are, or numbers into the rows from the marked one on."""
        from desktop_app.services.pasting_lists import pasted_people

        assert isinstance(rows, tuple)
        column, below = below_current(self._people_table, self._people)
        self.bench.paste(lambda: pasted_people(self.bench.plan, rows, column, below))

    def _remove_people(self, rows: object) -> None:
        groups = [self._people.rows[row].id for row in self._people_table.selected_rows()]
        if groups:
            self.bench.do(people_edits.remove_people_edit(groups))

    def reveal(self, subject: str) -> None:
        """Mark a group of people, or put the focus into a field."""
        row = self._people.row_of(subject)
        if row >= 0:
            self._people_table.go_to(row, 0)
            self._people_table.setFocus()
            return
        field = self._form.field(subject)
        if field is not None:
            field.setFocus()

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if index.data(ID_ROLE) and isinstance(figure, Figure):
            self.bench.explain(figure)

"""The view of what nobody could verify: every such number with its own value, which is typed where it stands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.services.limit_list import (
    LimitRow,
    back_edit,
    is_own,
    limit_groups,
    limit_text,
    listed_limits,
    topic_of,
    typed_limit,
)
from desktop_app.window.models.record_model import FIGURE_ROLE, ID_ROLE, Editing, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.cells import EMPTY, Cell, GroupCell, HeadCell, TextCell
from desktop_app.window.parts.column_room import size_columns
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.reading import Understood
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.wording import Wording
from planner.figure import Figure
from planner.messages import Message, msg
from planner.plan.edits import Batch, RemovePart, SetValue

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_GROUP = "group-"
_COLUMNS: tuple[tuple[str, Message, bool, int], ...] = (
    ("name", msg("limits.head.name", "Number"), False, 330),
    ("value", msg("limits.head.value", "In this plan"), True, 120),
    ("customary", msg("limits.head.customary", "Customary"), True, 110),
    ("checks", msg("limits.head.checks", "Found by it"), False, 110),
    ("source", msg("limits.head.source", "Source"), False, 260),
)
_NOTE = msg(
    "limits.note",
    "Nobody could read these numbers at their source. Where you know better, type your own over them; everything is "
    "reckoned anew. An empty cell brings the customary number back.",
)


class LimitPage(QWidget):
    """A table by topic; a number is edited in its cell, Delete brings the customary one back."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._sized = ""
        self._shut: set[str] = set()
        self._model = RecordModel(self._columns(), self)
        self._model.edit_with(self._editing)
        self._model.committed.connect(self._commit)
        self.table = RecordTable()
        self.table.setObjectName("limit-table")
        self.table.setModel(self._model)
        self.table.clicked.connect(self._explain)
        self.table.group_toggled.connect(self._toggle)
        self.table.deleted.connect(self._restore)
        self.table.pasted.connect(bench.tell_no_paste)
        self.table.dropped.connect(bench.tell_dropped)
        self._wording.put(self.table.setAccessibleName, msg("limits.title", "Numbers that nobody verified"))
        note = label(tone="text2", wrap=True)
        note.setObjectName("limit-note")
        self._wording.put(note.setText, _NOTE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(note)
        layout.addWidget(self.table, 1)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return tuple(
            RecordColumn(key=key, head=HeadCell(text=text(said), right=right), width=width)
            for key, said, right, width in _COLUMNS
        )

    def show_plan(self) -> None:
        """Show the numbers that the plan on the bench reckons with."""
        language = self._bench.language
        rows: list[RecordRow] = []
        for group in limit_groups(self._bench.assessment, language):
            is_open = group.topic not in self._shut
            head = GroupCell(text=group.title, count=str(len(group.rows)), open=is_open)
            empty = [""] * (len(_COLUMNS) - 1)
            rows.append(
                RecordRow(
                    id=f"{_GROUP}{group.topic}",
                    cells=(head, *(None for _ in empty)),
                    texts=(group.title, *empty),
                    group=True,
                )
            )
            rows += [_row(one) for one in group.rows] if is_open else []
        self._model.show_rows(rows)
        self.table.set_language(language)
        if self._sized != language:
            self._sized = language
            self._model.show_heads(self._columns())
            size_columns(self.table, [column.width for column in self._model.columns], stretch=4, widest={0: 400})

    def go_to(self, key: str) -> bool:
        """Mark a number to type over; False where there is no such one."""
        self._shut.discard(topic_of(key))
        self.show_plan()
        row = self._model.row_of(key)
        if row < 0:
            return False
        self.table.go_to(row, 1)
        self.table.setFocus()
        return True

    def _toggle(self, row: int) -> None:
        self._shut ^= {self._model.rows[row].id.removeprefix(_GROUP)}
        self.show_plan()

    def _editing(self, key: str, column: str) -> Editing | None:
        if column != "value":
            return None
        return Editing(text=limit_text(self._bench.plan, key, self._bench.language), reader=partial(self._read, key))

    def _read(self, key: str, text: str, language: str) -> Understood:
        desk = self._bench.desk
        edit, said = typed_limit(self._bench.plan, key, text, language, desk.store.catalog.get)
        return Understood(value=edit, echo=said)

    def _commit(self, _key: str, _column: str, value: object) -> None:
        if isinstance(value, (SetValue, RemovePart)):  # None where nothing changes
            self._bench.do(value)

    def _restore(self, _cells: object) -> None:
        rows = [self._model.rows[row].id for row in self.table.selected_rows()]
        own = [key for key in rows if key in listed_limits() and is_own(self._bench.plan, key)]
        if own:
            self._bench.do(Batch(edits=tuple(back_edit(self._bench.plan, key) for key in own)))

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if index.data(ID_ROLE) and isinstance(figure, Figure):
            self._bench.explain(figure)


def _row(one: LimitRow) -> RecordRow:
    cells: tuple[Cell, ...] = (
        TextCell(text=one.name),
        TextCell(text=one.value, right=True, bold=one.is_own, assumed=one.is_assumed),
        TextCell(text=one.customary, right=True, tone="text2"),
        TextCell(text=" ".join(one.checks)) if one.checks else EMPTY,
        TextCell(text=one.source, tone="text2"),
    )
    texts = (one.name, one.value, one.customary, " ".join(one.checks), one.source)
    return RecordRow(
        id=one.key,
        cells=cells,
        texts=texts,
        figures=(None, one.figure, None, None, None),
        tips=(one.name, "", "", "", one.source),
    )

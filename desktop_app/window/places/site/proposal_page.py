"""What would change in the plan, row by row, before it is done: answers of a survey sheet, cords of a planned wiring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from desktop_app.window.look.tokens import Status
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell, TickCell
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.word_room import widen_for_states
from desktop_app.window.wording import Wording
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench


class ProposalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row: its state as icon and word, then what it is about, what stands there, what would, and what is to be said."""

    id: str
    status: Status
    word: str
    about: str
    before: str
    after: str
    typed: str
    note: str
    cell: str = ""
    is_assumed: bool = False
    ticked: bool | None = None  # None: the row cannot be left out


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A page: title, a sentence on the whole, a warning ('' for none), rows, and what the button does ('' where nothing)."""

    title: str
    summary: str
    warning: str
    rows: tuple[ProposalRow, ...]
    apply: str


class ProposalPage(QWidget):
    """``accepted`` is told by the button that does it, ``left`` by the one that leaves everything as it is, and by Esc.

    ``ticked`` brings the ids of the rows that are taken, when the user ticks or unticks some.
    """

    accepted = Signal()
    left = Signal()
    ticked = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._title = label(size="title", bold=True)
        self._title.setObjectName("proposal-title")
        self._summary = label(tone="text2", wrap=True)
        self._summary.setObjectName("proposal-summary")
        self._warning = label(tone="warn", wrap=True)
        self._warning.setObjectName("proposal-warning")
        self._remark = label(size="caption", tone="text2", wrap=True)
        self._remark.setObjectName("proposal-remark")
        for one in (self._summary, self._warning, self._remark):
            one.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._model = RecordModel(self._columns(), self)
        self.table = RecordTable()
        self.table.setObjectName("proposal-table")
        self.table.setModel(self._model)
        self.table.pasted.connect(bench.tell_no_paste)
        self.table.current_moved.connect(self._say_remark)
        self._wording.put(self.table.setAccessibleName, msg("proposal.table", "What would change"))
        for at, column in enumerate(self._model.columns):
            self.table.setColumnWidth(at, column.width)
        self.table.clicked.connect(self._click)
        self.table.installEventFilter(self)
        self._rows: tuple[ProposalRow, ...] = ()
        self._all = self._ticking("proposal-all", msg("proposal.all", "Tick all"), ticked=True)
        self._none = self._ticking("proposal-none", msg("proposal.none", "Untick all"), ticked=False)
        self.table.horizontalHeader().setSectionResizeMode(6, QHeaderView.ResizeMode.Stretch)
        self._apply = Button(kind="primary")
        self._apply.setObjectName("proposal-apply")
        self._apply.clicked.connect(self.accepted)
        self._leave = Button(kind="plain")
        self._leave.setObjectName("proposal-leave")
        self._wording.put(self._leave.setText, msg("proposal.leave", "Close without changes"))
        self._leave.clicked.connect(self.left)
        self._lay_out()

    def _ticking(self, name: str, said: Message, *, ticked: bool) -> Button:
        made = Button(kind="plain", small=True)
        made.setObjectName(name)
        self._wording.put(made.setText, said)
        made.clicked.connect(partial(self._tick_all, ticked=ticked))
        return made

    def _lay_out(self) -> None:
        head = QHBoxLayout()  # the buttons stand where no message covers them
        head.addWidget(self._title, 1)
        head.addWidget(self._apply)
        head.addWidget(self._leave)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        for one in (self._summary, self._warning, self._remark):
            layout.addWidget(one)
        ticks = QHBoxLayout()
        ticks.addWidget(self._all)
        ticks.addWidget(self._none)
        ticks.addStretch(1)
        layout.addLayout(ticks)
        layout.addWidget(self.table, 1)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="take", head=HeadCell(text=text(msg("proposal.take", "Take"))), width=56),
            RecordColumn(key="state", head=HeadCell(text=text(msg("proposal.state", "State"))), width=116),
            RecordColumn(key="about", head=HeadCell(text=text(msg("proposal.about", "About"))), width=190),
            RecordColumn(key="before", head=HeadCell(text=text(msg("proposal.before", "Now"))), width=100),
            RecordColumn(key="after", head=HeadCell(text=text(msg("proposal.after", "Afterwards"))), width=130),
            RecordColumn(key="typed", head=HeadCell(text=text(msg("proposal.typed", "As written"))), width=120),
            RecordColumn(key="note", head=HeadCell(text=text(msg("proposal.note", "Remark"))), width=300),
        )

    @property
    def rows(self) -> tuple[ProposalRow, ...]:
        """Return the rows that are shown."""
        return self._rows

    def show_proposal(self, shown: Proposal) -> None:
        """Show what would change, and say what the button does."""
        self._title.setText(shown.title)
        self._summary.setText(shown.summary)
        self._warning.setText(shown.warning)
        self._warning.setVisible(bool(shown.warning))
        self._model.show_heads(self._columns())
        self.table.setColumnHidden(5, not any(row.typed for row in shown.rows))
        self._rows = shown.rows
        ticking = any(row.ticked is not None for row in shown.rows)
        self.table.setColumnHidden(0, not ticking)
        self._all.setVisible(ticking)
        self._none.setVisible(ticking)
        self._model.show_rows([_row(one) for one in shown.rows])
        widen_for_states(self.table, self._model.rows)
        self.table.setVisible(bool(shown.rows))
        self._say_remark(self.table.currentIndex().row())
        self._apply.setText(shown.apply)
        self._apply.setVisible(bool(shown.apply))
        if not self.table.hasFocus() and not self._all.hasFocus() and not self._none.hasFocus():  # not while ticking
            (self._apply if shown.apply else self._leave).setFocus()

    # --- leaving rows out --------------------------------------------------------------------------------------------

    def _click(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self._toggle((index.row(),))

    def _toggle(self, rows: Sequence[int]) -> None:
        """Tick rows, or untick them where all of them are ticked."""
        some = [self._rows[at] for at in rows if self._rows[at].ticked is not None]
        if some:
            self._set_ticks({row.id for row in some}, ticked=not all(row.ticked for row in some))

    def _tick_all(self, _checked: bool = False, *, ticked: bool) -> None:
        self._set_ticks({row.id for row in self._rows}, ticked=ticked)

    def _set_ticks(self, rows: set[str], *, ticked: bool) -> None:
        taken = {row.id for row in self._rows if row.ticked}
        self.ticked.emit(frozenset(taken | rows if ticked else taken - rows))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tick and untick the marked rows with the space bar."""
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if watched is self.table and pressed and event.key() == Qt.Key.Key_Space:  # type: ignore[attr-defined]
            self._toggle(tuple(self.table.selected_rows()))
            return True
        return super().eventFilter(watched, event)

    def _say_remark(self, row: int, _column: int = 0) -> None:
        """Say the whole remark of the row that is marked: a column may be too narrow for it."""
        texts = self._model.rows[row].texts if 0 <= row < len(self._model.rows) else ()
        said = (
            msg("proposal.remark", "{about}: {note}", about=texts[2], note=texts[-1]) if texts and texts[-1] else None
        )
        self._remark.setText("" if said is None else self._bench.text(said))
        self._remark.setVisible(bool(self._remark.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave everything as it is with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


_TICKS = {True: "☑", False: "☐", None: ""}


def _row(one: ProposalRow) -> RecordRow:
    texts = (_TICKS[one.ticked], one.word, one.about, one.before, one.after, one.typed, one.note)
    cells: tuple[Cell, ...] = (
        TextCell(text="") if one.ticked is None else TickCell(ticked=one.ticked),
        StatusCell(status=one.status, word=one.word),
        TextCell(text=one.about),
        TextCell(text=one.before or "—", tone="text2" if one.before else "disabled"),
        TextCell(text=one.after, bold=True, assumed=one.is_assumed),
        TextCell(text=one.typed, detail=one.cell, tone="text2", detail_tone="text3"),
        TextCell(text=one.note, tone="text2"),
    )
    return RecordRow(id=one.id, cells=cells, texts=texts, tips=texts)

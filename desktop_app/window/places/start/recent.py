"""The plans of the workspace, last changed first: what each comes to, how it stands, and what is to do in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent

from desktop_app.services.start_page import RecentPlan, RecentState
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from desktop_app.window.look.tokens import Status
    from desktop_app.window.workbench import Workbench

_STATUS: dict[str, Status] = {"error": "error", "warn": "warn", "unknown": "unknown", "ok": "ok"}
_WIDTHS = {"total": 110, "status": 130, "todo": 170, "when": 130}
_NARROW_WIDTHS = {"total": 80, "status": 104, "todo": 150, "when": 110}
_ROOMY = 720
_HEAD, _ROW = 28, 28


class RecentTable(RecordTable):
    """Enter or a double click opens a plan, Delete takes it off the list."""

    opened = Signal(str)
    removed = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("recent-plans")
        self._bench = bench
        self._wording = Wording(bench, self)
        self._wording.put(self.setAccessibleName, msg("start.recent", "Recent plans"))
        self.records = RecordModel(self._columns(), self)
        self.setModel(self.records)
        self.set_language(bench.language)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._open_index)
        self.deleted.connect(self._remove)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="title", head=HeadCell(text=text(msg("start.plan", "Plan")))),
            RecordColumn(key="total", head=HeadCell(text=text(msg("start.total.short", "Total")), right=True)),
            RecordColumn(key="status", head=HeadCell(text=text(msg("start.state", "Checks")))),
            RecordColumn(key="todo", head=HeadCell(text=text(msg("start.todos", "To do")))),
            RecordColumn(key="when", head=HeadCell(text=text(msg("start.changed", "Last changed")), right=True)),
        )

    def show_plans(self, plans: Sequence[RecentPlan], states: Mapping[str, RecentState]) -> None:
        """Show plans with what is known of them so far."""
        self.records.show_rows([self._row(one, states.get(one.id)) for one in plans])
        self.setFixedHeight(_HEAD + _ROW * len(plans) + 2)

    def retranslate(self) -> None:
        """Say the heads in the new language."""
        self.set_language(self._bench.language)
        self.records.show_heads(self._columns())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the title what the other columns leave."""
        super().resizeEvent(event)
        room = self.viewport().width()
        widths = _WIDTHS if room >= _ROOMY else _NARROW_WIDTHS
        for key, taken in widths.items():
            self.setColumnWidth(self.records.column_of(key), taken)
        self.setColumnWidth(0, max(140, room - sum(widths.values())))

    def _row(self, plan: RecentPlan, state: RecentState | None) -> RecordRow:
        text = self._bench.text
        title = text(plan.title)
        if state is None:
            cells: tuple[Cell | None, ...] = (
                TextCell(text=title, bold=True),
                TextCell(text="…", right=True, tone="text3"),
                None,
                None,
                TextCell(text=plan.when, right=True, tone="text2"),
            )
            return RecordRow(id=plan.id, cells=cells, texts=(title, "", "", "", plan.when))
        word, todo = text(state.word), text(state.todo) if state.todo else ""
        tip = text(state.tip) if state.tip else ""
        cells = (
            TextCell(text=title, bold=True),
            TextCell(text=state.total, right=True),
            StatusCell(status=_STATUS[state.status], word=word),
            TextCell(text=todo, tone="text2"),
            TextCell(text=plan.when, right=True, tone="text2"),
        )
        texts = (title, state.total, word, todo, plan.when)
        return RecordRow(id=plan.id, cells=cells, texts=texts, tips=("", "", tip, "", ""))

    def _open_index(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self.records.rows[index.row()].id)

    def _remove(self, _rows: object) -> None:
        rows = self.selected_rows()
        if rows:
            self.removed.emit(self.records.rows[rows[0]].id)

    def chosen(self) -> str:
        """Return the plan that is marked, '' for none."""
        rows = self.selected_rows()
        return self.records.rows[rows[0]].id if rows else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open_index(self.currentIndex())
            return
        super().keyPressEvent(event)

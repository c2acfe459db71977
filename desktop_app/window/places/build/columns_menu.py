"""The menu that shows and hides columns of the lines table; what was chosen last is kept in the settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.window.parts.plain import keyless
from desktop_app.window.parts.word_room import widen_for_states
from planner.errors import PlannerError

if TYPE_CHECKING:
    from desktop_app.window.models.record_model import RecordModel
    from desktop_app.window.parts.record_table import RecordTable
    from desktop_app.window.workbench import Workbench

_KEY = "window.build.columns"
_FIRST_TO_GO = "range"


class ColumnsMenu(QMenu):
    """A tick for each column but the first."""

    def __init__(self, bench: Workbench, table: RecordTable, model: RecordModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._table = table
        self._model = model
        self._squeezed = False
        self.aboutToShow.connect(self._fill)

    def restore(self) -> None:
        """Hide what was hidden last, or what is hidden until somebody asks for it."""
        kept = self._bench.desk.store.settings.get(_KEY)
        for at, column in enumerate(self._model.columns):
            hidden = column.key in kept if isinstance(kept, list) else column.hidden
            self._table.setColumnHidden(at, hidden)

    def squeeze(self, narrow: bool) -> None:
        """Let the range of prices go where the window is narrow, so that the names have room; it comes back with it."""
        if narrow == self._squeezed:
            return
        self._squeezed = narrow
        kept = self._bench.desk.store.settings.get(_KEY)
        at = next(number for number, column in enumerate(self._model.columns) if column.key == _FIRST_TO_GO)
        self._table.setColumnHidden(at, narrow or (isinstance(kept, list) and _FIRST_TO_GO in kept))

    def _fill(self) -> None:
        self.clear()
        for at, column in enumerate(self._model.columns):
            if at == 0:
                continue
            action = QAction(keyless(column.head.text), self)
            action.setCheckable(True)
            action.setChecked(not self._table.isColumnHidden(at))
            action.toggled.connect(partial(self._show_column, at))
            self.addAction(action)

    def _show_column(self, at: int, shown: bool) -> None:
        self._table.setColumnHidden(at, not shown)
        widen_for_states(self._table, self._model.rows, first=1)
        head = self._table.horizontalHeader()
        if not shown and head.sortIndicatorSection() == at:  # an order whose arrow nobody sees looks like disorder
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        before = self._bench.desk.store.settings.get(_KEY)
        held = self._squeezed and not (isinstance(before, list) and _FIRST_TO_GO in before)
        hidden = [
            column.key
            for number, column in enumerate(self._model.columns)
            if self._table.isColumnHidden(number) and not (held and column.key == _FIRST_TO_GO)
        ]
        try:
            self._bench.desk.store.settings.set(_KEY, hidden)
        except PlannerError as fault:
            self._bench.tell_fault(fault)

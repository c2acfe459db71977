"""The menu that shows and hides columns of the lines table; what was chosen last is kept in the settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from planner.errors import PlannerError

if TYPE_CHECKING:
    from desktop_app.window.models.record_model import RecordModel
    from desktop_app.window.parts.record_table import RecordTable
    from desktop_app.window.workbench import Workbench

_KEY = "window.build.columns"


class ColumnsMenu(QMenu):
    """A tick for each column but the first."""

    def __init__(self, bench: Workbench, table: RecordTable, model: RecordModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._table = table
        self._model = model
        self.aboutToShow.connect(self._fill)

    def restore(self) -> None:
        """Hide what was hidden last, or what is hidden until somebody asks for it."""
        kept = self._bench.desk.store.settings.get(_KEY)
        for at, column in enumerate(self._model.columns):
            hidden = column.key in kept if isinstance(kept, list) else column.hidden
            self._table.setColumnHidden(at, hidden)

    def _fill(self) -> None:
        self.clear()
        for at, column in enumerate(self._model.columns):
            if at == 0:
                continue
            action = QAction(column.head.text, self)
            action.setCheckable(True)
            action.setChecked(not self._table.isColumnHidden(at))
            action.toggled.connect(partial(self._show_column, at))
            self.addAction(action)

    def _show_column(self, at: int, shown: bool) -> None:
        self._table.setColumnHidden(at, not shown)
        head = self._table.horizontalHeader()
        if not shown and head.sortIndicatorSection() == at:  # an order whose arrow nobody sees looks like disorder
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        hidden = [column.key for number, column in enumerate(self._model.columns) if self._table.isColumnHidden(number)]
        try:
            self._bench.desk.store.settings.set(_KEY, hidden)
        except PlannerError as fault:
            self._bench.tell_fault(fault)

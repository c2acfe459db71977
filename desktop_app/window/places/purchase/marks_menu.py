"""The menu of the parameters: their mark, of all that are selected in one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.services.parameter_marks import DERIVED
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.parts.record_table import RecordTable
    from desktop_app.window.workbench import Workbench

_CHOICES = (
    ("star", msg("purchase.mark.star", "★ must be met")),
    ("important", msg("purchase.mark.important", "▲ weighs")),
    ("general", msg("purchase.mark.general", "no mark")),
    (DERIVED, msg("purchase.mark.again", "as derived")),
)


class MarksMenu(QObject):
    """Opens on a right click; ``taken`` gets the mark that was chosen."""

    def __init__(self, bench: Workbench, table: RecordTable, taken: Callable[[str], None]) -> None:
        super().__init__(table)
        self._bench = bench
        self._table = table
        self._taken = taken
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._offer)

    def _offer(self, spot: QPoint) -> None:
        menu = QMenu(self._table)
        for mark, said in _CHOICES:
            action = QAction(self._bench.text(said), menu)
            action.setEnabled(bool(self._table.selected_rows()))
            action.triggered.connect(partial(self._take, mark))
            menu.addAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._table.viewport().mapToGlobal(spot))

    def _take(self, mark: str, _checked: bool = False) -> None:
        self._taken(mark)

"""By which column a table is sorted, and when its rows may move: never while a cell is being edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.record_table import RecordTable

R = TypeVar("R")
Id = Callable[[Any], str]


class HeadSort(QObject):
    """Follows clicks on the heads of ``table``; ``refill`` prepares the rows anew, ordered through ``ordered``.

    The order is of the view alone: no edit, and it outlasts edits, alternatives and languages. An edit that changes the
    place of its row takes effect when the editor is gone, so that Enter goes to the row that stood below.
    """

    def __init__(self, table: RecordTable, model: RecordModel, refill: Callable[[], None]) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._refill = refill
        self._column = ""
        self._descending = False
        self._late = False
        table.set_sortable()
        model.sort_asked.connect(self._ask)
        table.edit_ended.connect(self._catch_up)

    def follow(self, model: RecordModel) -> None:
        """Follow another model of the table; its order stays where it has the column, under the place of its own."""
        self._model = model
        model.sort_asked.connect(self._ask)
        at = model.column_of(self._column) if self._column else -1
        if at < 0:
            self._column = ""
        head = self._table.horizontalHeader()
        blocked = head.blockSignals(True)
        head.setSortIndicator(at, head.sortIndicatorOrder())
        head.blockSignals(blocked)

    @property
    def is_sorted(self) -> bool:
        """Tell whether the rows stand in another order than their own."""
        return bool(self._column)

    def ordered(
        self,
        records: Sequence[R],
        order: Callable[[Sequence[R], str, bool], Sequence[R]],
        row_id: Id = attrgetter("id"),
    ) -> Sequence[R]:
        """Return records as ``order`` (records, column, descending) sorts them; as they are shown while a cell is edited.

        ``row_id`` gives the id of the row that a record becomes.
        """
        found = order(records, self._column, self._descending) if self._column else records
        if not self._table.is_editing or not (self._column or self._late):
            return found
        self._late = True
        shown = {row.id: at for at, row in enumerate(self._model.rows)}
        return sorted(found, key=lambda one: shown.get(row_id(one), len(shown)))

    def _ask(self, column: str, descending: bool) -> None:
        self._column, self._descending = column, descending
        if self._table.is_editing:
            self._late = True
            self._table.end_edit()
        self._move()

    def _catch_up(self) -> None:
        if self._late and not self._table.is_editing:
            self._late = False
            self._move()

    def _move(self) -> None:
        """Bring the rows into order; the current cell stays in sight where it was."""
        view = self._table
        seen = view.viewport().rect().intersects(view.visualRect(view.currentIndex()))
        self._refill()
        if seen:
            view.scrollTo(view.currentIndex())

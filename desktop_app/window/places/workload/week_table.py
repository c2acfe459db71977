"""A table of numbers of the week: as high as its rows, each number explained by a click; sorted by nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView

from desktop_app.services.workload_week import WeekLine
from desktop_app.window.models.record_model import FIGURE_ROLE, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.cells import NOT_APPLICABLE_RIGHT, Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.record_table import RecordTable
from planner.figure import Figure
from planner.messages import Message

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_HEAD, _ROW, _EDGE = 28, 38, 4
_NAME_PX = 220


class WeekTable(RecordTable):
    """Shows ``WeekLine`` rows under heads of (key, name, width); ``marked`` is the column that carries the state."""

    def __init__(
        self, bench: Workbench, columns: Sequence[tuple[str, Message, int]], first: Message, marked: str = ""
    ) -> None:
        super().__init__(row="row_two_line")
        self._bench, self._heads, self._first, self._marked = bench, columns, first, marked
        self._model = RecordModel(self._columns(), self)
        self.setModel(self._model)
        for at, column in enumerate(self._model.columns):
            self.setColumnWidth(at, column.width)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._explain)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        name = RecordColumn(key="name", head=HeadCell(text=text(self._first)), width=_NAME_PX)
        rest = [
            RecordColumn(key=key, head=HeadCell(text=text(said), right=True), width=width)
            for key, said, width in self._heads
        ]
        return (name, *rest)

    def retranslate(self) -> None:
        """Say the heads in the new language."""
        self._model.show_heads(self._columns())

    def show_lines(self, lines: Sequence[WeekLine]) -> None:
        """Show rows, and be as high as they are."""
        self._model.show_rows([self._record(one) for one in lines])
        self.setFixedHeight(_HEAD + len(lines) * _ROW + _EDGE)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the rows from the top."""
        return tuple(row.id for row in self._model.rows)

    def id_at(self, row: int) -> str:
        """Return the id of a row, '' where there is none."""
        return self._model.rows[row].id if 0 <= row < len(self._model.rows) else ""

    def _record(self, one: WeekLine) -> RecordRow:
        cells: list[Cell] = [TextCell(text=one.name, under=one.detail, bold=one.bold)]
        for (key, _said, _width), text, figure in zip(self._heads, one.texts, one.figures, strict=True):
            cells.append(self._cell(one, key, text, figure))
        return RecordRow(
            id=one.id,
            cells=tuple(cells),
            texts=(one.name, *one.texts),
            figures=(None, *one.figures),
            tips=(one.detail,),
        )

    def _cell(self, one: WeekLine, key: str, text: str, figure: Figure | None) -> Cell:
        if key == self._marked and one.state:
            return StatusCell(status=one.state, word=text, right=True, tinted=one.state == "error", bold=one.bold)
        if figure is not None and not figure.known and text and one.state != "error":
            return StatusCell(status="unknown", word=text, right=True)
        if not text:
            return NOT_APPLICABLE_RIGHT
        return TextCell(
            text=text, right=True, bold=one.bold, assumed=figure is not None and figure.quality == "assumed"
        )

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self._bench.explain(figure)

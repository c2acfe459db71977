"""The card of own machines, renting and API: what a week of each costs, and from which use owning pays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.services.sources_table import FIELDS, SourceRow, sources_shown
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.models.record_model import FIGURE_ROLE, ID_ROLE, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.cells import EMPTY, Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.pictures.scene_view import SceneView
from planner.figure import Figure
from planner.messages import Message, msg
from planner.pictures.break_even import break_even_scene

if TYPE_CHECKING:
    from desktop_app.window.wording import Wording
    from desktop_app.window.workbench import Workbench
    from planner.advice.sources import Sourcing
    from planner.pictures.scene import Spot

_ROW = 28
_COLUMNS: tuple[tuple[str, Message, bool, int], ...] = (
    ("name", msg("sources.head.name", "Source"), False, 170),
    ("week", msg("sources.head.week", "Cost of a week"), True, 150),
    ("card_hour", msg("sources.head.card_hour", "Used card-hour"), True, 140),
    ("hours", msg("sources.head.hours", "Card-hours a week"), True, 160),
    ("state", msg("build.head.check", "Check"), False, 110),
)


class SourcesCard(Card):
    """Fields, a sentence, the table, and the picture of the two that are compared."""

    def __init__(self, bench: Workbench, wording: Wording) -> None:
        super().__init__()
        self._bench = bench
        self._figures: dict[str, Figure] = {}
        self.found: Sourcing | None = None
        """The sources that are shown, None where a number of the workload cannot be."""
        self.setObjectName("cost-sources")
        wording.put(self.title.setText, msg("sources.title", "Own, rent or API"))
        self.title.show()
        self._form = FieldForm(bench, columns=2)
        self._verdict = label(wrap=True)
        self._verdict.setObjectName("sources-verdict")
        self._model = RecordModel(self._columns(), self)
        self.table = RecordTable()
        self.table.setObjectName("sources-table")
        self.table.setModel(self._model)
        self.table.clicked.connect(self._explain)
        self.table.pasted.connect(bench.tell_no_paste)
        wording.put(self.table.setAccessibleName, msg("sources.title", "Own, rent or API"))
        for at, column in enumerate(self._model.columns):
            self.table.setColumnWidth(at, column.width)
        self.table.horizontalHeader().setSectionResizeMode(len(_COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        self.picture = SceneView()
        self.picture.setObjectName("cost-even")
        self.picture.stand_whole()
        self.picture.pressed.connect(self._explain_spot)
        self._notes = label(size="caption", tone="text2", wrap=True)
        self._notes.setObjectName("sources-notes")
        for part in (self._form, self._verdict, self.table, self._notes, self.picture):
            self.body.addWidget(part)

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return tuple(
            RecordColumn(key=key, head=HeadCell(text=text(said), right=right), width=width)
            for key, said, right, width in _COLUMNS
        )

    def retranslate(self) -> None:
        """Say the heads in the new language."""
        self._model.show_heads(self._columns())

    def show_plan(self) -> None:
        """Show the sources of the alternative on the bench."""
        self._form.show_fields([FieldSpec(path=path, name=name) for path, name in FIELDS])
        offers = self._bench.desk.store.catalog.items("cloud_offer")
        shown = sources_shown(self._bench.assessment, offers, self._bench.language)
        self.found = shown.found
        self._verdict.setText(shown.fault or shown.verdict)
        self.table.setVisible(bool(shown.rows))
        self.table.setFixedHeight((len(shown.rows) + 1) * _ROW + 8)
        self._model.show_rows([_row(one) for one in shown.rows])
        self._notes.setText("\n".join(f"{row.name}: {' '.join(row.notes)}" for row in shown.rows if row.notes))
        self.picture.setVisible(shown.found is not None)
        if shown.found is None:
            return
        found = shown.found
        self._figures = {one.key: one for one in (found.equal_hours, *(each.week for each in found.sources))}
        title = self._bench.alternative.title
        self.picture.draw(partial(break_even_scene, found, title, self._bench.language))

    def field(self, path: str) -> QWidget | None:
        """Return the field of a path, None where the card has none."""
        return self._form.field(path)

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if index.data(ID_ROLE) and isinstance(figure, Figure):
            self._bench.explain(figure)

    def _explain_spot(self, spot: Spot) -> None:
        if spot.key in self._figures:
            self._bench.explain(self._figures[spot.key])


def _row(one: SourceRow) -> RecordRow:
    state = StatusCell(status=one.status, word=one.state) if one.status else EMPTY
    cells: tuple[Cell, ...] = (
        TextCell(text=one.name),
        _amount(one.week, one.figures[1]),
        _amount(one.card_hour, one.figures[2]),
        _amount(one.hours, one.figures[3]),
        state,
    )
    texts = (one.name, one.week, one.card_hour, one.hours, one.state)
    return RecordRow(id=one.id, cells=cells, texts=texts, figures=one.figures)


def _amount(text: str, figure: Figure | None) -> Cell:
    if figure is not None and not figure.known:
        return StatusCell(status="unknown", word=text, right=True)
    return TextCell(text=text, right=True)

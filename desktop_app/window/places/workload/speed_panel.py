"""How fast an entry runs on a candidate: figures with their ranges, the roofline, and a field for what was measured here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services import entry_speed as service
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.parts.labels import label
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import begun, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.assess.demand import EntryFigures
    from planner.assess.terms import Terms
    from planner.catalog.items import Item
    from planner.pictures.scene import Scene, Spot
    from planner.workload.entry_job import EntryJob

_LEAST_MM, _HIGH_MM = 110.0, 40.0
_COLUMNS = 2


class SpeedPanel(QWidget):
    """Figures at the left, the roofline at the right, the measured value below the figures."""

    changed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setProperty("part", "sheet")
        self._bench = bench
        self._wording = Wording(bench, self)
        self._demand: EntryFigures | None = None
        self._job: EntryJob | None = None
        self._card: Item | None = None
        self._speed: service.Speed | None = None
        self._labels: list[FigureLabel] = []
        self._extents: list[QLabel] = []
        self._none = label(tone="text2", wrap=True)
        self._picture = SceneView()
        self._picture.setObjectName("workload-roofline")
        self._picture.stand_whole()
        self._picture.pressed.connect(self._explain_spot)
        self._notes = label(size="caption", tone="warn", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._measured = QWidget()
        self._value, self._note = Field(), Field()
        self._fault = label(size="caption", tone="error", wrap=True)
        self._estimate = label(size="caption", tone="text2", wrap=True)
        self._keep, self._forget = Button(kind="plain", small=True), Button(kind="tool", small=True)
        self._build_measured()
        self._lay_out()

    def _build_measured(self) -> None:
        self._value.setObjectName("measured-value")
        self._value.setFixedWidth(150)
        self._note.setObjectName("measured-note")
        self._note.setMaxLength(200)
        self._wording.put(self._note.setPlaceholderText, msg("measured.note", "How it was measured"))
        self._wording.put(self._note.setAccessibleName, msg("measured.note", "How it was measured"))
        self._keep.setObjectName("measured-keep")
        self._forget.setObjectName("measured-forget")
        self._wording.put(self._keep.setText, msg("measured.keep", "Use this"))
        self._wording.put(self._forget.setText, msg("measured.forget", "Back to the estimate"))
        self._fault.setObjectName("measured-fault")
        self._value.returnPressed.connect(self._store)
        self._note.returnPressed.connect(self._store)
        self._keep.clicked.connect(self._store)
        self._forget.clicked.connect(self._drop)
        head = label(size="caption", bold=True, tone="text2")
        self._wording.put(head.setText, msg("measured.head", "Measured here"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._value)
        row.addWidget(self._note, 1)
        row.addWidget(self._keep)
        row.addWidget(self._forget)
        column = QVBoxLayout(self._measured)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        column.addWidget(head)
        column.addLayout(row)
        column.addWidget(self._fault)
        column.addWidget(self._estimate)

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(4)
        left.addWidget(self._none)
        left.addLayout(self._grid)
        left.addWidget(self._measured)
        left.addWidget(self._notes)
        left.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addLayout(left, 1)
        row.addWidget(self._picture, 1, Qt.AlignmentFlag.AlignTop)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_entry(self, demand: EntryFigures, job: EntryJob | None, card: Item | None) -> None:
        """Show an entry on a card; without a card it says to choose a column."""
        same = (self._job.id if self._job else "") == demand.entry.id and self._card is card
        self._demand, self._job, self._card = demand, job, card
        if not same:
            self._fault.setText("")
            self._value.clear()
            self._note.clear()
        known = job is not None and card is not None
        self._none.setVisible(not known)
        self._none.setText("" if known else self._bench.text(_CHOOSE))
        self._picture.setVisible(known)
        self._measured.setVisible(known)
        if job is None or card is None:
            self._show_rows(())
            self._notes.hide()
            return
        terms = service.terms_on(self._bench.assessment, card, self._bench.desk.store.catalog.items("cloud_offer"))
        self._picture.draw(partial(self._drawn, demand, job, card, terms), _LEAST_MM)
        assert self._speed is not None
        self._show_rows(self._speed.rows)
        self._notes.setText("\n".join(self._speed.notes))
        self._notes.setVisible(bool(self._speed.notes))
        self._show_measured(job, card)

    def _drawn(self, demand: EntryFigures, job: EntryJob, card: Item, terms: Terms, width_mm: float) -> Scene:
        """Return the picture for a width; rows and figures are those of the same reckoning."""
        self._speed = service.speed_of(demand, job, card, self._bench.language, (width_mm, _HIGH_MM), terms)
        return self._speed.scene

    def _show_rows(self, rows: tuple[service.SpeedRow, ...]) -> None:
        while len(self._labels) < len(rows):
            made, extent = FigureLabel(), label(size="caption", tone="text2", wrap=True)
            made.clicked.connect(self._explain_row)
            at = len(self._labels)
            self._grid.addWidget(made, 2 * at, 0, Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(extent, 2 * at + 1, 0)
            self._labels.append(made)
            self._extents.append(extent)
        for at, (made, extent) in enumerate(zip(self._labels, self._extents, strict=True)):
            made.setVisible(at < len(rows))
            extent.setVisible(at < len(rows) and bool(rows[at].extent))
            if at < len(rows):
                name = rows[at].name
                made.show_value(begun(name), rows[at].value, known=rows[at].figure.known)
                extent.setText(rows[at].extent)

    def _show_measured(self, job: EntryJob, card: Item) -> None:
        view = service.measured_view(self._bench.plan, job.id, job, card, self._bench.language)
        self._measured.setVisible(bool(view.quantity))
        if not view.quantity:
            return
        named = msg("measured.field", "{name} measured on {card}", name=view.name, card=card.name)
        self._value.setAccessibleName(self._bench.text(named))
        self._value.setToolTip(self._bench.text(named))
        self._value.set_unit(view.unit)
        self._value.setPlaceholderText(view.name)
        if not self._value.hasFocus():
            self._value.setText(view.value)
            self._note.setText(view.note)
        self._forget.setVisible(view.here)
        said = service.estimate_text(job, card, self._bench.language)
        shown = " · ".join(part for part in (view.date, view.unused, said) if part)
        self._estimate.setText(shown)
        self._estimate.setVisible(view.here and bool(view.unused or said))
        self._fault.setVisible(bool(self._fault.text()))

    # --- acts --------------------------------------------------------------------------------------------------------

    def _store(self) -> None:
        if self._job is None or self._card is None:
            return
        try:
            edit = service.measured_edit(
                self._bench.plan,
                self._job,
                self._card,
                self._value.text(),
                self._note.text(),
                self._bench.desk.today,
            )
        except PlannerError as fault:
            self._refuse(fault)
            return
        self._fault.setText("")
        self._value.set_state("")
        self._value.clearFocus()
        self._bench.do(edit)

    def _refuse(self, fault: PlannerError) -> None:
        remedy = "" if fault.remedy is None else " " + self._bench.text(fault.remedy)
        self._fault.setText(self._bench.text(fault.message) + remedy)
        self._fault.show()
        self._value.set_state("rejected")

    def _drop(self) -> None:
        if self._job is not None and self._bench.do(service.forget_measured_edit(self._job)):
            self._fault.setText("")

    def _explain_row(self) -> None:
        at = next((at for at, made in enumerate(self._labels) if made is self.sender()), -1)
        if self._speed is not None and 0 <= at < len(self._speed.rows):
            self._bench.explain(self._speed.rows[at].figure)

    def _explain_spot(self, spot: Spot) -> None:
        figure = None if self._speed is None else self._speed.figures.get(spot.key)
        if figure is not None:
            self._bench.explain(figure)


_CHOOSE = msg("speed.choose", "Press a cell of the table: its card's speed, roofline and measurements stand here.")

"""The card of a year's running: energy, bill and carbon, what they rest on, and the tariff by periods of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services.running_cost import FIELDS, PERIOD_FIELDS, RunningRow, running_rows, sample_tariff_edit
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.figure_label import FigureColumn, FigureLabel
from desktop_app.window.parts.labels import label
from planner.messages import format_figure, msg

if TYPE_CHECKING:
    from desktop_app.window.wording import Wording
    from desktop_app.window.workbench import Workbench

_GAP, _FORM_WIDTH, _FORM_WIDEST = 24, 400, 480
_BIG = ("year_cost", "year_kwh")


class RunningCard(Card):
    """Fields at the left, numbers at the right; the periods of the tariff open below."""

    def __init__(self, bench: Workbench, wording: Wording) -> None:
        super().__init__()
        self._bench = bench
        self.setObjectName("cost-running")
        wording.put(self.title.setText, msg("running.title", "Electricity in a year"))
        self.title.show()
        self._form = FieldForm(bench)
        self._figures: dict[str, FigureLabel] = {}
        self._rows: dict[str, RunningRow] = {}
        self._numbers = FigureColumn()
        self._numbers.addStretch(1)
        self.body.addLayout(side_by_side(self._form, self._numbers))
        self._notes = label(size="caption", tone="text2")
        self._notes.setObjectName("running-notes")
        self._notes.setWordWrap(True)
        self.body.addWidget(self._notes)
        self._more = self._button("running-periods")
        self._more.setCheckable(True)
        self._more.toggled.connect(self._open)
        self.body.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._periods = QWidget()
        inside = QVBoxLayout(self._periods)
        inside.setContentsMargins(0, 0, 0, 0)
        self._tariff = FieldForm(bench, columns=2)
        inside.addWidget(self._tariff)
        sample = self._button("running-sample")
        sample.clicked.connect(self._fill)
        inside.addWidget(sample, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self._periods)
        self._periods.hide()
        for button, said in ((self._more, msg("running.periods", "Time-of-use tariff")),
                             (sample, msg("running.sample", "Fill in sample prices (assumption)"))):  # fmt: skip
            wording.put(button.setText, said)

    @staticmethod
    def _button(name: str) -> Button:
        made = Button(kind="plain", small=True)
        made.setObjectName(name)
        return made

    def show_plan(self) -> None:
        """Show the year of the alternative on the bench."""
        self._form.show_fields([FieldSpec(path=path) for path in FIELDS])
        if self._more.isChecked():
            self._tariff.show_fields([FieldSpec(path=path) for path in PERIOD_FIELDS])
        rows = running_rows(self._bench.assessment.context)
        self._rows = {row.key: row for row in rows}
        for row in rows:
            if row.key not in self._figures:
                self._add(row.key)
            text = format_figure(row.figure, self._bench.language)
            known = row.figure.value is not None
            self._figures[row.key].show_value(self._bench.text(row.name), text, known=known)
        self._numbers.line_up()
        self._notes.setText("\n".join(self._bench.text(row.note) for row in rows if row.note is not None))

    def field(self, path: str) -> QWidget | None:
        """Return the field of a path, None where the card has none; the tariff opens for one of its own."""
        if path in PERIOD_FIELDS and not self._more.isChecked():
            self._more.setChecked(True)
        return self._form.field(path) or self._tariff.field(path)

    def _add(self, key: str) -> None:
        made = FigureLabel(big=key in _BIG)
        made.setObjectName(f"cost-{key}")
        made.clicked.connect(self._explain)
        self._figures[key] = made
        self._numbers.put(made)

    def _open(self, opened: bool) -> None:
        self._periods.setVisible(opened)
        if opened:
            self.show_plan()

    def _fill(self) -> None:
        self._bench.do(sample_tariff_edit())

    def _explain(self) -> None:
        key = next((name for name, made in self._figures.items() if made is self.sender()), "year_kwh")
        self._bench.explain(self._rows[key].figure)


def side_by_side(form: FieldForm, numbers: FigureColumn) -> QHBoxLayout:
    """Return a row of fields and numbers; what the window is wider than both stays free at the right."""
    row = QHBoxLayout()
    row.setSpacing(_GAP)
    form.setMinimumWidth(_FORM_WIDTH)
    form.setMaximumWidth(_FORM_WIDEST)
    row.addWidget(form, 1)
    row.addLayout(numbers)
    row.addStretch(1)
    return row

"""All that is known of one parameter: its sentence, need and build as numbers to click, proof, test, and what was found."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.parameter_marks import mark_choices, mark_key
from desktop_app.services.purchasing import ParameterLine, figure_text
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.parts.labels import ElidedLabel, label, set_tone
from desktop_app.window.places.purchase.rows import MARKS, STATUS
from planner.figure import Figure
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_ICON = 16
_ALLOWED = msg("purchase.allowed", "At the site")
_NUMBERS: tuple[tuple[str, Message], ...] = (
    ("need", msg("purchase.need", "Needed")),
    ("chosen", msg("purchase.chosen", "In the build")),
)


class ParameterDetail(QWidget):
    """Stands below the table while a parameter is marked; ``marked`` brings the mark that was chosen for it."""

    marked = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("purchase-detail")
        self.setProperty("part", "foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self._shown: ParameterLine | None = None
        self._title = ElidedLabel(bold=True)
        self._sentence = label(wrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._test = label(size="caption", tone="text2", wrap=True)
        self._mark = QLabel()
        self._found = label(wrap=True)
        self._found.setObjectName("purchase-finding")
        self._choice = ChoiceBox()
        self._choice.setObjectName("purchase-mark")
        self._choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self._choice.chosen.connect(self.marked)
        self._numbers = {name: FigureLabel() for name, _said in _NUMBERS}
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(self._title, 1)
        head.addWidget(self._choice)
        for name, number in self._numbers.items():
            number.setObjectName(f"purchase-{name}")
            number.clicked.connect(partial(self._explain, name))
            head.addWidget(number)
        finding = QHBoxLayout()
        finding.setSpacing(8)
        finding.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        finding.addWidget(self._found, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 6, 16, 10)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._sentence)
        layout.addWidget(self._test)
        layout.addLayout(finding)
        self.hide()

    def show_parameter(self, one: ParameterLine | None) -> None:
        """Show a parameter; None hides all."""
        self._shown = one
        self.setVisible(one is not None)
        if one is None:
            return
        self._title.setText("  ".join(part for part in (one.code, MARKS[one.level], one.name) if part))
        self._show_mark(one)
        self._sentence.setText(one.requirement)
        self._sentence.setVisible(bool(one.requirement))
        said = [self._bench.text(each) for each in _proofs(one)]
        self._test.setText("   ".join(said))
        self._test.setVisible(bool(said))
        for name, word in _NUMBERS:
            self._show_number(name, _ALLOWED if name == "need" and one.allowed else word)
        self._show_finding(one)

    def _show_mark(self, one: ParameterLine) -> None:
        self._choice.setVisible(not one.missing)
        words = [(key, self._bench.text(said)) for key, said in mark_choices(one)]
        self._choice.show_choices(words, mark_key(one))
        self._choice.setAccessibleName(self._bench.text(msg("purchase.mark", "Mark of the parameter")))

    def _show_number(self, name: str, word: Message) -> None:
        figure = self._figure(name)
        number = self._numbers[name]
        number.setVisible(figure is not None)
        if figure is not None:
            number.show_value(self._bench.text(word), figure_text(figure, self._bench.language), known=figure.known)

    def _show_finding(self, one: ParameterLine) -> None:
        there = one.finding is not None
        self._mark.setVisible(there)
        self._found.setVisible(there)
        if one.finding is None:
            return
        status, _word = STATUS[one.outcome]
        self._mark.setPixmap(status_pixmap(status, _ICON, self.devicePixelRatioF()))
        self._found.setText(self._bench.text(one.finding))
        set_tone(self._found, status)

    def _figure(self, name: str) -> Figure | None:
        if self._shown is None:
            return None
        return self._shown.need if name == "need" else self._shown.chosen

    def _explain(self, name: str) -> None:
        figure = self._figure(name)
        if figure is not None:
            self._bench.explain(figure)


def _proofs(one: ParameterLine) -> list[Message]:
    found: list[Message] = []
    if one.basis:
        found.append(msg("purchase.detail.basis", "Rests on: {basis}", basis=one.basis))
    if one.evidence:
        found.append(msg("purchase.detail.evidence", "Proof: {evidence}", evidence=one.evidence))
    if one.acceptance:
        found.append(msg("purchase.detail.acceptance", "Test on delivery: {test}", test=one.acceptance))
    return found

"""The foot of the lines table: sums that can be clicked to see where they come from."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.services.build_table import build_sums
from desktop_app.services.least_money import (
    Least,
    contingency_is_set,
    end_least,
    lines_least,
    planned_least,
    total_words,
)
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.figure_label import FigureLabel
from planner.messages import Message, msg
from planner.rounding import rest_shown, rounded

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_SUMS = ("chosen", "contingency", "planned", "planned_low", "planned_high")
_PARTS: dict[str, Message] = {
    "chosen": msg("build.sum", "Subtotal"),
    "contingency": msg("build.contingency", "Contingency"),
}

_SPARED = (
    "planned_high",
    "planned_low",
    "contingency",
    "chosen",
)  # what goes first where there is no room: a cut number misleads
_SPACING = 20


class BuildFoot(QWidget):
    """Subtotal, contingency, total, and the range of the total."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setProperty("part", "foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(current_look().height["footer"])
        self._bench = bench
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(_SPACING)
        self._labels: dict[str, FigureLabel] = {}
        for key in _SUMS:
            made = FigureLabel(big=key == "planned")
            made.setObjectName(f"sum-{key}")
            made.clicked.connect(partial(self._explain, key))
            self._labels[key] = made
            layout.addWidget(made)
        layout.addStretch(1)

    def show_plan(self) -> None:
        """Show the sums as they stand; of one that is open, what it comes to at least and what is missing from it."""
        text = self._bench.text
        for key in _SUMS:
            word = _PARTS.get(key) or total_words(self._bench.assessment.context, key)
            shown = self._shown(key)
            note = self._bench.value(shown.missing) if key == "planned" and shown.more else ""
            value = text(self._unknown(key)) if shown.figure.value is None else f"{self._yuan(key, shown):,.0f}"
            value = f"≥ {value}" if shown.more else value
            self._labels[key].show_value(text(word), value, known=shown.figure.known and not shown.more, note=note)
        self._spare()

    def _shown(self, key: str) -> Least:
        context = self._bench.assessment.context
        if key == "planned":
            return planned_least(context)
        if key == "chosen":
            return lines_least(context)
        if key in ("planned_low", "planned_high"):
            return end_least(context, key)
        return Least(figure=getattr(build_sums(self._bench.assessment), key).figure)

    def _yuan(self, key: str, shown: Least) -> Decimal:
        """Return a sum in whole yuan; the contingency is what the total leaves beside the subtotal, so that they add up."""
        chosen, planned = self._shown("chosen"), self._shown("planned")
        if key == "contingency" and not (chosen.more or planned.more):
            return rest_shown(planned.figure.require(), chosen.figure.require(), 0)
        return rounded(shown.figure.require(), 0)

    def _unknown(self, key: str) -> Message:
        if key == "contingency" and not contingency_is_set(self._bench.assessment.context):
            return msg("build.contingency.open", "not set")
        return msg("common.unknown", "unknown")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out whole sums where there is no room for all."""
        super().resizeEvent(event)
        self._spare()

    def minimumSizeHint(self) -> QSize:
        """Return room for the total alone."""
        return QSize(self._labels["planned"].sizeHint().width() + 28, self.height())

    def _spare(self) -> None:
        spacing, left = _SPACING, self.width() - 28
        needed = {key: made.sizeHint().width() + spacing for key, made in self._labels.items()}
        gone: set[str] = set()
        for key in _SPARED:
            if sum(needed.values()) - sum(needed[one] for one in gone) <= left:
                break
            gone.add(key)
        for key, made in self._labels.items():
            made.setVisible(key not in gone)

    def _explain(self, key: str) -> None:
        self._bench.explain(self._shown(key).figure)

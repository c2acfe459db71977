"""The three proposed alternatives side by side; one of them is taken."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.first_start_compare import OfferColumn, OfferRow
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.chips import StatusChip
from desktop_app.window.parts.labels import label
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.window.look.tokens import Status
    from desktop_app.window.workbench import Workbench

_STATUS: dict[str, Status] = {"error": "error", "warn": "warn", "unknown": "unknown", "ok": "ok"}
_ICON = 14
_LEAST = 210


class OfferCards(QWidget):
    """A card for each alternative; ``chosen`` brings the one whose button was pressed."""

    chosen = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.buttons: dict[str, Button] = {}
        self.reasons: list[QLabel] = []  # beside each button: why it cannot be pressed
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)

    def show_offers(self, columns: Sequence[OfferColumn]) -> None:
        """Show the alternatives."""
        while (item := self._row.takeAt(0)) is not None:
            shown = item.widget()
            if shown is not None:
                shown.hide()
                shown.deleteLater()
        self.buttons, self.reasons = {}, []
        for at, column in enumerate(columns):
            self._row.addWidget(self._card(column, first=at == 0), 1)

    def hold(self, reason: str) -> None:
        """Let none be taken and say why beside each button; '' lets them be taken."""
        for take in self.buttons.values():
            take.setEnabled(not reason)
            take.setAccessibleDescription(reason)
        for said in self.reasons:
            said.setText(reason)
            said.setVisible(bool(reason))

    def _card(self, column: OfferColumn, *, first: bool) -> Card:
        card = Card()
        card.setObjectName(f"offer-{column.id}")
        card.setMinimumWidth(_LEAST)
        card.title.setText(f"{column.id}  {column.title}")
        card.title.setWordWrap(True)
        card.title.show()
        card.setAccessibleName(f"{column.id} {column.title}, {column.verdict}")
        chip = StatusChip(_STATUS[column.status], column.verdict)
        card.body.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        for at, row in enumerate(column.rows):
            self._add_row(grid, at, row)
        card.body.addLayout(grid)
        card.body.addWidget(label(column.why, size="caption", tone="text2", wrap=True))
        if column.warnings:
            card.body.addWidget(label(self._bench.text(msg("start.warns", "It will warn you about")), bold=True))
        for status, text in column.warnings:
            card.body.addLayout(_warning(_STATUS[status], text, self.devicePixelRatioF()))
        card.body.addStretch(1)
        take = Button(self._bench.text(msg("first.take", "Take this one")), kind="primary" if first else "plain")
        take.setObjectName(f"offer-take-{column.id}")
        take.setAccessibleName(f"{take.text()}: {column.id} {column.title}")
        take.clicked.connect(partial(self.chosen.emit, column.id))
        self.buttons[column.id] = take
        card.body.addWidget(take)
        reason = label(size="caption", tone="warn", wrap=True)
        reason.setObjectName(f"offer-reason-{column.id}")
        reason.hide()
        self.reasons.append(reason)
        card.body.addWidget(reason)
        return card

    def _add_row(self, grid: QGridLayout, at: int, row: OfferRow) -> None:
        grid.addWidget(label(self._bench.text(row.label), size="caption", tone="text2", wrap=True), at, 0)
        held = QHBoxLayout()  # the mark stands beside its word, however wide the other values are
        held.setSpacing(6)
        held.addStretch(1)
        if row.status:
            mark = QLabel()
            mark.setPixmap(status_pixmap(_STATUS[row.status], _ICON, self.devicePixelRatioF()))
            mark.setAccessibleName(row.status)
            held.addWidget(mark)
        value = label(row.text, bold=row.key == "total", wrap=row.key == "at_once")
        value.setObjectName(f"offer-{row.key}")
        if row.key == "at_once":  # a sentence, not a number
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
        held.addWidget(value, 1 if row.key == "at_once" else 0)
        grid.addLayout(held, at, 1)


def _warning(status: Status, text: str, dpr: float) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    mark = QLabel()
    mark.setPixmap(status_pixmap(status, _ICON, dpr))
    mark.setAccessibleName(status)
    column = QVBoxLayout()
    column.addSpacing(2)
    column.addWidget(mark)
    column.addStretch(1)
    row.addLayout(column)
    row.addWidget(label(text, size="caption", wrap=True), 1)
    return row

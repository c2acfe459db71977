"""A meter of four pixels: grey while fine, amber, red with a notch past the end, hatched where unknown."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.window.look.paint import colour, pen

MeterState = Literal["fine", "warn", "error", "unknown", "busy"]
HEIGHT = 4.0
_NOTCH = 3.0
_FILLS: dict[MeterState, str] = {
    "fine": "text3",
    "warn": "warn_fill",
    "error": "error_fill",
    "unknown": "unknown_fill",
    "busy": "accent",
}


def paint_meter(painter: QPainter, area: QRectF, share: float | None, state: MeterState) -> None:
    """Paint a meter in the middle of ``area``; ``share`` is of the limit, more than 1 is beyond it, None not known."""
    bar = QRectF(area.left(), round(area.center().y() - HEIGHT / 2), area.width(), HEIGHT)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if share is None or state == "unknown":
        _paint_hatch(painter, bar)
        painter.restore()
        return
    painter.setBrush(colour("track"))
    painter.drawRoundedRect(bar, HEIGHT / 2, HEIGHT / 2)
    painter.setBrush(colour(_FILLS[state]))
    filled = QRectF(bar)
    filled.setWidth(bar.width() * min(max(share, 0.0), 1.0))
    if filled.width() >= 1:
        painter.drawRoundedRect(filled, min(HEIGHT, filled.width()) / 2, HEIGHT / 2)
    if share > 1:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawRect(QRectF(bar.right() - _NOTCH, bar.top() - 3, _NOTCH, HEIGHT + 6))
    painter.restore()


def _paint_hatch(painter: QPainter, bar: QRectF) -> None:
    painter.setClipRect(bar)
    painter.setPen(pen("unknown_fill", 1.2))
    x = bar.left() - HEIGHT
    while x < bar.right():
        painter.drawLine(int(x), int(bar.bottom()), int(x + HEIGHT), int(bar.top()))
        x += 4


class Meter(QWidget):
    """Shows a share of a limit; its accessible name and the word beside it say what the colour says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._state: MeterState = "unknown"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float | None, state: MeterState, said: str = "") -> None:
        """Show a share of the limit (1 is all of it; None: not known); ``said`` is what is read aloud."""
        self._share, self._state = share, state
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        """Return four pixels and the notch."""
        return QSize(44, 10)

    def minimumSizeHint(self) -> QSize:
        """Return the least that still shows something."""
        return QSize(16, 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the meter."""
        paint_meter(QPainter(self), QRectF(self.rect()), self._share, self._state)

"""Bits several parts paint: texts in a size of the look, status with its word, pills."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from desktop_app.window.look.fonts import TextSize, text_font
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.paint import colour
from desktop_app.window.look.tokens import Status

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


@lru_cache(maxsize=16)
def metrics(size: TextSize = "body", *, bold: bool = False) -> QFontMetricsF:
    """Return the metrics of a text size."""
    return QFontMetricsF(text_font(size, bold=bold))


@lru_cache(maxsize=4096)
def advance(text: str, size: TextSize = "body", *, bold: bool = False) -> float:
    """Return how wide a text is, in logical pixels."""
    return metrics(size, bold=bold).horizontalAdvance(text)


@lru_cache(maxsize=4096)
def elided(text: str, width: int, size: TextSize = "body", *, bold: bool = False) -> str:
    """Return as much of a text as has room, ending in …."""
    if advance(text, size, bold=bold) <= width:
        return text
    return metrics(size, bold=bold).elidedText(text, Qt.TextElideMode.ElideRight, width)


def draw_status(painter: QPainter, status: Status, x: float, middle: float, size: int, dpr: float) -> float:
    """Draw the silhouette of a status from ``x``, its middle at ``middle``; return where it ends."""
    painter.drawPixmap(QPointF(x, round(middle - size / 2)), status_pixmap(status, size, dpr))
    return x + size


def draw_pill(painter: QPainter, area: QRectF, ground: str) -> None:
    """Fill a pill in a colour of the look."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ground))
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)

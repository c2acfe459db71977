"""Bits several parts paint: texts in a size of the look, status with its word, pills."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextLayout, QTextOption

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


_UNIT_AFTER = re.compile(r"(?<=\d) (?=[A-Za-z%°µ]{1,6}\b|%)")


def together(text: str) -> str:
    """Return a text whose numbers are not parted from their units at the end of a line."""
    return _UNIT_AFTER.sub("\u00a0", text)


def wrapped(text: str, width: float, size: TextSize = "body") -> tuple[str, ...]:
    """Return a text as lines that have room in ``width`` (px), broken at words or, where one is too long, inside it."""
    layout = QTextLayout(text, text_font(size))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    units = text.encode("utf-16-le")  # Qt counts in these
    parts = (units[2 * line.textStart() : 2 * (line.textStart() + line.textLength())] for line in lines)
    return tuple(part.decode("utf-16-le").strip() for part in parts) or ("",)


def draw_status(painter: QPainter, status: Status, x: float, middle: float, size: int, dpr: float) -> float:
    """Draw the silhouette of a status from ``x``, its middle at ``middle``; return where it ends."""
    painter.drawPixmap(QPointF(x, round(middle - size / 2)), status_pixmap(status, size, dpr))
    return x + size


def draw_pill(painter: QPainter, area: QRectF, ground: str) -> None:
    """Fill a pill in a colour of the look."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ground))
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)

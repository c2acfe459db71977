"""The octagon with a number: errors in a place."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.painted import CENTRE, advance

HEIGHT = 18
_CORNER = 5.5
_HIGHEST = 99


def badge_text(count: int) -> str:
    """Return the number as it is shown."""
    return str(count) if count <= _HIGHEST else f"{_HIGHEST}+"


def badge_width(count: int) -> int:
    """Return how wide the octagon of a number is."""
    return max(HEIGHT, round(advance(badge_text(count), "caption", bold=True)) + 10)


def paint_badge(painter: QPainter, area: QRectF, count: int) -> None:
    """Paint an octagon with a number into ``area``, parted from its ground by a line in the ground's colour."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    corners = (
        *((left + _CORNER, top), (right - _CORNER, top), (right, top + _CORNER), (right, bottom - _CORNER)),
        *((right - _CORNER, bottom), (left + _CORNER, bottom), (left, bottom - _CORNER), (left, top + _CORNER)),
    )
    painter.setBrush(colour("error_fill"))
    painter.setPen(pen("error_fill"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.setPen(colour("on_error"))
    painter.setFont(text_font("caption", bold=True))
    painter.drawText(area.translated(0, -0.5), CENTRE, badge_text(count))
    painter.restore()

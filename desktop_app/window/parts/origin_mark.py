"""Where a number comes from, as a mark and its word: measured, published, computed, entered, assumed, unknown."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.painted import LEFT, advance

Origin = Literal["measured", "published", "computed", "entered", "assumed", "unknown"]
MARK = 10
_GAP = 5
_TONES: dict[Origin, str] = {"assumed": "warn", "unknown": "unknown"}


def origin_tone(origin: Origin) -> str:
    """Return the colour of mark and word."""
    return _TONES.get(origin, "text3")


def paint_origin(painter: QPainter, centre: QPointF, origin: Origin, dpr: float = 1.0) -> None:
    """Paint the mark of an origin around ``centre``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    tone = origin_tone(origin)
    x, y = centre.x(), centre.y()
    solid = origin in ("measured", "published")
    painter.setPen(Qt.PenStyle.NoPen if solid else pen(tone, 2.0 if origin == "assumed" else 1.5))
    painter.setBrush(colour(tone) if solid else Qt.BrushStyle.NoBrush)
    match origin:
        case "measured" | "entered":
            radius = 3.25 if solid else 3.0
            painter.drawEllipse(centre, radius, radius)
        case "published":
            painter.drawRect(QRectF(round(x) - 3, round(y) - 3, 6, 6))
        case "computed":
            painter.drawRect(QRectF(round(x) - 2.75, round(y) - 2.75, 5.5, 5.5))
        case "assumed":
            painter.drawPath(_wave(x, y))
        case "unknown":
            painter.drawPixmap(QPointF(round(x - 6), round(y - 6)), status_pixmap("unknown", 12, dpr))
    painter.restore()


def _wave(x: float, y: float) -> QPainterPath:
    path = QPainterPath(QPointF(x - 4.5, y + 1))
    path.cubicTo(x - 2.5, y - 3.5, x - 1, y - 1.5, x, y)
    path.cubicTo(x + 1, y + 1.5, x + 2.5, y + 2.5, x + 4.5, y - 1)
    return path


class OriginMark(QWidget):
    """Shows mark and word of an origin."""

    def __init__(self, origin: Origin, word: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_origin(origin, word)

    def show_origin(self, origin: Origin, word: str) -> None:
        """Show an origin; the word is what is read aloud."""
        self._origin: Origin = origin
        self._word = word
        self.setAccessibleName(word)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return mark and word."""
        return QSize(round(MARK + _GAP + advance(self._word, "caption")) + 1, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint mark and word."""
        painter = QPainter(self)
        area = QRectF(self.rect())
        paint_origin(painter, QPointF(MARK / 2, area.center().y()), self._origin, self.devicePixelRatioF())
        painter.setFont(text_font("caption"))
        painter.setPen(colour(origin_tone(self._origin)))
        painter.drawText(area.adjusted(MARK + _GAP, 0, 0, 0), LEFT, self._word)

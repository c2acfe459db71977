"""A price range: a grey span from low to high with a mark at the price that was chosen."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.window.look.paint import colour
from desktop_app.window.parts.plain import plain_tip

_SPAN = 4.0
_MARK = (3.0, 12.0)


class Span(msgspec.Struct, frozen=True):
    """Low, high and chosen as shares of the axis, 0 to 1; ``chosen`` None: no price was chosen."""

    low: float
    high: float
    chosen: float | None = None


def span_of(low: float, high: float, chosen: float | None = None) -> Span:
    """Return the span of one row on its own axis: from 0 to half as much again as the highest of all, in its middle."""
    top = max(high, chosen or 0.0) * 1.5
    if top <= 0:
        return Span(0.0, 0.0, None if chosen is None else 0.0)
    return Span(low / top, high / top, None if chosen is None else chosen / top)


def paint_price_range(painter: QPainter, area: QRectF, span: Span) -> None:
    """Paint a span across ``area``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    middle = round(area.center().y())
    painter.setBrush(colour("track"))
    painter.drawRect(QRectF(area.left(), middle - 1, area.width(), 2))
    low, high = (area.left() + area.width() * min(max(share, 0.0), 1.0) for share in (span.low, span.high))
    painter.setBrush(colour("span"))
    painter.drawRoundedRect(QRectF(low, middle - _SPAN / 2, max(high - low, _SPAN), _SPAN), _SPAN / 2, _SPAN / 2)
    if span.chosen is not None:
        width, height = _MARK
        x = round(area.left() + area.width() * min(max(span.chosen, 0.0), 1.0) - width / 2)
        painter.setBrush(colour("accent"))
        painter.drawRoundedRect(QRectF(x, middle - height / 2, width, height), 1, 1)
    painter.restore()


class PriceRange(QWidget):
    """Shows one span; the numbers stand beside it or in its tooltip."""

    def __init__(self, span: Span | None = None, said: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_span(span, said)

    def show_span(self, span: Span | None, said: str = "") -> None:
        """Show a span; ``said`` is tooltip and what is read aloud."""
        self._span = span
        self.setToolTip(plain_tip(said))
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of the table's column."""
        return QSize(76, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the span where there is one."""
        if self._span is not None:
            paint_price_range(QPainter(self), QRectF(self.rect()), self._span)

"""What the memory of one card is filled with: a bar of parts against what the cards show."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.services.workload_table import MemoryPart
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.painted import CENTRE, LEFT, advance
from planner.figure import Figure
from planner.messages import format_number

_TOP = 26.0
_BAR = 26.0
_LEGEND = 20.0
_EDGE = 16.0


class MemoryBar(QWidget):
    """Parts in GiB from the left; a line for each card's memory. ``pressed`` brings the figure of the part pressed."""

    pressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("memory-bar")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._parts: tuple[MemoryPart, ...] = ()
        self._limits: tuple[tuple[str, Figure], ...] = ()
        self._total: float | None = None

    def show_parts(self, parts: tuple[MemoryPart, ...], limits: tuple[tuple[str, Figure], ...], total: Figure) -> None:
        """Show what a card is filled with, and what cards show."""
        self._parts = parts
        self._limits = tuple({round(one[1].value or 0, 2): one for one in limits if one[1].value}.values())
        self._total = total.value
        said = ", ".join(f"{part.name} {self._number(part.figure.value)}" for part in parts)
        self.setAccessibleName(f"{self._number(self._total)} GiB: {said}")
        self.update()

    @staticmethod
    def _number(value: float | None) -> str:
        return "?" if value is None else format_number(round(value, 1))

    def sizeHint(self) -> QSize:
        """Return the height of limits, bar and legend."""
        return QSize(400, round(_TOP + _BAR + 8 + 2 * _LEGEND))

    def _most(self) -> float:
        sizes = [limit.value or 0.0 for _, limit in self._limits]
        whole = sum(part.figure.value or 0.0 for part in self._parts)
        return max([whole, self._total or 0.0, *sizes, 1.0]) * 1.08

    def _areas(self) -> list[QRectF]:
        per_gib = (self.width() - 2 * _EDGE) / self._most()
        x, found = _EDGE, []
        for part in self._parts:
            width = (part.figure.value or 0.0) * per_gib
            found.append(QRectF(x, _TOP, width, _BAR))
            x += width
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint parts, limits and legend."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = list(current_look().plot.values())
        painter.setFont(text_font("caption", bold=True))
        for at, (part, area) in enumerate(zip(self._parts, self._areas(), strict=True)):
            plot = colours[at % len(colours)]
            painter.fillRect(area.adjusted(0, 0, -1, 0), QColor(plot.fill))
            text = self._number(part.figure.value)
            if advance(text, "caption", bold=True) + 6 < area.width():
                painter.setPen(QColor(plot.on_fill))
                painter.drawText(area, CENTRE, text)
        self._paint_limits(painter)
        self._paint_legend(painter)

    def _paint_limits(self, painter: QPainter) -> None:
        per_gib = (self.width() - 2 * _EDGE) / self._most()
        painter.setFont(text_font("caption"))
        right = 0.0
        for name, limit in sorted(self._limits, key=lambda one: one[1].value or 0.0):
            x = _EDGE + (limit.value or 0.0) * per_gib
            short = (self._total or 0.0) > (limit.value or 0.0)
            painter.setPen(pen("error" if short else "text", 2))
            painter.drawLine(QPointF(x, _TOP - 4), QPointF(x, _TOP + _BAR + 4))
            text = f"{name} {self._number(limit.value)}"
            width = advance(text, "caption")
            left = max(right, min(x - width / 2, self.width() - _EDGE - width))
            painter.setPen(colour("error" if short else "text2"))
            painter.drawText(QRectF(left, 0, width + 2, 20), LEFT, text)
            right = left + width + 12

    def _paint_legend(self, painter: QPainter) -> None:
        colours = list(current_look().plot.values())
        painter.setFont(text_font("caption"))
        x, y = _EDGE, _TOP + _BAR + 8
        for at, part in enumerate(self._parts):
            text = f"{part.name} {self._number(part.figure.value)}"
            width = advance(text, "caption") + 14
            if x + width > self.width() - _EDGE and x > _EDGE:
                x, y = _EDGE, y + _LEGEND
            painter.fillRect(QRectF(x, y + 6, 8, 8), QColor(colours[at % len(colours)].fill))
            painter.setPen(colour("text2"))
            painter.drawText(QRectF(x + 14, y, width, _LEGEND), LEFT, text)
            x += width + 16

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which part was pressed."""
        for part, area in zip(self._parts, self._areas(), strict=True):
            if event.button() == Qt.MouseButton.LeftButton and area.contains(event.position()):
                self.pressed.emit(part.figure)
                return

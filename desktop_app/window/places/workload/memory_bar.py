"""What the memory of one card is filled with: a bar of parts against what cards show; what is beyond the limit is hatched."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.services.workload_table import Limits, MemoryPart
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.painted import CENTRE, LEFT, advance
from planner.figure import Figure
from planner.messages import format_number, msg, render

_TOP = 24.0
_BAR = 26.0
_SHORT = 18.0
_LEGEND = 20.0
_EDGE = 2.0
_ICON = 14
_HATCH = 5.0
_AIR = 1.12


class MemoryBar(QWidget):
    """Parts in GiB from the left; a line for what each card shows. ``pressed`` brings the figure of the part pressed.

    Left and Right walk over the parts, Enter asks where the part's number comes from.
    """

    pressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("memory-bar")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._parts: tuple[MemoryPart, ...] = ()
        self._limits: tuple[tuple[str, float], ...] = ()
        self._total: Figure | None = None
        self._marked: float | None = None
        self._language = "en"
        self._at = 0

    def show_parts(self, parts: tuple[MemoryPart, ...], limits: Limits, total: Figure, language: str) -> None:
        """Show what a card is filled with, and what cards show; the limit of the marked card is the one that counts."""
        self._parts, self._total, self._language = parts, total, language
        known = {
            round(gib.value, 2): (f"{name} {memory}".strip(), gib.value)
            for name, memory, gib in limits.cards
            if gib.value
        }
        self._limits = tuple(sorted(known.values(), key=lambda one: one[1]))
        self._marked = None if limits.marked is None else limits.marked.value
        self._at = min(self._at, max(len(parts) - 1, 0))
        self._name()
        self._fit_height()
        self.update()

    def _name(self) -> None:
        said = ", ".join(f"{part.name} {_digits(part.gib)}" for part in self._parts)
        whole = _digits(None if self._total is None else self._total.value)
        short = self._short()
        more = f"; {self._short_words(short)}" if short else ""
        self.setAccessibleName(f"{whole} GiB: {said}{more}")

    def _short(self) -> float:
        """Return the GiB that are short on the marked card, 0 where nothing is."""
        total = self._total.value if self._total is not None else None
        return 0.0 if total is None or self._marked is None else max(total - self._marked, 0.0)

    def _short_words(self, short: float) -> str:
        return render(msg("workload.short", "{amount} GiB short", amount=_digits(short)), self._language)

    def _fit_height(self) -> None:
        """Be as high as limits, bar, what is short and the legend's lines are at this width."""
        lines, x = 1, _EDGE
        for part in self._parts:
            width = advance(_legend_words(part), "caption") + 14
            if x + width > self.width() - _EDGE and x > _EDGE:
                lines, x = lines + 1, _EDGE
            x += width + 16
        self.setFixedHeight(round(_TOP + _BAR + self._gap + lines * _LEGEND + 2))

    @property
    def _gap(self) -> float:
        """Return the room between bar and legend: for the bracket where something is short."""
        return _SHORT + 2 if self._short() else 6.0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the legend anew."""
        super().resizeEvent(event)
        self._fit_height()

    def _most(self) -> float:
        whole = sum(part.gib for part in self._parts)
        total = self._total.value if self._total is not None and self._total.value else 0.0
        near = [gib for _name, gib in self._limits if gib <= 2.5 * max(whole, total)]
        return max([whole, total, self._marked or 0.0, *near, 1.0]) * _AIR

    def _areas(self) -> list[QRectF]:
        per_gib = (self.width() - 2 * _EDGE) / self._most()
        x, found = _EDGE, []
        for part in self._parts:
            width = part.gib * per_gib
            found.append(QRectF(x, _TOP, width, _BAR))
            x += width
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint parts, limits, what is short, and legend."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = list(current_look().plot.values())
        areas = self._areas()
        for at, area in enumerate(areas):
            painter.fillRect(area.adjusted(0, 0, -1, 0), QColor(colours[at % len(colours)].fill))
        end = areas[-1].right() if areas else _EDGE
        painter.setFont(text_font("caption", bold=True))
        painter.setPen(colour("text"))
        whole = f"{_digits(None if self._total is None else self._total.value)} GiB"
        painter.drawText(QRectF(end + 8, _TOP, 120, _BAR), LEFT, whole)
        self._paint_beyond(painter, end)
        self._paint_numbers(painter, areas)
        self._paint_limits(painter)
        self._paint_legend(painter)
        if self.hasFocus() and areas:
            painter.setPen(pen("focus", 2))
            painter.drawRect(areas[self._at].adjusted(1, 1, -2, -1))

    def _paint_numbers(self, painter: QPainter, areas: list[QRectF]) -> None:
        """Write each part's number into it, on a ground of its colour so that no hatch runs through."""
        colours = list(current_look().plot.values())
        painter.setFont(text_font("caption", bold=True))
        for at, (part, area) in enumerate(zip(self._parts, areas, strict=True)):
            plot, text = colours[at % len(colours)], _digits(part.gib)
            width = advance(text, "caption", bold=True)
            if width + 6 < area.width():
                middle = area.center()
                ground = QRectF(middle.x() - width / 2 - 3, middle.y() - 8, width + 6, 16)
                painter.fillRect(ground, QColor(plot.fill))
                painter.setPen(QColor(plot.on_fill))
                painter.drawText(area, CENTRE, text)

    def _paint_beyond(self, painter: QPainter, end: float) -> None:
        """Hatch what is beyond the marked card's limit, with a bracket that says how much is short."""
        short = self._short()
        if not short or self._marked is None:
            return
        start = _EDGE + self._marked * (self.width() - 2 * _EDGE) / self._most()
        if end - start < 1:
            return
        painter.save()
        painter.setClipRect(QRectF(start, _TOP, end - start, _BAR))
        painter.setPen(pen("text", 1.2))
        x = start - _BAR
        while x < end:
            painter.drawLine(QLineF(x, _TOP + _BAR, x + _BAR, _TOP))
            x += _HATCH
        painter.restore()
        low = _TOP + _BAR + 4
        painter.setPen(pen("error", 1.5))
        for line in (QLineF(start, low, end, low), QLineF(start, low - 3, start, low), QLineF(end, low - 3, end, low)):
            painter.drawLine(line)
        text = self._short_words(short)
        width = advance(text, "caption", bold=True) + 2
        left = max(_EDGE, min((start + end - width) / 2, self.width() - _EDGE - width))
        painter.setFont(text_font("caption", bold=True))
        painter.setPen(colour("error"))
        painter.drawText(QRectF(left, low, width + 4, _SHORT - 2), LEFT, text)

    def _paint_limits(self, painter: QPainter) -> None:
        per_gib = (self.width() - 2 * _EDGE) / self._most()
        painter.setFont(text_font("caption"))
        total = (self._total.value if self._total is not None else None) or 0.0
        right = 0.0
        for name, gib in self._limits:
            x = _EDGE + gib * per_gib
            if x > self.width() - _EDGE:
                continue
            over = total > gib
            painter.setPen(pen("error" if over else "text", 2))
            painter.drawLine(QPointF(x, _TOP - 4), QPointF(x, _TOP + _BAR + 4))
            text = f"{name}: {_digits(gib)}"
            width = advance(text, "caption") + _ICON + 4
            left = max(right, min(x - width / 2, self.width() - _EDGE - width))
            if left + width > self.width():
                continue
            mark = status_pixmap("error" if over else "ok", _ICON, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(left, 3), mark)
            painter.setPen(colour("error" if over else "text2"))
            painter.drawText(QRectF(left + _ICON + 4, 0, width, 20), LEFT, text)
            right = left + width + 12

    def _paint_legend(self, painter: QPainter) -> None:
        colours = list(current_look().plot.values())
        painter.setFont(text_font("caption"))
        x, y = _EDGE, _TOP + _BAR + self._gap
        for at, part in enumerate(self._parts):
            text = _legend_words(part)
            width = advance(text, "caption") + 14
            if x + width > self.width() - _EDGE and x > _EDGE:
                x, y = _EDGE, y + _LEGEND
            painter.fillRect(QRectF(x, y + 6, 8, 8), QColor(colours[at % len(colours)].fill))
            painter.setPen(colour("text2"))
            painter.drawText(QRectF(x + 14, y, width, _LEGEND), LEFT, text)
            x += width + 16

    # --- pressing ----------------------------------------------------------------------------------------------------

    def _part_at(self, place: QPointF) -> int:
        return next((at for at, area in enumerate(self._areas()) if area.contains(place)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which part was pressed."""
        at = self._part_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._at = at
            self.update()
            self.pressed.emit(self._parts[at].figure)

    def event(self, event: QEvent) -> bool:
        """Say which part lies under the mouse where it rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self._part_at(QPointF(event.pos()))
            text = f"{self._parts[at].name} {_digits(self._parts[at].gib)} GiB" if at >= 0 else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk over the parts, and ask where one comes from."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._parts:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._at = max(0, min(self._at + step, len(self._parts) - 1))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._parts:
            self.pressed.emit(self._parts[self._at].figure)
        else:
            super().keyPressEvent(event)


def _legend_words(part: MemoryPart) -> str:
    return f"{part.name} {_digits(part.gib)}"


def _digits(value: float | None) -> str:
    return "?" if value is None else format_number(round(value, 1))

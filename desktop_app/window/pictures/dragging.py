"""Parts of a picture taken in the hand: what is held, where it would land, and what is drawn meanwhile.

The picture knows nothing of plans. Its place gives it a ``Hand`` that says what can be taken, where it may go and what
to do when it is let go; the same hand answers to keys and gives the acts of the context menu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.tokens import Status
from desktop_app.window.parts.floating import paint_raised
from desktop_app.window.parts.painted import advance, wrapped
from planner.pictures.scene import Spot

Spots = tuple[Spot, ...]
Tone = Literal["ok", "warn", "error", "unknown"]
_WIDEST_PX, _LINE_PX, _ICON_PX, _PAD_PX = 280.0, 17.0, 14.0, 8.0
_GHOST = 0.72


class Landing(msgspec.Struct, frozen=True, kw_only=True):
    """Where what is held would land: the area in mm, what is said of it, and whether it may: an error is refused."""

    area: tuple[float, float, float, float]
    text: str
    tone: Tone = "ok"


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the context menu: its words, what it does, or further rows; without either it cannot be chosen."""

    name: str
    text: str
    run: Callable[[], object] | None = None
    rows: tuple[Act, ...] = ()


class Hand(Protocol):
    """What a place lets people do with the parts of its picture; ``spots`` are those at a point, the topmost first."""

    def grips(self, spots: Spots) -> bool:
        """Tell whether what stands there can be taken."""

    def take(self, spots: Spots) -> None:
        """Take what stands there."""

    def landing(self, spots: Spots) -> Landing | None:
        """Return where what is held would land there, None for nowhere."""

    def drop(self, spots: Spots) -> None:
        """Let go there."""

    def acts(self, spots: Spots) -> tuple[Act, ...]:
        """Return the rows of the menu of what stands there."""

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key asks; False where it means nothing here."""


class Drag:
    """One drag from press to release: it begins where the mouse has moved far enough."""

    def __init__(self) -> None:
        self._start: QPointF | None = None
        self._spots: Spots = ()
        self._at = QPointF()
        self._landing: Landing | None = None
        self._under: str | None = None
        self.is_on = False

    @property
    def is_armed(self) -> bool:
        """Tell whether the mouse is down on something that can be taken."""
        return self._start is not None

    @property
    def landing(self) -> Landing | None:
        """Return where it would land now."""
        return self._landing

    @property
    def pressed(self) -> Spots:
        """Return what was pressed."""
        return self._spots

    def press(self, at: QPointF, spots: Spots) -> None:
        """Remember what was pressed."""
        self._start, self._spots, self._at = at, spots, at
        self._landing, self._under, self.is_on = None, None, False

    def move(self, hand: Hand, at: QPointF, spots: Spots) -> bool:
        """Follow the mouse; tells whether something is held."""
        if self._start is None:
            return False
        self._at = at
        if not self.is_on:
            if (at - self._start).manhattanLength() < QApplication.startDragDistance():
                return False
            self.is_on = True
            hand.take(self._spots)
        under = "|".join(spot.part or spot.key for spot in spots)
        if under != self._under:
            self._under, self._landing = under, hand.landing(spots)
        return True

    def end(self) -> None:
        """Hold nothing any more."""
        self._start, self._spots, self._landing, self._under, self.is_on = None, (), None, None, False

    # --- paint -------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, per_mm: float, picture: QPixmap, room: QRectF) -> None:
        """Paint frame and words of the landing, and what is held at the mouse; ``room`` is what is in sight."""
        if not self.is_on or self._start is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held = next((spot for spot in self._spots if not spot.is_slot), None)
        if held is not None:
            area = QRectF(held.x * per_mm, held.y * per_mm, held.width * per_mm, held.height * per_mm)
            painter.setPen(pen("accent", 1.5, dashed=True))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area, 4, 4)
            painter.setOpacity(_GHOST)
            ratio = picture.devicePixelRatio()
            source = QRectF(area.topLeft() * ratio, area.size() * ratio)
            painter.drawPixmap(area.translated(self._at - self._start), picture, source)
            painter.setOpacity(1.0)
        if self._landing is not None:
            self._paint_landing(painter, self._landing, per_mm)
            self._paint_words(painter, self._landing, room)

    def _paint_landing(self, painter: QPainter, landing: Landing, per_mm: float) -> None:
        x, y, width, height = (value * per_mm for value in landing.area)
        name = {"ok": "accent", "warn": "warn", "error": "error", "unknown": "unknown"}[landing.tone]
        painter.setPen(pen(name, 2, dashed=landing.tone == "error"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(x, y, width, height), 4, 4)

    def _paint_words(self, painter: QPainter, landing: Landing, room: QRectF) -> None:
        """Say beside the mouse what letting go would do, or why it is refused."""
        if not landing.text:
            return
        lines = wrapped(landing.text, _WIDEST_PX, "caption")
        wide = max(advance(line, "caption") for line in lines) + _ICON_PX + 6 + 2 * _PAD_PX
        size = QSizeF(wide, len(lines) * _LINE_PX + 8)
        left = min(self._at.x() + 16, room.right() - size.width() - 2)
        top = self._at.y() + 18
        if top + size.height() > room.bottom() - 2:
            top = self._at.y() - size.height() - 12
        body = QRectF(QPointF(max(left, room.left() + 2), max(top, room.top() + 2)), size)
        paint_raised(painter, body)
        status: Status = landing.tone
        mark = status_pixmap(status, int(_ICON_PX), painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(body.left() + _PAD_PX, body.top() + 4 + (_LINE_PX - _ICON_PX) / 2), mark)
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text"))
        for at, line in enumerate(lines):
            place = QRectF(body.left() + _PAD_PX + _ICON_PX + 6, body.top() + 4 + at * _LINE_PX, wide, _LINE_PX)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), line)

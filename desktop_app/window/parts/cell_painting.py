"""How each kind of cell is painted. Nothing is constructed here that could be kept: a screen holds hundreds of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from desktop_app.window.look.fonts import TextSize, text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.cells import (
    GroupCell,
    HeadCell,
    MeterCell,
    OriginCell,
    RangeCell,
    StatusCell,
    TextCell,
    TickCell,
)
from desktop_app.window.parts.meter import paint_meter
from desktop_app.window.parts.origin_mark import MARK, origin_tone, paint_origin
from desktop_app.window.parts.painted import LEFT, RIGHT, advance, draw_status, elided
from desktop_app.window.parts.price_range import paint_price_range

if TYPE_CHECKING:
    from collections.abc import Callable

_ICON = 14
_GROUP_ICON = 16
_GAP = 6
_READABLE = 48  # pixels of a detail that is cut
_LIFT = -0.65  # Chinese letters sit low in a row: up by 5 % of their size
_METER = 44
_BOX = 15


def paint_cell(painter: QPainter, area: QRectF, cell: object, dpr: float) -> None:
    """Paint a cell into ``area``, the room inside its padding; an unknown kind paints nothing."""
    paint = _PAINTERS.get(type(cell))
    if paint is not None:
        paint(painter, area, cell, dpr)


def _text(painter: QPainter, area: QRectF, cell: TextCell, dpr: float) -> None:
    if cell.indent:
        area.setLeft(area.left() + cell.indent)
    if cell.icon:
        place = QPointF(area.left(), round(area.center().y() - _ICON / 2))
        painter.drawPixmap(place, pixmap(cell.icon, "text2", _ICON, dpr))
        area.setLeft(area.left() + _ICON + _GAP)
    if cell.unit:
        _unit(painter, area, cell)
    if not cell.text:
        return
    if cell.under:
        area = _two_lines(painter, area, cell.under, right=cell.right)
    shown = elided(cell.text, max(int(area.width()), 0), bold=cell.bold)
    width = advance(shown, bold=cell.bold)
    left = area.right() - width if cell.right else area.left()
    if cell.tint:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(cell.tint))
        painter.drawRoundedRect(QRectF(left - 6, area.top() + 4, width + 12, area.height() - 8), 3, 3)
    painter.setFont(text_font("body", bold=cell.bold))
    painter.setPen(colour(cell.tone))
    area.translate(0, _LIFT)
    painter.drawText(area, RIGHT if cell.right else LEFT, shown)
    if cell.assumed:
        line = round(area.center().y() + 9)
        painter.setPen(pen("warn", 1.2, dotted=True))
        painter.drawLine(QLineF(left, line, left + width, line))
    if cell.detail:
        _detail(painter, area, cell, left + width + 8)


def _two_lines(painter: QPainter, area: QRectF, under: str, *, right: bool = False) -> QRectF:
    """Paint what stands on the second line of ``area``; return the first line."""
    half = area.height() / 2
    below = QRectF(area.left(), area.top() + half - 2, area.width(), half)
    painter.setFont(text_font("caption"))
    painter.setPen(colour("text2"))
    painter.drawText(below, RIGHT if right else LEFT, elided(under, int(below.width()) + 1, "caption"))
    return QRectF(area.left(), area.top() + 2, area.width(), half)


def _unit(painter: QPainter, area: QRectF, cell: TextCell) -> None:
    """Paint the unit at the right end and take its room away from ``area``."""
    room = cell.unit_room or advance(cell.unit, "caption") + 4
    painter.setFont(text_font("caption"))
    painter.setPen(colour(cell.detail_tone))
    slot = QRectF(area.right() - room + 4, area.top() + _LIFT, room - 4, area.height())
    painter.drawText(slot, LEFT, elided(cell.unit, int(room - 3), "caption"))
    area.setRight(area.right() - room)


def _detail(painter: QPainter, area: QRectF, cell: TextCell, left: float) -> None:
    room = int(area.right() - left)
    if room < 16 or (room < _READABLE and advance(cell.detail, "caption") > room):
        return  # two letters and a sign of more tell nothing; the tooltip has it whole
    painter.setFont(text_font("caption"))
    painter.setPen(colour(cell.detail_tone))
    painter.drawText(QRectF(left, area.top(), room, area.height()), LEFT, elided(cell.detail, room, "caption"))


def _status(painter: QPainter, area: QRectF, cell: StatusCell, dpr: float) -> None:
    if cell.tinted and cell.status != "ok":
        painter.fillRect(area.adjusted(-8, 0, 8, -1), colour(f"{cell.status}_tint"))
    if cell.under:
        area = _two_lines(painter, area, cell.under, right=cell.right)
    size: TextSize = "body" if cell.right else "caption"  # at the right it stands for a number
    x = area.left()
    if cell.right:
        x = area.right() - advance(cell.word, size, bold=cell.bold) - (_ICON + _GAP if cell.word else _ICON)
    x = draw_status(painter, cell.status, max(x, area.left()), area.center().y(), _ICON, dpr) + _GAP
    if cell.word:
        painter.setFont(text_font(size, bold=cell.bold))
        painter.setPen(colour("text2" if cell.status == "ok" else cell.status))
        room = int(area.right() - x) + 1
        place = QRectF(x, area.top() + _LIFT, room, area.height())
        painter.drawText(place, LEFT, elided(cell.word, room, size, bold=cell.bold))


def _range(painter: QPainter, area: QRectF, cell: RangeCell, _dpr: float) -> None:
    paint_price_range(painter, area, cell.span)


def _origin(painter: QPainter, area: QRectF, cell: OriginCell, dpr: float) -> None:
    paint_origin(painter, QPointF(area.left() + MARK / 2, area.center().y()), cell.origin, dpr)
    painter.setFont(text_font("caption"))
    painter.setPen(colour(origin_tone(cell.origin)))
    place = area.adjusted(MARK + _GAP, _LIFT, 0, _LIFT)
    painter.drawText(place, LEFT, elided(cell.word, max(int(place.width()) + 1, 0), "caption"))


def _meter(painter: QPainter, area: QRectF, cell: MeterCell, _dpr: float) -> None:
    bar = QRectF(area.left(), area.top(), min(_METER, area.width()), area.height())
    state: Any = cell.state
    paint_meter(painter, bar, cell.share, state)
    if cell.text:
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text2" if cell.state in ("fine", "busy") else cell.state))
        painter.drawText(area.adjusted(_METER + 8, _LIFT, 0, _LIFT), LEFT, cell.text)


def _group(painter: QPainter, area: QRectF, cell: GroupCell, dpr: float) -> None:
    middle = area.center().y()
    chevron = "chevron_down" if cell.open else "chevron_right"
    painter.drawPixmap(QPointF(area.left(), round(middle - 6)), pixmap(chevron, "text2", 12, dpr))
    x = area.left() + 18
    if cell.icon:
        painter.drawPixmap(QPointF(x, round(middle - _GROUP_ICON / 2)), pixmap(cell.icon, "text2", _GROUP_ICON, dpr))
        x += _GROUP_ICON + _GAP
    shown = elided(cell.text, max(int(area.right() - x), 0), bold=True)
    painter.setFont(text_font("body", bold=True))
    painter.setPen(colour("text"))
    place = QRectF(x, area.top() + _LIFT, area.right() - x, area.height())
    painter.drawText(place, LEFT, shown)
    if cell.count:
        painter.setFont(text_font("body"))
        painter.setPen(colour("text2"))
        place.setLeft(x + advance(shown, bold=True) + _GAP)
        painter.drawText(place, LEFT, cell.count)


def paint_head(painter: QPainter, area: QRectF, head: HeadCell) -> None:
    """Paint a column's head: name, then its unit in the lighter tone; below them what stands on a second line."""
    if head.under:
        area = _two_lines(painter, area.adjusted(0, 2, 0, -2), head.under, right=head.right)
    width = advance(head.text, "caption")
    unit = advance(head.unit, "caption") + 4 if head.unit else 0.0
    room = int(area.width() - unit)
    name = elided(head.text, max(room, 0), "caption")
    width = min(width, room)
    left = area.right() - width - unit if head.right else area.left()
    painter.setFont(text_font("caption"))
    painter.setPen(colour("text2"))
    painter.drawText(QRectF(left, area.top(), width + 2, area.height()), LEFT, name)
    if head.unit:
        painter.setPen(colour("text3"))
        painter.drawText(QRectF(left + width + 4, area.top(), unit, area.height()), LEFT, head.unit)


def _tick(painter: QPainter, area: QRectF, cell: TickCell, dpr: float) -> None:
    """Paint a box as the check boxes of the look have it."""
    box = QRectF(round(area.left()), round(area.center().y() - _BOX / 2), _BOX, _BOX)
    painter.setPen(pen("accent_fill" if cell.ticked else "border_control"))
    painter.setBrush(colour("accent_fill" if cell.ticked else "field"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if cell.ticked:
        painter.drawPixmap(QPointF(box.left() + 1, box.top() + 1), pixmap("check", "on_accent", _BOX - 2, dpr))


_PAINTERS: dict[type, Callable[[QPainter, QRectF, Any, float], None]] = {
    TextCell: _text,
    StatusCell: _status,
    TickCell: _tick,
    RangeCell: _range,
    OriginCell: _origin,
    MeterCell: _meter,
    GroupCell: _group,
}

"""Paints a scene in the window: the same lines and words as on paper, in the colours of the window's theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPainter, QPen, QPolygonF

import resources
from planner.pictures.flatten import flat
from planner.pictures.metrics import text_width
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.scene import Plain, Polygon, Polyline, Rect, Scene, Spot, Stroke, Text

PIXELS_PER_MM = 96 / 25.4
_PT_MM = 25.4 / 72
_FACES = {False: "fonts/NotoSansSC-Regular.ttf", True: "fonts/NotoSansSC-Bold.ttf"}
_BIG = 100  # the faces are set large and scaled, so that no rounding to pixels moves a letter


def paint_scene(painter: QPainter, scene: Scene, theme: Theme, scale: float = PIXELS_PER_MM) -> None:
    """Paint ``scene`` from the painter's origin, ``scale`` pixels for a millimetre; its ground included."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    brush = _ScenePainter(painter, theme)
    painter.fillRect(QRectF(0, 0, scene.width_mm, scene.height_mm), brush.colour("surface"))
    for item in flat(scene):
        brush.paint(item)
    painter.restore()


def spot_at(scene: Scene, x_mm: float, y_mm: float) -> Spot | None:
    """Return what stands at a place of the picture, None for bare ground."""
    return next((spot for spot in spots_at(scene, x_mm, y_mm) if not spot.is_slot), None)


def spots_at(scene: Scene, x_mm: float, y_mm: float) -> tuple[Spot, ...]:
    """Return all that stands at a place of the picture, the topmost first, places to put something in too."""
    return tuple(spot for spot in reversed(scene.spots) if _holds(spot, x_mm, y_mm))


def _holds(spot: Spot, x: float, y: float) -> bool:
    return spot.x <= x <= spot.x + spot.width and spot.y <= y <= spot.y + spot.height


class _ScenePainter:
    """Paints plain items in mm with the colours of one theme."""

    def __init__(self, painter: QPainter, theme: Theme) -> None:
        self.painter = painter
        self.palette = PALETTES[theme]

    def colour(self, role: str | None) -> QColor:
        """Return the colour of a role; of None, nothing."""
        return QColor(self.palette[role]) if role else QColor(Qt.GlobalColor.transparent)  # type: ignore[index]

    def paint(self, item: Plain) -> None:
        """Paint one item."""
        match item:
            case Rect():
                self._rect(item)
            case Polyline():
                self.painter.setPen(self._pen(item.stroke))
                self.painter.drawPolyline(_points(item.points))
            case Polygon():
                self.painter.setPen(self._pen(item.stroke))
                self.painter.setBrush(self.colour(item.fill))
                self.painter.drawPolygon(_points(item.points))
            case Text():
                self._text(item)

    def _pen(self, stroke: Stroke | None) -> QPen:
        if stroke is None:
            return QPen(Qt.PenStyle.NoPen)
        pen = QPen(self.colour(stroke.role), stroke.width_mm)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if stroke.dash:
            pen.setDashPattern([length / stroke.width_mm for length in stroke.dash])  # Qt counts in pen widths
        return pen

    def _rect(self, rect: Rect) -> None:
        self.painter.setPen(self._pen(rect.stroke))
        self.painter.setBrush(self.colour(rect.fill))
        area = QRectF(rect.x, rect.y, rect.width, rect.height)
        if rect.radius:
            self.painter.drawRoundedRect(area, rect.radius, rect.radius)
        else:
            self.painter.drawRect(area)

    def _text(self, text: Text) -> None:
        width = text_width(text.text, text.size_pt, text.bold)
        shift = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
        self.painter.save()
        self.painter.translate(text.x, text.y)
        self.painter.rotate(-text.rotation)
        self.painter.translate(shift, 0.0)
        shrink = text.size_pt * _PT_MM / _BIG
        self.painter.scale(shrink, shrink)
        self.painter.setFont(scene_font(text.bold))
        self.painter.setPen(self.colour(text.role))
        self.painter.drawText(QPointF(0.0, 0.0), text.text)
        self.painter.restore()


def _points(points: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def scene_font(bold: bool) -> QFont:
    """Return the shipped face, 100 pixels high, set without kerning as on paper; the system fills in what it lacks."""
    family, style = _face(bold)
    font = QFontDatabase.font(family, style, _BIG) if style else QFont(family)
    font.setPixelSize(_BIG)
    font.setKerning(False)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=2)
def _face(bold: bool) -> tuple[str, str]:
    """Return family and style under which the database knows a face; its files name themselves alike."""
    number = QFontDatabase.addApplicationFont(str(resources.path(_FACES[bold])))
    families = QFontDatabase.applicationFontFamilies(number)
    if not families:
        return QFont().family(), ""
    wanted = "Bold" if bold else "Regular"
    return families[0], wanted if wanted in QFontDatabase.styles(families[0]) else ""

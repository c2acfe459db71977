"""A scene onto a canvas of the PDF library, inside a document or as a page of its own with embedded faces."""

from __future__ import annotations

import hashlib
import io
import re
from typing import Any

import msgspec

from planner.pictures.flatten import flat, scene_texts
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.scene import Plain, Polygon, Polyline, Rect, Scene, Stroke, Text
from planner.render.fonts import BOLD, REGULAR, check_coverage, face, printable
from planner.render.pdf_style import MM

_HEAD_BYTES = 200
_TAGS = {"zh": "zh-CN", "en": "en-GB"}


def draw_scene(canvas: Any, scene: Scene, theme: Theme, place: tuple[float, float], scale: float = 1.0) -> None:
    """Paint ``scene`` with its top left corner at ``place`` (points from the page's lower left), ``scale`` times its size."""
    painter = _ScenePainter(canvas, theme, place, scale)
    canvas.saveState()
    canvas.setLineCap(0)
    canvas.setLineJoin(0)
    for item in flat(scene):
        painter.paint(item)
    canvas.restoreState()


class _ScenePainter:
    """Paints plain items; ``place`` in points, ``scale`` without unit."""

    def __init__(self, canvas: Any, theme: Theme, place: tuple[float, float], scale: float) -> None:
        self.canvas = canvas
        self.palette = PALETTES[theme]
        self.left, self.top = place
        self.scale = scale
        self.unit = scale * MM

    def paint(self, item: Plain) -> None:
        """Paint one item."""
        match item:
            case Rect():
                self._rect(item)
            case Polyline():
                self._run(item.points, item.stroke, closed=False)
            case Polygon():
                self._fill(item)
            case Text():
                self._text(item)

    def _x(self, x: float) -> float:
        return self.left + x * self.unit

    def _y(self, y: float) -> float:
        return self.top - y * self.unit

    def _pen(self, stroke: Stroke) -> None:
        self.canvas.setStrokeColor(self.palette[stroke.role])
        self.canvas.setLineWidth(stroke.width_mm * self.unit)
        self.canvas.setDash([length * self.unit for length in stroke.dash] if stroke.dash else [])

    def _rect(self, rect: Rect) -> None:
        if rect.fill:
            self.canvas.setFillColor(self.palette[rect.fill])
        if rect.stroke:
            self._pen(rect.stroke)
        area = (self._x(rect.x), self._y(rect.y + rect.height), rect.width * self.unit, rect.height * self.unit)
        marks = {"stroke": int(rect.stroke is not None), "fill": int(rect.fill is not None)}
        if rect.radius:
            self.canvas.roundRect(*area, rect.radius * self.unit, **marks)
        else:
            self.canvas.rect(*area, **marks)

    def _path(self, points: tuple[tuple[float, float], ...], *, closed: bool) -> Any:
        path = self.canvas.beginPath()
        path.moveTo(self._x(points[0][0]), self._y(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(self._x(x), self._y(y))
        if closed:
            path.close()
        return path

    def _run(self, points: tuple[tuple[float, float], ...], stroke: Stroke, *, closed: bool) -> None:
        self._pen(stroke)
        self.canvas.drawPath(self._path(points, closed=closed), stroke=1, fill=0)

    def _fill(self, shape: Polygon) -> None:
        if shape.fill:
            self.canvas.setFillColor(self.palette[shape.fill])
        if shape.stroke:
            self._pen(shape.stroke)
        path = self._path(shape.points, closed=True)
        self.canvas.drawPath(path, stroke=int(shape.stroke is not None), fill=int(shape.fill is not None))

    def _text(self, text: Text) -> None:
        size = text.size_pt * self.scale
        words = printable(text.text)
        width = face(text.bold).width(words) * size
        shift = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
        self.canvas.setFillColor(self.palette[text.role])
        self.canvas.setFont(BOLD if text.bold else REGULAR, size)
        if text.rotation:
            self.canvas.saveState()
            self.canvas.translate(self._x(text.x), self._y(text.y))
            self.canvas.rotate(text.rotation)
            self.canvas.drawString(shift, 0, words)
            self.canvas.restoreState()
        else:
            self.canvas.drawString(self._x(text.x) + shift, self._y(text.y), words)


def scene_pdf(scene: Scene, theme: Theme = "print") -> bytes:
    """Return a PDF whose one page is the picture; the same scene, the same bytes.

    Raises:
        ExportError: a character that the fonts do not have, or a font file that cannot be read.
    """
    check_coverage((scene.title, text) for text in scene_texts(scene))
    face(), face(True)
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    size = (scene.width_mm * MM, scene.height_mm * MM)
    tag = _TAGS[scene.language]
    canvas = Canvas(stream, pagesize=size, invariant=1, pageCompression=1, initialFontName=REGULAR, lang=tag)
    canvas.setTitle(scene.title)
    canvas.setSubject(scene.description)
    canvas.setAuthor("")
    canvas.setCreator("")
    canvas.setProducer("")
    digest = hashlib.md5(msgspec.json.encode(scene) + theme.encode(), usedforsecurity=False).hexdigest()
    canvas._doc._ID = f"\n[<{digest}><{digest}>]\n".encode()
    canvas.setFillColor(PALETTES[theme]["surface"])
    canvas.rect(0, 0, *size, stroke=0, fill=1)
    draw_scene(canvas, scene, theme, (0.0, size[1]))
    canvas.save()
    content = stream.getvalue()
    head, rest = content[:_HEAD_BYTES], content[_HEAD_BYTES:]
    return re.sub(rb"ReportLab[^\r\n]*", lambda found: b" " * len(found[0]), head) + rest

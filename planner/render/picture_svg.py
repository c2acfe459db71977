"""A scene as SVG text: words stay words, our face is named with fallbacks, and each text is held to its own width."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from planner.pictures.flatten import flat
from planner.pictures.metrics import text_width
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.scene import Plain, Point, Polygon, Polyline, Rect, Scene, Stroke, Text

FAMILIES = "'Noto Sans SC','Source Han Sans SC','Microsoft YaHei','PingFang SC','Noto Sans CJK SC',sans-serif"
_PT_MM = 25.4 / 72
_TAGS = {"zh": "zh-CN", "en": "en-GB"}


def scene_svg(scene: Scene, theme: Theme = "light") -> str:
    """Return the picture as an SVG document, measures in mm; the same scene, the same text."""
    width, height = _number(scene.width_mm), _number(scene.height_mm)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
        f' xml:lang="{_TAGS[scene.language]}" role="img" aria-labelledby="title description"'
        f' font-family="{FAMILIES}">',
        f'<title id="title">{escape(scene.title)}</title>',
        f'<desc id="description">{escape(scene.description)}</desc>',
        f'<rect width="{width}" height="{height}" fill="{PALETTES[theme]["surface"]}"/>',
    ]
    lines.extend(_Writer(theme).elements(scene))
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes plain items as elements in the colours of one theme."""

    def __init__(self, theme: Theme) -> None:
        self.palette = PALETTES[theme]

    def elements(self, scene: Scene) -> Iterator[str]:
        """Yield an element for each item."""
        return map(self.element, flat(scene))

    def element(self, item: Plain) -> str:
        """Return the element of one item."""
        match item:
            case Rect():
                return self._rect(item)
            case Polyline():
                return f'<polyline points="{_points(item.points)}" fill="none"{self._stroke(item.stroke)}/>'
            case Polygon():
                fill = self.palette[item.fill] if item.fill else "none"
                return f'<polygon points="{_points(item.points)}" fill="{fill}"{self._stroke(item.stroke)}/>'
            case Text():
                return self._text(item)

    def _rect(self, rect: Rect) -> str:
        fill = self.palette[rect.fill] if rect.fill else "none"
        round_corners = f' rx="{_number(rect.radius)}"' if rect.radius else ""
        return (
            f'<rect x="{_number(rect.x)}" y="{_number(rect.y)}" width="{_number(rect.width)}"'
            f' height="{_number(rect.height)}"{round_corners} fill="{fill}"{self._stroke(rect.stroke)}/>'
        )

    def _stroke(self, stroke: Stroke | None) -> str:
        if stroke is None:
            return ""
        dash = f' stroke-dasharray="{" ".join(map(_number, stroke.dash))}"' if stroke.dash else ""
        return f' stroke="{self.palette[stroke.role]}" stroke-width="{_number(stroke.width_mm)}"{dash}'

    def _text(self, text: Text) -> str:
        """Return a text with the width our face gives it, so that no other face makes it run into its neighbour."""
        width = text_width(text.text, text.size_pt, text.bold)
        turn = f' transform="rotate({_number(-text.rotation)} {_number(text.x)} {_number(text.y)})"'
        parts = [
            f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size_pt * _PT_MM)}"',
            f' fill="{self.palette[text.role]}"',
            f' text-anchor="{text.anchor}"' if text.anchor != "start" else "",
            ' font-weight="700"' if text.bold else "",
            f' textLength="{_number(width)}" lengthAdjust="spacingAndGlyphs"' if width else "",
            turn if text.rotation else "",
            f' xml:space="preserve">{escape(text.text)}</text>',
        ]
        return "".join(parts)


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Return a length to a thousandth of a millimetre, without needless zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text

"""A scene as SVG text: words stay words, our face is named with fallbacks, and each text is held to its own width."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from planner.pictures.flatten import flat
from planner.pictures.metrics import text_width
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.scene import Plain, Point, Polygon, Polyline, Rect, Scene, Stroke, Text

FAMILIES = "'Noto Sans SC','Source Han Sans SC','Microsoft YaHei','PingFang SC','Noto Sans CJK SC',sans-serif"
_UNITS = 96 / 25.4  # of the drawing in a millimetre: type in tiny numbers is set badly by some programs
_PT_UNITS = 96 / 72
_TAGS = {"zh": "zh-CN", "en": "en-GB"}


def scene_svg(scene: Scene, theme: Theme = "light") -> str:
    """Return the picture as an SVG document of its size in mm, drawn in 96ths of an inch; the same scene, the same text."""
    width, height = _length(scene.width_mm), _length(scene.height_mm)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(scene.width_mm)}mm" height="{_number(scene.height_mm)}mm" viewBox="0 0 {width} {height}"'
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
        round_corners = f' rx="{_length(rect.radius)}"' if rect.radius else ""
        return (
            f'<rect x="{_length(rect.x)}" y="{_length(rect.y)}" width="{_length(rect.width)}"'
            f' height="{_length(rect.height)}"{round_corners} fill="{fill}"{self._stroke(rect.stroke)}/>'
        )

    def _stroke(self, stroke: Stroke | None) -> str:
        if stroke is None:
            return ""
        dash = f' stroke-dasharray="{" ".join(map(_length, stroke.dash))}"' if stroke.dash else ""
        return f' stroke="{self.palette[stroke.role]}" stroke-width="{_length(stroke.width_mm)}"{dash}'

    def _text(self, text: Text) -> str:
        """Return a text with the width our face gives it, so that no other face makes it run into its neighbour."""
        width = text_width(text.text, text.size_pt, text.bold)
        turn = f' transform="rotate({_number(-text.rotation)} {_length(text.x)} {_length(text.y)})"'
        parts = [
            f'<text x="{_length(text.x)}" y="{_length(text.y)}" font-size="{_number(text.size_pt * _PT_UNITS)}"',
            f' fill="{self.palette[text.role]}"',
            f' text-anchor="{text.anchor}"' if text.anchor != "start" else "",
            ' font-weight="700"' if text.bold else "",
            f' textLength="{_length(width)}" lengthAdjust="spacingAndGlyphs"' if width else "",
            turn if text.rotation else "",
            f' xml:space="preserve">{escape(text.text)}</text>',
        ]
        return "".join(parts)


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_length(x)},{_length(y)}" for x, y in points)


def _length(value_mm: float) -> str:
    return _number(value_mm * _UNITS)


def _number(value: float) -> str:
    """Return a number to its thousandth, without needless zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text

"""The picture model: what is drawn, as frozen nodes in millimetres; colours are roles, texts are in the picture's language.

The origin is the top left corner, y grows downwards. ``Axis`` and ``Legend`` are composite: painters get them as plain
lines and texts from ``planner.pictures.flatten``. A picture says everything twice: to the eye, and in words in its
``description``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
HatchKind = Literal["rising", "falling", "cross", "level"]
Role = Literal[
    "surface",
    "sunken",
    "text",
    "text2",
    "text3",
    "grid",
    "frame",
    "control",
    "accent",
    "accent_tint",
    "bar",
    "bar_light",
    "on_bar",
    "fits",
    "fits_tint",
    "fits_fill",
    "tight",
    "tight_tint",
    "tight_fill",
    "on_tight",
    "over",
    "over_tint",
    "over_fill",
    "on_over",
    "unknown",
    "unknown_tint",
    "unknown_fill",
]


class Stroke(msgspec.Struct, frozen=True):
    """A pen: colour role, width in mm, and lengths of dashes and gaps in mm ('()' is a whole line)."""

    role: Role
    width_mm: float = 0.25
    dash: tuple[float, ...] = ()


class Hatch(msgspec.Struct, frozen=True, kw_only=True):
    """Parallel lines over a fill; ``step_mm`` apart. Says beyond the limit, kept back or unknown without colour."""

    kind: HatchKind
    role: Role
    step_mm: float = 1.4
    width_mm: float = 0.22


class Line(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: Stroke


class Rect(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A rectangle; ``radius`` rounds its corners, half of its side makes it a circle; hatched ones have none."""

    x: float
    y: float
    width: float
    height: float
    fill: Role | None = None
    stroke: Stroke | None = None
    hatch: Hatch | None = None
    radius: float = 0.0


class Polyline(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A run of straight lines."""

    points: tuple[Point, ...]
    stroke: Stroke


class Polygon(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A closed run of straight lines."""

    points: tuple[Point, ...]
    fill: Role | None = None
    stroke: Stroke | None = None


class Text(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One line of words; ``y`` is the baseline, ``rotation`` turns it counter-clockwise round (x, y), in degrees."""

    x: float
    y: float
    text: str
    size_pt: float = 8.0
    role: Role = "text"
    anchor: Anchor = "start"
    bold: bool = False
    rotation: float = 0.0


class Tick(msgspec.Struct, frozen=True):
    """A place on an axis, in mm from its start, and what stands there."""

    at: float
    text: str


class Axis(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A horizontal axis from (x, y) to the right; its grid lines go up by ``grid_mm``, its title stands at the end."""

    x: float
    y: float
    length: float
    ticks: tuple[Tick, ...]
    grid_mm: float = 0.0
    title: str = ""
    size_pt: float = 7.0


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A legend's entry: what is drawn beside the words, within 7 mm from (0, 0), y around 0."""

    marks: tuple[Line | Rect | Polyline | Polygon, ...]
    text: str


class Legend(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Samples with words, placed from left to right at ``x``; ``at`` are their left edges, ``y`` the baseline."""

    x: float
    y: float
    at: tuple[Point, ...]
    samples: tuple[Sample, ...]
    size_pt: float = 7.0


Plain = Rect | Polyline | Polygon | Text
Node = Plain | Line | Axis | Legend


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place that stands for something: the key of a figure or the id of a node, and what it says when pointed at.

    ``part`` is what is drawn there, where the figure does not tell it: several machines share the figure of their row.
    A part ``slot/...`` is a place where something can be put.
    """

    key: str
    x: float
    y: float
    width: float
    height: float
    tip: str = ""
    part: str = ""

    @property
    def is_slot(self) -> bool:
        """Tell whether this is a place where something can be put, and nothing by itself."""
        return self.part.startswith("slot/")


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture: its size in mm, what is drawn from back to front, and the same in words."""

    title: str
    description: str
    language: Literal["zh", "en"]
    width_mm: float
    height_mm: float
    items: tuple[Node, ...] = ()
    spots: tuple[Spot, ...] = ()

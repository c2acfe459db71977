"""The four states a load can be in against its limit, each with a word, a mark, a line and a fill of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec

from planner.figure import Figure
from planner.messages import Message, format_number, msg
from planner.pictures.metrics import PT_MM
from planner.pictures.scene import Hatch, Line, Point, Polygon, Polyline, Rect, Role, Sample, Stroke

Status = Literal["fits", "tight", "over", "unknown", "idle"]
Mark = Line | Rect | Polyline | Polygon

WORDS: dict[Status, Message] = {
    "fits": msg("picture.fits", "fits"),
    "tight": msg("picture.tight", "tight"),
    "over": msg("picture.overload", "overload"),
    "unknown": msg("picture.unknown", "to confirm"),
    "idle": msg("picture.idle", "not in use"),
}
SHORT = msg("picture.short", "short")


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a state is drawn: ink of its words, tint of its card, fill of its meter, frame, wire and pattern."""

    ink: Role
    tint: Role
    fill: Role
    frame: Stroke
    wire: Stroke
    hatch: Hatch | None = None


LOOKS: dict[Status, Look] = {
    "fits": Look(
        ink="fits", tint="fits_tint", fill="fits_fill", frame=Stroke("frame", 0.3), wire=Stroke("control", 0.35)
    ),
    "tight": Look(
        ink="tight",
        tint="tight_tint",
        fill="tight_fill",
        frame=Stroke("tight_fill", 0.5),
        wire=Stroke("tight_fill", 0.7, (3.6, 0.6)),
        hatch=Hatch(kind="rising", role="on_tight", step_mm=1.0),
    ),
    "over": Look(
        ink="over", tint="over_tint", fill="over_fill", frame=Stroke("over_fill", 0.7), wire=Stroke("over_fill", 1.0)
    ),
    "unknown": Look(
        ink="unknown",
        tint="unknown_tint",
        fill="unknown_fill",
        frame=Stroke("unknown_fill", 0.35, (1.3, 0.9)),
        wire=Stroke("unknown_fill", 0.4, (1.6, 1.0)),
        hatch=Hatch(kind="level", role="unknown_fill", step_mm=0.6, width_mm=0.15),
    ),
    "idle": Look(ink="text3", tint="surface", fill="fits_fill", frame=Stroke("grid", 0.3), wire=Stroke("frame", 0.25)),
}


def judged(load: float, most: float, advised: float) -> Status:
    """Return the state of a load against the most there may be and the most that is advised, in one unit."""
    if load > most:
        return "over"
    return "tight" if load > advised else "fits"


def percent(figure: Figure) -> str:
    """Return a share in percent; close to 100 with a decimal, so that 99.6 and 100.4 stay apart."""
    value = figure.require()
    rounded = math.floor(value * 10 + 0.5) / 10 if 99 <= value <= 101 else math.floor(value + 0.5)
    side = "> " if value > 100 == rounded else "< " if value < 100 == rounded else ""
    return f"{side}{format_number(rounded)} %"


def mark(status: Status, x: float, y: float, size_pt: float) -> Iterator[Mark]:
    """Yield the mark of a state, centred on (x, y), as high as the digits of a text of ``size_pt``."""
    radius = 0.42 * size_pt * PT_MM
    if status == "fits":
        yield _ring(x, y, radius, Stroke("fits", 0.25))
        tick = ((-0.5, 0.0), (-0.12, 0.4), (0.52, -0.4))
        yield Polyline(points=_around(tick, x, y, radius), stroke=Stroke("fits", 0.3))
    elif status == "tight":
        yield Polygon(points=_around(((0.0, -1.1), (1.15, 0.95), (-1.15, 0.95)), x, y, radius), fill="tight_fill")
        yield _stem(x, y, radius, -0.5, 0.3, "on_tight")
        yield _stem(x, y, radius, 0.5, 0.75, "on_tight")
    elif status == "over":
        corners = [(math.cos(math.radians(22.5 + 45 * at)), math.sin(math.radians(22.5 + 45 * at))) for at in range(8)]
        yield Polygon(points=_around(corners, x, y, 1.12 * radius), fill="over_fill")
        for side in (1, -1):
            cross = ((-0.42, -0.42 * side), (0.42, 0.42 * side))
            yield Polyline(points=_around(cross, x, y, radius), stroke=Stroke("on_over", 0.3))
    elif status == "unknown":
        yield _ring(x, y, radius, Stroke("unknown", 0.25, (0.5, 0.35)))
        hook = ((-0.34, -0.24), (-0.26, -0.5), (0.0, -0.6), (0.28, -0.48), (0.3, -0.2), (0.02, 0.06), (0.0, 0.26))
        yield Polyline(points=_around(hook, x, y, radius), stroke=Stroke("unknown", 0.25))
        yield _stem(x, y, radius, 0.44, 0.62, "unknown")


def _ring(x: float, y: float, radius: float, stroke: Stroke) -> Rect:
    return Rect(x=x - radius, y=y - radius, width=2 * radius, height=2 * radius, radius=radius, stroke=stroke)


def _stem(x: float, y: float, radius: float, top: float, bottom: float, role: Role) -> Polyline:
    return Polyline(points=_around(((0.0, top), (0.0, bottom)), x, y, radius), stroke=Stroke(role, 0.32))


def _around(points: tuple[Point, ...] | list[Point], x: float, y: float, scale: float) -> tuple[Point, ...]:
    return tuple((x + px * scale, y + py * scale) for px, py in points)


def meter(status: Status, share: float | None, area: tuple[float, float, float, float]) -> Iterator[Mark]:
    """Yield a bar of what is used; ``area`` is x, y, width and height in mm.

    Beyond the limit the bar has a notch where the limit is. Of an unknown load ``share`` is the part that is known; the
    rest of the bar is hatched.
    """
    x, y, width, height = area
    look = LOOKS[status]
    full = max(1.0, share or 0.0)
    used = width * (share or 0.0) / full
    if status == "unknown":
        dashed = Stroke("unknown_fill", 0.2, (0.8, 0.6))
        yield Rect(x=x, y=y, width=width, height=height, hatch=look.hatch, stroke=dashed)
    else:
        yield Rect(x=x, y=y, width=width, height=height, fill="grid")
    if used > 0:
        yield Rect(x=x, y=y, width=used, height=height, fill=look.fill, hatch=look.hatch)
    if share is not None and share > 1:
        limit = x + width / full
        yield Line(x1=limit, y1=y - 0.5, x2=limit, y2=y + height + 0.5, stroke=Stroke("text", 0.5))


def wire_sample(status: Status, text: str) -> Sample:
    """Return a legend's entry: a wire of a state and its word."""
    return Sample(marks=(Line(x1=0.0, y1=0.0, x2=7.0, y2=0.0, stroke=LOOKS[status].wire),), text=text)

"""A scene as the few things every painter knows: rectangles, runs of lines, closed shapes and texts, back to front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from planner.pictures.scene import (
    Axis,
    Hatch,
    Legend,
    Line,
    Node,
    Plain,
    Point,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Stroke,
    Text,
)

_TICK_MM = 1.0
_TICK_GAP_MM = 0.7
_PT_MM = 25.4 / 72
Movable = TypeVar("Movable", bound=Node)
_DIGIT_TOP_EM = 0.75
_SAMPLE_MM = 8.2
_MIDDLE_EM = 0.32
_AXIS = Stroke("control", 0.25)
_GRID = Stroke("grid", 0.2)


def flat(scene: Scene) -> Iterator[Plain]:
    """Yield what is painted, from back to front; hatches come as lines, axes and legends as lines and texts."""
    for item in scene.items:
        if isinstance(item, Axis):
            yield from _axis(item)
        elif isinstance(item, Legend):
            yield from _legend(item)
        else:
            yield from _plain(item)


def scene_texts(scene: Scene) -> Iterator[str]:
    """Yield the texts that are painted, then title and description."""
    yield from (item.text for item in flat(scene) if isinstance(item, Text))
    yield from (scene.title, scene.description)


def _plain(item: Line | Plain) -> Iterator[Plain]:
    if isinstance(item, Line):
        yield Polyline(points=((item.x1, item.y1), (item.x2, item.y2)), stroke=item.stroke)
    elif isinstance(item, Rect) and item.hatch:
        if item.fill:
            yield replace(item, hatch=None, stroke=None)
        yield from _hatched(item, item.hatch)
        if item.stroke:
            yield replace(item, hatch=None, fill=None)
    else:
        yield item


def _hatched(rect: Rect, hatch: Hatch) -> Iterator[Polyline]:
    stroke = Stroke(hatch.role, hatch.width_mm)
    if hatch.kind == "level":
        count = int(rect.height / hatch.step_mm)
        for at in range(1, count + 1):
            y = rect.y + at * hatch.step_mm
            if y < rect.y + rect.height:
                yield Polyline(points=((rect.x, y), (rect.x + rect.width, y)), stroke=stroke)
        return
    if hatch.kind in ("rising", "cross"):
        yield from (Polyline(points=pair, stroke=stroke) for pair in _slanted(rect, hatch.step_mm))
    if hatch.kind in ("falling", "cross"):
        for (x1, y1), (x2, y2) in _slanted(rect, hatch.step_mm):
            low = 2 * rect.y + rect.height
            yield Polyline(points=((x1, low - y1), (x2, low - y2)), stroke=stroke)


def _slanted(rect: Rect, step: float) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of lines that rise at 45 degrees, clipped to ``rect``; ``step`` mm apart along its lower side."""
    pitch = step * 2**0.5
    count = int((rect.width + rect.height) / pitch)
    for at in range(1, count + 1):
        start = at * pitch  # where the line would meet the lower side, or its lengthening to the right
        low_x, low_y = (start, 0.0) if start <= rect.width else (rect.width, start - rect.width)
        high_x, high_y = (0.0, start) if start <= rect.height else (start - rect.height, rect.height)
        if low_x - high_x > 1e-6:
            bottom = rect.y + rect.height
            # mirrored so that they rise to the right
            yield (
                (rect.x + rect.width - low_x, bottom - low_y),
                (rect.x + rect.width - high_x, bottom - high_y),
            )


def _axis(axis: Axis) -> Iterator[Plain]:
    below = axis.y + _TICK_MM + _TICK_GAP_MM + _DIGIT_TOP_EM * axis.size_pt * _PT_MM
    for tick in axis.ticks:
        x = axis.x + tick.at
        if axis.grid_mm:
            yield Polyline(points=((x, axis.y), (x, axis.y - axis.grid_mm)), stroke=_GRID)
        yield Polyline(points=((x, axis.y), (x, axis.y + _TICK_MM)), stroke=_AXIS)
        yield Text(x=x, y=below, text=tick.text, size_pt=axis.size_pt, role="text2", anchor="middle")
    yield Polyline(points=((axis.x, axis.y), (axis.x + axis.length, axis.y)), stroke=_AXIS)
    if axis.title:
        end = axis.x + axis.length
        title_y = below + 1.25 * axis.size_pt * _PT_MM
        yield Text(x=end, y=title_y, text=axis.title, size_pt=axis.size_pt, role="text2", anchor="end")


def _legend(legend: Legend) -> Iterator[Plain]:
    middle = _MIDDLE_EM * legend.size_pt * _PT_MM
    for (left, down), sample in zip(legend.at, legend.samples, strict=True):
        x, y = legend.x + left, legend.y + down
        for mark in sample.marks:
            yield from _plain(moved(mark, x, y - middle))
        yield Text(x=x + _SAMPLE_MM, y=y, text=sample.text, size_pt=legend.size_pt, role="text2")


def moved(item: Movable, x: float, y: float) -> Movable:
    """Return ``item`` moved to the right by ``x`` mm and down by ``y`` mm."""
    if isinstance(item, Line):
        return replace(item, x1=item.x1 + x, x2=item.x2 + x, y1=item.y1 + y, y2=item.y2 + y)
    if isinstance(item, Polyline | Polygon):
        return replace(item, points=tuple((px + x, py + y) for px, py in item.points))
    return replace(item, x=item.x + x, y=item.y + y)

"""Where texts go: widths, shortening, wrapping, ticks and legends; and the test that nothing covers anything."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from planner.documents.texts import clean_text
from planner.pictures.flatten import flat, moved
from planner.pictures.metrics import ASCENT_EM, DESCENT_EM, PT_MM, ems, face_widths, text_width
from planner.pictures.scene import Legend, Point, Polyline, Role, Sample, Scene, Text, Tick
from planner.render.text_lines import break_lines, glyphs, is_han

TITLE_PT, BODY_PT, SMALL_PT = 10.5, 8.0, 7.2
LEADING = 1.5
EDGE_MM = 1.2
_TOUCH_MM = 0.05
_SAMPLE_MM = 8.2
_SAMPLE_GAP_MM = 5.0
_TICK_GAP_MM = 2.0
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


class Box(msgspec.Struct, frozen=True):
    """A rectangle in mm, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Tell whether the two share more than a touch."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > _TOUCH_MM
            and min(self.bottom, other.bottom) - max(self.top, other.top) > _TOUCH_MM
        )


def spaced(text: str) -> str:
    """Return one line of ``text`` without control characters, a space between Han and Latin as a typesetter sets it."""
    line = " ".join(clean_text(text)[0].split())
    made = [line[:1]]
    for before, after in zip(line, line[1:], strict=False):
        if (is_han(before) and _is_latin(after)) or (_is_latin(before) and is_han(after)):
            made.append(" ")
        made.append(after)
    return "".join(made)


def _is_latin(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"


def fitted(text: str, room_mm: float, size_pt: float, bold: bool = False) -> str:
    """Return ``text``, its end replaced by … where it is wider than ``room_mm``."""
    if text_width(text, size_pt, bold) <= room_mm:
        return text

    def width(length: int) -> float:
        return text_width(text[:length].rstrip() + "…", size_pt, bold)

    kept = bisect_right(range(1, len(text)), room_mm, key=width)
    return text[:kept].rstrip() + "…" if kept else ""


def wrapped(text: str, room_mm: float, size_pt: float, most: int, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of ``text``, at most ``most`` of them, the last shortened where there is more."""
    run = glyphs([(text, bold)], lambda char, heavy: face_widths(heavy).advance(char))
    room = room_mm / (size_pt * PT_MM)
    plain = [msgspec.structs.replace(glyph, before=0.0) for glyph in run]
    # Small pulls and hanging marks are for running text; here a line must keep within its room.
    lines = ["".join(glyph.char for glyph in line.glyphs) for line in break_lines(plain, room - 0.5, pull=False)]
    if len(lines) > most:
        rest = _joined(lines[most - 1 :])
        lines = [*lines[: most - 1], fitted(rest, room_mm, size_pt, bold)]
    return tuple(fitted(line, room_mm, size_pt, bold) for line in lines)


def _joined(lines: Sequence[str]) -> str:
    text = lines[0]
    for line in lines[1:]:
        text += ("" if is_han(text[-1:] or "x") or is_han(line[:1] or "x") else " ") + line
    return text


def block(lines: Iterable[str], x: float, y: float, size_pt: float, role: Role) -> Iterator[Text]:
    """Yield lines of text below each other, the first with its baseline at ``y``."""
    for at, line in enumerate(lines):
        yield Text(x=x, y=y + at * leading(size_pt), text=line, size_pt=size_pt, role=role)


def leading(size_pt: float) -> float:
    """Return the distance of two baselines in mm."""
    return size_pt * PT_MM * LEADING


def steps(most: float, count: int) -> tuple[float, ...]:
    """Return round values from 0 up to ``most`` (or just below), about ``count`` intervals, in the unit of ``most``."""
    if most <= 0:
        return (0.0,)
    raw = most / count
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(one * scale for one in _STEPS if one * scale >= raw * (1 - 1e-9))
    return tuple(at * step for at in range(int(most / step + 1e-9) + 1))


def ticks(most: float, length: float, say: Callable[[float], str], size_pt: float = SMALL_PT) -> tuple[Tick, ...]:
    """Return the ticks of an axis from 0 to ``most`` over ``length`` mm, as many as have room for their words."""
    for count in (6, 5, 4, 3, 2, 1) if most > 0 else ():
        made = tuple(Tick(length * value / most, say(value)) for value in steps(most, count))
        halves = [text_width(tick.text, size_pt) / 2 for tick in made]
        pairs = zip(made, made[1:], halves, halves[1:], strict=False)
        if all(b.at - a.at >= left + right + _TICK_GAP_MM for a, b, left, right in pairs):
            return made
    return (Tick(0.0, say(0.0)),)


def legend(samples: Sequence[Sample], x: float, y: float, width: float) -> tuple[Legend, float]:
    """Return a legend within ``width`` mm, its first baseline at ``y``, and the baseline of its last line in mm."""
    places: list[Point] = []
    left, down = 0.0, 0.0
    for sample in samples:
        wide = _SAMPLE_MM + text_width(sample.text, SMALL_PT)
        if left and left + wide > width:
            left, down = 0.0, down + leading(SMALL_PT)
        places.append((left, down))
        left += wide + _SAMPLE_GAP_MM
    return Legend(x=x, y=y, at=tuple(places), samples=tuple(samples), size_pt=SMALL_PT), y + down


def with_margin(scene: Scene, margin: float) -> Scene:
    """Return ``scene`` with ``margin`` mm added on all sides."""
    return msgspec.structs.replace(
        scene,
        width_mm=scene.width_mm + 2 * margin,
        height_mm=scene.height_mm + 2 * margin,
        items=tuple(moved(item, margin, margin) for item in scene.items),
        spots=tuple(msgspec.structs.replace(spot, x=spot.x + margin, y=spot.y + margin) for spot in scene.spots),
    )


def text_box(text: Text) -> Box:
    """Return the room a text takes; of a turned text the rectangle round it."""
    width, size = ems(text.text, text.bold) * text.size_pt * PT_MM, text.size_pt * PT_MM
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    corners = [(left, -ASCENT_EM * size), (left + width, -ASCENT_EM * size)]
    corners += [(left, DESCENT_EM * size), (left + width, DESCENT_EM * size)]
    turn = math.radians(-text.rotation)
    xs = [text.x + x * math.cos(turn) - y * math.sin(turn) for x, y in corners]
    ys = [text.y + x * math.sin(turn) + y * math.cos(turn) for x, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def overlaps(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the pairs of texts that cover each other."""
    placed = sorted(((text_box(item), item.text) for item in flat(scene) if isinstance(item, Text)), key=_top)
    found = []
    for at, (box, text) in enumerate(placed):
        for other, words in placed[at + 1 :]:
            if other.top >= box.bottom:
                break
            if box.meets(other):
                found.append((text, words))
    return tuple(found)


def _top(pair: tuple[Box, str]) -> float:
    return pair[0].top


def outside(scene: Scene) -> tuple[str, ...]:
    """Return the texts that do not lie within the picture."""
    found = []
    for item in flat(scene):
        if isinstance(item, Text):
            box = text_box(item)
            inside = box.left >= -_TOUCH_MM and box.top >= -_TOUCH_MM
            inside = inside and box.right <= scene.width_mm + _TOUCH_MM and box.bottom <= scene.height_mm + _TOUCH_MM
            if not inside:
                found.append(item.text)
    return tuple(found)


def struck(scene: Scene) -> tuple[str, ...]:
    """Return the texts that a line runs through (hairlines of the grid count too)."""
    boxes = [(text_box(item), item.text) for item in flat(scene) if isinstance(item, Text)]
    pieces = [
        (Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), ((x1, y1), (x2, y2)))
        for item in flat(scene)
        if isinstance(item, Polyline)
        for (x1, y1), (x2, y2) in zip(item.points, item.points[1:], strict=False)
    ]
    return tuple(text for box, text in boxes if any(_crosses(box, around, ends) for around, ends in pieces))


def crosses(box: Box, start: Point, end: Point) -> bool:
    """Tell whether a line from ``start`` to ``end`` runs through a rectangle."""
    (x1, y1), (x2, y2) = start, end
    return _crosses(box, Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), (start, end))


def _crosses(box: Box, around: Box, ends: tuple[Point, Point]) -> bool:
    inner = Box(box.left + _TOUCH_MM, box.top + _TOUCH_MM, box.right - _TOUCH_MM, box.bottom - _TOUCH_MM)
    if around.right < inner.left or around.left > inner.right or around.bottom < inner.top or around.top > inner.bottom:
        return False
    (x1, y1), (x2, y2) = ends
    corners = [(x, y) for x in (inner.left, inner.right) for y in (inner.top, inner.bottom)]
    sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in corners]
    return min(sides) <= 0 <= max(sides)

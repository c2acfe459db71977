"""Racks from the front: what stands where, in rack units from the bottom; a builder of one scene."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from planner.assess.context import Context
from planner.assess.lines import LineFigures
from planner.assess.racks import RackFilling
from planner.checks.site_parts import name_of
from planner.documents.model import Language
from planner.figure import Figure
from planner.messages import Message, format_number, format_value, msg, render
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, fitted, legend, spaced, with_margin, wrapped
from planner.pictures.plot_table import heading
from planner.pictures.scene import Line, Node, Rect, Sample, Scene, Spot, Stroke, Text
from planner.pictures.status import LOOKS, Status

WIDTH_MM = 166.0
_U_MM, _RACK_MM, _RULER_MM, _GAP_MM = 3.0, 50.0, 6.0, 8.0
_TOP, _HEAD = 12.0, 13.0
_FRAME, _OPEN = Stroke("control", 0.4), Stroke("unknown_fill", 0.35, (1.3, 0.9))
_GRID = Stroke("grid", 0.15)
_EVERY_U = 5


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One machine in a rack: its line, lowest unit and height (U); ``is_open`` where nobody said at which unit.

    ``clash`` tells that it meets another machine or the end of the rack.
    """

    line: LineFigures
    bottom_u: int
    height_u: int
    is_open: bool
    clash: bool


def standings(rack: RackFilling, context: Context) -> tuple[Standing, ...]:
    """Return the machines of a rack from the bottom up: those with a place first, then the heaviest below the others.

    Machines whose height is not known stand nowhere, and those that are not mounted (0 U) neither.
    """
    height = None if rack.height_u.value is None else int(rack.height_u.value)
    taken: set[int] = set()
    found: list[Standing] = []
    loose: list[tuple[float, LineFigures, int, int]] = []
    for mount in context.alternative.placements:
        line = context.lines.get(mount.line)
        units = None if line is None else _unit_u(line)
        if mount.node != rack.node.id or line is None or not units:
            continue
        count = min(mount.units, line.line.quantity)
        if mount.bottom_u is None:
            loose.append((_unit_kg(line), line, units, count))
            continue
        for number in range(count):
            found.append(_put(line, mount.bottom_u + number * units, units, height, taken))
    for _kg, line, units, count in sorted(loose, key=lambda one: -one[0]):
        for _number in range(count):
            bottom = _lowest_free(units, height, taken)
            found.append(msgspec.structs.replace(_put(line, bottom, units, height, taken), is_open=True))
    return tuple(sorted(found, key=lambda one: one.bottom_u))


def _unit_u(line: LineFigures) -> int:
    """Return the height of one machine in whole rack units, 0 where it is not mounted or not known."""
    unit = line.rack_u.given.get("unit_u")
    return math.ceil(unit.value) if isinstance(unit, Figure) and unit.value else 0


def _unit_kg(line: LineFigures) -> float:
    unit = line.weight_kg.given.get("unit_kg")
    return unit.value or 0.0 if isinstance(unit, Figure) else 0.0


def _put(line: LineFigures, bottom: int, units: int, height: int | None, taken: set[int]) -> Standing:
    own = set(range(bottom, bottom + units))
    beyond = bottom < 1 or (height is not None and bottom + units - 1 > height)
    standing = Standing(
        line=line, bottom_u=bottom, height_u=units, is_open=False, clash=beyond or not own.isdisjoint(taken)
    )
    taken |= own
    return standing


def _lowest_free(units: int, height: int | None, taken: set[int]) -> int:
    """Return the lowest unit with room above it; above all others where there is none within the rack."""
    last = height if height is not None else (max(taken, default=0) + units)
    for bottom in range(1, last - units + 2):
        if taken.isdisjoint(range(bottom, bottom + units)):
            return bottom
    return max(taken, default=0) + 1


def racks_scene(context: Context, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the racks of a site side by side, as many in a row as ``width_mm`` holds."""
    return _Drawing(context, language, width_mm - 2 * EDGE_MM).scene()


class _Drawing:
    """Draws racks in rows, all of them down to the same floor."""

    def __init__(self, context: Context, language: Language, width: float) -> None:
        self.language = language
        self.racks = [(rack, standings(rack, context)) for rack in context.racks]
        self.width = max(width, _RULER_MM + _RACK_MM)
        name = context.alternative.title.label(language)
        self.title = self._say(msg("racks.title", "Racks from the front – {name}", name=name))
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def scene(self) -> Scene:
        """Return the finished picture."""
        subtitle = self._say(
            msg("racks.subtitle", "Rack units from the bottom; what has no place yet is drawn at the lowest free one")
        )
        items: list[Node] = list(heading(self.title, subtitle, self.width))
        last = _TOP
        if not self.racks:
            told = self._say(msg("racks.none", "The room has no rack."))
            items.append(Text(x=0.0, y=_TOP + 5, text=told, size_pt=BODY_PT, role="text2"))
            last = _TOP + 8
        in_a_row = max(1, int((self.width + _GAP_MM) // (_RULER_MM + _RACK_MM + _GAP_MM)))
        for first in range(0, len(self.racks), in_a_row):
            row = self.racks[first : first + in_a_row]
            tallest = max(_height(rack, there) for rack, there in row)
            floor = last + _HEAD + tallest * _U_MM
            for at, (rack, there) in enumerate(row):
                items += self._rack(rack, there, at * (_RULER_MM + _RACK_MM + _GAP_MM), floor)
            last = floor + 4.0
        if self.racks:
            made, last = legend(self._samples(), 0.0, last + 2.4, self.width)
            items.append(made)
        scene = Scene(
            title=self.title,
            description=self._description(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.4,
            items=tuple(items),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _rack(self, rack: RackFilling, there: tuple[Standing, ...], left: float, floor: float) -> Iterator[Node]:
        units, x = _height(rack, there), left + _RULER_MM
        top = floor - units * _U_MM
        name = spaced(format_value(name_of(rack.node), self.language))
        yield Text(x=x, y=top - 8.2, text=fitted(name, _RACK_MM, BODY_PT, True), size_pt=BODY_PT, bold=True)
        for at, told in enumerate(self._told(rack)):
            yield Text(
                x=x, y=top - 4.8 + at * 3.2, text=fitted(told, _RACK_MM, SMALL_PT), size_pt=SMALL_PT, role="text2"
            )
        known = rack.height_u.known
        yield Rect(x=x, y=top, width=_RACK_MM, height=units * _U_MM, fill="sunken", stroke=_FRAME if known else _OPEN)
        covered = {unit for one in there for unit in range(one.bottom_u, one.bottom_u + one.height_u - 1)}
        for unit in range(1, units + 1):
            y = floor - unit * _U_MM
            if unit == rack.height_u.value and unit < units:
                yield Line(x1=x - 3.0, y1=y, x2=x + _RACK_MM + 3.0, y2=y, stroke=LOOKS["over"].frame)
            elif unit < units and unit not in covered:
                yield Line(x1=x, y1=y, x2=x + _RACK_MM, y2=y, stroke=_GRID)
            if unit == 1 or unit % _EVERY_U == 0:
                yield Text(
                    x=x - 1.0, y=y + _U_MM * 0.78, text=str(unit), size_pt=SMALL_PT - 1, role="text3", anchor="end"
                )
        self.spots.append(Spot(key=rack.used_u.key, x=x, y=top - 11, width=_RACK_MM, height=11, tip=name))
        for one in there:
            yield from self._machine(one, x, floor)

    def _machine(self, one: Standing, x: float, floor: float) -> Iterator[Node]:
        look = LOOKS["over"] if one.clash else LOOKS["unknown"] if one.is_open else LOOKS["fits"]
        y, height = floor - (one.bottom_u + one.height_u - 1) * _U_MM, one.height_u * _U_MM
        yield Rect(x=x + 0.5, y=y + 0.25, width=_RACK_MM - 1.0, height=height - 0.5, fill=look.tint, stroke=look.frame)
        title = spaced(one.line.line.title.label(self.language))
        told = f"{title} · {one.height_u} U"
        size = SMALL_PT if height >= 3.4 else SMALL_PT - 1.2  # noqa: PLR2004 - of a single unit
        lines = wrapped(told, _RACK_MM - 3.0, size, 2 if height >= 7 else 1)  # noqa: PLR2004 - room for two lines
        first = y + height / 2 + 0.9 - (len(lines) - 1) * 1.6
        for at, line in enumerate(lines):
            yield Text(x=x + 2.0, y=first + at * 3.2, text=line, size_pt=size, role=look.ink)
        tip = msg(
            "racks.tip",
            "{machine}: U{low} to U{high}",
            machine=title,
            low=one.bottom_u,
            high=one.bottom_u + one.height_u - 1,
        )
        key, part = one.line.rack_u.key, f"line/{one.line.line.id}"
        self.spots.append(Spot(key=key, x=x, y=y, width=_RACK_MM, height=height, tip=self._say(tip), part=part))

    def _told(self, rack: RackFilling) -> tuple[str, str]:
        """Return what a rack is filled with, in units and in weight; what is not known is a question mark."""
        units = msg("racks.units", "{used} of {height} U", used=_known(rack.used_u), height=_known(rack.height_u))
        weight = msg("racks.weight", "{used} of {most} kg", used=_known(rack.weight_kg), most=_known(rack.max_load_kg))
        return self._say(units), self._say(weight)

    def _samples(self) -> list[Sample]:
        words: tuple[tuple[Status, Message], ...] = (
            ("fits", msg("racks.placed", "placed")),
            ("unknown", msg("racks.open", "place not told yet")),
            ("over", msg("racks.clash", "meets another or leaves the rack")),
        )
        return [
            Sample(
                marks=(
                    Rect(x=0.6, y=-2.4, width=5.4, height=3.0, fill=LOOKS[status].tint, stroke=LOOKS[status].frame),
                ),
                text=self._say(said),
            )
            for status, said in words
        ]

    def _description(self) -> str:
        """Return the racks in words: each with what stands in it from the bottom up."""
        told = []
        for rack, there in self.racks:
            name = spaced(format_value(name_of(rack.node), self.language))
            parts = [
                f"U{one.bottom_u}: {spaced(one.line.line.title.label(self.language))} ({one.height_u} U)"
                for one in there
            ]
            told.append(f"{name}, {', '.join(self._told(rack))}: {'; '.join(parts) or '–'}.")
        return " ".join((f"{self.title}.", *told))


def _height(rack: RackFilling, there: tuple[Standing, ...]) -> int:
    """Return the units to draw: those of the rack, more where something stands beyond; without a height what is used."""
    highest = max((one.bottom_u + one.height_u - 1 for one in there), default=0)
    return max(int(rack.height_u.value or 0), highest, _EVERY_U)


def _known(figure: Figure) -> str:
    return "?" if figure.value is None else format_number(figure.value)

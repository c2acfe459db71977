"""One side of a rack: its units with their numbers, what stands in them, what is free, and strips that stand upright."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.rack_places import Stand, Standing, unit_kg
from planner.assess.racks import RackFilling
from planner.documents.model import Language
from planner.messages import Message, format_number, msg, render
from planner.pictures.layout import SMALL_PT, fitted, spaced, wrapped
from planner.pictures.metrics import text_width
from planner.pictures.scene import Hatch, Line, Node, Rect, Spot, Stroke, Text
from planner.pictures.status import LOOKS, Status
from planner.plan.document import Face

U_MM, RACK_MM, RULER_MM = 3.0, 50.0, 6.0
_FRAME, _OPEN = Stroke("control", 0.4), Stroke("unknown_fill", 0.35, (1.3, 0.9))
_BEHIND = Stroke("frame", 0.25)
_GRID = Stroke("grid", 0.15)
_FREE = Hatch(kind="rising", role="grid", step_mm=1.6, width_mm=0.18)
_STRIP_MM, _PAD_MM, _TICK_MM = 3.4, 0.5, 2.0
_WITH_WEIGHT_MM = 24.0  # narrower boxes have no room for it
EVERY_U = 5


def part_of(one: Standing) -> str:
    """Return what a machine is called among the spots of the picture: ``line/<line>/<placement>/<number in it>``."""
    return f"line/{one.line.line.id}/{one.at}/{one.number}"


def slot_of(rack: str, face: Face, unit: int) -> str:
    """Return what a rack unit is called among the spots of the picture."""
    return f"slot/{rack}/{face}/{unit}"


def look_of(one: Standing) -> Status:
    """Return the state a machine is drawn in: over where it clashes, to confirm where nobody said its place."""
    return "over" if one.clash else "unknown" if one.is_open else "fits"


class FaceDrawing:
    """Draws one face of one rack with its lower left corner at (``x``, ``floor``), in mm."""

    def __init__(self, rack: RackFilling, there: Stand, face: Face, language: Language) -> None:
        self.rack, self.there, self.face, self.language = rack, there, face, language
        self.units = units_drawn(rack, there)
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def items(self, x: float, floor: float) -> Iterator[Node]:
        """Yield frame, ruler, free units, machines and upright strips; the spots are in ``spots`` afterwards."""
        top = floor - self.units * U_MM
        frame = _FRAME if self.rack.height_u.known else _OPEN
        yield Rect(x=x, y=top, width=RACK_MM, height=self.units * U_MM, fill="sunken", stroke=frame)
        yield from self._ruler(x, floor)
        self._slots(x, floor)
        left, width = self._inside(x)
        if self.face == "front":
            yield from self._free(left, width, floor)
        for one, lane, lanes in in_lanes(self.there, self.face):
            yield from self._machine(one, left + lane * width / lanes, width / lanes, floor)
        if self.face == "rear":
            yield from self._strips(x, top, floor)

    def _inside(self, x: float) -> tuple[float, float]:
        """Return left edge and width of what stands in the units: less the strips at the rear."""
        count = len(self.there.upright) if self.face == "rear" else 0
        left, right = (count + 1) // 2 * _STRIP_MM, count // 2 * _STRIP_MM
        return x + left, RACK_MM - left - right

    def _ruler(self, x: float, floor: float) -> Iterator[Node]:
        left, width = self._inside(x)
        covered = {unit for one in self.there.stacked for unit in range(one.bottom_u, one.top_u)}
        runs = free_runs(self.rack, self.there, "front") if self.face == "front" else ()
        hatched = {unit for low, high in runs for unit in range(low, high)}
        for unit in range(1, self.units + 1):
            y = floor - unit * U_MM
            if unit == self.rack.height_u.value and unit < self.units:
                for begin, end in ((x - 3.0, x), (x + RACK_MM, x + RACK_MM + 3.0)):
                    yield Line(x1=begin, y1=y, x2=end, y2=y, stroke=LOOKS["over"].frame)
            elif unit in hatched:  # words stand there
                for begin in (x, x + RACK_MM - _TICK_MM):
                    yield Line(x1=begin, y1=y, x2=begin + _TICK_MM, y2=y, stroke=_GRID)
            elif unit < self.units and unit not in covered:
                yield Line(x1=left, y1=y, x2=left + width, y2=y, stroke=_GRID)
            if unit == 1 or unit % EVERY_U == 0:
                yield Text(
                    x=x - 1.0, y=y + U_MM * 0.78, text=str(unit), size_pt=SMALL_PT - 1, role="text3", anchor="end"
                )

    def _slots(self, x: float, floor: float) -> None:
        name = self.rack.node.id
        for unit in range(1, self.units + 1):
            y = floor - unit * U_MM
            part = slot_of(name, self.face, unit)
            self.spots.append(Spot(key="", x=x, y=y, width=RACK_MM, height=U_MM, part=part))

    def _free(self, left: float, width: float, floor: float) -> Iterator[Node]:
        """Yield the runs of free units, hatched and counted: there blanking panels go."""
        for low, high in free_runs(self.rack, self.there, "front"):
            said = self._say(msg("racks.free", "free, {units} U", units=high - low + 1))
            size = SMALL_PT if high > low else SMALL_PT - 1.2
            top, bottom, middle = floor - high * U_MM, floor - (low - 1) * U_MM, left + width / 2
            base, half = (top + bottom) / 2, text_width(said, size) / 2 + 1.0
            tall = min(2.2, (bottom - top) / 2)
            for area in (  # round the words
                (left, top, width, base - tall - top),
                (left, base + tall, width, bottom - base - tall),
                (left, base - tall, width / 2 - half, 2 * tall),
                (middle + half, base - tall, width / 2 - half, 2 * tall),
            ):
                if min(area[2:]) > 0.1:  # noqa: PLR2004 - less is not seen
                    yield Rect(x=area[0], y=area[1], width=area[2], height=area[3], hatch=_FREE)
            yield Text(x=middle, y=base + 0.9, text=said, size_pt=size, role="text2", anchor="middle")

    def _machine(self, one: Standing, left: float, width: float, floor: float) -> Iterator[Node]:
        behind = one.face != self.face
        look = LOOKS[look_of(one)]
        y, height = floor - one.top_u * U_MM, one.height_u * U_MM
        fill, stroke = look.tint, look.frame
        if behind and not one.clash:
            fill, stroke = "surface", _BEHIND
        yield Rect(x=left + _PAD_MM, y=y + 0.25, width=width - 1.0, height=height - 0.5, fill=fill, stroke=stroke)
        title = spaced(one.line.line.title.label(self.language))
        size = SMALL_PT if one.height_u > 1 else SMALL_PT - 1.2
        weight = "" if behind or width < _WITH_WEIGHT_MM else _weight(one)
        room = width - 3.0 - (text_width(weight, size) + 2.0 if weight else 0.0)
        told = self._say(msg("racks.behind", "{machine}, from behind", machine=title)) if behind else title
        lines = wrapped(told, room, size, 2 if one.height_u > 2 else 1)  # noqa: PLR2004 - room for two lines
        first = y + height / 2 + 0.9 - (len(lines) - 1) * 1.6
        for at, line in enumerate(lines):
            ink = "text2" if behind and not one.clash else look.ink
            yield Text(x=left + 2.0, y=first + at * 3.2, text=line, size_pt=size, role=ink)
        if weight:
            right, base = left + width - 1.6, y + height / 2 + 0.9
            yield Text(x=right, y=base, text=weight, size_pt=size, role="text2", anchor="end")
        self._spot(one, (left, y, width, height))

    def _spot(self, one: Standing, area: tuple[float, float, float, float]) -> None:
        machine = spaced(one.line.line.title.label(self.language))
        if one.height_u:
            told = msg("racks.tip", "{machine}: U{low} to U{high}", machine=machine, low=one.bottom_u, high=one.top_u)
        else:
            told = msg("racks.upright", "{machine}: upright at the rear, takes no U", machine=machine)
        x, y, width, height = area
        tip, key = self._say(told), one.line.rack_u.key
        self.spots.append(Spot(key=key, x=x, y=y, width=width, height=height, tip=tip, part=part_of(one)))

    def _strips(self, x: float, top: float, floor: float) -> Iterator[Node]:
        """Yield the strips that stand upright: the first at the left, the second at the right, and so on inwards."""
        for at, one in enumerate(self.there.upright):
            inwards = at // 2 * _STRIP_MM
            left = x + inwards if at % 2 == 0 else x + RACK_MM - _STRIP_MM - inwards
            area = (left + 0.3, top + 0.4, _STRIP_MM - 0.6, floor - top - 0.8)
            yield Rect(
                x=area[0], y=area[1], width=area[2], height=area[3], fill="fits_tint", stroke=LOOKS["fits"].frame
            )
            name = spaced(one.line.line.title.label(self.language))
            said = fitted(self._say(msg("racks.strip", "{machine}, 0 U", machine=name)), area[3] - 1.5, SMALL_PT - 1.2)
            yield Text(x=left + _STRIP_MM / 2 + 0.75, y=floor - 1.2, text=said, size_pt=SMALL_PT - 1.2, rotation=90.0)
            self._spot(one, area)


def in_lanes(there: Stand, face: Face) -> Iterator[tuple[Standing, int, int]]:
    """Yield what is seen from a side with its lane and the number of lanes: what meets others stands beside them."""
    group: list[tuple[Standing, int]] = []
    tops: list[int] = []
    for one in there.stacked:
        if one.face != face and one.is_half:
            continue
        if group and one.bottom_u > max(tops):
            yield from ((each, lane, len(tops)) for each, lane in group)
            group, tops = [], []
        lane = next((at for at, top in enumerate(tops) if top < one.bottom_u), len(tops))
        tops[lane : lane + 1] = [one.top_u]
        group.append((one, lane))
    yield from ((each, lane, len(tops)) for each, lane in group)


def _weight(one: Standing) -> str:
    weight = unit_kg(one.line)
    return f"{format_number(round(weight, 1))} kg" if weight else "? kg"


def units_drawn(rack: RackFilling, there: Stand) -> int:
    """Return the units to draw: those of the rack, more where something stands beyond; without a height what is used."""
    highest = max((one.top_u for one in there.stacked), default=0)
    return max(int(rack.height_u.value or 0), highest, EVERY_U)


def free_runs(rack: RackFilling, there: Stand, face: Face) -> Iterator[tuple[int, int]]:
    """Yield the first and last unit of each run that nothing stands in at a face; none where the height is not known."""
    if rack.height_u.value is None:
        return
    taken = {unit for one in there.stacked for side, unit in one.places() if side == face}
    low = 0
    for unit in range(1, int(rack.height_u.value) + 2):
        free = unit <= rack.height_u.value and unit not in taken
        if free and not low:
            low = unit
        elif not free and low:
            yield low, unit - 1
            low = 0

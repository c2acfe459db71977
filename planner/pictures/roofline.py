"""The roofline of an entry on a card: both axes in powers of ten, the roof, what each phase reaches: one scene."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.documents.model import Language
from planner.messages import Message, format_number, msg, render
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, Box, fitted, legend, spaced, with_margin
from planner.pictures.metrics import text_width
from planner.pictures.plot_table import heading
from planner.pictures.scene import Line, Node, Point, Polygon, Polyline, Rect, Sample, Scene, Spot, Stroke, Text
from planner.workload.roofline import Bound, Roofline, RoofPoint

WIDTH_MM = 130.0
HEIGHT_MM = 46.0
_TOP, _LEFT, _AXIS = 12.0, 16.0, 10.0
_ROOF = Stroke("text", 0.6)
_SLOPE = Stroke("bar", 0.6)
_DROP = Stroke("text3", 0.25, (1.0, 0.8))
_FRAME = Stroke("frame", 0.25)
_LARGEST = 1.7
_LEAST_DECADES = 2
_BELOW = 0.4  # decades below the lowest point, for its words
_LINE, _DESCENT = 2.9, 0.9  # of a line of words, above and below its baseline

BOUND_WORDS: dict[Bound, Message] = {
    "compute": msg("roofline.bound.compute", "limited by arithmetic"),
    "bandwidth": msg("roofline.bound.bandwidth", "limited by memory bandwidth"),
    "communication": msg("roofline.bound.communication", "limited by communication between cards"),
    "software": msg("roofline.bound.software", "limited by the software between the steps"),
    "unknown": msg("roofline.bound.unknown", "what limits it is not known"),
}


def roofline_scene(
    found: Roofline, entry: str, card: str, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return the picture of a roofline, ``width_mm`` wide; its plot is ``height_mm`` high."""
    return _Drawing(found, entry, card, language, width_mm - 2 * EDGE_MM, height_mm).scene()


class _Drawing:
    """Draws axes, roof and points; both axes are logarithmic, the roof of memory rises by one decade in a decade."""

    def __init__(self, found: Roofline, entry: str, card: str, language: Language, width: float, height: float) -> None:
        self.found, self.language, self.width, self.height = found, language, width, height
        self.title = self._say(msg("roofline.title", "Roofline of {card}: {entry}", entry=entry, card=card))
        self.peak, self.memory = found.peak.value, found.bandwidth.value
        self.spots: list[Spot] = []
        xs = [one.intensity.require() for one in found.points if one.intensity.require() > 0]
        ys = [one.reached.require() for one in found.points if one.reached.require() > 0]
        ridge = found.ridge.value
        self.x = _decades([*xs, *([ridge] if ridge else [])])
        roof = [self.peak] if self.peak else []
        self.y = _decades([*ys, *roof], top=self.peak, below=_BELOW)

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    @property
    def drawable(self) -> bool:
        """Tell whether there is a roof to draw."""
        return bool(self.peak and self.memory)

    def scene(self) -> Scene:
        """Return the finished picture."""
        items: list[Node] = list(heading(self.title, self._subtitle(), self.width))
        if not self.drawable:
            said = self._say(
                msg("roofline.none", "Rate or bandwidth of the card is not known: there is no roof to draw.")
            )
            items.append(
                Text(x=0.0, y=_TOP + 6, text=fitted(said, self.width, BODY_PT), size_pt=BODY_PT, role="unknown")
            )
            last = _TOP + 10
        else:
            items += [*self._axes(), *self._roof(), *self._points()]
            made, last = legend(self._samples(), 0.0, _TOP + self.height + _AXIS + 5.4, self.width)
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

    def _bound(self) -> str:
        return render(BOUND_WORDS[self.found.bound], self.language)

    def _subtitle(self) -> str:
        """Return what binds and by how much, in the time of a step where the formulas part it."""
        known = [(figure.value, name) for name, figure in self.found.shares if figure.value]
        if not known:
            return self._say(msg("roofline.binds", "One card; {bound}", bound=self._bound()))
        whole, (most, _name) = sum(value for value, _ in known), max(known)
        return self._say(
            msg(
                "roofline.binds_share",
                "One card; {bound}: {most} of {whole} ms of a step",
                bound=self._bound(),
                most=_digits(most * 1000),
                whole=_digits(whole * 1000),
            )
        )

    # --- axes --------------------------------------------------------------------------------------------------------

    @property
    def _plot(self) -> float:
        return self.width - _LEFT - 6.0

    def _at(self, intensity: float, rate: float) -> Point:
        x = _LEFT + (math.log10(intensity) - self.x[0]) / (self.x[1] - self.x[0]) * self._plot
        y = _TOP + self.height - (math.log10(rate) - self.y[0]) / (self.y[1] - self.y[0]) * self.height
        return x, y

    def _axes(self) -> Iterator[Node]:
        below = _TOP + self.height
        for decade in range(self.x[0], self.x[1] + 1):
            x, _y = self._at(10.0**decade, 10.0 ** self.y[0])
            yield Line(x1=x, y1=below, x2=x, y2=below + 1.0, stroke=_FRAME)
            yield Text(x=x, y=below + 4.6, text=_digits(10.0**decade), size_pt=SMALL_PT, role="text2", anchor="middle")
        for decade in range(self.y[0], self.y[1] + 1):
            _x, y = self._at(10.0 ** self.x[0], 10.0**decade)
            yield Line(x1=_LEFT - 1.0, y1=y, x2=_LEFT, y2=y, stroke=_FRAME)
            yield Text(
                x=_LEFT - 1.8, y=y + 1.0, text=_digits(10.0**decade), size_pt=SMALL_PT, role="text2", anchor="end"
            )
        yield Rect(x=_LEFT, y=_TOP, width=self._plot, height=self.height, stroke=_FRAME)
        across = self._say(msg("roofline.x", "Intensity, FLOP for each byte of memory"))
        yield Text(x=_LEFT + self._plot, y=below + 8.6, text=across, size_pt=SMALL_PT, role="text2", anchor="end")
        up = self._say(msg("roofline.y", "TFLOPS of one card"))
        yield Text(x=3.0, y=_TOP + self.height, text=up, size_pt=SMALL_PT, role="text2", rotation=90.0)

    def _roof(self) -> Iterator[Node]:
        """Yield both parts of the roof within the frame."""
        assert self.peak is not None
        assert self.memory is not None
        ridge = self.peak * 1000 / self.memory
        low, high, floor = 10.0 ** self.x[0], 10.0 ** self.x[1], 10.0 ** self.y[0]
        start = max(low, floor * 1000 / self.memory)
        bend = min(max(ridge, low), high)
        if start < bend:
            first = self._at(start, start * self.memory / 1000)
            yield Polyline(points=(first, self._at(bend, bend * self.memory / 1000)), stroke=_SLOPE)
        if bend < high:
            yield Polyline(points=(self._at(bend, self.peak), self._at(high, self.peak)), stroke=_ROOF)

    def _points(self) -> Iterator[Node]:
        floor = 10.0 ** self.y[0]
        places = [self._at(one.intensity.require(), max(one.reached.require(), floor)) for one in self.found.points]
        taken = [Box(x - _LARGEST, y - _LARGEST, x + _LARGEST, y + _LARGEST) for x, y in places]
        for x, y in places:
            top = self._roof_y(x)
            if y - top > 2 * _LARGEST:
                taken.append(Box(x - 0.2, top, x + 0.2, y))
                yield Line(x1=x, y1=y - _LARGEST, x2=x, y2=top, stroke=_DROP)
        for at, (one, (x, y)) in enumerate(zip(self.found.points, places, strict=True)):
            yield _mark(at, x, y)
            words = self._words(one)
            box = self._room(text_width(words, SMALL_PT), x, y, taken)
            taken.append(box)
            yield Text(x=box.left, y=box.bottom - _DESCENT, text=words, size_pt=SMALL_PT)
            around = Box(x - 3.0, y - 3.0, x + 3.0, y + 3.0)
            self.spots += [self._spot(one, around), self._spot(one, box)]

    def _spot(self, one: RoofPoint, box: Box) -> Spot:
        area = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
        return Spot(key=one.reached.key, tip=self._tip(one), part=one.id, **area)

    def _room(self, wide: float, x: float, y: float, taken: list[Box]) -> Box:
        """Return the nearest place for words of a width about a point that neither roof nor another thing goes through."""
        lefts = (x + 2.8, x - 2.8 - wide, x - wide / 2)
        downs = (4.8, 1.2, 8.6, 12.4, 16.2, -3.0, 20.0, 24.0)
        tried = [Box(left, y + down - _LINE, left + wide, y + down + _DESCENT) for down in downs for left in lefts]
        inside = [one for one in tried if self._inside(one)]
        return next((one for one in inside if self._free(one, taken)), (inside or tried)[0])

    def _inside(self, box: Box) -> bool:
        right, below = _LEFT + self._plot, _TOP + self.height
        return box.left > _LEFT + 0.6 and box.right < right - 0.6 and box.top > _TOP + 0.4 and box.bottom < below - 0.4

    def _free(self, box: Box, taken: list[Box]) -> bool:
        if any(box.meets(other) for other in taken):
            return False
        return box.top > self._roof_y(box.left) + 0.6 or box.bottom < self._roof_y(box.right) - 0.6

    def _roof_y(self, x: float) -> float:
        """Return how far down the roof is at ``x`` mm."""
        assert self.peak is not None
        assert self.memory is not None
        intensity = 10.0 ** (self.x[0] + (x - _LEFT) / self._plot * (self.x[1] - self.x[0]))
        return self._at(intensity, min(self.peak, intensity * self.memory / 1000))[1]

    def _words(self, one: RoofPoint) -> str:
        """Return a phase with the rate it reaches and its share of the roof."""
        reached, allowed = one.reached.require(), one.allowed.value
        if not allowed:
            return self._say(msg("roofline.point_plain", "{name} {rate}", name=one.name, rate=_digits(reached)))
        share = round(100 * reached / allowed)
        return self._say(
            msg(
                "roofline.point",
                "{name} {rate}, {share} % of the roof",
                name=one.name,
                rate=_digits(reached),
                share=share,
            )
        )

    def _tip(self, one: RoofPoint) -> str:
        return self._say(
            msg(
                "roofline.tip",
                "{name}: {rate} TFLOPS at {intensity} FLOP/B",
                name=one.name,
                rate=_digits(one.reached.require()),
                intensity=_digits(one.intensity.require()),
            )
        )

    def _samples(self) -> list[Sample]:
        memory = self._say(msg("roofline.memory", "memory {rate} GB/s", rate=_digits(self.memory or 0.0)))
        rate = self._say(msg("roofline.rate", "arithmetic {rate} TFLOPS", rate=_digits(self.peak or 0.0)))
        found = [
            Sample(marks=(Line(x1=0.0, y1=1.2, x2=7.0, y2=-1.2, stroke=_SLOPE),), text=memory),
            Sample(marks=(Line(x1=0.0, y1=0.0, x2=7.0, y2=0.0, stroke=_ROOF),), text=rate),
        ]
        link = self.found.link
        if link is not None and link.value is not None:
            said = self._say(msg("roofline.link", "link {rate} GB/s to the other cards", rate=_digits(link.value)))
            cards = tuple(Rect(x=at, y=-1.0, width=2.0, height=2.0, stroke=_FRAME) for at in (0.0, 5.0))
            found.append(Sample(marks=(*cards, Line(x1=2.0, y1=0.0, x2=5.0, y2=0.0, stroke=_FRAME)), text=said))
        return found

    def _description(self) -> str:
        parts = [self.title, self._subtitle(), *(self._tip(one) for one in self.found.points)]
        sentences = (msg("picture.sentence", "{words}.", words=part) for part in parts if part)
        return ("" if self.language == "zh" else " ").join(map(self._say, sentences))


def _decades(values: list[float], top: float | None = None, below: float = 0.0) -> tuple[int, int]:
    """Return the powers of ten that hold all values, with ``below`` decades of room below them; at least two decades."""
    known = [value for value in values if value > 0]
    if not known:
        return 0, _LEAST_DECADES
    low, high = math.floor(math.log10(min(known)) - below), math.ceil(math.log10(max(known)))
    if top is not None and math.log10(top) > high - 0.1:
        high += 1
    if math.log10(max(known)) > high - 0.05 and top is None:
        high += 1
    return low, max(high, low + _LEAST_DECADES)


def _mark(at: int, x: float, y: float) -> Polygon:
    """Return the mark of a phase: a shape of its own for each."""
    size = _LARGEST
    shapes: tuple[tuple[Point, ...], ...] = (
        ((x, y - size), (x + size, y), (x, y + size), (x - size, y)),
        ((x - 1.3, y - 1.3), (x + 1.3, y - 1.3), (x + 1.3, y + 1.3), (x - 1.3, y + 1.3)),
        ((x, y - size), (x + size, y + 1.3), (x - size, y + 1.3)),
    )
    return Polygon(points=shapes[at % len(shapes)], fill="accent", stroke=Stroke("surface", 0.3))


def _digits(value: float) -> str:
    """Return a number of three figures at most."""
    if value == 0:
        return "0"
    places = 2 - math.floor(math.log10(abs(value)))
    shown = round(value, max(places, 0)) if value < 1000 else round(value)
    return format_number(int(shown) if float(shown).is_integer() else shown)

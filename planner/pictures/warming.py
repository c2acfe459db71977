"""The room after its cooling is lost: temperature over minutes, between air alone and air with racks and walls."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import Context
from planner.checks.site_parts import asked
from planner.checks.warming import failure_minutes
from planner.documents.model import Language
from planner.facility.cooling_loss import LIMIT_C, Room, calibration, temperature_c
from planner.figure import Figure, unknown
from planner.limits import with_own_limits
from planner.messages import Message, format_number, format_value, msg, render
from planner.pictures.curve_words import along, beside, placed, words_at
from planner.pictures.layout import (
    BODY_PT,
    EDGE_MM,
    SMALL_PT,
    Box,
    legend,
    spaced,
    steps,
    ticks,
    with_margin,
    wrapped,
)
from planner.pictures.plot_table import heading
from planner.pictures.scene import Axis, Line, Node, Point, Polyline, Rect, Sample, Scene, Spot, Stroke, Text

WIDTH_MM, HEIGHT_MM = 166.0, 60.0
_TOP, _LEFT, _RIGHT, _AXIS = 13.0, 15.0, 8.0, 8.0
_ROOM, _AIR = Stroke("bar", 0.7), Stroke("bar", 0.45, (2.0, 1.2))
_STOP, _LIMIT = Stroke("tight_fill", 0.5, (3.6, 0.6)), Stroke("over_fill", 0.6)
_FRAME, _GRID = Stroke("frame", 0.25), Stroke("grid", 0.15)
_LONGEST_MIN = 600.0
_POINTS = 41
_GAP, _HIGH = 1.6, 2.2  # of words from their line, and their height, mm


@with_own_limits
def warming_scene(
    context: Context, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return the course of the room's temperature (°C over minutes); words where room or heat are not known."""
    return _Drawing(context, language, width_mm - 2 * EDGE_MM, height_mm).scene()


class _Drawing:
    """Draws both courses over the same axes, with the temperature at which machines stop."""

    def __init__(self, context: Context, language: Language, width: float, height: float) -> None:
        self.language, self.width, self.height = language, width, height
        room, heat = context.room, context.site.heat_w
        self.minutes = (
            unknown("site/room/failure_min", "min", ("site/room",)) if room is None else failure_minutes(room, heat)
        )
        name = context.alternative.title.label(language)
        self.title = self._say(msg("warming.title", "Room temperature when the cooling fails – {name}", name=name))
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def _given(self, name: str) -> float:
        found = self.minutes.given[name]
        assert isinstance(found, Figure)
        return found.require()

    def scene(self) -> Scene:
        """Return the finished picture."""
        items: list[Node] = []
        if self.minutes.value is None:
            items += heading(self.title, "", self.width)
            missing = ", ".join(format_value(one, self.language) for one in asked(self.minutes.missing))
            said = self._say(msg("warming.unknown", "Cannot be drawn yet; not known: {missing}.", missing=missing))
            for at, line in enumerate(wrapped(said, self.width, BODY_PT, 3)):
                items.append(Text(x=0.0, y=_TOP + 4 + at * 4.4, text=line, size_pt=BODY_PT, role="unknown"))
            last = _TOP + 16
        else:
            items += [*heading(self.title, self._subtitle(), self.width), *self._plot()]
            last = _TOP + self.height + _AXIS + 1.0
            words = self._said()
            items += words or ()
            if words is None:
                made, last = legend(self._samples(), 0.0, last + 4.0, self.width)
                items.append(made)
            for at, line in enumerate(wrapped(self._note(), self.width, SMALL_PT, 3)):
                items.append(Text(x=0.0, y=last + 4.4 + at * 3.6, text=line, size_pt=SMALL_PT, role="text3"))
                below = last + 4.4 + at * 3.6
            last = below
        scene = Scene(
            title=self.title,
            description=self._description(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.6,
            items=tuple(items),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def _room(self, factor: float) -> Room:
        return Room(
            air_m3=self._given("air_m3"),
            mass_factor=factor,
            air_share=self._air_share(),
            start_c=self._given("start_c"),
        )

    def _air_share(self) -> float:
        """Return the density of the air over that at sea level, which the model reckons with; 1 where nobody told the altitude."""
        return min(1.0, self._given("density_kg_m3") / 1.2) if "density_kg_m3" in self.minutes.given else 1.0

    def _heat_kw(self) -> float:
        return self._given("heat_w") / 1000

    @property
    def _end(self) -> float:
        """Return the last minute drawn: a little after the room has reached the limit of the machines."""
        whole = (
            self.minutes.require()
            * (LIMIT_C - self._given("start_c"))
            / max(1.0, self._given("stop_c") - self._given("start_c"))
        )
        wanted = min(max(whole * 1.1, 1.0), _LONGEST_MIN)
        return next(one for one in (2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600) if one >= wanted)

    # --- drawing -----------------------------------------------------------------------------------------------------

    def _at(self, minute: float, degrees: float) -> Point:
        low, high = self._span
        x = _LEFT + minute / self._end * (self.width - _LEFT - _RIGHT)
        return x, _TOP + self.height - (degrees - low) / (high - low) * self.height

    @property
    def _span(self) -> tuple[float, float]:
        return 5 * math.floor(self._given("start_c") / 5), LIMIT_C + 5

    def _plot(self) -> Iterator[Node]:
        high = self._span[1]
        length, below = self.width - _LEFT - _RIGHT, _TOP + self.height
        marks = ticks(self._end, length, format_number)
        title = self._say(msg("warming.x", "minutes"))
        yield Axis(x=_LEFT, y=below, length=length, ticks=marks, grid_mm=0.0, size_pt=SMALL_PT, title=title)
        for degrees in self._degrees():
            _x, y = self._at(0.0, degrees)
            yield Line(x1=_LEFT, y1=y, x2=_LEFT + length, y2=y, stroke=_GRID)
            said = f"{degrees:g} °C" if degrees == high else f"{degrees:g}"
            yield Text(x=_LEFT - 1.4, y=y + 1.0, text=said, size_pt=SMALL_PT, role="text2", anchor="end")
        for stroke, degrees in ((_STOP, self._given("stop_c")), (_LIMIT, LIMIT_C)):
            (x, y), (right, _y) = self._at(0.0, degrees), self._at(self._end, degrees)
            yield Line(x1=x, y1=y, x2=right, y2=y, stroke=stroke)
        for stroke, factor in ((_AIR, 1.0), (_ROOM, self._given("mass_factor"))):
            yield Polyline(points=tuple(self._course(factor)), stroke=stroke)
        yield from self._reached()

    def _degrees(self) -> Iterator[float]:
        """Yield the temperatures that a line of the grid stands for (°C)."""
        low, high = self._span
        yield from (degrees for degrees in steps(high, int(high // 5)) if low <= degrees <= high)

    def _course(self, factor: float) -> Iterator[Point]:
        room, (_low, high) = self._room(factor), self._span
        rising = (high - room.start_c) / max(temperature_c(room, self._heat_kw(), 60.0) - room.start_c, 1e-9)
        last = min(self._end, rising)
        for number in range(_POINTS):
            minute = last * number / (_POINTS - 1)
            yield self._at(minute, min(high, temperature_c(room, self._heat_kw(), minute * 60)))

    def _reached(self) -> Iterator[Node]:
        minute = self.minutes.require()
        if minute > self._end:
            return
        x, y = self._at(minute, self._given("stop_c"))
        yield Line(x1=x, y1=y, x2=x, y2=_TOP + self.height, stroke=Stroke("text3", 0.25, (1.0, 0.8)))
        yield Rect(x=x - 1.0, y=y - 1.0, width=2.0, height=2.0, radius=1.0, fill="text")
        tip = self._say(self._reaches())
        self.spots.append(
            Spot(key=self.minutes.key, x=x - 4, y=y - 4, width=8, height=_TOP + self.height - y + 4, tip=tip)
        )

    def _subtitle(self) -> str:
        values = {
            "heat": _digits(self._heat_kw()),
            "air": _digits(self._given("air_m3")),
            "start": format_number(self._given("start_c")),
            "stop": format_number(self._given("stop_c")),
            "minutes": _digits(self.minutes.require()),
        }
        return self._say(
            msg(
                "warming.subtitle",
                "{heat} kW into {air} m³ of air, from {start} °C: {stop} °C after {minutes} min",
                **values,
            )
        )

    def _reaches(self) -> Message:
        return msg(
            "warming.reaches",
            "Without cooling the room reaches {stop} °C after {minutes} minutes.",
            stop=format_number(self._given("stop_c")),
            minutes=_digits(self.minutes.require()),
        )

    def _said(self) -> tuple[Text, ...] | None:
        """Return the words at the lines, and the minute at the point reached; None where they have no room there."""
        (left, bottom), (right, top) = self._at(0.0, self._span[0]), self._at(self._end, self._span[1])
        courses = [tuple(self._course(factor)) for factor in (self._given("mass_factor"), 1.0)]
        levels = [self._at(0.0, degrees)[1] for degrees in (self._given("stop_c"), LIMIT_C)]
        grid = [self._at(0.0, degrees)[1] for degrees in self._degrees()]
        lines = [*courses, *(((left, y), (right, y)) for y in (*levels, *grid))]
        wanted = []
        minute = self.minutes.require()
        if minute <= self._end:
            x, y = self._at(minute, self._given("stop_c"))
            lines.append(((x, y), (x, bottom)))
            lines.append(((x - 1.2, y), (x + 1.2, y)))
            said = self._say(msg("warming.minutes", "{minutes} min", minutes=_digits(minute)))
            places = ((x + _GAP, y + _HIGH + _GAP, "start"), (x - _GAP, y + _HIGH + _GAP, "end"))
            wanted.append(words_at(said, places, "text", bold=True))
        texts = [said for _stroke, said in self._words_of()]
        for text, course in zip(texts[:2], courses, strict=True):
            wanted.append(words_at(self._say(text), beside(course, _GAP, _HIGH), "text2"))
        for text, y in zip(texts[2:], levels, strict=True):
            wanted.append(words_at(self._say(text), along(left, right, y, 0.75 * _GAP, _HIGH), "text2"))
        return placed(wanted, lines, Box(left, top, right, bottom))

    def _words_of(self) -> tuple[tuple[Stroke, Message], ...]:
        """Return what each line means: both courses, then both limits."""
        factor = format_number(self._given("mass_factor"))
        return (
            (_ROOM, msg("warming.room", "with racks and walls (factor {factor})", factor=factor)),
            (_AIR, msg("warming.air", "air alone: the earliest")),
            (_STOP, msg("warming.stop", "machines must stop, {stop} °C", stop=format_number(self._given("stop_c")))),
            (_LIMIT, msg("warming.limit", "machines stop by themselves, {limit} °C", limit=format_number(LIMIT_C))),
        )

    def _samples(self) -> list[Sample]:
        return [
            Sample(marks=(Line(x1=0.4, y1=-0.9, x2=6.4, y2=-0.9, stroke=stroke),), text=self._say(said))
            for stroke, said in self._words_of()
        ]

    def _note(self) -> str:
        """Return how the model stands against published tests."""
        first = calibration()[0]
        return self._say(
            msg(
                "warming.note",
                "Losses through walls are not counted. Beside a published test of {heat} kW a cabinet ({measured} s to "
                "{limit} °C) the course of air alone gives {model} s.",
                heat=format_number(first.anchor.heat_kw),
                measured=format_number(first.anchor.seconds),
                limit=format_number(LIMIT_C),
                model=format_number(round(first.model_s)),
            )
        )

    def _description(self) -> str:
        if self.minutes.value is None:
            return f"{self.title}."
        return f"{self.title}. {self._say(self._reaches())}"


def _digits(value: float) -> str:
    """Return a number with as many places as say something."""
    return format_number(round(value, 1 if value < 100 else 0))

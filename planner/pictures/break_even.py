"""Owning beside renting: what a week costs over the card-hours used in it, and where the two cost the same."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.advice.sources import Source, Sourcing
from planner.checks.site_parts import asked
from planner.documents.model import Language
from planner.figure import Figure
from planner.messages import Labelled, Message, format_figure, format_number, format_value, msg, render
from planner.pictures.curve_words import along, beside, placed, words_at
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, Box, legend, spaced, steps, ticks, with_margin, wrapped
from planner.pictures.plot_table import heading
from planner.pictures.scene import (
    Axis,
    Line,
    Node,
    Point,
    Polygon,
    Polyline,
    Rect,
    Sample,
    Scene,
    Spot,
    Stroke,
    Text,
)

WIDTH_MM, HEIGHT_MM = 166.0, 56.0
_TOP, _LEFT, _RIGHT, _AXIS = 13.0, 17.0, 8.0, 8.0
_OWN, _RENT = Stroke("bar", 0.7), Stroke("tight_fill", 0.7, (2.4, 1.0))
_ASKED, _DROP = Stroke("text2", 0.35, (1.2, 0.9)), Stroke("text3", 0.25, (1.0, 0.8))
_GRID = Stroke("grid", 0.15)
_GAP, _HIGH = 1.6, 2.2  # of words from their line, and their height, mm
_POINTS = 25
_HEADROOM, _STEEPEST, _FARTHEST = 1.25, 2.5, 2.0  # over the cost of owning, at most, and over the hours of the cards


def break_even_scene(
    found: Sourcing, title: Labelled, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return the cost of a week (yuan) over its card-hours, of owning and of renting; words where one is not known."""
    return _Drawing(found, title, language, width_mm - 2 * EDGE_MM, height_mm).scene()


class _Drawing:
    """Draws both lines over the same axes, what is asked for, and the point where they meet."""

    def __init__(self, found: Sourcing, title: Labelled, language: Language, width: float, height: float) -> None:
        self.found, self.language, self.width, self.height = found, language, width, height
        self.own, self.rent = found.source("own"), found.source("rent")
        self.title = self._say(
            msg("even.title", "From how many card-hours owning pays – {name}", name=title.label(language))
        )
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    @property
    def _is_known(self) -> bool:
        return self.own.week.known and self.rent.card_hour.known and bool(self._own_hours)

    @property
    def _own_hours(self) -> float:
        return 0.0 if self.own.hours is None else self.own.hours.value or 0.0

    @property
    def _week(self) -> float:
        return self.own.week.require()

    @property
    def _rate(self) -> float:
        return self.rent.card_hour.require()

    @property
    def _equal(self) -> float:
        return self.found.equal_hours.value or math.inf

    def scene(self) -> Scene:
        """Return the finished picture."""
        if self._is_known:
            items, last = self._drawn()
        else:
            items, last = self._missing()
        scene = Scene(
            title=self.title,
            description=f"{self.title}. {self._verdict()}".strip(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.6,
            items=tuple(items),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _missing(self) -> tuple[list[Node], float]:
        keys = dict.fromkeys((*self.own.week.missing, *self.rent.card_hour.missing))
        names = ("、" if self.language == "zh" else ", ").join(format_value(one, self.language) for one in asked(keys))
        said = self._say(msg("warming.unknown", "Cannot be drawn yet; not known: {missing}.", missing=names))
        if not keys:
            said = self._say(msg("even.no_machines", "No machines are planned that renting could stand in for."))
        items: list[Node] = [*heading(self.title, "", self.width)]
        for at, line in enumerate(wrapped(said, self.width, BODY_PT, 3)):
            items.append(Text(x=0.0, y=_TOP + at * 4.4, text=line, size_pt=BODY_PT, role="unknown"))
        return items, _TOP + 12

    def _drawn(self) -> tuple[list[Node], float]:
        items: list[Node] = [*heading(self.title, self._subtitle(), self.width), *self._plot()]
        last = _TOP + self.height + _AXIS + 1.0
        words = self._said()
        items += words or ()
        if words is None:
            made, last = legend(self._samples(), 0.0, last + 4.0, self.width)
            items.append(made)
        for at, line in enumerate(wrapped(self._verdict(), self.width, SMALL_PT, 3)):
            items.append(Text(x=0.0, y=last + 4.4 + at * 3.6, text=line, size_pt=SMALL_PT, role="text2"))
            below = last + 4.4 + at * 3.6
        return items, below

    # --- numbers -----------------------------------------------------------------------------------------------------

    @property
    def _end(self) -> float:
        """Return the most card-hours drawn: those of the own cards, what is asked for, and the point where both meet."""
        most = max(self._own_hours, self.found.left.value or 0.0)
        return 1.05 * max(most, self._equal if self._equal <= _FARTHEST * most else 0.0)

    @property
    def _high(self) -> float:
        """Return the highest cost drawn (yuan): that of owning with headroom, and of renting as far as it is read."""
        return max(_HEADROOM * self._week, min(self._rate * self._end, _STEEPEST * self._week))

    def _at(self, hours: float, cost: float) -> Point:
        x = _LEFT + hours / self._end * (self.width - _LEFT - _RIGHT)
        return x, _TOP + self.height - cost / self._high * self.height

    def _rents(self, rate: float) -> tuple[Point, ...]:
        last = min(self._end, self._high / rate) if rate else self._end
        return tuple(self._at(last * at / (_POINTS - 1), rate * last * at / (_POINTS - 1)) for at in range(_POINTS))

    # --- drawing -----------------------------------------------------------------------------------------------------

    def _plot(self) -> Iterator[Node]:
        length, below = self.width - _LEFT - _RIGHT, _TOP + self.height
        yield from self._band()
        title = self._say(msg("even.x", "card-hours a week"))
        marks = ticks(self._end, length, format_number)
        yield Axis(x=_LEFT, y=below, length=length, ticks=marks, grid_mm=0.0, size_pt=SMALL_PT, title=title)
        for cost in self._costs():
            _x, y = self._at(0.0, cost)
            yield Line(x1=_LEFT, y1=y, x2=_LEFT + length, y2=y, stroke=_GRID)
            yield Text(x=_LEFT - 1.4, y=y + 1.0, text=format_number(cost), size_pt=SMALL_PT, role="text2", anchor="end")
        (x, y), (right, _y) = self._owned
        yield Line(x1=x, y1=y, x2=right, y2=y, stroke=_OWN)
        yield Polyline(points=self._rents(self._rate), stroke=_RENT)
        if self._asks:
            (x, top), (_x, bottom) = self._asked
            yield Line(x1=x, y1=top, x2=x, y2=bottom, stroke=_ASKED)
        yield from self._met()
        self.spots += [
            Spot(key=self.own.week.key, x=_LEFT, y=y - 2, width=right - _LEFT, height=4, tip=self._told(self.own.week))
        ]

    def _costs(self) -> tuple[float, ...]:
        return steps(self._high, 4)

    @property
    def _owned(self) -> tuple[Point, Point]:
        return self._at(0.0, self._week), self._at(min(self._own_hours, self._end), self._week)

    @property
    def _asks(self) -> bool:
        return bool(self.found.left.value)

    @property
    def _asked(self) -> tuple[Point, Point]:
        hours = self.found.left.value or 0.0
        return self._at(hours, self._high), self._at(hours, 0.0)

    def _band(self) -> Iterator[Node]:
        low, high = self.rent.card_hour.low, self.rent.card_hour.high
        if low and high and high > low:
            yield Polygon(
                points=(*self._rents(high), *self._corner(high), *reversed(self._rents(low))), fill="tight_tint"
            )

    def _corner(self, high: float) -> tuple[Point, ...]:
        """Return the upper right corner where the dearest rent leaves the picture at its top."""
        return (self._at(self._end, self._high),) if high * self._end > self._high else ()

    def _met(self) -> Iterator[Node]:
        if not self._meets:
            return
        x, y = self._at(self._equal, self._week)
        yield Line(x1=x, y1=y, x2=x, y2=_TOP + self.height, stroke=_DROP)
        yield Rect(x=x - 1.0, y=y - 1.0, width=2.0, height=2.0, radius=1.0, fill="text")
        key, tip = self.found.equal_hours.key, self._told(self.found.equal_hours)
        self.spots.append(Spot(key=key, x=x - 4, y=y - 4, width=8, height=_TOP + self.height - y + 4, tip=tip))

    @property
    def _meets(self) -> bool:
        return self._equal <= min(self._own_hours, self._end)

    # --- words -------------------------------------------------------------------------------------------------------

    def _told(self, figure: Figure) -> str:
        return format_figure(figure, self.language)

    def _subtitle(self) -> str:
        return self._say(
            msg(
                "even.subtitle",
                "yuan a week; owning {own}, renting {rate}",
                own=self._told(self.own.week),
                rate=self._told(self.rent.card_hour),
            )
        )

    def _verdict(self) -> str:
        """Return what the picture says: where both cost the same, and on which side of it the plan lies."""
        if not self._is_known:
            return ""
        if not self._meets:
            said = msg(
                "even.never",
                "Renting costs less at any use: owning would pay from {equal} on, and the planned cards have {hours}.",
                equal=self._told(self.found.equal_hours),
                hours=self._told(self.own.hours) if self.own.hours is not None else "",
            )
            return self._say(said)
        equal = self._told(self.found.equal_hours)
        left = self.found.left
        if not left.known:
            return self._say(
                msg(
                    "even.open",
                    "Both cost the same at {equal}. How many the workload asks for is not known.",
                    equal=equal,
                )
            )
        told = {"equal": equal, "left": self._told(left)}
        if left.require() < self._equal:
            return self._say(
                msg("even.rents", "Both cost the same at {equal}; {left} are asked for: renting costs less.", **told)
            )
        if left.require() > self._own_hours and self.own.hours is not None:
            told["hours"] = self._told(self.own.hours)
            return self._say(
                msg(
                    "even.short",
                    "Both cost the same at {equal}; {left} are asked for, more than the {hours} that the planned cards "
                    "have: for those owning costs less, the rest has to come from elsewhere.",
                    **told,
                )
            )
        return self._say(
            msg("even.owns", "Both cost the same at {equal}; {left} are asked for: owning costs less.", **told)
        )

    def _said(self) -> tuple[Text, ...] | None:
        """Return the words at the lines; None where they have no room there."""
        (left, level), (right, _level) = self._owned
        _x, bottom = self._at(0.0, 0.0)
        edge, top = self._at(self._end, self._high)
        rents = self._rents(self._rate)
        grid = [((_LEFT, y), (edge, y)) for y in (self._at(0.0, cost)[1] for cost in self._costs())]
        lines = [((left, level), (right, level)), rents, *grid]
        wanted = [words_at(self._name(self.own), along(left, right, level, 0.75 * _GAP, _HIGH), "text2")]
        wanted.append(words_at(self._name(self.rent), beside(rents, _GAP, _HIGH), "text2"))
        if self._meets:
            x, y = self._at(self._equal, self._week)
            lines += [((x, y), (x, bottom)), ((x - 1.2, y), (x + 1.2, y))]
            places = [
                (x + side * _GAP, at, anchor) for at in _down(y, bottom) for side, anchor in ((1, "start"), (-1, "end"))
            ]
            wanted.insert(0, words_at(self._told(self.found.equal_hours), tuple(places), "text", bold=True))
        if self._asks:
            (x, high), (_same, low) = self._asked
            lines.append(((x, high), (x, low)))
            said = self._say(msg("even.asked", "asked for: {left}", left=self._told(self.found.left)))
            places = [
                (x + side * _GAP, at, anchor) for at in _down(high, low) for side, anchor in ((1, "start"), (-1, "end"))
            ]
            wanted.append(words_at(said, tuple(places), "text2"))
        return placed(wanted, lines, Box(_LEFT, top, edge, bottom))

    def _name(self, source: Source) -> str:
        names = {
            "own": msg("even.own", "own machines, used or not"),
            "rent": msg("even.rent", "renting by the card-hour"),
        }
        return self._say(names[source.id])

    def _samples(self) -> list[Sample]:
        rows = [(_OWN, self._name(self.own)), (_RENT, self._name(self.rent))]
        if self._asks:
            rows.append((_ASKED, self._say(msg("even.asked", "asked for: {left}", left=self._told(self.found.left)))))
        return [
            Sample(marks=(Line(x1=0.4, y1=-0.9, x2=6.4, y2=-0.9, stroke=stroke),), text=said) for stroke, said in rows
        ]


def _down(high: float, low: float) -> Iterator[float]:
    """Yield baselines of words from the upper end of an upright line to its lower."""
    room = low - high
    yield from (high + _HIGH + _GAP + share * (room - 2 * _HIGH) for share in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75))

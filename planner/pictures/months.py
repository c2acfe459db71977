"""Energy of a year by month: idle power, work and cooling as columns, with what the months rest on in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from planner.assess.context import Context
from planner.assess.energy import break_days
from planner.assess.months import MonthFigures, months_of
from planner.checks.site_parts import asked
from planner.documents.model import Language
from planner.limits import with_own_limits
from planner.messages import Message, format_number, msg, render, shown
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, legend, spaced, steps, with_margin, wrapped
from planner.pictures.plot_table import heading
from planner.pictures.scene import Hatch, Line, Node, Rect, Sample, Scene, Spot, Stroke, Text

WIDTH_MM, HEIGHT_MM = 166.0, 56.0
_TOP, _LEFT, _RIGHT = 16.0, 12.0, 1.0
_OUTLINE, _GRID, _FRAME = Stroke("bar", 0.25), Stroke("grid", 0.15), Stroke("frame", 0.25)
_ROOM = Hatch(kind="falling", role="bar", step_mm=1.0, width_mm=0.25)
_SHARE = 0.62  # of a month's room that its column takes
_HEAD = 1.04
_MEGA = 20_000.0  # above so many kWh a month the numbers are MWh
Part = Literal["idle", "work", "room"]
_PARTS: tuple[tuple[Part, Message], ...] = (
    ("idle", msg("months.idle", "machines idle")),
    ("work", msg("months.work", "work on top of it")),
    ("room", msg("months.room_part", "cooling and losses")),
)
_NAMES = (
    *(msg("months.01", "Jan"), msg("months.02", "Feb"), msg("months.03", "Mar"), msg("months.04", "Apr")),
    *(msg("months.05", "May"), msg("months.06", "Jun"), msg("months.07", "Jul"), msg("months.08", "Aug")),
    *(msg("months.09", "Sep"), msg("months.10", "Oct"), msg("months.11", "Nov"), msg("months.12", "Dec")),
)


@with_own_limits
def months_scene(
    context: Context, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return the energy of each month in kWh; words where the energy of the year is not known."""
    return _Drawing(context, language, width_mm - 2 * EDGE_MM, height_mm).scene()


class _Drawing:
    """Draws twelve columns over one scale from zero."""

    def __init__(self, context: Context, language: Language, width: float, height: float) -> None:
        self.language, self.width, self.height = language, width, height
        self.energy = context.energy
        self.months = months_of(context.alternative.id, context.energy) if context.energy.year_kwh.known else ()
        name = context.alternative.title.label(language)
        self.title = self._say(msg("months.title", "Energy by month – {name}", name=name))
        largest = max((month.all_kwh.require() for month in self.months), default=0.0)
        self.unit, self.scale = ("MWh", 1000.0) if largest > _MEGA else ("kWh", 1.0)
        self.most = largest * _HEAD / self.scale or 1.0
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def _number(self, kwh: float) -> str:
        return format_number(shown(kwh / self.scale))

    def scene(self) -> Scene:
        """Return the finished picture."""
        items: list[Node] = []
        if not self.months:
            items += heading(self.title, "", self.width)
            missing = asked(self.energy.year_kwh.missing)
            said = self._say(msg("months.unknown", "Cannot be drawn yet; not known: {missing}.", missing=missing))
            items += self._lines(said, _TOP, "unknown", BODY_PT)
            last = _TOP + 12
        else:
            items += [*heading(self.title, self._subtitle(), self.width), *self._plot()]
            made, last = legend(self._samples(), 0.0, _TOP + self.height + 15.0, self.width)
            items.append(made)
            notes = [*self._lines(self._note(), last + 4.6, "text3", SMALL_PT)]
            items += notes
            last = max(note.y for note in notes)
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

    def _lines(self, said: str, y: float, role: Literal["unknown", "text3"], size: float) -> Iterator[Text]:
        for at, line in enumerate(wrapped(said, self.width, size, 4)):
            yield Text(x=0.0, y=y + at * 0.51 * size, text=line, size_pt=size, role=role)

    def _plot(self) -> Iterator[Node]:
        length, below = self.width - _LEFT - _RIGHT, _TOP + self.height
        for value in steps(self.most, 5):
            y = below - value / self.most * self.height
            yield Line(x1=_LEFT, y1=y, x2=_LEFT + length, y2=y, stroke=_FRAME if value == 0 else _GRID)
            said = format_number(shown(value))
            yield Text(x=_LEFT - 1.4, y=y + 1.0, text=said, size_pt=SMALL_PT, role="text2", anchor="end")
        yield Text(x=_LEFT - 1.4, y=_TOP - 3.4, text=self.unit, size_pt=SMALL_PT, role="text2", anchor="end")
        for number, month in enumerate(self.months):
            yield from self._month(month, _LEFT + number * length / 12, length / 12)

    def _month(self, month: MonthFigures, left: float, room: float) -> Iterator[Node]:
        middle, width = left + room / 2, room * _SHARE
        y = below = _TOP + self.height
        for part, _name in _PARTS:
            kwh = getattr(month, f"{part}_kwh").require()
            height = kwh / self.scale / self.most * self.height
            y -= height
            if height > 0:
                yield _column(part, middle - width / 2, y, width, height)
        whole = self._number(month.all_kwh.require())
        name = self._say(_NAMES[month.month - 1])
        yield Text(x=middle, y=below + 3.6, text=name, size_pt=SMALL_PT, role="text2", anchor="middle")
        yield Text(x=middle, y=below + 7.0, text=whole, size_pt=SMALL_PT, anchor="middle")
        rest = break_days(month.month).value or 0.0
        if self.energy.use.courses.value and rest:
            said = self._say(msg("months.break", "{days} d", days=round(rest)))
            yield Text(x=middle, y=below + 10.4, text=said, size_pt=SMALL_PT, role="text3", anchor="middle")
        tip = self._say(msg("months.tip", "{month}: {energy} {unit}", month=name, energy=whole, unit=self.unit))
        area = {"x": left, "y": _TOP, "width": room, "height": self.height + 4.0}
        self.spots.append(Spot(key=self.energy.year_kwh.key, tip=tip, part=f"month/{month.month}", **area))

    def _samples(self) -> list[Sample]:
        pue = format_number(self.energy.pue.require())
        return [
            Sample(marks=(_column(part, 0.0, -1.2, 7.0, 2.4),), text=self._say(_with(name, part, pue)))
            for part, name in _PARTS
        ]

    def _subtitle(self) -> str:
        energy = self.energy
        return self._say(
            msg(
                "months.subtitle",
                "{energy} in a year at a utilisation of {use} %; idle all year it would be {idle}",
                energy=energy.year_kwh,
                use=round(100 * energy.use.year.require(), 1),
                idle=energy.idle_kwh,
            )
        )

    def _note(self) -> str:
        use = self.energy.use
        if use.courses.value:
            return self._say(
                msg(
                    "months.note.terms",
                    "Assumption: months differ by their days and by the breaks between terms, in which the courses "
                    "({share} % of the use) rest; their days are in the lowest row. Outdoor temperature is not in it.",
                    share=round(100 * use.courses.value),
                )
            )
        if use.basis == "assumed":
            return self._say(
                msg(
                    "months.note.assumed",
                    "Assumption: the machines work {use} % of the time all year, as hours of the workload or cards are "
                    "not known; months differ only by their days. Outdoor temperature is not in it.",
                    use=round(100 * use.share.require(), 1),
                )
            )
        return self._say(
            msg(
                "months.note.days",
                "Assumption: the use is the same in every week, so months differ only by their days. Outdoor temperature "
                "is not in it.",
            )
        )

    def _description(self) -> str:
        if not self.months:
            return f"{self.title}."
        told = tuple(
            msg(
                "months.tip",
                "{month}: {energy} {unit}",
                month=_NAMES[month.month - 1],
                energy=self._number(month.all_kwh.require()),
                unit=self.unit,
            )
            for month in self.months
        )
        parts = (self.title, self._subtitle(), told)
        sentences = (self._say(msg("picture.sentence", "{words}.", words=one)) for one in parts)
        return ("" if self.language == "zh" else " ").join(sentences)


def _column(part: Part, x: float, y: float, width: float, height: float) -> Rect:
    if part == "work":
        return Rect(x=x, y=y, width=width, height=height, fill="bar")
    hatch = _ROOM if part == "room" else None
    fill = "surface" if part == "room" else "bar_light"
    return Rect(x=x, y=y, width=width, height=height, fill=fill, hatch=hatch, stroke=_OUTLINE)  # type: ignore[arg-type]


def _with(name: Message, part: Part, pue: str) -> Message:
    return msg("months.room", "cooling and losses (PUE {pue})", pue=pue) if part == "room" else name

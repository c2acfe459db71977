"""Three pictures of cost over time: spent by the end of each year, paid by quarter, and what moves the result most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from planner.advice.outlook import Outlook, Quarter
from planner.checks.site_parts import asked
from planner.cost.outlook import Swing
from planner.documents.model import Language
from planner.figure import Figure
from planner.messages import Labelled, Message, begun, format_figure, format_number, format_value, msg, render
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, fitted, legend, spaced, steps, with_margin, wrapped
from planner.pictures.plot_table import heading
from planner.pictures.scene import Hatch, Line, Node, Point, Polyline, Rect, Role, Sample, Scene, Spot, Stroke, Text

WIDTH_MM, HEIGHT_MM = 166.0, 44.0
_TOP, _LEFT, _RIGHT = 15.0, 17.0, 2.0
_GRID, _FRAME = Stroke("grid", 0.15), Stroke("frame", 0.25)
_OWN, _RENT, _API = Stroke("bar", 0.7), Stroke("tight_fill", 0.7, (2.4, 1.0)), Stroke("fits_fill", 0.7, (0.8, 0.8))
_SUM, _OUTLINE = Stroke("text", 0.5), Stroke("bar", 0.25)
_POWER = Hatch(kind="rising", role="bar", step_mm=1.0, width_mm=0.25)
_ROW, _NAMES_MM, _ENDS_MM = 7.0, 40.0, 22.0
_NAMES: dict[str, Message] = {
    "price": msg("outlook.price", "price of the machines"),
    "life": msg("outlook.life", "years of use"),
    "energy": msg("outlook.energy", "energy in a year"),
    "tariff": msg("outlook.tariff", "price of electricity"),
    "hours": msg("outlook.hours", "card-hours a week"),
    "rate": msg("outlook.rate", "rent of a card-hour"),
}


class _Frame:
    """Title, language, places to click, and the scene around what is drawn."""

    def __init__(self, title: Message, language: Language, width: float) -> None:
        self.language, self.width = language, width
        self.title = self.say(title)
        self.scale = 10_000.0 if language == "zh" else 1000.0
        self.unit = self.say(msg("outlook.unit", "thousand yuan, tax included"))
        self.spots: list[Spot] = []

    def say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def amount(self, yuan: float) -> str:
        return format_number(round(yuan / self.scale, 1))

    def missing(self, figures: Sequence[Figure]) -> Scene:
        """Return the picture that says in words what is not known."""
        keys = dict.fromkeys(key for figure in figures for key in figure.missing)
        names = ("、" if self.language == "zh" else ", ").join(format_value(one, self.language) for one in asked(keys))
        said = self.say(msg("warming.unknown", "Cannot be drawn yet; not known: {missing}.", missing=names))
        items: list[Node] = [*heading(self.title, "", self.width)]
        for at, line in enumerate(wrapped(said, self.width, BODY_PT, 3)):
            items.append(Text(x=0.0, y=_TOP + at * 4.4, text=line, size_pt=BODY_PT, role="unknown"))
        return self.scene(items, _TOP + 12, said)

    def scene(self, items: Sequence[Node], last: float, said: str) -> Scene:
        made = Scene(
            title=self.title,
            description=f"{self.title}. {said}".strip(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.6,
            items=tuple(items),
            spots=tuple(self.spots),
        )
        return with_margin(made, EDGE_MM)

    def below(self, said: str, y: float) -> tuple[list[Node], float]:
        """Return a sentence below the picture and the baseline of its last line."""
        lines = wrapped(said, self.width, SMALL_PT, 3)
        made: list[Node] = [
            Text(x=0.0, y=y + at * 3.6, text=line, size_pt=SMALL_PT, role="text2") for at, line in enumerate(lines)
        ]
        return made, y + (len(lines) - 1) * 3.6

    def grid(self, most: float, height: float) -> Iterator[Node]:
        """Yield the lines of amounts from 0 to ``most`` yuan with their numbers."""
        for value in steps(most / self.scale, 4):
            y = _TOP + height - value * self.scale / most * height
            stroke = _FRAME if value == 0 else _GRID
            yield Line(x1=_LEFT, y1=y, x2=self.width - _RIGHT, y2=y, stroke=stroke)
            said = format_number(value)
            yield Text(x=_LEFT - 1.4, y=y + 1.0, text=said, size_pt=SMALL_PT, role="text2", anchor="end")


# --- years -----------------------------------------------------------------------------------------------------------


def years_scene(
    found: Outlook, title: Labelled, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return what own machines, renting and API have cost by the end of each of five years; words where none is known."""
    name = msg("outlook.years", "Spent over five years – {name}", name=title.label(language))
    frame = _Frame(name, language, width_mm - 2 * EDGE_MM)
    rows = [row for row in _curves(found) if row[2][-1].known]
    if not rows:
        return frame.missing([found.years[-1].own, found.years[-1].rent])
    most = 1.06 * max(figure.require() for _, _, figures in rows for figure in figures) or 1.0
    length = frame.width - _LEFT - _RIGHT
    room = length / len(found.years)

    def at(year: int, figure: Figure) -> Point:
        return _LEFT + (year + 0.5) * room, _TOP + height_mm - figure.require() / most * height_mm

    items: list[Node] = [*heading(frame.title, frame.unit, frame.width), *frame.grid(most, height_mm)]
    below = _TOP + height_mm
    for year in range(len(found.years)):
        said = frame.say(msg("outlook.start", "start") if year == 0 else msg("outlook.year", "year {n}", n=year))
        items.append(
            Text(
                x=_LEFT + (year + 0.5) * room, y=below + 4.0, text=said, size_pt=SMALL_PT, role="text2", anchor="middle"
            )
        )
    for row, (key, stroke, figures) in enumerate(rows):
        points = tuple(at(year, figure) for year, figure in enumerate(figures))
        items.append(Polyline(points=points, stroke=stroke))
        y = below + 8.4 + row * 4.2
        items.append(Line(x1=0.4, y1=y - 0.9, x2=4.0, y2=y - 0.9, stroke=stroke))
        words = fitted(frame.say(_CURVES[key]), _LEFT - 5.0 + room * 0.22, SMALL_PT)
        items.append(Text(x=5.0, y=y, text=words, size_pt=SMALL_PT, role="text2"))
        for year, ((x, high), figure) in enumerate(zip(points, figures, strict=True)):
            items.append(Rect(x=x - 0.8, y=high - 0.8, width=1.6, height=1.6, radius=0.8, fill=stroke.role))
            said = frame.amount(figure.require())
            items.append(Text(x=x, y=y, text=said, size_pt=SMALL_PT, anchor="middle", bold=year == len(figures) - 1))
            tip = format_figure(figure, language)
            frame.spots.append(Spot(key=figure.key, x=x - 3, y=high - 2, width=6, height=4, tip=tip))
            frame.spots.append(Spot(key=figure.key, x=x - room / 2.6, y=y - 3, width=room / 1.3, height=4, tip=tip))
    said = _years_said(frame, found)
    more, last = frame.below(said, below + 9.6 + len(rows) * 4.2)
    return frame.scene([*items, *more], last, said)


_CURVES: dict[str, Message] = {
    "own": msg("outlook.own", "own"),
    "rent": msg("outlook.rent", "rent"),
    "api": msg("outlook.api", "API"),
}


def _curves(found: Outlook) -> tuple[tuple[str, Stroke, list[Figure]], ...]:
    return (
        ("own", _OWN, [one.own for one in found.years]),
        ("rent", _RENT, [one.rent for one in found.years]),
        ("api", _API, [one.api for one in found.years]),
    )


def _years_said(frame: _Frame, found: Outlook) -> str:
    """Return what the curves rest on: the hours that renting is reckoned for, and what is not known."""
    last = found.years[-1]
    parts = [
        msg(
            "outlook.basis",
            "Own machines are bought at the start, of their successor a share for each year after the years of use, with "
            "electricity; renting is reckoned for the same {hours}.",
            hours=format_figure(found.hours, frame.language),
        )
    ]
    open_ones = [
        _CURVES[key] for key, figure in (("own", last.own), ("rent", last.rent), ("api", last.api)) if not figure.known
    ]
    if open_ones:
        parts.append(msg("outlook.not_drawn", "Not known and not drawn: {names}.", names=tuple(open_ones)))
    return ("" if frame.language == "zh" else " ").join(frame.say(part) for part in parts)


# --- quarters --------------------------------------------------------------------------------------------------------


def cash_scene(
    found: Outlook, title: Labelled, language: Language, width_mm: float = WIDTH_MM, height_mm: float = HEIGHT_MM
) -> Scene:
    """Return what is paid in each quarter, and the sum so far as a line; words where an amount is not known."""
    name = msg("outlook.cash", "Payments by quarter – {name}", name=title.label(language))
    frame = _Frame(name, language, width_mm - 2 * EDGE_MM)
    if not found.quarters[-1].total.known:
        return frame.missing([found.quarters[-1].total])
    most = 1.06 * (found.quarters[-1].total.require() or 1.0)
    room = (frame.width - _LEFT - _RIGHT) / len(found.quarters)
    items: list[Node] = [*heading(frame.title, frame.unit, frame.width), *frame.grid(most, height_mm)]
    points: list[Point] = []
    for number, part in enumerate(found.quarters):
        middle = _LEFT + (number + 0.5) * room
        items += _quarter(frame, part, middle, room, height_mm / most, _TOP + height_mm)
        points.append((middle, _TOP + height_mm - part.total.require() / most * height_mm))
    items.append(Polyline(points=tuple(points), stroke=_SUM))
    items += [Rect(x=x - 0.8, y=y - 0.8, width=1.6, height=1.6, radius=0.8, fill="text") for x, y in points]
    for row, name in enumerate((msg("outlook.paid", "paid"), msg("outlook.so_far", "so far"))):
        items.append(
            Text(
                x=_LEFT - 1.4,
                y=_TOP + height_mm + 8.4 + row * 4.0,
                text=frame.say(name),
                size_pt=SMALL_PT,
                role="text2",
                anchor="end",
            )
        )
    made, last = legend(_samples(frame), 0.0, _TOP + height_mm + 17.6, frame.width)
    said = _cash_said(frame, found)
    more, last = frame.below(said, last + 4.4)
    return frame.scene([*items, made, *more], last, said)


def _quarter(frame: _Frame, part: Quarter, middle: float, room: float, scale: float, below: float) -> Iterator[Node]:
    width, y = room * 0.56, below
    for figure, is_power in ((part.bought, False), (part.power, True)):
        height = figure.require() * scale
        y -= height
        if height > 0:
            yield _column(middle - width / 2, y, width, height, is_power=is_power)
    name = f"{part.year % 100:02d}Q{part.quarter}"
    paid = part.bought.require() + part.power.require()
    yield Text(x=middle, y=below + 4.0, text=name, size_pt=SMALL_PT, role="text2", anchor="middle")
    yield Text(x=middle, y=below + 8.4, text=frame.amount(paid), size_pt=SMALL_PT, anchor="middle")
    yield Text(
        x=middle, y=below + 12.4, text=frame.amount(part.total.require()), size_pt=SMALL_PT, anchor="middle", bold=True
    )
    due = part.bought if part.bought.require() else part.power
    spots = ((due, below + 5.4), (part.total, below + 9.4))
    for figure, top in spots:
        tip = format_figure(figure, frame.language)
        frame.spots.append(Spot(key=figure.key, x=middle - room / 2.2, y=top, width=room / 1.1, height=4, tip=tip))
    if y < below:
        tip = format_figure(due, frame.language)
        frame.spots.append(Spot(key=due.key, x=middle - width / 2, y=y, width=width, height=below - y, tip=tip))


def _column(x: float, y: float, width: float, height: float, *, is_power: bool) -> Rect:
    fill: Role = "surface" if is_power else "bar"
    return Rect(x=x, y=y, width=width, height=height, fill=fill, hatch=_POWER if is_power else None, stroke=_OUTLINE)


def _samples(frame: _Frame) -> list[Sample]:
    line = Line(x1=0.4, y1=-0.9, x2=6.4, y2=-0.9, stroke=_SUM)
    return [
        Sample(
            marks=(_column(0.0, -2.2, 6.4, 2.6, is_power=False),),
            text=frame.say(msg("outlook.lines", "lines of the plan")),
        ),
        Sample(
            marks=(_column(0.0, -2.2, 6.4, 2.6, is_power=True),), text=frame.say(msg("outlook.power", "electricity"))
        ),
        Sample(marks=(line,), text=frame.say(msg("outlook.sum", "sum so far"))),
    ]


def _cash_said(frame: _Frame, found: Outlook) -> str:
    parts = [
        msg(
            "outlook.cash_basis",
            "A line is paid in the quarter its stage is wanted by; electricity from the quarter after the first machines "
            "on; no contingency.",
        )
    ]
    if found.undated:
        parts.append(
            msg("outlook.undated", "{count} lines have no day and stand in the first quarter.", count=found.undated)
        )
    return ("" if frame.language == "zh" else " ").join(frame.say(part) for part in parts)


# --- what moves the result -------------------------------------------------------------------------------------------


def tornado_scene(found: Outlook, title: Labelled, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return how far each input moves what owning costs more than renting in five years, the widest first."""
    name = msg("outlook.tornado", "What moves the result most – {name}", name=title.label(language))
    frame = _Frame(name, language, width_mm - 2 * EDGE_MM)
    rows = [one for one in found.swings if one.low.known and one.high.known]
    if not found.more.known or not rows:
        return frame.missing([found.more])
    now = found.more.require()
    values = [now, *(figure.require() for one in rows for figure in (one.low, one.high))]
    low, high = min(values), max(values)
    left, right = _NAMES_MM + _ENDS_MM, frame.width - _ENDS_MM

    def at(yuan: float) -> float:
        return left + (yuan - low) / ((high - low) or 1.0) * (right - left)

    subtitle = frame.say(msg("outlook.more", "own less rent over five years, {unit}", unit=frame.unit))
    items: list[Node] = [*heading(frame.title, subtitle, frame.width)]
    bottom = _TOP + 3.0 + len(rows) * _ROW
    if low < 0 < high:
        items.append(Line(x1=at(0.0), y1=bottom - 1.4, x2=at(0.0), y2=bottom + 0.6, stroke=Stroke("text3", 0.25)))
        items.append(Text(x=at(0.0), y=bottom + 3.6, text="0", size_pt=SMALL_PT, role="text2", anchor="middle"))
    for number, one in enumerate(rows):
        items += _swing(frame, one, _TOP + 3.0 + (number + 0.5) * _ROW, at, now)
    items.append(Line(x1=at(now), y1=_TOP + 1.0, x2=at(now), y2=bottom, stroke=Stroke("text", 0.5)))
    said = frame.say(msg("outlook.now", "now {amount}", amount=frame.amount(now)))
    items.append(Text(x=at(now), y=_TOP, text=said, size_pt=SMALL_PT, bold=True, anchor="middle"))
    frame.spots.append(
        Spot(
            key=found.more.key, x=at(now) - 12, y=_TOP - 3, width=24, height=5, tip=format_figure(found.more, language)
        )
    )
    note = _tornado_said(frame, rows)
    more, last = frame.below(note, bottom + 8.0)
    return frame.scene([*items, *more], last, note)


def _swing(frame: _Frame, one: Swing, middle: float, at: Callable[[float], float], now: float) -> Iterator[Node]:
    name = fitted(frame.say(_NAMES[one.name]), _NAMES_MM - 2, SMALL_PT)
    yield Text(x=0.0, y=middle + 1.0, text=name, size_pt=SMALL_PT)
    ends = sorted(((one.low, one.low_input), (one.high, one.high_input)), key=lambda pair: pair[0].require())
    for side, (result, told) in enumerate(ends):
        x, centre = at(result.require()), at(now)
        fill: Role = "tight_fill" if side else "bar"
        x1, x2 = min(x, centre), max(x, centre)
        if x2 - x1 > 0.05:
            yield Rect(x=x1, y=middle - 2.2, width=x2 - x1, height=4.4, fill=fill)
        words = fitted(format_figure(told, frame.language), _ENDS_MM - 2, SMALL_PT)
        place = (min(x, centre) - 1.2, "end") if side == 0 else (max(x, centre) + 1.2, "start")
        yield Text(x=place[0], y=middle + 1.0, text=words, size_pt=SMALL_PT, role="text2", anchor=place[1])  # type: ignore[arg-type]
        tip = f"{format_figure(told, frame.language)} → {format_figure(result, frame.language)}"
        frame.spots.append(
            Spot(key=result.key, x=x1 - (0 if side else 18), y=middle - 3, width=x2 - x1 + 18, height=6, tip=tip)
        )


def _tornado_said(frame: _Frame, rows: Sequence[Swing]) -> str:
    widest = begun(render(_NAMES[rows[0].name], frame.language))
    both = all((one.low.require() < 0) == (one.high.require() < 0) for one in rows)
    parts = [
        msg("outlook.widest", "{name} moves it most.", name=widest),
        msg(
            "outlook.ends",
            "Prices and rents go to the ends of what was seen, years of use from 3 to 5; all else a fifth less and more, "
            "one at a time. Below 0 owning costs less.",
        ),
    ]
    if both:
        parts.insert(1, msg("outlook.firm", "None of them alone turns the result round."))
    return ("" if frame.language == "zh" else " ").join(frame.say(part) for part in parts)

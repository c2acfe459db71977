"""The hours of the week as a grid: cards in use by each job and by all together, against the cards there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planner.documents.model import Language
from planner.messages import Message, format_number, msg, render
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, fitted, legend, spaced, with_margin, wrapped
from planner.pictures.plot_table import heading
from planner.pictures.scene import Hatch, Line, Node, Rect, Role, Sample, Scene, Spot, Stroke, Text
from planner.workload.week import DAY_H, DAYS, Week

WIDTH_MM = 200.0
_BLOCK_H = 2
_LEFT, _TOP, _DAY, _ROW, _GAP = 40.0, 13.0, 6.0, 6.4, 0.8
_STEPS: tuple[tuple[float, Role], ...] = ((0.005, "sunken"), (0.25, "accent_tint"), (0.6, "bar_light"), (1.0, "bar"))
_FRAME, _GRID = Stroke("frame", 0.25), Stroke("grid", 0.15)
_BEYOND = Hatch(kind="rising", role="on_over", step_mm=1.2)
DAY_NAMES: tuple[Message, ...] = (
    msg("week.mon", "Mon"),
    msg("week.tue", "Tue"),
    msg("week.wed", "Wed"),
    msg("week.thu", "Thu"),
    msg("week.fri", "Fri"),
    msg("week.sat", "Sat"),
    msg("week.sun", "Sun"),
)


def week_scene(
    week: Week, cards: float, titles: Mapping[str, str], language: Language, width_mm: float = WIDTH_MM
) -> Scene:
    """Return the grid of a week: rows of jobs named by ``titles``, blocks of two hours, ``cards`` that there are."""
    return _Drawing(week, cards, titles, language, width_mm - 2 * EDGE_MM).scene()


def hour_words(hour: int, language: str, hours: int = 1) -> str:
    """Return an hour of the week in words: Wed 14-15."""
    day, first = divmod(hour, DAY_H)
    return f"{render(DAY_NAMES[day % DAYS], language)} {first}–{first + hours}"


class _Drawing:
    """Draws the rows from the top, all jobs together at the end."""

    def __init__(self, week: Week, cards: float, titles: Mapping[str, str], language: Language, width: float) -> None:
        self.week, self.cards, self.titles, self.language, self.width = week, cards, titles, language, width
        self.block = (width - _LEFT) / (DAYS * DAY_H / _BLOCK_H)
        self.spots: list[Spot] = []

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def scene(self) -> Scene:
        """Return the finished picture."""
        items: list[Node] = [
            *heading(self._say(msg("week.title", "Cards in use by the hour of the week")), self._peak(), self.width)
        ]
        top = _TOP + _DAY
        items += self._days()
        for row in self.week.rows:
            items += self._row(row.job.id, self.titles.get(row.job.id, row.job.id), row.cards, top, whole=False)
            top += _ROW + _GAP
        top += _GAP
        items += self._row("", self._say(msg("week.all", "All jobs")), self.week.cards, top, whole=True)
        top += _ROW
        items += self._lines(top)
        items += self._hours(top + 3.6)
        made, last = legend(self._samples(), 0.0, top + 9.6, self.width)
        items.append(made)
        for at, line in enumerate(wrapped(self._note(), self.width, SMALL_PT, 3)):
            items.append(Text(x=0.0, y=last + 4.4 + at * 3.6, text=line, size_pt=SMALL_PT, role="text3"))
            top = last + 4.4 + at * 3.6
        scene = Scene(
            title=self._say(msg("week.title", "Cards in use by the hour of the week")),
            description=self._peak(),
            language=self.language,
            width_mm=self.width,
            height_mm=top + 1.6,
            items=tuple(items),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _peak(self) -> str:
        hour = self.week.peak()
        most = format_number(round(self.week.cards[hour], 1))
        values = {"when": hour_words(hour, self.language), "most": most, "cards": format_number(self.cards)}
        over = self.week.beyond(self.cards)
        if over > 0:
            rest = format_number(round(over))
            return self._say(
                msg(
                    "week.peak_over",
                    "Most: {when}, {most} of {cards} cards; {rest} card-hours a week are beyond them and wait",
                    rest=rest,
                    **values,
                )
            )
        return self._say(msg("week.peak", "Most: {when}, {most} of {cards} cards", **values))

    def _note(self) -> str:
        return self._say(
            msg(
                "week.note",
                "Expected values of an ordinary week. Where nobody told when runs begin, customary hours of the kind are taken; what does not fit waits and runs later.",
            )
        )

    def _x(self, block: int) -> float:
        return _LEFT + block * self.block

    def _days(self) -> Iterator[Node]:
        each = DAY_H // _BLOCK_H
        for day, name in enumerate(DAY_NAMES):
            middle = self._x(day * each) + each * self.block / 2
            yield Text(
                x=middle, y=_TOP + _DAY - 2.0, text=self._say(name), size_pt=BODY_PT, role="text2", anchor="middle"
            )

    def _row(self, name: str, title: str, cards: Sequence[float], top: float, *, whole: bool) -> Iterator[Node]:
        """Yield a row's name and blocks; blocks of all jobs are hatched where more is asked for than there is."""
        said = fitted(title, _LEFT - 3.0, BODY_PT, bold=whole)
        yield Text(x=0.0, y=top + _ROW - 2.1, text=said, size_pt=BODY_PT, bold=whole)
        for block in range(DAYS * DAY_H // _BLOCK_H):
            hour = block * _BLOCK_H
            part = cards[hour : hour + _BLOCK_H]
            mean, most = sum(part) / len(part), max(part)
            over = most > self.cards + 1e-9
            yield Rect(
                x=self._x(block),
                y=top,
                width=self.block,
                height=_ROW,
                fill="over_fill" if over else self._fill(mean),
                hatch=_BEYOND if over else None,
            )
            amount = msg("week.tip", "{name}, {when}: {cards} cards", name=title, when=hour_words(hour, self.language, _BLOCK_H),
                         cards=format_number(round(mean, 2)))  # fmt: skip
            tip = render(amount, self.language)
            self.spots.append(
                Spot(key=f"{name}/{hour}", x=self._x(block), y=top, width=self.block, height=_ROW, tip=tip, part=name)
            )

    def _fill(self, mean: float) -> Role:
        share = mean / self.cards if self.cards else 1.0
        return next((role for most, role in _STEPS if share <= most), "bar")

    def _lines(self, bottom: float) -> Iterator[Node]:
        each = DAY_H // _BLOCK_H
        for day in range(DAYS + 1):
            x = self._x(day * each)
            yield Line(x1=x, y1=_TOP + _DAY, x2=x, y2=bottom, stroke=_FRAME)

    def _hours(self, y: float) -> Iterator[Node]:
        each = DAY_H // _BLOCK_H
        for day in range(DAYS):
            for hour in (6, 12, 18):
                x = self._x(day * each) + hour / _BLOCK_H * self.block
                yield Text(x=x, y=y, text=str(hour), size_pt=SMALL_PT, role="text3", anchor="middle")

    def _samples(self) -> list[Sample]:
        said = (
            (msg("week.none", "none"), "sunken"),
            (msg("week.quarter", "up to a quarter of the cards"), "accent_tint"),
            (msg("week.some", "up to 60 %"), "bar_light"),
            (msg("week.most", "up to all"), "bar"),
        )
        found = [Sample(marks=(_box(role),), text=self._say(words)) for words, role in said]  # type: ignore[arg-type]
        found.append(
            Sample(marks=(_box("over_fill", _BEYOND),), text=self._say(msg("week.over", "more than there are")))
        )
        return found


def _box(role: Role, hatch: Hatch | None = None) -> Rect:
    return Rect(x=0.0, y=-2.4, width=5.0, height=3.0, fill=role, stroke=_GRID, hatch=hatch)

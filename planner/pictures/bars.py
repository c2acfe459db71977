"""Power, heat, wiring and budget as bars against their limits: a builder of one scene."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import Context
from planner.documents.model import Language
from planner.limits import with_own_limits
from planner.messages import Message, format_number, msg, render
from planner.pictures.bar_groups import Bar, Group, groups_of
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, fitted, legend, spaced, ticks, with_margin
from planner.pictures.metrics import text_width
from planner.pictures.plot_table import Columns, columns, heading, row_items
from planner.pictures.scene import Axis, Hatch, Line, Node, Rect, Role, Sample, Scene, Spot, Stroke, Text
from planner.pictures.status import Mark

WIDTH_MM = 166.0
_FIRST, _TITLE, _PITCH, _BAR, _AXIS, _GAP = 11.5, 6.2, 6.2, 3.8, 5.6, 1.8
_AIR = 1.06
LIMIT = Stroke("text", 0.6)
_OUTLINE = Stroke("bar", 0.25)
_OPEN = Stroke("unknown_fill", 0.3, (1.3, 0.9))
OPEN_HATCH = Hatch(kind="level", role="unknown_fill", step_mm=0.9, width_mm=0.15)
_BEYOND = Hatch(kind="rising", role="over", step_mm=0.9, width_mm=0.25)
KEPT_HATCH = Hatch(kind="falling", role="bar", step_mm=1.0, width_mm=0.25)


@with_own_limits
def bars_scene(context: Context, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the bars of an alternative; wider than ``width_mm`` only where its numbers need the room."""
    name = context.alternative.title.label(language)
    title = msg("bars.title", "Power, heat and budget against their limits – {name}", name=name)
    return BarsDrawing(groups_of(context, language), language, width_mm - 2 * EDGE_MM, title, _SUBTITLE).scene()


class BarsDrawing:
    """Draws groups of bars below each other over common columns."""

    def __init__(
        self, groups: tuple[Group, ...], language: Language, width: float, title: Message, subtitle: Message
    ) -> None:
        self.language = language
        self.groups = groups
        self.subtitle = subtitle
        self.columns: Columns = columns([bar.row for group in self.groups for bar in group.bars], width)
        self.width = max(width, self.columns.width)
        self.title = self._say(title)
        self.spots: list[Spot] = []

    def scene(self) -> Scene:
        """Return the finished picture."""
        items: list[Node] = list(heading(self.title, self._say(self.subtitle), self.width))
        y = _FIRST
        for group in self.groups:
            items += self._group(group, y)
            y += _TITLE + len(group.bars) * _PITCH + _AXIS + _GAP
        made, last = legend(self._samples(), 0.0, y + 2.4, self.width)
        scene = Scene(
            title=self.title,
            description=self._description(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.4,
            items=(*items, made),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def _group(self, group: Group, top: float) -> Iterator[Node]:
        at = self.columns
        most = group.most * _AIR or 1.0
        scale = at.plot_width / most
        height = len(group.bars) * _PITCH
        below = top + _TITLE + height
        marks = ticks(group.most * _AIR, at.plot_width, format_number)
        yield Axis(x=at.plot, y=below, length=at.plot_width, ticks=marks, grid_mm=height, size_pt=SMALL_PT)
        yield from self._titles(group, top + 4.0, scale)
        for number, bar in enumerate(group.bars):
            middle = top + _TITLE + (number + 0.5) * _PITCH
            yield from self._bar(bar, group.limit, middle, scale)
            yield from row_items(bar.row, at, middle)
            self._spot(bar, middle)
        if group.limit is not None:
            x = at.plot + group.limit * scale
            yield Line(x1=x, y1=top + _TITLE - 0.6, x2=x, y2=below, stroke=LIMIT)

    def _titles(self, group: Group, y: float, scale: float) -> Iterator[Node]:
        """Yield the group's title at the left and what its limit is, as close above the limit as there is room."""
        title = fitted(group.title, self.width, BODY_PT, True)
        yield Text(x=0.0, y=y, text=title, size_pt=BODY_PT, bold=True)
        start = text_width(title, BODY_PT, True) + 4.0
        words = fitted(group.limit_text, self.width - start, SMALL_PT)
        wide = text_width(words, SMALL_PT)
        wanted = self.columns.plot + (group.limit or 0.0) * scale - wide / 2
        left = max(start, min(wanted, self.width - wide)) if group.limit is not None else max(start, self.columns.plot)
        role: Role = "text2" if group.limit is not None else "unknown"
        yield Text(x=min(left, self.width - wide), y=y, text=words, size_pt=SMALL_PT, role=role)

    def _bar(self, bar: Bar, limit: float | None, middle: float, scale: float) -> Iterator[Node]:
        left, y = self.columns.plot, middle - _BAR / 2
        if bar.value is None:
            whole = self.columns.plot_width
            yield Rect(x=left, y=y, width=whole, height=_BAR, stroke=_OPEN, hatch=OPEN_HATCH)
            yield from _filled(left, y, bar.known * scale, main=True)
            return
        end, kept = bar.value * scale, bar.kept * scale
        bound = min(end, limit * scale) if limit is not None else end
        yield from _filled(left, y, bound, main=bar.main)
        if kept > 0:
            yield Rect(x=left + end, y=y, width=kept, height=_BAR, fill="bar_light", hatch=KEPT_HATCH, stroke=_OUTLINE)
        if limit is not None and bar.value + bar.kept > limit:
            start = limit * scale
            beyond = end + kept - start
            frame = Stroke("over_fill", 0.3)
            yield Rect(x=left + start, y=y, width=beyond, height=_BAR, fill="over_tint", hatch=_BEYOND, stroke=frame)

    def _spot(self, bar: Bar, middle: float) -> None:
        tip = " ".join(part for part in (bar.row.label, *bar.row.values, bar.row.state) if part)
        area = {"x": 0.0, "y": middle - _PITCH / 2, "width": self.width, "height": _PITCH}
        self.spots.append(Spot(key=bar.key, tip=tip, part="", **area))

    def _samples(self) -> list[Sample]:
        """Return the legend's entries for what there is to see."""
        bars = [(bar, group.limit) for group in self.groups for bar in group.bars]
        kept = any(bar.kept and bar.value is not None and (most is None or bar.value < most) for bar, most in bars)
        beyond = any(most is not None and bar.value is not None and bar.value + bar.kept > most for bar, most in bars)
        unknown = any(bar.value is None for bar, _ in bars)
        found: list[tuple[bool, tuple[Mark, ...], Message]] = [
            (True, tuple(_filled(0.0, -1.2, 7.0, main=True, height=2.4)), msg("bars.main", "counts against the limit")),
            (
                any(not bar.main for bar, _ in bars),
                tuple(_filled(0.0, -1.2, 7.0, main=False, height=2.4)),
                msg("bars.beside", "for comparison"),
            ),
            (kept, (_swatch("bar_light", KEPT_HATCH, _OUTLINE),), msg("bars.kept", "contingency")),
            (
                any(group.limit is not None for group in self.groups),
                (Line(x1=3.5, y1=-1.5, x2=3.5, y2=1.5, stroke=LIMIT),),
                msg("bars.limit", "limit"),
            ),
            (
                beyond,
                (_swatch("over_tint", _BEYOND, Stroke("over_fill", 0.3)),),
                msg("bars.beyond", "beyond the limit"),
            ),
            (unknown, (_swatch(None, OPEN_HATCH, _OPEN),), msg("picture.unknown", "to confirm")),
        ]
        return [Sample(marks=marks, text=self._say(text)) for there, marks, text in found if there]

    def _description(self) -> str:
        told = tuple(
            msg(
                "bars.told",
                "{title}: {bars}; {limit}",
                title=group.title,
                bars=tuple(" ".join((bar.row.label, *bar.row.values, bar.row.state)).strip() for bar in group.bars),
                limit=group.limit_text,
            )
            for group in self.groups
        )
        sentences = (msg("picture.sentence", "{words}.", words=one) for one in (self.title, *told))
        return ("" if self.language == "zh" else " ").join(map(self._say, sentences))


_SUBTITLE = msg(
    "bars.subtitle", "Bars start at zero; the upright line is the limit. Power and heat of the machines at the wall"
)


def _filled(x: float, y: float, width: float, *, main: bool, height: float = _BAR) -> Iterator[Mark]:
    """Yield a bar: full colour where it counts, pale with an outline where it stands for comparison."""
    if width > 0:
        stroke = None if main else _OUTLINE
        yield Rect(x=x, y=y, width=width, height=height, fill="bar" if main else "bar_light", stroke=stroke)


def _swatch(fill: Role | None, hatch: Hatch, stroke: Stroke) -> Rect:
    return Rect(x=0.0, y=-1.2, width=7.0, height=2.4, fill=fill, hatch=hatch, stroke=stroke)

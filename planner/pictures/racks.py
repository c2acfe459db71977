"""Racks from the front and the rear: what stands where, in rack units from the bottom; a builder of one scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from planner.assess.context import Context
from planner.assess.lines import LineFigures
from planner.assess.rack_places import FACES, Stand, Standing, is_upright, mounts_in, stand, unit_u
from planner.assess.racks import RackFilling, power_kw
from planner.checks.declared import of_node
from planner.checks.site_parts import name_of
from planner.documents.model import Language
from planner.figure import Figure
from planner.limits import with_own_limits
from planner.messages import Message, format_figure, format_number, format_value, msg, render
from planner.pictures.layout import BODY_PT, EDGE_MM, SMALL_PT, fitted, legend, spaced, with_margin
from planner.pictures.plot_table import heading
from planner.pictures.racks_face import RACK_MM, RULER_MM, U_MM, FaceDrawing, free_runs, part_of, units_drawn
from planner.pictures.scene import Node, Rect, Role, Sample, Scene, Spot, Text
from planner.pictures.status import LOOKS, Status
from planner.plan.document import Face

WIDTH_MM = 166.0
_GAP_MM = 8.0
_TOP, _HEAD, _LINE = 12.0, 16.4, 3.4
_CARD_MM, _CARD_HIGH_MM = 50.0, 6.4
PAGE_MM, _FOOT = 220.0, 24.0  # what an A4 page holds; below the racks what is in none, and the legend
Stood = tuple[RackFilling, Stand]
_FACE_WORDS: dict[Face, Message] = {"front": msg("racks.front", "front"), "rear": msg("racks.rear", "rear")}


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A line above a rack: its words, whether it is too much, and the key of its figure."""

    text: str
    over: bool = False
    key: str = ""


def standings(rack: RackFilling, context: Context) -> tuple[Standing, ...]:
    """Return the machines of a rack that take units, from the bottom up."""
    return stand_in(rack, context).stacked


def stand_in(rack: RackFilling, context: Context) -> Stand:
    """Return what stands in a rack of an assessed alternative."""
    return stand(rack.node, mounts_in(rack.node.id, context.alternative.placements, context.lines))


def unplaced(context: Context) -> tuple[tuple[LineFigures, int], ...]:
    """Return the lines with units that may be mounted and are in no rack, with how many; strips that stand upright too."""
    placed: Counter[str] = Counter()
    for mount in context.alternative.placements:
        placed[mount.line] += mount.units
    return tuple(
        (line, line.line.quantity - placed[name])
        for name, line in context.lines.items()
        if line.line.quantity > placed[name] and (line.rack_u.value != 0 or _is_strip(line))
    )


def _is_strip(line: LineFigures) -> bool:
    return line.line.role == "pdu" and is_upright(line)


@with_own_limits
def racks_scene(context: Context, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the racks of a site side by side, front and rear, as many in a row as ``width_mm`` holds."""
    return _Drawing(context, language, width_mm - 2 * EDGE_MM, _stands(context)).scene()


@with_own_limits
def racks_pages(
    context: Context, language: Language, width_mm: float = WIDTH_MM, page_mm: float = PAGE_MM
) -> tuple[Scene, ...]:
    """Return the racks as pictures of as many racks each as ``page_mm`` holds below each other; at least one."""
    pages: list[list[Stood]] = []
    left = 0.0
    for rack, there in _stands(context):
        high = _HEAD + units_drawn(rack, there) * U_MM + 4.0
        if not pages or high > left:
            pages.append([])
            left = page_mm - _TOP - _FOOT
        pages[-1].append((rack, there))
        left -= high
    width = width_mm - 2 * EDGE_MM
    return tuple(
        _Drawing(context, language, width, page, (number, len(pages))).scene() for number, page in enumerate(pages, 1)
    )


def _stands(context: Context) -> list[Stood]:
    return [(rack, stand_in(rack, context)) for rack in context.racks]


class _Drawing:
    """Draws racks in rows, all of them down to the same floor; what is in no rack stands on the last page."""

    def __init__(
        self,
        context: Context,
        language: Language,
        width: float,
        racks: list[Stood],
        page: tuple[int, int] = (1, 1),
    ) -> None:
        self.context, self.language, self.racks = context, language, racks
        self.loose = unplaced(context) if racks and page[0] == page[1] else ()
        self.width = max(width, RULER_MM + RACK_MM)
        name = context.alternative.title.label(language)
        title = msg("racks.title", "Racks, front and rear – {name}", name=name)
        if page[1] > 1:
            number, pages = page
            title = msg("wiring.page", "{title} ({page} of {pages})", title=title, page=number, pages=pages)
        self.title = self._say(title)
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
        step = RULER_MM + RACK_MM + _GAP_MM
        in_a_row = max(1, int((self.width + _GAP_MM) // step))
        in_a_row -= in_a_row % 2 if in_a_row > 1 else 0  # front and rear of a rack stay side by side
        cells = [(rack, there, face) for rack, there in self.racks for face in FACES]
        for first in range(0, len(cells), in_a_row):
            row = cells[first : first + in_a_row]
            floor = last + _HEAD + max(units_drawn(rack, there) for rack, there, _face in row) * U_MM
            for at, (rack, there, face) in enumerate(row):
                items += self._face(rack, there, face, (at * step, floor))
            last = floor + 4.0
        made, last = self._tray(last)
        items += made
        if self.racks:
            shown, last = legend(self._samples(), 0.0, last + 2.4, self.width)
            items.append(shown)
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

    def _face(self, rack: RackFilling, there: Stand, face: Face, at: tuple[float, float]) -> Iterator[Node]:
        x, floor = at[0] + RULER_MM, at[1]
        top = floor - units_drawn(rack, there) * U_MM
        name = spaced(format_value(name_of(rack.node), self.language))
        side = self._say(msg("racks.side", "{rack}, {side}", rack=name, side=_FACE_WORDS[face]))
        y = top - _HEAD + 4.8
        yield Text(x=x, y=y, text=fitted(side, RACK_MM, BODY_PT, True), size_pt=BODY_PT, bold=True)
        for number, told in enumerate(self._front(rack, there) if face == "front" else self._rear(rack, there), 1):
            role: Role = "over" if told.over else "text2"
            line = fitted(told.text, RACK_MM, SMALL_PT, told.over)
            yield Text(x=x, y=y + number * _LINE, text=line, size_pt=SMALL_PT, role=role, bold=told.over)
            if told.key:
                above = y + number * _LINE - 2.6
                self.spots.append(Spot(key=told.key, x=x, y=above, width=RACK_MM, height=_LINE, tip=told.text))
        title = Spot(key=f"site/{rack.node.id}/u_height", x=x, y=y - 3.6, width=RACK_MM, height=4.4, tip=side)
        self.spots.append(title)
        drawing = FaceDrawing(rack, there, face, self.language)
        yield from drawing.items(x, floor)
        self.spots += drawing.spots

    def _front(self, rack: RackFilling, there: Stand) -> tuple[Told, ...]:
        """Return units used, weight, and how many blanking panels close the front."""
        used, height = rack.used_u, rack.height_u
        free = of_node(rack.node, "u_free", "U")
        units = msg("racks.units", "{used} of {height} U", used=_known(used), height=_known(height))
        if free.known:
            units = msg(
                "racks.units.free",
                "{used} of {free} U that are free in {height} U",
                used=_known(used),
                free=_known(free),
                height=_known(height),
            )
        panels = sum(high - low + 1 for low, high in free_runs(rack, there, "front"))
        blank = msg("racks.blank", "{units} U to be closed with blanking panels", units=panels)
        return (
            self._told(units, used, free if free.known else height),
            self._told(self._weight(rack), rack.weight_kg, rack.max_load_kg),
            Told(text=self._say(blank) if height.known and panels else ""),
        )

    def _weight(self, rack: RackFilling) -> Message:
        return msg("racks.weight", "{used} of {most} kg", used=_known(rack.weight_kg), most=_known(rack.max_load_kg))

    def _rear(self, rack: RackFilling, there: Stand) -> tuple[Told, ...]:
        """Return the power of what is mounted, of the rack's budget where it has one, and what stands upright."""
        placements, lines = self.context.alternative.placements, self.context.lines
        power, budget = power_kw(rack, placements, lines), of_node(rack.node, "power_budget_w", "W")
        told = format_figure(power, self.language)
        words = msg("racks.power", "{power} at most", power=told)
        if budget.known:
            words = msg(
                "racks.power.of", "{power} of {budget}", power=told, budget=format_figure(budget, self.language)
            )
        if power.known and budget.value:
            share = format_number(round(100_000 * power.require() / budget.value))
            words = msg("racks.share", "{words}, {share} %", words=words, share=share)
        over = power.known and budget.known and 1000 * power.require() > budget.require()
        upright = msg("racks.upright.count", "{count} upright, 0 U", count=len(there.upright))
        return (
            Told(text=self._say(words), over=over, key=power.key),
            Told(text=self._say(upright) if there.upright else ""),
        )

    def _told(self, words: Message, used: Figure, most: Figure) -> Told:
        """Return a line with the share in percent where both numbers are known."""
        if used.value is None or not most.value:
            return Told(text=self._say(words), key=used.key)
        share = format_number(round(100 * used.value / most.value))
        text = self._say(msg("racks.share", "{words}, {share} %", words=words, share=share))
        return Told(text=text, over=used.value > most.value, key=used.key)

    def _tray(self, last: float) -> tuple[list[Node], float]:
        """Return the cards of what is in no rack or has no known height, and where they end (mm)."""
        cards = [(f"line/{line.line.id}/-/0", line, count) for line, count in self.loose]
        cards += [(part_of(one), one.line, 1) for _rack, there in self.racks for one in there.unknown]
        if not cards:
            return [], last
        words = self._say(msg("racks.tray", "In no rack yet, or of unknown height"))
        items: list[Node] = [Text(x=0.0, y=last + 3.6, text=words, size_pt=SMALL_PT, role="text2")]
        in_a_row = max(1, int((self.width + 2.0) // (_CARD_MM + 2.0)))
        top = last + 5.2
        for at, (part, line, count) in enumerate(cards):
            x, y = at % in_a_row * (_CARD_MM + 2.0), top + at // in_a_row * (_CARD_HIGH_MM + 1.6)
            items += self._card(part, line, count, (x, y))
        rows = (len(cards) + in_a_row - 1) // in_a_row
        return items, top + rows * (_CARD_HIGH_MM + 1.6) + 1.6

    def _card(self, part: str, line: LineFigures, count: int, at: tuple[float, float]) -> Iterator[Node]:
        look = LOOKS["unknown"]
        x, y = at
        yield Rect(x=x, y=y, width=_CARD_MM, height=_CARD_HIGH_MM, fill=look.tint, stroke=look.frame, radius=0.9)
        title = spaced(line.line.title.label(self.language))
        name = f"{title} × {count}" if count > 1 else title
        units = unit_u(line) or (0 if is_upright(line) else "?")
        told = self._say(msg("racks.card", "{name}, {units} U", name=name, units=units))
        yield Text(x=x + 1.8, y=y + 4.2, text=fitted(told, _CARD_MM - 3.6, SMALL_PT), size_pt=SMALL_PT, role=look.ink)
        spot = Spot(key=line.rack_u.key, x=x, y=y, width=_CARD_MM, height=_CARD_HIGH_MM, tip=told, part=part)
        self.spots.append(spot)

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
        """Return the racks in words: each with what stands in it from the bottom up, and what is in none."""
        told = [self._rack_words(rack, there) for rack, there in self.racks]
        if self.loose:
            names = tuple(line.line.title for line, _count in self.loose)
            told.append(self._say(msg("racks.loose", "In no rack: {names}.", names=names)))
        return " ".join((f"{self.title}.", *told))

    def _rack_words(self, rack: RackFilling, there: Stand) -> str:
        name = spaced(format_value(name_of(rack.node), self.language))
        parts = []
        for one in there.stacked:
            side = "" if one.face == "front" else f", {self._say(_FACE_WORDS['rear'])}"
            parts.append(
                f"U{one.bottom_u}: {spaced(one.line.line.title.label(self.language))} ({one.height_u} U{side})"
            )
        parts += [f"0 U: {spaced(one.line.line.title.label(self.language))}" for one in there.upright]
        head = ", ".join(one.text for one in (*self._front(rack, there), *self._rear(rack, there)) if one.text)
        return f"{name}, {head}: {'; '.join(parts) or '–'}."


def _parts_of(figure: Figure) -> tuple[Figure, ...]:
    """Return the parts that a sum is made of."""
    return tuple(part for given in figure.given.values() if not isinstance(given, Figure) for part in given)


def _known(figure: Figure) -> str:
    """Return a number; of a sum with unknown parts the least it is, ? where nothing is known."""
    if figure.value is not None:
        return format_number(figure.value)
    values = [part.value for part in _parts_of(figure)]
    least = sum(value for value in values if value is not None)
    return f"≥ {format_number(least)}" if least else "?"

"""The wiring tree with its loads, left to right: panel, circuit, socket, what hangs on it. A builder of scenes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from planner.assess.context import Context
from planner.checks.site_parts import asked, kind_name
from planner.documents.model import Language
from planner.figure import Quality, leaves
from planner.limits import limit, with_own_limits
from planner.messages import format_value, msg
from planner.pictures.layout import (
    BODY_PT,
    EDGE_MM,
    SMALL_PT,
    TITLE_PT,
    block,
    fitted,
    leading,
    legend,
    spaced,
    with_margin,
    wrapped,
)
from planner.pictures.scene import Line, Node, Polyline, Rect, Scene, Spot, Text
from planner.pictures.status import LOOKS, WORDS, Status, wire_sample
from planner.pictures.wiring_cards import CARD_MM, CardWriter
from planner.pictures.wiring_tree import Card, cards_of

PAGE_MM = 240.0  # what an A4 page holds above its caption
WIDTH_MM = 166.0
_PITCH = 12.4
_HEAD, _COLUMNS_AT, _FIRST = 10.2, 15.0, 17.4
_GUTTER, _WIDEST_GUTTER = 7.0, 15.0
_MOST_WIDER = 1.5  # cards wider than that would be mostly empty
_WIDEST = 54.0
_NOTES, _ASSUMED = 3, 6
_RANKS = {"panel": 0, "circuit": 1, "socket": 2}
_CHAIN = 3


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A card with its column and the rows it spans."""

    card: Card
    column: int
    first: float
    last: float
    parent: Placed | None = None

    @property
    def middle(self) -> float:
        """Return the row of its middle, counted in rows (a number of half rows)."""
        return (self.first + self.last) / 2


@with_own_limits
def wiring_pages(
    context: Context, language: Language, width_mm: float = WIDTH_MM, page_mm: float = PAGE_MM
) -> tuple[Scene, ...]:
    """Return the wiring as pictures none of which is higher than ``page_mm``; circuits are kept whole where they fit."""
    trees, inner = cards_of(context, language), width_mm - 2 * EDGE_MM
    rows = max(2, int((page_mm - _FIRST - 2 * EDGE_MM - _foot_room(context, language, inner)) / _PITCH))
    parts = _pages(trees, rows)
    return tuple(
        _Page(context, language, inner, (number, len(parts)), part).scene() for number, part in enumerate(parts, 1)
    )


@with_own_limits
def wiring_scene(context: Context, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the wiring as one picture, as high as it has to be; for the window, which scrolls."""
    return _Page(context, language, width_mm - 2 * EDGE_MM, (1, 1), cards_of(context, language)).scene()


def _pages(trees: Sequence[Card], rows: int) -> list[tuple[Card, ...]]:
    """Return the trees cut into parts of at most ``rows`` rows; a panel cut in two stands in both."""
    parts: list[tuple[Card, ...]] = [()]
    room = rows
    for tree in trees:
        if tree.leaves <= room:
            parts[-1] = (*parts[-1], tree)
            room -= tree.leaves
            continue
        if tree.leaves <= rows and room < rows:
            parts.append((tree,))
            room = rows - tree.leaves
            continue
        pieces = _cut(tree, room, rows)
        if pieces[0] is not None:
            parts[-1] = (*parts[-1], pieces[0])
        for piece in pieces[1:]:
            if piece is not None:
                parts.append((piece,))
                room = rows - piece.leaves
    return [part for part in parts if part] or [()]


def _cut(tree: Card, room: int, rows: int) -> list[Card | None]:
    """Return ``tree`` in pieces: the first of at most ``room`` rows (None: it has no room), the others of ``rows``."""
    pieces: list[Card | None] = []
    kept: list[Card] = []
    left = room

    def close() -> None:
        nonlocal left
        pieces.append(replace(tree, children=tuple(kept)) if kept else None)
        kept.clear()
        left = rows

    for child in tree.children:
        if child.leaves > left and (child.leaves <= rows or left <= 0):
            close()
        if child.leaves <= left:
            kept.append(child)
            left -= child.leaves
            continue
        for at, piece in enumerate(_cut(child, left, rows)):
            if at:
                close()
            if piece is not None:
                kept.append(piece)
                left -= piece.leaves
    close()
    return pieces if any(pieces) else [None, tree]


def _place(trees: Sequence[Card]) -> list[Placed]:
    """Return every card with its column and rows; what stands furthest out takes a row, its parents their middle."""
    placed: list[Placed] = []
    row = 0.0

    def put(card: Card, column: int, parent: Placed | None) -> None:
        nonlocal row
        first = row
        at = Placed(card=card, column=column, first=first, last=first + card.leaves - 1, parent=parent)
        placed.append(at)
        for child in card.children:
            put(child, _column(child, column), at)
        if not card.children:
            row += 1

    for tree in trees:
        put(tree, _column(tree, -1), None)
    return _compressed(placed)


def _column(card: Card, parent: int) -> int:
    """Return the column by the kind of a card, always right of its parent; machines come last."""
    if card.type is None:
        return 99
    return max(parent + 1, _RANKS.get(card.type, _CHAIN))


def _compressed(placed: list[Placed]) -> list[Placed]:
    """Return the cards with columns that nothing stands in left out."""
    used = {column: at for at, column in enumerate(sorted({one.column for one in placed}))}
    made: dict[int, Placed] = {}
    for one in placed:
        parent = made[id(one.parent)] if one.parent else None
        made[id(one)] = replace(one, column=used[one.column], parent=parent)
    return list(made.values())


class _Page:
    """Draws one page: where columns stand, cards, wires, heads, legend and notes."""

    def __init__(
        self, context: Context, language: Language, width: float, page: tuple[int, int], trees: tuple[Card, ...]
    ) -> None:
        self.context = context
        self.language = language
        self.writer = CardWriter(language)
        self.number, self.pages = page
        self.placed = _place(trees)
        self.lefts, self.widths = self._columns(width)
        self.width = max(width, self.lefts[-1] + self.widths[-1] if self.lefts else 0.0)
        self.rows = int(max((one.last for one in self.placed), default=0.0)) + 1
        self.spots: list[Spot] = []

    def scene(self) -> Scene:
        """Return the finished picture."""
        items = [*self._head(), *self._wires(), *self._cards()]
        below = _FIRST + self.rows * _PITCH
        foot, bottom = self._foot(below)
        scene = Scene(
            title=self._title(),
            description=self._description(),
            language=self.language,
            width_mm=self.width,
            height_mm=bottom,
            items=(*items, *foot),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _title(self) -> str:
        name = self.context.alternative.title.label(self.language)
        title = msg("wiring.title", "Wiring and load – {name}", name=name)
        if self.pages == 1:
            return self.writer.say(title)
        return self.writer.say(
            msg("wiring.page", "{title} ({page} of {pages})", title=title, page=self.number, pages=self.pages)
        )

    def _columns(self, width: float) -> tuple[list[float], list[float]]:
        """Return left edges and widths of the columns: as wide as their words ask for, within what there is."""
        count = max((one.column for one in self.placed), default=-1) + 1
        wants, needs = [0.0] * count, [0.0] * count
        for one in self.placed:
            wanted, needed = self.writer.widths(one.card)
            wants[one.column] = max(wants[one.column], min(wanted, max(_WIDEST, needed)))
            needs[one.column] = max(needs[one.column], needed)
        widths, gutter = _shared(wants, needs, width)
        lefts = [sum(widths[:at]) + gutter * at for at in range(count)]
        return lefts, widths

    def _head(self) -> Iterator[Node]:
        title = fitted(self._title(), self.width, TITLE_PT, True)
        yield Text(x=0.0, y=4.2, text=title, size_pt=TITLE_PT, bold=True)
        subtitle = fitted(self.writer.say(_SUBTITLE), self.width, SMALL_PT)
        yield Text(x=0.0, y=8.6, text=subtitle, size_pt=SMALL_PT, role="text2")
        if not self.placed:
            words = self.writer.say(
                msg("wiring.empty", "Nothing of the wiring is known yet: panel, circuits and sockets.")
            )
            yield Text(x=0.0, y=_FIRST + 5.0, text=fitted(words, self.width, BODY_PT), size_pt=BODY_PT, role="unknown")
            return
        for column, (left, width) in enumerate(zip(self.lefts, self.widths, strict=True)):
            words = fitted(self._column_title(column), width, SMALL_PT)
            yield Text(x=left, y=_COLUMNS_AT, text=words, size_pt=SMALL_PT, role="text2")

    def _column_title(self, column: int) -> str:
        kinds = dict.fromkeys(one.card.type for one in self.placed if one.column == column)
        names = tuple(kind_name(kind) if kind else msg("wiring.device", "Device") for kind in kinds)
        return spaced(format_value(names, self.language))

    def _box(self, one: Placed) -> tuple[float, float, float, float]:
        """Return x, y, width and height of a card; a panel is as high as what hangs on it."""
        tall = one.card.type == "panel" and bool(one.card.children)
        top = one.first if tall else one.middle
        rows = one.last - one.first if tall else 0.0
        return self.lefts[one.column], _FIRST + top * _PITCH, self.widths[one.column], CARD_MM + rows * _PITCH

    def _wires(self) -> Iterator[Node]:
        """Yield the wires, the overloaded ones last so that they lie on top."""
        wires = [(self._wire_status(one), one) for one in self.placed if one.parent]
        order: list[Status] = ["idle", "fits", "unknown", "tight", "over"]
        for status, one in sorted(wires, key=lambda pair: order.index(pair[0])):
            yield self._wire(one, status)

    def _wire_status(self, one: Placed) -> Status:
        if one.card.kind == "node" or one.parent is None:
            return one.card.status
        return "over" if one.parent.card.status == "over" else "fits"

    def _wire(self, one: Placed, status: Status) -> Node:
        assert one.parent is not None
        x, y, _, height = self._box(one)
        left, top, width, tall = self._box(one.parent)
        end, start, stroke = y + (CARD_MM if one.card.type != "panel" else height) / 2, left + width, LOOKS[status].wire
        begin = top + tall / 2
        if one.parent.card.type == "panel" or abs(begin - end) < 0.01:
            return Line(x1=start, y1=end, x2=x, y2=end, stroke=stroke)
        bend = start + (self.lefts[one.parent.column + 1] - start) / 2
        return Polyline(points=((start, begin), (bend, begin), (bend, end), (x, end)), stroke=stroke)

    def _cards(self) -> Iterator[Node]:
        for one in self.placed:
            yield from self._card(one)

    def _card(self, one: Placed) -> Iterator[Node]:
        card, (x, y, width, height) = one.card, self._box(one)
        look = LOOKS[card.status if card.kind != "device" else "fits"]
        yield Rect(x=x, y=y, width=width, height=height, fill=look.tint, stroke=look.frame, radius=0.9)
        yield from self.writer.items(card, x, y, width, height)
        tip = "\n".join(part for part in (card.name, card.facts, card.value, self.writer.chip(card)) if part)
        self.spots.append(Spot(key=card.key, part=card.id, x=x, y=y, width=width, height=height, tip=tip))

    def _foot(self, below: float) -> tuple[list[Node], float]:
        """Return legend and notes, and the height of the whole picture in mm."""
        present = {one.card.status for one in self.placed if one.card.kind == "node"}
        shown = [status for status in _LEGEND if status in present]
        samples = [wire_sample(status, self.writer.say(WORDS[status])) for status in shown]
        made, last = legend(samples, 0.0, below + 3.6, self.width)
        lines = _notes(self.context, self.language, self.width)
        first = last + 1.15 * leading(SMALL_PT) if samples else below + 3.6
        texts = block(lines, 0.0, first, SMALL_PT, "text3")
        return [made, *texts], first + (len(lines) - 1) * leading(SMALL_PT) + 1.6

    def _description(self) -> str:
        nodes = [one.card for one in self.placed if one.card.kind != "device" and one.card.type != "panel"]
        told = tuple(
            msg(
                "wiring.told",
                "{name} {value} ({state})",
                name=card.name,
                value=card.value,
                state=self.writer.chip(card),
            )
            for card in nodes
        )
        if not told:
            return self._title()
        return self.writer.say(msg("wiring.description", "{title}. {parts}.", title=self._title(), parts=told))


_LEGEND: tuple[Status, ...] = ("fits", "tight", "over", "unknown")
_SUBTITLE = msg(
    "wiring.subtitle", "Current at maximum power over the rating of breaker, socket or device; machines and UPS in kW"
)


def _shared(wants: Sequence[float], needs: Sequence[float], width: float) -> tuple[list[float], float]:
    """Return the widths of the columns and of the gutters in mm; more than ``width`` only where numbers need it."""
    gaps = max(0, len(wants) - 1)
    room = width - gaps * _GUTTER
    if sum(wants) <= room:
        spare = room - sum(wants)
        gutter = min(_WIDEST_GUTTER, _GUTTER + spare / gaps) if gaps else _GUTTER
        rest = max(0.0, width - gaps * gutter - sum(wants))
        wider = min(_MOST_WIDER, 1 + rest / sum(wants)) if wants else 1.0
        return [want * wider for want in wants], gutter
    if sum(needs) >= room:
        return list(needs), _GUTTER
    share = (room - sum(needs)) / (sum(wants) - sum(needs))
    return [need + share * (want - need) for want, need in zip(wants, needs, strict=True)], _GUTTER


def _notes(context: Context, language: Language, width: float) -> tuple[str, ...]:
    """Return what the picture rests on: when a load counts as tight, and which values are assumed."""
    share = 100 * limit("br.cont", context.organisation.profile).require()
    told = [
        msg("wiring.note", "Tight: above {share} % of the rating, the advised level for hours on end.", share=share)
    ]
    if not any(node.type in ("circuit", "socket") for node in context.site.nodes):
        told.append(msg("wiring.no_circuits", "Circuits and sockets are not entered yet: ask the building office."))
    named = asked(
        part.key
        for load in context.site.loads.values()
        if load.connected
        for part in leaves(load.total_a)
        if part.quality is Quality.ASSUMED
    )
    if named:
        more = len(named) > _ASSUMED
        names = (*named[:_ASSUMED], msg("picture.more", "and others")) if more else named
        told.append(msg("wiring.assumed", "Assumed values in it: {names}.", names=names))
    text = ("" if language == "zh" else " ").join(spaced(format_value(one, language)) for one in told)
    return wrapped(text, width, SMALL_PT, _NOTES)


def _foot_room(context: Context, language: Language, width: float) -> float:
    """Return the height of legend and notes in mm, the legend at most two lines."""
    return 8.0 + (len(_notes(context, language, width)) + 1) * leading(SMALL_PT)

"""The wiring as a tree of cards: panel, circuit, socket, what hangs on it; each with its load, rating and state in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from planner.assess.context import Context
from planner.assess.facts import fact_figure
from planner.assess.site import WIRED, NodeLoad
from planner.assess.to_lay import is_to_lay
from planner.checks.ratings import rating_of
from planner.checks.site_parts import devices_on, name_of
from planner.documents.model import Language
from planner.facility.circuits import BRANCH_LOAD_PCT
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.messages import Message, format_number, format_quantity, format_value, msg, render, shown
from planner.pictures.layout import spaced
from planner.pictures.status import Status, judged, percent
from planner.pictures.wiring_ups import UpsWords, unwired, ups_words
from planner.plan.document import NodeType, SiteNode

CardKind = Literal["node", "device", "loose"]
_BRANCHES = ("circuit", "panel")


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A box of the picture: ``share`` is the load over the rating (of an unknown load its known part)."""

    id: str
    kind: CardKind
    type: NodeType | None
    name: str
    facts: str
    value: str
    status: Status
    share: float | None = None
    key: str = ""
    children: tuple[Card, ...] = ()

    @property
    def leaves(self) -> int:
        """Return the number of rows this card takes: that of its outermost parts."""
        return sum(child.leaves for child in self.children) or 1


def cards_of(context: Context, language: Language) -> tuple[Card, ...]:
    """Return the trees of an alternative's wiring, then the machines that are plugged in nowhere."""
    return _Maker(context, language).all()


class LoadWords(msgspec.Struct, frozen=True, kw_only=True):
    """A node with its load over its rating in words, as its card says it."""

    name: str
    value: str
    status: Status


def load_words(context: Context, node: str, language: Language) -> tuple[LoadWords, ...]:
    """Return a node of the wiring and what feeds it, nearest first, with their loads in words."""
    maker, found = _Maker(context, language), []
    loads = context.site.loads
    while node in loads:
        load = loads[node]
        name = spaced(format_value(name_of(load.node), language))
        if load.node.type == "ups":
            said = maker.ups[node]
            found.append(LoadWords(name=name, value=said.value, status=said.status))
        else:
            rating = maker.rating(load)
            status = maker.status(load, rating)
            found.append(LoadWords(name=name, value=maker.value(load, rating, status), status=status))
        node = load.node.parent
    return tuple(found)


class _Maker:
    """Makes the cards of one alternative in one language."""

    def __init__(self, context: Context, language: Language) -> None:
        self.context = context
        self.language = language
        self.loads: Mapping[str, NodeLoad] = context.site.loads
        self._ups: Mapping[str, UpsWords] | None = None

    @property
    def ups(self) -> Mapping[str, UpsWords]:
        """Return what is said of each UPS; reckoned where there is one."""
        if self._ups is None:
            self._ups = ups_words(self.context, self.language)
        return self._ups

    def all(self) -> tuple[Card, ...]:
        wired = [node for node in self.context.site.nodes if node.type in WIRED]
        names = {node.id for node in wired}
        below: dict[str, list[SiteNode]] = {}
        for node in wired:
            below.setdefault(node.parent if node.parent in names else "", []).append(node)
        trees = tuple(self._node(root, below) for root in below.get("", ()))
        loose = (self._loose(line, units) for line, units in self.context.site.unplugged.items())
        return (*trees, *(self._loose_ups(line) for line in unwired(self.context)), *loose)

    def _node(self, node: SiteNode, below: Mapping[str, list[SiteNode]]) -> Card:
        load = self.loads[node.id]
        rating = self.rating(load)
        status = self.status(load, rating)
        children = (*(self._node(child, below) for child in below.get(node.id, ())), *self._devices(load))
        if node.type == "ups":
            return self._ups_card(node, children)
        return Card(
            id=node.id,
            kind="node",
            type=node.type,
            name=spaced(format_value(name_of(node), self.language)),
            facts=self._facts(node),
            value=self.value(load, rating, status),
            status=status,
            share=_share(load, rating),
            key=load.total_a.key,
            children=children,
        )

    def _ups_card(self, node: SiteNode, children: tuple[Card, ...]) -> Card:
        said = self.ups[node.id]
        return Card(
            id=node.id,
            kind="node",
            type=node.type,
            name=spaced(format_value(name_of(node), self.language)),
            facts=said.facts,
            value=said.value,
            status=said.status,
            share=said.share,
            key=said.key,
            children=children,
        )

    def rating(self, load: NodeLoad) -> Figure:
        """Return the rating in A; nothing is rated for zero, so that is as good as not known."""
        found = rating_of(load) if load.node.type in ("socket", "strip", "cord") else load.rating_a
        return found if found.value else unknown(found.key, "A")

    def status(self, load: NodeLoad, rating: Figure) -> Status:
        """Return the state; what we add alone may be too much before others' share is known."""
        if rating.value is None:
            return "unknown"
        others = load.other_a.value or 0.0
        if not load.connected and others == 0:
            return "idle"
        most, advised = self._bounds(load, rating.require())
        known = load.total_a.value
        if known is not None:
            return judged(known, most, advised)
        return "over" if (load.flowing_a.value or 0.0) > most else "unknown"

    def _bounds(self, load: NodeLoad, rating: float) -> tuple[float, float]:
        """Return the most that is allowed and the most that is advised for hours, in A."""
        profile = self.context.organisation.profile
        advised = rating * limit("br.cont", profile).require()
        binding = profile == "NEC" and load.node.type in _BRANCHES
        return (advised if binding else rating * limit("br.max").require()), advised

    def value(self, load: NodeLoad, rating: Figure, status: Status) -> str:
        """Return load over rating and their share, as far as they are known."""
        limit_a = amperes(rating.value)
        if status == "idle":
            return self._say(msg("wiring.rating", "{rating} A", rating=limit_a))
        total, own = load.total_a.value, load.flowing_a.value
        if total is None and (own is None or own == 0):
            open_ = msg("wiring.open", "load open")
            return self._say(msg("wiring.open_of", "? / {rating} A", rating=limit_a) if rating.known else open_)
        load_a = ("≥ " if total is None else "") + amperes(own if total is None else total)
        if not rating.known:
            return self._say(msg("wiring.unrated", "{load} A, rating?", load=load_a))
        if total is None:
            return self._say(msg("wiring.part", "{load} / {rating} A", load=load_a, rating=limit_a))
        share = percent(trace(BRANCH_LOAD_PCT, f"{load.node.id}/pct", current_a=load.total_a, limit_a=rating))
        return self._say(msg("wiring.load", "{load} / {rating} A, {pct}", load=load_a, rating=limit_a, pct=share))

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def _facts(self, node: SiteNode) -> str:
        """Return what is known of a node beside its rating: voltage, phases, section of the cable."""
        found = []
        for name, unit in (("volts", "V"), ("cable_mm2", "mm2")):
            figure = fact_figure(node.values, name, name, unit)
            if figure.value is not None:
                found.append(format_quantity(figure.value, unit, self.language))
        phases = fact_figure(node.values, "phases", "phases", "1")
        if phases.value is not None and phases.value > 1:
            found.insert(0, render(msg("wiring.phases", "{count}-phase", count=phases.value), self.language))
        if is_to_lay(node):
            found.append(render(msg("wiring.to_lay", "to be laid"), self.language))
        return ("，" if self.language == "zh" else ", ").join(found)

    def _devices(self, load: NodeLoad) -> Iterator[Card]:
        """Yield the machines plugged in at this very node."""
        for link, device in zip(load.connected, devices_on(load), strict=True):
            if load.node.type == "ups" and device.line.line.role == "ups":
                continue  # it is this UPS
            if link.node == load.node.id:
                power = device.power_w
                said = self.ups.get(link.line) if device.line.line.role == "ups" else None
                yield Card(
                    id=f"{load.node.id}/{link.line}",
                    kind="device",
                    type=None,
                    name=self._device_name(link.line, link.units),
                    facts="",
                    value=self._power(power, link.units, link.share) if said is None else said.value,
                    status="fits" if power.known else "unknown",
                    key=device.line.unit_max_w.key,
                )

    def _device_name(self, line: str, units: int) -> str:
        title = self.context.lines[line].line.title.label(self.language)
        return spaced(f"{title} × {units}" if units > 1 else title)

    def _power(self, power: Figure, units: int, share: float = 1.0) -> str:
        if power.value is None:
            return self._say(msg("wiring.power_open", "power open"))
        each = format_quantity(power.value, "W", self.language)
        value = f"{units} × {each}" if units > 1 else each
        if share == 1.0:
            return value
        return self._say(msg("wiring.share", "{power} ({share} % of its load)", power=value, share=100 * share))

    def _loose_ups(self, line: str) -> Card:
        """Return the card of a UPS of the build that the wiring does not have yet."""
        figures, said = self.context.lines[line], self.ups.get(line)
        return Card(
            id=f"loose/{line}",
            kind="loose",
            type=None,
            name=self._device_name(line, figures.line.quantity),
            facts="",
            value="" if said is None else said.value,
            status="unknown",
            key=figures.weight_kg.key if said is None else said.key,
        )

    def _loose(self, line: str, units: int) -> Card:
        figures = self.context.lines[line]
        return Card(
            id=f"loose/{line}",
            kind="loose",
            type=None,
            name=self._device_name(line, units),
            facts="",
            value=self._power(figures.unit_max_w, units),
            status="unknown",
            key=figures.unit_max_w.key,
        )


def _share(load: NodeLoad, rating: Figure) -> float | None:
    known = load.total_a.value if load.total_a.known else load.own_a.value
    return None if known is None or not rating.value else known / rating.value


def amperes(value: float | None) -> str:
    """Return a current in A as it is read: one decimal, no needless zero; below 0.1 A about three figures."""
    if value is None:
        return "?"
    return format_number(round(value, 1) if value >= 0.1 or not value else shown(value))

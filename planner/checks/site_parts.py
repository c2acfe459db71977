"""What the checks of a site have in common to look at: names and keys of nodes, the room, machines on a node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import get_args

import msgspec

from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.sifting import sifted
from planner.assess.site import NodeLoad, SiteFigures
from planner.catalog.attributes import find_attribute, kinds
from planner.checks.cable_limit import cable_a
from planner.checks.formulas import DEVICE_W
from planner.facility.circuits import BREAKER_USABLE_A, LEFT_W
from planner.figure import Figure, entered, trace
from planner.limits import all_limits, limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import NodeType, SiteNode

_LINE_NAMES = {
    "unit_rack_u": "rack_u",
    "unit_weight_kg": "weight_kg",
    "nameplate_unit_w": "nameplate_w",
}
_WORDS = {
    "room": msg("ask.room", "the room"),
    "ac": msg("ask.ac", "cooling capacity of the room's air conditioners"),
    "circuit": msg("ask.circuit", "the circuits and sockets of the room"),
    "plugged_in": msg("ask.plugged_in", "where it is plugged in"),
    "shr": msg("ask.shr", "sensible share of the cooling capacity"),
    "tdp_w": msg("ask.tdp", "power of the card"),
    "sessions_per_week": msg("ask.sessions_per_week", "how often a week"),
    "hours_per_session": msg("ask.hours_per_session", "hours each time"),
    "seq_len": msg("ask.seq_len", "tokens in one sequence"),
    "compute": msg("ask.compute", "a machine with the card in the configuration"),
    "card_hour": msg("ask.card_hour", "rent of a card-hour"),
    "pcie_gbs": msg("ask.pcie_gbs", "PCIe generation of the card"),
    "link_gbs": msg("ask.link_gbs", "rate of the link between the cards"),
    "overnight_guard": msg("ask.overnight_guard", "whether somebody is on duty at night"),
    "unattended_overnight": msg("ask.unattended", "whether machines run at night with nobody there"),
    "battery_kind": msg("ask.battery_kind", "kind of the UPS battery"),
    "battery_place": msg("ask.battery_place", "where the UPS battery stands"),
}
_KINDS: Mapping[NodeType, Labelled] = {
    "room": Labelled(zh="房间", en="Room"),
    "panel": Labelled(zh="配电箱", en="Panel"),
    "circuit": Labelled(zh="回路", en="Circuit"),
    "socket": Labelled(zh="插座", en="Socket"),
    "strip": Labelled(zh="接线板", en="Power strip"),
    "pdu": Labelled(zh="PDU", en="PDU"),
    "ups": Labelled(zh="UPS", en="UPS"),
    "cord": Labelled(zh="电源线", en="Cord"),
    "ac": Labelled(zh="空调", en="Air conditioner"),
    "rack": Labelled(zh="机柜", en="Rack"),
}
_TYPE = attrgetter("node.type")
_BY_TYPE = {one: {one} for one in get_args(NodeType)}


class Device(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line's machines on a node: how many, and the most that one of them draws through it (W)."""

    line: LineFigures
    units: int
    power_w: Figure


def name_of(node: SiteNode) -> str | Labelled:
    """Return what people call a node: its title, else its kind and the number in its id."""
    if node.title and not (node.title == node.id and node.id.startswith(node.type)):
        return node.title  # circuit-1 is the word of a part that was added without one
    return _numbered(node.type, node.id)


@lru_cache(maxsize=4096)
def _numbered(type: NodeType, name: str) -> Labelled:  # noqa: A002 - the node's own word
    kind, rest = _KINDS[type], name.removeprefix(type).lstrip("-_ ")
    return Labelled(zh=f"{kind.zh}{rest}", en=f"{kind.en} {rest}".strip())


def kind_name(type: NodeType) -> Labelled:  # noqa: A002 - the node's own word
    """Return what people call nodes of a type."""
    return _KINDS[type]


def key_of(load: NodeLoad) -> str:
    """Return the key that the figures of a node begin with: ``<alternative>/<node>``."""
    return load.load_w.key.rpartition("/")[0]


def alternative_of(key: str) -> str:
    """Return the alternative that a figure's key begins with."""
    return key.partition("/")[0]


def left_w(load: NodeLoad, profile: str) -> Figure | None:
    """Return the power (W) that a single-phase branch has left for hours; None where its breaker is none or the load open."""
    given = load.own_a.given
    volts, factor = given.get("volts_ln_v"), given.get("power_factor")
    if load.node.type != "circuit" or "lines_w" in given or not (load.rating_a.known and load.total_a.known):
        return None
    if not (isinstance(volts, Figure) and isinstance(factor, Figure)) or of_three_lines(load):
        return None
    key = key_of(load)
    share = limit("br.cont", profile)
    usable = trace(BREAKER_USABLE_A, f"{key}/usable_a", breaker_a=load.rating_a, continuous_share=share)
    cable = cable_a(load.node)
    if cable.known and cable.require() < usable.require():
        usable = cable
    return trace(LEFT_W, f"{key}/left_w", usable_a=usable, current_a=load.total_a, volts_v=volts, power_factor=factor)


def of_three_lines(load: NodeLoad) -> bool:
    """Tell whether a node was reckoned with three lines."""
    fact = load.node.values.get("phases")
    return fact is not None and fact.value == 3  # noqa: PLR2004 - lines of a supply


def used(site: SiteFigures, *types: str) -> Iterable[NodeLoad]:
    """Return the loads of nodes of these types that something is plugged in below, type by type."""
    if len(types) == 1:
        return site.in_use.get(types[0], ())
    return tuple(chain.from_iterable([site.in_use.get(one, ()) for one in types]))


def loads_of(memo: Memo, loads: Mapping[str, NodeLoad], node_type: NodeType) -> tuple[NodeLoad, ...]:
    """Return the loads of all nodes of a type; the same object while none of them is another."""
    return sifted(memo, "loads by type", all_loads(memo, loads), _TYPE, _BY_TYPE)[node_type]


def all_loads(memo: Memo, loads: Mapping[str, NodeLoad]) -> tuple[NodeLoad, ...]:
    """Return the loads of all nodes, in their order; a run asks once and shares it."""
    return memo.call(_whole, loads)


def _whole(loads: Mapping[str, NodeLoad]) -> tuple[NodeLoad, ...]:
    return tuple(loads.values())


def devices_on(load: NodeLoad) -> tuple[Device, ...]:
    """Return the machines plugged in on a node or below it."""
    found = []
    for link in load.connected:
        line = load.lines[link.line]
        key = f"{key_of(load)}/{link.line}"
        share = entered(f"{key}/share", link.share, "1")
        power = trace(DEVICE_W, f"{key}/device_w", share=share, unit_w=line.unit_max_w)
        found.append(Device(line=line, units=link.units, power_w=power))
    return tuple(found)


def largest_on(load: NodeLoad) -> Device | None:
    """Return what draws most of the machines plugged in on a node or below it, the first of equal ones; None for none known."""
    known = [(one.power_w.value, -at, one) for at, one in enumerate(devices_on(load)) if one.power_w.value is not None]
    return max(known)[2] if known else None


def room_of(site: SiteFigures) -> SiteNode | None:
    """Return the room of the machines: the first that holds something plugged in or a rack, else the first at all."""
    return site.room


def asked(missing: Iterable[str]) -> tuple[Labelled | Message, ...]:
    """Return what the missing keys are called, each once, in their order."""
    return _asked(tuple(missing))


@lru_cache(maxsize=2048)
def _asked(missing: tuple[str, ...]) -> tuple[Labelled | Message, ...]:
    names: dict[str, Labelled | Message] = {}
    for key in missing:
        last = key.rpartition("/")[2]
        if last not in names:
            names[last] = quantity_name(key)
    return tuple(names.values())


def quantity_name(key: str) -> Labelled | Message:
    """Return what the quantity a figure's key ends in is called; the word itself where no table knows it."""
    last = key.rpartition("/")[2]
    return _named(_LINE_NAMES.get(last, last))


@lru_cache(maxsize=1024)
def _named(key: str) -> Labelled | Message:
    if key in _WORDS:
        return _WORDS[key]
    found = (find_attribute(key, kind) for kind in ("line", "system", *kinds()))
    limits = (one.label for one in all_limits() if one.key == key)
    return next((one.labelled for one in found if one is not None), next(limits, Labelled(zh=key, en=key)))

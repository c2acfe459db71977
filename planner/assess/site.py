"""What the room carries: load and current at each node of the wiring, cooling of the units, filling of the racks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from planner.assess import formulas as f
from planner.assess.cooling_class import horsepower
from planner.assess.current import node_current, open_legs
from planner.assess.facts import fact_figure, first_known, flag, of_item
from planner.assess.lines import POWERED, LineFigures
from planner.facility.circuits import CURRENT_SUM_A
from planner.facility.cooling import HP_COOLING_W, SENSIBLE_SUM_W, SENSIBLE_W
from planner.facility.power import SUM_W
from planner.facility.ups import HEAT_W
from planner.figure import Figure, Quality, leaf, trace, unknown
from planner.plan.document import Connection, Facts, Placement, SiteNode

Mounted = TypeVar("Mounted", Connection, Placement)
WIRED = ("panel", "circuit", "socket", "strip", "pdu", "ups", "cord")


class Wiring(msgspec.Struct, frozen=True, kw_only=True):
    """What an alternative plugs in and mounts where."""

    alternative: str
    connections: tuple[Connection, ...]
    placements: tuple[Placement, ...]


class NodeLoad(msgspec.Struct, frozen=True, kw_only=True):
    """Load of one wiring node: what is plugged in below (W), its current, other users' current, both, and the rating (A).

    With ``open_legs`` (keys of lines that nobody told) the currents are the most that they can be.
    """

    node: SiteNode
    connected: tuple[Connection, ...]
    load_w: Figure
    own_a: Figure
    other_a: Figure
    total_a: Figure
    rating_a: Figure
    shared: bool | None
    open_legs: tuple[str, ...] = ()


class RackFilling(msgspec.Struct, frozen=True, kw_only=True):
    """A rack node with the rack units and weight placed in it."""

    node: SiteNode
    used_u: Figure
    height_u: Figure
    weight_kg: Figure
    max_load_kg: Figure


class SiteFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The site as it stands with this alternative in it."""

    nodes: tuple[SiteNode, ...]
    loads: Mapping[str, NodeLoad]
    racks: tuple[RackFilling, ...]
    unplugged: Mapping[str, int]
    overplugged: Mapping[str, int]
    sensible_cooling_w: Figure
    cooling_units: tuple[SiteNode, ...]
    ups_heat_w: tuple[Figure, ...]
    heat_w: Figure


def site_figures(
    one: Wiring, lines: Mapping[str, LineFigures], site: tuple[SiteNode, ...], facts: Facts
) -> SiteFigures:
    """Return loads, cooling and racks of ``site`` with the lines of ``one`` connected and placed as the plan says."""
    children: dict[str, list[SiteNode]] = {}
    for node in site:
        children.setdefault(node.parent, []).append(node)
    by_id = {node.id: node for node in site}
    loads = {
        node.id: _load(one, lines, node, _below(node, children), by_id, facts) for node in site if node.type in WIRED
    }
    ups_heat = tuple(_ups_heat(one.alternative, line, lines) for line in lines.values() if line.line.role == "ups")
    devices = [line.heat_w for line in lines.values() if line.line.role in POWERED]
    return SiteFigures(
        nodes=site,
        loads=loads,
        racks=tuple(_rack(one, lines, node) for node in site if node.type == "rack"),
        unplugged=_unplugged(one, lines),
        overplugged=_overplugged(one, lines),
        sensible_cooling_w=_cooling(one.alternative, lines, site, facts),
        cooling_units=tuple(node for node in site if node.type == "ac"),
        ups_heat_w=ups_heat,
        heat_w=trace(f.WITH_LOSSES_W, f"{one.alternative}/total/heat_w", devices_w=devices, losses_w=ups_heat),
    )


def _below(node: SiteNode, children: Mapping[str, list[SiteNode]]) -> tuple[SiteNode, ...]:
    found, stack = [], [node]
    while stack:
        current = stack.pop()
        found.append(current)
        stack.extend(children.get(current.id, ()))
    return tuple(found)


def _load(
    one: Wiring,
    lines: Mapping[str, LineFigures],
    node: SiteNode,
    below: tuple[SiteNode, ...],
    by_id: Mapping[str, SiteNode],
    facts: Facts,
) -> NodeLoad:
    key = f"{one.alternative}/{node.id}"
    names = {part.id for part in below}
    connected = tuple(_there(link, lines) for link in one.connections if link.node in names)
    connected = tuple(link for link in connected if link.units)
    powers = [_connected(key, link, lines[link.line]) for link in connected]
    load = trace(SUM_W, f"{key}/load_w", power_w=powers)
    own = node_current(key, node, load, tuple(zip(connected, powers, strict=True)), by_id, facts)
    shared = flag(node.values, "shared")
    other = fact_figure(node.values, "other_load_a", f"site/{node.id}/other_load_a", "A")
    if not other.known and (shared is False or node.type not in ("circuit", "panel")):
        other = leaf(f"site/{node.id}/other_load_a", 0.0, "A", Quality.COMPUTED, "not shared with others")
    rating = "breaker_a" if node.type in ("circuit", "panel") else "rating_a"
    return NodeLoad(
        node=node,
        connected=connected,
        load_w=load,
        own_a=own,
        other_a=other,
        total_a=trace(CURRENT_SUM_A, f"{key}/current_a", current_a=[own, other]),
        rating_a=fact_figure(node.values, rating, f"site/{node.id}/{rating}", "A"),
        shared=shared,
        open_legs=open_legs(node, connected, by_id),
    )


def _there(link: Mounted, lines: Mapping[str, LineFigures]) -> Mounted:
    """Return a connection or placement with no more units than the build has of its line."""
    units = min(link.units, lines[link.line].line.quantity)
    return link if units == link.units else msgspec.structs.replace(link, units=units)


def _connected(key: str, link: Connection, line: LineFigures) -> Figure:
    return trace(
        f.CONNECTED_W,
        f"{key}/{link.line}/connected_w",
        units=leaf(f"{key}/{link.line}/units", float(link.units), "1", Quality.ENTERED),
        share=leaf(f"{key}/{link.line}/share", link.share, "1", Quality.ENTERED),
        unit_w=line.unit_max_w,
    )


def _unplugged(one: Wiring, lines: Mapping[str, LineFigures]) -> dict[str, int]:
    """Return how many units of each powered line are not plugged in anywhere (the shares of a unit add up to one)."""
    missing = {}
    for name, line in lines.items():
        if line.line.role in POWERED and line.line.quantity:
            covered = sum(link.units * link.share for link in one.connections if link.line == name)
            missing[name] = max(0, math.ceil(line.line.quantity - covered - 1e-9))
    return {name: count for name, count in missing.items() if count}


def _overplugged(one: Wiring, lines: Mapping[str, LineFigures]) -> dict[str, int]:
    """Return how many units of each line are plugged in, where that is more than the build has."""
    found = {}
    for name, line in lines.items():
        covered = sum(link.units * link.share for link in one.connections if link.line == name)
        if covered > line.line.quantity + 1e-9:
            found[name] = math.ceil(covered - 1e-9)
    return found


def _cooling(alternative: str, lines: Mapping[str, LineFigures], site: tuple[SiteNode, ...], facts: Facts) -> Figure:
    units = [_unit_cooling(node, facts) for node in site if node.type == "ac"]
    units += [_line_cooling(alternative, line, facts) for line in lines.values() if line.line.role == "cooling"]
    key = f"{alternative}/total/sensible_cooling_w"
    if not units:
        return unknown(key, "W", ("site/ac",))
    return trace(SENSIBLE_SUM_W, key, sensible_w=units)


def _unit_cooling(node: SiteNode, facts: Facts) -> Figure:
    key = f"site/{node.id}"
    sensible = fact_figure(node.values, "sensible_kw", f"{key}/sensible_kw", "kW")
    total = fact_figure(node.values, "total_kw", f"{key}/total_kw", "kW")
    said = horsepower(node.values.get("class_cn"))
    if not sensible.known and not total.known and said is not None:
        size = leaf(f"{key}/class_cn", said, "hp", node.values["class_cn"].quality)
        return _sensible(key, trace(HP_COOLING_W, f"{key}/total_w", horsepower=size), facts)
    return _from_kilowatts(key, sensible, total, facts)


def _line_cooling(alternative: str, line: LineFigures, facts: Facts) -> Figure:
    key = f"{alternative}/{line.line.id}"
    own = line.line.facts
    sensible = first_known(
        f"{key}/sensible_kw",
        "kW",
        fact_figure(own, "sensible_kw", f"{key}/sensible_kw", "kW"),
        of_item(line.item, "sensible_kw", "kW"),
    )
    total = first_known(
        f"{key}/total_kw",
        "kW",
        fact_figure(own, "total_kw", f"{key}/total_kw", "kW"),
        of_item(line.item, "total_kw", "kW"),
    )
    unit = _from_kilowatts(key, sensible, total, facts)
    count = leaf(f"{key}/quantity", float(line.line.quantity), "1", Quality.ENTERED)
    return trace(f.SHARE_OF_W, f"{key}/sensible_w", whole_w=unit, share=count)


def _from_kilowatts(key: str, sensible: Figure, total: Figure, facts: Facts) -> Figure:
    if sensible.known:
        return trace(f.KILOWATTS_W, f"{key}/sensible_w", power_kw=sensible)
    return _sensible(key, trace(f.KILOWATTS_W, f"{key}/total_w", power_kw=total), facts)


def _sensible(key: str, total_w: Figure, facts: Facts) -> Figure:
    ratio = fact_figure(facts, "shr", "plan/shr", "1")
    return trace(SENSIBLE_W, f"{key}/sensible_w", total_w=total_w, sensible_ratio=ratio)


def _ups_heat(alternative: str, ups: LineFigures, lines: Mapping[str, LineFigures]) -> Figure:
    key = f"{alternative}/{ups.line.id}"
    unit = first_known(
        f"{key}/rated_w",
        "W",
        fact_figure(ups.line.facts, "rated_w", f"{key}/rated_w", "W"),
        of_item(ups.item, "rated_w", "W"),
    )
    count = leaf(f"{key}/quantity", float(ups.line.quantity), "1", Quality.ENTERED)
    rating = trace(f.SHARE_OF_W, f"{key}/rating_w", whole_w=unit, share=count)
    devices = [line.max_w for line in lines.values() if line.line.role in POWERED]
    load = trace(SUM_W, f"{key}/behind_w", power_w=devices)
    carried = trace(f.UPS_LOAD_W, f"{key}/load_w", load_w=load, rating_w=rating)
    return trace(HEAT_W, f"{key}/ups_heat_w", rating_w=rating, load_w=carried)


def _rack(one: Wiring, lines: Mapping[str, LineFigures], node: SiteNode) -> RackFilling:
    key = f"{one.alternative}/{node.id}"
    placed = [_there(mount, lines) for mount in one.placements if mount.node == node.id]
    parts_u, parts_kg = [], []
    for mount in placed:
        line = lines[mount.line]
        units = leaf(f"{key}/{mount.line}/units", float(mount.units), "1", Quality.ENTERED)
        parts_u.append(
            trace(f.UNITS_U, f"{key}/{mount.line}/rack_u", quantity=units, unit_u=_one_of(line.rack_u, "unit_u"))
        )
        parts_kg.append(
            trace(f.UNITS_KG, f"{key}/{mount.line}/kg", quantity=units, unit_kg=_one_of(line.weight_kg, "unit_kg"))
        )
    return RackFilling(
        node=node,
        used_u=trace(f.TOTAL_U, f"{key}/used_u", parts_u=parts_u),
        height_u=fact_figure(node.values, "u_height", f"site/{node.id}/u_height", "U"),
        weight_kg=trace(f.TOTAL_KG, f"{key}/weight_kg", parts_kg=parts_kg),
        max_load_kg=fact_figure(node.values, "max_load_kg", f"site/{node.id}/max_load_kg", "kg"),
    )


def _one_of(whole: Figure, name: str) -> Figure:
    """Return the figure of one unit out of a line's quantity-times-unit figure."""
    return next(given.figures[0] for given in whole.inputs if given.name == name)

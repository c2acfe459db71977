"""What the room carries: load and current at each node of the wiring, cooling of the units, filling of the racks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from operator import attrgetter
from typing import Any

import msgspec

from planner.assess import formulas as f
from planner.assess.by_line import ByLine
from planner.assess.current import Around, Here, Phases
from planner.assess.factor import factors_of, plan_factors
from planner.assess.facts import fact_figure, flag
from planner.assess.lines import LineFigures, Parted, parted
from planner.assess.memo import Memo
from planner.assess.node_load import currents_at
from planner.assess.others import counts
from planner.assess.plugged import covered_units, overplugged_units, unplugged_units
from planner.assess.racks import RackFilling, placed_units, present, rack_fillings, too_many, within_build
from planner.assess.unit_cooling import room_cooling
from planner.assess.unit_input import unit_input_w
from planner.assess.ups import PlannedUps, planned_ups, told_of_lines
from planner.assess.ups_altitude import share_pct_of
from planner.assess.ups_loss import (
    CHARGING,
    NONE,
    Behind,
    Joined,
    behind,
    by_depth,
    joined_ups,
    loss_parts,
    room_losses,
)
from planner.facility.power import SUM_W
from planner.figure import Figure, entered, trace
from planner.plan.document import Connection, Facts, Placement, SiteNode

_HEAT_W = attrgetter("heat_w")
WIRED = ("panel", "circuit", "socket", "strip", "pdu", "ups", "cord")


class Wiring(msgspec.Struct, frozen=True, kw_only=True):
    """What an alternative plugs in and mounts where; ``plugged`` as ``planner.assess.current.Around`` has it.

    After the loss of a feed the UPS that are left do not charge.
    """

    alternative: str
    connections: tuple[Connection, ...]
    placements: tuple[Placement, ...]
    charging: bool = True
    plugged: Mapping[tuple[str, str], float] = msgspec.field(default_factory=dict)


class NodeLoad(msgspec.Struct, frozen=True, kw_only=True):
    """Load of one wiring node: what is plugged in below (W), its current, other users' current, both, and the rating (A).

    With ``open_legs`` (keys of lines that nobody told) the currents are the most that they can be; ``lone_legs`` is that of
    the only thing on one line, which loads one of the three, whichever it is. ``least_a`` is what is
    certain to flow where the total is not known or the most, else that; ``most_a`` is what a node of one phase carries at
    most while only its voltage is open. ``by_line`` are the currents of three lines where they are not just the load's.
    ``lines`` are those that ``connected`` names; ``cooling_w`` is what air conditioners behind a UPS draw, in the load.
    """

    node: SiteNode
    connected: tuple[Connection, ...]
    load_w: Figure
    own_a: Figure
    other_a: Figure
    total_a: Figure
    rating_a: Figure
    power_factor: Figure
    shared: bool | None
    lines: Mapping[str, LineFigures]
    open_legs: tuple[str, ...] = ()
    lone_legs: tuple[str, ...] = ()
    by_line: ByLine | None = None
    least_a: Figure
    most_a: Figure
    charging_w: tuple[Figure, ...] = ()
    cooling_w: tuple[Figure, ...] = ()

    @property
    def flowing_a(self) -> Figure:
        """Return the current (A) that flows whatever is not known yet, others' share on circuits below in it."""
        return self.least_a if self.least_a.known else self.own_a


class SiteFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The site as it stands with this alternative in it; ``room`` is the one that the machines are in.

    ``placements`` are no more than the build has; ``overplaced`` tells of which lines there were more, and how many.
    ``in_use`` holds, by type of node, the loads that something is plugged in below; ``joined_ups`` the lines that each UPS
    node is; ``losses_w`` what each UPS of the build and each other one of the wiring loses (W). ``rated_cooling_w`` sums
    the units as they are rated, ``sensible_cooling_w`` is what is left of it at the place; ``place_derate`` where one told. ``ups_share_pct`` is what
    a UPS gives at this height, None where nothing is lost.
    """

    nodes: tuple[SiteNode, ...]
    room: SiteNode | None
    loads: Mapping[str, NodeLoad]
    in_use: Mapping[str, tuple[NodeLoad, ...]]
    racks: tuple[RackFilling, ...]
    unplugged: Mapping[str, int]
    overplugged: Mapping[str, int]
    overplaced: Mapping[str, int]
    placements: tuple[Placement, ...]
    rated_cooling_w: Figure
    place_derate: Figure | None
    sensible_cooling_w: Figure
    cooling_units: tuple[SiteNode, ...]
    ups: tuple[PlannedUps, ...]
    joined_ups: Joined
    losses_w: tuple[Figure, ...]
    heat_w: Figure
    ups_share_pct: Figure | None = None


def site_figures(
    one: Wiring,
    lines: Mapping[str, LineFigures],
    site: tuple[SiteNode, ...],
    facts: Facts,
    memo: Memo | None = None,
    profile: str = "GB",
) -> SiteFigures:
    """Return loads, cooling and racks of ``site`` with the lines of ``one`` connected and placed as the plan says.

    What ``memo`` kept of a node stands while the nodes above and below it, and the lines connected there, do.
    """
    kept = memo if memo is not None else Memo()
    groups: Parted = parted(kept, lines)
    joined = _joined(one, groups, site, kept)
    loads = _loads(one, lines, site, joined, (facts, kept, profile))
    wired = {node.id: load_w for node, load_w in _ups_loads(loads)}
    places = kept.call(_ups_places, one.connections, one.placements, site)
    ups = planned_ups(one.alternative, groups, wired, places, told_of_lines(joined, site))
    over = kept.settled("overplaced", too_many(kept.call(placed_units, one.placements), lines, kept))
    quantities = {name: lines[name].line.quantity for name in over}
    placements = within_build(one.placements, quantities) if over else one.placements
    racks = rack_fillings(one.alternative, placements, lines, site, kept)
    losses = (*(planned.heat_w for planned in ups), *room_losses(one.alternative, _ups_loads(loads), joined, ups))
    covered = kept.call(covered_units, one.connections)
    room = _room(site, loads, racks)
    units = kept.settled("cooling units", tuple([node for node in site if node.type == "ac"]))
    cooling = room_cooling(one.alternative, (units, groups.cooling), room, facts, kept)
    return SiteFigures(
        nodes=site,
        room=room,
        loads=loads,
        in_use=_in_use(loads),
        racks=racks,
        unplugged=unplugged_units(covered, groups.powered, kept),
        overplaced=over,
        placements=placements,
        overplugged=overplugged_units(covered, groups.all, kept),
        rated_cooling_w=cooling.rated_w,
        place_derate=cooling.derate,
        sensible_cooling_w=cooling.left_w,
        cooling_units=units,
        ups=ups,
        joined_ups=joined,
        losses_w=losses,
        ups_share_pct=kept.call(share_pct_of, room),
        heat_w=trace(
            f.WITH_LOSSES_W,
            f"{one.alternative}/total/heat_w",
            devices_w=kept.gathered(("powered", "heat_w"), groups.powered, _HEAT_W),
            losses_w=losses,
        ),
    )


def _joined(one: Wiring, groups: Parted, site: tuple[SiteNode, ...], memo: Memo) -> Joined:
    nodes: tuple[SiteNode, ...] = memo.call(_ups_nodes, site)
    if not nodes:
        return NONE
    return memo.settled("joined ups", joined_ups(nodes, (*one.connections, *one.placements), groups.ups))


def _ups_loads(loads: Mapping[str, NodeLoad]) -> list[tuple[SiteNode, Figure]]:
    return [(load.node, load.load_w) for load in loads.values() if load.node.type == "ups"]


def _ups_nodes(site: tuple[SiteNode, ...]) -> tuple[SiteNode, ...]:
    return tuple([node for node in site if node.type == "ups"])


def _loads(
    one: Wiring,
    lines: Mapping[str, LineFigures],
    site: tuple[SiteNode, ...],
    joined: Joined,
    rest: tuple[Facts, Memo, str],
) -> dict[str, NodeLoad]:
    facts, memo, profile = rest
    wired = memo.call(_wired, memo, one.connections, site, joined)
    phases = Phases({node.id: node for node in site}, profile)
    around = Around(phases=phases, factors=plan_factors(facts), profile=profile, plugged=one.plugged)

    def load(name: str) -> NodeLoad:
        place = wired[name]
        links = [(link, lines[link.line]) for link in place.links]
        own = {line: lines[line] for upper in place.ups for line, _units in upper.lines}
        return _load(one, around.phases.by_id[name], links, place, (around, memo, own))

    return memo.over(
        ("loads", one.alternative), load, wired, attrgetter("lines"), lines, (one.alternative, facts, profile)
    )


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """A node of the wiring: itself, the nodes above and below it and what is plugged in there, and the lines of that.

    ``branches`` are the nodes below on which others draw something, ``ups`` the UPS below, ``cooling`` the air conditioners
    below that hang behind a UPS. It stays the same object while all in it is the same.
    """

    rests_on: tuple[Any, ...]
    links: tuple[Connection, ...]
    lines: tuple[str, ...]
    branches: tuple[SiteNode, ...]
    ups: tuple[Behind, ...]
    cooling: tuple[SiteNode, ...]


def _wired(
    memo: Memo, connections: tuple[Connection, ...], site: tuple[SiteNode, ...], joined: Joined
) -> dict[str, _Place]:
    by_id = {node.id: node for node in site}
    above = {node.id: _upwards(node, by_id) for node in site}
    links: dict[str, list[Connection]] = {node.id: [] for node in site}
    below: dict[str, list[SiteNode]] = {node.id: [] for node in site}
    for node in site:
        for upper in above[node.id]:
            below[upper.id].append(node)
    for link in connections:
        for name in (link.node, *(upper.id for upper in above[link.node])):
            links[name].append(link)
    shared = {node.id for node in site if counts(node, bool(links[node.id]))}
    backed = {name for name in shared if by_id[name].type == "ac" and any(one.type == "ups" for one in above[name])}
    there = {node.id: behind(node, below[node.id], joined) for node in site if node.type == "ups"}
    ups = {name: by_depth(there[one.id] for one in lower if one.id in there) for name, lower in below.items() if there}
    return {
        node.id: memo.settled(
            ("wired", node.id),
            _Place(
                rests_on=(node, *above[node.id], *below[node.id], *links[node.id]),
                links=tuple(links[node.id]),
                lines=tuple(
                    dict.fromkeys(
                        (
                            *(link.line for link in links[node.id]),
                            *(line for one in ups.get(node.id, ()) for line, _units in one.lines),
                        )
                    )
                ),
                ups=ups.get(node.id, ()),
                branches=tuple([one for one in below[node.id] if one.id in shared and one.id not in backed]),
                cooling=_cooled(node, below[node.id], backed, by_id) if backed else (),
            ),
        )
        for node in site
        if node.type in WIRED
    }


def _cooled(
    node: SiteNode, below: Iterable[SiteNode], backed: Set[str], by_id: Mapping[str, SiteNode]
) -> tuple[SiteNode, ...]:
    """Return the air conditioners behind a UPS that are loads of a node: those that no reading there has in it."""
    return tuple([one for one in below if one.id in backed and not _is_in_reading(one, node, by_id)])


def _is_in_reading(unit: SiteNode, node: SiteNode, by_id: Mapping[str, SiteNode]) -> bool:
    """Tell whether a clamp-meter reading at a node, or between it and an air conditioner below it, has the unit in it."""
    current = by_id.get(unit.parent)
    while current is not None:
        if "reading_a" in current.values:
            return True
        current = None if current is node else by_id.get(current.parent)
    return False


def _upwards(node: SiteNode, by_id: Mapping[str, SiteNode]) -> list[SiteNode]:
    """Return the nodes above one, nearest first; no node feeds itself, the plan's rules see to that."""
    found: list[SiteNode] = []
    current = by_id.get(node.parent)
    while current is not None:
        found.append(current)
        current = by_id.get(current.parent)
    return found


def _load(
    wiring: Wiring,
    node: SiteNode,
    links: list[tuple[Connection, LineFigures]],
    place: _Place,
    rest: tuple[Around, Memo, Mapping[str, LineFigures]],
) -> NodeLoad:
    around, memo, ups_lines = rest
    alternative = wiring.alternative
    key = f"{alternative}/{node.id}"
    rows = memo.rows(("connected", node.id), lambda row: _connected(key, *present(row)), links, (alternative,))
    there = [row for row in rows if row[0].units]
    parts = tuple([(link, power) for link, _line, power in there])
    cooling = tuple([(Connection(line="", node=unit.id), unit_input_w(unit)) for unit in place.cooling])
    parts += cooling
    parts += loss_parts(alternative, parts, place.ups, ups_lines, charging=wiring.charging) if place.ups else ()
    load = trace(SUM_W, f"{key}/load_w", power_w=[power for _link, power in parts])
    name = "breaker_a" if node.type in ("circuit", "panel") else "rating_a"
    rating = fact_figure(node.values, name, f"site/{node.id}/{name}", "A")
    factors = factors_of(key, [(line, power) for _link, line, power in there], around.factors)
    own = {line.line.id: line for _link, line, _power in there}
    here = Here(key=key, node=node, parts=parts, factors=factors, lines=own)
    found = currents_at(here, load, place.branches, rating, around)
    return NodeLoad(
        node=node,
        connected=tuple([link for link, _line, _power in there]),
        load_w=load,
        own_a=found.own_a,
        other_a=found.other_a,
        total_a=found.total_a,
        rating_a=rating,
        power_factor=factors.combined,
        shared=flag(node.values, "shared"),
        charging_w=tuple([power for _link, power in parts if power.key.endswith(CHARGING)]) if place.ups else (),
        lines=own,
        open_legs=found.open_legs,
        lone_legs=found.lone_legs,
        by_line=found.by_line,
        least_a=found.least_a,
        most_a=found.most_a,
        cooling_w=tuple([power for _link, power in cooling]),
    )


def _connected(key: str, link: Connection, line: LineFigures) -> tuple[Connection, LineFigures, Figure]:
    """Return a connection, its line's figures and the power (W) it draws."""
    name = f"{key}/{link.line}"
    power = trace(
        f.CONNECTED_W,
        f"{name}/connected_w",
        units=entered(f"{name}/units", float(link.units), "1"),
        share=entered(f"{name}/share", link.share, "1"),
        unit_w=line.unit_max_w,
    )
    return link, line, power


def _in_use(loads: Mapping[str, NodeLoad]) -> dict[str, tuple[NodeLoad, ...]]:
    found: dict[str, list[NodeLoad]] = {}
    for load in loads.values():
        if load.connected or (load.cooling_w and load.node.type == "ups"):
            found.setdefault(load.node.type, []).append(load)
    return {kind: tuple(some) for kind, some in found.items()}


def _ups_places(
    connections: tuple[Connection, ...], placements: tuple[Placement, ...], site: tuple[SiteNode, ...]
) -> dict[str, list[str]]:
    """Return for each line the UPS of the wiring that its units are said to be: connected or placed there."""
    found: dict[str, list[str]] = {}
    nodes = {node.id for node in _ups_nodes(site)}
    marks: tuple[Connection | Placement, ...] = (*connections, *placements)
    for mark in marks:
        if mark.node in nodes and mark.node not in found.get(mark.line, ()):
            found.setdefault(mark.line, []).append(mark.node)
    return found


def _room(site: tuple[SiteNode, ...], loads: Mapping[str, NodeLoad], racks: tuple[RackFilling, ...]) -> SiteNode | None:
    """Return the room of the machines: the first that holds something plugged in or a rack, else the first at all."""
    rooms = [node for node in site if node.type == "room"]
    if len(rooms) < 2:
        return rooms[0] if rooms else None
    by_id = {node.id: node for node in site}
    busy = [load.node for load in loads.values() if load.connected] + [rack.node for rack in racks]
    above = {upper.id for node in busy for upper in (node, *_upwards(node, by_id))}
    return next((room for room in rooms if room.id in above), rooms[0])

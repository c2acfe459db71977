"""What each UPS of the wiring loses: the nodes above one carry its load and its loss, and the room is warmed by both.

A node without a rating of its own has that of the UPS of the build that is connected or placed there, or that can be
no other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from planner.assess import formulas as f
from planner.assess.current import Part
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.assess.ups import PlannedUps, charger_of_unit, efficiency_of_unit, loss_w, no_more_than_va, rating_of_unit
from planner.facility.power import SUM_W
from planner.facility.ups import HEAT_W
from planner.figure import Figure, entered, trace
from planner.plan.document import Connection, Placement, SiteNode

Joined = Mapping[str, tuple[tuple[str, int], ...]]
"""By UPS node: the lines of the build that it is, and how many units of each."""
NONE: Joined = {}
CHARGING = "charging_w"
"""What the keys of powers (W) that UPS charge with end with."""
LOSS_SHARE = float(HEAT_W.function(rating_w=0.0, load_w=1.0) or 0.0)
"""What a UPS loses of each further watt behind it (a ratio), as long as it carries no more than its rating."""


class Behind(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS node, the nodes in and below it, and the lines of the build that it is with their units."""

    node: SiteNode
    inside: frozenset[str]
    lines: tuple[tuple[str, int], ...]


def joined_ups(
    nodes: Sequence[SiteNode], marks: Iterable[Connection | Placement], planned: Sequence[LineFigures]
) -> Joined:
    """Return which lines of UPS (``planned``) each UPS node is; a single loose one is the single node that is no other."""
    if not nodes:
        return NONE
    names = {node.id for node in nodes}
    counted = {line.line.id: line.line.quantity for line in planned if line.line.quantity}
    at: dict[str, dict[str, int]] = {}
    for mark in marks:
        if mark.line in counted and mark.node in names:
            there = at.setdefault(mark.line, {})
            there[mark.node] = max(there.get(mark.node, 0), mark.units)
    loose = [name for name in counted if name not in at]
    free = names.difference(*at.values())
    if len(loose) == 1 and len(free) == 1:
        at[loose[0]] = dict.fromkeys(free, counted[loose[0]])
    found: dict[str, list[tuple[str, int]]] = {}
    for line, there in at.items():
        for node, units in there.items():
            whole = len(there) == 1
            found.setdefault(node, []).append((line, counted[line] if whole else min(units, counted[line])))
    return {node: tuple(own) for node, own in found.items()}


def node_rating(
    node: SiteNode, own: Sequence[tuple[str, int]], lines: Mapping[str, LineFigures], name: str, unit: str
) -> Figure:
    """Return what a UPS node is rated (``rated_w`` in W or ``rated_va`` in VA): as told of it, else of its lines."""
    key = f"site/{node.id}/{name}"
    told = fact_figure(node.values, name, key, unit)
    parts = [
        trace(
            f.SHARE_OF_W,
            f"{key}/{line}",
            whole_w=rating_of_unit(lines[line], name, unit),
            share=entered(f"{key}/{line}/units", float(units), "1"),
        )
        for line, units in own
        if line in lines
    ]
    if told.known and name == "rated_w":
        return no_more_than_va(told, fact_figure(node.values, "rated_va", f"site/{node.id}/rated_va", "VA"))
    if told.known or not parts:
        return told
    whole = parts[0] if len(parts) == 1 else trace(SUM_W, key, power_w=parts)
    return msgspec.structs.replace(whole, unit=unit)


def node_efficiency(node: SiteNode, own: Sequence[tuple[str, int]], lines: Mapping[str, LineFigures]) -> Figure:
    """Return the efficiency of a UPS node in percent: as told of it, else the lowest of its lines."""
    told = fact_figure(node.values, "efficiency_pct", f"site/{node.id}/efficiency_pct", "%")
    if told.known:
        return told
    of_lines = [efficiency_of_unit(lines[line]) for line, _units in own if line in lines]
    known = all(one.known for one in of_lines)
    return min(of_lines, key=lambda one: one.require()) if of_lines and known else told


def node_charger(node: SiteNode, own: Sequence[tuple[str, int]], lines: Mapping[str, LineFigures]) -> Figure:
    """Return what a UPS node takes to charge (W): as told of it, else of its lines; unknown where one of them is."""
    key = f"site/{node.id}/charger_w"
    told = fact_figure(node.values, "charger_w", key, "W")
    if told.known or not own or any(line not in lines for line, _units in own):
        return told
    parts = [(line, units, charger_of_unit(lines[line])) for line, units in own]
    if not all(each.known for _line, _units, each in parts):
        return told
    powers = [
        trace(f.SHARE_OF_W, f"{key}/{line}", whole_w=each, share=entered(f"{key}/{line}/units", float(units), "1"))
        for line, units, each in parts
    ]
    return powers[0] if len(powers) == 1 else trace(SUM_W, key, power_w=powers)


def share_lost(efficiency: Figure) -> float:
    """Return what a UPS loses of each further watt behind it (a ratio): by its efficiency (%), else by rule of thumb."""
    return LOSS_SHARE if efficiency.value is None else 100 / efficiency.value - 1


def loss_at(key: str, node: SiteNode, told: tuple[Figure, Figure], load: Figure) -> Figure:
    """Return what a UPS of a rating (W) and an efficiency (%) loses at a load (W), which is no more than it can carry."""
    return loss_w(f"{key}/{node.id}/carried_w", f"{key}/{node.id}/ups_loss_w", load, told)


def behind(node: SiteNode, below: Iterable[SiteNode], joined: Joined) -> Behind:
    """Return a UPS node with the nodes below it and the lines that it is."""
    inside = frozenset([node.id, *(lower.id for lower in below)])
    return Behind(node=node, inside=inside, lines=joined.get(node.id, ()))


def by_depth(found: Iterable[Behind]) -> tuple[Behind, ...]:
    """Return UPS so that one behind another comes before it."""
    return tuple(sorted(found, key=lambda one: len(one.inside)))


def room_losses(
    alternative: str, loads: Iterable[tuple[SiteNode, Figure]], joined: Joined, planned: Sequence[PlannedUps]
) -> list[Figure]:
    """Return what UPS nodes that are none of the build's lose (W), of those that tell a rating.

    Loose ones of the build take the load of such nodes, so that there is nothing left of them to count.
    """
    if any(one.basis != "placed" and one.line.line.quantity for one in planned):
        return []
    there = [
        (node, load, (node_rating(node, (), {}, "rated_w", "W"), node_efficiency(node, (), {})))
        for node, load in loads
        if node.id not in joined
    ]
    return [loss_at(alternative, node, told, load) for node, load, told in there if any(one.known for one in told)]


def loss_parts(
    alternative: str,
    parts: Sequence[Part],
    below: Sequence[Behind],
    lines: Mapping[str, LineFigures],
    *,
    charging: bool = True,
) -> tuple[Part, ...]:
    """Return what each UPS below a node loses, as parts of its load; ``below`` has a UPS behind another before that.

    One that carries nothing is switched on all the same and loses what its rating stands for; of one without a rating
    nothing is told then. With ``charging`` what those that carry something charge with follows, where that is told.
    """
    found: list[Part] = []
    for one in below:
        behind = [power for link, power in (*parts, *found) if link.node in one.inside]
        rating = node_rating(one.node, one.lines, lines, "rated_w", "W")
        if behind or rating.known:
            load = trace(SUM_W, f"{alternative}/{one.node.id}/load_w", power_w=behind)
            told = (rating, node_efficiency(one.node, one.lines, lines))
            found.append((Connection(line="", node=one.node.id), loss_at(alternative, one.node, told, load)))
        charger = node_charger(one.node, one.lines, lines) if behind and charging else None
        if charger is not None and charger.known:
            key = f"{alternative}/{one.node.id}/{CHARGING}"
            found.append((Connection(line="", node=one.node.id), trace(SUM_W, key, power_w=[charger])))
    return tuple(found)

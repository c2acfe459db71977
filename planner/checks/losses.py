"""What a room is left with after the loss of each feed, UPS and PDU: what stays plugged in, what carries more (part of PW20).

What the wiring alone decides is kept while the wiring stands; what the machines draw, while those that are touched do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from planner.assess.after_loss import Paths, after_loss
from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.site import WIRED
from planner.assess.ups_loss import node_efficiency, share_lost
from planner.checks.declared import number_of
from planner.checks.unit_loss import Unit, paths_of
from planner.plan.document import Connection, SiteNode

_LEAST_W = 0.5  # less than that is rounding
_Upwards = Mapping[str, tuple[str, float]]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A feed or ``unit`` that may be lost, the nodes then dead, and the connections of the lines that it touches.

    ``moved`` are the lines with cords elsewhere too.
    """

    feed: str | SiteNode
    unit: Unit | None
    gone: frozenset[str]
    links: tuple[Connection, ...]
    touched: tuple[str, ...]
    moved: tuple[str, ...]


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """A case as it is with these machines: what is left plugged in of those touched, and what nodes carry more (W).

    ``stops`` tells whether one of them cannot go on with the supplies that it has left.
    """

    case: Case
    links: tuple[Connection, ...]
    more_w: Mapping[str, float]
    stops: bool


def losses(
    view: View,
    redundant: Mapping[str, Any],
    feeds: Mapping[str, str | SiteNode],
    units: tuple[Unit, ...],
) -> tuple[Loss, ...]:
    """Return the losses that machines of the lines ``redundant`` may outlive; ``feeds`` are those of the nodes used."""
    nodes = view.site.nodes
    cases: tuple[Case, ...] = view.memo.call(_cases, view.alternative.connections, redundant, feeds, units)
    if not cases:
        return ()
    parents: _Upwards = view.memo.call(_wired_parents, nodes)
    own = {node.id: node for node in nodes if node.type == "ups"}
    if own:
        joined = view.site.joined_ups
        told = {name: share_lost(node_efficiency(node, joined.get(name, ()), view.lines)) for name, node in own.items()}
        factors = {name: (upper, 1 + told.get(name, 0.0)) for name, (upper, _factor) in parents.items()}
        parents = view.memo.settled(("PW20", "losing"), factors)
    rows = [(case, *(view.lines[name] for name in case.touched)) for case in cases]
    paths = paths_of(view)
    return view.memo.rows(("PW20", "losses"), lambda row: _loss(parents, paths, *row), rows, (parents, paths))


def _wired_parents(nodes: tuple[SiteNode, ...]) -> dict[str, tuple[str, float]]:
    """Return what each node of the wiring hangs on, '' where that is none, and a watt for each of the node, losses left out."""
    wired = {node.id for node in nodes if node.type in WIRED}
    parents = {node.id: node.parent for node in nodes}
    found = {}
    for name in wired:
        upper = parents[name]
        while upper and upper not in wired:
            upper = parents.get(upper, "")
        found[name] = (upper, 1.0)
    return found


def _cases(
    connections: tuple[Connection, ...],
    redundant: Mapping[str, Any],
    feeds: Mapping[str, str | SiteNode],
    units: Sequence[Unit],
) -> tuple[Case, ...]:
    links = [link for link in connections if link.units and link.node in feeds]
    by_line: dict[str, list[Connection]] = {}
    lines_at: dict[str, list[str]] = {}
    together: dict[str, tuple[str | SiteNode, set[str]]] = {}
    for link in links:
        by_line.setdefault(link.line, []).append(link)
        lines_at.setdefault(link.node, []).append(link.line)
        feed = feeds[link.node]
        together.setdefault(feed if isinstance(feed, str) else feed.id, (feed, set()))[1].add(link.node)
    lost: dict[frozenset[str], tuple[str | SiteNode, Unit | None]] = {
        frozenset(gone): (feed, None) for feed, gone in together.values()
    }
    for unit in units:
        lost.setdefault(unit.gone.intersection(lines_at), (unit.node, unit))
    found = []
    for gone, (feed, one) in lost.items():
        touched = tuple(dict.fromkeys(line for link in links if link.node in gone for line in lines_at[link.node]))
        moved = tuple(name for name in touched if name in redundant and any(x.node not in gone for x in by_line[name]))
        if moved:
            own = tuple(link for name in touched for link in by_line[name])
            found.append(Case(feed=feed, unit=one, gone=gone, links=own, touched=touched, moved=moved))
    return tuple(found)


def _loss(parents: _Upwards, paths: Paths, case: Case, *touched: LineFigures) -> Loss:
    lines = {line.line.id: line for line in touched}
    stopping: list[str] = []

    def on(name: str, share: float) -> bool:
        if not goes_on(lines[name], share):
            stopping.append(name)
            return False
        return True

    after = after_loss(case.links, case.gone, paths, on)
    return Loss(case=case, links=after, more_w=_more(lines, parents, case.links, after), stops=bool(stopping))


def goes_on(line: LineFigures, lost: float) -> bool:
    """Tell whether a machine keeps running without a share of its supplies; where that is not known it is taken to."""
    count, rating, power = number_of(line, "psu_count"), number_of(line, "psu_w"), line.unit_max_w.value
    if count is None or rating is None or power is None:
        return True
    return (count - round(count * lost)) * rating >= power


def _more(
    lines: Mapping[str, LineFigures],
    parents: _Upwards,
    before: Sequence[Connection],
    after: Sequence[Connection],
) -> dict[str, float]:
    """Return by how much the load of nodes grows (W), of those where it does, with what UPS lose of it."""
    at: dict[str, float] = {}
    for links, sign in ((before, -1.0), (after, 1.0)):
        for link in links:
            power = lines[link.line].unit_max_w.value
            if power is not None:
                at[link.node] = at.get(link.node, 0.0) + sign * link.units * link.share * power
    more: dict[str, float] = {}
    for name, change_w in at.items():
        current, carried_w = name, change_w
        while current:
            more[current] = more.get(current, 0.0) + carried_w
            current, factor = parents.get(current, ("", 1.0))
            carried_w *= factor
    return {name: change for name, change in more.items() if change > _LEAST_W}

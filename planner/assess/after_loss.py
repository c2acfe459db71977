"""What is plugged in where when a feed is lost: machines with cords elsewhere draw all of their power there.

A unit whose supplies on other feeds cannot carry it switches off and draws nothing any more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from planner.assess.facts import text
from planner.plan.document import Connection, SiteNode

_NOTHING = 1e-9  # shares of a unit that add up to one do so to that much
Place = tuple[str, float]
"""A node and the share of a unit's power that it draws there."""
Unit = tuple[Place, ...]
"""The places of the cords of one unit."""
Paths = Mapping[str, tuple[str, ...]]
"""By node: its feed, then the nodes from where the supply begins down to itself."""
_NO_SUPPLY = ("room", "rack")


def supply_paths(nodes: tuple[SiteNode, ...]) -> Paths:
    """Return for each node of the wiring its feed and all nodes from where the supply begins down to it.

    The feed is what was told nearest above a node, else the node where its supply begins.
    """
    by_id = {node.id: node for node in nodes}
    found: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        chain: list[SiteNode] = []
        current: SiteNode | None = node
        while current is not None:
            if current.type not in _NO_SUPPLY:
                chain.append(current)
            current = by_id.get(current.parent)
        if chain:
            told = next((feed for one in chain if (feed := text(one.values, "feed"))), "")
            found[node.id] = (told or chain[-1].id, *(one.id for one in reversed(chain)))
    return found


def units_of(links: Sequence[Connection], paths: Paths) -> list[tuple[Unit, int]]:
    """Return where the units of a line are plugged in, and how many are plugged in like that.

    The cords of one unit are looked for on different feeds, then on different branches of a feed, so that the result is
    the same in whatever order the connections are listed.
    """
    parts: Counter[tuple[str, float]] = Counter()
    size: Counter[tuple[str, ...]] = Counter()
    for link in links:
        parts[link.node, link.share] += link.units
        for end in range(1, len(path := _path(link.node, paths)) + 1):
            size[path[:end]] += link.units
    whole = math.ceil(sum(share * units for (_node, share), units in parts.items()) - _NOTHING)
    kinds: dict[Unit, int] = {(): max(whole, max((link.units for link in links), default=0))}

    def rank(part: tuple[str, float]) -> tuple[object, ...]:
        path = _path(part[0], paths)
        return -part[1], *((-size[path[:end]], path[end - 1]) for end in range(1, len(path) + 1))

    for part in sorted(parts, key=rank):
        _plug_in(part, parts[part], kinds, paths)
    return [(unit, count) for unit, count in kinds.items() if unit and count]


def _path(node: str, paths: Paths) -> tuple[str, ...]:
    return paths.get(node, (node,))


def _plug_in(part: Place, units: int, kinds: dict[Unit, int], paths: Paths) -> None:
    """Give a cord to as many units: to those with none near it first, of these to the ones with the fewest cords."""
    path = _path(part[0], paths)

    def near(unit: Unit) -> tuple[int, float]:
        return max((_common(path, _path(node, paths)) for node, _share in unit), default=0), _filled(unit)

    while units:
        free = [unit for unit, count in kinds.items() if count and _filled(unit) + part[1] <= 1 + _NOTHING]
        at = min(free, key=near) if free else ()
        taken = min(units, kinds[at]) if free else units
        if free:
            kinds[at] -= taken
        kinds[*at, part] = kinds.get((*at, part), 0) + taken
        units -= taken


def _filled(unit: Unit) -> float:
    return sum(share for _node, share in unit)


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how much of the way from their feed two nodes share."""
    return next((at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), len(first))


def after_loss(
    links: Iterable[Connection], gone: Collection[str], paths: Paths, goes_on: Callable[[str, float], bool]
) -> tuple[Connection, ...]:
    """Return the connections that are left without the nodes ``gone``, with what the machines then draw through each.

    ``goes_on`` tells of a line's id and the share of a unit's supplies that is lost whether the unit keeps running.
    """
    by_line: dict[str, list[Connection]] = {}
    for link in links:
        by_line.setdefault(link.line, []).append(link)
    left: Counter[tuple[str, str, float]] = Counter()
    for line, own in by_line.items():
        if all(link.node not in gone for link in own):
            for link in own:
                left[line, link.node, link.share] += link.units
            continue
        for unit, count in units_of(own, paths):
            for node, share in _unit_after(line, unit, gone, goes_on):
                left[line, node, share] += count
    return tuple(
        Connection(line=line, node=node, units=units, share=share) for (line, node, share), units in left.items()
    )


def _unit_after(line: str, unit: Unit, gone: Collection[str], goes_on: Callable[[str, float], bool]) -> Iterable[Place]:
    lost = sum(share for node, share in unit if node in gone)
    if lost < _NOTHING:
        return unit
    whole = sum(share for _node, share in unit)
    if lost > whole - _NOTHING or not goes_on(line, lost):
        return []
    return [(node, share * whole / (whole - lost)) for node, share in unit if node not in gone]

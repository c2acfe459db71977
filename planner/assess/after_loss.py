"""What is plugged in where when a feed is lost: machines with cords elsewhere draw all of their power there.

A unit whose supplies on other feeds cannot carry it switches off and draws nothing any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from planner.plan.document import Connection

_NOTHING = 1e-9  # shares of a unit that add up to one do so to that much
Place = tuple[str, float]
"""A node and the share of a unit's power that it draws there."""


def units_of(links: Sequence[Connection]) -> list[list[Place]]:
    """Return where each unit of a line is plugged in; parts of one unit are looked for on different nodes first."""
    units: list[list[Place]] = []
    for link in links:
        taken: set[int] = set()  # the parts of one link belong to as many units
        for _unit in range(link.units):
            free = [
                number
                for number, unit in enumerate(units)
                if number not in taken and sum(share for _node, share in unit) + link.share <= 1 + _NOTHING
            ]
            at = next((one for one in free if all(node != link.node for node, _share in units[one])), None)
            at = at if at is not None else next(iter(free), None)
            if at is None:
                at = len(units)
                units.append([])
            taken.add(at)
            units[at].append((link.node, link.share))
    return units


def after_loss(
    links: Iterable[Connection], gone: Collection[str], goes_on: Callable[[str, float], bool]
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
        for unit in units_of(own):
            for node, share in _unit_after(line, unit, gone, goes_on):
                left[line, node, share] += 1
    return tuple(
        Connection(line=line, node=node, units=units, share=share) for (line, node, share), units in left.items()
    )


def _unit_after(
    line: str, unit: list[Place], gone: Collection[str], goes_on: Callable[[str, float], bool]
) -> list[Place]:
    lost = sum(share for node, share in unit if node in gone)
    if lost < _NOTHING:
        return unit
    whole = sum(share for _node, share in unit)
    if lost > whole - _NOTHING or not goes_on(line, lost):
        return []
    return [(node, share * whole / (whole - lost)) for node, share in unit if node not in gone]

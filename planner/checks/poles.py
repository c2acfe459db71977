"""What hangs on one pole of a breaker: of a three-phase circuit on the fullest line, up to an online UPS, which starts softly."""

from __future__ import annotations

import math
from typing import NamedTuple

from planner.assess.cords import is_split, told_leg
from planner.assess.current import OPEN_PAIR, SPREAD, Below, Phases
from planner.assess.facts import text
from planner.assess.site import NodeLoad
from planner.facility.phases import LINES
from planner.plan.document import Connection, Organisation, SiteNode


def pole_of(node: SiteNode) -> tuple[object, ...]:
    """Return what tells on which line something hangs, and whether an online UPS parts it from what feeds it."""
    values = node.values
    return (
        node.id,
        node.parent,
        node.title,
        *[values.get(name) for name in ("leg", "phases", "volts", "volts_kind", "topology")],
    )


def phases_of(nodes: tuple[SiteNode, ...], organisation: Organisation) -> Phases:
    """Return the phases of a wiring where the organisation's standard holds."""
    return Phases({node.id: node for node in nodes}, organisation.profile)


class OnALine(NamedTuple):
    """What inrush of a circuit's fullest line comes from; ``spread`` are those whose cords are parted over the three lines.

    ``is_open`` tells whether something of which no line is told is among it; ``parted`` are the UPS that part others.
    """

    links: tuple[Connection, ...]
    spread: tuple[Connection, ...]
    is_open: bool
    parted: tuple[SiteNode, ...]


def on_a_line(load: NodeLoad, phases: Phases) -> OnALine:
    """Return what a circuit's fullest line feeds without an online UPS between."""
    below = Below(load.node, phases)
    behind = {
        link.node: next((one for one in below.path(link.node) if _is_online(one)), None) for link in load.connected
    }
    parted = tuple({one.id: one for one in behind.values() if one is not None}.values())
    links = [link for link in load.connected if behind[link.node] is None]
    if not phases.three(load.node):
        return OnALine(tuple(links), (), False, parted)
    spread: list[Connection] = []
    wheres: list[tuple[Connection, str]] = []
    for link in links:
        where = below.where(link.node)
        if where == SPREAD and is_split(load.lines.get(link.line), link, below):
            where = told_leg(phases.by_id[link.node]) or SPREAD
            spread += [link] if where == SPREAD else []
        wheres.append((link, where))
    open_ = [link for link, where in wheres if where in ("", OPEN_PAIR)]
    lines = [[link for link, where in wheres if where == SPREAD or leg in where.split("-")] for leg in LINES]
    fullest = max(lines, key=lambda one: math.fsum([link.units * link.share for link in one]))
    is_open = bool(open_) or (bool(spread) and len(links) > 1)
    return OnALine((*fullest, *open_), tuple(spread), is_open, parted)


def _is_online(node: SiteNode) -> bool:
    return node.type == "ups" and text(node.values, "topology") == "online"

"""The currents of one node of the wiring: of the machines, of others, both; line by line where its three lines differ."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.assess.by_line import ByLine, by_line
from planner.assess.cords import hung, single_legs
from planner.assess.current import (
    OPEN_PAIR,
    SPREAD,
    Around,
    Below,
    Here,
    Hung,
    node_current,
    three_voltages,
)
from planner.assess.least import least_current, most_current, span
from planner.assess.others import others_below, own_others
from planner.facility.circuits import CURRENT_SUM_A
from planner.facility.phases import LINES, PAIRS, WORST_OF_A
from planner.figure import Figure, trace, unknown
from planner.plan.document import SiteNode

_BETWEEN = (*PAIRS, OPEN_PAIR)


class Currents(msgspec.Struct, frozen=True, kw_only=True):
    """Currents (A) of a node: see ``planner.assess.site.NodeLoad``, which holds them."""

    own_a: Figure
    other_a: Figure
    total_a: Figure
    by_line: ByLine | None
    open_legs: tuple[str, ...]
    lone_legs: tuple[str, ...]
    least_a: Figure
    most_a: Figure


def currents_at(here: Here, load: Figure, branches: Sequence[SiteNode], rating_a: Figure, around: Around) -> Currents:
    """Return the currents of a node with a ``load`` (W); others draw on ``branches`` below it.

    What is certain before all is told is reckoned where there is a rating to set it against, and for panels, which carry
    what others draw on their circuits.
    """
    key, node, below = here.key, here.node, Below(here.node, around.phases)
    own_other = own_others(node)
    rest = () if "reading_a" in node.values or not branches else others_below(branches, below, around)
    others: list[Hung] = [(where, figure) for _branch, where, figure in rest]
    three = around.phases.three(node)
    there = hung(here, below, around) if three else []
    lines, between = None, any(where in _BETWEEN for where, _power in there)
    if between or (three and any(where != SPREAD for where, _amps in others)):
        volts = three_voltages(here, around.phases)
        lines = None if volts is None else by_line(key, volts, there, [(SPREAD, own_other), *others])
    own = node_current(here, load, there, around)
    if lines is not None and between:
        own = trace(WORST_OF_A, f"{key}/own_current_a", lines_a=lines.own_a)
    other = _others(key, own_other, others, by_lines=lines is not None)
    if lines is not None:
        total = trace(WORST_OF_A, f"{key}/current_a", lines_a=lines.total_a)
    else:
        total = trace(CURRENT_SUM_A, f"{key}/current_a", current_a=[own, other])
    names = [link.node for link, _power in here.parts] + [branch.id for branch, _where, _figure in rest]
    untold, alone = single_legs(here, names, below, around) if three else ((), False)
    legs = () if alone else untold
    least, most = total, total
    if (rating_a.value is not None or node.type == "panel") and here.parts and (legs or total.value is None):
        low, high = span(here, around)
        least = least_current(here, there, [(SPREAD, own_other), *others], high, around)
        most = _most(here, load, other, low, around)
    return Currents(
        own_a=own,
        other_a=other,
        total_a=total,
        by_line=lines,
        open_legs=legs,
        lone_legs=untold if alone else (),
        least_a=least,
        most_a=most,
    )


def _others(key: str, here: Figure, below: list[Hung], *, by_lines: bool) -> Figure:
    """Return what others draw in all (A); where it is known line by line, on the line where that is most."""
    if not below:
        return here
    name = f"{key}/others_a"
    if not by_lines:
        return trace(CURRENT_SUM_A, name, current_a=[here, *(amps for _where, amps in below)])
    lines = [
        trace(
            CURRENT_SUM_A,
            f"{key}/{leg}_others_a",
            current_a=[here, *(amps for where, amps in below if _touches(where, leg))],
        )
        for leg in LINES
    ]
    return trace(WORST_OF_A, name, lines_a=lines)


def _touches(where: str, leg: str) -> bool:
    return leg in where or where in ("", OPEN_PAIR)


def _most(here: Here, load: Figure, other: Figure, low: Figure, around: Around) -> Figure:
    if around.phases.three(here.node):
        return unknown(f"{here.key}/most_a", "A")
    return most_current(here, load, other, low)

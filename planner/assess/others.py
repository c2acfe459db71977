"""What others draw at a node of the wiring: told, or read with a clamp meter, at the node and on the circuits below it.

A reading beats what was assumed or told. One at a panel is of all that runs below it, so that nothing is added to it.
An air conditioner that is there is one more user of what feeds it, by its power input; behind a UPS it is a load of
that and of what feeds it (``planner.assess.site``), since the UPS gives its watts and loses for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from planner.assess.current import OPEN_PAIR, Around, Below, Here, node_current
from planner.assess.facts import fact_figure, flag, text
from planner.assess.unit_input import is_told, unit_input_w
from planner.facility.phases import LINES
from planner.figure import Figure, Quality, leaf
from planner.plan.document import SiteNode

BRANCHES = ("circuit", "panel")
ALONE = "not shared with others"


def reading(node: SiteNode) -> Figure:
    """Return the clamp-meter reading (A) of a circuit or panel without the machines planned, with its day; unknown where none is."""
    key = f"site/{node.id}/reading_a"
    figure = fact_figure(node.values, "reading_a", key, "A")
    if not figure.known:
        return figure
    quality = Quality.MEASURED if figure.quality is Quality.ENTERED else figure.quality
    return leaf(key, figure.value, "A", quality, figure.source, figure.source_date or text(node.values, "reading_on"))


def own_others(node: SiteNode) -> Figure:
    """Return what others draw (A) at this very node: the reading, else what was told, else 0 where nobody shares it."""
    measured = reading(node) if "reading_a" in node.values else None
    if measured is not None and measured.known:
        return measured
    told = fact_figure(node.values, "other_load_a", f"site/{node.id}/other_load_a", "A")
    if not told.known and (node.type not in BRANCHES or flag(node.values, "shared") is False):
        return leaf(told.key, 0.0, "A", Quality.COMPUTED, ALONE)
    return told


def others_below(
    branches: Iterable[SiteNode], below: Below, around: Around
) -> tuple[tuple[SiteNode, str, Figure], ...]:
    """Return the parts of ``branches`` that others draw something on: which, where it hangs, and how much (A).

    They are circuits and panels, and air conditioners with what they draw. What a reading further up covers is left out, so is what is nothing.
    """
    found = []
    for node in branches:
        if any(_is_read(one) for one in [*below.path(node.id)][1:]):
            continue
        figure = cooling_a(node, around) if node.type == "ac" else own_others(node)
        if figure.value != 0:
            found.append((node, below.where(node.id), figure))
    return tuple(found)


def _is_read(node: SiteNode) -> bool:
    return "reading_a" in node.values


def cooling_a(node: SiteNode, around: Around) -> Figure:
    """Return the current (A) of an air conditioner that is there, by its power input and the voltage that feeds it."""
    here = Here(key=f"site/{node.id}", node=node, parts=(), factors=around.factors)
    return node_current(here, unit_input_w(node), (), around)


def counts(node: SiteNode, in_use: bool) -> bool:
    """Tell whether a node's own others are to be added to those of what feeds it.

    Where nobody told what others draw on a circuit that is not used here, it is among what was told of its panel.
    An air conditioner is, once its power input is known or follows from its cooling.
    """
    if node.type == "ac":
        return is_told(node)
    if node.type not in BRANCHES:
        return False
    if "reading_a" in node.values or "other_load_a" in node.values:
        return True
    return in_use and node.type == "circuit" and flag(node.values, "shared") is not False


def worst_others_a(node: SiteNode, branches: Iterable[SiteNode], around: Around) -> float:
    """Return what others draw at a node, in A, by all that is known: on three phases on the line where that is most."""
    here = own_others(node).value or 0.0
    if "reading_a" in node.values:
        return here
    below = Below(node, around.phases)
    there = [(where, one.value or 0.0) for _branch, where, one in others_below(branches, below, around)]
    if not around.phases.three(node):
        return here + math.fsum(amps for _where, amps in there)
    return here + max(
        math.fsum(amps for where, amps in there if leg in where or where in ("", OPEN_PAIR)) for leg in LINES
    )

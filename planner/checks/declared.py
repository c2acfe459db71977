"""What people told of nodes and machines, as figures: one word for each of the lookups that site checks share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.assess.cords import is_single_phase
from planner.assess.facts import fact_figure, of_line
from planner.assess.formulas import LINE_TO_NEUTRAL_V
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.figure import Figure, Quality, constant, leaf, trace, unknown, walk
from planner.limits import limit
from planner.plan.document import SiteNode

ONE_SUPPLY = "one supply, where neither label nor row says more"

HIGHEST_TOWN_M = constant(
    "air/highest_town_m", 4000.0, "m", "end of the pressure table (ASHRAE); Lhasa lies at 3,650 m"
)
"""Up to which altitude a room may lie (m): only used to tell whether asking for it can turn a result."""


def of_node(node: SiteNode, name: str, unit: str) -> Figure:
    """Return a number that was told of a node, in ``unit``; unknown where nobody did."""
    return fact_figure(node.values, name, f"site/{node.id}/{name}", unit)


def key_of_line(line: LineFigures) -> str:
    """Return the key that the figures of a line begin with: ``<alternative>/<line>``."""
    return line.key


def of_machine(line: LineFigures, name: str, unit: str, *columns: str) -> Figure:
    """Return a number of one machine, in ``unit``: what was told at its line, else what its row says in ``columns``."""
    return of_line(f"{key_of_line(line)}/{name}", unit, line.line, name, line.item, *(columns or (name,)))


def number_of(line: LineFigures, name: str, *columns: str) -> float | None:
    """Return the value that ``of_machine`` would give, in its unit, without making a figure of it; for a first look."""
    fact = line.line.facts.get(name)
    if fact is not None and not isinstance(fact.value, str | bool):
        return float(fact.value)
    if line.item is not None:
        for one in columns or (name,):
            value = line.item.number(one)
            if value is not None:
                return value
    return None


def supplies_of(line: LineFigures) -> Figure:
    """Return how many power supplies one machine has (a count); one, as an assumption, where nobody said."""
    told = of_machine(line, "psu_count", "1")
    return told if told.value is not None else leaf(told.key, 1.0, "1", Quality.ASSUMED, ONE_SUPPLY)


def path_up(node: SiteNode, by_id: Mapping[str, SiteNode]) -> tuple[SiteNode, ...]:
    """Return a node and what feeds it, nearest first."""
    found: list[SiteNode] = []
    current: SiteNode | None = node
    while current is not None:
        found.append(current)
        current = by_id.get(current.parent)
    return tuple(found)


def paths_up(nodes: tuple[SiteNode, ...]) -> dict[str, tuple[SiteNode, ...]]:
    """Return by id the ``path_up`` of all nodes; asked for through the memo, where a check goes up from every machine."""
    by_id = {node.id: node for node in nodes}
    return {node.id: path_up(node, by_id) for node in nodes}


def cord_volts(load: NodeLoad, line: LineFigures) -> Figure:
    """Return the voltage (V) that a machine has at a node: of 400 V between lines a single-phase cord gets 230 V to neutral.

    At 208 V between lines such a cord hangs between two of them.
    """
    volts = volts_and_factor(load)[0]
    between = volts is load.own_a.given.get("volts_ll_v") and is_single_phase(line)
    if not between or volts.value is None or volts.value < limit("volts.ll_min_v", "GB").require():
        return volts
    return trace(LINE_TO_NEUTRAL_V, f"{load.load_w.key.rpartition('/')[0]}/cord_v", volts_ll_v=volts)


def volts_and_factor(load: NodeLoad) -> tuple[Figure, Figure]:
    """Return what the current of a node was reckoned with: the voltage over its loads (V) and their power factor (a ratio)."""
    given: Mapping[str, Any] = load.own_a.given
    if "lines_a" in given:  # three lines of their own: what the loads to neutral were reckoned with
        given = next((one.given for one in walk(load.own_a) if "volts_ln_v" in one.given), given)
    volts, factor = given.get("volts_ln_v") or given.get("volts_ll_v"), given.get("power_factor")
    return (
        volts if isinstance(volts, Figure) else unknown(f"site/{load.node.id}/volts", "V"),
        factor if isinstance(factor, Figure) else unknown("plan/power_factor", "1"),
    )

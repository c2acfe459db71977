"""The current of a wiring node: which voltage it has, of which kind, and over how many lines its load is spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess import formulas as f
from planner.assess.facts import fact_figure, text
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A, WORST_LINE_A
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.plan.document import Connection, Facts, SiteNode

Part = tuple[Connection, Figure]
"""A connection below a node and the power (W) it draws there."""


def node_current(
    key: str, node: SiteNode, load: Figure, parts: tuple[Part, ...], by_id: Mapping[str, SiteNode], facts: Facts
) -> Figure:
    """Return the current (A) that ``load`` (W), made up of ``parts``, draws at a node.

    A single-phase node below a three-phase one has its line-to-neutral voltage; of a three-phase node the most loaded
    line counts. Where voltage, kind and phases contradict each other or leave it open, the current is unknown and
    what has to be said first is missing.
    """
    source = _inherited(node, "volts", by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    kind, name = text(source.values, "volts_kind"), f"{key}/own_current_a"
    high = volts.known and volts.require() >= limit("volts.ll_min_v").require()
    if high and kind != "L-L":
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if not _is_three_phase(node, by_id):
        to_neutral = volts if kind != "L-L" else _single_phase(f"{key}/volts_ln_v", node, source, volts)
        return trace(CURRENT_1PH_A, name, power_w=load, volts_ln_v=to_neutral, power_factor=factor)
    if kind not in ("L-L", "L-N"):
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if any(not _is_spread(link, node, by_id) for link, _power in parts):
        to_neutral = volts if kind == "L-N" else trace(f.LINE_TO_NEUTRAL_V, f"{key}/volts_ln_v", volts_ll_v=volts)
        lines = _lines(key, node, parts, by_id)
        return trace(WORST_LINE_A, name, lines_w=lines, volts_ln_v=to_neutral, power_factor=factor)
    if kind == "L-L":
        return trace(CURRENT_3PH_A, name, power_w=load, volts_ll_v=volts, power_factor=factor)
    return trace(f.CURRENT_3PH_LN_A, name, power_w=load, volts_ln_v=volts, power_factor=factor)


def open_legs(node: SiteNode, links: tuple[Connection, ...], by_id: Mapping[str, SiteNode]) -> tuple[str, ...]:
    """Return the keys of the lines that have to be told before the current of a three-phase node is more than a bound.

    A single branch loads one line, whichever it is.
    """
    if not _is_three_phase(node, by_id):
        return ()
    single = [link for link in links if not _is_spread(link, node, by_id)]
    branches = {_branch(link, node, by_id).id: _leg(link, node, by_id) for link in single}
    if len(branches) < 2:
        return ()
    return tuple(f"site/{branch}/leg" for branch, leg in branches.items() if not leg)


def _is_three_phase(node: SiteNode, by_id: Mapping[str, SiteNode]) -> bool:
    phases = fact_figure(node.values, "phases", f"site/{node.id}/phases", "1")
    if phases.known or node.type != "panel":
        return phases.value == 3
    volts = fact_figure(_inherited(node, "volts", by_id).values, "volts", f"site/{node.id}/volts", "V")
    return volts.known and volts.require() >= limit("volts.ll_min_v").require()


def _path(link: Connection, node: SiteNode, by_id: Mapping[str, SiteNode]) -> Iterator[SiteNode]:
    """Yield the nodes from where something is plugged in up to, and without, ``node``."""
    current = by_id.get(link.node)
    while current is not None and current is not node:
        yield current
        current = by_id.get(current.parent)


def _is_spread(link: Connection, node: SiteNode, by_id: Mapping[str, SiteNode]) -> bool:
    """Tell whether a load hangs on all three lines: everything from its outlet upwards is three-phase."""
    return all(_is_three_phase(one, by_id) for one in _path(link, node, by_id))


def _leg(link: Connection, node: SiteNode, by_id: Mapping[str, SiteNode]) -> str:
    return next((leg for one in _path(link, node, by_id) if (leg := text(one.values, "leg"))), "")


def _branch(link: Connection, node: SiteNode, by_id: Mapping[str, SiteNode]) -> SiteNode:
    """Return the node of the path that hangs on one line: the uppermost that is not three-phase."""
    return [one for one in _path(link, node, by_id) if not _is_three_phase(one, by_id)][-1]


def _lines(key: str, node: SiteNode, parts: tuple[Part, ...], by_id: Mapping[str, SiteNode]) -> list[Figure]:
    spread = [power for link, power in parts if _is_spread(link, node, by_id)]
    single = [(_leg(link, node, by_id), power) for link, power in parts if not _is_spread(link, node, by_id)]
    return [
        trace(
            f.ON_A_LINE_W,
            f"{key}/on_{leg}_w",
            own_w=[power for on, power in single if on == leg],
            open_w=[power for on, power in single if not on],
            spread_w=spread,
        )
        for leg in ("L1", "L2", "L3")
    ]


def _single_phase(name: str, node: SiteNode, source: SiteNode, volts: Figure) -> Figure:
    """Return the voltage (V) over a single-phase load where ``source`` says a line-to-line voltage."""
    high = volts.known and volts.require() >= limit("volts.ll_min_v").require()
    phases = fact_figure(source.values, "phases", f"site/{source.id}/phases", "1")
    if source is node:  # its own word: a load between two lines, unless it may as well be a three-phase circuit
        return unknown(name, "V", (phases.key,)) if high and not phases.known else volts
    if phases.value == 3 or (high and not phases.known):
        return trace(f.LINE_TO_NEUTRAL_V, name, volts_ll_v=volts)
    if source.type == "panel":  # split phase or two lines of three: the panel does not tell which of them it is
        return unknown(name, "V", (f"site/{node.id}/volts",))
    return volts


def _inherited(node: SiteNode, name: str, by_id: Mapping[str, SiteNode]) -> SiteNode:
    """Return the nearest node upwards that says ``name``; where none does, the circuit it hangs on, else itself."""
    current: SiteNode | None = node
    circuit: SiteNode | None = None
    while current is not None:
        if name in current.values:
            return current
        if circuit is None and current.type == "circuit":
            circuit = current
        current = by_id.get(current.parent)
    return circuit or node

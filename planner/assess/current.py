"""The current of a wiring node: which voltage it has, of which kind, and over how many lines its load is spread."""

from __future__ import annotations

from collections.abc import Mapping

from planner.assess import formulas as f
from planner.assess.facts import fact_figure, text
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.plan.document import Facts, SiteNode


def node_current(key: str, node: SiteNode, load: Figure, by_id: Mapping[str, SiteNode], facts: Facts) -> Figure:
    """Return the current (A) that ``load`` (W) draws at a node.

    A single-phase node below a three-phase one has its line-to-neutral voltage. Where voltage, kind and phases
    contradict each other or leave it open, the current is unknown and what has to be said first is missing.
    """
    source = _inherited(node, "volts", by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    kind, name = text(source.values, "volts_kind"), f"{key}/own_current_a"
    high = volts.known and volts.require() >= limit("volts.ll_min_v").require()
    if high and kind != "L-L":
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    phases = fact_figure(node.values, "phases", f"site/{node.id}/phases", "1")
    if phases.value == 3 or (high and not phases.known and node.type == "panel"):
        return _three_phase(name, load, volts, kind, factor, source)
    to_neutral = volts if kind != "L-L" else _single_phase(f"{key}/volts_ln_v", node, source, volts)
    return trace(CURRENT_1PH_A, name, power_w=load, volts_ln_v=to_neutral, power_factor=factor)


def _three_phase(name: str, load: Figure, volts: Figure, kind: str, factor: Figure, source: SiteNode) -> Figure:
    if kind == "L-L":
        return trace(CURRENT_3PH_A, name, power_w=load, volts_ll_v=volts, power_factor=factor)
    if kind == "L-N":
        return trace(f.CURRENT_3PH_LN_A, name, power_w=load, volts_ln_v=volts, power_factor=factor)
    return unknown(name, "A", (f"site/{source.id}/volts_kind",))


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

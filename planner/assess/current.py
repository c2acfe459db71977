"""The current of a wiring node: which voltage it has, of which kind, and over how many lines its load is spread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from planner.assess import formulas as f
from planner.assess.facts import fact_figure, text
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A, WORST_LINE_A
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.plan.document import Connection, Facts, SiteNode

Part = tuple[Connection, Figure]
"""A connection below a node and the power (W) it draws there."""


class Phases:
    """The nodes of a site by id, and which of them have three phases; looked up once for all nodes."""

    def __init__(self, by_id: Mapping[str, SiteNode]) -> None:
        """Look at the nodes of one site."""
        self.by_id = by_id
        self._three: dict[str, bool] = {}

    def three(self, node: SiteNode) -> bool:
        """Tell whether a node has three phases: as it says, else by the voltage of a panel."""
        if node.id not in self._three:
            self._three[node.id] = _is_three_phase(node, self.by_id)
        return self._three[node.id]


class _Below:
    """What hangs below one node, by the outlet it is plugged in at: spread over three lines, or on which one."""

    def __init__(self, node: SiteNode, phases: Phases) -> None:
        self._node, self._phases = node, phases
        self._spread: dict[str, bool] = {}
        self._legs: dict[str, str] = {}

    def path(self, outlet: str) -> Iterator[SiteNode]:
        """Yield the nodes from an outlet up to, and without, the node."""
        current = self._phases.by_id.get(outlet)
        while current is not None and current is not self._node:
            yield current
            current = self._phases.by_id.get(current.parent)

    def is_spread(self, outlet: str) -> bool:
        """Tell whether a load hangs on all three lines: everything from its outlet upwards is three-phase."""
        if outlet not in self._spread:
            self._spread[outlet] = all(self._phases.three(one) for one in self.path(outlet))
        return self._spread[outlet]

    def leg(self, outlet: str) -> str:
        """Return the line that somebody told for a load, '' where nobody did."""
        if outlet not in self._legs:
            self._legs[outlet] = next((leg for one in self.path(outlet) if (leg := text(one.values, "leg"))), "")
        return self._legs[outlet]

    def branch(self, outlet: str) -> SiteNode:
        """Return the node of the path that hangs on one line: the uppermost that is not three-phase."""
        return [one for one in self.path(outlet) if not self._phases.three(one)][-1]


def node_current(
    key: str, node: SiteNode, load: Figure, parts: tuple[Part, ...], phases: Phases, facts: Facts
) -> Figure:
    """Return the current (A) that ``load`` (W), made up of ``parts``, draws at a node.

    A single-phase node below a three-phase one has its line-to-neutral voltage; of a three-phase node the most loaded
    line counts. Where voltage, kind and phases contradict each other or leave it open, the current is unknown and
    what has to be said first is missing.
    """
    by_id, below = phases.by_id, _Below(node, phases)
    source = _inherited(node, "volts", by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    kind, name = text(source.values, "volts_kind"), f"{key}/own_current_a"
    high = volts.known and volts.require() >= limit("volts.ll_min_v").require()
    if high and kind != "L-L":
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if not phases.three(node):
        to_neutral = volts if kind != "L-L" else _single_phase(f"{key}/volts_ln_v", node, source, volts)
        return trace(CURRENT_1PH_A, name, power_w=load, volts_ln_v=to_neutral, power_factor=factor)
    if kind not in ("L-L", "L-N"):
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if any(not below.is_spread(link.node) for link, _power in parts):
        to_neutral = volts if kind == "L-N" else trace(f.LINE_TO_NEUTRAL_V, f"{key}/volts_ln_v", volts_ll_v=volts)
        lines = _lines(key, parts, below)
        return trace(WORST_LINE_A, name, lines_w=lines, volts_ln_v=to_neutral, power_factor=factor)
    if kind == "L-L":
        return trace(CURRENT_3PH_A, name, power_w=load, volts_ll_v=volts, power_factor=factor)
    return trace(f.CURRENT_3PH_LN_A, name, power_w=load, volts_ln_v=volts, power_factor=factor)


def open_legs(node: SiteNode, links: Iterable[Connection], phases: Phases) -> tuple[str, ...]:
    """Return the keys of the lines that have to be told before the current of a three-phase node is more than a bound.

    A single branch loads one line, whichever it is.
    """
    if not phases.three(node):
        return ()
    below = _Below(node, phases)
    outlets = [outlet for outlet in dict.fromkeys(link.node for link in links) if not below.is_spread(outlet)]
    branches = {below.branch(outlet).id: below.leg(outlet) for outlet in outlets}
    if len(branches) < 2:
        return ()
    return tuple(f"site/{branch}/leg" for branch, leg in branches.items() if not leg)


def _is_three_phase(node: SiteNode, by_id: Mapping[str, SiteNode]) -> bool:
    phases = fact_figure(node.values, "phases", f"site/{node.id}/phases", "1")
    if phases.known or node.type != "panel":
        return phases.value == 3
    volts = fact_figure(_inherited(node, "volts", by_id).values, "volts", f"site/{node.id}/volts", "V")
    return volts.known and volts.require() >= limit("volts.ll_min_v").require()


def _lines(key: str, parts: tuple[Part, ...], below: _Below) -> list[Figure]:
    split = [(below.is_spread(link.node), link.node, power) for link, power in parts]
    spread = [power for is_spread, _outlet, power in split if is_spread]
    single = [(below.leg(outlet), power) for is_spread, outlet, power in split if not is_spread]
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

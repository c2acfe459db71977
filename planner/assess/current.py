"""The current of a wiring node: which voltage it has, of which kind, and over how many lines its load is spread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from planner.assess import formulas as f
from planner.assess.factor import Factors
from planner.assess.facts import fact_figure, text
from planner.assess.lines import LineFigures
from planner.assess.voltage_kind import is_line_to_line, is_of_three_phases
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A, WORST_LINE_A
from planner.facility.phases import LINES, PAIRS
from planner.figure import Figure, trace, unknown
from planner.plan.document import Connection, SiteNode

Part = tuple[Connection, Figure]
"""A connection below a node and the power (W) it draws there."""
Hung = tuple[str, Figure]
"""Where something hangs (as ``Below.where`` tells it), and its power (W) or current (A)."""
SPREAD, OPEN_PAIR = "L1-L2-L3", "L-L"
"""Where a load hangs that lies on all three lines, and one between two lines of which nobody said which."""


class Phases:
    """The nodes of a site by id, and which of them have three phases; looked up once for all nodes."""

    def __init__(self, by_id: Mapping[str, SiteNode], profile: str) -> None:
        """Look at the nodes of one site under a profile of limits: it tells what a voltage is where nobody said."""
        self.by_id, self.profile = by_id, profile
        self._three: dict[str, bool] = {}

    def three(self, node: SiteNode) -> bool:
        """Tell whether a node has three phases: as it says, else by the voltage of a panel."""
        if node.id not in self._three:
            self._three[node.id] = _is_three_phase(node, self.by_id, self.profile)
        return self._three[node.id]


class Below:
    """What hangs below one node, by the node it hangs on: spread over three lines, on one of them, or between two."""

    def __init__(self, node: SiteNode, phases: Phases) -> None:
        """Look from ``node`` downwards."""
        self._node, self._phases = node, phases
        self._where: dict[str, str] = {}

    def path(self, name: str) -> Iterator[SiteNode]:
        """Yield the nodes from one up to, and without, the node."""
        current = self._phases.by_id.get(name)
        while current is not None and current is not self._node:
            yield current
            current = self._phases.by_id.get(current.parent)

    def where(self, name: str) -> str:
        """Return where a load at a node hangs: ``SPREAD``, a line, a pair of lines, '' or ``OPEN_PAIR`` where not told.

        Spread is what everything from its outlet upwards is three-phase for.
        """
        if name not in self._where:
            self._where[name] = self._found(name)
        return self._where[name]

    def _found(self, name: str) -> str:
        path = [*self.path(name)]
        if all(self._phases.three(one) for one in path):
            return SPREAD
        told = next((leg for one in path if (leg := text(one.values, "leg"))), "")
        if told in PAIRS or told in LINES:
            return told
        return OPEN_PAIR if any(_is_pair(one, self._phases.profile) for one in path) else ""

    def branch(self, name: str) -> SiteNode:
        """Return the node of the path that hangs on one line or two: the uppermost that is not three-phase."""
        return [one for one in self.path(name) if not self._phases.three(one)][-1]


def _is_pair(node: SiteNode, profile: str) -> bool:
    """Tell whether a node says of itself that its single phase lies between two lines."""
    if text(node.values, "leg") in PAIRS:
        return True
    if text(node.values, "volts_kind") != "L-L" or fact_figure(node.values, "phases", "", "1").value != 1:
        return False
    return is_line_to_line(fact_figure(node.values, "volts", "", "V"), "L-L", profile)


class Voltages(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Voltage to neutral and between lines (V) of a node's lines, and the power factor of what hangs there."""

    volts_ln_v: Figure
    volts_ll_v: Figure
    power_factor: Figure


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """What the currents of all nodes are reckoned with: the phases of the site, the plan's power factor, the profile.

    ``plugged`` are the shares of a unit's supplies by line and node, where what is drawn there is another share of its power.
    """

    phases: Phases
    factors: Factors
    profile: str
    plugged: Mapping[tuple[str, str], float] = msgspec.field(default_factory=dict)


class Here(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A node, what the keys of its figures begin with, what is plugged in below it (W), its lines, and its power factors."""

    key: str
    node: SiteNode
    parts: tuple[Part, ...]
    factors: Factors
    lines: Mapping[str, LineFigures] = msgspec.field(default_factory=dict)


def three_voltages(here: Here, phases: Phases) -> Voltages | None:
    """Return the voltages of a three-phase node; None where their kind is not told or the node has one phase.

    Line by line all loads count with the lowest power factor of them.
    """
    key, node = here.key, here.node
    source = inherited(node, "volts", phases.by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    kind = text(source.values, "volts_kind")
    contradicts = kind == "L-N" and is_line_to_line(volts, kind, phases.profile)
    if kind not in ("L-L", "L-N") or contradicts or not phases.three(node):
        return None
    return Voltages(
        volts_ln_v=volts if kind == "L-N" else trace(f.LINE_TO_NEUTRAL_V, f"{key}/volts_ln_v", volts_ll_v=volts),
        volts_ll_v=volts if kind == "L-L" else trace(f.LINE_TO_LINE_V, f"{key}/volts_ll_v", volts_ln_v=volts),
        power_factor=here.factors.lowest,
    )


def node_current(here: Here, load: Figure, hung: Sequence[Hung], around: Around) -> Figure:
    """Return the current (A) that ``load`` (W), made up of the parts of ``here``, draws at a node; ``hung`` as ``cords.hung``.

    A single-phase node below a three-phase one has its line-to-neutral voltage; of a three-phase node the most loaded
    line counts; loads between two lines need ``by_line``. Where voltage, kind and phases contradict each other or leave
    it open, the current is unknown and what has to be said first is missing.
    """
    key, node, phases = here.key, here.node, around.phases
    source = inherited(node, "volts", phases.by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    factor = here.factors.combined
    kind, name = text(source.values, "volts_kind"), f"{key}/own_current_a"
    if kind != "L-L" and is_line_to_line(volts, kind, phases.profile):
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if not phases.three(node):
        to_neutral = single_phase_volts(f"{key}/volts_ln_v", node, (source, volts, kind), phases)
        return trace(CURRENT_1PH_A, name, power_w=load, volts_ln_v=to_neutral, power_factor=factor)
    if kind not in ("L-L", "L-N"):
        return unknown(name, "A", (f"site/{source.id}/volts_kind",))
    if any(where != SPREAD for where, _power in hung):
        to_neutral = volts if kind == "L-N" else trace(f.LINE_TO_NEUTRAL_V, f"{key}/volts_ln_v", volts_ll_v=volts)
        lines = [on_a_line(key, leg, hung) for leg in LINES]
        return trace(WORST_LINE_A, name, lines_w=lines, volts_ln_v=to_neutral, power_factor=here.factors.lowest)
    if kind == "L-L":
        return trace(CURRENT_3PH_A, name, power_w=load, volts_ll_v=volts, power_factor=factor)
    return trace(f.CURRENT_3PH_LN_A, name, power_w=load, volts_ln_v=volts, power_factor=factor)


def _is_three_phase(node: SiteNode, by_id: Mapping[str, SiteNode], profile: str) -> bool:
    phases = fact_figure(node.values, "phases", f"site/{node.id}/phases", "1")
    if phases.known or node.type != "panel":
        return phases.value == 3
    told = inherited(node, "volts", by_id).values
    volts = fact_figure(told, "volts", f"site/{node.id}/volts", "V")
    return is_of_three_phases(volts, text(told, "volts_kind"), profile)


def on_a_line(key: str, leg: str, hung: Iterable[tuple[str, Figure]]) -> Figure:
    """Return the power (W) on a line: of loads by where they hang; those between two lines are left out."""
    own, open_, spread = [], [], []
    for where, power in hung:
        if where == SPREAD:
            spread.append(power)
        elif where == leg:
            own.append(power)
        elif not where:
            open_.append(power)
    return trace(f.ON_A_LINE_W, f"{key}/on_{leg}_w", own_w=own, open_w=open_, spread_w=spread)


def single_phase_volts(name: str, node: SiteNode, said: tuple[SiteNode, Figure, str], phases: Phases) -> Figure:
    """Return the voltage (V) over a load of a single-phase node; ``said`` is who says a voltage, the voltage and its kind.

    Unknown where the phases of who says it are open.
    """
    source, volts, kind = said
    if _between_lines(node, phases):
        is_line = kind == "L-L" or not phases.three(source)
        return volts if is_line else trace(f.LINE_TO_LINE_V, name, volts_ln_v=volts)
    if kind != "L-L":
        return volts
    three = is_of_three_phases(volts, kind, phases.profile)
    told = fact_figure(source.values, "phases", f"site/{source.id}/phases", "1")
    if source is node:  # its own word: a load between two lines, unless it may as well be a three-phase circuit
        return unknown(name, "V", (told.key,)) if three and not told.known else volts
    if told.value == 3 or (three and not told.known):
        return trace(f.LINE_TO_NEUTRAL_V, name, volts_ll_v=volts)
    if source.type == "panel":  # split phase or two lines of three: the panel does not tell which of them it is
        return unknown(name, "V", (f"site/{node.id}/volts",))
    return volts


def _between_lines(node: SiteNode, phases: Phases) -> bool:
    """Tell whether a node, or what feeds it below three phases, was said to hang between two lines."""
    current: SiteNode | None = node
    while current is not None and not phases.three(current):
        if text(current.values, "leg") in PAIRS:
            return True
        current = phases.by_id.get(current.parent)
    return False


def inherited(node: SiteNode, name: str, by_id: Mapping[str, SiteNode]) -> SiteNode:
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

"""The remedy that an electrician carries out: circuits of their own for machines, put into the plan as what is to be laid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import msgspec

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.checks.declared import path_up, volts_and_factor
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import devices_on
from planner.facility.circuits import CURRENT_1PH_A
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue

MOST_CIRCUITS = 4  # more are a new panel, not a remedy
SIZES = ((16.0, 2.5, "gb1002_16a"), (32.0, 6.0, "iec60309_32"))
"""Breaker (A), section of its cable (mm2) and socket of an ordinary single-phase circuit."""
SOURCE = "to be laid by an electrician"


def with_own_circuit(
    view: View, findings: Iterable[Finding], limit_of: Callable[[Finding], float | None]
) -> Iterator[Finding]:
    """Yield the findings, errors and warnings without a step with that of circuits of their own for machines.

    ``limit_of`` tells the current (A) that may be left on the node, None where its largest machine is to leave it. The
    check must read alternative, site and lines.
    """
    for one in findings:
        fix = None
        if one.outcome in ("error", "warning") and one.fix is None and one.subject in view.site.loads:
            fix = own_circuit(view, view.site.loads[one.subject], limit_of(one))
        yield one if fix is None else msgspec.structs.replace(one, fix=fix)


def own_circuit(view: View, load: NodeLoad, left_a: float | None) -> Fix | None:
    """Return the step that plans a circuit each for as many of the largest machines on a node as have to leave it."""
    circuit = next((one for one in _path(view, load.node) if one.type == "circuit"), None)
    volts, factor = volts_and_factor(load)
    whole = [one for one in devices_on(load) if one.power_w.known and not _is_split(view, one.line)]
    if circuit is None or not (whole and volts.known and factor.known) or not _is_single(load):
        return None
    largest = max(whole, key=lambda one: one.power_w.require())
    unit_a = CURRENT_1PH_A(power_w=largest.power_w.require(), volts_ln_v=volts.require(), power_factor=factor.require())
    share = limit("br.cont", view.organisation.profile).require()
    size = next((one for one in SIZES if unit_a <= one[0] * share), None)
    count = 1
    if left_a == math.inf:
        return None
    if left_a is not None:
        if load.total_a.value is None or unit_a <= 0:
            return None
        count = math.ceil((load.total_a.value - left_a) / unit_a - 1e-9)
    alone = count == largest.units and len(load.connected) == 1 and load.other_a.value == 0
    if size is None or (alone and load.rating_a.known and load.rating_a.require() >= size[0]):
        return None  # it has such a circuit
    if not 1 <= count <= min(largest.units, MOST_CIRCUITS):
        return None
    edits = _edits(view, circuit, largest.line, count, size)
    told = {"count": count, "size": size[0], "machine": largest.line.line.title}
    label = msg("PW.fix.own", "Plan {count} dedicated {size} A circuit(s) for {machine}", **told)
    return Fix(label=label, edit=Batch(edits=edits)) if edits else None


def _path(view: View, node: SiteNode) -> tuple[SiteNode, ...]:
    return path_up(node, {one.id: one for one in view.site.nodes})


def _is_split(view: View, line: LineFigures) -> bool:
    """Tell whether the units of a line draw parts of their power at several places: those need more than one circuit."""
    return any(link.share < 1 for link in view.alternative.connections if link.line == line.line.id)


def _is_single(load: NodeLoad) -> bool:
    return load.own_a.formula is not None and load.own_a.formula.key == CURRENT_1PH_A.key


def _edits(
    view: View, circuit: SiteNode, line: LineFigures, count: int, size: tuple[float, float, str]
) -> tuple[Edit, ...]:
    """Return what plans the circuits with a socket each, beside the one that is full, and plugs a unit in at each."""
    taken = {node.id for node in view.site.nodes} | set(view.lines)
    added: list[Edit] = []
    sockets: list[str] = []
    for _unit in range(count):
        name, socket = _free("circuit", taken), _free("socket", taken)
        sockets.append(socket)
        added.append(
            AddPart(
                path="site",
                value={"id": name, "type": "circuit", "parent": circuit.parent, "values": _values(circuit, size)},
            )
        )
        form = {"form": _fact(size[2]), "rating_a": _fact(size[0])}
        added.append(AddPart(path="site", value={"id": socket, "type": "socket", "parent": name, "values": form}))
    return (*added, *_moves(view, circuit, line, sockets))


def _free(kind: str, taken: set[str]) -> str:
    name = next(f"{kind}-{number}" for number in range(1, len(taken) + 2) if f"{kind}-{number}" not in taken)
    taken.add(name)
    return name


def _fact(value: float | str | bool) -> dict[str, float | str | bool]:
    return {"value": value, "quality": "assumed", "source": SOURCE}


def _values(circuit: SiteNode, size: tuple[float, float, str]) -> dict[str, object]:
    kept = {
        name: msgspec.to_builtins(circuit.values[name])
        for name in ("volts", "volts_kind", "phases")
        if name in circuit.values
    }
    return {**kept, "breaker_a": _fact(size[0]), "cable_mm2": _fact(size[1]), "shared": _fact(value=False)}


def _moves(view: View, circuit: SiteNode, line: LineFigures, sockets: list[str]) -> Iterator[Edit]:
    """Yield the steps that plug a unit in at each socket, taken from what hangs on the circuit; from the end."""
    path = f"alternatives/{view.alternative.id}/connections"
    by_id = {node.id: node for node in view.site.nodes}
    left = list(sockets)
    gone: list[Edit] = []
    new: list[Edit] = []
    for number, link in enumerate(view.alternative.connections):
        if link.line != line.line.id or not left or circuit not in path_up(by_id[link.node], by_id):
            continue
        here, left = left[: link.units], left[link.units :]
        keep = link.units - len(here)
        if keep:
            gone.append(SetValue(path=f"{path}/{number}/units", value=keep))
        else:
            gone.append(SetValue(path=f"{path}/{number}/node", value=here[0]))
            if link.units > 1:
                gone.append(SetValue(path=f"{path}/{number}/units", value=1))
            here = here[1:]
        new += [AddPart(path=path, value={"line": line.line.id, "node": one, "units": 1}) for one in here]
    yield from (*gone, *new)

"""The remedy of an outlet that is too small for a circuit that is not: a socket of the circuit's size in its place, or a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.factor import own_factor
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.checks.declared import paths_up
from planner.checks.inlets import takes
from planner.checks.own_circuit import SOURCE, sizes_at
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import alternative_of, name_of
from planner.checks.trial import Trial
from planner.facility.circuits import CURRENT_1PH_A
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import AddPart, Batch, SetValue


def with_larger_socket(view: View, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, errors of sockets without a step with that of a larger one where their circuit carries it.

    PW03 advises it then too, whatever the step is, but where a machine may move. The check must read site and organisation.
    """
    if isinstance(view, Trial):
        yield from findings
        return
    loads, circuits = view.site.loads, view.memo.call(_circuits, view.memo.call(paths_up, view.site.nodes))
    found, profile = tuple(findings), view.organisation.profile
    rows = [
        (one, loads[one.subject], loads[circuits[one.subject]])
        for one in found
        if one.outcome == "error" and one.subject in circuits
    ]

    def advised(row: tuple[Any, ...]) -> Finding:
        finding, load, circuit = row
        return _advised(finding, load, circuit, profile)

    told = view.memo.rows((view.owner, "larger"), advised, rows, (view.organisation,))
    better = {id(row[0]): one for row, one in zip(rows, told, strict=True)}
    yield from (better.get(id(one), one) for one in found)


def _circuits(paths: Mapping[str, tuple[SiteNode, ...]]) -> dict[str, str]:
    """Return by socket the circuit that it hangs on."""
    found = {}
    for name, path in paths.items():
        above = next((one for one in path if one.type == "circuit"), None) if path[0].type == "socket" else None
        if above is not None:
            found[name] = above.id
    return found


def _advised(one: Finding, load: NodeLoad, circuit: NodeLoad, profile: str) -> Finding:
    size = size_in_place(load, circuit, profile)
    if size is None:
        return one
    if one.fix is None:
        one = msgspec.structs.replace(one, fix=_in_place(load, size))
    if one.check != "PW03" or (one.remedy is not None and one.remedy.id == "PW03.remedy.move"):
        return one
    told = {"circuit": name_of(circuit.node), "breaker": circuit.rating_a, "size": size[0]}
    remedy = msg(
        "PW03.remedy.socket",
        "{circuit} (breaker {breaker}) carries it: have a {size} A socket put in the place of this one.",
        **told,
    )
    return msgspec.structs.replace(one, remedy=remedy)


def size_in_place(load: NodeLoad, circuit: NodeLoad, profile: str) -> tuple[float, float, str] | None:
    """Return the socket of its circuit's size that carries what hangs at a socket; None where its circuit does not."""
    if load.node.parent != circuit.node.id or load.own_a.formula is not CURRENT_1PH_A:
        return None
    size = size_at(circuit, 0.0, profile)
    if size is None or not all(takes(line, size[2]) for line in load.lines.values()):
        return None
    return size if load.total_a.known and load.total_a.require() <= size[0] else None


def _in_place(load: NodeLoad, size: tuple[float, float, str]) -> Fix:
    values = f"site/{load.node.id}/values"
    name = "form" if "socket_form" not in load.node.values else "socket_form"
    edits = (
        SetValue(path=f"{values}/{name}", value=_fact(size[2])),
        SetValue(path=f"{values}/rating_a", value=_fact(size[0])),
    )
    label = msg("PW03.fix.socket", "Plan a {size} A socket in place of {name}", size=size[0], name=name_of(load.node))
    return Fix(label=label, edit=Batch(edits=edits))


def size_at(circuit: NodeLoad, more_a: float, profile: str) -> tuple[float, float, str] | None:
    """Return the socket as large as the breaker of a circuit that carries so much more (A) for hours; None where it does not."""
    if not (circuit.total_a.known and circuit.rating_a.known) or circuit.own_a.formula is not CURRENT_1PH_A:
        return None
    share = limit("br.cont", profile).require()
    if circuit.total_a.require() + more_a > share * circuit.rating_a.require():
        return None
    return next((one for one in sizes_at(circuit, profile) if one[0] >= circuit.rating_a.require()), None)


def new_socket(line: LineFigures, units: int, circuit: NodeLoad, told: tuple[str, str]) -> Fix | None:
    """Return the step that plans a socket on a circuit and plugs units of a line in there; None where it does not carry them.

    ``told`` are the id of the socket and the profile of limits.
    """
    more_a = current_of(line, units, circuit)
    size = None if more_a is None else size_at(circuit, more_a, told[1])
    if size is None or not takes(line, size[2]):
        return None
    values = {"form": _fact(size[2]), "rating_a": _fact(size[0])}
    site = {"id": told[0], "type": "socket", "parent": circuit.node.id, "values": values}
    path = f"alternatives/{alternative_of(line.max_w.key)}/connections"
    link = {"line": line.line.id, "node": told[0], "units": units}
    label = msg(
        "PW33.fix.socket",
        "Plan a {size} A socket on {circuit} and plug it in there",
        size=size[0],
        circuit=name_of(circuit.node),
    )
    return Fix(label=label, edit=Batch(edits=(AddPart(path="site", value=site), AddPart(path=path, value=link))))


def current_of(line: LineFigures, units: int, load: NodeLoad) -> float | None:
    """Return what units of a line draw (A) at the voltage of a node of one phase; None where that is not known."""
    given = {one.name: one.figures[0] for one in load.own_a.inputs}
    power = line.unit_max_w
    if not power.known or not {"volts_ln_v", "power_factor"} <= given.keys():
        return None
    volts, factor = given["volts_ln_v"].value, own_factor(line, given["power_factor"]).value
    return units * power.require() / (volts * factor) if volts and factor else None


def _fact(value: float | str) -> dict[str, float | str]:
    return {"value": value, "quality": "assumed", "source": SOURCE}

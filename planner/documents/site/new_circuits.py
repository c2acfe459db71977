"""Which circuits a project asks for: those that a remedy planned and nobody has laid, and those that machines still want."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.facts import fact_figure, first_known, of_line
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.assess.to_lay import to_lay
from planner.catalog.ladders import breakers
from planner.documents.site.sockets import larger_size
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A
from planner.facility.new_circuits import CIRCUITS_NEEDED, MACHINES_ON_CIRCUIT
from planner.figure import Figure, Quality, constant, entered, leaf, trace
from planner.limits import limit, with_own_limits

_OF_A_CIRCUIT = frozenset({"PW01", "PW02", "PW03", "PW07", "PW09"})
_IN_PLAN = "circuits of the plan that are to be laid, with the machines on them"
_NOT_ITS_LOAD = frozenset({"PW07.guess"})  # what others draw is to be measured: no machine has to leave for that


class CircuitsAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Circuits that machines of one line need: current of one (A), the breaker (A), machines on a circuit, circuits."""

    line: LineFigures
    machines: int
    unit_a: Figure
    breaker_a: Figure | None
    on_circuit: Figure | None
    circuits: Figure | None


@with_own_limits
def circuits_asked(assessment: Assessment) -> tuple[CircuitsAsked, ...]:
    """Return the circuits to ask for: those that were planned, then those for machines that have no place yet.

    A machine has none where it is plugged in nowhere, or has to leave a circuit or socket; where only a socket is too
    small, the socket is replaced.
    The breaker is the smallest of the customary ones, from the ordinary one up, on which one machine may run for
    hours. A machine whose power is not known, or that no customary breaker carries, gets none.
    """
    site, lines = assessment.context.site, assessment.context.lines
    leaving = {name: units for name, units in site.unplugged.items() if not _is_small(lines[name])}
    full = _faulty(assessment, _OF_A_CIRCUIT)
    for load in site.loads.values():
        if load.node.id in full and larger_size(assessment, load) is None:
            for name, units in _leaving(load):
                leaving[name] = max(leaving.get(name, 0), units)
    cooling = _cooling_units(assessment)
    return (
        *planned_circuits(assessment),
        *(
            _cooling_asked(assessment, line, cooling[name])
            if name in cooling
            else _asked(assessment, line, leaving[name])
            for name, line in lines.items()
            if name in leaving or name in cooling
        ),
    )


def _faulty(assessment: Assessment, checks: frozenset[str]) -> frozenset[str]:
    return frozenset(
        [
            one.subject
            for one in assessment.findings
            if one.outcome in ("error", "warning")
            and one.waiver is None
            and one.check in checks
            and one.message.id not in _NOT_ITS_LOAD
        ]
    )


def planned_circuits(assessment: Assessment) -> Iterator[CircuitsAsked]:
    """Yield the circuits that are planned and not there yet, alike ones for a line's machines together."""
    site, lines = assessment.context.site, assessment.context.lines
    missing = to_lay(site.nodes)
    found: dict[tuple[str, float | None], list[NodeLoad]] = {}
    for load in site.loads.values():
        if load.node.type == "circuit" and load.node.id in missing and load.connected:
            largest = max(load.connected, key=lambda link: load.lines[link.line].unit_max_w.value or 0.0)
            found.setdefault((largest.line, load.rating_a.value), []).append(load)
    for (name, _rating), loads in found.items():
        units = sum(link.units for load in loads for link in load.connected if link.line == name)
        key, line = f"{lines[name].key}/planned_circuits/{loads[0].node.id}", lines[name]
        yield CircuitsAsked(
            line=line,
            machines=units,
            unit_a=_unit_a(assessment, line),
            breaker_a=loads[0].rating_a if loads[0].rating_a.known else None,
            on_circuit=leaf(f"{key}/on_circuit", float(-(-units // len(loads))), "1", Quality.COMPUTED, _IN_PLAN),
            circuits=leaf(key, float(len(loads)), "1", Quality.COMPUTED, _IN_PLAN),
        )


def _cooling_units(assessment: Assessment) -> dict[str, int]:
    """Return the planned air conditioners by line that have no circuit without machines yet."""
    lines = assessment.context.lines
    bare = {name: line.line.quantity for name, line in lines.items() if line.line.role == "cooling"}
    for load in assessment.context.site.in_use.get("circuit", ()) if bare else ():
        if all(line.line.role == "cooling" for line in load.lines.values()):
            for link in load.connected:
                bare[link.line] -= link.units
    return {name: units for name, units in bare.items() if units > 0}


def _is_small(line: LineFigures) -> bool:
    """Tell whether a machine goes into any socket: it draws no more than a power strip may carry."""
    return line.unit_max_w.known and line.unit_max_w.require() <= limit("strip.max_w").require()


def _leaving(load: NodeLoad) -> Iterator[tuple[str, int]]:
    """Yield the machines to take off a node, the largest first, until the rest may run there for hours.

    Where the account of the node is open only the largest are sure to leave.
    """
    allowed = None if load.rating_a.value is None else load.rating_a.value * limit("br.cont").require()
    left = load.total_a.value
    units: dict[str, int] = {}
    for link in load.connected:
        units[link.line] = units.get(link.line, 0) + link.units
    known = [name for name in units if load.lines[name].unit_max_w.known]
    for name in sorted(known, key=lambda one: -load.lines[one].unit_max_w.require()):
        yield name, units[name]
        if left is None or allowed is None or not load.load_w.value or load.own_a.value is None:
            return
        left -= load.own_a.value * units[name] * load.lines[name].unit_max_w.require() / load.load_w.value
        if left <= allowed:
            return


def _unit_a(assessment: Assessment, line: LineFigures) -> Figure:
    """Return the current of one machine (A): of one phase, or of three where its row says so."""
    key, profile = f"{line.key}/circuit_unit_a", assessment.plan.organisation.profile
    facts = assessment.context.facts
    factor = first_known(
        "plan/power_factor",
        "1",
        fact_figure(facts, "power_factor", "plan/power_factor", "1"),
        limit("default.power_factor"),
    )
    if is_three_phase(line):
        volts = limit("volts.nominal_ll_v", profile)
        return trace(CURRENT_3PH_A, key, power_w=line.unit_max_w, volts_ll_v=volts, power_factor=factor)
    volts = limit("default.volts_v", profile)
    return trace(CURRENT_1PH_A, key, power_w=line.unit_max_w, volts_ln_v=volts, power_factor=factor)


def is_three_phase(line: LineFigures) -> bool:
    """Tell whether an air conditioner is fed by three phases."""
    return line.line.role == "cooling" and of_line("phases", "1", line.line, "phases", line.item, "phases").value == 3


def _breaker_a(assessment: Assessment, line: LineFigures, unit_a: Figure) -> Figure | None:
    share, least = limit("br.cont", assessment.plan.organisation.profile), limit("default.breaker_a").require()
    sizes, source = breakers(assessment.plan.organisation.profile)
    size = None
    if unit_a.value is not None:
        size = sizes.at_least(max(least, unit_a.value / share.require()))
    if size is None:
        return None
    return constant(f"{line.key}/circuit_breaker_a", size, "A", source)


def _cooling_asked(assessment: Assessment, line: LineFigures, units: int) -> CircuitsAsked:
    """Return the circuits of planned air conditioners: one for each."""
    unit = _unit_a(assessment, line)
    own = constant(f"{line.key}/on_circuit", 1.0, "1", "an air conditioner has a circuit of its own")
    many = entered(f"{line.key}/machines", float(units), "1")
    return CircuitsAsked(
        line=line,
        machines=units,
        unit_a=unit,
        breaker_a=_breaker_a(assessment, line, unit),
        on_circuit=own,
        circuits=trace(CIRCUITS_NEEDED, f"{line.key}/circuits", machines=many, machines_on_circuit=own),
    )


def _asked(assessment: Assessment, line: LineFigures, machines: int) -> CircuitsAsked:
    key, unit = line.key, _unit_a(assessment, line)
    share = limit("br.cont", assessment.plan.organisation.profile)
    breaker = _breaker_a(assessment, line, unit)
    if breaker is None:
        return CircuitsAsked(line=line, machines=machines, unit_a=unit, breaker_a=None, on_circuit=None, circuits=None)
    on_circuit = trace(MACHINES_ON_CIRCUIT, f"{key}/on_circuit", breaker_a=breaker, continuous_share=share, unit_a=unit)
    circuits = trace(
        CIRCUITS_NEEDED,
        f"{key}/circuits",
        machines=entered(f"{key}/machines", float(machines), "1"),
        machines_on_circuit=on_circuit,
    )
    return CircuitsAsked(
        line=line, machines=machines, unit_a=unit, breaker_a=breaker, on_circuit=on_circuit, circuits=circuits
    )

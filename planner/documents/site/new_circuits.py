"""Which circuits a project asks for: those that a remedy planned and nobody has laid, and those that machines still want."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.current import Phases
from planner.assess.facts import fact_figure, first_known, of_line
from planner.assess.lines import POWERED, LineFigures
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.assess.to_lay import to_lay
from planner.checks.declared import path_up
from planner.checks.own_circuit import breaker_of, ups_moved
from planner.checks.registry import Fix
from planner.checks.supply_wanted import WantedSupply, breaker_for, wanted_supply
from planner.checks.ups_place import loose_ups
from planner.documents.site.asked_circuit import AllAsked, CircuitsAsked
from planner.documents.site.sockets import larger_size
from planner.documents.site.ups_asked import ups_circuits
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A
from planner.facility.new_circuits import CIRCUITS_NEEDED, MACHINES_ON_CIRCUIT
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, constant, entered, leaf, trace
from planner.limits import limit, with_own_limits
from planner.plan.document import SiteNode

_OF_A_CIRCUIT = frozenset({"PW01", "PW02", "PW03", "PW07", "PW09"})
_IN_PLAN = "circuits of the plan that are to be laid, with the machines on them"
_IN_PLAN_LOSS = "circuits that trip when another feed is lost, with the machines on them"
_STEP = "breaker of the step that the check offers"
_NOT_ITS_LOAD = frozenset({"PW07.guess"})  # what others draw is to be measured: no machine has to leave for that


@with_own_limits
def circuits_asked(assessment: Assessment) -> tuple[CircuitsAsked, ...]:
    """Return the circuits to ask for; all papers of a project read them here.

    They are those that were planned, those of the steps that the screen offers, those of machines and air conditioners
    that have no place yet, those of UPS that hang nowhere, and those that are too small once another feed is lost. What is
    to hang behind such a UPS gets no circuit of its own.
    """
    return all_asked(assessment).asked


@with_own_limits
def all_asked(assessment: Assessment) -> AllAsked:
    """Return what is asked for; where planned UPS carry all machines within their rating these hang behind them."""
    ups = tuple(ups_circuits(assessment))
    stepped, on_steps = _of_steps(assessment)
    machines = _of_machines(assessment, on_steps)
    could = tuple(one for one in machines if one.line.line.role in POWERED) if ups else ()
    partly = bool(could) and not _carry_all(assessment, ups)
    behind = () if partly else could
    left = tuple(one for one in machines if one not in behind)
    return AllAsked(
        asked=(*planned_circuits(assessment), *stepped, *left, *ups, *_after_loss(assessment)),
        ups=ups,
        behind=behind,
        partly=partly,
    )


def _carry_all(assessment: Assessment, ups: tuple[CircuitsAsked, ...]) -> bool:
    """Tell whether UPS that hang nowhere carry all that is to hang behind them, on circuits that there are breakers for."""
    loose = loose_ups(assessment.context.site)
    within = all(one.behind_w.require() <= one.rating_w.require() for one in loose)
    return within and any(one.breaker_a is not None for one in ups)


@with_own_limits
def loads_asked(assessment: Assessment) -> tuple[CircuitsAsked, ...]:
    """Return the machines that want a circuit one by one, whether they are to hang behind a UPS or not: for the panel's account."""
    return (*planned_circuits(assessment), *_of_machines(assessment, frozenset()))


def _of_machines(assessment: Assessment, without: frozenset[str]) -> tuple[CircuitsAsked, ...]:
    """Return the circuits for machines that have no place yet; ``without`` are nodes for which a step says it.

    A machine has none where it is plugged in nowhere, or has to leave a circuit or socket; where only a socket is too
    small, the socket is replaced.
    The breaker is the smallest of the customary ones, from the ordinary one up, on which one machine may run for
    hours. A machine whose power is not known, or that no customary breaker carries, gets none.
    """
    site, lines = assessment.context.site, assessment.context.lines
    leaving = {name: units for name, units in site.unplugged.items() if not _is_small(lines[name])}
    full = _faulty(assessment, _OF_A_CIRCUIT)
    for load in site.loads.values():
        if load.node.id in full and load.node.id not in without and larger_size(assessment, load) is None:
            for name, units in _leaving(load):
                leaving[name] = max(leaving.get(name, 0), units)
    cooling = _cooling_units(assessment)
    return tuple(
        _cooling_asked(assessment, line, cooling[name]) if name in cooling else _asked(assessment, line, leaving[name])
        for name, line in lines.items()
        if name in leaving or name in cooling
    )


def _of_steps(assessment: Assessment) -> tuple[tuple[CircuitsAsked, ...], frozenset[str]]:
    """Return the circuits for a UPS of the wiring that the steps of findings lay, and the nodes on the way that this clears."""
    site, found = assessment.context.site, dict[str, CircuitsAsked]()
    cleared: set[str] = set()
    for one in assessment.findings:
        if one.check not in _OF_A_CIRCUIT or one.outcome not in ("error", "warning") or one.waiver is not None:
            continue
        ups = None if one.fix is None else ups_moved(one.fix)
        if one.fix is None or ups is None or ups not in site.loads:
            continue
        found.setdefault(ups, _of_ups(assessment, site.loads[ups], one.fix))
        below = {
            node.id for node in site.nodes if any(up.id == one.subject for up in path_up(node, _by_id(assessment)))
        }
        cleared |= below
    return tuple(found.values()), frozenset(cleared)


def _by_id(assessment: Assessment) -> dict[str, SiteNode]:
    return {node.id: node for node in assessment.context.site.nodes}


def _of_ups(assessment: Assessment, load: NodeLoad, fix: Fix) -> CircuitsAsked:
    """Return the circuit of a step for a UPS: what hangs behind it and what it loses, on the breaker of the step."""
    key = f"{load.load_w.key.rpartition('/')[0]}/asked"
    losses = [one for one in assessment.context.site.losses_w if one.key.endswith(f"/{load.node.id}/ups_loss_w")]
    power = trace(SUM_W, f"{key}_w", power_w=[load.load_w, *losses])
    volts = limit("default.volts_v", assessment.plan.organisation.profile)
    factor = first_known("plan/power_factor", "1", load.power_factor, limit("default.power_factor"))
    largest = max(load.connected, key=lambda link: load.lines[link.line].unit_max_w.value or 0.0)
    own = constant(f"{key}_on_circuit", 1.0, "1", "a UPS has a circuit of its own")
    return CircuitsAsked(
        line=load.lines[largest.line],
        machines=1,
        unit_a=trace(CURRENT_1PH_A, f"{key}_a", power_w=power, volts_ln_v=volts, power_factor=factor),
        breaker_a=constant(f"{key}_breaker_a", breaker_of(fix) or 0.0, "A", _STEP),
        on_circuit=own,
        circuits=own,
        ups=load.node,
    )


def _after_loss(assessment: Assessment) -> Iterator[CircuitsAsked]:
    """Yield the circuits that are there and trip when another feed is lost, alike ones together, with the breaker they want."""
    site, profile = assessment.context.site, assessment.plan.organisation.profile
    three = Phases(_by_id(assessment), profile).three
    most: dict[str, Figure] = {}
    for one in assessment.findings:
        load = site.loads.get(one.subject)
        if one.message.id != "PW20.trips" or one.waiver is not None or load is None or load.node.type != "circuit":
            continue
        if one.subject not in most or most[one.subject].require() < one.figures[0].require():
            most[one.subject] = one.figures[0]
    alike: dict[tuple[str, float | None, bool], list[NodeLoad]] = {}
    for name, after in most.items():
        load, size = site.loads[name], breaker_for(f"{name}/wanted_a", after, profile)
        largest = max(load.connected, key=lambda link: load.lines[link.line].unit_max_w.value or 0.0)
        alike.setdefault((largest.line, None if size is None else size.require(), three(load.node)), []).append(load)
    for (line, _size, is_three), loads in alike.items():
        key, figures = f"{loads[0].load_w.key.rpartition('/')[0]}/after_loss", assessment.context.lines[line]
        worst = max((most[load.node.id] for load in loads), key=Figure.require)
        units = max(sum(link.units for link in load.connected if link.line == line) for load in loads)
        yield CircuitsAsked(
            line=figures,
            machines=figures.line.quantity,
            unit_a=worst,
            breaker_a=breaker_for(f"{key}_breaker_a", worst, profile),
            on_circuit=leaf(f"{key}_on_circuit", float(units), "1", Quality.COMPUTED, _IN_PLAN_LOSS),
            circuits=leaf(f"{key}_circuits", float(len(loads)), "1", Quality.COMPUTED, _IN_PLAN_LOSS),
            three_phase=is_three,
            replaces=tuple(load.node for load in loads),
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
            unit_a=_wanted(assessment, line).unit_a,
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


def _factor(assessment: Assessment) -> Figure:
    facts = assessment.context.facts
    told = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    return first_known("plan/power_factor", "1", told, limit("default.power_factor"))


def _wanted(assessment: Assessment, line: LineFigures) -> WantedSupply:
    """Return the circuit that one machine wants: of three phases for an air conditioner whose row says so."""
    key, profile = f"{line.key}/circuit_unit", assessment.plan.organisation.profile
    factor = _factor(assessment)
    if not is_three_phase(line):
        if line.line.role == "cooling":
            volts = limit("default.volts_v", profile)
            one = trace(CURRENT_1PH_A, f"{key}_a", power_w=line.unit_max_w, volts_ln_v=volts, power_factor=factor)
            size = breaker_for(f"{line.key}/circuit_breaker_a", one, profile)
            return WantedSupply(three_phase=False, feeds=1, unit_a=one, volts=volts, breaker_a=size)
        return wanted_supply(key, line, factor, profile)
    volts = limit("volts.nominal_ll_v", profile)
    current = trace(CURRENT_3PH_A, f"{key}_a", power_w=line.unit_max_w, volts_ll_v=volts, power_factor=factor)
    size = breaker_for(f"{line.key}/circuit_breaker_a", current, profile)
    return WantedSupply(three_phase=True, feeds=1, unit_a=current, volts=volts, breaker_a=size)


def is_three_phase(line: LineFigures) -> bool:
    """Tell whether an air conditioner is fed by three phases."""
    return line.line.role == "cooling" and of_line("phases", "1", line.line, "phases", line.item, "phases").value == 3


def _cooling_asked(assessment: Assessment, line: LineFigures, units: int) -> CircuitsAsked:
    """Return the circuits of planned air conditioners: one for each."""
    wanted = _wanted(assessment, line)
    own = constant(f"{line.key}/on_circuit", 1.0, "1", "an air conditioner has a circuit of its own")
    many = entered(f"{line.key}/machines", float(units), "1")
    return CircuitsAsked(
        line=line,
        machines=units,
        unit_a=wanted.unit_a,
        breaker_a=wanted.breaker_a,
        three_phase=wanted.three_phase,
        on_circuit=own,
        circuits=trace(CIRCUITS_NEEDED, f"{line.key}/circuits", machines=many, machines_on_circuit=own),
    )


def _asked(assessment: Assessment, line: LineFigures, machines: int) -> CircuitsAsked:
    key, wanted = line.key, _wanted(assessment, line)
    share = limit("br.cont", assessment.plan.organisation.profile)
    on_circuit = circuits = None
    if wanted.breaker_a is not None:
        on_circuit = trace(
            MACHINES_ON_CIRCUIT,
            f"{key}/on_circuit",
            breaker_a=wanted.breaker_a,
            continuous_share=share,
            unit_a=wanted.unit_a,
        )
        many = entered(f"{key}/machines", float(machines * wanted.feeds), "1")
        circuits = trace(CIRCUITS_NEEDED, f"{key}/circuits", machines=many, machines_on_circuit=on_circuit)
    return CircuitsAsked(
        line=line,
        machines=machines,
        unit_a=wanted.unit_a,
        breaker_a=wanted.breaker_a,
        on_circuit=on_circuit,
        circuits=circuits,
        three_phase=wanted.three_phase,
    )

"""The circuits that planned UPS want which hang nowhere yet: of the outlet that load, loss and charging ask for."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.run import Assessment
from planner.catalog.ladders import breakers
from planner.checks.ups_place import charger_w, input_a, loose_ups, outlet_for
from planner.documents.site.asked_circuit import CircuitsAsked
from planner.facility.new_circuits import CIRCUITS_NEEDED
from planner.figure import Figure, constant, entered, trace
from planner.limits import limit


def ups_circuits(assessment: Assessment) -> Iterator[CircuitsAsked]:
    """Yield a circuit of its own for each planned UPS that hangs on none."""
    profile = assessment.plan.organisation.profile
    for planned in loose_ups(assessment.context.site):
        line = planned.line
        current = input_a(planned, assessment.context.site, assessment.context.facts, profile)
        own = constant(f"{line.key}/on_circuit", 1.0, "1", "a UPS has a circuit of its own")
        units = entered(f"{line.key}/ups_units", float(line.line.quantity), "1")
        yield CircuitsAsked(
            line=line,
            machines=line.line.quantity,
            unit_a=current,
            breaker_a=_breaker_a(line.key, current, profile),
            on_circuit=own,
            circuits=trace(CIRCUITS_NEEDED, f"{line.key}/ups_circuits", machines=units, machines_on_circuit=own),
        )


def _breaker_a(key: str, current: Figure, profile: str) -> Figure | None:
    outlet = outlet_for(current)
    if current.value is None:
        return None
    least = limit("default.breaker_a").require() if outlet is None else outlet.require()
    sizes, source = breakers(profile)
    size = sizes.at_least(max(least, current.require() / limit("br.cont", profile).require()))
    return None if size is None else constant(f"{key}/ups_breaker_a", size, "A", f"{source}; not below the outlet")


def beyond_machines_a(assessment: Assessment) -> Iterator[float]:
    """Yield what each such UPS takes (A) beyond its machines: its loss and charging; they are counted where they hang."""
    profile = assessment.plan.organisation.profile
    for planned in loose_ups(assessment.context.site):
        current, charging = (
            input_a(planned, assessment.context.site, assessment.context.facts, profile),
            charger_w(planned).value,
        )
        loss, behind = planned.heat_w.value, planned.behind_w.require()
        if current.value is not None and charging is not None and loss is not None:
            share = (charging + loss) / (behind + charging + loss)
            yield from [current.value * share] * planned.line.line.quantity

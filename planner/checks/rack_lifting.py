"""RK04 of what two people may lift into a rack and one must not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.assess.lines import LineFigures
from planner.assess.rack_places import unit_kg
from planner.assess.racks import RackFilling
from planner.checks.registry import Finding
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg


def for_two(rack: RackFilling, lines: Sequence[LineFigures]) -> Iterator[Finding]:
    """Yield the heaviest machine of a rack, where one person must not lift it."""
    one, line = limit("rk.one_kg"), max(lines, key=unit_kg)
    weight = line.weight_kg.given["unit_kg"]
    if unit_kg(line) > one.require() and isinstance(weight, Figure):
        told = {"machine": line.line.title, "weight": weight, "limit": one}
        yield Finding(
            outcome="note",
            subject=rack.node.id,
            message=msg("RK04.two", "{machine} weighs {weight}; one person lifts {limit}.", **told),
            remedy=msg(
                "RK04.two.remedy",
                "Have two people mount it, and mount it low: less may be lifted above the shoulders.",
            ),
            figures=(weight, one),
        )

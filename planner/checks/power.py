"""Checks of power: breakers, sockets, strips, what is not plugged in, nameplate against maximum."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.edits import SetValue


def branch_current(view: View) -> Iterator[Finding]:
    """PW01: the current of a branch, with other users, must not be above its breaker (IB <= In)."""
    for load in view.site.loads.values():
        if load.node.type != "circuit" or not load.connected:
            continue
        name = load.node.title or load.node.id
        figures = (load.total_a, load.rating_a)
        if load.own_a.known and load.rating_a.known and load.own_a.require() > load.rating_a.require():
            yield _over(load.node.id, name, load.own_a, load.rating_a, figures)
        elif not (load.total_a.known and load.rating_a.known):
            yield cannot_tell(
                load.node.id,
                msg("PW01.unknown", "Whether circuit {name} carries its load cannot be told yet.", name=name),
                msg("PW01.ask", "Ask the building office for the breaker rating and what else is on this circuit."),
                (*load.total_a.missing, *load.rating_a.missing),
                _half_used(load.node.id, load.rating_a) if load.shared else None,
            )
        elif load.total_a.require() > load.rating_a.require() * limit("br.max").require():
            yield _over(load.node.id, name, load.total_a, load.rating_a, figures)
        else:
            yield passed(
                load.node.id,
                msg(
                    "PW01.pass",
                    "Circuit {name} carries {current} of {rating}.",
                    name=name,
                    current=load.total_a,
                    rating=load.rating_a,
                ),
                *figures,
            )


def _over(subject: str, name: str, current: Figure, rating: Figure, figures: tuple[Figure, ...]) -> Finding:
    return Finding(
        outcome="error",
        subject=subject,
        message=msg(
            "PW01.over",
            "Circuit {name} would carry {current}; its breaker is {rating}.",
            name=name,
            current=current,
            rating=rating,
        ),
        remedy=msg(
            "PW01.over.remedy",
            "Split the machines over circuits, cap the cards, or ask for a 32 A or three-phase supply.",
        ),
        figures=figures,
    )


def _half_used(node: str, rating: Figure) -> Fix | None:
    if not rating.known:
        return None
    half = rating.require() * limit("default.other_load_share").require()
    label: Message = msg("PW01.fix.half", "Reckon with half of the breaker already in use")
    value = {"value": half, "quality": "assumed", "source": limit("default.other_load_share").source}
    return Fix(label=label, edit=SetValue(path=f"site/{node}/values/other_load_a", value=value))


CHECKS = (
    Check(
        id="PW01",
        area="power",
        title=msg("PW01.title", "Branch current within the breaker"),
        reads=("site",),
        source="GB 50054-2011 6.3, IEC 60364-4-43: IB <= In <= Iz",
        limit="br.max",
        hides=("PW02",),
        run=branch_current,
    ),
)

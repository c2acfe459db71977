"""Checks of what running costs: a year of power by the workload, at the tariff of the plan."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.energy import EnergyFigures
from planner.assess.facts import fact_figure
from planner.assess.tariff import HOURS_OF_DAY, hours_told
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import SetValue

_REST = "rest of the day"
_BASIS = {
    "workload": msg("BU04.basis.workload", "by the hours of the workload"),
    "told": msg("BU04.basis.told", "as entered"),
    "assumed": msg("BU04.basis.assumed", "an assumption: hours of the workload or cards are not known"),
}
_NEAR = 0.01


def year_of_power(view: View) -> Iterator[Finding]:
    """BU04: what a year of power costs at the use of the workload, with the power of the cooling."""
    energy: EnergyFigures = view.energy
    if not energy.full_w.known or energy.full_w.require() <= 0:
        return  # PW34 asks for the machines
    if not energy.year_kwh.known:
        yield _idle_open(energy)
        return
    hours = hours_told(view.facts)
    if hours and abs(hours - HOURS_OF_DAY) > _NEAR:
        yield _other_day(view, hours)
    elif energy.price.known:
        yield passed(
            "plan",
            msg(
                "BU04.pass",
                "A year of power: {energy}, {cost} at {price}; utilisation {use} % ({basis}), {carbon}.",
                cost=energy.year_cost,
                price=energy.price,
                **_told(energy),
            ),
            *_figures(energy),
        )
    else:
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "BU04.no_price",
                "A year of power: {energy} at a utilisation of {use} % ({basis}), {carbon}; what it costs is not known.",
                **_told(energy),
            ),
            remedy=msg("BU04.ask", "Ask the energy office for the price: teaching may follow the residential rate."),
            figures=_figures(energy),
            missing=energy.price.missing,
        )


def _idle_open(energy: EnergyFigures) -> Finding:
    """Return that the idle power is open, with the step that takes the customary share."""
    share = limit("default.idle_share")
    value = {"value": share.require(), "quality": "assumed", "source": share.source}
    return cannot_tell(
        "plan",
        msg("BU04.unknown", "What a year of power comes to is not known: the idle power of the machines is missing."),
        msg("BU04.unknown.ask", "Ask the makers for the idle power, or reckon with the share of a measured server."),
        energy.year_kwh.missing,
        Fix(
            label=msg("BU04.idle.fix", "Reckon with {share} % of the maximum when idle", share=100 * share.require()),
            edit=SetValue(path="facts/idle_share", value=value),
        ),
    )


def _told(energy: EnergyFigures) -> dict[str, object]:
    return {
        "energy": energy.year_kwh,
        "use": round(100 * energy.use.year.require()),
        "basis": _BASIS[energy.use.basis],
        "carbon": energy.carbon_kg,
    }


def _figures(energy: EnergyFigures) -> tuple[Figure, ...]:
    return (energy.year_cost, energy.year_kwh, energy.idle_kwh, energy.carbon_kg, energy.price)


def _other_day(view: View, hours: float) -> Finding:
    """Return that the periods of the tariff do not make up a day, with the step that gives the rest to the flat one."""
    flat = fact_figure(view.facts, "hours_flat", "plan/hours_flat", "h")
    left = (flat.value or 0.0) + HOURS_OF_DAY - hours
    together = leaf("plan/tariff_hours", hours, "h", Quality.ENTERED)
    fix = Fix(
        label=msg("BU04.fix", "Give the flat period {left} h a day", left=round(left, 2)),
        edit=SetValue(path="facts/hours_flat", value={"value": left, "quality": "assumed", "source": _REST}),
    )
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg("BU04.day", "The periods of the tariff have {hours} a day together, not 24.", hours=together),
        remedy=msg("BU04.day.remedy", "Correct the hours by the price list of the energy office."),
        figures=(together, flat),
        fix=fix if 0 <= left <= HOURS_OF_DAY else None,
    )


CHECKS = (
    Check(
        id="BU04",
        area="budget",
        title=msg("BU04.title", "A year of power"),
        reads=("energy", "facts"),
        source="idle power plus the use of the workload up to the maximum, 8,760 h, times the ratio of room to equipment",
        limit="default.pue",
        blocking=False,
        run=year_of_power,
    ),
)

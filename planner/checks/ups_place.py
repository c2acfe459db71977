"""A planned UPS that hangs nowhere: what it takes from the wall when it charges under load, and what outlet that wants."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.factor import lowest_factor, plan_factor
from planner.assess.facts import first_known
from planner.assess.formulas import SHARE_OF_W
from planner.assess.site import SiteFigures
from planner.assess.ups import PlannedUps, charger_of_unit
from planner.checks.registry import Check, Finding
from planner.checks.sides import above
from planner.checks.site_parts import used
from planner.facility.circuits import CURRENT_1PH_A
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, entered, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Facts

_OUTLETS = ("socket.gb1002_10a", "socket.gb1002_16a", "socket.iec60309_32")


def not_in_the_wiring(view: View) -> Iterator[Finding]:
    """UP15: a UPS takes load, loss and charging from one outlet; it is told which one that must be until it has one."""
    for planned in loose_ups(view.site):
        yield _unplaced(view, planned)


def loose_ups(site: SiteFigures) -> Iterator[PlannedUps]:
    """Yield the planned UPS with machines behind them that hang on no circuit of a wiring that has circuits."""
    if not site.ups or used(site, "ups") or not any(node.type == "circuit" for node in site.nodes):
        return
    for planned in site.ups:
        if planned.line.line.quantity and planned.behind_w.known and planned.rating_w.known and planned.behind_w.value:
            yield planned


def _unplaced(view: View, planned: PlannedUps) -> Finding:
    line = planned.line
    current = input_a(planned, view.site, view.facts, view.organisation.profile)
    outlet = outlet_for(current)
    told = {"name": line.line.title, "current": current, "outlet": outlet}
    if outlet is not None:
        say = msg(
            "UP15.unplaced",
            "{name} hangs on no circuit of the wiring; with load, loss and charging it takes up to {current}: an outlet of {outlet}.",
            **told,
        )
    else:
        say = msg(
            "UP15.large",
            "{name} hangs on no circuit of the wiring; with load, loss and charging it would take up to {current} of one phase.",
            **told,
        )
    return Finding(
        outcome="note",
        subject=line.line.id,
        message=say,
        remedy=msg(
            "UP15.remedy",
            "Plug it in at an outlet of its own circuit (above 32 A of three phases), and its machines behind it.",
        ),
        figures=(current,),
    )


def outlet_for(current: Figure) -> Figure | None:
    """Return the smallest customary outlet (A) for a current (A), None where none carries it."""
    return next((limit(name) for name in _OUTLETS if not above(current, limit(name))), None)


def charger_w(planned: PlannedUps) -> Figure:
    """Return what the UPS of a line take to charge their batteries (W): as told, else by the customary share of the rating."""
    told = charger_of_unit(planned.line)
    if told.known:
        units = entered(f"{planned.line.key}/units", float(planned.line.line.quantity), "1")
        return trace(SHARE_OF_W, f"{planned.line.key}/charger_w", whole_w=told, share=units)
    share = limit("ups.charger_share")
    return trace(SHARE_OF_W, f"{planned.line.key}/charger_w", whole_w=planned.rating_w, share=share)


def input_a(planned: PlannedUps, site: SiteFigures, facts: Facts, profile: str) -> Figure:
    """Return what one UPS of a line takes from the wall (A) when it charges under load."""
    key = planned.line.key
    whole = trace(SUM_W, f"{key}/input_w", power_w=[planned.behind_w, planned.heat_w, charger_w(planned)])
    units = float(planned.line.line.quantity)
    one = leaf(f"{key}/one_of", 1 / units, "1", Quality.COMPUTED, "one of several")
    factor = first_known(
        "plan/power_factor",
        "1",
        lowest_factor((line for load in site.loads.values() for line in load.lines.values()), plan_factor(facts)),
        limit("default.power_factor"),
    )
    return trace(
        CURRENT_1PH_A,
        f"{key}/input_a",
        power_w=trace(SHARE_OF_W, f"{key}/unit_input_w", whole_w=whole, share=one),
        volts_ln_v=limit("default.volts_v", profile),
        power_factor=factor,
    )


CHECKS = (
    Check(
        id="UP15",
        area="power",
        title=msg("UP15.title", "Outlet of a planned UPS"),
        reads=("site", "facts", "organisation"),
        source="load, loss (APC white paper 25) and charging of 30 % of the rating (customary value, to be confirmed)",
        limit="ups.charger_share",
        blocking=False,
        run=not_in_the_wiring,
    ),
)

"""What the plan puts on what has to carry it, as traced figures: UPS, cooling unit, switch."""

from __future__ import annotations

import math

import msgspec

from planner.assess.factor import lowest_factor, plan_factor
from planner.assess.facts import fact_figure
from planner.assess.formulas import SHARE_OF_W
from planner.assess.lines import POWERED, LineFigures
from planner.assess.run import Assessment
from planner.facility.circuits import APPARENT_VA
from planner.facility.cooling_loss import RATED_FOR_W
from planner.facility.power import SUM_W
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.limits import limit
from planner.messages import Labelled

UPS_NEED_W = Formula(
    key="tender.ups_need_w",
    label=Labelled(zh="UPS所需有功功率", en="active power asked of the UPS"),
    text="load_w / use_share",
    unit="W",
    source="load behind the UPS over the recommended share of its rating",
    function=lambda load_w, use_share: load_w / use_share,
)
UPS_NEED_VA = Formula(
    key="tender.ups_need_va",
    label=Labelled(zh="UPS所需视在功率", en="apparent power asked of the UPS"),
    text="load_va / use_share",
    unit="VA",
    source="load behind the UPS over the recommended share of its rating",
    function=lambda load_va, use_share: load_va / use_share,
)
USE_AT_ALTITUDE = Formula(
    key="tender.use_at_altitude",
    label=Labelled(zh="高海拔下的使用比例", en="share of the rating that is used at altitude"),
    text="use_share * share_pct / 100",
    unit="1",
    source="recommended share of what is left of the rating at altitude",
    function=lambda use_share, share_pct: use_share * share_pct / 100,
)
EACH_W = Formula(
    key="tender.each_w",
    label=Labelled(zh="单台承担的功率", en="power on each unit"),
    text="whole_w / units",
    unit="W",
    source="equal units share the load",
    function=lambda whole_w, units: whole_w / units,
)
COOLING_NEED_W = Formula(
    key="tender.cooling_need_w",
    label=Labelled(zh="单台所需显冷量", en="sensible cooling asked of each unit"),
    text="max(0, heat_w * margin - sum(others_w)) / units",
    unit="W",
    source="heat of the plan, less the sensible cooling of the other units",
    function=lambda heat_w, margin, others_w, units: max(0, heat_w * margin - math.fsum(others_w)) / units,
)
_WHOLE = constant("constant/whole", 1.0, "1", "the load itself, without reserve")


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be carried: ``wanted`` with the customary reserve, ``least`` without it.

    ``is_open`` where part of the load is not known; ``is_supposed`` where nobody said what it carries and everything
    was counted.
    """

    wanted: Figure
    least: Figure
    is_open: bool = False
    is_supposed: bool = False


# ---------------------------------------------------------------------------------------------------- UPS
def ups_power(assessment: Assessment, line: str) -> Need | None:
    """Return the active power (W) asked of each UPS of ``line``; None where several lines of UPS share the load."""
    found = _ups_load(assessment, line)
    if found is None:
        return None
    load_w, is_open, is_supposed = found
    wanted, least = (
        trace(UPS_NEED_W, f"tender/{line}/{name}", load_w=load_w, use_share=_used(assessment, line, share))
        for name, share in (("ups_need_w", limit("ups.load_warn")), ("ups_least_w", _WHOLE))
    )
    return Need(wanted=wanted, least=least, is_open=is_open, is_supposed=is_supposed)


def ups_apparent(assessment: Assessment, line: str) -> Need | None:
    """Return the apparent power (VA) asked of each UPS of ``line``, at the power factor of the plan.

    Where that is not known the load counts as if it were 1, the least it can be, and the need is open.
    """
    found = _ups_load(assessment, line)
    if found is None:
        return None
    load_w, is_open, is_supposed = found
    machines = [one for one in assessment.context.lines.values() if one.line.role in POWERED and one.line.quantity]
    factor = lowest_factor(machines, plan_factor(assessment.context.facts))
    load_va = trace(
        APPARENT_VA, f"tender/{line}/ups_load_va", power_w=load_w, power_factor=factor if factor.known else _WHOLE
    )
    wanted, least = (
        trace(UPS_NEED_VA, f"tender/{line}/{name}", load_va=load_va, use_share=_used(assessment, line, share))
        for name, share in (("ups_need_va", limit("ups.load_warn")), ("ups_least_va", _WHOLE))
    )
    return Need(wanted=wanted, least=least, is_open=is_open or not factor.known, is_supposed=is_supposed)


def _used(assessment: Assessment, line: str, share: Figure) -> Figure:
    """Return the share of the nameplate that may be used: less where the air is thin."""
    left = assessment.context.site.ups_share_pct
    return share if left is None else trace(USE_AT_ALTITUDE, f"tender/{line}/use", use_share=share, share_pct=left)


def _ups_load(assessment: Assessment, line: str) -> tuple[Figure, bool, bool] | None:
    """Return the load (W) on each UPS, whether part of it is unknown, whether all machines were supposed to hang on it."""
    context = assessment.context
    planned = [one for one in context.lines.values() if one.line.role == "ups" and one.line.quantity]
    if len(planned) != 1 or planned[0].line.id != line:
        return None
    wired = [load for load in context.site.loads.values() if load.node.type == "ups" and load.connected]
    if wired:
        parts = [part for load in wired for given in load.load_w.inputs for part in given.figures]
    else:
        parts = [one.max_w for one in _machines(assessment)]
    known = [part for part in parts if part.known]
    if not known:
        return unknown(f"tender/{line}/ups_load_w", "W"), bool(parts), not wired
    whole = trace(SUM_W, f"tender/{line}/ups_whole_w", power_w=known)
    return _each(line, whole, planned[0].line.quantity), len(known) < len(parts), not wired


def _machines(assessment: Assessment) -> list[LineFigures]:
    return [one for one in assessment.context.lines.values() if one.line.role in POWERED and one.line.quantity]


def _each(line: str, whole: Figure, units: int) -> Figure:
    if units == 1:
        return whole
    return trace(EACH_W, f"tender/{line}/ups_load_w", whole_w=whole, units=_count(f"tender/{line}/units", units))


def _count(key: str, value: float) -> Figure:
    return leaf(key, float(value), "1", Quality.ENTERED)


# ---------------------------------------------------------------------------------------------------- cooling
def cooling(assessment: Assessment, line: str) -> Need:
    """Return the sensible cooling (W) asked of each unit of ``line``: what the other units leave of the heat.

    It is open, and unknown, where heat or another unit is not known. What is asked is the rated cooling: at altitude and
    on hot days more of it is wanted for the same heat.
    """
    context = assessment.context
    own = f"{context.alternative.id}/{line}/sensible_w"
    figures = [one for given in context.site.rated_cooling_w.inputs for one in given.figures]
    others = [one for one in figures if one.key != own]
    heat, derate = context.site.heat_w, context.site.place_derate
    if derate is not None:
        heat = trace(RATED_FOR_W, f"tender/{line}/rated_for_w", wanted_w=heat, derate=derate)
    units = _count(f"tender/{line}/units", context.lines[line].line.quantity or 1)
    wanted, least = (
        trace(COOLING_NEED_W, f"tender/{line}/{name}", heat_w=heat, margin=margin, others_w=others, units=units)
        for name, margin in (("cooling_need_w", limit("co.margin")), ("cooling_least_w", limit("co.min")))
    )
    return Need(wanted=wanted, least=least, is_open=not least.known)


def own_cooling(assessment: Assessment, line: str) -> Figure:
    """Return the sensible cooling (W) of one unit of ``line``, from its total capacity where only that is known."""
    context = assessment.context
    own = f"{context.alternative.id}/{line}/sensible_w"
    figures = (one for given in context.site.rated_cooling_w.inputs for one in given.figures)
    whole = next((one for one in figures if one.key == own and one.formula is SHARE_OF_W), None)
    if whole is None:
        return unknown(own, "W")
    return next(given.figures[0] for given in whole.inputs if given.name == "whole_w")


# ---------------------------------------------------------------------------------------------------- network
def port_rate(assessment: Assessment, line: str) -> Need | None:
    """Return the fastest port (Gbit/s) that machines and storage of the plan ask for; None where none is typed."""
    del line
    rates = [
        fact_figure(one.line.facts, key, f"{one.line.id}/{key}", "Gbit/s")
        for one in _machines(assessment)
        if one.line.role in ("compute", "storage")
        for key in ("port_gbps", "network_gbps")
    ]
    known = [one for one in rates if one.known]
    if not known:
        return None
    fastest = max(known, key=lambda one: one.require())
    return Need(wanted=fastest, least=fastest)


def ports(assessment: Assessment, line: str) -> Figure | None:
    """Return the machines that need a port of the only line of switches, per switch; None where there are several."""
    switches = [one for one in _machines(assessment) if one.line.role == "network"]
    if len(switches) != 1 or switches[0].line.id != line:
        return None
    units = sum(one.line.quantity for one in _machines(assessment) if one.line.role in ("compute", "storage"))
    each = math.ceil(units / switches[0].line.quantity)
    return leaf(f"tender/{line}/ports", float(each), "1", Quality.COMPUTED, "one port for each machine of the plan")

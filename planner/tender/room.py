"""What a machine may draw in the room as the papers ask it: one bound for its own requirement and for what feeds it."""

from __future__ import annotations

from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.figure import Figure, Formula, Quality, leaf, trace
from planner.messages import Labelled
from planner.tender import needs
from planner.tender.case import in_unit, rests_on_assumption
from planner.tender.library import library_of
from planner.tender.thresholds import max_from_need
from planner.units import convert

ASKED_W = Formula(
    key="tender.asked_w",
    label=Labelled(zh="按要求值计的功率", en="power as the papers ask it"),
    text="min(planned_w, units * asked_w)",
    unit="W",
    source="a machine that draws more than the site allows is asked with the bound of the site",
    function=lambda planned_w, units, asked_w: min(planned_w, units * asked_w),
)


def power_bound(need: Figure, chosen: Figure, steps: str) -> float | None:
    """Return the greatest power a paper may ask for, in the unit of ``need``; None where the site tells none."""
    if not need.known or need.require() <= 0:
        return None
    product = chosen.value if not rests_on_assumption(chosen) else None
    return max_from_need(need.require(), product, steps)


def asked_power(assessment: Assessment, line: LineFigures) -> Figure:
    """Return the W of all units of ``line``: as planned, or the bound that its own requirement states where that is less."""
    row = next((one for one in library_of(line.line.role) if one.rule == "room_power"), None)
    if row is None or not line.max_w.known:
        return line.max_w
    need = in_unit(needs.room_power(assessment, line.line.id), row.unit)
    bound = power_bound(need, in_unit(line.unit_max_w, row.unit), row.ladder)
    if bound is None or convert(bound, row.unit, "W") * line.line.quantity >= line.max_w.require():
        return line.max_w
    key = f"tender/{line.line.id}"
    asked = leaf(f"{key}/asked_w", convert(bound, row.unit, "W"), "W", Quality.COMPUTED, "bound of the requirement")
    units = leaf(f"{key}/units", float(line.line.quantity), "1", Quality.ENTERED)
    return trace(ASKED_W, f"{key}/asked_power_w", planned_w=line.max_w, units=units, asked_w=asked)

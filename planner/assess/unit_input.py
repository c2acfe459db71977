"""What an air conditioner that is there draws: by its plate, else by its cooling and a customary efficiency, as an assumption."""

from __future__ import annotations

from planner.assess import formulas as f
from planner.assess.cooling_class import horsepower
from planner.assess.facts import fact_figure
from planner.facility.cooling import HP_COOLING_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.plan.document import SiteNode


def is_told(node: SiteNode) -> bool:
    """Tell whether something is told of an air conditioner that its power input follows from."""
    values = node.values
    if "power_in_kw" in values or "total_kw" in values:
        return True
    return "class_cn" in values and horsepower(values["class_cn"]) is not None


def unit_input_w(node: SiteNode) -> Figure:
    """Return what a unit draws (W): the input on its plate, else rated cooling over the EER that planned units have too.

    The cooling is as told, else by the size class of 2.5 kW for each 匹; without any of them it is unknown.
    """
    key = f"site/{node.id}"
    power = fact_figure(node.values, "power_in_kw", f"{key}/power_in_kw", "kW")
    if power.known:
        return trace(f.KILOWATTS_W, f"{key}/input_w", power_kw=power)
    total = fact_figure(node.values, "total_kw", f"{key}/total_kw", "kW")
    said = None if total.known else horsepower(node.values.get("class_cn"))
    if said is not None:
        size = leaf(f"{key}/class_cn", said, "hp", node.values["class_cn"].quality)
        return trace(
            f.COOLING_W_INPUT_W,
            f"{key}/input_w",
            cooling_w=trace(HP_COOLING_W, f"{key}/total_w", horsepower=size),
            eer=_eer(),
        )
    if not total.known:
        return trace(f.KILOWATTS_W, f"{key}/input_w", power_kw=power)
    return trace(f.COOLING_INPUT_W, f"{key}/input_w", total_kw=total, eer=_eer())


def _eer() -> Figure:
    customary = limit("default.eer")
    return leaf(customary.key, customary.value, "1", Quality.ASSUMED, customary.source)

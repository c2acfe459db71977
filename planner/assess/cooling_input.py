"""What a planned air conditioner draws: its power input as told, of its row, or by its capacity and an EER."""

from __future__ import annotations

from planner.assess import formulas as f
from planner.assess.facts import fact_figure, first_known, of_item
from planner.assess.goods import Goods
from planner.catalog.items import Item
from planner.figure import Figure, Quality, leaf, trace, unknown
from planner.limits import limit

_BY_WATER = "water"  # a unit on chilled water draws for its fans only: its capacity says nothing of its input


def input_w(key: str, line: Goods, item: Item | None) -> Figure:
    """Return what one unit draws (W): its power input, else rated cooling over EER; unknown where neither is known.

    Without an EER of its own a low one is reckoned with, as an assumption.
    """
    told = fact_figure(line.facts, "max_power_w", f"{key}/max_power_w", "W")
    if told.known:
        return told
    name = f"{key}/input_w"
    power = _known(key, line, item, "power_in_kw", "kW")
    if power.known:
        return trace(f.KILOWATTS_W, name, power_kw=power)
    total = _known(key, line, item, "total_kw", "kW")
    if not total.known or (item is not None and _BY_WATER in item.text("subkind")):
        return unknown(power.key, "W")
    ratio = _known(key, line, item, "eer", "1")
    if not ratio.known:
        customary = limit("default.eer")
        ratio = leaf(customary.key, customary.value, "1", Quality.ASSUMED, customary.source)
    return trace(f.COOLING_INPUT_W, name, total_kw=total, eer=ratio)


def _known(key: str, line: Goods, item: Item | None, name: str, unit: str) -> Figure:
    own = fact_figure(line.facts, name, f"{key}/{name}", unit)
    return first_known(f"{key}/{name}", unit, own, of_item(item, name, unit))

"""Sensible cooling of the units there are and of those planned: as they are rated, and what is left of it at the place."""

from __future__ import annotations

import msgspec

from planner.assess import formulas as f
from planner.assess.cooling_class import horsepower
from planner.assess.facts import fact_figure, first_known, of_item
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.place_derate import place_derate
from planner.facility.cooling import HP_COOLING_W, SENSIBLE_SUM_W, SENSIBLE_W
from planner.facility.cooling_loss import AT_PLACE_W
from planner.figure import Figure, entered, leaf, trace, unknown
from planner.plan.document import Facts, SiteNode


class RoomCooling(msgspec.Struct, frozen=True, kw_only=True):
    """Sensible cooling of the units: ``rated_w``, the share that is left at the place where that is told, and what is left."""

    rated_w: Figure
    derate: Figure | None
    left_w: Figure


def room_cooling(
    alternative: str,
    units: tuple[tuple[SiteNode, ...], tuple[LineFigures, ...]],
    room: SiteNode | None,
    facts: Facts,
    memo: Memo,
) -> RoomCooling:
    """Return the cooling of all units, those there and those planned, rated and as much as is left at the place."""
    derate = None if room is None else memo.call(place_derate, room)
    key = f"{alternative}/total/sensible_cooling_w"
    if derate is None or not derate.known:
        rated = _rated(key, alternative, units, facts, memo)
        return RoomCooling(rated_w=rated, derate=None, left_w=rated)
    rated = _rated(f"{alternative}/total/rated_cooling_w", alternative, units, facts, memo)
    return RoomCooling(rated_w=rated, derate=derate, left_w=at_place(rated, derate, key))


def at_place(rated: Figure, derate: Figure | None, key: str) -> Figure:
    """Return what is left (W) of a rated sensible cooling at a place; itself where nobody told of the place."""
    return rated if derate is None else trace(AT_PLACE_W, key, rated_w=rated, derate=derate)


def _rated(
    key: str,
    alternative: str,
    units: tuple[tuple[SiteNode, ...], tuple[LineFigures, ...]],
    facts: Facts,
    memo: Memo,
) -> Figure:
    there, planned = units
    found = memo.each("cooling of a unit", lambda node: _unit_cooling(node, facts), there, (facts,))
    found += memo.each(
        "cooling of a line", lambda line: _line_cooling(alternative, line, facts), planned, (alternative, facts)
    )
    if not found:
        return unknown(key, "W", ("site/ac",))
    return trace(SENSIBLE_SUM_W, key, sensible_w=found)


def _unit_cooling(node: SiteNode, facts: Facts) -> Figure:
    key = f"site/{node.id}"
    sensible = fact_figure(node.values, "sensible_kw", f"{key}/sensible_kw", "kW")
    total = fact_figure(node.values, "total_kw", f"{key}/total_kw", "kW")
    said = horsepower(node.values.get("class_cn"))
    if not sensible.known and not total.known and said is not None:
        size = leaf(f"{key}/class_cn", said, "hp", node.values["class_cn"].quality)
        return _sensible(key, trace(HP_COOLING_W, f"{key}/total_w", horsepower=size), facts)
    return _from_kilowatts(key, sensible, total, facts)


def _line_cooling(alternative: str, line: LineFigures, facts: Facts) -> Figure:
    key = f"{alternative}/{line.line.id}"
    own = line.line.facts
    sensible = first_known(
        f"{key}/sensible_kw",
        "kW",
        fact_figure(own, "sensible_kw", f"{key}/sensible_kw", "kW"),
        of_item(line.item, "sensible_kw", "kW"),
    )
    total = first_known(
        f"{key}/total_kw",
        "kW",
        fact_figure(own, "total_kw", f"{key}/total_kw", "kW"),
        of_item(line.item, "total_kw", "kW"),
    )
    unit = _from_kilowatts(key, sensible, total, facts)
    count = entered(f"{key}/quantity", float(line.line.quantity), "1")
    return trace(f.SHARE_OF_W, f"{key}/sensible_w", whole_w=unit, share=count)


def _from_kilowatts(key: str, sensible: Figure, total: Figure, facts: Facts) -> Figure:
    if sensible.known:
        return trace(f.KILOWATTS_W, f"{key}/sensible_w", power_kw=sensible)
    return _sensible(key, trace(f.KILOWATTS_W, f"{key}/total_w", power_kw=total), facts)


def _sensible(key: str, total_w: Figure, facts: Facts) -> Figure:
    ratio = fact_figure(facts, "shr", "plan/shr", "1")
    return trace(SENSIBLE_W, f"{key}/sensible_w", total_w=total_w, sensible_ratio=ratio)

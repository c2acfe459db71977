"""More cooling where it is too little: what a heat wants at the place of the room, and the units that are enough."""

from __future__ import annotations

import math

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known
from planner.assess.formulas import SHARE_OF_W
from planner.assess.lines import LineFigures
from planner.assess.site import SiteFigures
from planner.checks.formulas import MARGIN_SHARE
from planner.checks.registry import Fix
from planner.checks.site_parts import alternative_of
from planner.facility.cooling import REQUIRED_TOTAL_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Facts
from planner.plan.edits import AddPart, Batch, SetValue

# Rated cooling of comfort units of 1, 1.5, 2, 3 and 5 hp (匹) in kW, from the makers' model naming.
CLASSES_KW = (2.6, 3.5, 5.0, 7.2, 12.0)
_MISSING = "cooling that is missing, with the customary margin"
_FEW = 3  # units that are still no cooling plant


def total_key(heat: Figure) -> str:
    """Return the key that the totals of an alternative begin with."""
    return heat.key.rpartition("/")[0]


def _shr(facts: Facts) -> Figure:
    return first_known("plan/shr", "1", fact_figure(facts, "shr", "plan/shr", "1"), limit("default.shr"))


def needed_total_w(view: View, heat: Figure) -> Figure:
    """Return the rated cooling (W) that a heat wants at the place of the room, with the customary margin."""
    told = view.site.place_derate
    return trace(
        REQUIRED_TOTAL_W,
        f"{total_key(heat)}/cooling_needed_w",
        sensible_heat_w=heat,
        sensible_ratio=_shr(view.facts),
        derate=told or leaf("check/derate", 1.0, "1", Quality.ASSUMED, "sea level, ordinary summer"),
        margin=trace(MARGIN_SHARE, f"{total_key(heat)}/margin_share", times=limit("co.margin")),
    )


def add_unit(view: View, heat: Figure, cooling: Figure, needed: Figure, *, spare: bool = False) -> Fix | None:
    """Return the fix that puts units on the list, enough with the margin; their price is still open.

    With ``spare`` what is there then is enough with the largest unit off too. Where such a step was taken before, its line is changed instead of another one added.
    """
    share = _shr(view.facts).require()
    if not needed.known or share <= 0:
        return None
    planned = next((one for one in view.lines.values() if _is_step(one)), None)
    found = _fewest(view, heat, share, planned, spare=spare)
    if found is None:
        planned = None
        short_w = needed.require() - cooling.require() / (share * _left_share(view.site))
        kilowatts = next((size for size in CLASSES_KW if size * 1000 >= short_w), CLASSES_KW[-1])
        found = max(1, math.ceil(short_w / (kilowatts * 1000))), kilowatts
    units, kilowatts = found
    if units > limit("fix.most_units").require():
        return None  # that is a cooling plant, not one more unit
    size = leaf("check/unit_kw", kilowatts, "kW", Quality.ASSUMED, _MISSING)
    capacity = {"value": kilowatts, "quality": "assumed", "source": _MISSING}
    lines = f"alternatives/{alternative_of(heat.key)}/lines"
    if planned is not None:
        path = f"{lines}/{planned.line.id}"
        edits = (
            SetValue(path=f"{path}/quantity", value=units),
            SetValue(path=f"{path}/facts/total_kw", value=capacity),
        )
        label = msg("CO01.fix.instead", "Plan {units} air conditioner(s) of {size} instead", units=units, size=size)
        return Fix(label=label, edit=Batch(edits=edits))
    number = next(count for count in range(1, len(view.lines) + 2) if f"ac-new-{count}" not in view.lines)
    line = {
        "id": f"ac-new-{number}",
        "title": {"zh": "空调（新增）", "en": "Air conditioner (additional)"},
        "role": "cooling",
        "quantity": units,
        "facts": {"total_kw": capacity},
    }
    return Fix(
        label=msg(
            "CO01.fix.unit",
            "Add {units} air conditioner of {size} to the build (price still open)",
            units=units,
            size=size,
        ),
        edit=AddPart(path=lines, value=line),
    )


def _is_step(line: LineFigures) -> bool:
    """Tell whether a line was put on the list by such a step and has no product yet."""
    fact = line.line.facts.get("total_kw")
    bare = line.line.role == "cooling" and line.item is None
    return bare and fact is not None and fact.source == _MISSING


def _fewest(
    view: View, heat: Figure, share: float, planned: LineFigures | None, *, spare: bool
) -> tuple[int, float] | None:
    """Return the fewest and smallest units (count, kW) with which heat is carried; ``planned`` is replaced by them.

    None where a few do not, or what is there is not known.
    """
    there = [one.value for one in units_of(view.site)]
    if not heat.known or None in there:
        return None
    now = [value for value in there if value is not None]
    if planned is not None:
        fact = planned.line.facts["total_kw"].value
        each_w = float(fact) * 1000 * share if isinstance(fact, int | float) else 0.0
        gone = [place for place, value in enumerate(now) if abs(value - each_w) < 1][-planned.line.quantity :]
        now = [value for place, value in enumerate(now) if place not in gone]
    left = _left_share(view.site)
    sizes = ((units, kilowatts) for units in range(1, _FEW + 1) for kilowatts in CLASSES_KW)
    return next(
        (
            one
            for one in sizes
            if _carries([*now, *[one[1] * 1000 * share] * one[0]], heat.require() / left, spare=spare)
        ),
        None,
    )


def _left_share(site: SiteFigures) -> float:
    return 1.0 if site.place_derate is None else site.place_derate.require()


def _carries(units_w: list[float], heat_w: float, *, spare: bool) -> bool:
    """Tell whether units of such sensible cooling (W) carry a heat with the margin, and with the largest off if that is wanted."""
    whole = math.fsum(units_w)
    enough = whole >= limit("co.margin").require() * heat_w
    return enough and (not spare or whole - max(units_w) >= heat_w)


def units_of(site: SiteFigures) -> tuple[Figure, ...]:
    """Return the rated sensible cooling (W) of each unit, lines of several units taken apart."""
    found: list[Figure] = []
    for figure in (one for given in site.rated_cooling_w.inputs for one in given.figures):
        given = {one.name: one.figures[0] for one in figure.inputs}
        if figure.formula is SHARE_OF_W and given["share"].known:
            found += [given["whole_w"]] * round(given["share"].require())
        else:
            found.append(figure)
    return tuple(found)

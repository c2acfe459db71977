"""Heat of the room beside that of the machines: the people in it and the sun through its windows, where they are told."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.checks.cooling import STAFFED, is_warm
from planner.checks.formulas import COOLING_RATIO, ROOM_HEAT_W, WINDOWS_W
from planner.checks.more_cooling import add_unit, needed_total_w, total_key
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import room_of
from planner.facility.cooling import PEOPLE_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode

_NAMES = ("people_count", "window_area_m2")


def room_heat(view: View) -> Iterator[Finding]:
    """CO18: cooling that carries the machines must carry people and sun as well; in a full room these are the larger part."""
    site, room = view.site, room_of(view.site)
    heat, cooling = site.heat_w, site.sensible_cooling_w
    if room is None or not is_warm(site) or not (heat.known and cooling.known) or above(heat, cooling):
        return  # CO01 tells or asks
    told = [name for name in _NAMES if name in room.values]
    if not told:
        if text(room.values, "occupancy") in STAFFED:
            yield _ask(room, heat, cooling)
        return
    whole = _whole(room, heat)
    ratio = trace(COOLING_RATIO, f"{total_key(heat)}/room_cooling_ratio", sensible_w=cooling, heat_w=whole)
    said = {"whole": whole, "heat": heat, "cooling": cooling}
    if not below(ratio, limit("co.margin")):
        say = msg(
            "CO18.pass",
            "With people and sun the room gives off {whole}; {cooling} of sensible cooling carries it.",
            **said,
        )
        yield passed(room.id, say, ratio, whole, cooling)
        return
    over = below(ratio, limit("co.min"))
    yield Finding(
        outcome="error" if over else "warning",
        subject=room.id,
        message=msg(
            "CO18.over",
            "The machines give off {heat}, with people and sun {whole}; the sensible cooling is {cooling}.",
            **said,
        ),
        remedy=msg(
            "CO18.remedy",
            "Add {more} W of sensible cooling, or let the machines run at full power when the room is empty.",
            more=round(whole.require() * limit("co.margin").require() - cooling.require()),
        ),
        figures=(ratio, whole, cooling, limit("co.margin")),
        fix=add_unit(view, whole, cooling, needed_total_w(view, whole)),
    )


def _whole(room: SiteNode, heat: Figure) -> Figure:
    key = f"site/{room.id}"
    people, windows = (_number(room, name, unit) for name, unit in zip(_NAMES, ("1", "m2"), strict=True))
    return trace(
        ROOM_HEAT_W,
        f"{total_key(heat)}/room_heat_w",
        machines_w=heat,
        people_w=trace(PEOPLE_W, f"{key}/people_w", people=people),
        windows_w=trace(WINDOWS_W, f"{key}/windows_w", area_m2=windows, w_per_m2=limit("co.window_w_m2")),
    )


def _number(room: SiteNode, name: str, unit: str) -> Figure:
    """Return what was told; the other of the two counts as nothing, as the margin is for what nobody told."""
    found = fact_figure(room.values, name, f"site/{room.id}/{name}", unit)
    return found if found.known else leaf(found.key, 0.0, unit, Quality.ASSUMED, "not told; the margin is for it")


def _ask(room: SiteNode, heat: Figure, cooling: Figure) -> Finding:
    return cannot_tell(
        room.id,
        msg(
            "CO18.unknown",
            "Sensible cooling of {cooling} carries the {heat} of the machines; whether it carries people and sun as well is not known.",
            heat=heat,
            cooling=cooling,
        ),
        msg(
            "CO18.ask",
            "Say how many sit in the room and how large its windows are: a person gives off 100 W, a sunny window 250 W/m².",
        ),
        tuple([f"site/{room.id}/{name}" for name in _NAMES]),
    )


CHECKS = (
    Check(
        id="CO18",
        area="cooling",
        title=msg("CO18.title", "Heat of people and sun"),
        reads=("site", "lines", "facts"),
        source="heat of all sources in the room; 100 W a person, 870 BTU/h a square metre of sunny window (quick method; to be confirmed)",
        limit="co.margin",
        blocking=False,
        run=room_heat,
    ),
)

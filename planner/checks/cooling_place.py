"""Checks of the place that cooling works at: outdoor temperature, altitude, water for it, and water where none should be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.lines import LineFigures, parted
from planner.assess.place_derate import altitude_derate, outdoor_derate
from planner.assess.site import SiteFigures
from planner.checks.cooling import is_warm
from planner.checks.declared import HIGHEST_TOWN_M, of_node
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import name_of, room_of
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue


def outdoors(view: View) -> Iterator[Finding]:
    """CO05: a comfort unit cools only within a range of outdoor temperature; in winter it needs a low-ambient kit."""
    room = room_of(view.site)
    if room is None or not is_warm(view.site):
        return
    cold, warm = of_node(room, "outdoor_min_c", "degC"), of_node(room, "outdoor_max_c", "degC")
    for node in view.site.cooling_units:
        low, high = of_node(node, "low_ambient_c", "degC"), of_node(node, "high_ambient_c", "degC")
        told = {"name": name_of(node), "cold": cold, "warm": warm, "low": low, "high": high}
        if cold.known and low.known and cold.require() < low.require():
            yield Finding(
                outcome="warning",
                subject=node.id,
                message=msg("CO05.cold", "It gets {cold} cold outdoors; {name} cools down to {low}.", **told),
                remedy=msg("CO05.cold.remedy", "Have a low-ambient kit put in: machines need cooling in winter too."),
                figures=(cold, low),
                fix=_kit(node, cold),
            )
        elif warm.known and high.known and warm.require() > high.require():
            yield Finding(
                outcome="warning",
                subject=node.id,
                message=msg("CO05.warm", "It gets {warm} warm outdoors; {name} cools up to {high}.", **told),
                remedy=msg("CO05.warm.remedy", "Shade the outdoor unit, or take one for hotter climates."),
                figures=(warm, high),
            )
        elif cold.known and low.known:
            yield passed(node.id, msg("CO05.pass", "{name} cools at {cold} outdoors too.", **told), cold, low)
        elif cold.known and cold.require() < limit("co.cold_c").require():
            yield cannot_tell(
                node.id,
                msg("CO05.unknown", "Whether {name} cools at {cold} outdoors is not known.", **told),
                msg(
                    "CO05.ask",
                    "Look for the outdoor range for cooling in the manual; comfort units often stop at -5 °C.",
                ),
                low.missing,
            )


def _kit(node: SiteNode, cold: Figure) -> Fix:
    value = {"value": cold.require(), "quality": "assumed", "source": "low-ambient kit to be put in"}
    return Fix(
        label=msg("CO05.fix", "Plan a low-ambient kit for {cold}", cold=cold),
        edit=SetValue(path=f"site/{node.id}/values/low_ambient_c", value=value),
    )


def altitude(view: View) -> Iterator[Finding]:
    """CO12: thin air and hot days take some of the cooling; what is left is judged by CO01, here stands why it is less."""
    room, site = room_of(view.site), view.site
    if room is None or not is_warm(site):
        return
    cooling, heat, derate = site.sensible_cooling_w, site.heat_w, site.place_derate
    if not cooling.known:
        return  # CO01 asks
    asked: tuple[Finding, ...] = ()
    if "altitude_m" not in room.values and heat.known and heat.require() <= cooling.require():
        asked = tuple(_altitude_asked(room, cooling, heat))
    yield from asked
    if derate is not None and not asked:
        yield _left(room, site, derate)


def _at(room: SiteNode) -> dict[str, object]:
    thin = altitude_derate(room)
    more = 0 if thin is None or thin.value is None else round(100 / thin.value - 100)
    return {"height": of_node(room, "altitude_m", "m"), "outdoor": of_node(room, "outdoor_max_c", "degC"), "more": more}


def _left(room: SiteNode, site: SiteFigures, derate: Figure) -> Finding:
    """Return what is left of the rated cooling, and what takes it: the altitude, hot days, or both."""
    told = {"left": site.sensible_cooling_w, "rated": site.rated_cooling_w, "share": derate, **_at(room)}
    hot, thin = outdoor_derate(room), altitude_derate(room)
    if hot is None or hot.value == 1.0:
        said = msg(
            "CO12.high",
            "At {height} the units give {left} of the {rated} they are rated at ({share}); the same heat wants {more} % more air.",
            **told,
        )
    elif thin is None:
        said = msg(
            "CO12.warm",
            "At {outdoor} outdoors the units give {left} of the {rated} they are rated at ({share}).",
            **told,
        )
    else:
        said = msg(
            "CO12.high_warm",
            "At {height} and {outdoor} outdoors the units give {left} of the {rated} they are rated at ({share}); "
            "the same heat wants {more} % more air.",
            **told,
        )
    figures = (site.sensible_cooling_w, site.rated_cooling_w, derate)
    heat, margin = site.heat_w, limit("co.margin")
    short = not heat.known or heat.require() * margin.require() > site.sensible_cooling_w.require()
    if not short or derate.require() == 1.0:
        return passed(room.id, said, *figures)
    remedy = msg("CO12.remedy", "Size every unit by what it gives here: divide the heat by {share}.", share=derate)
    return Finding(outcome="note", subject=room.id, message=said, remedy=remedy, figures=figures)


def _altitude_asked(room: SiteNode, cooling: Figure, heat: Figure) -> Iterator[Finding]:
    """Yield the question for the altitude where cooling that is enough at sea level would not be in the highest towns."""
    least = altitude_derate(room, HIGHEST_TOWN_M)
    if least is None or heat.require() <= cooling.require() * least.require():
        return
    yield cannot_tell(
        room.id,
        msg(
            "CO12.unknown",
            "Thin air carries less: whether {cooling} still carry {heat} depends on the altitude, which nobody said.",
            cooling=cooling,
            heat=heat,
        ),
        msg("CO12.ask", "Look up the altitude of the town: at 1,000 m about a tenth of the cooling is lost."),
        (f"site/{room.id}/altitude_m",),
    )


def water(view: View) -> Iterator[Finding]:
    """CO14: a machine cooled by liquid needs water in the room."""
    planned = parted(view.memo, view.lines).machines
    rows = [*compress(planned, view.memo.each("CO14", _is_liquid, planned))]
    if not rows:
        return
    room = room_of(view.site)
    there = None if room is None else flag(room.values, "water_supply")
    for line in rows:
        told = {"machine": line.line.title}
        if there:
            yield passed(line.line.id, msg("CO14.pass", "There is water for {machine}.", **told))
        elif there is None:
            key = "site/room" if room is None else f"site/{room.id}/water_supply"
            yield cannot_tell(
                line.line.id,
                msg(
                    "CO14.unknown",
                    "{machine} is cooled by liquid; whether the room has water for it is not known.",
                    **told,
                ),
                msg(
                    "CO14.ask",
                    "Ask the building office for chilled or cooling water in the room, with flow and temperature.",
                ),
                (key,),
            )
        else:
            yield Finding(
                outcome="error",
                subject=line.line.id,
                message=msg("CO14.none", "{machine} is cooled by liquid, and the room has no water for it.", **told),
                remedy=msg(
                    "CO14.remedy", "Take one cooled by air, or have a liquid-to-air unit or pipes planned first."
                ),
            )


def _is_liquid(line: LineFigures) -> bool:
    return line.line.role == "compute" and line.item is not None and line.item.text("cooling").strip() == "liquid"


def leaks(view: View) -> Iterator[Finding]:
    """CO15: condensate and cooling water near racks want a leak sensor."""
    room = room_of(view.site)
    if room is None or not view.site.racks or not view.site.cooling_units:
        return
    there = flag(room.values, "leak_sensor")
    if there:
        yield passed(room.id, msg("CO15.pass", "There is a leak sensor."))
    elif there is None:
        yield cannot_tell(
            room.id,
            msg(
                "CO15.unknown",
                "Air conditioners drain water near the racks; whether there is a leak sensor is not said.",
            ),
            msg("CO15.ask", "Look where condensate and cooling water run, and for a leak cable below the units."),
            (f"site/{room.id}/leak_sensor",),
            _sensor(room),
        )
    else:
        yield Finding(
            outcome="note",
            subject=room.id,
            message=msg("CO15.none", "There is no leak sensor, and air conditioners drain water near the racks."),
            remedy=msg("CO15.remedy", "Lay a leak cable below the units, and keep their drains away from the racks."),
            fix=_sensor(room),
        )


def _sensor(room: SiteNode) -> Fix:
    value = {"value": True, "quality": "assumed", "source": "to be put in"}
    return Fix(
        label=msg("CO15.fix", "Plan a leak sensor"),
        edit=SetValue(path=f"site/{room.id}/values/leak_sensor", value=value),
    )


CHECKS = (
    Check(
        id="CO05",
        area="cooling",
        title=msg("CO05.title", "Outdoor temperature and the units"),
        reads=("site",),
        source="outdoor range for cooling in the unit's manual",
        limit="co.cold_c",
        blocking=False,
        run=outdoors,
    ),
    Check(
        id="CO12",
        area="cooling",
        title=msg("CO12.title", "Cooling at altitude and on hot days"),
        reads=("site", "lines", "facts"),
        source="density of the air by the standard atmosphere (ASHRAE); 1 % for each K above 35 °C outdoors (customary, to be confirmed)",
        covers=("UP13",),
        blocking=False,
        run=altitude,
    ),
    Check(
        id="CO14",
        area="cooling",
        title=msg("CO14.title", "Water for machines cooled by liquid"),
        reads=("site", "lines"),
        source="row of the machine: cooled by liquid",
        run=water,
    ),
    Check(
        id="CO15",
        area="cooling",
        title=msg("CO15.title", "Water near the racks"),
        reads=("site",),
        source="condensate drains and pipes leak sooner or later",
        blocking=False,
        run=leaks,
    ),
)

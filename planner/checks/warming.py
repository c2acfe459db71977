"""Checks of what the heat does to the room: minutes to the limit when the cooling fails, heat where people work."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known, flag, text
from planner.assess.least import least_heat
from planner.assess.place_derate import air_density, allowed_c
from planner.checks.cooling import is_warm, room_subject
from planner.checks.formulas import FAILURE_HIGH_MIN, FAILURE_MIN, HEAT_DENSITY_W_M2, ROOM_M3
from planner.checks.more_cooling import total_key
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import room_of
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Facts, SiteNode
from planner.plan.edits import SetValue

LONG_MIN = 600  # beyond this the model of a closed room no longer holds


_SEVERAL = msg("CO03.remedy.several", "Let the machines shut down by themselves on high temperature.")
_SHUT = msg("CO03.remedy", "Let the machines shut down by themselves on high temperature, and add a second unit.")


def minutes_left(view: View) -> Iterator[Finding]:
    """CO03: how long after the cooling fails the room reaches 35 degrees C, at altitude less."""
    site, room = view.site, room_of(view.site)
    if not is_warm(site):
        return
    subject = room_subject(site)
    key = f"{total_key(site.heat_w)}/failure_min"
    minutes = unknown(key, "min", ("site/room",)) if room is None else failure_minutes(room, site.heat_w)
    told = {"minutes": _span(minutes), "stop": stop_c(room)}
    if not minutes.known and (already := _warm_already(view, room)) is not None:
        yield already
    elif not minutes.known:
        yield cannot_tell(
            subject,
            msg("CO03.unknown", "How fast the room warms when the cooling fails is not known."),
            msg("CO03.ask", "Measure the room, or ask the building office for area and clear height."),
            minutes.missing,
        )
    elif not below(minutes, limit("co.fail_warn_min")):
        yield passed(
            subject, msg("CO03.pass", "Without cooling the room reaches {stop} in {minutes}.", **told), minutes
        )
    elif flag(view.calendar, "auto_shutdown"):
        message = msg(
            "CO03.shut", "Without cooling the room reaches {stop} in {minutes}; the machines shut down before.", **told
        )
        yield passed(subject, message, minutes)
    else:
        yield Finding(
            outcome="error" if below(minutes, limit("co.fail_min")) else "warning",
            subject=subject,
            message=msg("CO03.over", "When the cooling fails the room reaches {stop} in {minutes}.", **told),
            remedy=_SHUT if len(view.site.cooling_units) < 2 else _SEVERAL,
            figures=(minutes, limit("co.fail_warn_min"), limit("co.fail_min")),
            fix=_shutdown(),
        )


def _warm_already(view: View, room: SiteNode | None) -> Finding | None:
    """Return that the heat of what is known warms the room too fast; what is not known can only make it faster."""
    heat = view.site.heat_w
    if room is None or heat.known or flag(view.calendar, "auto_shutdown"):
        return None
    least = least_heat(heat)
    most = failure_minutes(room, least) if least.require() > 0 else heat
    if not (most.known and below(most, limit("co.fail_warn_min"))):
        return None
    return Finding(
        outcome="error" if below(most, limit("co.fail_min")) else "warning",
        subject=room_subject(view.site),
        message=msg(
            "CO03.least",
            "When the cooling fails the room reaches {stop} in {minutes} at the latest: at least {least} of heat is certain.",
            minutes=_span(most),
            stop=stop_c(room),
            least=least,
        ),
        remedy=_SHUT if len(view.site.cooling_units) < 2 else _SEVERAL,
        figures=(most, limit("co.fail_warn_min"), limit("co.fail_min")),
        missing=heat.missing,
        fix=_shutdown(),
    )


def _span(minutes: Figure) -> Figure | Message:
    """Return the time as people say it: below a minute and above some hours the number says nothing."""
    if minutes.known and minutes.require() < 1:
        return msg("CO03.at_once", "less than a minute")
    if minutes.known and minutes.require() > LONG_MIN:
        return msg("CO03.hours", "more than {hours} hours", hours=LONG_MIN // 60)
    return minutes


def stop_c(room: SiteNode | None) -> Figure:
    """Return the temperature (°C) at which machines must stop where a room stands."""
    return allowed_c(room, limit("co.stop_c"))


def failure_minutes(room: SiteNode, heat: Figure) -> Figure:
    """Return after how many minutes without cooling a room reaches the temperature at which machines stop."""
    key = f"site/{room.id}"
    volume = trace(
        ROOM_M3,
        f"{key}/volume_m3",
        area_m2=fact_figure(room.values, "area_m2", f"{key}/area_m2", "m2"),
        height_m=fact_figure(room.values, "height_m", f"{key}/height_m", "m"),
    )
    start = first_known(
        key, "degC", fact_figure(room.values, "setpoint_c", f"{key}/setpoint_c", "degC"), limit("co.start_c")
    )
    told = {
        "air_m3": volume,
        "mass_factor": limit("co.mass_factor"),
        "stop_c": stop_c(room),
        "start_c": start,
        "heat_w": heat,
    }
    minutes = f"{total_key(heat)}/failure_min"
    if "altitude_m" in room.values and (air := air_density(room)).known:
        return trace(FAILURE_HIGH_MIN, minutes, density_kg_m3=air, **told)
    return trace(FAILURE_MIN, minutes, **told)


def _shutdown() -> Fix:
    value = {"value": True, "quality": "entered", "source": "set up with the machines"}
    return Fix(
        label=msg("CO03.fix", "Plan an automatic shutdown on high temperature"),
        edit=SetValue(path="calendar/auto_shutdown", value=value),
    )


_ELSEWHERE = msg("CO13.remedy", "Put the machines into a room of their own and work on them from elsewhere.")


def occupied_room(view: View) -> Iterator[Finding]:
    """CO13: machines heat people out of a room where they give off more than 100 W for each square metre."""
    site, room = view.site, room_of(view.site)
    if not is_warm(site):
        return
    values: Facts = {} if room is None else room.values
    use, key = text(values, "occupancy"), "site/room" if room is None else f"site/{room.id}/area_m2"
    if use == "machine_room":
        yield passed(room_subject(site), msg("CO13.machine_room", "Nobody works in the machine room."))
        return
    area = fact_figure(values, "area_m2", key, "m2")
    density = trace(HEAT_DENSITY_W_M2, f"{total_key(site.heat_w)}/heat_density", heat_w=site.heat_w, area_m2=area)
    if use and area.known and not density.known and (already := _dense_already(view, area)) is not None:
        yield already
    elif not (use and density.known):
        no_use = () if use or room is None else (f"site/{room.id}/occupancy",)
        yield cannot_tell(
            room_subject(site),
            msg("CO13.unknown", "Whether the heat drives people out of the room is not known."),
            msg("CO13.ask", "Say who works in the room, and how large it is."),
            (*no_use, *density.missing),
        )
    elif not above(density, limit("co.density_w_m2")):
        told = msg("CO13.pass", "{density} of heat in a room where people work.", density=density)
        yield passed(room_subject(site), told, density)
    else:
        yield Finding(
            outcome="warning",
            subject=room_subject(site),
            message=msg(
                "CO13.over",
                "{density} of heat in a room where people work; customary is up to {limit}.",
                density=density,
                limit=limit("co.density_w_m2"),
            ),
            remedy=_ELSEWHERE,
            figures=(density, site.heat_w, limit("co.density_w_m2")),
        )


def _dense_already(view: View, area: Figure) -> Finding | None:
    """Return that the heat of what is known is too much for people; what is not known can only add to it."""
    heat, most = view.site.heat_w, limit("co.density_w_m2")
    least = least_heat(heat)
    density = trace(HEAT_DENSITY_W_M2, f"{total_key(heat)}/heat_density_least", heat_w=least, area_m2=area)
    if not (density.known and above(density, most)):
        return None
    return Finding(
        outcome="warning",
        subject=room_subject(view.site),
        message=msg(
            "CO13.least",
            "At least {density} of heat in a room where people work; customary is up to {limit}.",
            density=density,
            limit=most,
        ),
        remedy=_ELSEWHERE,
        figures=(density, least, most),
        missing=heat.missing,
    )


CHECKS = (
    Check(
        id="CO03",
        area="cooling",
        title=msg("CO03.title", "Minutes until machines must stop when the cooling fails"),
        reads=("site", "calendar"),
        source="heat into the room's air; limits of 15 and 5 minutes are customary, to be confirmed",
        limit="co.fail_warn_min",
        run=minutes_left,
    ),
    Check(
        id="CO13",
        area="cooling",
        title=msg("CO13.title", "Heat where people work"),
        reads=("site",),
        source="customary value; to be confirmed",
        limit="co.density_w_m2",
        blocking=False,
        run=occupied_room,
    ),
)

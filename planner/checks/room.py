"""Checks of the room: what is known of it, rack units and weight, load on the floor."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known
from planner.assess.racks import RackFilling
from planner.checks.cooling import is_warm
from planner.checks.rack_weight import filled_rack, floor_limit
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.remounting import REMOUNTED, with_other_rack
from planner.checks.sides import above
from planner.checks.site_parts import asked, name_of, room_of
from planner.facility.rack import SPREAD_AREA_M2, USED_PCT
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode

ROOM = ("area_m2", "height_m", "occupancy")


def room_data(view: View) -> Iterator[Finding]:
    """CO16: one question for all that is not known of the room."""
    if not is_warm(view.site):
        return
    room = room_of(view.site)
    if room is None:
        yield cannot_tell(
            "plan",
            msg("CO16.no_room", "The room is not described."),
            msg("CO16.no_room.ask", "Enter area, clear height and use of the room."),
            ("site/room",),
        )
        return
    missing = tuple(
        f"site/{room.id}/{name}" for name in ("area_m2", "height_m", "occupancy") if name not in room.values
    )
    if not missing:
        yield passed(room.id, msg("CO16.pass", "The data of {name} are there.", name=name_of(room)))
        return
    # One visit answers the other questions about the room too: they are asked along with these.
    missing = (
        *missing,
        *_room_missing(room, ("fire_detector", "extinguisher")),
        *_of_site(view.site.sensible_cooling_w),
    )
    yield cannot_tell(
        room.id,
        msg("CO16.unknown", "Not known of {name}: {inputs}.", name=name_of(room), inputs=asked(missing)),
        msg("CO16.ask", "Measure the room, or ask the building office."),
        missing,
    )


def _room_missing(room: SiteNode, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"site/{room.id}/{name}" for name in names if name not in room.values)


def _of_site(figure: Figure) -> tuple[str, ...]:
    return tuple(key for key in figure.missing if key.startswith("site/"))


def rack_units(view: View) -> tuple[Finding, ...]:
    """RK01: what is mounted must fit the free rack units; a fifth of the rack should stay free."""
    return with_other_rack(view, view.findings(_units, view.racks), "u")


def _units(view: View, rack: RackFilling) -> Iterator[Finding]:
    free = fact_figure(rack.node.values, "u_free", f"site/{rack.node.id}/u_free", "U")
    room_u = first_known(f"site/{rack.node.id}/u_height", "U", free, rack.height_u)
    told = {"name": name_of(rack.node), "used": rack.used_u, "height": room_u}
    if not (rack.used_u.known and room_u.known):
        yield _rack_unknown(rack, room_u)
    elif rack.used_u.require() > room_u.require() * limit("rk.u_max").require():
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK01.over", "{name} has room for {height}; {used} are to be mounted.", **told),
            remedy=msg("RK01.remedy", "Use a higher rack or a second one."),
            figures=(rack.used_u, room_u),
        )
    elif not free.known and rack.used_u.require() > room_u.require() * limit("rk.u_warn").require():
        share = trace(USED_PCT, f"{rack.used_u.key}_pct", used_u=rack.used_u, rack_u=room_u)
        yield Finding(
            outcome="warning",
            subject=rack.node.id,
            message=msg("RK01.full", "{name} is filled to {share}.", name=name_of(rack.node), share=share),
            remedy=msg("RK01.full.remedy", "Keep a fifth free for cables, PDUs and the next purchase."),
            figures=(share, limit("rk.u_warn")),
        )
    else:
        message = msg("RK01.pass", "{name} takes {used} of {height}.", **told)
        yield passed(rack.node.id, message, rack.used_u, room_u)


def _rack_unknown(rack: RackFilling, room_u: Figure) -> Finding:
    height = fact_figure(rack.node.values, "height_mm", f"site/{rack.node.id}/height_mm", "mm")
    missing = (*room_u.missing, *rack.used_u.missing, *rack.max_load_kg.missing, *filled_rack(rack)[1].missing)
    if not room_u.known:
        aisle = f"site/{rack.node.id}/aisle_mm"
        asked_too = (aisle,) if "aisle_mm" not in rack.node.values and _is_used(rack) else ()
        missing = (*missing, *height.missing, *asked_too)  # measured on the same visit
    return cannot_tell(
        rack.node.id,
        msg("RK01.unknown", "Not known of {name}: {inputs}.", name=name_of(rack.node), inputs=asked(missing)),
        msg(
            "RK01.ask",
            "Count the units of the rack, read its label, and ask the makers for the machines' height and weight.",
        ),
        missing,
    )


def rack_load(view: View) -> tuple[Finding, ...]:
    """RK03: the weight in a rack must not be above its static load."""
    return with_other_rack(view, view.findings(_weight, view.racks), "kg")


def _weight(view: View, rack: RackFilling) -> Iterator[Finding]:
    if not _is_used(rack):
        return
    told = {"name": name_of(rack.node), "weight": rack.weight_kg, "limit": rack.max_load_kg}
    if not (rack.weight_kg.known and rack.max_load_kg.known):
        missing = (*rack.max_load_kg.missing, *rack.weight_kg.missing)
        yield cannot_tell(
            rack.node.id,
            msg(
                "RK03.unknown",
                "Not known of {name}: {inputs}.",
                name=name_of(rack.node),
                inputs=asked(missing),
            ),
            msg("RK03.ask", "Ask the maker of the rack for its static load, those of the machines for their weight."),
            missing,
        )
    elif rack.weight_kg.require() > rack.max_load_kg.require() * limit("rk.load").require():
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK03.over", "{name} would carry {weight}; it is made for {limit}.", **told),
            remedy=msg("RK03.remedy", "Spread the machines over two racks, or use one with a higher static load."),
            figures=(rack.weight_kg, rack.max_load_kg),
        )
    else:
        message = msg("RK03.pass", "{name} carries {weight} of {limit}.", **told)
        yield passed(rack.node.id, message, rack.weight_kg, rack.max_load_kg)


def _is_used(rack: RackFilling) -> bool:
    return any(rack.used_u.given.values())


def floor_load(view: View) -> tuple[Finding, ...]:
    """FL01: a filled rack on its footprint against what the floor may carry."""
    found = view.found_in(_floor, ((rack, view.room) for rack in view.racks if _is_used(rack)))
    return with_other_rack(view, found, "floor_kg")


def _floor(_view: View, rack: RackFilling, room: SiteNode | None) -> Iterator[Finding]:
    whole, load = filled_rack(rack)
    allowed = floor_limit(room)
    if not (load.known and allowed.known):
        missing = tuple(dict.fromkeys((*load.missing, *allowed.missing)))
        yield cannot_tell(
            rack.node.id,
            msg(
                "FL01.unknown",
                "What {name} puts on the floor is not known: {inputs}.",
                name=name_of(rack.node),
                inputs=asked(missing),
            ),
            msg(
                "FL01.ask",
                "Read size and weight on the rack's label, and ask the building office what the floor may carry.",
            ),
            missing,
        )
    else:
        yield _on_floor(rack, whole, load, allowed)


def _on_floor(rack: RackFilling, whole: Figure, load: Figure, allowed: Figure) -> Finding:
    told = {"name": name_of(rack.node), "load": load, "limit": allowed}
    if not above(load, allowed):
        message = msg("FL01.pass", "{name} puts {load} on a floor made for {limit}.", **told)
        return passed(rack.node.id, message, load, allowed)
    area = trace(SPREAD_AREA_M2, f"site/{rack.node.id}/spread_m2", weight_kg=whole, allowed_kn_m2=allowed)
    too_much = load.require() > allowed.require() * limit("floor.spread").require()
    return Finding(
        outcome="error" if too_much else "warning",
        subject=rack.node.id,
        message=msg("FL01.over", "{name} puts {load} on a floor made for {limit}.", **told),
        remedy=msg(
            "FL01.remedy",
            "Spread the weight over {area}, choose the ground floor, and have a structural engineer confirm it.",
            area=area,
        ),
        figures=(load, allowed, whole, area),
    )


CHECKS = (
    Check(
        id="CO16",
        area="cooling",
        title=msg("CO16.title", "Room data known"),
        reads=("site",),
        source="facility survey: area, height and use of the room",
        covers=("CO01", "CO02", "CO03", "CO04", "CO13", "NO01", "FL01", "FL03", "LS02", "LS03", "LS05"),
        run=room_data,
    ),
    Check(
        id="RK01",
        area="rack",
        title=msg("RK01.title", "Rack units"),
        reads=REMOUNTED,
        source="count; openDCIM warns at 80 %",
        limit="rk.u_warn",
        covers=("RK03", "RK07", "FL01", "FL03"),
        run=rack_units,
    ),
    Check(
        id="RK03",
        area="rack",
        title=msg("RK03.title", "Weight in the rack"),
        reads=REMOUNTED,
        source="the maker's static load",
        limit="rk.load",
        run=rack_load,
    ),
    Check(
        id="FL01",
        area="floor",
        title=msg("FL01.title", "Load on the floor"),
        reads=REMOUNTED,
        source="GB 50009-2012 5.1.1: office 2.0, classroom 2.5 kN/m2",
        limit="floor.office",
        blocking=False,
        run=floor_load,
    ),
)

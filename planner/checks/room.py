"""Checks of the room: what is known of it, rack units and weight, noise, load on the floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known, text
from planner.assess.lines import LineFigures, parted
from planner.assess.racks import RackFilling
from planner.checks.cooling import STAFFED, is_warm
from planner.checks.formulas import FLOOR_LIMIT_KN_M2, FOOTPRINT_M2, RACK_FILLED_KG
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import asked, name_of, room_of
from planner.facility.noise import LEVEL_SUM_DB
from planner.facility.rack import FLOOR_LOAD_KN_M2, SPREAD_AREA_M2, USED_PCT
from planner.figure import Figure, entered, trace, unknown
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
    missing = (*missing, *_room_missing(room, ("fire_detector",)), *_of_site(view.site.sensible_cooling_w))
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


def rack_units(view: View) -> Iterator[Finding]:
    """RK01: what is mounted must fit the free rack units; a fifth of the rack should stay free."""
    yield from view.findings(_units, view.racks)


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
    missing = (*room_u.missing, *rack.used_u.missing, *rack.max_load_kg.missing, *_filled(rack)[1].missing)
    return cannot_tell(
        rack.node.id,
        msg("RK01.unknown", "Not known of {name}: {inputs}.", name=name_of(rack.node), inputs=asked(missing)),
        msg(
            "RK01.ask",
            "Count the units of the rack, read its label, and ask the makers for the machines' height and weight.",
        ),
        missing,
    )


def rack_load(view: View) -> Iterator[Finding]:
    """RK03: the weight in a rack must not be above its static load."""
    yield from view.findings(_weight, view.racks)


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
    return any(given.figures for given in rack.used_u.inputs)


def _filled(rack: RackFilling) -> tuple[Figure, Figure]:
    """Return the weight of a rack with its machines (kg) and what it puts on its footprint (kN/m2)."""
    key, values = f"site/{rack.node.id}", rack.node.values
    area = trace(
        FOOTPRINT_M2,
        f"{key}/footprint_m2",
        width_mm=fact_figure(values, "width_mm", f"{key}/width_mm", "mm"),
        depth_mm=fact_figure(values, "depth_mm", f"{key}/depth_mm", "mm"),
    )
    empty = fact_figure(values, "empty_weight_kg", f"{key}/empty_weight_kg", "kg")
    whole = trace(RACK_FILLED_KG, f"{key}/filled_kg", rack_kg=empty, devices_kg=rack.weight_kg)
    return whole, trace(FLOOR_LOAD_KN_M2, f"{key}/floor_kn_m2", weight_kg=whole, area_m2=area)


def _loud(view: View) -> tuple[LineFigures, ...]:
    found: tuple[LineFigures, ...] = view.memo.call(parted, view.lines).machines
    return found


def _level(lines: Sequence[LineFigures], key: str) -> Figure:
    counts = [entered(f"{line.noise_db.key}/units", float(line.line.quantity), "1") for line in lines]
    return trace(LEVEL_SUM_DB, key, quantity=counts, levels_db=[line.noise_db for line in lines])


def noise_level(view: View) -> Iterator[Finding]:
    """NO01: the summed level of the machines in a room where people work or are taught."""
    lines, room = _loud(view), view.room
    if not lines or (room is not None and text(room.values, "occupancy") == "machine_room"):
        return
    subject = "plan" if room is None else room.id
    bound = _noise_limit(room)
    # What is known may be too loud already; storage and switches without a figure are drowned by the servers.
    heard = [line for line in lines if line.noise_db.known]
    level = _level(heard, f"{subject}/noise_db") if heard else unknown(f"{subject}/noise_db", "dB(A)")
    servers = [line for line in lines if line.line.role == "compute"]
    silent = tuple(key for line in servers for key in line.noise_db.missing)
    told = {"level": level, "limit": bound}
    if bound.known and level.known and level.require() > bound.require():
        yield Finding(
            outcome="error" if level.require() > limit("noise.seated").require() else "warning",
            subject=subject,
            message=msg(
                "NO01.over", "The machines are {level} loud in all; where people work {limit} are the limit.", **told
            ),
            remedy=msg("NO01.remedy", "Put them into a machine room, or ask for water-cooled or quiet machines."),
            figures=(level, bound, limit("noise.seated")),
        )
    elif silent or not bound.known:
        yield cannot_tell(
            subject,
            msg(
                "NO01.unknown",
                "How loud the room gets is not known: no level is given for {machines}.",
                machines=_titles(servers or lines),
            ),
            msg(
                "NO01.ask",
                "Ask the makers for the level at 1 m under full load, and put it into the tender; rack servers are often above 75 dB(A).",
            ),
            (*bound.missing, *silent),
        )
    elif level.known:
        yield passed(
            subject, msg("NO01.pass", "The machines are {level} loud; the limit is {limit}.", **told), level, bound
        )


def _titles(lines: Sequence[LineFigures]) -> tuple[object, ...]:
    return tuple(line.line.title for line in lines if not line.noise_db.known)


def _noise_limit(room: SiteNode | None) -> Figure:
    if room is None:
        return unknown("site/room", "dB(A)")
    own = fact_figure(room.values, "noise_limit_db", f"site/{room.id}/noise_limit_db", "dB(A)")
    use = text(room.values, "occupancy")
    if own.known or use not in STAFFED:
        return own if own.known else unknown(f"site/{room.id}/occupancy", "dB(A)")
    return limit(f"noise.{use}")


def noise_missing(view: View) -> Iterator[Finding]:
    """NO03: machines for a machine room without a noise figure: the tender should ask for one (elsewhere NO01 asks)."""
    room = view.room
    if room is None or text(room.values, "occupancy") != "machine_room":
        return
    machines = [line for line in _loud(view) if line.line.role == "compute"]
    silent = [line for line in machines if not line.noise_db.known]
    if silent:
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "NO03.missing",
                "No noise level is given for {machines}.",
                machines=tuple([line.line.title for line in silent]),
            ),
            remedy=msg("NO03.remedy", "Ask for it in the tender: level in dB(A) at 1 m under full load."),
            missing=tuple([key for line in silent for key in line.noise_db.missing]),
        )
    elif machines:
        yield passed("plan", msg("NO03.pass", "The noise level of every machine is given."))


def floor_load(view: View) -> Iterator[Finding]:
    """FL01: a filled rack on its footprint against what the floor may carry."""
    yield from view.found_in(_floor, ((rack, view.room) for rack in view.racks if _is_used(rack)))


def _floor(_view: View, rack: RackFilling, room: SiteNode | None) -> Iterator[Finding]:
    whole, load = _filled(rack)
    allowed = _floor_limit(room)
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


def _floor_limit(room: SiteNode | None) -> Figure:
    if room is None:
        return unknown("site/room", "kN/m2")
    key = f"site/{room.id}"
    own = fact_figure(room.values, "floor_load_kg_m2", f"{key}/floor_load_kg_m2", "1")
    use = text(room.values, "occupancy")
    if own.known:
        return trace(FLOOR_LIMIT_KN_M2, f"{key}/floor_limit_kn_m2", floor_kg_m2=own)
    return limit(f"floor.{use}") if use in (*STAFFED, "machine_room") else unknown(f"{key}/occupancy", "kN/m2")


def _on_floor(rack: RackFilling, whole: Figure, load: Figure, allowed: Figure) -> Finding:
    told = {"name": name_of(rack.node), "load": load, "limit": allowed}
    if load.require() <= allowed.require():
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
        covers=("CO01", "CO02", "CO03", "CO04", "CO13", "NO01", "FL01", "LS02", "LS03"),
        run=room_data,
    ),
    Check(
        id="RK01",
        area="rack",
        title=msg("RK01.title", "Rack units"),
        reads=("racks",),
        source="count; openDCIM warns at 80 %",
        limit="rk.u_warn",
        covers=("RK03", "FL01"),
        run=rack_units,
    ),
    Check(
        id="RK03",
        area="rack",
        title=msg("RK03.title", "Weight in the rack"),
        reads=("racks",),
        source="the maker's static load",
        limit="rk.load",
        run=rack_load,
    ),
    Check(
        id="NO01",
        area="noise",
        title=msg("NO01.title", "Noise where people work"),
        reads=("lines", "room"),
        source="GB 50118-2010, GB 50174 (values from memory; to be confirmed)",
        limit="noise.office",
        blocking=False,
        run=noise_level,
    ),
    Check(
        id="NO03",
        area="noise",
        title=msg("NO03.title", "Noise level given"),
        reads=("lines", "room"),
        source="a level under load is part of the technical specifications",
        blocking=False,
        run=noise_missing,
    ),
    Check(
        id="FL01",
        area="floor",
        title=msg("FL01.title", "Load on the floor"),
        reads=("racks", "room"),
        source="GB 50009-2012 5.1.1: office 2.0, classroom 2.5 kN/m2",
        limit="floor.office",
        blocking=False,
        run=floor_load,
    ),
)

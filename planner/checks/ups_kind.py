"""Checks of the UPS itself: growth, phases, modules, battery and its place, kind, altitude."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures, parted
from planner.assess.others import BRANCHES
from planner.assess.ups_altitude import left_of, share_pct_at
from planner.checks.backup import Backup, backups
from planner.checks.battery_air import air_for_batteries
from planner.checks.battery_place import HEAVY_KG, wired_weights
from planner.checks.declared import HIGHEST_TOWN_M, of_machine, of_node, path_up
from planner.checks.formulas import FOOTPRINT_M2, GROWN_PCT, WITH_BATTERY_KG
from planner.checks.rack_weight import floor_limit
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked, room_of
from planner.checks.switches import required
from planner.checks.ups_load import carried
from planner.facility.rack import FLOOR_LOAD_KN_M2
from planner.facility.ups import MODULAR_W
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

FULL_LOAD_PCT = 100.0


def _backups(view: View) -> tuple[Backup, ...]:
    found: tuple[Backup, ...] = view.memo.call(backups, view.site, parted(view.memo, view.lines).machines)
    return found


def growth(view: View) -> Iterator[Finding]:
    """UP02: with the growth that the plan tells the load stays within the rating; without, UP01 keeps 80 % free for it."""
    if "ups_growth" not in view.facts:
        return
    more = fact_figure(view.facts, "ups_growth", "plan/ups_growth", "1")
    for one in carried(view):
        grown = trace(GROWN_PCT, f"{one.subject}/grown_pct", load_pct=one.percent, growth=more)
        if not grown.known:
            continue  # UP01 asks
        told = {"name": one.name, "grown": grown, "growth": round(100 * more.require())}
        if grown.require() <= FULL_LOAD_PCT:
            say = msg("UP02.pass", "With {growth} % more {name} would be loaded to {grown}.", **told)
            yield passed(one.subject, say, grown)
        else:
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg("UP02.over", "With {growth} % more {name} would be loaded to {grown}.", **told),
                remedy=msg("UP02.remedy", "Take the next size now, or one whose modules can be added to."),
                figures=(grown, one.percent, more),
            )


def phases(view: View) -> Iterator[Finding]:
    """UP08: a UPS with three phases in wants a three-phase circuit; one with a single phase gives no three."""
    by_id = {node.id: node for node in view.site.nodes}
    for one in _backups(view):
        if one.node is None:
            continue  # UP15 tells that it hangs on no circuit
        above = path_up(one.node.node, by_id)[1:]
        feed = next((up for up in above if "phases" in up.values), None)
        count, given = one.number("phases", "1"), None if feed is None else of_node(feed, "phases", "1")
        if not count.known or given is None or not given.known:
            yield from _phases_asked(one, (count, given), above, view.organisation.profile)
            continue
        told = {"name": one.name, "wanted": round(count.require()), "given": round(given.require())}
        if count.require() <= given.require():
            say = msg("UP08.pass", "{name} takes {wanted} phase(s), its supply has {given}.", **told)
            yield passed(one.subject, say, count, given)
        else:
            yield Finding(
                outcome="error",
                subject=one.subject,
                message=msg("UP08.wrong", "{name} takes {wanted} phases, its supply has {given}.", **told),
                remedy=msg("UP08.remedy", "Have a three-phase circuit laid, or take a UPS with a single phase in."),
                figures=(count, given),
            )


def _phases_asked(
    one: Backup, phases: tuple[Figure, Figure | None], above: tuple[SiteNode, ...], profile: str
) -> Iterator[Finding]:
    """Yield the question for the phases of a UPS, or of what feeds it, where the answer decides whether they fit."""
    count, given = phases
    plug_w = _largest_plug_w(profile)
    circuit = next((up for up in above if up.type in BRANCHES), None)
    if count.known:
        missing = () if circuit is None or count.require() <= 1 else (f"site/{circuit.id}/phases",)
    else:
        is_large = (one.number("rated_w", "W").value or 0.0) > plug_w
        fits_any = given is not None and (given.value or 0.0) > 1
        missing = (f"{one.key}/phases",) if is_large and not fits_any else ()
    if missing:
        yield cannot_tell(
            one.subject,
            msg("UP08.unknown", "Whether the phases of {name} and of its supply agree is not known.", name=one.name),
            msg(
                "UP08.ask",
                "Look at its input and at the breaker: one live wire, or three; above {plug} W three are usual.",
                plug=round(plug_w),
            ),
            missing,
        )


def _largest_plug_w(profile: str) -> float:
    """Return what the largest single-phase plug carries (W); what is larger is connected by an electrician."""
    return limit("socket.iec60309_32").require() * limit("default.volts_v", profile).require()


def modules(view: View) -> Iterator[Finding]:
    """UP09: a modular UPS that may lose modules must carry the load with those that remain."""
    for one in _backups(view):
        if not one.number("modules", "1").known or not one.number("module_w", "W").known:
            continue
        usable = trace(
            MODULAR_W,
            f"{one.key}/usable_w",
            modules=one.number("modules", "1"),
            spare=one.number("spare_modules", "1"),
            module_w=one.number("module_w", "W"),
        )
        told = {"name": one.name, "usable": usable, "load": one.load_w}
        if not (usable.known and one.load_w.known):
            yield cannot_tell(
                one.subject,
                msg("UP09.unknown", "Whether {name} may lose a module is not known.", name=one.name),
                msg("UP09.ask", "Ask the maker how many of the modules are spare."),
                (*usable.missing, *one.load_w.missing),
            )
        elif usable.require() >= one.load_w.require():
            say = msg("UP09.pass", "Without its spare modules {name} gives {usable} for {load}.", **told)
            yield passed(one.subject, say, usable, one.load_w)
        else:
            yield Finding(
                outcome="error",
                subject=one.subject,
                message=msg("UP09.over", "Without its spare modules {name} gives {usable}; {load} hang on it.", **told),
                remedy=msg("UP09.remedy", "Add a module, or take {more} W off it.", more=_short(one, usable.require())),
                figures=(usable, one.load_w),
            )


def _short(one: Backup, usable_w: float) -> int:
    return round(one.load_w.require() - usable_w)


def weight(view: View) -> Iterator[Finding]:
    """UP11: the battery is the heaviest thing on the floor, a battery room carries 16 kN/m2, an office 2; it wants air."""
    room = room_of(view.site)
    for planned in view.site.ups:
        line = planned.line
        whole = trace(
            WITH_BATTERY_KG,
            f"{line.max_w.key.rpartition('/')[0]}/with_battery_kg",
            ups_kg=of_machine(line, "weight_kg", "kg"),
            battery_kg=of_machine(line, "battery_kg", "kg"),
        )
        if line.line.quantity and whole.known and whole.require() >= HEAVY_KG:
            yield _on_floor(line, whole, room)
    yield from air_for_batteries(_backups(view))
    yield from wired_weights(view)


def _on_floor(line: LineFigures, whole: Figure, room: SiteNode | None) -> Finding:
    key = line.max_w.key.rpartition("/")[0]
    area = trace(
        FOOTPRINT_M2,
        f"{key}/footprint_m2",
        width_mm=of_machine(line, "width_mm", "mm"),
        depth_mm=of_machine(line, "depth_mm", "mm"),
    )
    load = trace(FLOOR_LOAD_KN_M2, f"{key}/floor_kn_m2", weight_kg=whole, area_m2=area)
    allowed = floor_limit(room)
    told = {"name": line.line.title, "load": load, "limit": allowed, "weight": whole}
    if not (load.known and allowed.known):
        missing = tuple(dict.fromkeys((*load.missing, *allowed.missing)))
        return cannot_tell(
            line.line.id,
            msg("UP11.unknown", "What {name} ({weight}) puts on the floor is not known.", **told),
            msg("UP11.ask", "Ask the maker for the size of the battery cabinet: {inputs}.", inputs=asked(missing)),
            missing,
        )
    if load.require() <= allowed.require():
        say = msg("UP11.pass", "{name} puts {load} on a floor made for {limit}.", **told)
        return passed(line.line.id, say, load, allowed)
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("UP11.over", "{name} puts {load} on a floor made for {limit}.", **told),
        remedy=msg("UP11.remedy", "Put the battery on the ground floor or on a spreading frame; an engineer decides."),
        figures=(load, allowed, whole),
    )


def kind(view: View) -> Iterator[Finding]:
    """UP12: machines of 5 kW and more want an online UPS: a line-interactive one switches over, and its output is rough."""
    most = limit("ups.interactive_w")
    for one in _backups(view):
        word = one.word("topology")
        if not one.load_w.known:
            continue
        told = {"name": one.name, "load": one.load_w, "limit": most}
        if not word and one.load_w.require() >= most.require():
            yield cannot_tell(
                one.subject,
                msg("UP12.unknown", "{name} would carry {load}; whether it is an online UPS is not known.", **told),
                msg("UP12.ask", "Look for online (double conversion) on its label or in its manual."),
                (f"{one.key}/topology",),
            )
        elif not word:
            continue
        elif word == "online" or one.load_w.require() < most.require():
            yield passed(one.subject, msg("UP12.pass", "The kind of {name} suits {load}.", **told), one.load_w, most)
        else:
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg(
                    "UP12.kind", "{name} is no online UPS and would carry {load}; up to {limit} is customary.", **told
                ),
                remedy=msg("UP12.remedy", "Take an online (double conversion) UPS for these machines."),
                figures=(one.load_w, most),
                fix=_online(one),
            )


def _online(one: Backup) -> Fix | None:
    """Return the step that asks for an online UPS, None for one that stands there already."""
    if one.node is not None:
        return None
    alternative, _, line = one.key.partition("/")
    return Fix(
        label=msg("UP12.fix", "Ask for an online UPS in the requirements"),
        edit=SetValue(path=f"alternatives/{alternative}/lines/{line}/facts/topology", value=required("online")),
    )


def altitude(view: View) -> Iterator[Finding]:
    """UP13: above 1,000 m a UPS gives 1 % less for each 100 m."""
    room = room_of(view.site)
    if room is None:
        return
    if "altitude_m" not in room.values:
        yield from _altitude_asked(view, room)
        return
    height = of_node(room, "altitude_m", "m")
    share = share_pct_at(room, height)
    for one in _backups(view):
        left = left_of(one.number("rated_w", "W"), share)
        if not (left.known and one.load_w.known):
            continue  # UP01 asks
        told = {"name": one.name, "height": height, "left": left, "load": one.load_w}
        if left.require() >= one.load_w.require():
            say = msg("UP13.pass", "At {height} {name} gives {left} for {load}.", **told)
            yield passed(one.subject, say, left, one.load_w)
        else:
            yield Finding(
                outcome="error",
                subject=one.subject,
                message=msg("UP13.over", "At {height} {name} gives {left}; {load} would hang on it.", **told),
                remedy=msg(
                    "UP13.remedy", "Take one of {needed} W and more.", needed=_at_sea_level(one, share.require())
                ),
                figures=(left, one.load_w, share),
            )


def _altitude_asked(view: View, room: SiteNode) -> Iterator[Finding]:
    """Yield the question for the altitude where a UPS that is large enough at sea level is too small in the highest towns."""
    least = share_pct_at(room, HIGHEST_TOWN_M).require() / 100
    for one in _backups(view):
        rated, load = one.number("rated_w", "W").value, one.load_w.value
        if rated is not None and load is not None and least * rated < load <= rated:
            yield cannot_tell(
                one.subject,
                msg(
                    "UP13.unknown",
                    "{name} gives less above 1,000 m; the altitude is not said, and {load} leave little to spare.",
                    name=one.name,
                    load=one.load_w,
                ),
                msg("UP13.ask", "Look up the altitude of the town; below 1,000 m nothing is lost."),
                (f"site/{room.id}/altitude_m",),
            )


def _at_sea_level(one: Backup, share_pct: float) -> int:
    return round(one.load_w.require() * 100 / share_pct)


_READS = ("site", "lines")

CHECKS = (
    Check(
        id="UP02",
        area="power",
        title=msg("UP02.title", "Load of the UPS with growth"),
        reads=("lines", "site", "facts"),
        source="facility rule U1: the sum of the loads times one plus the growth",
        blocking=False,
        run=growth,
    ),
    Check(
        id="UP08",
        area="power",
        title=msg("UP08.title", "Phases of the UPS"),
        reads=(*_READS, "organisation"),
        source="three phases in want a three-phase circuit",
        run=phases,
    ),
    Check(
        id="UP09",
        area="power",
        title=msg("UP09.title", "Modules of the UPS"),
        reads=_READS,
        source="facility rule U3: the modules that remain times their rating",
        blocking=False,
        run=modules,
    ),
    Check(
        id="UP11",
        area="floor",
        title=msg("UP11.title", "Weight and air of the battery"),
        reads=_READS,
        source="weight over the area it stands on, against the floor of the room; IEC 62485-2: air while it charges",
        limit="floor.office",
        blocking=False,
        run=weight,
    ),
    Check(
        id="UP12",
        area="power",
        title=msg("UP12.title", "Kind of the UPS"),
        reads=_READS,
        source="customary value; to be confirmed",
        limit="ups.interactive_w",
        blocking=False,
        run=kind,
    ),
    Check(
        id="UP13",
        area="power",
        title=msg("UP13.title", "UPS at altitude"),
        reads=_READS,
        source="Eaton 91PS/93PS guide: 1 % for each 100 m above 1,000 m",
        blocking=False,
        run=altitude,
    ),
)

"""Checks of a UPS on battery: long enough, known well enough, of use before the room is hot, long enough to shut down."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known, flag
from planner.assess.formulas import KILOWATTS_W
from planner.assess.lines import parted
from planner.assess.ups_altitude import left_of
from planner.checks.backup import Backup, Runtime, backups, runtime
from planner.checks.declared import of_node
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import room_of
from planner.checks.warming import failure_minutes, stop_c
from planner.facility.power import SUM_W
from planner.facility.ups_runtime import NEEDED_MIN, SHUTDOWN_PCT, USEFUL_MIN
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Facts
from planner.plan.edits import SetValue


def _backups(view: View) -> tuple[Backup, ...]:
    found: tuple[Backup, ...] = view.memo.call(backups, view.site, parted(view.memo, view.lines).machines)
    return found


def _runtime(view: View, one: Backup) -> Runtime:
    found: Runtime = view.memo.call(runtime, one, view.facts)
    return found


def _needed(facts: Facts) -> tuple[Figure, bool]:
    """Return the runtime (min) that is needed, and whether somebody told it; else it follows from the shutdown."""
    told = fact_figure(facts, "runtime_wanted_min", "plan/runtime_wanted_min", "min")
    if told.known:
        return told, True
    shutdown = fact_figure(facts, "shutdown_min", "plan/shutdown_min", "min")
    if not shutdown.known:
        return limit("ups.runtime_min"), False
    needed = trace(
        NEEDED_MIN,
        "plan/runtime_needed_min",
        business_min=limit("ups.business_min"),
        shutdown_min=shutdown,
        safety_min=limit("ups.safety_min"),
    )
    return needed, False


def long_enough(view: View) -> Iterator[Finding]:
    """UP03: at the expected load the battery must last as long as a shutdown takes, or as long as was asked for."""
    for one in _backups(view):
        found, (needed, is_told) = _runtime(view, one), _needed(view.facts)
        told = {"name": one.name, "load": one.expected_w, "minutes": found.minutes, "needed": needed}
        if found.above:
            continue  # UP04 tells it
        if not found.minutes.known:
            yield cannot_tell(
                one.subject,
                msg("UP03.unknown", "How long {name} lasts on battery at {load} is not known.", **told),
                msg(
                    "UP03.ask",
                    "Ask the maker for load and minutes (his table), or for the energy of the battery; {needed} are needed.",
                    needed=needed,
                ),
                found.minutes.missing,
            )
        elif found.minutes.require() >= needed.require():
            say = msg("UP03.pass", "{name} lasts {minutes} at {load}; {needed} are needed.", **told)
            yield passed(one.subject, say, found.minutes, needed)
        else:
            yield Finding(
                outcome="error" if is_told else "warning",
                subject=one.subject,
                message=msg("UP03.short", "{name} lasts {minutes} at {load}; {needed} are needed.", **told),
                remedy=msg(
                    "UP03.remedy",
                    "Add battery packs for another {more} min, or keep the machines that may stop at once off it.",
                    more=round(needed.require() - found.minutes.require(), 1),
                ),
                figures=(found.minutes, needed, one.expected_w),
            )


def known_well(view: View) -> Iterator[Finding]:
    """UP04: a runtime from the battery's energy is an estimate; above the maker's largest load nothing is known."""
    for one in _backups(view):
        found = _runtime(view, one)
        told = {"name": one.name, "load": one.expected_w, "minutes": found.minutes}
        if found.above:
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg(
                    "UP04.above", "{name} would carry {load}, more than the maker tells a runtime for.", **told
                ),
                remedy=msg("UP04.remedy", "Ask the maker for the runtime at this load; it must not be extrapolated."),
                figures=(one.expected_w,),
                missing=found.minutes.missing,
            )
        elif found.basis == "estimate":
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg(
                    "UP04.estimate", "The {minutes} of {name} are an estimate from the battery's energy.", **told
                ),
                remedy=msg("UP04.remedy", "Ask the maker for the runtime at this load; it must not be extrapolated."),
                figures=(found.minutes,),
            )
        elif found.minutes.known:
            yield passed(
                one.subject, msg("UP04.pass", "The runtime of {name} is the maker's.", name=one.name), found.minutes
            )


def before_the_heat(view: View) -> Iterator[Finding]:
    """UP05: without cooling on the UPS the room stops the machines, whatever the battery holds."""
    room, heat = room_of(view.site), view.site.heat_w
    for one in _backups(view):
        found = _runtime(view, one)
        if not found.minutes.known or room is None or not heat.known:
            continue  # UP03, CO16 and PW34 ask
        hot = failure_minutes(room, heat)
        told = {"name": one.name, "minutes": found.minutes, "hot": hot, "stop": stop_c(room)}
        if not hot.known:
            continue
        if flag(room.values, "cooling_on_ups"):
            yield passed(one.subject, msg("UP05.cooled", "The cooling hangs on the UPS too."))
        elif found.minutes.require() <= hot.require():
            say = msg("UP05.pass", "{name} lasts {minutes}, the room reaches {stop} after {hot}.", **told)
            yield passed(one.subject, say, found.minutes, hot)
        elif flag(view.calendar, "auto_shutdown"):
            say = msg("UP05.shut", "The room reaches {stop} after {hot}; the machines shut down before.", **told)
            yield passed(one.subject, say, found.minutes, hot)
        else:
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg(
                    "UP05.hot",
                    "{name} lasts {minutes}, but without cooling the room reaches {stop} after {hot}.",
                    **told,
                ),
                remedy=_before(view, one, hot),
                figures=(found.minutes, hot),
                fix=_shutdown(),
            )


def _before(view: View, one: Backup, hot: Figure) -> Message:
    """Return what helps before a room is hot: cooling on the UPS only where that is known to carry it."""
    cooling = _cooling_w(view, one)
    if not cooling.known:
        return msg(
            "UP05.remedy.generator",
            "Let the machines shut down within {hot}, or run the cooling on a generator; more battery does not help.",
            hot=hot,
        )
    rated = left_of(one.number("rated_w", "W"), view.site.ups_share_pct)
    left = limit("ups.load_warn").require() * rated.require() - one.load_w.require()
    if cooling.require() <= left and not _is_other_phases(view, one):
        return msg(
            "UP05.remedy",
            "Let the machines shut down within {hot}, or hang the cooling on the UPS; more battery does not help.",
            hot=hot,
        )
    return msg(
        "UP05.remedy.large",
        "Let the machines shut down within {hot}, or run the cooling on a generator: {name} cannot carry its {cooling}; more "
        "battery does not help.",
        hot=hot,
        name=one.name,
        cooling=cooling,
    )


def _cooling_w(view: View, one: Backup) -> Figure:
    """Return what all units of cooling draw (W); unknown where that, or what the UPS has left, is not known."""
    key = f"{one.key}/cooling_w"
    nodes = [of_node(node, "power_in_kw", "kW") for node in view.site.cooling_units]
    parts = [trace(KILOWATTS_W, f"{power.key}/w", power_kw=power) for power in nodes]
    parts += [line.max_w for line in parted(view.memo, view.lines).cooling if line.line.quantity]
    if not parts or not one.load_w.known or not one.number("rated_w", "W").known:
        return unknown(key, "W")
    return trace(SUM_W, key, power_w=parts)


def _is_other_phases(view: View, one: Backup) -> bool:
    """Tell whether a unit of cooling wants three phases that a UPS does not give."""
    phases = [of_node(node, "phases", "1").value for node in view.site.cooling_units]
    return 3.0 in phases and one.number("phases", "1").value != 3.0  # noqa: PLR2004 - three phases


def _shutdown() -> Fix:
    value = {"value": True, "quality": "entered", "source": "set up with the machines"}
    return Fix(
        label=msg("UP05.fix", "Plan an automatic shutdown on power cut and high temperature"),
        edit=SetValue(path="calendar/auto_shutdown", value=value),
    )


def time_to_stop(view: View) -> Iterator[Finding]:
    """UP06: a shutdown must end within half of the time that is of use."""
    shutdown = fact_figure(view.facts, "shutdown_min", "plan/shutdown_min", "min")
    for one in _backups(view):
        found = _runtime(view, one)
        if not found.minutes.known:
            continue  # UP03 asks
        if not shutdown.known:
            yield _how_long(one)
            continue
        useful = trace(
            USEFUL_MIN, f"{one.key}/useful_min", runtime_min=found.minutes, thermal_min=_thermal(view, found.minutes)
        )
        share = trace(SHUTDOWN_PCT, f"{one.key}/shutdown_pct", shutdown_min=shutdown, useful_min=useful)
        told = {"name": one.name, "shutdown": shutdown, "useful": useful, "share": share}
        if share.require() <= 100 * limit("ups.shutdown_share").require():
            say = msg("UP06.pass", "A shutdown takes {shutdown} of {useful} that are of use.", **told)
            yield passed(one.subject, say, share, useful)
        else:
            yield Finding(
                outcome="warning",
                subject=one.subject,
                message=msg(
                    "UP06.late", "A shutdown takes {shutdown}, {share} of the {useful} that {name} gives.", **told
                ),
                remedy=msg(
                    "UP06.remedy",
                    "Begin it earlier, save the jobs more often, or plan for {needed} min on battery.",
                    needed=round(shutdown.require() / limit("ups.shutdown_share").require(), 1),
                ),
                figures=(share, useful, shutdown),
            )


def _how_long(one: Backup) -> Finding:
    customary = limit("default.shutdown_min")
    value = {"value": customary.require(), "quality": "assumed", "source": customary.source}
    return cannot_tell(
        one.subject,
        msg("UP06.unknown", "How long the machines behind {name} take to shut down is not said.", name=one.name),
        msg("UP06.ask", "Ask the administrator: saving the jobs and shutting down, in minutes."),
        ("plan/shutdown_min",),
        Fix(
            label=msg("UP06.fix", "Reckon with {minutes}", minutes=customary),
            edit=SetValue(path="facts/shutdown_min", value=value),
        ),
    )


def _thermal(view: View, minutes: Figure) -> Figure:
    """Return the minutes until the room is hot; where that is not known or does not count, those of the battery."""
    room, heat = room_of(view.site), view.site.heat_w
    if room is None or flag(room.values, "cooling_on_ups"):
        return minutes
    return first_known(minutes.key, "min", failure_minutes(room, heat), minutes)


_READS = ("site", "lines", "facts")

CHECKS = (
    Check(
        id="UP03",
        area="power",
        title=msg("UP03.title", "Runtime on battery"),
        reads=_READS,
        source="log-log between the maker's points; needed: business time + twice the shutdown + safety (Eaton)",
        limit="ups.runtime_min",
        covers=("UP04", "UP05", "UP06"),
        blocking=False,
        run=long_enough,
    ),
    Check(
        id="UP04",
        area="power",
        title=msg("UP04.title", "How the runtime is known"),
        reads=_READS,
        source="no extrapolation above the maker's largest load",
        blocking=False,
        run=known_well,
    ),
    Check(
        id="UP05",
        area="power",
        title=msg("UP05.title", "Runtime and the room's heat"),
        reads=(*_READS, "calendar"),
        source="runtime against the minutes without cooling until machines must stop",
        limit="co.stop_c",
        blocking=False,
        run=before_the_heat,
    ),
    Check(
        id="UP06",
        area="power",
        title=msg("UP06.title", "Time for a shutdown"),
        reads=_READS,
        source="a shutdown within half of the runtime; customary value, to be confirmed",
        limit="ups.shutdown_share",
        blocking=False,
        run=time_to_stop,
    ),
)

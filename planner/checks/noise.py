"""Checks of noise: how loud it is where people work, whether a level is given, and what it does to the ears."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.assess.lines import POWERED, LineFigures, parted
from planner.assess.sifting import sifted
from planner.checks.cooling import STAFFED
from planner.checks.declared import of_node
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.sides import above
from planner.facility.noise import ALLOWED_HOURS, LEVEL_SUM_DB
from planner.facility.room_noise import AT_DISTANCE_DB, DOSE_PCT
from planner.figure import Figure, Quality, constant, leaf, trace, unknown
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode

_WANTED = {"heard": {"heard"}, "silent": POWERED, "silent compute": {"compute"}}
_TITLE, _MISSING = attrgetter("line.title"), attrgetter("noise_db.missing")
QUIET_DB = 5.0  # that much below the limit nobody asks for hours


def _loud(view: View) -> tuple[LineFigures, ...]:
    return parted(view.memo, view.lines).machines


def _by_level(view: View) -> tuple[tuple[LineFigures, ...], tuple[LineFigures, ...]]:
    """Return the machines whose level is told, and the others."""
    groups = _levels(view)
    return groups["heard"], groups["silent"]


def _levels(view: View) -> Mapping[str, tuple[LineFigures, ...]]:
    return sifted(view.memo, "lines by level", _loud(view), _kind, _WANTED)


def _kind(line: LineFigures) -> str:
    """Return the role of a machine whose level nobody told."""
    return "heard" if line.noise_db.value is not None else line.line.role


def _level(lines: Sequence[LineFigures], key: str, distance: Figure | None) -> Figure:
    counts = [leaf(f"{line.noise_db.key}/units", float(line.line.quantity), "1", Quality.ENTERED) for line in lines]
    levels = [line.noise_db for line in lines]
    if distance is not None:
        measured = constant("noise/measured_m", 1.0, "m", "levels are told at 1 m")
        levels = [
            trace(AT_DISTANCE_DB, f"{one.key}/there", level_db=one, distance_m=distance, measured_m=measured)
            for one in levels
        ]
    return trace(LEVEL_SUM_DB, key, quantity=counts, levels_db=levels)


def _distance(room: SiteNode | None) -> Figure | None:
    """Return how far people sit from the machines (m), None where nobody told it: then it is the metre of the level."""
    if room is None or "distance_m" not in room.values:
        return None
    told = fact_figure(room.values, "distance_m", f"site/{room.id}/distance_m", "m")
    return told if told.known else None


def heard_level(view: View) -> Figure | None:
    """Return the summed level (dB(A)) of the machines whose level is known, where people sit; None where none is."""
    heard, _silent = _by_level(view)
    room = view.room
    subject = "plan" if room is None else room.id
    return _level(heard, f"{subject}/noise_db", _distance(room)) if heard else None


def noise_level(view: View) -> Iterator[Finding]:
    """NO01: the summed level of the machines in a room where people work or are taught."""
    lines, room = _loud(view), view.room
    if not lines or (room is not None and text(room.values, "occupancy") == "machine_room"):
        return
    subject = "plan" if room is None else room.id
    bound = _noise_limit(room)
    # What is known may be too loud already; storage and switches without a figure are drowned by the servers.
    level = heard_level(view) or unknown(f"{subject}/noise_db", "dB(A)")
    servers = [line for line in lines if line.line.role == "compute"]
    silent = tuple(key for line in servers for key in line.noise_db.missing)
    told = {"level": level, "limit": bound}
    if bound.known and level.known and above(level, bound):
        yield Finding(
            outcome="error" if above(level, limit("noise.seated")) else "warning",
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
    machines: tuple[LineFigures, ...] = parted(view.memo, view.lines).compute
    silent = _levels(view)["silent compute"]
    if silent:
        yield cannot_tell(
            "plan",
            msg(
                "NO03.missing",
                "No noise level is given for {machines}.",
                machines=tuple(view.memo.column("silent titles", silent, _TITLE)),
            ),
            msg("NO03.remedy", "Ask for it in the tender: level in dB(A) at 1 m under full load."),
            chain.from_iterable(view.memo.column("silent missing", silent, _MISSING)),
        )
    elif machines:
        yield passed("plan", msg("NO03.pass", "The noise level of every machine is given."))


def dose(view: View) -> Iterator[Finding]:
    """NO02: 85 dB(A) may be borne for 8 hours, 3 dB more for half of that; what is known of the noise counts."""
    level = heard_level(view)
    most = limit("noise.dose_db")
    if level is None or not level.known or level.require() < most.require() - QUIET_DB:
        return
    room, key = view.room, level.key.rpartition("/")[0]
    told = None if room is None else of_node(room, "hours_stayed", "h")
    is_told = told is not None and told.known
    hours = told if told is not None and is_told else limit("noise.hours")
    allowed = trace(
        ALLOWED_HOURS, f"{key}/allowed_hours", level_db=level, limit_db=most, exchange_db=limit("noise.exchange_db")
    )
    share = trace(DOSE_PCT, f"{key}/dose_pct", hours=hours, allowed_hours=allowed)
    said = {"level": level, "hours": hours, "allowed": allowed, "share": share}
    if share.require() <= 100:
        say = msg("NO02.pass", "{hours} a day at {level} are {share} of what may be borne.", **said)
        yield passed("plan" if room is None else room.id, say, share, level)
    else:
        over = msg(
            "NO02.over", "At {level} one may stay {allowed} a day; {hours} are {share} of what may be borne.", **said
        )
        assumed = msg(
            "NO02.assumed",
            "At {level} one may stay {allowed} a day; how long people stay is not told. {hours}, a working day, would be {share}.",
            **said,
        )
        yield Finding(
            outcome="error" if is_told else "warning",
            subject="plan" if room is None else room.id,
            message=over if is_told else assumed,
            missing=() if is_told or room is None else (f"site/{room.id}/hours_stayed",),
            remedy=msg(
                "NO02.remedy",
                "Stay no longer than {allowed} a day and wear ear protection, or work on the machines from another room.",
                allowed=allowed,
            ),
            figures=(share, level, allowed, hours),
        )


CHECKS = (
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
        id="NO02",
        area="noise",
        title=msg("NO02.title", "Noise and hearing"),
        reads=("lines", "room"),
        source="GBZ 2.2: 85 dB(A) for 8 h, exchange rate 3 dB (two public transcriptions agree)",
        limit="noise.dose_db",
        run=dose,
    ),
)

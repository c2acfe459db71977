"""Checks of what storage is asked for: reading for training, checkpoints, room for the data, drives that fail."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures, parted
from planner.checks.declared import key_of_line, of_machine
from planner.checks.formulas import CHECKPOINT_PCT, DATA_TB, FILLED_TB
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.facility.network import LINK_GB_S, REBUILD_H
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import msg

PORTS_GBPS = (1, 10, 25, 40, 100, 200, 400, 800)


def _stores(view: View) -> tuple[LineFigures, ...]:
    return parted(view.memo, view.lines).storage


def bandwidth(line: LineFigures) -> Figure:
    """Return what a storage gives (GB/s): as told or by its row, but no more than its port carries; unknown without both."""
    own = of_machine(line, "throughput_gb_s", "GB/s")
    port = trace(LINK_GB_S, f"{key_of_line(line)}/link_gb_s", link_gbps=of_machine(line, "network_gbps", "Gbit/s"))
    if own.known and port.known:
        return min((own, port), key=lambda one: one.require())
    return own if own.known else port


def reading(view: View) -> Iterator[Finding]:
    """ST01: what training reads must come from the storage, with half as much again to spare."""
    need = fact_figure(view.facts, "read_gb_s", "plan/read_gb_s", "GB/s")
    if not need.known:
        return
    for line in _stores(view):
        there = bandwidth(line)
        told = {"line": line.line.title, "need": need, "there": there}
        if not there.known:
            yield cannot_tell(
                line.line.id,
                msg("ST01.unknown", "Training reads {need}; what {line} gives is not known.", **told),
                msg("ST01.ask", "Ask the seller for its throughput and the rate of its port."),
                there.missing,
            )
        elif there.require() >= need.require() * limit("st.margin").require():
            yield passed(line.line.id, msg("ST01.pass", "{line} gives {there} for {need}.", **told), there, need)
        else:
            short = there.require() < need.require()
            yield Finding(
                outcome="error" if short else "warning",
                subject=line.line.id,
                message=msg("ST01.slow", "Training reads {need}; {line} gives {there}.", **told),
                remedy=msg(
                    "ST01.remedy",
                    "Ask for a port of {speed} Gbit/s, or keep the data sets on NVMe drives in the machines.",
                    speed=_port(need.require() * limit("st.margin").require()),
                ),
                figures=(there, need, limit("st.margin")),
            )


def _port(gb_s: float) -> int:
    return next((one for one in PORTS_GBPS if one / 8 * 0.9 >= gb_s), PORTS_GBPS[-1])


def checkpoints(view: View) -> Iterator[Finding]:
    """ST02: saving the state of a training run takes no more than 5 % of its time."""
    size = fact_figure(view.facts, "checkpoint_gb", "plan/checkpoint_gb", "GB")
    every = fact_figure(view.facts, "checkpoint_every_min", "plan/checkpoint_every_min", "min")
    if not (size.known and every.known):
        return
    for line in _stores(view):
        there = bandwidth(line)
        share = trace(
            CHECKPOINT_PCT, f"{key_of_line(line)}/checkpoint_pct", size_gb=size, write_gb_s=there, every_min=every
        )
        told = {"line": line.line.title, "size": size, "share": share, "every": every}
        most = 100 * limit("st.checkpoint").require()
        if not share.known:
            yield cannot_tell(
                line.line.id,
                msg("ST02.unknown", "How long a checkpoint of {size} takes on {line} is not known.", **told),
                msg("ST01.ask", "Ask the seller for its throughput and the rate of its port."),
                share.missing,
            )
        elif share.require() <= most:
            yield passed(line.line.id, msg("ST02.pass", "Checkpoints take {share} of the time.", **told), share)
        else:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg("ST02.over", "Checkpoints of {size} take {share} of the time.", **told),
                remedy=msg(
                    "ST02.remedy",
                    "Save every {minutes} min instead, or to NVMe drives in the machine first.",
                    minutes=math.ceil(every.require() * share.require() / most),
                ),
                figures=(share, size, every),
            )


def room(view: View) -> Iterator[Finding]:
    """ST03: the data with three years of growth fill no more than 80 % of what is usable."""
    data = fact_figure(view.facts, "data_tb", "plan/data_tb", "TB")
    stores = _stores(view) if data.known else ()
    if not stores:
        return
    growth = fact_figure(view.facts, "data_growth", "plan/data_growth", "1")
    if not growth.known:
        growth = limit("st.growth")
    need = trace(DATA_TB, "plan/data_later_tb", data_tb=data, growth=growth)
    parts = [of_machine(line, "usable_tb", "TB") for line in stores]
    missing = tuple(key for one in parts for key in one.missing)
    whole = sum((one.value or 0.0) * line.line.quantity for one, line in zip(parts, stores, strict=True))
    there = leaf("plan/usable_tb", None if missing else whole, "TB", _quality(parts), "usable capacity of the lines")
    may = trace(FILLED_TB, "plan/filled_tb", usable_tb=there, share=limit("st.fill"))
    told = {"need": need, "there": there, "may": may}
    if missing:
        yield cannot_tell(
            "plan",
            msg("ST03.unknown", "Whether {need} find room is not known.", **told),
            msg("ST03.ask", "Ask the seller for the usable capacity, after parity."),
            missing,
        )
    elif need.require() <= may.require():
        yield passed(
            "plan", msg("ST03.pass", "{need} in three years; {may} of {there} may be filled.", **told), need, may
        )
    else:
        yield Finding(
            outcome="error" if data.require() > there.require() else "warning",
            subject="plan",
            message=msg("ST03.over", "{need} in three years; {may} of {there} may be filled.", **told),
            remedy=msg(
                "ST03.remedy", "Plan {more} TB of usable capacity more, or free bays for it.", more=_more(need, may)
            ),
            figures=(need, may, there),
        )


def _quality(parts: list[Figure]) -> Quality:
    return Quality.ASSUMED if any(one.quality is Quality.ASSUMED for one in parts) else Quality.COMPUTED


def _more(need: Figure, may: Figure) -> int:
    return math.ceil((need.require() - may.require()) / limit("st.fill").require())


def rebuild(view: View) -> Iterator[Finding]:
    """ST06: while a large drive is rebuilt another may fail: then two parity drives are wanted."""
    for line in _stores(view):
        if "raid_parity" not in line.line.facts:
            continue
        parity, drive = of_machine(line, "raid_parity", "1"), of_machine(line, "capacity_tb", "TB")
        if not parity.known:
            continue
        told = {"line": line.line.title, "parity": parity}
        if parity.require() < 1:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg("ST06.none", "{line} has no parity: one drive that fails takes all data.", **told),
                remedy=msg("ST06.remedy", "Set it up with two parity drives (RAID 6)."),
            )
            continue
        hours = trace(
            REBUILD_H, f"{key_of_line(line)}/rebuild_h", drive_tb=drive, rebuild_gb_s=limit("st.rebuild_gb_s")
        )
        if parity.require() >= 2 or not hours.known:
            continue
        if hours.require() > limit("st.rebuild_h").require():
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg(
                    "ST06.long",
                    "A drive of {line} takes {hours} to rebuild, with one parity drive.",
                    hours=hours,
                    **told,
                ),
                remedy=msg("ST06.remedy", "Set it up with two parity drives (RAID 6)."),
                figures=(hours, limit("st.rebuild_h")),
            )
        else:
            yield passed(
                line.line.id, msg("ST06.pass", "A drive of {line} is rebuilt in {hours}.", hours=hours, **told), hours
            )


CHECKS = (
    Check(
        id="ST01",
        area="operation",
        title=msg("ST01.title", "Reading for training"),
        reads=("lines", "facts"),
        source="throughput of the storage and of its port (8 bits a byte, 10 % for protocols)",
        limit="st.margin",
        blocking=False,
        run=reading,
    ),
    Check(
        id="ST02",
        area="operation",
        title=msg("ST02.title", "Time for checkpoints"),
        reads=("lines", "facts"),
        source="size over bandwidth; 5 % is customary",
        limit="st.checkpoint",
        blocking=False,
        run=checkpoints,
    ),
    Check(
        id="ST03",
        area="operation",
        title=msg("ST03.title", "Room for the data"),
        reads=("lines", "facts"),
        source="usable capacity filled to 80 % at most, after three years of growth",
        limit="st.fill",
        blocking=False,
        run=room,
    ),
    Check(
        id="ST06",
        area="operation",
        title=msg("ST06.title", "Drives that fail"),
        reads=("lines",),
        source="time to rebuild a drive at 0.1 to 0.2 GB/s; above 24 h two parity drives",
        limit="st.rebuild_h",
        blocking=False,
        run=rebuild,
    ),
)

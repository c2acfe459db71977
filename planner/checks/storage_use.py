"""Checks of what storage is asked for: reading for training, checkpoints, room for the data, drives that fail."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.checks.data_use import ASK_DATA, checkpoint, kept, read_need
from planner.checks.declared import key_of_line, of_machine
from planner.checks.formulas import CHECKPOINT_PCT, DATA_TB, FILLED_TB
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.stores import bandwidth, drive_tb, faster, links_of, port_for, stores_of, usable_tb
from planner.facility.network import REBUILD_H
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.edits import Batch, Edit, SetValue


def reading(view: View) -> Iterator[Finding]:
    """ST01: what training reads must come from the storage, with half as much again to spare."""
    need = read_need(view)
    stores = stores_of(view) if need is not None and need.value != 0 else ()
    if need is None or not stores:
        return
    if not need.known:
        said = msg("ST01.open", "How fast the storage must be read is not known: some jobs do not say what they read.")
        yield cannot_tell("plan", said, ASK_DATA, need.missing)
        return
    wanted = round(need.require() * limit("st.margin").require(), 6)  # 0.8 times 1.5 is 1.2
    for line in stores:
        links = links_of(view, line)
        there = bandwidth(line, links)
        told = {"line": line.line.title, "need": need, "there": there}
        if not there.known:
            yield cannot_tell(
                line.line.id,
                msg("ST01.unknown", "Training reads {need}; what {line} gives is not known.", **told),
                msg("ST01.ask", "Ask the seller for its throughput and the rate of its port."),
                there.missing,
            )
        elif there.require() >= wanted:
            yield passed(line.line.id, msg("ST01.pass", "{line} gives {there} for {need}.", **told), there, need)
        else:
            speed = port_for(wanted)
            edits = faster(line, links, wanted)
            label = msg("ST01.fix", "Ask for {rate} GB/s: ports of {speed} Gbit/s", rate=round(wanted, 2), speed=speed)
            if links:
                label = msg("ST01.fix.cables", "Plan cables and drives for {rate} GB/s", rate=round(wanted, 2))
            yield Finding(
                outcome="error" if below(there, need) else "warning",
                subject=line.line.id,
                message=msg("ST01.slow", "Training reads {need}; {line} gives {there}.", **told),
                remedy=msg(
                    "ST01.remedy",
                    "Ask for a port of {speed} Gbit/s, or keep the data sets on NVMe drives in the machines.",
                    speed=speed,
                ),
                figures=(there, need, limit("st.margin")),
                fix=Fix(label=label, edit=_together(edits)) if edits else None,
            )


def _together(edits: tuple[Edit, ...]) -> Edit:
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


def checkpoints(view: View) -> Iterator[Finding]:
    """ST02: saving the state of a training run takes no more than 5 % of its time."""
    every = fact_figure(view.facts, "checkpoint_every_min", "plan/checkpoint_every_min", "min")
    size = checkpoint(view) if every.known else every
    if not (size.known and every.known):
        return
    for line in stores_of(view):
        there = bandwidth(line, links_of(view, line))
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
            minutes = math.ceil(every.require() * share.require() / most)
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg("ST02.over", "Checkpoints of {size} take {share} of the time.", **told),
                remedy=msg(
                    "ST02.remedy",
                    "Save every {minutes} min instead, or to NVMe drives in the machine first.",
                    minutes=minutes,
                ),
                figures=(share, size, every),
                fix=Fix(
                    label=msg("ST02.fix", "Save every {minutes} min", minutes=minutes),
                    edit=SetValue(
                        path="facts/checkpoint_every_min", value={"value": float(minutes), "quality": "entered"}
                    ),
                ),
            )


def room(view: View) -> Iterator[Finding]:
    """ST03: the data with three years of growth fill no more than 80 % of what is usable."""
    data = kept(view)
    stores = () if data is None else stores_of(view)
    if data is None or not stores:
        return
    if not data.known:
        said = msg("ST03.open", "How much room the data take is not known: some jobs do not say what they keep.")
        yield cannot_tell("plan", said, ASK_DATA, data.missing)
        return
    growth = fact_figure(view.facts, "data_growth", "plan/data_growth", "1")
    if not growth.known:
        growth = limit("st.growth")
    need = trace(DATA_TB, "plan/data_later_tb", data_tb=data, growth=growth)
    parts = [usable_tb(line) for line in stores]
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
    elif not above(need, may):
        yield passed(
            "plan", msg("ST03.pass", "{need} in three years; {may} of {there} may be filled.", **told), need, may
        )
    else:
        yield Finding(
            outcome="error" if above(data, there) else "warning",
            subject="plan",
            message=msg("ST03.over", "{need} in three years; {may} of {there} may be filled.", **told),
            remedy=msg(
                "ST03.remedy", "Plan {more} TB of usable capacity more, or free bays for it.", more=_more(need, may)
            ),
            figures=(need, may, there),
            fix=_larger(stores, parts, _more(need, may)),
        )


def _quality(parts: list[Figure]) -> Quality:
    return Quality.ASSUMED if any(one.quality is Quality.ASSUMED for one in parts) else Quality.COMPUTED


def _more(need: Figure, may: Figure) -> int:
    return math.ceil((need.require() - may.require()) / limit("st.fill").require())


def _larger(stores: tuple[LineFigures, ...], parts: list[Figure], more_tb: int) -> Fix | None:
    """Return the step that plans more pieces of the largest storage; None where it would be more than a few."""
    line, each = max(zip(stores, parts, strict=True), key=lambda one: one[1].require())
    more = math.ceil(more_tb / each.require())
    if more > limit("fix.most_units").require():
        return None
    quantity = line.line.quantity + more
    label = msg("ST03.fix", "Plan {quantity} pieces of {line}", quantity=quantity, line=line.line.title)
    path = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/quantity"
    return Fix(label=label, edit=SetValue(path=path, value=quantity))


def rebuild(view: View) -> Iterator[Finding]:
    """ST06: while a large drive is rebuilt another may fail: then two parity drives are wanted."""
    for line in stores_of(view):
        if "raid_parity" in line.line.facts:
            parity = of_machine(line, "raid_parity", "1")
            if parity.known:
                yield from _rebuilt(line, parity)


def _rebuilt(line: LineFigures, parity: Figure) -> Iterator[Finding]:
    told = {"line": line.line.title, "parity": parity}
    drive = drive_tb(line)
    if parity.require() < 1:
        yield Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg("ST06.none", "{line} has no parity: one drive that fails takes all data.", **told),
            remedy=_two_parities(drive, 2),
            fix=_raid6(line),
        )
        return
    hours = trace(REBUILD_H, f"{key_of_line(line)}/rebuild_h", drive_tb=drive, rebuild_gb_s=limit("st.rebuild_gb_s"))
    if parity.require() >= 2:  # noqa: PLR2004 - RAID 6
        return
    if not hours.known:
        yield cannot_tell(
            line.line.id,
            msg("ST06.unknown", "How long a drive of {line} takes to rebuild is not known.", **told),
            msg("ST06.ask", "Ask the seller for the size of one drive and the number of drives."),
            hours.missing,
        )
    elif above(hours, limit("st.rebuild_h")):
        yield Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg(
                "ST06.long",
                "A drive of {line} takes {hours} to rebuild, with one parity drive.",
                hours=hours,
                **told,
            ),
            remedy=_two_parities(drive, 1),
            figures=(hours, limit("st.rebuild_h")),
            fix=_raid6(line),
        )
    else:
        yield passed(
            line.line.id, msg("ST06.pass", "A drive of {line} is rebuilt in {hours}.", hours=hours, **told), hours
        )


def _two_parities(drive: Figure, more: int) -> Message:
    """Return the advice to take RAID 6, with what it costs where the size of a drive is known."""
    if not drive.known:
        return msg("ST06.remedy", "Set it up with two parity drives (RAID 6).")
    cost = round(more * drive.require(), 1)
    return msg(
        "ST06.cost",
        "Set it up with two parity drives (RAID 6); that takes {cost} TB of the usable capacity.",
        cost=cost,
    )


def _raid6(line: LineFigures) -> Fix:
    path = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/facts/raid_parity"
    label = msg("ST06.fix", "Plan two parity drives (RAID 6)")
    return Fix(label=label, edit=SetValue(path=path, value={"value": 2.0, "quality": "entered"}))


CHECKS = (
    Check(
        id="ST01",
        area="operation",
        title=msg("ST01.title", "Reading for training"),
        reads=("lines", "links", "facts", "demand", "people"),
        source="throughput of the storage and of its port (8 bits a byte, 10 % for protocols)",
        limit="st.margin",
        blocking=False,
        run=reading,
    ),
    Check(
        id="ST02",
        area="operation",
        title=msg("ST02.title", "Time for checkpoints"),
        reads=("lines", "links", "facts", "demand", "people"),
        source="size over bandwidth; 5 % is customary",
        limit="st.checkpoint",
        blocking=False,
        run=checkpoints,
    ),
    Check(
        id="ST03",
        area="operation",
        title=msg("ST03.title", "Room for the data"),
        reads=("lines", "facts", "demand", "people"),
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

"""ST07: what changes in a day gets to the second copy within the night."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.checks.declared import key_of_line
from planner.checks.fabric import Cable
from planner.checks.formulas import BACKUP_H
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.stores import bandwidth, faster, links_of, port_for, stores_of
from planner.checks.switches import required
from planner.facility.network import LINK_GB_S
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import Batch, Edit, SetValue


def window(view: View) -> Iterator[Finding]:
    """ST07: the nightly backup takes no longer than the night, over the slowest part of its way."""
    changed = fact_figure(view.facts, "changed_tb", "plan/changed_tb", "TB")
    if not changed.known and "backup_window_h" in view.facts:
        changed = fact_figure(view.facts, "data_tb", "plan/data_tb", "TB")  # nobody told what changes: a full copy
    if not changed.known:
        return
    most = fact_figure(view.facts, "backup_window_h", "plan/backup_window_h", "h")
    if not most.known:
        most = limit("st.backup_h")
    for line in stores_of(view):
        yield _backed_up(view, line, changed, most)


def _backed_up(view: View, line: LineFigures, changed: Figure, most: Figure) -> Finding:
    own = bandwidth(line, links_of(view, line))
    way = trace(
        LINK_GB_S,
        "plan/backup_gb_s",
        link_gbps=fact_figure(view.facts, "backup_gbps", "plan/backup_gbps", "Gbit/s"),
    )
    slowest = min((own, way), key=lambda one: one.require()) if own.known and way.known else own if own.known else way
    hours = trace(BACKUP_H, f"{key_of_line(line)}/backup_h", changed_tb=changed, rate_gb_s=slowest)
    told = {"line": line.line.title, "changed": changed, "hours": hours, "most": most}
    if not hours.known:
        return cannot_tell(
            line.line.id,
            msg("ST07.unknown", "How long the nightly backup of {changed} takes is not known.", **told),
            msg("ST07.ask", "Ask for the rate of the storage's port and of the way to the second copy."),
            hours.missing,
        )
    if hours.require() <= most.require():
        say = msg("ST07.pass", "The nightly backup of {changed} takes {hours} of {most}.", **told)
        return passed(line.line.id, say, hours, most)
    rate = changed.require() * 1000 / (most.require() * 3600)
    speed = port_for(rate)
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("ST07.long", "The nightly backup of {changed} takes {hours}; there are {most} for it.", **told),
        remedy=msg(
            "ST07.remedy",
            "Plan {rate} GB/s all the way (a port of {speed} Gbit/s), or back up only {less} TB a night.",
            rate=math.ceil(rate * 100) / 100,
            speed=speed,
            less=round(changed.require() * most.require() / hours.require(), 2),
        ),
        figures=(hours, changed, most),
        fix=Fix(
            label=msg("ST07.fix", "Ask for {speed} Gbit/s on the way of the backup", speed=speed),
            edit=_wider(line, links_of(view, line), own, way, rate),
        ),
    )


def _wider(line: LineFigures, links: tuple[Cable, ...], own: Figure, way: Figure, rate: float) -> Edit:
    """Return the edit that asks for a faster way (GB/s) where it is too slow, and for a faster storage where that is."""
    edits: list[Edit] = []
    if way.known and way.require() < rate:
        edits.append(SetValue(path="facts/backup_gbps", value=required(float(port_for(rate)))))
    if own.known and own.require() < rate:
        edits += faster(line, links, rate)
    return edits[0] if len(edits) == 1 else Batch(edits=tuple(edits))


CHECKS = (
    Check(
        id="ST07",
        area="operation",
        title=msg("ST07.title", "Time for the backup"),
        reads=("lines", "links", "facts"),
        source="what changed in a day over the slowest part of the way; policy: within the night",
        limit="st.backup_h",
        blocking=False,
        run=window,
    ),
)

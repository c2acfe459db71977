"""Checks of storage and of what is there already: speed of the network, second copy, existing equipment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, flag
from planner.assess.lines import LineFigures, parted
from planner.checks.fabric import Cable
from planner.checks.operation import BACKUP, added
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of
from planner.checks.stores import links_of
from planner.figure import Figure, leaf
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import SetValue


def network_speed(view: View) -> Iterator[Finding]:
    """ST04: storage for training is read over more than 1 Gbit/s."""
    if not any(demand.entry.method != "infer" for demand in view.demand.values()):
        return
    stores = parted(view.memo, view.lines).storage
    yield from view.found_in(_speeds, ((line, *links_of(view, line)) for line in stores))


def _speeds(_view: View, line: LineFigures, *links: Cable) -> Iterator[Finding]:
    yield _speed(line, links)


def _speed(line: LineFigures, links: tuple[Cable, ...]) -> Finding:
    alternative = alternative_of(line.max_w.key)
    key = f"{alternative}/{line.line.id}/network_gbps"
    told = fact_figure(line.line.facts, "network_gbps", key, "Gbit/s")
    speed, wanted = told if told.known else _of_ports(key, line), limit("st.network_gbps")
    fastest = max(links, key=lambda cable: cable.gbps.require(), default=None)
    if fastest is not None:
        speed = fastest.gbps  # what it is cabled with decides
    value = {"value": wanted.require(), "quality": "assumed", "source": wanted.source}
    fix = Fix(
        label=msg("ST04.fix", "Ask for {speed} in the requirements", speed=wanted),
        edit=SetValue(
            path=f"alternatives/{alternative}/lines/{line.line.id}/facts/network_gbps"
            if fastest is None
            else f"alternatives/{alternative}/links/{fastest.link.id}/values/nic_gbps",
            value=value,
        ),
    )
    if not speed.known:
        return cannot_tell(
            line.line.id,
            msg("ST04.unknown", "How fast the network port of {line} is, is not known.", line=line.line.title),
            msg("ST04.ask", "Ask the seller; training reads its data over it."),
            speed.missing,
            fix,
        )
    if speed.require() < wanted.require():
        return Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg(
                "ST04.slow",
                "{line} has {speed}: training would wait for its data.",
                line=line.line.title,
                speed=speed,
            ),
            remedy=msg("ST04.remedy", "Ask for {wanted}, and for a switch that has it.", wanted=wanted),
            figures=(speed, wanted),
            fix=fix,
        )
    say = msg("ST04.pass", "{line} has {speed}.", line=line.line.title, speed=speed)
    return passed(line.line.id, say, speed, wanted)


def _of_ports(key: str, line: LineFigures) -> Figure:
    """Return the fastest Ethernet port that the row names, such as '10gbase-tx2;1000base-tx1' (Gbit/s)."""
    found = None if line.item is None else line.item.attributes.get("interface_or_ports")
    speeds = [] if found is None else [_gbps(*one) for one in _PORT.findall(str(found.value).lower())]
    if found is None or not speeds:
        return leaf(key, None, "Gbit/s", limit("st.network_gbps").quality)
    return leaf(key, max(speeds), "Gbit/s", found.quality, found.source, found.source_date)


_PORT = re.compile(r"(\d+(?:\.\d+)?)(g?)base-")


def _gbps(number: str, giga: str) -> float:
    return float(number) if giga else float(number) / 1000


def second_copy(view: View) -> Iterator[Finding]:
    """ST05: data that cannot be made again has a second copy."""
    stores = parted(view.memo, view.lines).storage
    stored = stores or [one for one in view.existing if one.role == "storage"]
    if not stored:
        return
    told = flag(view.facts, "backup")
    if told or any(flag(line.line.facts, "backup") for line in stores):
        yield passed("plan", msg("ST05.pass", "There is a second copy of the data."))
    elif told is None:
        yield cannot_tell(
            "plan",
            msg("ST05.unknown", "Whether there is a second copy of the data is not said; RAID is none."),
            msg("ST05.ask", "Ask who keeps the group's data: is there a copy in another room?"),
            ("plan/backup",),
        )
    else:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("ST05.none", "There is no second copy of the data; RAID does not replace one."),
            remedy=msg("ST05.remedy", "Plan a second storage in another room, or use the school's backup."),
            fix=added(view, "backup", "storage", BACKUP, {"backup": {"value": True, "quality": "entered"}}),
        )


def existing_asked(view: View) -> Iterator[Finding]:
    """OP01: what the unit has already enters demand and justification; nobody asked is not the same as nothing."""
    if view.existing:
        titles = tuple(one.title for one in view.existing)
        yield passed("plan", msg("OP01.pass", "Existing equipment is listed: {titles}.", titles=titles))
    elif flag(view.facts, "no_existing_equipment"):
        yield passed("plan", msg("OP01.none", "There is no equipment of this kind yet."))
    else:
        value = {"value": True, "quality": "entered"}
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg("OP01.unasked", "Existing equipment is not listed; reviewers ask why it does not suffice."),
            remedy=msg("OP01.remedy", "List the machines that are there, with year and use."),
            fix=Fix(
                label=msg("OP01.fix", "There is none yet"),
                edit=SetValue(path="facts/no_existing_equipment", value=value),
            ),
        )


CHECKS = (
    Check(
        id="ST04",
        area="operation",
        title=msg("ST04.title", "Network of the storage"),
        reads=("lines", "links", "demand"),
        source="1 Gbit/s carries about 0.11 GB/s, less than one card reads in training; limit st.network_gbps",
        limit="st.network_gbps",
        blocking=False,
        run=network_speed,
    ),
    Check(
        id="ST05",
        area="operation",
        title=msg("ST05.title", "Second copy of the data"),
        reads=("alternative", "lines", "existing", "facts"),
        source="RAID protects from a disk that fails, not from fire, theft or deletion",
        blocking=False,
        run=second_copy,
    ),
    Check(
        id="OP01",
        area="operation",
        title=msg("OP01.title", "Existing equipment"),
        reads=("existing", "facts"),
        source="justification reports ask for existing equipment and its use",
        blocking=False,
        run=existing_asked,
    ),
)

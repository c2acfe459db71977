"""Checks of how a network is used: RoCE, management, the first import of the data, the power of switches."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import flag, text
from planner.assess.lines import LineFigures, parted
from planner.checks.data_use import brought_in
from planner.checks.declared import key_of_line, of_node
from planner.checks.fabric import fabric_of, main_group, network_check
from planner.checks.formulas import IMPORT_H
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.switches import Ports, required, switches_for
from planner.facility.network import PORTS_GBPS
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Labelled, msg
from planner.plan.edits import Batch, Edit, RemovePart, SetValue, UseItem

_NIGHT_H = 12.0


def lossless(view: View) -> Iterator[Finding]:
    """NW06: RoCE wants a switch that loses nothing (PFC and ECN)."""
    net = fabric_of(view)
    if not net.switches or not any(text(line.line.facts, "rdma") == "roce" for line in net.told):
        return
    for line in net.switches:
        able = _able(line)
        told = {"machine": line.line.title}
        if able:
            yield passed(line.line.id, msg("NW06.pass", "{machine} can be set up for RoCE.", **told))
        elif able is None:
            yield cannot_tell(
                line.line.id,
                msg(
                    "NW06.unknown",
                    "RoCE is planned; whether {machine} loses nothing (PFC, ECN) is not known.",
                    **told,
                ),
                msg("NW06.ask", "Ask the seller for PFC and ECN, and put them into the tender."),
                (f"{key_of_line(line)}/lossless",),
                Fix(
                    label=msg("NW06.fix.ask", "Ask for PFC and ECN in the requirements"),
                    edit=SetValue(path=f"{_facts(line)}/lossless", value=required(True)),
                ),
            )
        else:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg("NW06.none", "RoCE is planned, and {machine} has neither PFC nor ECN.", **told),
                remedy=msg("NW06.remedy", "Take a switch with both, or InfiniBand, or train on one machine."),
                fix=_lossless_switch(view, line),
            )


def _facts(line: LineFigures) -> str:
    return _facts_at(line.key)


def _facts_at(key: str) -> str:
    """Return the place of a line's facts, by the key of its figures (``A/ws``)."""
    alternative, _slash, line = key.partition("/")
    return f"alternatives/{alternative}/lines/{line}/facts"


def _able(line: LineFigures) -> bool | None:
    """Return whether a switch can be set up for RoCE: as told, else where its row says so; None where neither does."""
    told = flag(line.line.facts, "lossless")
    if told is None and line.item is not None and "roce" in line.item.text("fabric").casefold():
        return True
    return told


def _lossless_switch(view: View, line: LineFigures) -> Fix:
    """Return the step that uses a switch for RoCE with as many ports, or asks for PFC and ECN where the catalog has none."""
    main = main_group(line)
    number = 1 if main is None else main.count
    form, gbps = ("", 0.0) if main is None else (main.form, main.gbps)
    best = next(switches_for(view.market.items, Ports(number=number, form=form, gbps=gbps, lossless=True)), None)
    if best is None:
        label = msg("NW06.fix.ask", "Ask for PFC and ECN in the requirements")
        return Fix(label=label, edit=SetValue(path=f"{_facts(line)}/lossless", value=required(True)))
    name = f"{best.maker} {best.name}".strip()
    edits: tuple[Edit, ...] = (
        RemovePart(path=f"{_facts(line)}/lossless"),
        UseItem(path=f"{_facts(line).removesuffix('/facts')}/item", item=best),
    )
    label = msg("NW04.fix", "Use {name} instead; its price is to be asked for", name=name)
    return Fix(label=label, edit=Batch(edits=edits, title=name))


def management(view: View) -> Iterator[Finding]:
    """NW07: machines that nobody sits at want a management port each."""
    for line in fabric_of(view).told:
        if flag(line.line.facts, "management_port") is False:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg(
                    "NW07.none",
                    "{machine} has no management port: when it hangs somebody has to go there.",
                    machine=line.line.title,
                ),
                remedy=msg("NW07.remedy", "Ask for a management port (IPMI or Redfish), or plan a switched PDU."),
                fix=Fix(
                    label=msg("NW07.fix", "Ask for a management port in the requirements"),
                    edit=SetValue(path=f"{_facts(line)}/management_port", value=required(True)),
                ),
            )
    room = view.room
    if room is not None and text(room.values, "occupancy") == "machine_room":
        machines = view.memo.column("NW07", parted(view.memo, view.lines).compute, _unmanaged)
        open_ = view.memo.settled(("NW07", "open"), tuple([one for one in machines if one is not None]))
        yield from view.memo.call(_management_asked, open_)


def _unmanaged(line: LineFigures) -> tuple[str, Labelled] | None:
    """Return key and title of a machine of which nobody said whether it has a management port."""
    return None if "management_port" in line.line.facts else (line.key, line.line.title)


def _management_asked(open_: tuple[tuple[str, Labelled], ...]) -> tuple[Finding, ...]:
    """Return one question for all machines of a machine room, where nobody sits beside them."""
    if not open_:
        return ()
    edits: tuple[Edit, ...] = tuple(
        SetValue(path=f"{_facts_at(key)}/management_port", value=required(True)) for key, _title in open_
    )
    found = cannot_tell(
        "plan",
        msg(
            "NW07.unknown",
            "Whether a management port leads to {machines} when one hangs is not said.",
            machines=tuple([title for _key, title in open_]),
        ),
        msg("NW07.ask", "Ask the seller for a management port (IPMI or Redfish); each takes a port of a switch too."),
        [f"{key}/management_port" for key, _title in open_],
        Fix(
            label=msg("NW07.fix", "Ask for a management port in the requirements"),
            edit=edits[0] if len(edits) == 1 else Batch(edits=edits),
        ),
    )
    return (found,)


def uplink(view: View) -> Iterator[Finding]:
    """NW08: how long the first import of the data takes over the room's port."""
    room = view.room
    data = None if room is None else brought_in(view)
    if room is None or data is None or not data.value:
        return
    speed = of_node(room, "uplink_gbps", "Gbit/s")
    hours = trace(IMPORT_H, "plan/import_h", data_tb=data, speed_gbps=speed)
    if not hours.known:
        yield cannot_tell(
            room.id,
            msg("NW08.unknown", "How long {data} take to come in is not known.", data=data),
            msg("NW08.ask", "Ask the network centre for the rate of the room's port."),
            hours.missing,
        )
        return
    told = {"data": data, "speed": speed, "hours": hours}
    faster = _over_night(data)
    remedy = msg("NW08.remedy", "If that is too long, ask for a faster port or bring the data on disks.")
    if faster is not None and faster.require() > speed.require():
        remedy = msg(
            "NW08.faster",
            "If that is too long, ask for a port of {faster} (done overnight), or bring the data on disks.",
            faster=faster,
        )
    yield Finding(
        outcome="note",
        subject=room.id,
        message=msg("NW08.hours", "Bringing in {data} over {speed} takes {hours}.", **told),
        remedy=remedy,
        figures=(hours, data, speed),
    )


def _over_night(data: Figure) -> Figure | None:
    """Return the slowest usual port (Gbit/s) that brings the data in within 12 h, None where none does."""
    rates = (rate for rate in PORTS_GBPS if IMPORT_H.function(data_tb=data.require(), speed_gbps=rate) <= _NIGHT_H)
    found = next(rates, None)
    return None if found is None else leaf("plan/port_gbps", found, "Gbit/s", Quality.COMPUTED, "usual rates of ports")


def switch_power(view: View) -> Iterator[Finding]:
    """NW09: a switch draws power and gives off heat; with optics much more than without."""
    for line in fabric_of(view).switches:
        if line.unit_max_w.known:
            continue  # it is in the sums
        yield Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg("NW09.none", "The power of {machine} is in no sum.", machine=line.line.title),
            remedy=msg(
                "NW09.remedy", "Ask for its maximum with optics in all ports: an SN5610 goes from 0.9 to 2.08 kW."
            ),
            missing=line.unit_max_w.missing,
        )


CHECKS = (
    network_check(
        "NW06",
        msg("NW06.title", "RoCE without loss"),
        lossless,
        "RoCE v2 wants PFC and ECN",
        reads=("lines", "links", "market"),
    ),
    network_check(
        "NW07",
        msg("NW07.title", "Management ports"),
        management,
        "one management port for each machine",
        reads=("lines", "links", "room"),
    ),
    network_check(
        "NW08",
        msg("NW08.title", "First import of the data"),
        uplink,
        "8 bits a byte, 10 % for protocols",
        reads=("room", "facts", "demand", "people"),
    ),
    network_check(
        "NW09", msg("NW09.title", "Power of the switches"), switch_power, "NVIDIA: SN5610 0.9 kW, with optics 2.08 kW"
    ),
)

"""Checks of how a network is used: RoCE, management, the first import of the data, the power of switches."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, flag, text
from planner.checks.declared import key_of_line, of_node
from planner.checks.fabric import fabric_of, network_check
from planner.checks.formulas import IMPORT_H
from planner.checks.registry import Finding, cannot_tell, passed
from planner.figure import trace
from planner.messages import msg


def lossless(view: View) -> Iterator[Finding]:
    """NW06: RoCE wants a switch that loses nothing (PFC and ECN)."""
    net = fabric_of(view)
    if not net.switches or not any(text(line.line.facts, "rdma") == "roce" for line in net.told):
        return
    for line in net.switches:
        able = flag(line.line.facts, "lossless")
        if able:
            yield passed(line.line.id, msg("NW06.pass", "{machine} can be set up for RoCE.", machine=line.line.title))
        elif able is None:
            yield cannot_tell(
                line.line.id,
                msg(
                    "NW06.unknown",
                    "RoCE is planned; whether {machine} loses nothing (PFC, ECN) is not known.",
                    machine=line.line.title,
                ),
                msg("NW06.ask", "Ask the seller for PFC and ECN, and put them into the tender."),
                (f"{key_of_line(line)}/lossless",),
            )
        else:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg(
                    "NW06.none", "RoCE is planned, and {machine} has neither PFC nor ECN.", machine=line.line.title
                ),
                remedy=msg("NW06.remedy", "Take a switch with both, or InfiniBand, or train on one machine."),
            )


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
            )


def uplink(view: View) -> Iterator[Finding]:
    """NW08: how long the first import of the data takes over the room's port."""
    room = view.room
    data = fact_figure(view.facts, "import_tb", "plan/import_tb", "TB")
    if room is None or not data.known:
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
    yield Finding(
        outcome="note",
        subject=room.id,
        message=msg("NW08.hours", "Bringing in {data} over {speed} takes {hours}.", **told),
        remedy=msg("NW08.remedy", "If that is too long, ask for a faster port or bring the data on disks."),
        figures=(hours, data, speed),
    )


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
    network_check("NW06", msg("NW06.title", "RoCE without loss"), lossless, "RoCE v2 wants PFC and ECN"),
    network_check("NW07", msg("NW07.title", "Management ports"), management, "one management port for each machine"),
    network_check(
        "NW08",
        msg("NW08.title", "First import of the data"),
        uplink,
        "8 bits a byte, 10 % for protocols",
        reads=("room", "facts"),
    ),
    network_check(
        "NW09", msg("NW09.title", "Power of the switches"), switch_power, "NVIDIA: SN5610 0.9 kW, with optics 2.08 kW"
    ),
)

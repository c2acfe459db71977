"""NW01: ports enough for every cable, in all and by speed and form."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import attrgetter

import msgspec

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.catalog.ports import PortGroup, family, ports_for
from planner.checks.declared import key_of_line, number_of, of_machine, of_node
from planner.checks.fabric import (
    PORTS_OF_MACHINES,
    Fabric,
    cables_of,
    fabric_of,
    groups_of,
    main_group,
    network_check,
    ports_of,
    trains_over_machines,
)
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked
from planner.checks.stock_ports import Stocked, free_ports, stocked, switches_there
from planner.checks.switches import Ports, add_switch, kind_words, spare_for
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import msg

_VALUE, _QUALITY = attrgetter("value"), attrgetter("quality")
_SPEEDS = frozenset({"nic_form", "nic_gbps"})


class Demand(msgspec.Struct, frozen=True, kw_only=True):
    """Cables that want ports of a form ('' for any) and a rate (Gbit/s, 0 for any)."""

    form: str
    gbps: float
    cables: float


def ports(view: View) -> Iterator[Finding]:
    """NW01: a port for each cable, and a tenth to spare; without a switch the free ports of the room count."""
    net, room = fabric_of(view), view.room
    if not net.nodes:
        return
    stock = switches_there(view)
    yield from stocked(view, net, stock)
    free = None if room is None else of_node(room, "network_ports", "1")
    if stock and not net.switches and not net.cabled:
        free = free_ports(free, stock)
        if free is None:
            yield _ports_asked(stock)
            return
    if not net.switches and (free is None or not free.known):
        return
    needed = _needed(view, net)
    if not net.switches:
        assert free is not None
        yield _enough(view, net, needed, free)
        return
    counts = view.memo.each("NW01 ports", ports_of, net.switches)
    missing = tuple(key for one in counts for key in one.missing)
    if missing:
        yield cannot_tell(
            "plan",
            msg(
                "NW01.unknown",
                "{needed} cables are to be plugged in; how many ports the switch has is not known.",
                needed=needed,
            ),
            msg("NW01.ask", "Ask the seller for number, speed and form of the ports."),
            missing,
        )
        return
    up = 0.0 if _uplinks(net) else math.fsum(view.memo.each("NW01 uplinks", _up, net.switches))
    total = sum(one.require() * line.line.quantity for one, line in zip(counts, net.switches, strict=True)) - up
    there = leaf("plan/ports", total, "1", _worst(counts), "ports of the switches less uplinks")
    enough = _enough(view, net, needed, there)
    kinds = tuple(_by_kind(view, net))
    yield from kinds
    if enough.outcome != "pass" or not any(one.outcome == "error" for one in kinds):
        yield enough


def _ports_asked(there: tuple[Stocked, ...]) -> Finding:
    missing = tuple(key for one in there for key in one.left.missing)
    return cannot_tell(
        there[0].switch.id,
        msg(
            "NW01.there.open",
            "How many ports of {switches} are free for the new machines is not known.",
            switches=tuple(one.switch.title for one in there),
        ),
        msg("NW01.there.ask", "Look at the switch or ask the network centre: {inputs}.", inputs=asked(missing)),
        missing,
    )


def _needed(view: View, net: Fabric) -> Figure:
    """Return how many ports are wanted (a count): each cable to a switch takes one, a cable between switches two."""
    if not net.cabled:
        cables = view.memo.each("NW01 cables", _untyped, net.nodes)
        count = math.fsum(map(_VALUE, cables))  # each is known: one where nobody told it
        return leaf("plan/cables", count, "1", _worst(cables), PORTS_OF_MACHINES)
    cables = tuple([cables_of(net, line) for line in net.nodes])
    count = math.fsum(map(_VALUE, cables))
    wall = "" if net.switches or view.room is None else view.room.id
    for cable in net.cabled:
        elsewhere = bool(cable.link.to and cable.switch is None and cable.link.to != wall)
        if cable.is_uplink:
            count += cable.link.cables * (1 if cable.switch is None else 2)
        elif elsewhere:
            count -= (
                cable.link.cables
            )  # it takes a port of the room or of a switch that is there, none of a planned one
    return leaf("plan/cables", count, "1", _worst(cables), PORTS_OF_MACHINES)


_NO_LINKS = Fabric(switches=(), nodes=(), told=())


def _untyped(line: LineFigures) -> Figure:
    return cables_of(_NO_LINKS, line)


def _uplinks(net: Fabric) -> bool:
    return any(cable.is_uplink for cable in net.cabled)


def _up(line: LineFigures) -> float:
    """Return the uplink ports of a line of switches that are taken from those for machines."""
    told = (number_of(line, "uplink_ports") or 0.0) * line.line.quantity
    main = main_group(line)
    if main is None or "port_count" in line.line.facts:
        return told
    others = sum(group.count for group in groups_of(line)) - main.count
    return max(0.0, told - others * line.line.quantity)


def _worst(figures: Sequence[Figure]) -> Quality:
    return Quality.ASSUMED if Quality.ASSUMED in map(_QUALITY, figures) else Quality.COMPUTED


def _enough(view: View, net: Fabric, needed: Figure, there: Figure) -> Finding:
    told = {"needed": needed, "there": there}
    spare = limit("net.spare")
    if needed.require() > there.require():
        return Finding(
            outcome="error",
            subject="plan",
            message=msg("NW01.over", "{needed} cables are to be plugged in; there are {there} ports.", **told),
            remedy=msg(
                "NW01.remedy",
                "Add a switch with {more} ports and more.",
                more=round(needed.require() - there.require()),
            ),
            figures=(needed, there),
            fix=_added(view, net, needed, there),
        )
    if needed.require() > there.require() * (1 - spare.require()):
        return Finding(
            outcome="warning",
            subject="plan",
            message=msg("NW01.full", "{needed} of {there} ports are taken; a tenth to spare is customary.", **told),
            remedy=msg(
                "NW01.full.more",
                "Take a switch with {wanted} ports and more, or a second one: the next machine wants ports too.",
                wanted=math.ceil(needed.require() / (1 - spare.require())),
            ),
            figures=(needed, there, spare),
            fix=_added(view, net, needed, there),
        )
    return passed("plan", msg("NW01.pass", "{needed} of {there} ports are taken.", **told), needed, there)


def _added(view: View, net: Fabric, needed: Figure, there: Figure) -> Fix:
    """Return the step that adds the switch that is missing, like those that are there."""
    share = limit("net.spare").require()
    like = next((group for group in map(main_group, net.switches) if group is not None), None)
    more = spare_for(needed, there.require() if net.switches else 0.0, share)
    form = like.form if like is not None else "" if net.switches else "rj45"
    gbps = like.gbps if like is not None else 0.0
    return add_switch(view, Ports(number=more, form=form, gbps=gbps, infiniband=_infiniband(net)))


def _infiniband(net: Fabric) -> bool:
    return any(text(line.line.facts, "rdma") == "infiniband" for line in net.told) and trains_over_machines(net)


def _by_kind(view: View, net: Fabric) -> Iterator[Finding]:
    """Yield a finding for each switch, or for all together, that lacks ports of a speed and form."""
    for line in net.switches if net.cabled else ():
        own = [*_at(net, line.line.id)]
        if own:
            yield from _short(view, net, line.line.id, (line,), own)
    loose = [line for line in net.told if _SPEEDS & line.line.facts.keys() and not net.cables_of(line.line.id)]
    if loose:
        typed = [demand for line in net.switches for demand in _at(net, line.line.id)]
        untyped = [
            Demand(
                form=text(line.line.facts, "nic_form"),
                gbps=number_of(line, "nic_gbps") or 0.0,
                cables=_main_cables(line),
            )
            for line in loose
        ]
        yield from _short(view, net, "plan", net.switches, [*typed, *untyped])


def _main_cables(line: LineFigures) -> float:
    """Return the cables of the machines' own ports; a management port is another one."""
    each = of_machine(line, "nic_ports", "1")
    return (each.value if each.value is not None else 1.0) * line.line.quantity


def _at(net: Fabric, switch: str) -> Iterator[Demand]:
    """Yield what typed links want of the ports of a switch, those that come in and those that lead up."""
    for cable in net.cabled:
        speed = cable.gbps.value or 0.0
        if cable.switch is not None and cable.switch.line.id == switch:
            yield Demand(form=cable.at_switch or cable.form, gbps=speed, cables=float(cable.link.cables))
        elif cable.link.line == switch:
            yield Demand(form=cable.form, gbps=speed, cables=float(cable.link.cables))


def _short(
    view: View, net: Fabric, subject: str, switches: tuple[LineFigures, ...], demands: list[Demand]
) -> Iterator[Finding]:
    """Yield the first kind of ports that there are too few of, fastest first; a pass where all are enough."""
    groups = [
        PortGroup(count=group.count * line.line.quantity, gbps=group.gbps, form=group.form)
        for line in switches
        for group in groups_of(line)
    ]
    kinds = sorted({(one.form, one.gbps) for one in demands}, key=lambda kind: (-kind[1], kind[0]))
    if not groups:
        return
    for form, gbps in kinds:
        needed, there = _wanted(demands, form, gbps), float(ports_for(groups, form, gbps))
        if needed > there:
            yield _lacking(view, net, subject, switches, (form, gbps, needed, there))
            return
    if subject == "plan":
        return  # the count in all says so
    names = tuple(line.line.title for line in switches)
    number = leaf(f"{_key(subject, switches)}/kinds", math.fsum(one.cables for one in demands), "1", Quality.ENTERED)
    say = msg(
        "NW01.kinds.pass",
        "{switches}: the {number} cables find ports of their speed and form.",
        switches=names,
        number=number,
    )
    yield passed(subject, say, number)


def _wanted(demands: list[Demand], form: str, gbps: float) -> float:
    """Return the cables that want ports of this form at this rate or faster (Gbit/s)."""
    like = family(form)
    return math.fsum(
        one.cables for one in demands if one.gbps >= gbps and (not like or family(one.form) == like or not one.form)
    )


def _key(subject: str, switches: tuple[LineFigures, ...]) -> str:
    return key_of_line(switches[0]) if subject != "plan" else "plan/ports"


def _lacking(
    view: View,
    net: Fabric,
    subject: str,
    switches: tuple[LineFigures, ...],
    kind: tuple[str, float, float, float],
) -> Finding:
    form, gbps, needed, there = kind
    key = _key(subject, switches)
    wanted = leaf(
        f"{key}/{form}{gbps:g}/wanted", needed, "1", Quality.COMPUTED, "network links and ports of the machines"
    )
    found = leaf(f"{key}/{form}{gbps:g}/there", there, "1", Quality.COMPUTED, "ports of the switches by speed and form")
    told = {"switches": tuple(line.line.title for line in switches), "kind": kind_words(form, gbps)}
    more = spare_for(wanted, there, limit("net.spare").require())
    return Finding(
        outcome="error",
        subject=subject,
        message=msg(
            "NW01.kind",
            "{switches}: {needed} cables want ports of {kind}; there are {there}.",
            needed=wanted,
            there=found,
            **told,
        ),
        remedy=msg(
            "NW01.kind.remedy",
            "Add a switch with {more} such ports, or plan these cables slower.",
            more=round(needed - there),
        ),
        figures=(wanted, found),
        fix=add_switch(view, Ports(number=more, form=form, gbps=gbps, infiniband=_infiniband(net))),
    )


_PORTS = network_check(
    "NW01",
    msg("NW01.title", "Network ports enough"),
    ports,
    "count of cables and ports; customary reserve of a tenth",
    "net.spare",
    reads=("lines", "links", "room", "market", "existing", "rows_there"),
)
CHECKS = (msgspec.structs.replace(_PORTS, covers=("NW04",)),)

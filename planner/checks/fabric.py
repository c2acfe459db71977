"""Checks of the network: ports enough, cables that fit and reach, oversubscription, two tiers, RDMA, management, uplink."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter

import msgspec

from planner.assess.context import View
from planner.assess.facts import flag, text
from planner.assess.lines import LineFigures, parted
from planner.catalog.choices import choice_words
from planner.checks.declared import key_of_line, number_of, of_machine, of_node
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.facility.network import OVERSUBSCRIPTION
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Message, msg

_PORTS = re.compile(r"(\d+)\s*x\s*(\d+(?:\.\d+)?)\s*G", re.IGNORECASE)
REACH_M = {"dac": "net.dac_m", "aoc": "net.aoc_m", "copper": "net.copper_m"}
_VALUE, _QUALITY = attrgetter("value"), attrgetter("quality")
_CABLED = frozenset({"nic_form", "cable_kind"})
_TOLD = _CABLED | {"rdma", "management_port", "nic_ports"}


class Fabric(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a network: switches, and the machines that are cabled to them."""

    switches: tuple[LineFigures, ...]
    nodes: tuple[LineFigures, ...]
    told: tuple[LineFigures, ...]


def fabric(nodes: tuple[LineFigures, ...], switches: tuple[LineFigures, ...]) -> Fabric:
    """Return the planned switches and the machines they serve; ``told`` are those of whose network something is said."""
    return Fabric(
        switches=switches,
        nodes=nodes,
        told=tuple([line for line in nodes if not _TOLD.isdisjoint(line.line.facts)]),
    )


def fabric_of(view: View) -> Fabric:
    """Return the lines of the planned network, parted once in a run."""
    lines = parted(view.memo, view.lines)
    found: Fabric = view.memo.call(fabric, lines.cabled, lines.network)
    return found


def ports_of(line: LineFigures) -> Figure:
    """Return the ports of one switch (a count): as told, else as its row says ('64x400G'), else unknown."""
    told = of_machine(line, "port_count", "1")
    found = None if told.known or line.item is None else _PORTS.search(line.item.text("ports"))
    return told if found is None else leaf(told.key, float(found[1]), "1", Quality.SECONDARY, "row of the switch")


@lru_cache(maxsize=256)
def _one_each(quantity: float) -> Figure:
    """Return one cable for each of so many machines: what is assumed where nobody told it."""
    return leaf("plan/cables_each", quantity, "1", Quality.ASSUMED, "network ports of the machines")


def _cables(line: LineFigures) -> Figure:
    """Return the network cables of a line's machines (a count): one each, as an assumption, where nobody told it."""
    if number_of(line, "nic_ports") is None and "management_port" not in line.line.facts:
        return _one_each(float(line.line.quantity))
    each = of_machine(line, "nic_ports", "1")
    managed = bool(flag(line.line.facts, "management_port"))
    count = (each.value if each.value is not None else 1.0) + managed
    quality = each.quality if each.known else Quality.ASSUMED
    return leaf(
        f"{key_of_line(line)}/cables", count * line.line.quantity, "1", quality, "network ports of the machines"
    )


def ports(view: View) -> Iterator[Finding]:
    """NW01: a port for each cable, and a tenth to spare; without a switch the free ports of the room count."""
    net, room = fabric_of(view), view.room
    if not net.nodes:
        return
    free = None if room is None else of_node(room, "network_ports", "1")
    if not net.switches and (free is None or not free.known):
        return
    cables = view.memo.each("NW01 cables", _cables, net.nodes)
    count = math.fsum(map(_VALUE, cables))  # each is known: one where nobody told it
    needed = leaf("plan/cables", count, "1", _worst(cables), "network ports of the machines")
    if net.switches:
        counts = [*zip(view.memo.each("NW01 ports", ports_of, net.switches), net.switches, strict=True)]
        missing = tuple(key for one, _line in counts for key in one.missing)
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
        up = view.memo.each("NW01 uplinks", _up, net.switches)
        total = sum(one.require() * line.line.quantity for one, line in counts) - math.fsum(up)
        there = leaf(
            "plan/ports", total, "1", _worst([one for one, _line in counts]), "ports of the switches less uplinks"
        )
    else:
        assert free is not None
        there = free
    yield _enough(needed, there)


def _up(line: LineFigures) -> float:
    return (of_machine(line, "uplink_ports", "1").value or 0.0) * line.line.quantity


def _worst(figures: Sequence[Figure]) -> Quality:
    return Quality.ASSUMED if Quality.ASSUMED in map(_QUALITY, figures) else Quality.COMPUTED


def _enough(needed: Figure, there: Figure) -> Finding:
    told = {"needed": needed, "there": there}
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
        )
    if needed.require() > there.require() * (1 - limit("net.spare").require()):
        return Finding(
            outcome="warning",
            subject="plan",
            message=msg("NW01.full", "{needed} of {there} ports are taken; a tenth to spare is customary.", **told),
            remedy=msg("NW01.full.remedy", "Take the next size: the next machine wants ports too."),
            figures=(needed, there, limit("net.spare")),
        )
    return passed("plan", msg("NW01.pass", "{needed} of {there} ports are taken.", **told), needed, there)


def cables(view: View) -> tuple[Finding, ...]:
    """NW02: the ports of machine and switch have one form, and the cable reaches as far as its kind allows."""
    net = fabric_of(view)
    forms = {text(line.line.facts, "nic_form") for line in net.switches} - {""}
    return view.found_in(_cable, ((line, *sorted(forms)) for line in net.told if _CABLED & line.line.facts.keys()))


def _cable(_view: View, line: LineFigures, *forms: str) -> Iterator[Finding]:
    form, kind = text(line.line.facts, "nic_form"), text(line.line.facts, "cable_kind")
    length = of_machine(line, "cable_m", "m")
    if form and forms and form not in forms:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg(
                "NW02.form",
                "{machine} has {form} ports, the switch has {forms}.",
                machine=line.line.title,
                form=choice_words("nic_form", form) or form,
                forms=tuple(choice_words("nic_form", one) or one for one in forms),
            ),
            remedy=msg(
                "NW02.form.remedy",
                "Ask for a network card or a switch with the same ports, or for a cable with both ends.",
            ),
        )
    elif kind in REACH_M and length.known:
        most = limit(REACH_M[kind])
        told = {
            "machine": line.line.title,
            "kind": choice_words("cable_kind", kind) or kind,
            "length": length,
            "limit": most,
        }
        if length.require() <= most.require():
            yield passed(
                line.line.id, msg("NW02.pass", "{length} of {kind} to {machine}: up to {limit}.", **told), length, most
            )
        else:
            yield Finding(
                outcome="error",
                subject=line.line.id,
                message=msg("NW02.long", "{length} of {kind} to {machine}; such a cable reaches {limit}.", **told),
                remedy=msg("NW02.remedy", "Use fibre with optics, or put the switch nearer."),
                figures=(length, most),
            )


def oversubscribed(view: View) -> Iterator[Finding]:
    """NW03: what goes down over what goes up: 1 for training over several machines, 3 elsewhere."""
    net = fabric_of(view)
    rdma = any(text(line.line.facts, "rdma") in ("roce", "infiniband") for line in net.told)
    for line in net.switches:
        if "uplink_ports" not in line.line.facts:
            continue
        count, up = ports_of(line), of_machine(line, "uplink_ports", "1")
        if not (count.known and up.known) or not up.require():
            continue
        speed = of_machine(line, "port_gbps", "Gbit/s", "fastest_gbps")
        key = key_of_line(line)
        down = leaf(f"{key}/down_ports", count.require() - up.require(), "1", count.quality, "ports less uplinks")
        ratio = trace(OVERSUBSCRIPTION, f"{key}/oversubscription", down_gbps=down, up_gbps=up)
        most = limit("net.training" if rdma else "net.over")
        told = {"machine": line.line.title, "ratio": round(ratio.require(), 2), "limit": most, "speed": speed}
        if ratio.require() <= most.require():
            yield passed(line.line.id, msg("NW03.pass", "{machine}: {ratio} to 1 down over up.", **told), ratio, most)
        else:
            wanted = math.ceil(count.require() / (1 + most.require()))
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg("NW03.over", "{machine}: {ratio} to 1 down over up; {limit} to 1 is advised.", **told),
                remedy=msg("NW03.remedy", "Use {wanted} of its ports upwards.", wanted=wanted),
                figures=(ratio, most),
            )


def tiers(view: View) -> Iterator[Finding]:
    """NW04: two tiers of switches with p ports serve p squared half machines without blocking."""
    net = fabric_of(view)
    if not net.switches or not any("nic_ports" in line.line.facts for line in net.told):
        return
    largest = max((ports_of(line).value or 0.0 for line in net.switches), default=0.0)
    if not largest:
        return
    ends = sum(_cables(line).require() for line in net.nodes)
    most = largest * largest / 2
    told = {"ends": round(ends), "most": round(most), "ports": round(largest)}
    if ends > most:
        yield Finding(
            outcome="error",
            subject="plan",
            message=msg("NW04.over", "{ends} ends; two tiers of switches with {ports} ports serve {most}.", **told),
            remedy=msg("NW04.remedy", "Take switches with more ports, or plan a third tier."),
        )


def twin_ports(view: View) -> Iterator[Finding]:
    """NW05: an OSFP cage of 800 G carries two links: cages and links are counted apart."""
    for line in fabric_of(view).switches:
        if text(line.line.facts, "nic_form") == "osfp":
            count = ports_of(line)
            if count.known:
                yield Finding(
                    outcome="note",
                    subject=line.line.id,
                    message=msg(
                        "NW05.twin",
                        "{machine}: {links} links are {cages} cages with two links each.",
                        machine=line.line.title,
                        links=count,
                        cages=round(count.require() / 2),
                    ),
                    remedy=msg("NW05.remedy", "Order cables by cages, and count links by ports."),
                    figures=(count,),
                )


def network_check(
    id: str,  # noqa: A002
    title: Message,
    run: Callable[[View], Iterable[Finding]],
    source: str,
    limit_key: str = "",
    reads: tuple[str, ...] = ("lines",),
) -> Check:
    """Return the record of a check of the network; none of them leaves the verdict open."""
    return Check(
        id=id, area="operation", title=title, reads=reads, source=source, run=run, limit=limit_key, blocking=False
    )


CHECKS = (
    network_check(
        "NW01",
        msg("NW01.title", "Network ports enough"),
        ports,
        "count of cables and ports; customary reserve of a tenth",
        "net.spare",
        reads=("lines", "room"),
    ),
    network_check(
        "NW02",
        msg("NW02.title", "Form and reach of cables"),
        cables,
        "customary reach: DAC 3 m, AOC 30 m, twisted pair 100 m",
        "net.dac_m",
    ),
    network_check(
        "NW03",
        msg("NW03.title", "Oversubscription"),
        oversubscribed,
        "1 to 1 for training, up to 3 to 1 elsewhere (customary)",
        "net.over",
    ),
    network_check(
        "NW04", msg("NW04.title", "Two tiers suffice"), tiers, "non-blocking two-tier fabric: ports squared half"
    ),
    network_check("NW05", msg("NW05.title", "Cages and links"), twin_ports, "NVIDIA BasePOD: 64 links are 32 cages"),
)

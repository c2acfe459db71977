"""NW03 to NW05: what goes down over what goes up, how many leaves and spines a network wants, cages with two links."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.checks.declared import key_of_line, of_machine
from planner.checks.fabric import (
    Cable,
    Fabric,
    cables_of,
    fabric_of,
    main_group,
    network_check,
    ports_of,
    trains_over_machines,
)
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.sides import above
from planner.checks.switches import Ports, switches_for
from planner.facility.network import (
    LEAVES_OVER,
    OVERSUBSCRIPTION,
    RATE_SUM,
    SPINES_OVER,
)
from planner.figure import Figure, Quality, entered, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import SetValue, UseItem

_TWIN_GBPS = 400.0  # a cage of 800 Gbit/s holds two


def oversubscribed(view: View) -> Iterator[Finding]:
    """NW03: what goes down over what goes up: 1 for training over several machines, 3 elsewhere."""
    net = fabric_of(view)
    for line in net.switches:
        if any(cable.link.line == line.line.id for cable in net.cabled):
            yield _by_links(net, line)
        elif "uplink_ports" in line.line.facts:
            yield from _by_ports(net, line)


def _most(net: Fabric) -> Figure:
    return limit("net.training" if trains_over_machines(net) else "net.over")


def _by_links(net: Fabric, line: LineFigures) -> Finding:
    """Return the ratio of a switch whose links were typed, by their rates."""
    key = key_of_line(line)
    up_links = [cable for cable in net.cabled if cable.link.line == line.line.id]
    down_links = [cable for cable in net.cabled if cable.link.to == line.line.id]
    down, up = _rate(f"{key}/down_gbps", down_links), _rate(f"{key}/up_gbps", up_links)
    ratio, most = trace(OVERSUBSCRIPTION, f"{key}/oversubscription", down_gbps=down, up_gbps=up), _most(net)
    told = {"machine": line.line.title, "limit": most, "down": down, "up": up}
    if not ratio.known:
        return cannot_tell(
            line.line.id,
            msg("NW03.unknown", "{machine}: how much goes down and how much up is not known.", machine=line.line.title),
            msg("NW03.ask", "Say the rate of each of its network links."),
            ratio.missing,
        )
    if not above(ratio, most):
        say = msg("NW03.links.pass", "{machine}: {down} down, {up} up; {limit} to 1 is allowed.", **told)
        return passed(line.line.id, say, ratio, most)
    widest = max(up_links, key=lambda cable: cable.gbps.require())
    more = math.ceil((down.require() / most.require() - up.require()) / widest.gbps.require())
    cables = widest.link.cables + more
    path = f"alternatives/{key.partition('/')[0]}/links/{widest.link.id}/cables"
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("NW03.links.over", "{machine}: {down} down over {up} up; {limit} to 1 is advised.", **told),
        remedy=msg(
            "NW03.links.remedy",
            "Add {more} uplink cables of {speed}: {cables} in all.",
            more=more,
            speed=widest.gbps,
            cables=cables,
        ),
        figures=(ratio, most),
        fix=Fix(
            label=msg("NW03.fix", "Plan {cables} uplink cables", cables=cables), edit=SetValue(path=path, value=cables)
        ),
    )


def _rate(key: str, cables: list[Cable]) -> Figure:
    """Return what links carry together (Gbit/s); a link without a rate leaves it unknown."""
    return trace(
        RATE_SUM,
        key,
        cables=[entered(f"{cable.key}/cables", float(cable.link.cables), "1") for cable in cables],
        gbps=[cable.gbps for cable in cables],
    )


def _by_ports(net: Fabric, line: LineFigures) -> Iterator[Finding]:
    """Yield the ratio of a switch of which only its ports are counted."""
    count, up = ports_of(line), of_machine(line, "uplink_ports", "1")
    if not (count.known and up.known) or not up.require():
        return
    speed = of_machine(line, "port_gbps", "Gbit/s", "fastest_gbps")
    key = key_of_line(line)
    down = leaf(f"{key}/down_ports", count.require() - up.require(), "1", count.quality, "ports less uplinks")
    ratio = trace(OVERSUBSCRIPTION, f"{key}/oversubscription", down_gbps=down, up_gbps=up)
    most = _most(net)
    told = {"machine": line.line.title, "ratio": round(ratio.require(), 2), "limit": most, "speed": speed}
    if not above(ratio, most):
        yield passed(line.line.id, msg("NW03.pass", "{machine}: {ratio} to 1 down over up.", **told), ratio, most)
        return
    wanted = math.ceil(count.require() / (1 + most.require()))
    path = f"alternatives/{key.partition('/')[0]}/lines/{line.line.id}/facts/uplink_ports"
    yield Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("NW03.over", "{machine}: {ratio} to 1 down over up; {limit} to 1 is advised.", **told),
        remedy=msg("NW03.remedy", "Use {wanted} of its ports upwards.", wanted=wanted),
        figures=(ratio, most),
        fix=Fix(
            label=msg("NW03.fix.ports", "Plan {wanted} uplink ports", wanted=wanted),
            edit=SetValue(path=path, value={"value": float(wanted), "quality": "entered"}),
        ),
    )


def tiers(view: View) -> Iterator[Finding]:
    """NW04: two tiers of switches with p ports serve p squared half machines; fewer than leaves and spines are too few."""
    net = fabric_of(view)
    if not net.switches or not (net.cabled or any("nic_ports" in line.line.facts for line in net.told)):
        return
    widest = max(net.switches, key=lambda line: ports_of(line).value or 0.0)
    largest = ports_of(widest)
    if not largest.value:
        if largest.missing:
            yield _ports_asked(net)
        return
    cables = [cables_of(net, line) for line in net.nodes]
    ends = leaf(
        "plan/ends", math.fsum(one.require() for one in cables), "1", Quality.COMPUTED, "network ports of the machines"
    )
    most = largest.require() ** 2 / 2
    if ends.require() > most:
        told = {"ends": round(ends.require()), "most": round(most), "ports": round(largest.require())}
        yield Finding(
            outcome="error",
            subject="plan",
            message=msg("NW04.over", "{ends} ends; two tiers of switches with {ports} ports serve {most}.", **told),
            remedy=msg(
                "NW04.wider",
                "Take switches with {wanted} ports and more, or plan a third tier.",
                wanted=math.ceil(math.sqrt(2 * ends.require())),
            ),
            figures=(ends,),
            fix=_wider(view, widest, math.ceil(math.sqrt(2 * ends.require()))),
        )
    elif above(ends, largest):
        yield _leaves_and_spines(net, widest, largest, ends)


def _ports_asked(net: Fabric) -> Finding:
    return cannot_tell(
        "plan",
        msg(
            "NW04.unknown",
            "How many tiers of switches the network wants is not known: nobody told the ports of {machines}.",
            machines=tuple([line.line.title for line in net.switches]),
        ),
        msg("NW04.ask", "Ask the seller for number, speed and form of the ports."),
        [key for line in net.switches for key in ports_of(line).missing],
    )


def _wider(view: View, line: LineFigures, wanted: int) -> Fix | None:
    """Return the step that uses a switch with more ports of the same kind, None where the catalog has none."""
    main = main_group(line)
    kind = Ports(number=wanted) if main is None else Ports(number=wanted, form=main.form, gbps=main.gbps)
    best = next(switches_for(view.market.items, kind), None)
    if best is None or "port_count" in line.line.facts:
        return None  # what was typed of the ports would win over the row
    name = f"{best.maker} {best.name}".strip()
    path = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/item"
    return Fix(
        label=msg("NW04.fix", "Use {name} instead; its price is to be asked for", name=name),
        edit=UseItem(path=path, item=best),
    )


def _leaves_and_spines(net: Fabric, line: LineFigures, largest: Figure, ends: Figure) -> Finding:
    """Return whether there are as many switches as two tiers want at the ratio that is allowed."""
    most, key = _most(net), key_of_line(line)
    leaves = trace(LEAVES_OVER, f"{key}/leaves", node_links=ends, switch_ports=largest, ratio=most)
    spines = trace(SPINES_OVER, f"{key}/spines", leaves=leaves, switch_ports=largest, ratio=most)
    wanted = round(leaves.require() + spines.require())
    there = sum(one.line.quantity for one in net.switches)
    told = {
        "ends": ends,
        "ports": largest,
        "leaves": leaves,
        "spines": spines,
        "wanted": wanted,
        "there": there,
        "limit": most,
    }
    if there >= wanted:
        say = msg(
            "NW04.pass", "{ends} ends want {leaves} leaf and {spines} spine switches; {there} are planned.", **told
        )
        return passed("plan", say, leaves, spines)
    quantity = line.line.quantity + wanted - there
    path = f"alternatives/{key.partition('/')[0]}/lines/{line.line.id}/quantity"
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "NW04.few",
            "{ends} ends want {leaves} leaf and {spines} spine switches of {ports} ports at {limit} to 1; {there} are planned.",
            **told,
        ),
        remedy=msg(
            "NW04.few.remedy", "Plan {more} switches more: {wanted} in all.", more=wanted - there, wanted=wanted
        ),
        figures=(leaves, spines, most),
        fix=Fix(
            label=msg(
                "NW04.fix.quantity", "Plan {quantity} pieces of {machine}", quantity=quantity, machine=line.line.title
            ),
            edit=SetValue(path=path, value=quantity),
        ),
    )


def twin_ports(view: View) -> tuple[Finding, ...]:
    """NW05: an OSFP cage of 800 G carries two links: cages and links are counted apart."""
    found: tuple[Finding, ...] = view.findings(_twin_ports, fabric_of(view).switches)
    return found


def _twin_ports(_view: View, line: LineFigures) -> Iterator[Finding]:
    if _may_have_twin_ports(line):
        yield cannot_tell(
            line.line.id,
            msg(
                "NW05.unknown",
                "Whether two links of {machine} share a cage is not known: the form of its ports is not said.",
                machine=line.line.title,
            ),
            msg(
                "NW05.ask",
                "Ask the seller for the form of the ports: OSFP cages hold two links, QSFP ones hold one.",
            ),
            (f"{line.key}/nic_form",),
        )
    elif _has_twin_ports(line):
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


def _may_have_twin_ports(line: LineFigures) -> bool:
    """Tell whether ports are as fast as those that share a cage, and nobody said their form."""
    main = main_group(line)
    return not text(line.line.facts, "nic_form") and main is not None and not main.form and main.gbps == _TWIN_GBPS


def _has_twin_ports(line: LineFigures) -> bool:
    """Tell whether two links share a cage: as told, else OSFP ports of 400 Gbit/s and less, as a row counts them."""
    told = text(line.line.facts, "nic_form")
    if told:
        return told == "osfp"
    main = main_group(line)
    return main is not None and main.form == "osfp" and 0 < main.gbps <= _TWIN_GBPS


CHECKS = (
    network_check(
        "NW03",
        msg("NW03.title", "Oversubscription"),
        oversubscribed,
        "1 to 1 for training, up to 3 to 1 elsewhere (customary)",
        "net.over",
    ),
    network_check(
        "NW04",
        msg("NW04.title", "Two tiers suffice"),
        tiers,
        "non-blocking two-tier fabric: ports squared half; leaves and spines as in NVIDIA's SuperPOD tables",
        reads=("lines", "links", "market"),
    ),
    network_check("NW05", msg("NW05.title", "Cages and links"), twin_ports, "NVIDIA BasePOD: 64 links are 32 cages"),
)

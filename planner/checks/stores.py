"""The storages of a build as checks look at them: what one gives, what goes into it, how large its drives are."""

from __future__ import annotations

import math

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.checks.declared import key_of_line, of_machine
from planner.checks.fabric import Cable, fabric_of
from planner.checks.formulas import DRIVE_TB, USABLE_TB
from planner.checks.switches import required
from planner.facility.network import LINK_GB_S, PORTS_GBPS, RATE_SUM
from planner.figure import Figure, entered, trace
from planner.plan.edits import Edit, SetValue


def stores_of(view: View) -> tuple[LineFigures, ...]:
    """Return the storages that are planned; the check must read lines."""
    return parted(view.memo, view.lines).storage


def links_of(view: View, line: LineFigures) -> tuple[Cable, ...]:
    """Return the typed network links of a storage of which every rate is known; the check must read lines and links."""
    if not view.links:
        return ()
    own = fabric_of(view).cables_of(line.line.id)
    return own if own and all(cable.gbps.known for cable in own) else ()


def port_gb_s(line: LineFigures, links: tuple[Cable, ...] = ()) -> Figure:
    """Return what the network ports of one storage carry (GB/s): its typed links, else the rate told of its port."""
    key = key_of_line(line)
    rate = of_machine(line, "network_gbps", "Gbit/s")
    if links:
        units = float(line.line.quantity)
        rate = trace(
            RATE_SUM,
            f"{key}/links_gbps",
            cables=[entered(f"{cable.key}/cables_each", cable.link.cables / units, "1") for cable in links],
            gbps=[cable.gbps for cable in links],
        )
    return trace(LINK_GB_S, f"{key}/link_gb_s", link_gbps=rate)


def bandwidth(line: LineFigures, links: tuple[Cable, ...] = ()) -> Figure:
    """Return what a storage gives (GB/s): as told or by its row, but no more than its port carries; unknown without both."""
    own = of_machine(line, "throughput_gb_s", "GB/s")
    port = port_gb_s(line, links)
    if own.known and port.known:
        return min((own, port), key=lambda one: one.require())
    return own if own.known else port


def port_for(gb_s: float) -> float:
    """Return the slowest usual port (Gbit/s) that carries a rate (GB/s)."""
    return next((one for one in PORTS_GBPS if LINK_GB_S.function(link_gbps=one) >= gb_s), PORTS_GBPS[-1])


def faster(line: LineFigures, links: tuple[Cable, ...], gb_s: float) -> tuple[Edit, ...]:
    """Return the edits that ask for a storage which gives a rate (GB/s): cables, port and drives as far as they are too slow."""
    facts = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/facts"
    edits: list[Edit] = []
    port, own = port_gb_s(line, links), of_machine(line, "throughput_gb_s", "GB/s")
    if not port.known or port.require() < gb_s:
        edits.append(_more_cables(line, links[0], gb_s, port) if links else _port_asked(facts, gb_s))
    if own.known and own.require() < gb_s:
        edits.append(SetValue(path=f"{facts}/throughput_gb_s", value=required(round(gb_s, 2))))
    return tuple(edits)


def _port_asked(facts: str, gb_s: float) -> Edit:
    return SetValue(path=f"{facts}/network_gbps", value=required(port_for(gb_s)))


def _more_cables(line: LineFigures, cable: Cable, gb_s: float, port: Figure) -> Edit:
    """Return the edit that plans as many cables of a link as carry the rate (GB/s) to each storage, to all the same."""
    each = LINK_GB_S.function(link_gbps=cable.gbps.require())
    more = line.line.quantity * math.ceil((gb_s - port.require()) / each)
    path = f"alternatives/{line.key.partition('/')[0]}/links/{cable.link.id}/cables"
    return SetValue(path=path, value=cable.link.cables + more)


def drive_tb(line: LineFigures) -> Figure:
    """Return the size of one drive (TB): as told, else the raw capacity over the bays, else unknown."""
    told = of_machine(line, "drive_tb", "TB")
    if told.known:
        return told
    if line.item is not None and line.item.text("subkind") == "hdd":
        return of_machine(line, "capacity_tb", "TB")
    whole, bays = of_machine(line, "capacity_tb", "TB"), of_machine(line, "bays", "1")
    if whole.known and bays.known:
        return trace(DRIVE_TB, f"{key_of_line(line)}/drive_tb", capacity_tb=whole, drives=bays)
    return told


def usable_tb(line: LineFigures) -> Figure:
    """Return the usable capacity of one storage (TB): as told, else its drives less parity, else unknown."""
    told = of_machine(line, "usable_tb", "TB")
    if told.known:
        return told
    reckoned = trace(
        USABLE_TB,
        f"{key_of_line(line)}/usable_tb",
        drives=of_machine(line, "bays", "1"),
        parity=of_machine(line, "raid_parity", "1"),
        drive_tb=drive_tb(line),
    )
    return reckoned if reckoned.known and reckoned.require() > 0 else told

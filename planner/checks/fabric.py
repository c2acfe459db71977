"""The planned network as its checks see it: switches with their ports, machines with their cables, links that were typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, flag, text
from planner.assess.lines import LineFigures, Parted, parted
from planner.assess.memo import Memo
from planner.assess.sifting import sifted
from planner.catalog.ports import PortGroup, family, port_groups
from planner.checks.declared import key_of_line, number_of, of_machine
from planner.checks.registry import Check, Finding
from planner.figure import Figure, Quality, leaf
from planner.messages import Message
from planner.plan.document import Link

_TOLD = frozenset({"nic_form", "nic_gbps", "cable_kind", "rdma", "management_port", "nic_ports"})
_TELLS = {"told": {True}}
PORTS_OF_MACHINES = "network ports of the machines"


class Cable(msgspec.Struct, frozen=True, kw_only=True):
    """A typed link with its ends: ``switch`` is None where it goes to a room or nobody said where.

    ``form`` is that of the machine's port, ``at_switch`` that of the switch's ('' where not told); speed in Gbit/s, length
    in m.
    """

    link: Link
    key: str
    machine: LineFigures
    switch: LineFigures | None
    gbps: Figure
    length: Figure
    form: str
    at_switch: str
    kind: str

    @property
    def is_uplink(self) -> bool:
        """Tell whether it leads up from a switch."""
        return self.machine.line.role == "network"


class Fabric(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a network: switches, and the machines that are cabled to them; ``cabled`` are the typed links.

    ``told`` are machines of whose network something is said.
    """

    switches: tuple[LineFigures, ...]
    nodes: tuple[LineFigures, ...]
    told: tuple[LineFigures, ...]
    cabled: tuple[Cable, ...] = ()

    def cables_of(self, line: str) -> tuple[Cable, ...]:
        """Return the typed links that begin at the machines of a line."""
        return tuple([cable for cable in self.cabled if cable.link.line == line])


def fabric(memo: Memo, lines: Parted, links: tuple[Link, ...] = ()) -> Fabric:
    """Return the planned switches and the machines they serve, with the links between them."""
    nodes, machines = lines.cabled, lines.machines
    return Fabric(
        switches=lines.network,
        nodes=nodes,
        told=sifted(memo, "lines by network", nodes, _tells_network, _TELLS)["told"],
        cabled=tuple(_cabled(machines, links)) if links else (),
    )


def _tells_network(line: LineFigures) -> bool:
    return not _TOLD.isdisjoint(line.line.facts)


def _cabled(machines: tuple[LineFigures, ...], links: tuple[Link, ...]) -> Iterator[Cable]:
    """Yield the links whose machines are planned: one to a line of which there are none leads nowhere."""
    by_id = {line.line.id: line for line in machines}
    for link in links:
        machine = by_id.get(link.line)
        if machine is not None:
            yield _cable(link, machine, by_id)


def _cable(link: Link, machine: LineFigures, by_id: Mapping[str, LineFigures]) -> Cable:
    """Return a link with its figures; what its own values leave open is told by its machine's facts."""
    key = f"{machine.key.partition('/')[0]}/{link.id}"
    own = {} if machine.line.role == "network" else machine.line.facts  # a switch tells of its ports for machines
    switch = by_id.get(link.to)

    def number(name: str, unit: str) -> Figure:
        if name in own and name not in link.values:
            return fact_figure(own, name, f"{machine.key}/{name}", unit)
        return fact_figure(link.values, name, f"{key}/{name}", unit)

    return Cable(
        link=link,
        key=key,
        machine=machine,
        switch=switch if switch is not None and switch.line.role == "network" else None,
        gbps=number("nic_gbps", "Gbit/s"),
        length=number("cable_m", "m"),
        form=text(link.values, "nic_form") or text(own, "nic_form"),
        at_switch=text(link.values, "switch_form"),
        kind=text(link.values, "cable_kind") or text(own, "cable_kind"),
    )


def fabric_of(view: View) -> Fabric:
    """Return the planned network, parted once in a run; the check must read lines and links."""
    found: Fabric = view.memo.call(fabric, view.memo, parted(view.memo, view.lines), view.links)
    return found


def groups_of(line: LineFigures) -> tuple[PortGroup, ...]:
    """Return the ports of one switch by speed and form: as told, else as its row says; nothing where neither does."""
    facts = line.line.facts
    count = number_of(line, "port_count") if "port_count" in facts else None
    if count is not None:
        speed = number_of(line, "port_gbps") if "port_gbps" in facts else None
        return (PortGroup(count=int(count), gbps=speed or 0.0, form=text(facts, "nic_form")),)
    return () if line.item is None else port_groups(line.item.text("ports"))


def main_group(line: LineFigures) -> PortGroup | None:
    """Return the ports of a switch that machines are cabled to: the kind that it has most of; the few others lead up."""
    return max(groups_of(line), key=lambda group: group.count, default=None)


def ports_of(line: LineFigures) -> Figure:
    """Return the ports of one switch for machines (a count): as told, else as its row says ('64x400G'), else unknown."""
    told = of_machine(line, "port_count", "1")
    found = None if told.known else main_group(line)
    return told if found is None else leaf(told.key, float(found.count), "1", Quality.SECONDARY, "row of the switch")


def forms_of(switches: Iterable[LineFigures]) -> frozenset[str]:
    """Return the families of forms that switches have ports of; empty where nobody knows."""
    found = {text(line.line.facts, "nic_form") for line in switches}
    found |= {group.form for line in switches for group in groups_of(line)}
    return frozenset(filter(None, map(family, found)))


@lru_cache(maxsize=256)
def _one_each(quantity: float) -> Figure:
    """Return one cable for each of so many machines: what is assumed where nobody told it."""
    return leaf("plan/cables_each", quantity, "1", Quality.ASSUMED, PORTS_OF_MACHINES)


def cables_of(net: Fabric, line: LineFigures) -> Figure:
    """Return the network cables of a line's machines (a count): those typed, else as told, else one each as an assumption."""
    typed = net.cables_of(line.line.id) if net.cabled else ()
    key = f"{key_of_line(line)}/cables"
    if typed:
        return leaf(
            key, float(sum(one.link.cables for one in typed)), "1", Quality.ENTERED, "network links of the plan"
        )
    if number_of(line, "nic_ports") is None and "management_port" not in line.line.facts:
        return _one_each(float(line.line.quantity))
    each = of_machine(line, "nic_ports", "1")
    managed = bool(flag(line.line.facts, "management_port"))
    count = (each.value if each.value is not None else 1.0) + managed
    quality = each.quality if each.known else Quality.ASSUMED
    return leaf(key, count * line.line.quantity, "1", quality, PORTS_OF_MACHINES)


def trains_over_machines(net: Fabric) -> bool:
    """Tell whether machines exchange data by RDMA: then nothing may be lost or wait on the way."""
    return any(text(line.line.facts, "rdma") in ("roce", "infiniband") for line in net.told)


def network_check(
    id: str,  # noqa: A002
    title: Message,
    run: Callable[[View], Iterable[Finding]],
    source: str,
    limit_key: str = "",
    reads: tuple[str, ...] = ("lines", "links"),
) -> Check:
    """Return the record of a check of the network; none of them leaves the verdict open."""
    return Check(
        id=id, area="operation", title=title, reads=reads, source=source, run=run, limit=limit_key, blocking=False
    )

"""Ports of switches that are there already: how many, those taken, and whether the cables planned to them find free ones (NW01)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.catalog.items import Item
from planner.catalog.ports import PortGroup, port_groups, ports_for
from planner.checks.fabric import Fabric
from planner.checks.formulas import LEFT_PORTS
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked
from planner.checks.switches import Ports, add_switch, kind_words, spare_for
from planner.figure import Figure, Quality, entered, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Existing, Link
from planner.plan.edits import Batch, Edit, SetValue


class Stocked(msgspec.Struct, frozen=True, kw_only=True):
    """A switch that is there, its row where it has one, and the cables planned to it."""

    switch: Existing
    item: Item | None
    links: tuple[Link, ...] = ()

    @property
    def ports(self) -> Figure:
        """Return the ports of one unit (a count): as told, else as its row says, else unknown."""
        told = fact_figure(self.switch.facts, "port_count", f"existing/{self.switch.id}/port_count", "1")
        count = sum(group.count for group in self.groups)
        return told if told.known or not count else leaf(told.key, float(count), "1", Quality.SECONDARY, "its row")

    @property
    def left(self) -> Figure:
        """Return how many ports of all units are free (a count), unknown where ports or those taken are."""
        used = fact_figure(self.switch.facts, "ports_used", f"existing/{self.switch.id}/ports_used", "1")
        units = entered(f"existing/{self.switch.id}/quantity", float(self.switch.quantity), "1")
        return trace(LEFT_PORTS, f"existing/{self.switch.id}/ports_left", units=units, ports=self.ports, used=used)

    @property
    def groups(self) -> tuple[PortGroup, ...]:
        """Return its ports by speed and form; nothing where neither is known."""
        facts, id_ = self.switch.facts, self.switch.id
        told = fact_figure(facts, "port_count", f"existing/{id_}/port_count", "1")
        speed = fact_figure(facts, "port_gbps", f"existing/{id_}/port_gbps", "Gbit/s")
        if told.known:
            return (PortGroup(count=int(told.require()), gbps=speed.value or 0.0, form=text(facts, "nic_form")),)
        return () if self.item is None else port_groups(self.item.text("ports"))


def switches_there(view: View) -> tuple[Stocked, ...]:
    """Return the switches that are there; the check must read existing, rows_there and links."""
    there: tuple[Existing, ...] = view.existing
    if not any(one.role == "network" and one.quantity for one in there):
        return ()
    rows: Mapping[str, Item] = view.rows_there
    return tuple(
        Stocked(
            switch=one,
            item=rows.get(one.id),
            links=tuple(link for link in view.links if link.to == one.id and link.line in view.lines),
        )
        for one in there
        if one.role == "network" and one.quantity
    )


def free_ports(room: Figure | None, there: tuple[Stocked, ...]) -> Figure | None:
    """Return the free ports (a count) of a room and of the switches in it, of those that are known; None where none is."""
    known = [one for one in (room, *(switch.left for switch in there)) if one is not None and one.known]
    if not known:
        return None
    total = math.fsum(max(0.0, one.require()) for one in known)
    return known[0] if len(known) == 1 else leaf("plan/free_ports", total, "1", Quality.COMPUTED, "wall and switches")


def stocked(view: View, net: Fabric, there: tuple[Stocked, ...]) -> Iterator[Finding]:
    """Yield for each switch that cables are planned to whether they find free ports of their speed and form."""
    for one in there:
        cables = [cable for cable in net.cabled if cable.link in one.links]
        if not cables:
            continue
        wanted = entered(f"existing/{one.switch.id}/cables", float(sum(x.link.cables for x in cables)), "1")
        told = {"switch": one.switch.title, "needed": wanted, "left": one.left}
        slow = next((x for x in cables if _is_lacking(one, x.at_switch or x.form, x.gbps.value or 0.0)), None)
        if slow is not None:
            form, gbps = slow.at_switch or slow.form, slow.gbps.value or 0.0
            say = msg(
                "NW01.there.kind", "{switch} has no port of the kind {kind}.", kind=kind_words(form, gbps), **told
            )
            yield _short(view, one, say, (wanted,), Ports(number=_ports(wanted), form=form, gbps=gbps))
        elif not one.left.known:
            yield cannot_tell(
                one.switch.id,
                msg("NW01.there.unknown", "Whether {needed} cables find free ports in {switch} is not known.", **told),
                msg(
                    "NW01.there.ask",
                    "Look at the switch or ask the network centre: {inputs}.",
                    inputs=asked(one.left.missing),
                ),
                one.left.missing,
            )
        else:
            yield _counted(view, one, wanted, told)


def _is_lacking(one: Stocked, form: str, gbps: float) -> bool:
    groups = one.groups
    return bool(groups) and (bool(form) or gbps > 0) and ports_for(groups, form, gbps) == 0 and _is_told(groups)


def _is_told(groups: tuple[PortGroup, ...]) -> bool:
    """Tell whether speed or form of ports is known; where neither is, none can be said to be missing."""
    return all(group.gbps or group.form for group in groups)


def _ports(wanted: Figure) -> int:
    return spare_for(wanted, 0.0, limit("net.spare").require())


def _counted(view: View, one: Stocked, wanted: Figure, told: Mapping[str, Any]) -> Finding:
    spare = limit("net.spare").require() * one.ports.require() * one.switch.quantity
    if wanted.require() > one.left.require():
        say = msg("NW01.there.over", "{needed} cables are to go to {switch}; {left} of its ports are free.", **told)
        return _short(view, one, say, (wanted, one.left), Ports(number=_ports(wanted)))
    if wanted.require() > one.left.require() - spare:
        return Finding(
            outcome="warning",
            subject=one.switch.id,
            message=msg(
                "NW01.there.full",
                "{needed} of the {left} free ports of {switch} are wanted; a tenth of all to spare is customary.",
                **told,
            ),
            remedy=msg("NW01.there.remedy", "Add a switch with {more} ports and more.", more=_ports(wanted)),
            figures=(wanted, one.left, limit("net.spare")),
            fix=_instead(view, one, Ports(number=_ports(wanted))),
        )
    say = msg("NW01.there.pass", "{needed} cables go to {switch}; {left} of its ports are free.", **told)
    return passed(one.switch.id, say, wanted, one.left)


def _short(view: View, one: Stocked, say: Any, figures: tuple[Figure, ...], ports: Ports) -> Finding:
    return Finding(
        outcome="error",
        subject=one.switch.id,
        message=say,
        remedy=msg("NW01.there.remedy", "Add a switch with {more} ports and more.", more=ports.number),
        figures=figures,
        fix=_instead(view, one, ports),
    )


def _instead(view: View, one: Stocked, ports: Ports) -> Fix:
    """Return the step that adds a switch and takes the planned cables there."""
    added = add_switch(view, ports)
    first = added.edit.edits[0] if isinstance(added.edit, Batch) else added.edit
    name, alternative = first.value["id"], next(iter(view.lines.values())).key.partition("/")[0]  # type: ignore[union-attr]
    more: tuple[Edit, ...] = tuple(
        SetValue(path=f"alternatives/{alternative}/links/{link.id}/to", value=name) for link in one.links
    )
    edits = added.edit.edits if isinstance(added.edit, Batch) else (added.edit,)
    return Fix(label=added.label, edit=Batch(edits=(*edits, *more)))

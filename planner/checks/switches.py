"""Which switch to add: the smallest of the catalog with enough ports of a speed and form, as a step that one click does.

Without a catalog at hand the step adds a line that says what is to be asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from planner.assess.context import View
from planner.catalog.choices import choice_words
from planner.catalog.items import Item
from planner.catalog.ports import port_groups, ports_for
from planner.catalog.supply import is_domestic
from planner.checks.registry import Fix
from planner.figure import Figure, Quality, leaf
from planner.messages import Labelled, Message, msg
from planner.plan.edits import AddPart, Batch, Edit, UseItem

_NOTE = "待询价 / price to be asked"
_REQUIRED = "to be asked for in the requirements"
_SIZES = (8, 16, 24, 32, 48, 64)


class Ports(msgspec.Struct, frozen=True, kw_only=True):
    """Ports that are wanted: how many, of which form ('' for any), with at least this rate (Gbit/s)."""

    number: int
    form: str = ""
    gbps: float = 0.0
    infiniband: bool = False
    lossless: bool = False


def kind_words(form: str, gbps: float) -> Message:
    """Return what ports of a form and a speed are called."""
    speed = leaf("switch/gbps", gbps, "Gbit/s", Quality.ENTERED)
    named = choice_words("nic_form", form)
    if named is None:
        return msg("NW.kind.speed", "{speed}", speed=speed) if gbps else msg("NW.kind.any", "any kind")
    return (
        msg("NW.kind", "{form}, {speed}", form=named, speed=speed)
        if gbps
        else msg("NW.kind.form", "{form}", form=named)
    )


def switches_for(items: tuple[Item, ...], ports: Ports) -> Iterator[Item]:
    """Yield the switches of a catalog that have these ports: no faster than wanted, then the smallest, then domestic ones."""
    found = []
    for item in items:
        if item.kind != "network" or item.text("subkind") != "switch":
            continue
        fabric = item.text("fabric").casefold()
        if ("infiniband" in fabric) != ports.infiniband or (ports.lossless and "roce" not in fabric):
            continue
        groups = port_groups(item.text("ports"))
        there = ports_for(groups, ports.form, ports.gbps)
        if there >= ports.number:
            rates = [group.gbps for group in groups if ports_for((group,), ports.form, ports.gbps)]
            foreign, unmeasured = is_domestic(item) is not True, item.number("power_max_w") is None
            found.append((min(rates), there, max(rates), foreign, unmeasured, item.id, item))
    for *_rank, item in sorted(found, key=lambda one: one[:-1]):
        yield item


def add_switch(view: View, ports: Ports) -> Fix:
    """Return the step that adds a switch with these ports; the check must read lines and market."""
    alternative = next(iter(view.lines.values())).key.partition("/")[0]
    name = "switch"
    if name in view.lines:
        name = next(one for number in count(2) if (one := f"switch-{number}") not in view.lines)
    best = next(switches_for(view.market.items, ports), None)
    size = ports.number if best is None else ports_for(port_groups(best.text("ports")), ports.form, ports.gbps)
    if best is None:
        size = next((one for one in _SIZES if one >= ports.number), ports.number)
    path, words = f"alternatives/{alternative}/lines", kind_words(ports.form, ports.gbps)
    value = _line(name, size, ports, best is None)
    add: Edit = AddPart(path=path, value=value)
    if best is None:
        say = msg(
            "NW.fix.switch",
            "Add a switch with {size} ports ({kind}); its price is to be asked for",
            size=size,
            kind=words,
        )
        return Fix(label=say, edit=add)
    say = msg(
        "NW.fix.switch.row",
        "Add a switch such as {name}: {size} ports ({kind}); its price is to be asked for",
        name=f"{best.maker} {best.name}".strip(),
        size=size,
        kind=words,
    )
    return Fix(label=say, edit=Batch(edits=(add, UseItem(path=f"{path}/{name}/item", item=best)), title=best.name))


def _line(name: str, size: int, ports: Ports, is_requirement: bool) -> dict[str, Any]:
    title = _title(size, ports)
    value: dict[str, Any] = {
        "id": name,
        "title": {"zh": title.zh, "en": title.en},
        "role": "network",
        "note": _NOTE,
    }
    if is_requirement:
        told: dict[str, Any] = {"port_count": float(size)}
        if ports.gbps:
            told["port_gbps"] = ports.gbps
        if ports.form:
            told["nic_form"] = ports.form
        value["facts"] = {key: {"value": one, "quality": "assumed", "source": _REQUIRED} for key, one in told.items()}
    return value


def _title(size: int, ports: Ports) -> Labelled:
    rate = f"{ports.gbps:g}G " if ports.gbps else ""
    return Labelled(zh=f"交换机（{size} 口{f'，{rate}'.rstrip() if rate else ''}）", en=f"Switch ({rate}{size} ports)")


def required(value: float | str | bool) -> dict[str, Any]:
    """Return a fact that says what is to be asked for."""
    return {"value": value, "quality": "assumed", "source": _REQUIRED}


def spare_for(needed: Figure, there: float, share: float) -> int:
    """Return how many ports more leave this share to spare, with two for the cable to the switch that is there."""
    wanted = needed.require() / (1 - share) - there
    return max(1, -int(-wanted // 1)) + 2

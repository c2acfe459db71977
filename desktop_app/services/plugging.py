"""Where the units of a line are plugged in, in words and as edits: all at one place, some here and the rest there."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.checks.site_parts import name_of
from planner.errors import EditError
from planner.messages import Message, format_number, format_value, msg, render
from planner.plan.document import Alternative, Connection, Line, Plan
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

OUTLETS = ("socket", "strip", "pdu", "ups", "circuit")
NOWHERE = msg("build.not_plugged", "not plugged in")
_REST, _MOVE = "rest:", "move:"


class Plug(msgspec.Struct, frozen=True, kw_only=True):
    """One connection of a line: its number among those of the alternative, its node, and how many units hang there."""

    at: int
    node: str
    units: int


def plugs_of(one: Alternative, line: str) -> tuple[Plug, ...]:
    """Return the connections of a line in their order."""
    return tuple(
        Plug(at=at, node=link.node, units=link.units) for at, link in enumerate(one.connections) if link.line == line
    )


def outlets(plan: Plan, language: str) -> tuple[tuple[str, str], ...]:
    """Return the places where something can be plugged in, as (id, name) pairs."""
    return tuple((node.id, format_value(name_of(node), language)) for node in plan.site if node.type in OUTLETS)


def feed_text(links: Sequence[Connection], names: dict[str, str], quantity: int, loose: int, language: str) -> str:
    """Return where a line is plugged in: names alone while there is nothing to tell apart, else with units and what is left.

    ``loose`` units are plugged in nowhere; '' where all are.
    """
    if not links:
        return ""
    plain = not loose and (len(links) == 1 or quantity == 1 or any(link.share < 1 for link in links))
    parts = [names.get(link.node, link.node) + ("" if plain else f" ×{link.units}") for link in links]
    if loose:
        parts.append(f"{render(NOWHERE, language)} ×{loose}")
    return ("、" if language == "zh" else ", ").join(parts)


def feed_key(links: Sequence[Connection], loose: int) -> str:
    """Return the choice that stands: '-' for nowhere, a node where all units are, 'now' for several places."""
    if not links:
        return "-"
    return links[0].node if len(links) == 1 and not loose else "now"


def feed_choices(plan: Plan, one: Alternative, line: Line, loose: int, language: str) -> tuple[tuple[str, str], ...]:
    """Return what can be done with the feed of a line, as (key, text) pairs for ``feed_edit``."""
    links = [link for link in one.connections if link.line == line.id]
    places = outlets(plan, language)
    rows: list[tuple[str, str]] = []
    if feed_key(links, loose) == "now":
        rows.append(("now", feed_text(links, dict(places), line.quantity, loose, language)))
    rows.append(("-", render(NOWHERE, language)))
    several = line.quantity > 1

    def say(said: Message) -> str:
        return render(said, language)

    for node, name in places:
        rows.append(
            (node, say(msg("feed.all", "all {count} at {name}", count=line.quantity, name=name)) if several else name)
        )
    if loose and links:
        rows += [
            (f"{_REST}{node}", say(msg("feed.rest", "the other {count} at {name}", count=loose, name=name)))
            for node, name in places
        ]
    elif several and links and all(link.share == 1 for link in links):
        there = {link.node for link in links} if len(links) == 1 else set()
        rows += [
            (f"{_MOVE}{node}", say(msg("feed.move", "move 1 to {name}", name=name)))
            for node, name in places
            if node not in there
        ]
    return tuple(rows)


def feed_edit(one: Alternative, line: Line, key: str, loose: int = 0) -> Edit | None:
    """Return the edit for a choice of ``feed_choices``: all units at a node or nowhere, the rest there, one moved there."""
    if key == "now":
        return None
    if key.startswith(_REST):
        return plug_in_edit(one, line.id, key.removeprefix(_REST), loose)
    if key.startswith(_MOVE):
        return _move_edit(one, line, key.removeprefix(_MOVE))
    path = f"alternatives/{one.id}/connections"
    edits: list[Edit] = [RemovePart(path=f"{path}/{plug.at}") for plug in reversed(plugs_of(one, line.id))]
    if key != "-":
        edits.append(AddPart(path=path, value={"line": line.id, "node": key, "units": line.quantity}))
    return Batch(edits=tuple(edits), title=line.title.zh)


def plug_in_edit(one: Alternative, line: str, node: str, units: int) -> Edit:
    """Return the edit that plugs units in at a node, beside those that are there already."""
    path = f"alternatives/{one.id}/connections"
    for at, link in enumerate(one.connections):
        if link.line == line and link.node == node and link.share == 1:
            return SetValue(path=f"{path}/{at}/units", value=link.units + units)
    return AddPart(path=path, value={"line": line, "node": node, "units": units})


def unplug_edit(one: Alternative, at: int) -> Edit:
    """Return the edit that takes one connection away."""
    return RemovePart(path=f"alternatives/{one.id}/connections/{at}")


def replug_edit(one: Alternative, at: int, node: str) -> Edit:
    """Return the edit that takes the units of one connection to another node."""
    return SetValue(path=f"alternatives/{one.id}/connections/{at}/node", value=node)


def no_outlet() -> EditError:
    """Return the error for a room in which nothing can be plugged in anywhere."""
    return EditError(
        msg("plug.no_outlet", "The room has no socket or circuit yet."),
        msg("plug.no_outlet.remedy", "Add a circuit with a socket first."),
    )


def next_plug_edit(plan: Plan, one: Alternative, line: Line, loose: int) -> Edit:
    """Return the edit that adds a place: the units left go to a node that is not used yet; one is moved where none is left.

    Raises EditError where the room has no outlet, or the line has a single unit that is plugged in.
    """
    used = {plug.node for plug in plugs_of(one, line.id)}
    nodes = [node.id for node in sorted(plan.site, key=_sockets_first) if node.type in OUTLETS]
    free = next((name for name in nodes if name not in used), nodes[0] if nodes else "")
    if not free:
        raise no_outlet()
    return plug_in_edit(one, line.id, free, loose) if loose else _move_edit(one, line, free)


def _sockets_first(node: object) -> int:
    return 0 if getattr(node, "type", "") == "socket" else 1


def _move_edit(one: Alternative, line: Line, node: str) -> Edit:
    """Return the edit that takes one unit from where most are."""
    others = [plug for plug in plugs_of(one, line.id) if plug.node != node]
    if not others or line.quantity == 1:
        raise EditError(
            msg("plug.single", "All of it is plugged in already."),
            msg("plug.single.remedy", "Choose another outlet in the row instead."),
        )
    most = max(others, key=_units)
    path = f"alternatives/{one.id}/connections"
    added = plug_in_edit(one, line.id, node, 1)
    if most.units == 1:
        return Batch(edits=(added, RemovePart(path=f"{path}/{most.at}")), title=line.title.zh)
    fewer = SetValue(path=f"{path}/{most.at}/units", value=most.units - 1)
    return Batch(edits=(fewer, added), title=line.title.zh)


def _units(plug: Plug) -> int:
    return plug.units


def device_words(line: Line, loose: int, language: str) -> str:
    """Return how many units there are, and how many of them are plugged in nowhere."""
    if loose:
        said = msg("plug.loose", "{count} in the build, {loose} not plugged in", count=line.quantity, loose=loose)
    else:
        said = msg("plug.all", "{count} in the build, all plugged in", count=format_number(line.quantity))
    return render(said, language)

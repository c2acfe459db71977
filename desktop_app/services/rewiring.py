"""A cord or a supply taken to another outlet by hand: where it may go, what it would carry there, and the edit."""

from __future__ import annotations

from typing import Any

import msgspec

from desktop_app.services.plugging import OUTLETS, no_outlet, plug_in_edit
from desktop_app.services.room_card import FIELDS
from planner.assess.context import Context
from planner.assess.lines import LineFigures
from planner.assess.site import Wiring, site_figures
from planner.checks.site_parts import name_of
from planner.documents.model import Language
from planner.errors import EditError
from planner.messages import Message, format_value, msg, render
from planner.pictures.status import WORDS, Status
from planner.pictures.wiring_tree import load_words
from planner.pictures.wiring_ups import unwired
from planner.plan.document import Alternative, Plan, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

MOVABLE = ("ups", "pdu", "strip", "cord")
_LOOSE = "loose"
_WORST: tuple[Status, ...] = ("over", "tight", "unknown", "fits", "idle")


class Cord(msgspec.Struct, frozen=True, kw_only=True):
    """What is taken in the hand: the machines of a line at a node ('' where they are plugged in nowhere), or a node.

    ``at`` are the numbers of its connections; of a node that is moved with what hangs on it there are none.
    ``is_ups`` is a UPS of the build that the wiring does not have yet.
    """

    line: str = ""
    node: str = ""
    at: tuple[int, ...] = ()
    units: int = 0
    is_ups: bool = False


def cord_of(context: Context, part: str) -> Cord | None:
    """Return what a card of the wiring picture stands for, None for one that stays where it is."""
    node = next((one for one in context.site.nodes if one.id == part), None)
    if node is not None:
        return Cord(node=node.id) if node.type in MOVABLE else None
    where, _, line = part.rpartition("/")
    if where == _LOOSE:
        if line in unwired(context):
            return Cord(line=line, units=1, is_ups=True)
        units = context.site.unplugged.get(line, 0)
        return Cord(line=line, units=units) if units else None
    links = context.alternative.connections
    at = tuple(number for number, link in enumerate(links) if (link.line, link.node) == (line, where))
    return Cord(line=line, node=where, at=at, units=sum(links[number].units for number in at)) if at else None


def outlets_for(context: Context, cord: Cord) -> tuple[SiteNode, ...]:
    """Return the nodes that a cord can be plugged in at, in the order of the site."""
    return tuple(
        node
        for node in context.site.nodes
        if node.type in OUTLETS and outlet_at(context, cord, node.id) == node.id and not refusal(context, cord, node.id)
    )


def outlet_at(context: Context, cord: Cord, target: str) -> str:
    """Return the outlet that is meant by a node: of a circuit its emptiest socket, where it has one; '' for none."""
    node = next((one for one in context.site.nodes if one.id == target), None)
    if node is None or (node.type not in OUTLETS and node.type != "panel"):
        return ""
    if node.type != "circuit":
        return node.id
    sockets = [one.id for one in context.site.nodes if one.parent == node.id and one.type == "socket"]
    if cord.node in sockets:
        return cord.node  # it hangs on this circuit already
    loads = context.site.loads
    return min(sockets, key=lambda name: loads[name].own_a.value or 0.0) if sockets else node.id


def refusal(context: Context, cord: Cord, outlet: str) -> Message | None:
    """Return why a cord cannot be plugged in at an outlet, None where it can."""
    nodes = {one.id: one for one in context.site.nodes}
    node = nodes.get(outlet)
    if node is None or node.type == "panel":
        return msg("rewire.nowhere", "Nothing is plugged in at a panel: choose a circuit or a socket.")
    if not cord.line:
        return _feeds_itself(nodes, cord, node)
    if outlet == cord.node:
        return msg("rewire.same", "It is plugged in at {name} already.", name=name_of(node))
    links = context.alternative.connections
    shared = any(links[at].share < 1 for at in cord.at)
    if shared and any((link.line, link.node) == (cord.line, outlet) for link in links):
        return msg("rewire.both", "Its other cord hangs on {name}: both would fail together.", name=name_of(node))
    return None


def _feeds_itself(nodes: dict[str, SiteNode], cord: Cord, node: SiteNode) -> Message | None:
    if nodes[cord.node].parent == node.id:
        return msg("rewire.same", "It is plugged in at {name} already.", name=name_of(node))
    above: SiteNode | None = node
    while above is not None:
        if above.id == cord.node:
            return msg("rewire.loop", "{name} hangs on it: it would feed itself.", name=name_of(node))
        above = nodes.get(above.parent)
    return None


def rewire_edit(context: Context, cord: Cord, outlet: str) -> Edit:
    """Return the edit that takes a cord with all its machines to an outlet; raises EditError with the reason."""
    reason = refusal(context, cord, outlet)
    if reason is not None:
        raise EditError(reason, msg("rewire.remedy", "Nothing was moved; choose another outlet."))
    if not cord.line:
        return SetValue(path=f"site/{cord.node}/parent", value=outlet)
    alternative = context.alternative
    if cord.is_ups:
        return ups_edit(context, cord.line, outlet)
    if not cord.at:
        return plug_in_edit(alternative, cord.line, outlet, cord.units)
    return _moved(alternative, cord, outlet)


def loose_units(context: Context, line: str) -> int:
    """Return how many units of a line are plugged in nowhere: of machines, and of a UPS that the wiring does not have yet."""
    if line in unwired(context):
        return context.lines[line].line.quantity
    return context.site.unplugged.get(line, 0)


def next_ups_edit(context: Context, line: str) -> Edit:
    """Return the edit that puts a UPS of the build behind the first outlet, a socket where there is one; raises EditError."""
    found = sorted(outlets_for(context, Cord(line=line, units=1, is_ups=True)), key=_sockets_first)
    if not found:
        raise no_outlet()
    return ups_edit(context, line, found[0].id)


def _sockets_first(node: SiteNode) -> int:
    return ("socket", "circuit", "pdu", "strip", "ups").index(node.type) if node.type in OUTLETS else len(OUTLETS)


def ups_edit(context: Context, line: str, outlet: str) -> Edit:
    """Return the edit that puts a UPS of the build into the wiring behind an outlet, with what is told of it."""
    one, figures = context.alternative, context.lines[line]
    path = f"alternatives/{one.id}/connections"
    if any(node.id == outlet and node.type == "ups" for node in context.site.nodes):
        return AddPart(path=path, value={"line": line, "node": outlet})
    taken = {node.id for node in context.site.nodes}
    name = next(f"ups-{number}" for number in range(1, len(taken) + 2) if f"ups-{number}" not in taken)
    node = {"id": name, "type": "ups", "parent": outlet, "values": _told(figures)}
    edits = (AddPart(path="site", value=node), AddPart(path=path, value={"line": line, "node": name}))
    return Batch(edits=edits, title=figures.line.title.zh)


def _told(figures: LineFigures) -> dict[str, Any]:
    """Return what the line and its row say of a UPS, as facts of its node."""
    found: dict[str, Any] = {}
    for key in FIELDS["ups"]:
        fact = figures.line.facts.get(key)
        if fact is not None:
            found[key] = msgspec.to_builtins(fact)
        elif figures.item is not None:
            number, word = figures.item.number(key), figures.item.text(key)
            value = number if number is not None else word
            source = f"{figures.item.maker} {figures.item.name}".strip()
            if value:
                found[key] = {"value": value, "quality": "published", "source": source}
    return found


def _moved(one: Alternative, cord: Cord, outlet: str) -> Edit:
    path, links = f"alternatives/{one.id}/connections", one.connections
    there = next(
        (at for at, link in enumerate(links) if (link.line, link.node, link.share) == (cord.line, outlet, 1.0)), None
    )
    whole = all(links[at].share == 1 for at in cord.at)
    if there is None or not whole:
        edits: list[Edit] = [SetValue(path=f"{path}/{at}/node", value=outlet) for at in cord.at]
    else:  # beside those that are there already
        edits = [SetValue(path=f"{path}/{there}/units", value=links[there].units + cord.units)]
        edits += [RemovePart(path=f"{path}/{at}") for at in reversed(cord.at)]
    title = next((line.title.zh for line in one.lines if line.id == cord.line), "")
    return edits[0] if len(edits) == 1 else Batch(edits=tuple(edits), title=title)


def unplug_edit(one: Alternative, cord: Cord) -> Edit:
    """Return the edit that unplugs a cord."""
    edits = tuple(RemovePart(path=f"alternatives/{one.id}/connections/{at}") for at in reversed(cord.at))
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What an outlet would carry with the cord: words, and the worst state of it and of what feeds it."""

    text: str
    status: Status


def outlook(plan: Plan, context: Context, edit: Edit, outlet: str, language: Language) -> Outlook:
    """Return what ``outlet`` and its feeds carry after ``edit``; nothing is stored. Raises EditError.

    Only the site is reckoned anew: where a cord is plugged in changes nothing of the machines.
    """
    changed, _ = edit.apply(plan)
    one = changed.alternative(context.alternative.id)
    assert one is not None
    wiring = Wiring(alternative=one.id, connections=one.connections, placements=())
    site = site_figures(wiring, context.lines, changed.site, changed.facts)
    after = msgspec.structs.replace(context, alternative=one, site=site, room=site.room, racks=site.racks)
    found = load_words(after, outlet, language)
    worst = min((load.status for load in found), key=_WORST.index)
    first = found[0]
    told = msg("rewire.to", "to {name}: {value}", name=first.name, value=first.value or render(WORDS["idle"], language))
    text = render(told, language)
    for above in found[1:]:
        if above.status == "over":
            also = msg("rewire.over", "{name} overloaded: {value}", name=above.name, value=above.value)
            text += ("；" if language == "zh" else "; ") + render(also, language)
    return Outlook(text=text, status=worst)


def name_in(context: Context, node: str, language: str) -> str:
    """Return what a node is called."""
    found = next((one for one in context.site.nodes if one.id == node), None)
    return "" if found is None else format_value(name_of(found), language)

"""The network cables of a line: where they go, how many, and what is told of them; as plain records and as edits."""

from __future__ import annotations

from planner.assess.facts import fact_figure
from planner.checks.site_parts import name_of
from planner.messages import format_value, msg, render
from planner.plan.document import Alternative, Line, Link, Plan
from planner.plan.edits import AddPart, Edit, RemovePart, SetValue

CABLED = frozenset({"compute", "storage", "network"})
VALUES = ("nic_gbps", "nic_form", "switch_form", "cable_kind", "cable_m")
NOT_SAID = msg("link.not_said", "not said")


def links_of(one: Alternative, line: str) -> tuple[Link, ...]:
    """Return the links that begin at the machines of a line, in their order."""
    return tuple(link for link in one.links if link.line == line)


def link_of(one: Alternative, link: str) -> Link | None:
    """Return the link of this id, None where there is none."""
    return next((each for each in one.links if each.id == link), None)


def ends(plan: Plan, one: Alternative, line: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return where the cables of a line may go, as (id, name) pairs: nobody said, the other switches, those that are there already, ports of the rooms."""
    switches = [
        (each.id, each.title.label(language)) for each in one.lines if each.role == "network" and each.id != line
    ]
    rooms = [
        (
            node.id,
            render(
                msg("link.ports_of", "network ports of {room}", room=format_value(name_of(node), language)), language
            ),
        )
        for node in plan.nodes("room")
    ]
    there = [(each.id, each.title.label(language)) for each in plan.existing if each.role == "network"]
    return (("", render(NOT_SAID, language)), *switches, *there, *rooms)


def link_paths(one: Alternative, link: str) -> tuple[str, ...]:
    """Return the places of what is told of the cables of a link."""
    return tuple(f"{_path(one, link)}/values/{name}" for name in VALUES)


def cables_path(one: Alternative, link: str) -> str:
    """Return the place of the number of cables of a link."""
    return f"{_path(one, link)}/cables"


def _path(one: Alternative, link: str) -> str:
    return f"alternatives/{one.id}/links/{link}"


def add_link_edit(plan: Plan, one: Alternative, line: Line) -> tuple[str, Edit]:
    """Return the id of new cables of a line and the edit that adds them: to a switch it is not cabled to yet, one each.

    A switch's own cables lead up to another switch, else to the wall.
    """
    taken = {*(each.id for each in one.lines), *(each.id for each in one.links), *(node.id for node in plan.site)}
    name = next(f"link-{number}" for number in range(1, len(taken) + 2) if f"link-{number}" not in taken)
    there = {link.to for link in links_of(one, line.id)}
    switches = [each.id for each in one.lines if each.role == "network" and each.id != line.id]
    rooms = [node.id for node in plan.nodes("room")]
    stock = [each.id for each in plan.existing if each.role == "network"]
    to = next((each for each in (*switches, *stock, *rooms) if each not in there), "")
    value = {"id": name, "line": line.id, "to": to, "cables": _cables(line)}
    return name, AddPart(path=f"alternatives/{one.id}/links", value=value)


def _cables(line: Line) -> int:
    """Return how many cables a line's machines have as a rule: one for each network port that was told, else one each."""
    each = fact_figure(line.facts, "nic_ports", "", "1").value
    return max(1, line.quantity * round(each or 1))


def relink_edit(one: Alternative, link: str, to: str) -> Edit:
    """Return the edit that leads the cables of a link elsewhere."""
    return SetValue(path=f"{_path(one, link)}/to", value=to)


def unlink_edit(one: Alternative, link: str) -> Edit:
    """Return the edit that takes the cables of a link away."""
    return RemovePart(path=_path(one, link))

"""The remedy that costs nothing: plug the machines in elsewhere, offered where that clears the finding.

The plan is the planner's first one, made without the solver; what it does to the node is reckoned by the assessment's own
formulas before it is offered. Large rooms are for the command ``plan wire`` and the site's own planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.assess.site import NodeLoad, SiteFigures, Wiring, site_figures
from planner.checks.declared import path_up
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import name_of
from planner.checks.trial import PARTS, Trial, is_worse, judged
from planner.messages import Labelled, Message, msg
from planner.plan.document import Alternative, Facts, Organisation, SiteNode
from planner.plan.edits import Edit

if TYPE_CHECKING:
    from planner.facility.wiring import WiringPlan

_QUANTITY = attrgetter("line.quantity")
FEW_MOVES = 2  # that are told one by one
MOST_CIRCUITS, MOST_MACHINES = 8, 16  # the size that the planner proves; a larger room would make every edit wait


class Rewired(msgspec.Struct, frozen=True, kw_only=True):
    """An edit that plugs machines in anew, what it is called, and the loads of the nodes after it."""

    edit: Edit
    label: Message
    loads: Mapping[str, NodeLoad]


def rewired(view: View, findings: Iterable[Finding], limit_of: Callable[[Finding], float]) -> Iterator[Finding]:
    """Yield the findings, those of overloads with the step that plugs machines in elsewhere where that is enough.

    ``limit_of`` tells the current (A) up to which a finding is gone. The check must read alternative, site, lines, facts
    and organisation.
    """
    offered: list[Rewired | None] = []  # asked for once, and only where something is overloaded
    if isinstance(view, Trial):
        yield from findings
        return
    for one in findings:
        offer = None
        if one.outcome in ("error", "warning") and one.figures:
            offered = offered or [_offer(view)]
            offer = offered[0]
        load = None if offer is None else offer.loads.get(one.subject)
        if offer is None or load is None or load.total_a.value is None or load.total_a.value > limit_of(one):
            yield one
            continue
        yield msgspec.structs.replace(one, fix=Fix(label=offer.label, edit=offer.edit))


def is_large(view: View) -> bool:
    """Tell whether a room is larger than the planner proves at once; the check must read site and lines."""
    if view.memo.call(_has_many_circuits, view.site.nodes):
        return True
    units: list[int] = view.memo.column("powered units", parted(view.memo, view.lines).powered, _QUANTITY)
    return sum(units) > MOST_MACHINES


def _has_many_circuits(nodes: tuple[SiteNode, ...]) -> bool:
    return sum([node.type == "circuit" for node in nodes]) > MOST_CIRCUITS


def by_planner(view: View, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings; in a large room what has a remedy and no step says that the wiring planner looks for one."""
    found = tuple(findings)
    if not is_large(view):
        return found
    return view.memo.each((view.owner, "planner"), _to_planner, found)


def _to_planner(one: Finding) -> Finding:
    if one.fix is not None or one.remedy is None or one.outcome in ("pass", "unknown"):
        return one
    remedy = msg(
        "PW.planner",
        "{remedy} Where cords could go instead is for the wiring planner (Plan the wiring in the place Site, or plan wire): "
        "above {circuits} circuits or {machines} machines no step is offered here.",
        remedy=one.remedy,
        circuits=MOST_CIRCUITS,
        machines=MOST_MACHINES,
    )
    return msgspec.structs.replace(one, remedy=remedy)


def _offer(view: View) -> Rewired | None:
    if is_large(view):
        return None
    found: Rewired | None = view.memo.call(
        _planned, view.site, view.organisation, view.facts, view.alternative, view.lines
    )
    return found


def _planned(
    site: SiteFigures,
    organisation: Organisation,
    facts: Facts,
    alternative: Alternative,
    lines: Mapping[str, LineFigures],
) -> Rewired | None:
    from planner.facility.wiring import first_plan, is_small  # noqa: PLC0415 - most plans have no overload
    from planner.wiring.room import edit_of, links_of, off_ups, wanted_in  # noqa: PLC0415 - as above

    ask = wanted_in(site.nodes, organisation, facts, alternative, lines)
    if not ask.lines or not is_small(ask.problem):
        return None
    answer = first_plan(ask.problem)
    edit = edit_of(alternative, answer, ask.lines, "")
    if answer.unplaced or edit is None:
        return None
    kept = tuple(link for link in alternative.connections if link.line not in ask.lines)
    links = (*kept, *links_of(answer))
    if off_ups(alternative.connections, links, site.nodes):
        return None  # a machine without its UPS is another trouble, not a remedy
    wiring = Wiring(alternative=alternative.id, connections=links, placements=alternative.placements)
    after = site_figures(wiring, lines, site.nodes, facts, None, organisation.profile)
    changed = msgspec.structs.replace(alternative, connections=links)
    rooms = [
        dict(zip(PARTS, (one, figures, lines, facts, organisation), strict=True))
        for one, figures in ((alternative, site), (changed, after))
    ]
    if is_worse(judged(rooms[0]), judged(rooms[1])):
        return None
    return Rewired(edit=edit, label=_label(answer, site.nodes), loads=after.loads)


def _label(answer: WiringPlan, nodes: tuple[SiteNode, ...]) -> Message:
    """Return what the step is called: which machine goes where while that is short to tell, else how many cords move."""
    by_id = {node.id: node for node in nodes}
    moved = [
        _move(device.title, tuple(dict.fromkeys(outlets)), by_id)
        for device, outlets in zip(answer.problem.devices, answer.outlets, strict=True)
        if outlets and any(at != cord.at for cord, at in zip(device.cords, outlets, strict=False))
    ]
    if 0 < len(moved) <= FEW_MOVES:
        return msg("PW.fix.move", "Move {moves}", moves=tuple(moved))
    return msg("PW.fix.rewire", "Plug the machines in anew ({moves} cords move)", moves=answer.score.moves)


def _move(machine: str | Labelled, outlets: tuple[str, ...], by_id: Mapping[str, SiteNode]) -> Message:
    """Return where a machine goes; one with cords at several outlets draws an equal part of its power at each."""
    if len(outlets) == 1:
        return msg("PW.fix.one", "{machine} to {place}", machine=machine, place=_place(outlets[0], by_id))
    return msg(
        "PW.fix.parts",
        "{machine} (its power in parts at: {places})",
        machine=machine,
        places=tuple(name_of(by_id[one]) for one in outlets),
    )


def _place(outlet: str, by_id: Mapping[str, SiteNode]) -> str | Labelled:
    """Return the name of the circuit an outlet hangs on, else of the outlet."""
    return next(
        (name_of(one) for one in path_up(by_id[outlet], by_id) if one.type == "circuit"), name_of(by_id[outlet])
    )

"""The remedy that costs nothing: plug the machines in elsewhere, offered where that clears the finding.

The plan is the planner's first one, made without the solver; what it does to the node is reckoned by the assessment's own
formulas before it is offered. Large rooms are for the command ``plan wire`` and the site's own planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from planner.assess.context import View
from planner.assess.lines import POWERED, LineFigures
from planner.assess.site import NodeLoad, SiteFigures, Wiring, site_figures
from planner.checks.registry import Finding, Fix
from planner.messages import msg
from planner.plan.document import Alternative, Facts, Organisation
from planner.plan.edits import Edit

MOST_CIRCUITS, MOST_MACHINES = 8, 16  # the size that the planner proves; a larger room would make every edit wait


class Rewired(msgspec.Struct, frozen=True, kw_only=True):
    """An edit that plugs machines in anew, how many cords it moves, and the loads of the nodes after it."""

    edit: Edit
    moves: int
    loads: Mapping[str, NodeLoad]


def rewired(view: View, findings: Iterable[Finding], limit_of: Callable[[Finding], float]) -> Iterator[Finding]:
    """Yield the findings, those of overloads with the step that plugs machines in elsewhere where that is enough.

    ``limit_of`` tells the current (A) up to which a finding is gone. The check must read alternative, site, lines, facts
    and organisation.
    """
    offered: list[Rewired | None] = []  # asked for once, and only where something is overloaded
    for one in findings:
        offer = None
        if one.outcome in ("error", "warning") and one.figures:
            offered = offered or [_offer(view)]
            offer = offered[0]
        load = None if offer is None else offer.loads.get(one.subject)
        if offer is None or load is None or load.total_a.value is None or load.total_a.value > limit_of(one):
            yield one
            continue
        label = msg("PW.fix.rewire", "Plug the machines in anew ({moves} cords move)", moves=offer.moves)
        yield msgspec.structs.replace(one, fix=Fix(label=label, edit=offer.edit))


def _offer(view: View) -> Rewired | None:
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
    if sum([node.type == "circuit" for node in site.nodes]) > MOST_CIRCUITS:
        return None
    if sum([line.line.quantity for line in lines.values() if line.line.role in POWERED]) > MOST_MACHINES:
        return None
    from planner.facility.wiring import first_plan, is_small  # noqa: PLC0415 - most plans have no overload
    from planner.wiring.room import edit_of, links_of, wanted_in  # noqa: PLC0415 - as above

    ask = wanted_in(site.nodes, organisation, facts, alternative, lines)
    if not ask.lines or not is_small(ask.problem):
        return None
    answer = first_plan(ask.problem)
    edit = edit_of(alternative, answer, ask.lines, "")
    if answer.unplaced or edit is None:
        return None
    kept = tuple(link for link in alternative.connections if link.line not in ask.lines)
    wiring = Wiring(
        alternative=alternative.id, connections=(*kept, *links_of(answer)), placements=alternative.placements
    )
    after = site_figures(wiring, lines, site.nodes, facts, None, organisation.profile)
    return Rewired(edit=edit, moves=answer.score.moves, loads=after.loads)

"""All circuits that a project asks for, each machine once: behind a UPS that gets a circuit it needs none of its own."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.lines import POWERED
from planner.assess.run import Assessment
from planner.assess.to_lay import to_lay
from planner.checks.ups_place import loose_ups
from planner.documents.model import Note
from planner.documents.site.draft import SiteDraft
from planner.documents.site.new_circuits import CircuitsAsked, circuits_asked
from planner.documents.site.ups_asked import ups_circuits
from planner.limits import limit
from planner.messages import format_number


class AllAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Circuits for machines and for UPS; ``behind`` are those of machines that the UPS carry, which are not asked for.

    ``partly`` says that machines want circuits, and that the UPS carry some of these, nobody said which.
    """

    machines: tuple[CircuitsAsked, ...]
    ups: tuple[CircuitsAsked, ...]
    behind: tuple[CircuitsAsked, ...]
    partly: bool

    @property
    def asked(self) -> tuple[CircuitsAsked, ...]:
        """Return all that is asked for."""
        return (*self.machines, *self.ups)


def all_asked(assessment: Assessment) -> AllAsked:
    """Return what is asked for; where planned UPS carry all machines within their rating these hang behind them."""
    machines, ups = circuits_asked(assessment), tuple(ups_circuits(assessment))
    laid = _on_planned(assessment)
    could = tuple(one for one in machines if one.line.line.role in POWERED and one.line.line.id not in laid)
    if not ups or not could:
        return AllAsked(machines=machines, ups=ups, behind=(), partly=False)
    if any(one.behind_w.require() > one.rating_w.require() for one in loose_ups(assessment.context.site)):
        return AllAsked(machines=machines, ups=ups, behind=(), partly=True)
    rest = tuple(one for one in machines if one not in could)
    return AllAsked(machines=rest, ups=ups, behind=could, partly=False)


def _on_planned(assessment: Assessment) -> frozenset[str]:
    """Return the lines with machines on a circuit that is to be laid: that it gets one is settled."""
    site = assessment.context.site
    missing = to_lay(site.nodes)
    return frozenset(link.line for load in site.loads.values() if load.node.id in missing for link in load.connected)


def ups_notes(draft: SiteDraft, found: AllAsked) -> Iterator[Note]:
    """Yield what the circuits of UPS carry, and which machines hang behind them."""
    if not found.ups:
        return
    yield Note(text=draft.say("wanted.ups", share=format_number(100 * limit("ups.charger_share").require())))
    mark = draft.say("comma") + ("" if draft.language == "zh" else " ")
    names = mark.join(draft.title(one.line) for one in found.ups)
    if found.behind:
        machines = mark.join(draft.title(one.line) for one in found.behind)
        yield Note(text=draft.say("wanted.behind", machines=machines, ups=names))
    elif found.partly:
        yield Note(text=draft.say("wanted.partly", ups=names))

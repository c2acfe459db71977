"""What must be said of workload entries that an edit changed: lengths above the model's limit, formats without hardware."""

from __future__ import annotations

from collections.abc import Iterator

from planner.advice.software import fp8_fit, fp64_fit
from planner.assess.demand import entry_figures
from planner.messages import Message, msg
from planner.plan.document import Plan, WorkloadEntry


def job_notices(before: Plan, after: Plan) -> tuple[Message, ...]:
    """Return the notices on entries that differ between two states of a plan, each once."""
    was = {entry.id: entry for entry in before.workload}
    changed = [entry for entry in after.workload if was.get(entry.id) != entry]
    found: list[Message] = []
    for entry in changed:
        found += [one for one in _notices(after, entry) if one not in found]
    return tuple(found)


def _notices(plan: Plan, entry: WorkloadEntry) -> Iterator[Message]:
    figures = entry_figures(entry, plan.item_of(entry.model))
    for note in figures.notes:
        accepted = figures.accepted if note is figures.fault else None
        said = note if accepted is None else msg("notice.accepted", "{fault} {accepted}", fault=note, accepted=accepted)
        yield msg("notice.entry", "{entry}: {said}", entry=entry.title, said=said)
    for card in {line.card: plan.item_of(line.card) for one in plan.alternatives for line in one.lines}.values():
        for fit in (judge(entry, card) for judge in (fp8_fit, fp64_fit)) if card is not None else ():
            if fit is not None and fit.outcome != "pass":
                said = msg("notice.remedy", "{said} {remedy}", said=fit.message, remedy=fit.remedy)
                yield msg("notice.entry", "{entry}: {said}", entry=entry.title, said=said)

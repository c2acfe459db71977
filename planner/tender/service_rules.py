"""The rules of rented compute: memory and software for the jobs that no machine of the plan holds, else for all jobs."""

from __future__ import annotations

from planner.assess.demand import EntryFigures
from planner.figure import unknown
from planner.limits import limit
from planner.tender import needs
from planner.tender.case import Case, rests_on_assumption
from planner.tender.library import options_of
from planner.tender.parameters import Threshold
from planner.tender.thresholds import min_from_need
from planner.workload.fit import VISIBLE_SHARE


def rented(case: Case) -> tuple[EntryFigures, ...]:
    """Return the entries that rented compute is for: those that fit no machine, all where every one fits."""
    context = case.assessment.context
    local = {one.entry for one in context.fits if one.verdict in ("fits", "tight")}
    left = tuple(entry for name, entry in context.demand.items() if name not in local)
    return left or tuple(context.demand.values())


def cloud_memory(case: Case) -> Threshold | None:
    """Return the memory (GB) of each rented card, from the largest of the entries it is for; None where none is known."""
    known = [one for one in rented(case) if one.per_device_gib.known]
    if not known:
        return None
    largest = max(known, key=lambda one: one.per_device_gib.require())
    need = needs.label_need(
        f"tender/{case.line_id}/memory_gb", largest.per_device_gib, VISIBLE_SHARE, limit("mem.fits")
    )
    low = min_from_need(need.require(), None, case.row.ladder, lambda bare, step: True)
    is_open = rests_on_assumption(need) or len(known) < len(rented(case))
    return Threshold(origin="demand", low=low, need=need, chosen=unknown(case.key, "GB"), to_verify=is_open)


def cloud_software(case: Case) -> Threshold | None:
    """Return the frameworks that the entries name which rented compute is for."""
    known = options_of("framework")
    words = tuple(dict.fromkeys(word for one in rented(case) for word in one.entry.stack if word in known))
    if not words:
        return None
    return Threshold(origin="demand", options=tuple(known[word] for word in words), chosen=unknown(case.key, "1"))

"""The week of a plan's workload: when the runs of each entry begin, as told in its facts or as is customary of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.assess.card_use import CardUse
from planner.assess.facts import fact_figure
from planner.figure import Quality
from planner.plan.document import WorkloadEntry
from planner.workload.week import Begin, Week, customary_begin, week_of

if TYPE_CHECKING:
    from planner.assess.context import Context

BEGINS = ("day_from", "day_to", "hour_from", "hour_to")


def begin_of(entry: WorkloadEntry) -> Begin:
    """Return when runs of an entry begin; what nobody told is customary, and so assumed."""
    usual = customary_begin(entry.kind, entry.hours_per_session, entry.sessions_per_week)
    told = {name: fact_figure(entry.facts, name, f"workload/{entry.id}/{name}", "1") for name in BEGINS}
    values = {name: getattr(usual, name) if one.value is None else one.value for name, one in told.items()}
    is_told = all(one.known and one.quality is not Quality.ASSUMED for one in told.values())
    return Begin(
        day_from=int(values["day_from"]),
        day_to=int(values["day_to"]),
        hour_from=values["hour_from"],
        hour_to=values["hour_to"],
        quality=Quality.ENTERED if is_told else Quality.ASSUMED,
        source="" if is_told else usual.source,
    )


def plan_week(context: Context, use: CardUse) -> Week:
    """Return the hours of the week in which the jobs that some card holds use cards."""
    served = {name for one in use.tiers for name in one.jobs}
    jobs = [(job, begin_of(context.demand[job.id].entry)) for job in use.jobs if job.id in served]
    return week_of(jobs)

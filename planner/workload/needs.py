"""What the entries of a matrix need of each device: the figures that they brought, or accounts that are reckoned here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from planner.errors import PlannerError
from planner.figure import Figure, unknown
from planner.workload.account_columns import PARTS, accounts
from planner.workload.arrays import blank, column, value_or_nan
from planner.workload.entry_job import EntryJob
from planner.workload.fit import EntryDemand, entry_memory

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
    from planner.workload.model_columns import ModelTable


class Needs(msgspec.Struct, frozen=True, kw_only=True):
    """Columns over entries: need of each device and what is certain of it; ``parts`` of all devices across; GiB."""

    per_device: Numbers
    at_least: Numbers
    parts: Numbers


def needs_of(jobs: Sequence[EntryJob], models: ModelTable) -> Needs:
    """Return the needs of jobs, whose models are in ``models``; NaN where one is unknown or its job is refused."""
    per_device = column([value_or_nan(job.need_gib) for job in jobs])
    at_least = column([value_or_nan(job.at_least_gib) for job in jobs])
    parts = blank(len(jobs), len(PARTS))
    asked = [at for at, job in enumerate(jobs) if job.need_gib is None and job.spec is not None]
    if asked:
        found = accounts([spec for at in asked if (spec := jobs[at].spec) is not None], models)
        per_device[asked, 0], at_least[asked, 0], parts[asked] = found.per_device, found.at_least, found.parts.T
    return Needs(per_device=per_device, at_least=at_least, parts=parts)


def account_of(job: EntryJob) -> EntryDemand | None:
    """Return the account of a job in figures, None where it brought its need; raises PlannerError for one that is refused."""
    return None if job.spec is None or job.need_gib is not None else entry_memory(job.spec, f"workload/{job.id}")


def need_figures(job: EntryJob) -> tuple[Figure, Figure | None]:
    """Return the GiB that each device must hold and what is certain of it; unknown where the job is refused."""
    if job.need_gib is not None:
        return job.need_gib, job.at_least_gib
    try:
        account = account_of(job)
    except PlannerError as fault:
        return unknown(f"workload/{job.id}/need_gib", "GiB", (f"workload/{job.id}/{fault.place or 'model'}",)), None
    if account is None:
        return unknown(f"workload/{job.id}/need_gib", "GiB"), job.at_least_gib
    return account.per_device, account.at_least

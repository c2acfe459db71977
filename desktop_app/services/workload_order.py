"""The order of the workload by a column of its table: names as people count, numbers by value, cells by how well they fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from desktop_app.services.row_order import SortKey, natural, ordered
from desktop_app.services.workload_table import EntryRow

if TYPE_CHECKING:
    from planner.plan.document import Plan, WorkloadEntry
    from planner.workload.fit_matrix import Row

_BEST_FIRST = {"fits": 0.0, "tight": 1.0, "no": 2.0}


class EntryFits(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as a row with its cells of the fit matrix; ``people`` of its group, None for nobody in particular."""

    shown: EntryRow
    entry: WorkloadEntry
    fits: Row
    people: int | None

    @property
    def id(self) -> str:
        """Return the id of the entry."""
        return self.entry.id


def entry_fits(plan: Plan, shown: Sequence[EntryRow], fits: Sequence[Row]) -> tuple[EntryFits, ...]:
    """Return the entries of a plan with their rows, in its order."""
    counts = {group.id: group.count for group in plan.people}
    return tuple(
        EntryFits(shown=one, entry=entry, fits=row, people=counts.get(entry.people))
        for one, entry, row in zip(shown, plan.workload, fits, strict=True)
    )


class WorkloadOrder:
    """Sorts entries; ``candidates`` are the ids under the columns of the fit, in their order."""

    def __init__(self, prefix: str, candidates: Sequence[str]) -> None:
        """Keep which column belongs to which candidate."""
        self._fits = {f"{prefix}{name}": at for at, name in enumerate(candidates)}

    def __call__(self, rows: Sequence[EntryFits], column: str, descending: bool) -> Sequence[EntryFits]:
        """Return the rows by a column; what is unknown comes last in both directions."""
        return ordered(rows, lambda one: self._key(one, column), descending=descending)

    def _key(self, one: EntryFits, column: str) -> SortKey | None:
        if column in self._fits:
            return _fit(one.fits, self._fits[column])
        numbers: dict[str, float | None] = {
            "people": one.people,
            "per_week": one.entry.sessions_per_week,
            "hours": one.entry.hours_per_session,
            "devices": one.entry.devices,
            "memory": one.shown.memory.value,
        }
        return numbers[column] if column in numbers else natural(one.shown.title)


def _fit(row: Row, at: int) -> SortKey | None:
    """Return the verdict and the share of the memory that is taken: what fits best comes first."""
    verdict, share = row.verdict(at), float(row.shares[at])
    if verdict == "unknown":
        return None
    return _BEST_FIRST[verdict], math.inf if math.isnan(share) else share

"""Which cards a build and what is there offer to the jobs of the workload, and how busy that makes them in a week."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from planner.assess.demand import EntryFigures, devices_in
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.assess.mix import load_of
from planner.catalog.devices import per_device
from planner.plan.document import People
from planner.workload.demand import Stock
from planner.workload.waiting import Job, Pool, TierUse, job_of, pool_of, stock_pool, tier_uses

if TYPE_CHECKING:
    from planner.assess.context import Context


class CardUse(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs whose hours are known, the cards there are, and the use of each class of memory; ``open`` are the other jobs."""

    jobs: tuple[Job, ...]
    pools: tuple[Pool, ...]
    tiers: tuple[TierUse, ...]
    open: tuple[Job, ...]


def jobs_of(
    demand: Mapping[str, EntryFigures], people: tuple[People, ...], memo: Memo | None = None
) -> tuple[Job, ...]:
    """Return the entries of the workload as jobs, in the order of the plan; hours that nobody said stay unknown."""
    kept = memo if memo is not None else Memo()
    return kept.each("jobs", partial(_job, kept.call(_counts, people)), tuple(demand.values()), (people,))


def _counts(people: tuple[People, ...]) -> dict[str, float]:
    return {group.id: float(group.count) for group in people}


def _job(counts: Mapping[str, float], one: EntryFigures) -> Job:
    return job_of(load_of(one, counts), f"workload/{one.entry.id}")


def pools_of(lines: Iterable[LineFigures], stock: Iterable[Stock]) -> tuple[Pool, ...]:
    """Return the cards of planned machines and those that are there already; machines without a known card are left out."""
    return tuple([pool for line in lines if (pool := pool_of_line(line)) is not None]) + stock_pools(stock)


def pool_of_line(line: LineFigures) -> Pool | None:
    """Return the cards of the machines of a line, None where they are not known."""
    memory = None if line.card is None else per_device(line.card, "memory_gb")
    cards = line.line.quantity * devices_in(line)
    if memory is None or not cards:
        return None
    return pool_of(line.line.id, memory, float(cards), line.max_w.key.rpartition("/")[0])


def stock_pools(stock: Iterable[Stock]) -> tuple[Pool, ...]:
    """Return the cards that are there already as pools."""
    return tuple([stock_pool(one, "existing") for one in stock])


def card_use(jobs: tuple[Job, ...], pools: tuple[Pool, ...], key: str) -> CardUse:
    """Return how busy the cards are with the jobs whose hours are known."""
    known = tuple([job for job in jobs if job.work.known])
    left = tuple([job for job in jobs if not job.work.known])
    return CardUse(jobs=known, pools=pools, tiers=tier_uses(known, pools, key), open=left)


def use_of(context: Context) -> CardUse:
    """Return the use of the cards of an assessed alternative."""
    jobs = jobs_of(context.demand, context.people)
    pools = pools_of(parted(Memo(), context.lines).compute, context.stock)
    return card_use(jobs, pools, f"{context.alternative.id}/use")

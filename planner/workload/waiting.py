"""How busy cards are in an ordinary week and how long a job waits for one, by the memory that jobs need.

Jobs that need more memory can only use the larger cards, so each class counts what needs at least its memory against the
cards that have it: where every class is enough, all jobs can be served. Services hold their cards and do not queue.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled
from planner.workload.demand import SUM_GPU_HOURS, WEEK_H, Load, Stock, load_hours, stock_hours
from planner.workload.fit import VISIBLE_SHARE
from planner.workload.queueing import erlang_c

MOST_MORE = 64  # cards that are tried on top of those that are there

RUNS_WEEK = Formula(
    key="waiting.runs_week",
    label=Labelled(zh="每周作业数", en="Jobs a week"),
    text="people * sessions",
    unit="1",
    source="people x times a week",
    function=lambda people, sessions: people * sessions,
)
POOL_HOURS = Formula(
    key="waiting.pool_hours",
    label=Labelled(zh="每周可用卡时", en="GPU-hours that there are in a week"),
    text="cards * 168",
    unit="GPU-h/week",
    source="cards x hours of a week",
    function=lambda cards: cards * WEEK_H,
)
MORE_HOURS = Formula(
    key="waiting.more_hours",
    label=Labelled(zh="增减卡后的每周卡时", en="GPU-hours a week with other cards"),
    text="there + 168 * more",
    unit="GPU-h/week",
    source="what there is, and a week of each card more",
    function=lambda there, more: there + WEEK_H * more,
)
BUSY = Formula(
    key="waiting.busy",
    label=Labelled(zh="卡的利用率", en="Share of the time that cards are busy"),
    text="(asked + held) / there",
    unit="1",
    source="card-hours of jobs and services over those that there are",
    function=lambda asked, held, there: (asked + held) / there,
)
LOAD = Formula(
    key="waiting.load",
    label=Labelled(zh="排队负载", en="Load of the queue"),
    text="asked / max(there - held, 0)",
    unit="1",
    source="card-hours of jobs over those that services leave",
    function=lambda asked, held, there: asked / max(there - held, 0),
)
WIDTH = Formula(
    key="waiting.width",
    label=Labelled(zh="每个作业的卡数", en="Cards of a job"),
    text="dot(runs, devices) / sum(runs)",
    unit="1",
    source="mean over the jobs of a week",
    function=lambda runs, devices: dot(runs, devices) / sum(runs),
)
LENGTH_H = Formula(
    key="waiting.length_h",
    label=Labelled(zh="作业时长（按卡时加权）", en="Length of a job, by card-hours"),
    text="dot(work, hours) / sum(work)",
    unit="h",
    source="E[S2] / (2 E[S]) of a mix whose kinds each have exponential lengths: long jobs block longer",
    function=lambda work, hours: dot(work, hours) / sum(work),
)
PLACES = Formula(
    key="waiting.places",
    label=Labelled(zh="可同时运行的作业", en="Jobs that run at once"),
    text="max(1, floor((there - held) / (168 * width) + 0.000001))",
    unit="1",
    source="cards that services leave over the cards of a job, whole jobs only",
    function=lambda there, held, width: max(1, math.floor((there - held) / (WEEK_H * width) + 1e-6)),
)
WAIT_SHARE = Formula(
    key="waiting.share",
    label=Labelled(zh="需要等待的比例", en="Share of jobs that wait"),
    text="1 if load_share >= 1 else erlang_c(places, load_share)",
    unit="1",
    source="Erlang C: many servers, first come first served",
    function=lambda places, load_share: 1.0 if load_share >= 1 else erlang_c(int(places), load_share),
)
MEAN_WAIT_H = Formula(
    key="waiting.mean_h",
    label=Labelled(zh="平均等待", en="Mean wait"),
    text="wait_share * length_h / (places * max(1 - load_share, 0))",
    unit="h",
    source="Allen-Cunneen with random arrivals; a screening value: real lengths scatter more, deadline weeks are longer",
    function=lambda wait_share, length_h, places, load_share: wait_share * length_h / (places * max(1 - load_share, 0)),
)
WAIT_BEYOND_H = Formula(
    key="waiting.beyond_h",
    label=Labelled(zh="等待的分位值", en="Wait that a share of jobs goes beyond"),
    text="0 if wait_share <= beyond else ln(wait_share / beyond) * length_h / (places * max(1 - load_share, 0))",
    unit="h",
    source="exponential tail of the wait of M/M/c, with the length of Allen-Cunneen",
    function=lambda wait_share, beyond, length_h, places, load_share: (
        0.0 if wait_share <= beyond else math.log(wait_share / beyond) * length_h / (places * max(1 - load_share, 0))
    ),
)
HALF = constant("waiting/half", 0.5, "1", "half of the jobs wait longer")
TENTH = constant("waiting/tenth", 0.1, "1", "one job in ten waits longer")


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the sum of products of two lists of equal length, in the product of their units."""
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A load as the queue sees it: memory on a card (GiB), card-hours and jobs a week, hours and cards of a job."""

    id: str
    need_gib: float | None
    work: Figure
    runs: Figure
    hours: Figure
    devices: Figure
    shared: bool = False


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of one memory (GB), and the card-hours a week that they give."""

    id: str
    memory_gb: float
    cards: float
    hours: Figure


class TierUse(msgspec.Struct, frozen=True, kw_only=True):
    """What asks for cards of at least ``memory_gb`` and what there is; waits are unknown where the queue grows without end."""

    memory_gb: float
    cards: float
    jobs: tuple[str, ...]
    asked: Figure
    held: Figure
    there: Figure
    busy: Figure
    load: Figure
    places: Figure
    length_h: Figure
    mean_wait_h: Figure
    median_wait_h: Figure
    tenth_wait_h: Figure

    @property
    def is_over(self) -> bool:
        """Tell whether more is asked for than there is: then the queue grows without end."""
        return (self.busy.value or 0.0) > 1 or (self.load.value or 0.0) >= 1


def job_of(load: Load, key: str) -> Job:
    """Return a load as the queue sees it; unknown people, times or hours stay unknown."""
    work = load_hours(load, key)
    given = {name: figure for name, figure in work.given.items() if isinstance(figure, Figure)}
    runs = given["sessions"]
    if "people" in given:
        runs = trace(RUNS_WEEK, f"{key}/runs_week", people=given["people"], sessions=runs)
    return Job(
        id=load.id,
        need_gib=None if load.need_gib is None else load.need_gib.value,
        work=work,
        runs=runs,
        hours=given["hours"],
        devices=given["devices"],
        shared=load.shared,
    )


def pool_of(name: str, memory_gb: float, cards: float, key: str) -> Pool:
    """Return cards that are there all week."""
    count = leaf(f"{key}/cards", cards, "1", Quality.ENTERED)
    return Pool(id=name, memory_gb=memory_gb, cards=cards, hours=trace(POOL_HOURS, f"{key}/card_hours", cards=count))


def stock_pool(stock: Stock, key: str) -> Pool:
    """Return owned cards, or those of a platform, with the hours that the lab may use them."""
    return Pool(id=stock.id, memory_gb=stock.memory_gb, cards=stock.cards, hours=stock_hours(stock, key))


def class_of(job: Job, pools: Sequence[Pool]) -> float | None:
    """Return the memory (GB) of the smallest cards that hold a job, None where none do; an unknown need takes any card."""
    return _classes((job,), pools)[0]


def _classes(jobs: Sequence[Job], pools: Sequence[Pool]) -> list[float | None]:
    """Return for each job the memory (GB) of the smallest cards that hold it."""
    sizes, share = sorted({pool.memory_gb for pool in pools}), VISIBLE_SHARE.require()
    seen = [size * share for size in sizes]
    at = [bisect_left(seen, job.need_gib or 0.0) for job in jobs]
    return [sizes[one] if one < len(sizes) else None for one in at]


def tier_uses(jobs: Sequence[Job], pools: Sequence[Pool], key: str) -> tuple[TierUse, ...]:
    """Return the use of the cards by their memory, the smallest first that some job needs.

    Jobs that no card holds are left out: no number of such cards serves them.
    """
    classes = _classes(jobs, pools)
    found = []
    for size in sorted({one for one in classes if one is not None}):
        own = [job for job, one in zip(jobs, classes, strict=True) if one is not None and one >= size]
        found.append(_use(own, pools, size, f"{key}/tier_{size:g}", 0))
    return tuple(found)


def tier_use(jobs: Sequence[Job], pools: Sequence[Pool], memory_gb: float, key: str, more: int = 0) -> TierUse:
    """Return the use of the cards with at least ``memory_gb``, with ``more`` of them than there are (or fewer)."""
    own = [job for job, one in zip(jobs, _classes(jobs, pools), strict=True) if one is not None and one >= memory_gb]
    return _use(own, pools, memory_gb, key, more)


def _use(own: Sequence[Job], pools: Sequence[Pool], memory_gb: float, key: str, more: int) -> TierUse:
    """Return what ``own`` jobs make of the cards with at least ``memory_gb``."""
    large = [pool for pool in pools if pool.memory_gb >= memory_gb]
    queued, services = ([job for job in own if job.shared is shared] for shared in (False, True))
    asked = trace(SUM_GPU_HOURS, f"{key}/asked", loads=[job.work for job in queued])
    held = trace(SUM_GPU_HOURS, f"{key}/held", loads=[job.work for job in services])
    there = trace(SUM_GPU_HOURS, f"{key}/there", loads=[pool.hours for pool in large])
    if more:
        count = leaf(f"{key}/more", float(more), "1", Quality.ENTERED)
        there = trace(MORE_HOURS, f"{key}/there_{more}", there=there, more=count)
    load = trace(LOAD, f"{key}/load", asked=asked, there=there, held=held)
    width = trace(WIDTH, f"{key}/width", runs=[job.runs for job in queued], devices=[job.devices for job in queued])
    places = trace(PLACES, f"{key}/places", there=there, held=held, width=width)
    length = trace(LENGTH_H, f"{key}/length_h", work=[job.work for job in queued], hours=[job.hours for job in queued])
    share = trace(WAIT_SHARE, f"{key}/wait_share", places=places, load_share=load)
    wait = {"wait_share": share, "length_h": length, "places": places, "load_share": load}
    return TierUse(
        memory_gb=memory_gb,
        cards=sum(pool.cards for pool in large) + more,
        jobs=tuple(job.id for job in own),
        asked=asked,
        held=held,
        there=there,
        busy=trace(BUSY, f"{key}/busy", asked=asked, held=held, there=there),
        load=load,
        places=places,
        length_h=length,
        mean_wait_h=trace(MEAN_WAIT_H, f"{key}/mean_wait_h", **wait),
        median_wait_h=trace(WAIT_BEYOND_H, f"{key}/median_wait_h", beyond=HALF, **wait),
        tenth_wait_h=trace(WAIT_BEYOND_H, f"{key}/tenth_wait_h", beyond=TENTH, **wait),
    )


def is_patient(use: TierUse, most: float) -> bool:
    """Tell whether jobs wait no longer on average than ``most`` times as long as they take; True where nothing queues."""
    if use.is_over:
        return False
    wait, length = use.mean_wait_h.value, use.length_h.value
    return wait is None or length is None or wait <= most * length


def cards_short(  # noqa: PLR0913 - jobs, cards, what is bearable and where to begin
    jobs: Sequence[Job], pools: Sequence[Pool], use: TierUse, key: str, most: float, least: int = 0
) -> int | None:
    """Return the fewest cards more, from ``least`` on, with which waits are bearable; None where more than are tried are needed."""

    def does(more: int) -> bool:
        return is_patient(tier_use(jobs, pools, use.memory_gb, key, more), most)

    tried = range(least, MOST_MORE + 1)
    found = bisect_left(tried, True, key=does)
    return tried[found] if found < len(tried) else None

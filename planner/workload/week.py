"""The hours of a week: how many cards each job has in use, from when its runs begin and how long they take.

Runs begin evenly over the hours in which people begin them; a service begins at the first of these hours of each day.
Sums over the week are the card-hours of the job, so the picture and the demand cannot differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from planner.figure import Figure, Formula, Quality, leaf, trace
from planner.messages import Labelled
from planner.tables import rows
from planner.workload.waiting import Job

DAYS, DAY_H = 7, 24
_WORKING_DAYS = 5
WEEK_HOURS = DAYS * DAY_H

IN_USE = Formula(
    key="week.in_use",
    label=Labelled(zh="该时段占用的卡", en="Cards in use in this hour"),
    text="work * share",
    unit="1",
    source="card-hours of the week x the share of them that falls into this hour",
    function=lambda work, share: work * share,
)
SUM_IN_USE = Formula(
    key="week.sum_in_use",
    label=Labelled(zh="该时段占用的卡合计", en="Cards in use in this hour, all jobs"),
    text="sum(jobs)",
    unit="1",
    source="sum over the jobs",
    function=lambda jobs: math.fsum(jobs),
)


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """When runs begin: days from Monday (1) to Sunday (7), hours from 0 to 24; the last day counts, the last hour does not."""

    day_from: int
    day_to: int
    hour_from: float
    hour_to: float
    quality: Quality = Quality.ENTERED
    source: str = ""


class WeekRow(msgspec.Struct, frozen=True, kw_only=True):
    """A job: cards in use in each hour of the week from Monday 0:00, and when its runs begin."""

    job: Job
    begin: Begin
    shares: tuple[float, ...]
    cards: tuple[float, ...]


class Week(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs whose hours are known, and the cards that all of them have in use in each hour."""

    rows: tuple[WeekRow, ...]
    cards: tuple[float, ...]

    def peak(self) -> int:
        """Return the hour of the week (from 0) in which most cards are in use, the first of several."""
        return max(range(len(self.cards)), key=lambda hour: (round(self.cards[hour], 9), -hour))

    def beyond(self, cards: float) -> float:
        """Return the card-hours of the week that are asked for at hours in which more than ``cards`` would be in use."""
        return math.fsum(max(0.0, one - cards) for one in self.cards)


@lru_cache(maxsize=1)
def _customary() -> dict[str, Begin]:
    return {
        row["kind"]: Begin(
            day_from=int(row["day_from"]),
            day_to=int(row["day_to"]),
            hour_from=float(row["hour_from"]),
            hour_to=float(row["hour_to"]),
            quality=Quality.ASSUMED,
            source=row["source"],
        )
        for row in rows("workload/week.csv")
    }


def customary_begin(kind: str, run_h: float | None = None, times: float | None = None) -> Begin:
    """Return when runs of a kind customarily begin; raises KeyError for a kind that the table lacks.

    A service that is up for ``run_h`` hours, fewer than a day has, is up in office hours; ``times`` a week of at most
    five are on working days.
    """
    if kind == "inference" and run_h is not None and 0 < run_h < DAY_H:
        return _office(run_h, times)
    return _customary()[kind]


def _office(run_h: float, times: float | None) -> Begin:
    """Return the hours of a service from the morning on, earlier where it would go on after midnight."""
    usual = _customary()["service_by_day"]
    first = min(usual.hour_from, float(math.floor(DAY_H - run_h)))
    last_day = _WORKING_DAYS if times is not None and times <= _WORKING_DAYS else usual.day_to
    return msgspec.structs.replace(usual, day_to=last_day, hour_from=first, hour_to=first + run_h)


def week_of(jobs: Sequence[tuple[Job, Begin]]) -> Week:
    """Return the week of jobs whose hours are known, each with when its runs begin."""
    found = tuple(_row(job, begin) for job, begin in jobs)
    total = tuple(math.fsum(row.cards[hour] for row in found) for hour in range(WEEK_HOURS))
    return Week(rows=found, cards=total)


def in_use(row: WeekRow, hour: int, key: str) -> Figure:
    """Return the cards that one job has in use in an hour of the week, traced to its card-hours."""
    name = f"{key}/{row.job.id}/hour_{hour}"
    share = leaf(
        f"{name}/share", row.shares[hour], "1", row.begin.quality, row.begin.source or "hours in which it begins"
    )
    return trace(IN_USE, name, work=row.job.work, share=share)


def all_in_use(week: Week, hour: int, key: str) -> Figure:
    """Return the cards that all jobs have in use in an hour of the week."""
    return trace(SUM_IN_USE, f"{key}/hour_{hour}", jobs=[in_use(row, hour, key) for row in week.rows])


def _row(job: Job, begin: Begin) -> WeekRow:
    shares = hour_shares(begin, job.hours.require(), at_first=job.shared)
    work = job.work.require()
    return WeekRow(job=job, begin=begin, shares=shares, cards=tuple(work * share for share in shares))


def hour_shares(begin: Begin, run_h: float, *, at_first: bool = False) -> tuple[float, ...]:
    """Return the share of a job's card-hours in each hour of the week; they add up to 1.

    ``at_first`` lets all runs of a day begin in its first hour. A run goes on over midnight and over the end of the week.
    """
    starts = [
        ((day - 1) * DAY_H + hour) % WEEK_HOURS
        for day in _days(begin)
        for hour in ([int(begin.hour_from)] if at_first else _hours(begin))
    ]
    each = [0.0] * WEEK_HOURS
    if run_h <= 0:
        return tuple(each)
    whole, rest = int(run_h), run_h - int(run_h)
    for start in starts:
        for after in range(whole + (1 if rest else 0)):
            each[(start + after) % WEEK_HOURS] += 1.0 if after < whole else rest
    return tuple(one / (len(starts) * run_h) for one in each)


def _days(begin: Begin) -> list[int]:
    """Return the days in their order; from Saturday to Monday goes over the end of the week."""
    count = (begin.day_to - begin.day_from) % DAYS + 1
    return [(begin.day_from - 1 + after) % DAYS + 1 for after in range(count)]


def _hours(begin: Begin) -> list[int]:
    """Return the hours in which runs begin; from 22 to 6 goes over midnight, the same hour twice is that hour alone."""
    first, last = int(begin.hour_from), math.ceil(begin.hour_to)
    count = last - first if last > first else DAY_H - first + last if last < first else 1
    return [first + after for after in range(count)]

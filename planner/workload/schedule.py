"""Start times of jobs on a machine of identical devices: strict order, backfilling, first fit.

Only counts matter here. At one instant jobs end first, then new ones arrive, then waiting ones start.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Literal

import msgspec

Policy = Literal["fifo", "easy", "firstfit"]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A job: when it is submitted, how many devices it takes, how long it runs and how long it asked for."""

    submit: float
    devices: int
    run: float
    limit: float


class _Machine:
    """Devices in use: ends by real run time, and the ends that the limits promise."""

    def __init__(self, devices: int) -> None:
        self.free = devices
        self.ends: list[tuple[float, int]] = []
        self.promised: dict[int, tuple[float, int]] = {}

    def start(self, place: int, job: Job, now: float) -> None:
        self.free -= job.devices
        heapq.heappush(self.ends, (now + job.run, place))
        self.promised[place] = (now + job.limit, job.devices)

    def finish(self, now: float) -> None:
        while self.ends and self.ends[0][0] <= now:
            _, place = heapq.heappop(self.ends)
            self.free += self.promised.pop(place)[1]

    def reservation(self, devices: int) -> tuple[float, int]:
        """Return when ``devices`` will be free by the limits, and how many are left over then."""
        free = self.free
        for end, released in sorted(self.promised.values()):
            free += released
            if free >= devices:
                return end, free - devices
        raise ValueError(devices)


def start_times(devices: int, jobs: Sequence[Job], policy: Policy) -> list[float]:
    """Return the start time of each job in the order given; raises ValueError where a job never fits.

    ``easy`` gives the first waiting job a reservation from the limits of the running ones; a later one may start when it
    ends by then or takes no more than what is left over. ``firstfit`` starts whatever fits, in order.
    """
    if any(job.devices > devices for job in jobs):
        raise ValueError(devices)
    machine = _Machine(devices)
    arrivals = sorted(range(len(jobs)), key=lambda place: jobs[place].submit)
    waiting: list[int] = []
    starts = [0.0] * len(jobs)
    following = 0
    while following < len(arrivals) or waiting:
        now = _next_instant(machine, jobs[arrivals[following]].submit if following < len(arrivals) else None)
        machine.finish(now)
        while following < len(arrivals) and jobs[arrivals[following]].submit <= now:
            waiting.append(arrivals[following])
            following += 1
        for place in _startable(machine, jobs, waiting, policy, now):
            starts[place] = now
        waiting = [place for place in waiting if place not in machine.promised]
    return starts


def _next_instant(machine: _Machine, arrival: float | None) -> float:
    instants = [machine.ends[0][0]] if machine.ends else []
    return min([*instants, arrival] if arrival is not None else instants)


def _startable(machine: _Machine, jobs: Sequence[Job], waiting: Sequence[int], policy: Policy, now: float) -> list[int]:
    started: list[int] = []
    blocked: tuple[float, int] | None = None
    for place in waiting:
        job = jobs[place]
        fits = job.devices <= machine.free
        if blocked is None and fits:
            machine.start(place, job, now)
        elif policy == "fifo":
            break
        elif policy == "easy" and blocked is None:
            blocked = machine.reservation(job.devices)
            continue
        elif policy == "easy" and blocked is not None and fits and now + job.limit <= blocked[0]:
            machine.start(place, job, now)
        elif policy == "easy" and blocked is not None and fits and job.devices <= blocked[1]:
            machine.start(place, job, now)
            blocked = (blocked[0], blocked[1] - job.devices)
        else:
            continue
        started.append(place)
    return started


def waiting_identity(jobs: Sequence[Job], starts: Sequence[float]) -> float:
    """Return the number of jobs by which the mean number waiting differs from arrival rate x mean wait.

    Source: Little's law; 0 up to rounding.
    """
    first = min(job.submit for job in jobs)
    last = max(start + job.run for job, start in zip(jobs, starts, strict=True))
    span = last - first
    changes = sorted([(job.submit, 1) for job in jobs] + [(start, -1) for start in starts])
    area, waiting, before = 0.0, 0, first
    for instant, step in changes:
        area += waiting * (instant - before)
        waiting, before = waiting + step, instant
    mean_wait = sum(start - job.submit for job, start in zip(jobs, starts, strict=True)) / len(jobs)
    return abs(area / span - len(jobs) / span * mean_wait)

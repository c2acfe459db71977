"""Simulations of waiting with a fixed seed: many servers with any service time, jobs that need several devices."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence


def mean_wait(servers: int, load: float, cs2: float, jobs: int, seed: int) -> float:
    """Return the mean wait of ``jobs`` jobs, first come first served, Poisson arrivals, lognormal service of mean 1.

    ``cs2`` is the squared coefficient of variation of the service time; the result is in mean service times.
    """
    source = random.Random(seed)
    spread = math.sqrt(math.log1p(cs2))
    middle = -spread * spread / 2
    free = [0.0] * servers
    now = total = 0.0
    for _ in range(jobs):
        now += source.expovariate(servers * load)
        start = max(now, free[0])
        total += start - now
        heapq.heapreplace(free, start + source.lognormvariate(middle, spread))
    return total / jobs


def gang_saturation(
    devices: int, widths: Sequence[int], probabilities: Sequence[float], service: float, jobs: int, seed: int
) -> float:
    """Return the share of device time used by an endless queue served strictly in order, each job ``service`` long."""
    source = random.Random(seed)
    running: list[tuple[float, int]] = []
    free, now, busy = devices, 0.0, 0.0
    for width in source.choices(widths, probabilities, k=jobs):
        while free < width:
            now, released = heapq.heappop(running)
            free += released
        free -= width
        busy += width * service
        heapq.heappush(running, (now + service, width))
    return busy / (devices * max(end for end, _ in running))

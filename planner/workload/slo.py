"""Serving within goals of time: how many at once keep the time to the first token and between tokens, and what that serves."""

from __future__ import annotations

import math

import msgspec

from planner.figure import Figure, Formula, Quality, leaf, trace, unknown
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.constants import sizing_value
from planner.workload.serving import SERVED_TPS, fitting_batch, group_size, prompt_s, stack, tpot_s
from planner.workload.throughput import SpeedJob

FIRST_TOKEN_S = Formula(
    key="slo.first_token_s",
    label=Labelled(zh="首字延迟（含并发）", en="Time to the first token beside others"),
    text="prompt_s + tpot_s",
    unit="s",
    source="the prompt is read after the step at work; requests that wait in a queue are not in it",
    function=lambda prompt_s, tpot_s: prompt_s + tpot_s,
    error_class="serve",
)
AT_ONCE = Formula(
    key="slo.at_once",
    label=Labelled(zh="满足时延目标的并发", en="Requests at once within the goals"),
    text="replicas * batch",
    unit="1",
    source="copies of the model x the largest batch that keeps the goals",
    function=lambda replicas, batch: replicas * batch,
)


class Goals(msgspec.Struct, frozen=True, kw_only=True):
    """What service is to keep, in seconds: to the first token and between tokens; None where nobody asked for it."""

    ttft_s: float | None = None
    tpot_s: float | None = None

    @property
    def told(self) -> bool:
        """Tell whether there is a goal at all."""
        return self.ttft_s is not None or self.tpot_s is not None


class WithinGoals(msgspec.Struct, frozen=True, kw_only=True):
    """What all cards serve within the goals: requests at once, tokens a second, and the two times there (s)."""

    at_once: Figure
    tps: Figure
    ttft_s: Figure
    tpot_s: Figure


def within_goals(job: SpeedJob, goals: Goals, key: str = "job") -> WithinGoals:
    """Return what ``job`` serves within ``goals``; 0 at once where even one request does not keep them.

    The goals are for nearly all requests and the formulas give the mean: a margin is kept. Raises UnknownIdError.
    """
    group = group_size(job, key)
    most = fitting_batch(job, group, key)
    batch = _largest(job, goals, group, most, key)
    replicas = job.counted(key, "replicas", max(job.devices / group, 1.0))
    at_once = trace(AT_ONCE, f"{key}/at_once", replicas=replicas, batch=batch)
    step, first = _times(job, group, batch, key)
    tps = trace(SERVED_TPS, f"{key}/slo_tps", replicas=replicas, batch=batch, tpot_s=step, stack=stack(job, key))
    return WithinGoals(at_once=at_once, tps=banded(tps, "serve"), ttft_s=first, tpot_s=step)


def _times(job: SpeedJob, group: int, batch: Figure, key: str) -> tuple[Figure, Figure]:
    """Return seconds between tokens and to the first one when ``batch`` sequences run."""
    step = tpot_s(job, group, batch, key)
    return step, trace(FIRST_TOKEN_S, f"{key}/first_token_s", prompt_s=prompt_s(job, group, key), tpot_s=step)


def _largest(job: SpeedJob, goals: Goals, group: int, most: Figure, key: str) -> Figure:
    name = f"{key}/slo_batch"
    if not goals.told:
        return unknown(name, "1", (f"{key}/tpot_goal_ms", f"{key}/ttft_goal_s"))
    if most.value is None:
        return unknown(name, "1", most.missing)
    margin = sizing_value("serve_slo_margin")

    def keeps(size: int) -> bool:
        times = _times(job, group, leaf(f"{key}/tried_batch", float(size), "1", Quality.COMPUTED), key)
        pairs = zip((goals.tpot_s, goals.ttft_s), times, strict=True)
        return all(goal is None or (took.value is not None and took.value <= goal * margin) for goal, took in pairs)

    low, high = 0, math.floor(most.value)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if keeps(middle) else (low, middle - 1)
    source = "largest batch that fits and keeps both goals, with a margin of a fifth since goals hold for nearly all requests"
    return leaf(name, float(low), "1", Quality.COMPUTED, source)

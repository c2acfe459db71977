"""Waiting in closed form: many servers, one server with any service time."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

ONE_SERVER_WAIT = Formula(
    key="queue.one_server_wait",
    label=Labelled(zh="平均等待（M/G/1）", en="Mean wait with one server"),
    text="rho * (1 + cs2) / (2 * (1 - rho)) * service",
    unit="service",
    source="Pollaczek-Khinchine",
    function=lambda rho, cs2, service: rho * (1 + cs2) / (2 * (1 - rho)) * service,
)


def erlang_c(servers: int, load: float) -> float:
    """Return the probability that a job waits; ``load`` is the share of all servers that is busy, below 1.

    Source: Erlang C through the recursion of Erlang B, which does not overflow.
    """
    offered, blocked = servers * load, 1.0
    for count in range(1, servers + 1):
        blocked = offered * blocked / (count + offered * blocked)
    return blocked / (1 - load * (1 - blocked))


def many_servers(servers: int, load: float, service: float) -> tuple[float, float, float, float]:
    """Return probability of waiting, mean wait, wait that 95 % stay below, mean number waiting (M/M/c, first come)."""
    waits = erlang_c(servers, load)
    rate = servers / service * (1 - load)
    mean = waits / rate
    return waits, mean, max(0.0, math.log(waits / 0.05) / rate) if waits > 0 else 0.0, servers * load / service * mean

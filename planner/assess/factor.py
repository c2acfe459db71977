"""The power factor of what is plugged in: a machine's own where it tells one, else the plan's.

Volt-amperes are added as numbers, not as vectors: never less than what flows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.facility.circuits import APPARENT_VA
from planner.figure import Figure, Formula, trace
from planner.messages import Labelled
from planner.plan.document import Facts

_NAME = "power_factor"

COMBINED_FACTOR = Formula(
    key="assess.combined_factor",
    label=Labelled(zh="综合功率因数", en="power factor of all together"),
    text="sum(power_w) / sum(apparent_va)",
    unit="1",
    source="volt-amperes of each machine (P / power factor) added as numbers, which is never less than their sum as vectors",
    function=lambda power_w, apparent_va: math.fsum(power_w) / math.fsum(apparent_va),
)


class Factors(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The power factor of all that is plugged in at a node, and the lowest and the highest of its machines (ratios)."""

    combined: Figure
    lowest: Figure
    highest: Figure


def plan_factor(facts: Facts) -> Figure:
    """Return the power factor that a plan tells of machines that tell none."""
    return fact_figure(facts, _NAME, "plan/power_factor", "1")


def machine_factor(line: LineFigures, facts: Facts) -> Figure:
    """Return the power factor of a line's machines: as told at the line, else the plan's."""
    return own_factor(line, plan_factor(facts))


def own_factor(line: LineFigures, other: Figure) -> Figure:
    """Return the power factor that a line tells of its machines, else another one."""
    told = fact_figure(line.line.facts, _NAME, f"{line.key}/power_factor", "1")
    return told if told.known else other


def plan_factors(facts: Facts) -> Factors:
    """Return the power factors of machines of which none tells its own."""
    whole = plan_factor(facts)
    return Factors(combined=whole, lowest=whole, highest=whole)


def factors_of(key: str, parts: Sequence[tuple[LineFigures, Figure]], plain: Factors) -> Factors:
    """Return the power factors of machines that draw so much (W); ``plain`` are the plan's, for those that tell none."""
    for line, _power in parts:
        if _NAME in line.line.facts:
            break
    else:
        return plain
    each = [own_factor(line, plain.combined) for line, _power in parts]
    low = _first(each, lowest=True)
    powers = [power for _line, power in parts]
    if not low.known or len({one.value for one in each}) == 1 or not any(power.value for power in powers):
        return Factors(combined=low, lowest=low, highest=_first(each, lowest=False))
    apparent = [
        trace(APPARENT_VA, f"{power.key}/va", power_w=power, power_factor=factor)
        for power, factor in zip(powers, each, strict=True)
    ]
    combined = trace(COMBINED_FACTOR, f"{key}/power_factor", power_w=powers, apparent_va=apparent)
    return Factors(combined=combined, lowest=low, highest=_first(each, lowest=False))


def tells_factor(line: LineFigures) -> bool:
    """Tell whether a line has a power factor of its own."""
    return _NAME in line.line.facts


def factor_of_lines(key: str, lines: Iterable[LineFigures], facts: Facts) -> Figure:
    """Return the power factor of all machines of lines together."""
    return factors_of(key, [(line, line.max_w) for line in lines], plan_factors(facts)).combined


def lowest_factor(lines: Iterable[LineFigures], plan: Figure) -> Figure:
    """Return the lowest power factor of lines, where they are not looked at one by one; the ``plan``'s without lines."""
    each = [*lines]
    for line in each:
        if _NAME in line.line.facts:
            return _first([own_factor(one, plan) for one in each], lowest=True)
    return plan


def lower(first: Figure, second: Figure) -> Figure:
    """Return the lower of two power factors; of those not known the first."""
    if first.value == second.value:
        return first
    return _first([first, second], lowest=True)


def _first(factors: Sequence[Figure], *, lowest: bool) -> Figure:
    unknown = next((one for one in factors if not one.known), None)
    if unknown is not None:
        return unknown
    return min(factors, key=Figure.require) if lowest else max(factors, key=Figure.require)

"""Money over time: present value, level payments, the rate that breaks even."""

from __future__ import annotations

import math
from collections.abc import Sequence

from planner.figure import Formula
from planner.messages import Labelled

ANNUITY = Formula(
    key="finance.annuity",
    label=Labelled(zh="等额还款", en="Level payment"),
    text="principal * (rate_year / periods_year) / (1 - (1 + rate_year / periods_year) ** (-n))",
    unit="money",
    source="annuity: P i / (1 - (1 + i)^-n)",
    function=lambda principal, rate_year, periods_year, n: (
        principal * (rate_year / periods_year) / (1 - (1 + rate_year / periods_year) ** (-n))
    ),
)
DISCOUNTED = Formula(
    key="finance.discounted",
    label=Labelled(zh="现值", en="Present value of one amount"),
    text="amount / (1 + discount) ** years",
    unit="money",
    source="amount divided by (1 + rate)^years",
    function=lambda amount, discount, years: amount / (1 + discount) ** years,
)


def npv_now(rate: float, flows: Sequence[float]) -> float:
    """Return the present value of ``flows``, the first one now; ``rate`` is a fraction for each period."""
    return math.fsum(flow / (1 + rate) ** period for period, flow in enumerate(flows))


def npv_end(rate: float, flows: Sequence[float]) -> float:
    """Return the present value of ``flows`` in their money, the first one a period from now, as spreadsheets do."""
    return npv_now(rate, flows) / (1 + rate)


def irr(flows: Sequence[float]) -> float | None:
    """Return the rate at which the present value of ``flows`` is 0; None where there is none above -99 %.

    Bisection on the smallest bracket found outwards from 0, so that of several roots the one next to 0 is taken.
    """
    low, high = _bracket(flows)
    if low is None or high is None:
        return None
    rising = npv_now(low, flows) < 0
    for _ in range(200):
        middle = (low + high) / 2
        if (npv_now(middle, flows) < 0) == rising:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _bracket(flows: Sequence[float]) -> tuple[float | None, float | None]:
    points = [0.0]
    for step in range(1, 100):
        points += [step / 100, -step / 100]
    points += [1.5**step for step in range(1, 40)]
    ordered = sorted(points)
    signs = [npv_now(rate, flows) for rate in ordered]
    crossings = [
        (ordered[place], ordered[place + 1])
        for place in range(len(ordered) - 1)
        if (signs[place] < 0) != (signs[place + 1] < 0)
    ]
    if not crossings:
        return None, None
    return min(crossings, key=lambda pair: abs(pair[0] + pair[1]))


def rent_buy_equal(rate: float, years: int, buy: Sequence[float], rent_year_full: float) -> float:
    """Return the share of use at which buying and renting have the same present value.

    ``buy`` holds the cost of now and of each year end, resale negative in the last; ``rent_year_full`` is a year of
    renting without a break.
    """
    full = math.fsum(rent_year_full / (1 + rate) ** year for year in range(1, years + 1))
    return npv_now(rate, buy) / full

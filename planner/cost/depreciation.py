"""Depreciation: how the price of a machine is spread over its life."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

STRAIGHT_LINE = Formula(
    key="depreciation.straight_line",
    label=Labelled(zh="直线折旧", en="Straight-line depreciation"),
    text="(cost - salvage) / periods",
    unit="money",
    source="straight-line method",
    function=lambda cost, salvage, periods: (cost - salvage) / periods,
)


def declining_balance(cost: float, salvage: float, life: int, first_year_months: float) -> list[float]:
    """Return the fixed declining balance depreciation of each year, one more than ``life`` for a first part year.

    The rate is rounded to three decimals. Source: the DB function of spreadsheets.
    """
    rate = round(1 - (salvage / cost) ** (1 / life), 3)
    years = [cost * rate * first_year_months / 12]
    while len(years) < life:
        years.append((cost - math.fsum(years)) * rate)
    return [*years, (cost - math.fsum(years)) * rate * (12 - first_year_months) / 12]


def double_declining(cost: float, salvage: float, life: int, switch_years: int) -> list[float]:
    """Return the double declining depreciation of each year; the last ``switch_years`` share what is left equally.

    Source: 双倍余额递减法 of the Chinese accounting standards.
    """
    book, years = cost, []
    for _ in range(life - switch_years):
        years.append(book * 2 / life)
        book -= years[-1]
    return years + [(book - salvage) / switch_years] * switch_years


def sum_of_years(cost: float, salvage: float, life: int) -> list[float]:
    """Return the depreciation of each year by the sum of the years' digits (年数总和法)."""
    digits = life * (life + 1) / 2
    return [(cost - salvage) * (life - year) / digits for year in range(life)]

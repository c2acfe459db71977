"""Uncertain amounts and faults: triangular ranges, sums of them, expected faults."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

MEAN = Formula(
    key="risk.mean",
    label=Labelled(zh="三角分布均值", en="Mean of a range"),
    text="(low + mode + high) / 3",
    unit="money",
    source="triangular distribution",
    function=lambda low, mode, high: (low + mode + high) / 3,
)
P10 = Formula(
    key="risk.p10",
    label=Labelled(zh="P10", en="Value that one in ten stays below"),
    text="low + sqrt(0.1 * (high - low) * (mode - low)) if 0.1 * (high - low) <= mode - low else high - sqrt(0.9 * (high - low) * (high - mode))",
    unit="money",
    source="inverse of the triangular distribution",
    function=lambda low, high, mode: (
        low + math.sqrt(0.1 * (high - low) * (mode - low))
        if 0.1 * (high - low) <= mode - low
        else high - math.sqrt(0.9 * (high - low) * (high - mode))
    ),
)
P90 = Formula(
    key="risk.p90",
    label=Labelled(zh="P90", en="Value that nine in ten stay below"),
    text="low + sqrt(0.9 * (high - low) * (mode - low)) if 0.9 * (high - low) <= mode - low else high - sqrt(0.1 * (high - low) * (high - mode))",
    unit="money",
    source="inverse of the triangular distribution",
    function=lambda low, high, mode: (
        low + math.sqrt(0.9 * (high - low) * (mode - low))
        if 0.9 * (high - low) <= mode - low
        else high - math.sqrt(0.1 * (high - low) * (high - mode))
    ),
)
SUM_MEAN = Formula(
    key="risk.sum_mean",
    label=Labelled(zh="多项之和的均值", en="Mean of a sum"),
    text="n * (low + mode + high) / 3",
    unit="money",
    source="means add",
    function=lambda n, low, mode, high: n * (low + mode + high) / 3,
)
SUM_SD = Formula(
    key="risk.sum_sd",
    label=Labelled(zh="多项之和的标准差", en="Standard deviation of a sum"),
    text="sqrt(n * (low ** 2 + mode ** 2 + high ** 2 - low * mode - low * high - mode * high) / 18)",
    unit="money",
    source="variances of independent items add",
    function=lambda n, low, mode, high: math.sqrt(
        n * (low**2 + mode**2 + high**2 - low * mode - low * high - mode * high) / 18
    ),
)
FAULT_PCT_YEAR = Formula(
    key="risk.fault_pct_year",
    label=Labelled(zh="年故障率", en="Faults in a year"),
    text="100 * faults / gpus / (days / 365)",
    unit="%",
    source="faults for each card and year",
    function=lambda faults, gpus, days: 100 * faults / gpus / (days / 365),
)
EXPECTED_FAULTS = Formula(
    key="risk.expected_faults",
    label=Labelled(zh="预期故障数", en="Expected faults"),
    text="faults / fleet_gpus / (days / 365) * gpus * years",
    unit="1",
    source="rate of the observed fleet x our card-years",
    function=lambda faults, fleet_gpus, days, gpus, years: faults / fleet_gpus / (days / 365) * gpus * years,
)
NO_FAULT = Formula(
    key="risk.no_fault",
    label=Labelled(zh="无故障概率", en="Probability of no fault"),
    text="exp(-(faults / fleet_gpus / (days / 365) * gpus * years))",
    unit="1",
    source="Poisson distribution",
    function=lambda faults, fleet_gpus, days, gpus, years: math.exp(
        -(faults / fleet_gpus / (days / 365) * gpus * years)
    ),
)

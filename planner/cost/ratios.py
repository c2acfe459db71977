"""Ratios of prices: tax, contingency, points. Sums of money are exact decimals in ``planner.money``, not here."""

from __future__ import annotations

import math
from collections.abc import Sequence

from planner.figure import Formula
from planner.messages import Labelled

NET = Formula(
    key="price.net",
    label=Labelled(zh="不含税价", en="Price without tax"),
    text="gross / (1 + rate)",
    unit="money",
    source="增值税法: gross price contains the tax",
    function=lambda gross, rate: gross / (1 + rate),
)
TAX = Formula(
    key="price.tax",
    label=Labelled(zh="税额", en="Tax in a price"),
    text="gross - gross / (1 + rate)",
    unit="money",
    source="增值税法: gross price contains the tax",
    function=lambda gross, rate: gross - gross / (1 + rate),
)
CONTINGENCY_SHARE = Formula(
    key="price.contingency_share",
    label=Labelled(zh="预备费比例", en="Contingency as a share"),
    text="contingency / subtotal",
    unit="1",
    source="contingency divided by the sum of the lines",
    function=lambda contingency, subtotal: contingency / subtotal,
)
SPREAD_SHARE = Formula(
    key="price.spread_share",
    label=Labelled(zh="价格区间宽度", en="Width of a price range"),
    text="(high - low) / chosen",
    unit="1",
    source="range divided by the price reckoned with",
    function=lambda high, low, chosen: (high - low) / chosen,
)
BUDGET_SHARE = Formula(
    key="price.budget_share",
    label=Labelled(zh="占预算比例", en="Share of the budget"),
    text="total / budget",
    unit="1",
    source="total divided by budget",
    function=lambda total, budget: total / budget,
)
DEVIATION = Formula(
    key="score.deviation",
    label=Labelled(zh="偏离得分", en="Points for deviations"),
    text="max(0, 100 - key_points * key_negative - general_points * general_negative)",
    unit="points",
    source="points are taken off for each negative deviation until none is left",
    function=lambda key_points, key_negative, general_points, general_negative: max(
        0, 100 - key_points * key_negative - general_points * general_negative
    ),
)
DEVIATION_WEIGHTED = Formula(
    key="score.deviation_weighted",
    label=Labelled(zh="偏离得分（加权）", en="Weighted points for deviations"),
    text="max(0, 100 - key_points * key_negative - general_points * general_negative) * weight / 100",
    unit="points",
    source="points of 100 times the weight of the item",
    function=lambda key_points, key_negative, general_points, general_negative, weight: (
        max(0, 100 - key_points * key_negative - general_points * general_negative) * weight / 100
    ),
)


def price_points(bids: Sequence[float], deductions: Sequence[float], weight: float) -> tuple[list[float], list[float]]:
    """Return evaluated prices and points of ``bids``; the lowest evaluated price gets ``weight`` points.

    ``deductions`` are fractions taken off for the comparison. Source: 财政部令第87号, article 55.
    """
    evaluated = [bid * (1 - deduction) for bid, deduction in zip(bids, deductions, strict=True)]
    lowest = min(evaluated)
    return evaluated, [lowest / price * weight for price in evaluated]


def closeness(rows: Sequence[Sequence[float]], weights: Sequence[float], benefit: Sequence[bool]) -> list[float]:
    """Return how close each row is to the ideal (TOPSIS, vector norm); more is better where ``benefit`` holds."""
    columns = list(zip(*rows, strict=True))
    norms = [math.sqrt(math.fsum(value**2 for value in column)) for column in columns]
    scaled = [[value / norm * weight for value, norm, weight in zip(row, norms, weights, strict=True)] for row in rows]
    best = [
        max(column) if more else min(column) for column, more in zip(zip(*scaled, strict=True), benefit, strict=True)
    ]
    worst = [
        min(column) if more else max(column) for column, more in zip(zip(*scaled, strict=True), benefit, strict=True)
    ]
    return [math.dist(row, worst) / (math.dist(row, best) + math.dist(row, worst)) for row in scaled]

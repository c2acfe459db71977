"""Buying in stages: what waiting for half of the cards costs and brings."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

TOTAL = Formula(
    key="stage.total",
    label=Labelled(zh="分批采购总价", en="Total of two stages"),
    text="price * first_share + price * (1 - first_share) * (1 + change)",
    unit="money",
    source="what is bought now, and the rest at its later price",
    function=lambda price, first_share, change: price * first_share + price * (1 - first_share) * (1 + change),
)
TOTAL_NPV = Formula(
    key="stage.total_npv",
    label=Labelled(zh="分批采购现值", en="Present value of two stages"),
    text="price * first_share + price * (1 - first_share) * (1 + change) / (1 + discount) ** (delay_months / 12)",
    unit="money",
    source="the later part is discounted over the delay",
    function=lambda price, first_share, change, discount, delay_months: (
        price * first_share + price * (1 - first_share) * (1 + change) / (1 + discount) ** (delay_months / 12)
    ),
)
MONTHS_NOW = Formula(
    key="stage.months_now",
    label=Labelled(zh="一次买齐的卡月", en="Card-months when all is bought now"),
    text="cards * horizon_months",
    unit="card-month",
    source="cards x months to the horizon",
    function=lambda cards, horizon_months: cards * horizon_months,
)
MONTHS_STAGED = Formula(
    key="stage.months_staged",
    label=Labelled(zh="分批的卡月", en="Card-months in two stages"),
    text="cards * first_share * horizon_months + cards * (1 - first_share) * (horizon_months - delay_months)",
    unit="card-month",
    source="the later cards work that much shorter",
    function=lambda cards, first_share, horizon_months, delay_months: (
        cards * first_share * horizon_months + cards * (1 - first_share) * (horizon_months - delay_months)
    ),
)
PER_MONTH_NOW = Formula(
    key="stage.per_month_now",
    label=Labelled(zh="一次买齐每卡月成本", en="Cost of a card-month when all is bought now"),
    text="price / (cards * horizon_months)",
    unit="money/card-month",
    source="price divided by card-months",
    function=lambda price, cards, horizon_months: price / (cards * horizon_months),
)
PER_MONTH_STAGED = Formula(
    key="stage.per_month_staged",
    label=Labelled(zh="分批每卡月成本", en="Cost of a card-month in two stages"),
    text="(price * first_share + price * (1 - first_share) * (1 + change)) / (cards * first_share * horizon_months + cards * (1 - first_share) * (horizon_months - delay_months))",
    unit="money/card-month",
    source="total of the stages divided by their card-months",
    function=lambda price, first_share, change, cards, horizon_months, delay_months: (
        (price * first_share + price * (1 - first_share) * (1 + change))
        / (cards * first_share * horizon_months + cards * (1 - first_share) * (horizon_months - delay_months))
    ),
)
EQUAL_FALL = Formula(
    key="stage.equal_fall",
    label=Labelled(zh="分批持平所需降价", en="Price fall at which waiting pays"),
    text="1 - ((first_share * horizon_months + (1 - first_share) * (horizon_months - delay_months)) / horizon_months - first_share) / (1 - first_share)",
    unit="1",
    source="both cost the same for a card-month",
    function=lambda first_share, horizon_months, delay_months: (
        1
        - (
            (first_share * horizon_months + (1 - first_share) * (horizon_months - delay_months)) / horizon_months
            - first_share
        )
        / (1 - first_share)
    ),
)
FALL_YEAR = Formula(
    key="stage.fall_year",
    label=Labelled(zh="每年降价幅度", en="Yearly fall of the price of fixed performance"),
    text="1 - 1 / (1 + growth_year)",
    unit="1",
    source="performance for money grows by this share a year",
    function=lambda growth_year: 1 - 1 / (1 + growth_year),
)
DOUBLING_YEARS = Formula(
    key="stage.doubling_years",
    label=Labelled(zh="性能价格比翻倍时间", en="Years to double performance for money"),
    text="ln(2) / ln(1 + growth_year)",
    unit="years",
    source="ln 2 / ln(1 + growth)",
    function=lambda growth_year: math.log(2) / math.log(1 + growth_year),
)

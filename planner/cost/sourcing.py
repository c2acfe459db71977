"""Own, rent, API and platform against each other: what a week and a card-hour cost from each source, in yuan."""

from __future__ import annotations

from planner.figure import Formula
from planner.labels import Labelled

CAPITAL_WEEK = Formula(
    key="source.capital_week",
    label=Labelled(zh="每周折旧", en="Purchase spread over the weeks"),
    text="price / (years * 365 / 7)",
    unit="CNY/week",
    source="price of all that is bought for them (machines, UPS, storage, works) over the weeks of use, straight line, nothing left at the end",
    function=lambda price, years: price / (years * 365 / 7),
)
SUM_WEEK = Formula(
    key="source.sum_week",
    label=Labelled(zh="每周费用", en="Cost of a week"),
    text="sum(parts)",
    unit="CNY/week",
    source="sum of the parts",
    function=lambda parts: sum(parts),
)
HOURS_WEEK = Formula(
    key="source.hours_week",
    label=Labelled(zh="每周可用卡时", en="Card-hours of a week"),
    text="cards * 168",
    unit="GPU-h/week",
    source="cards x hours of a week",
    function=lambda cards: cards * 168,
)
CARD_HOUR = Formula(
    key="source.card_hour",
    label=Labelled(zh="每卡时租价", en="Rent of a card-hour"),
    text="price / cards * fx",
    unit="CNY/GPU-h",
    source="price of an hour over the cards of the offer, in yuan",
    function=lambda price, cards, fx: price / cards * fx,
)
USED_HOURS = Formula(
    key="source.used_hours",
    label=Labelled(zh="每周用到的卡时", en="Card-hours used in a week"),
    text="min(gpu_hours, most)",
    unit="GPU-h/week",
    source="card-hours that are asked for, at most those that there are",
    function=lambda gpu_hours, most: min(gpu_hours, most),
)
USED_WEEK = Formula(
    key="source.used_week",
    label=Labelled(zh="每周用量费用", en="Cost of the hours used in a week"),
    text="min(gpu_hours, most) * rate",
    unit="CNY/week",
    source="card-hours that are used, at most those that there are, at their price",
    function=lambda gpu_hours, most, rate: min(gpu_hours, most) * rate,
)
RENT_WEEK = Formula(
    key="source.rent_week",
    label=Labelled(zh="每周租用费用", en="Rent of a week"),
    text="gpu_hours * rate",
    unit="CNY/week",
    source="card-hours of a week at the rent of a card-hour",
    function=lambda gpu_hours, rate: gpu_hours * rate,
)
TOKENS_WEEK = Formula(
    key="source.tokens_week",
    label=Labelled(zh="每周 API 费用", en="Cost of a week by API"),
    text="(in_mtok * in_price + out_mtok * out_price) * fx",
    unit="CNY/week",
    source="tokens in and out in a week, each at its price, in yuan",
    function=lambda in_mtok, in_price, out_mtok, out_price, fx: (in_mtok * in_price + out_mtok * out_price) * fx,
)
PER_HOUR = Formula(
    key="source.per_hour",
    label=Labelled(zh="每卡时成本", en="Cost of a used card-hour"),
    text="week / gpu_hours",
    unit="CNY/GPU-h",
    source="cost of a week over the card-hours used in it",
    function=lambda week, gpu_hours: week / gpu_hours,
)
EQUAL_WEEK_HOURS = Formula(
    key="source.equal_week_hours",
    label=Labelled(zh="租买持平的每周卡时", en="Card-hours a week at which owning and renting cost the same"),
    text="own_week / rate",
    unit="GPU-h/week",
    source="cost of owning a week over the rent of a card-hour",
    function=lambda own_week, rate: own_week / rate,
)

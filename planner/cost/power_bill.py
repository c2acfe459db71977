"""The electricity bill: energy times tariff, flat or by time of use."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.formulas import dot
from planner.messages import Labelled

ENERGY_COST = Formula(
    key="bill.energy_cost",
    label=Labelled(zh="电费", en="Cost of electricity"),
    text="it_kw * hours * pue * tariff",
    unit="money",
    source="energy x ratio of room to equipment x tariff",
    function=lambda it_kw, hours, pue, tariff: it_kw * hours * pue * tariff,
)
ENERGY_KWH = Formula(
    key="bill.energy_kwh",
    label=Labelled(zh="用电量", en="Energy"),
    text="it_kw * hours * pue",
    unit="kWh",
    source="power x hours x ratio of room to equipment",
    function=lambda it_kw, hours, pue: it_kw * hours * pue,
)
TARIFF_FOR = Formula(
    key="bill.tariff_for",
    label=Labelled(zh="对应电价", en="Tariff at which the bill is this much"),
    text="cost / (it_kw * hours * pue)",
    unit="money/kWh",
    source="bill divided by energy",
    function=lambda cost, it_kw, hours, pue: cost / (it_kw * hours * pue),
)
BY_HOURS = Formula(
    key="bill.by_hours",
    label=Labelled(zh="分时电费（按小时）", en="Cost by hours of each tariff period"),
    text="it_kw * pue * dot(hours, tariff)",
    unit="money",
    source="sum over tariff periods of hours x tariff",
    function=lambda it_kw, pue, hours, tariff: it_kw * pue * dot(hours, tariff),
)
BY_SHARES = Formula(
    key="bill.by_shares",
    label=Labelled(zh="分时电费（按比例）", en="Cost by share of each tariff period"),
    text="it_kwh * pue * dot(share, tariff)",
    unit="money",
    source="sum over tariff periods of share x tariff",
    function=lambda it_kwh, pue, share, tariff: it_kwh * pue * dot(share, tariff),
)
MEAN_PRICE = Formula(
    key="bill.mean_price",
    label=Labelled(zh="分时平均电价", en="Mean price over the tariff periods"),
    text="dot(hours, tariff) / sum(hours)",
    unit="CNY/kWh",
    source="prices weighted by the hours of a day they hold for: machines draw the same by day and by night (assumption)",
    function=lambda hours, tariff: dot(hours, tariff) / math.fsum(hours),
)
OF_ENERGY = Formula(
    key="check.year_yuan",
    label=Labelled(zh="年电费", en="Electricity in a year"),
    text="energy_kwh * price",
    unit="CNY",
    source="energy times its price",
    function=lambda energy_kwh, price: energy_kwh * price,
)
WEEK_OF_YEAR = Formula(
    key="bill.week_of_year",
    label=Labelled(zh="每周电费", en="Electricity of a week"),
    text="year * 7 / 365",
    unit="CNY/week",
    source="electricity of a year, cooling included, over its weeks",
    function=lambda year: year * 7 / 365,
)

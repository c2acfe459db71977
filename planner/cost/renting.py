"""Renting against owning: what hours cost and where both cost the same. Ratios only; sums of money are exact elsewhere."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

COST = Formula(
    key="rent.cost",
    label=Labelled(zh="租用费用", en="Cost of renting"),
    text="rate * hours * cards * nodes * util",
    unit="money",
    source="rate x hours x cards x nodes x share used",
    function=lambda rate, hours, cards, nodes, util: rate * hours * cards * nodes * util,
)
HOURLY = Formula(
    key="rent.hourly",
    label=Labelled(zh="折合小时价", en="Hourly price of a monthly one"),
    text="month / hours",
    unit="money/h",
    source="monthly price divided by hours",
    function=lambda month, hours: month / hours,
)
EQUAL_HOURS = Formula(
    key="rent.equal_hours",
    label=Labelled(zh="租买持平小时数", en="Hours at which owning and renting cost the same"),
    text="own_month / rent_h",
    unit="h/month",
    source="monthly cost of owning divided by hourly rent",
    function=lambda own_month, rent_h: own_month / rent_h,
)
EQUAL_SHARE = Formula(
    key="rent.equal_share",
    label=Labelled(zh="租买持平利用率", en="Use at which owning and renting cost the same"),
    text="own_month / rent_h / hours_month",
    unit="1",
    source="hours of equal cost divided by hours of the month",
    function=lambda own_month, rent_h, hours_month: own_month / rent_h / hours_month,
)
EQUAL_HOURS_CARD = Formula(
    key="rent.equal_hours_card",
    label=Labelled(zh="单卡租买持平小时数", en="Hours at which a card and renting cost the same"),
    text="inf if rent_h <= own_kw * pue * tariff else (price / months + price * maint_year / 12) / (rent_h - own_kw * pue * tariff)",
    unit="h/month",
    source="fixed cost of a month divided by what an hour of renting costs more than running; never where renting is cheaper than the electricity",
    function=lambda rent_h, own_kw, pue, tariff, price, months, maint_year: (
        math.inf
        if rent_h <= own_kw * pue * tariff
        else (price / months + price * maint_year / 12) / (rent_h - own_kw * pue * tariff)
    ),
)
EQUAL_SHARE_CARD = Formula(
    key="rent.equal_share_card",
    label=Labelled(zh="单卡租买持平利用率", en="Use at which a card and renting cost the same"),
    text="inf if rent_h <= own_kw * pue * tariff else (price / months + price * maint_year / 12) / (rent_h - own_kw * pue * tariff) / hours_month",
    unit="1",
    source="hours of equal cost divided by hours of the month; never where renting is cheaper than the electricity",
    function=lambda rent_h, own_kw, pue, tariff, price, months, maint_year, hours_month: (
        math.inf
        if rent_h <= own_kw * pue * tariff
        else (price / months + price * maint_year / 12) / (rent_h - own_kw * pue * tariff) / hours_month
    ),
)
EQUAL_HOURS_CAPEX = Formula(
    key="rent.equal_hours_capex",
    label=Labelled(zh="收回投资的小时数", en="Hours that pay the purchase back"),
    text="capex / (cloud_h - own_h)",
    unit="h",
    source="purchase divided by what an hour of renting costs more than running",
    function=lambda capex, cloud_h, own_h: capex / (cloud_h - own_h),
)
SAVING_PCT = Formula(
    key="rent.saving_pct",
    label=Labelled(zh="节省比例", en="Saving"),
    text="100 * (1 - own / cloud)",
    unit="%",
    source="1 - own / cloud",
    function=lambda own, cloud: 100 * (1 - own / cloud),
)
RATIO = Formula(
    key="rent.ratio",
    label=Labelled(zh="倍数", en="Ratio"),
    text="num / den",
    unit="1",
    source="one divided by the other",
    function=lambda num, den: num / den,
)
OVERFLOW_HOURS = Formula(
    key="rent.overflow_hours",
    label=Labelled(zh="溢出租用临界小时数", en="Hours at which one more card pays"),
    text="fixed_year / (cloud_h - own_h)",
    unit="h/year",
    source="yearly fixed cost of a card divided by what an hour of renting costs more than running",
    function=lambda fixed_year, cloud_h, own_h: fixed_year / (cloud_h - own_h),
)
USEFUL_HOUR = Formula(
    key="rent.useful_hour",
    label=Labelled(zh="每有效卡时成本", en="Cost of a useful card-hour"),
    text="tco_year / (gpus * hours_year * availability * util)",
    unit="money/h",
    source="yearly cost divided by card-hours that do work",
    function=lambda tco_year, gpus, hours_year, availability, util: (
        tco_year / (gpus * hours_year * availability * util)
    ),
)

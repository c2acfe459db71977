"""Energy and carbon of running what is bought: over a year, over a month, idle and at work."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

ENERGY_KWH = Formula(
    key="energy.kwh",
    label=Labelled(zh="用电量", en="Energy"),
    text="power_w / 1000 * hours * pue",
    unit="kWh",
    source="power x hours x ratio of room to equipment",
    function=lambda power_w, hours, pue: power_w / 1000 * hours * pue,
)
ENERGY_YEAR_KWH = Formula(
    key="energy.year_kwh",
    label=Labelled(zh="年用电量", en="Energy in a year"),
    text="8.76 * pue * sum(expected_w)",
    unit="kWh",
    source="8,760 h x ratio of room to equipment x expected power",
    function=lambda pue, expected_w: 8.76 * pue * math.fsum(expected_w),
)
USE_SHARE = Formula(
    key="energy.use_share",
    label=Labelled(zh="按用途算的利用率", en="Utilisation by the workload"),
    text="min(1, gpu_hours / (168 * cards))",
    unit="1",
    source="card-hours of a week that own machines do not cover yet, over those that the planned cards have; at most all",
    function=lambda gpu_hours, cards: min(1, gpu_hours / (168 * cards)),
)
YEAR_USE_SHARE = Formula(
    key="energy.year_use_share",
    label=Labelled(zh="全年平均利用率", en="Utilisation over the year"),
    text="use_share * (1 - course_share * sum(break_days) / 365)",
    unit="1",
    source="courses rest in the breaks between terms, all other use goes on (assumption)",
    function=lambda use_share, course_share, break_days: use_share * (1 - course_share * math.fsum(break_days) / 365),
)
MONTH_USE_SHARE = Formula(
    key="energy.month_use_share",
    label=Labelled(zh="当月平均利用率", en="Utilisation in a month"),
    text="use_share * (1 - course_share * break_days / days)",
    unit="1",
    source="courses rest in the breaks between terms, all other use goes on (assumption)",
    function=lambda use_share, course_share, break_days, days: use_share * (1 - course_share * break_days / days),
)
COURSE_SHARE = Formula(
    key="energy.course_share",
    label=Labelled(zh="课程占用比例", en="Share of courses in the use"),
    text="sum(course_hours) / gpu_hours",
    unit="1",
    source="card-hours of courses over those of the whole workload",
    function=lambda course_hours, gpu_hours: math.fsum(course_hours) / gpu_hours,
)
DIFFERENCE_KWH = Formula(
    key="energy.difference_kwh",
    label=Labelled(zh="其余用电量", en="Energy on top of it"),
    text="whole_kwh - part_kwh",
    unit="kWh",
    source="the whole less a part of it",
    function=lambda whole_kwh, part_kwh: whole_kwh - part_kwh,
)
CARBON_KG = Formula(
    key="energy.carbon_kg",
    label=Labelled(zh="碳排放", en="Carbon dioxide"),
    text="energy_kwh * factor_kg_kwh",
    unit="kg CO2",
    source="energy x emission factor of the grid",
    function=lambda energy_kwh, factor_kg_kwh: energy_kwh * factor_kg_kwh,
)

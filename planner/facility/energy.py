"""Energy and carbon of running what is bought."""

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
CARBON_KG = Formula(
    key="energy.carbon_kg",
    label=Labelled(zh="碳排放", en="Carbon dioxide"),
    text="energy_kwh * factor_kg_kwh",
    unit="kg CO2",
    source="energy x emission factor of the grid",
    function=lambda energy_kwh, factor_kg_kwh: energy_kwh * factor_kg_kwh,
)

"""Air: airflow for a heat load, pressure and density at altitude, moisture."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

AIRFLOW_M3H = Formula(
    key="air.airflow_m3h",
    label=Labelled(zh="需要风量", en="Airflow needed"),
    text="3600 * heat_w / (density_kg_m3 * 1006 * rise_k)",
    unit="m3/h",
    source="V = Q / (density x 1.006 kJ/kgK x temperature rise)",
    function=lambda heat_w, density_kg_m3, rise_k: 3600 * heat_w / (density_kg_m3 * 1006 * rise_k),
)
AIRFLOW_CFM = Formula(
    key="air.airflow_cfm",
    label=Labelled(zh="风量（CFM）", en="Airflow in CFM"),
    text="heat_w / 1000 * cfm_per_kw",
    unit="CFM",
    source="maker's airflow for each kW",
    function=lambda heat_w, cfm_per_kw: heat_w / 1000 * cfm_per_kw,
)
RISE_F = Formula(
    key="air.rise_f",
    label=Labelled(zh="进出风温差", en="Temperature rise of the air"),
    text="3.16 * heat_w / airflow_cfm",
    unit="F",
    source="CFM = 3.16 W / rise in F, at sea level",
    function=lambda heat_w, airflow_cfm: 3.16 * heat_w / airflow_cfm,
)
SPLIT_AIRFLOW_M3MIN = Formula(
    key="air.split_airflow_m3min",
    label=Labelled(zh="分体空调风量（估算）", en="Airflow of a split unit, estimated"),
    text="11.076 * rated_kw ** 0.3432",
    unit="m3/min",
    source="Japanese residential energy calculation, formula 107",
    function=lambda rated_kw: 11.076 * rated_kw**0.3432,
    error_class="cooling.class",
)
PRESSURE_PA = Formula(
    key="air.pressure_pa",
    label=Labelled(zh="标准大气压（按海拔）", en="Standard pressure at altitude"),
    text="101325 * (1 - 0.0000225577 * altitude_m) ** 5.2559",
    unit="Pa",
    source="ASHRAE Fundamentals, standard atmosphere",
    function=lambda altitude_m: 101325 * (1 - 0.0000225577 * altitude_m) ** 5.2559,
)
DRY_DENSITY_KG_M3 = Formula(
    key="air.dry_density_kg_m3",
    label=Labelled(zh="干空气密度", en="Density of dry air"),
    text="pressure_pa / (287.042 * (temperature_c + 273.15))",
    unit="kg/m3",
    source="ideal gas, ASHRAE Fundamentals",
    function=lambda pressure_pa, temperature_c: pressure_pa / (287.042 * (temperature_c + 273.15)),
)
MOIST_DENSITY_KG_M3 = Formula(
    key="air.moist_density_kg_m3",
    label=Labelled(zh="湿空气密度", en="Density of moist air"),
    text="(1 + humidity_ratio) * pressure_pa / (287.042 * (temperature_c + 273.15) * (1 + 1.607858 * humidity_ratio))",
    unit="kg/m3",
    source="ASHRAE Fundamentals, moist air",
    function=lambda humidity_ratio, pressure_pa, temperature_c: (
        (1 + humidity_ratio) * pressure_pa / (287.042 * (temperature_c + 273.15) * (1 + 1.607858 * humidity_ratio))
    ),
)
SATURATION_PA = Formula(
    key="air.saturation_pa",
    label=Labelled(zh="饱和水汽压", en="Saturation vapour pressure over water"),
    text="exp(-5800.2206 / temperature_k + 1.3914993 - 0.048640239 * temperature_k + 0.000041764768 * temperature_k ** 2 "
    "- 0.000000014452093 * temperature_k ** 3 + 6.5459673 * ln(temperature_k))",
    unit="Pa",
    source="Hyland and Wexler over liquid water, ASHRAE Fundamentals",
    function=lambda temperature_k: math.exp(
        -5800.2206 / temperature_k
        + 1.3914993
        - 0.048640239 * temperature_k
        + 0.000041764768 * temperature_k**2
        - 0.000000014452093 * temperature_k**3
        + 6.5459673 * math.log(temperature_k)
    ),
)
KELVIN = Formula(
    key="air.kelvin",
    label=Labelled(zh="绝对温度", en="Absolute temperature"),
    text="temperature_c + 273.15",
    unit="K",
    source="0 C = 273.15 K",
    function=lambda temperature_c: temperature_c + 273.15,
)

"""UPS: what rating is needed, how loaded it is, its heat, and how long it lasts.

Runtime is never energy divided by power: makers' points are interpolated on a log-log scale and never extrapolated
above the largest published load.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from planner.figure import Formula
from planner.messages import Labelled

NEED_VA = Formula(
    key="ups.need_va",
    label=Labelled(zh="UPS 需要的视在容量", en="Apparent power the UPS must have"),
    text="sum(loads_va) * (1 + growth)",
    unit="VA",
    source="sum of P / power factor, plus growth of 20-25 % (customary value, to be confirmed)",
    function=lambda loads_va, growth: math.fsum(loads_va) * (1 + growth),
)
NEED_W = Formula(
    key="ups.need_w",
    label=Labelled(zh="UPS 需要的有功容量", en="Real power the UPS must have"),
    text="sum(loads_w) * (1 + growth)",
    unit="W",
    source="sum of P, plus growth of 20-25 % (customary value, to be confirmed)",
    function=lambda loads_w, growth: math.fsum(loads_w) * (1 + growth),
)
LOAD_PCT = Formula(
    key="ups.load_pct",
    label=Labelled(zh="UPS 负载率", en="Load of the UPS"),
    text="100 * max(load_w / rating_w, load_va / rating_va)",
    unit="%",
    source="the larger of the shares in W and in VA",
    function=lambda load_w, rating_w, load_va, rating_va: 100 * max(load_w / rating_w, load_va / rating_va),
)
RATED_W = Formula(
    key="ups.rated_w",
    label=Labelled(zh="UPS 有功额定", en="Real power rating of the UPS"),
    text="rating_va * power_factor",
    unit="W",
    source="W = VA x output power factor",
    function=lambda rating_va, power_factor: rating_va * power_factor,
)
MODULAR_W = Formula(
    key="ups.modular_w",
    label=Labelled(zh="模块化 UPS 可用功率", en="Usable power of a modular UPS"),
    text="(modules - spare) * module_w",
    unit="W",
    source="N+1: the spare module adds nothing",
    function=lambda modules, spare, module_w: (modules - spare) * module_w,
)
HEAT_W = Formula(
    key="ups.heat_w",
    label=Labelled(zh="UPS 发热", en="Heat of the UPS"),
    text="0.04 * rating_w + 0.05 * load_w",
    unit="W",
    source="APC white paper 25: 4 % of the rating + 5 % of the load",
    function=lambda rating_w, load_w: 0.04 * rating_w + 0.05 * load_w,
)
USABLE_W = Formula(
    key="ups.usable_w",
    label=Labelled(zh="UPS 有功额定（不高于视在）", en="Real power rating, no more than the apparent one"),
    text="min(rated_w, rated_va)",
    unit="W",
    source="a power factor is at most 1: W are no more than VA",
    function=lambda rated_w, rated_va: min(rated_w, rated_va),
)
LOSS_W = Formula(
    key="ups.loss_w",
    label=Labelled(zh="UPS 损耗", en="Loss of the UPS"),
    text="load_w / (efficiency_pct / 100) - load_w",
    unit="W",
    source="P (1 / efficiency - 1), with the efficiency that was told of it",
    function=lambda load_w, efficiency_pct: load_w / (efficiency_pct / 100) - load_w,
)
LOSS_KW = Formula(
    key="ups.loss_kw",
    label=Labelled(zh="UPS 损耗", en="Loss of the UPS"),
    text="load_kw / efficiency - load_kw",
    unit="kW",
    source="P (1 / efficiency - 1)",
    function=lambda load_kw, efficiency: load_kw / efficiency - load_kw,
)
VA_FROM_W = Formula(
    key="ups.va_from_w",
    label=Labelled(zh="按瓦数粗估容量", en="Rough rating from watts"),
    text="power_w * factor",
    unit="VA",
    source="APC Back-UPS Pro manual: watts x 1.4, for old loads of power factor 0.7",
    function=lambda power_w, factor: power_w * factor,
)
RUNTIME_BETWEEN_MIN = Formula(
    key="ups.runtime_between_min",
    label=Labelled(zh="后备时间（插值）", en="Runtime between two published points"),
    text="minutes_1 * (load_1 / load) ** (ln(minutes_1 / minutes_2) / ln(load_2 / load_1))",
    unit="min",
    source="log-log between the maker's neighbouring points",
    function=lambda minutes_1, load_1, minutes_2, load_2, load: (
        minutes_1 * (load_1 / load) ** (math.log(minutes_1 / minutes_2) / math.log(load_2 / load_1))
    ),
    error_class="ups.runtime",
)
RUNTIME_ESTIMATE_MIN = Formula(
    key="ups.runtime_estimate_min",
    label=Labelled(zh="后备时间（估算）", en="Runtime estimated from the battery"),
    text="60 * battery_wh * depth * efficiency * ageing / (load_w + no_load_w)",
    unit="min",
    source="energy x depth of discharge x inverter efficiency 0.90-0.94 x ageing 0.8; an estimate "
    "(customary value, to be confirmed)",
    function=lambda battery_wh, depth, efficiency, ageing, load_w, no_load_w: (
        60 * battery_wh * depth * efficiency * ageing / (load_w + no_load_w)
    ),
    error_class="ups.runtime_estimate",
)
DC_POWER_KW = Formula(
    key="ups.dc_power_kw",
    label=Labelled(zh="电池侧功率", en="Power drawn from the battery"),
    text="rating_kva * power_factor / efficiency",
    unit="kW",
    source="Eaton application note on battery sizing",
    function=lambda rating_kva, power_factor, efficiency: rating_kva * power_factor / efficiency,
)
BATTERY_KWH = Formula(
    key="ups.battery_kwh",
    label=Labelled(zh="电池能量", en="Energy of the battery"),
    text="dc_kw * hours",
    unit="kWh",
    source="Eaton application note on battery sizing",
    function=lambda dc_kw, hours: dc_kw * hours,
)
RUNTIME_POLICY_MIN = Formula(
    key="ups.runtime_policy_min",
    label=Labelled(zh="需要的后备时间", en="Runtime that is needed"),
    text="business_min + shutdown_x2_min + safety_min",
    unit="min",
    source="Eaton: business time + twice the shutdown time + safety",
    function=lambda business_min, shutdown_x2_min, safety_min: business_min + shutdown_x2_min + safety_min,
)
RUNTIME_THUMB_MIN = Formula(
    key="ups.runtime_thumb_min",
    label=Labelled(zh="后备时间（经验式）", en="Runtime by rule of thumb"),
    text="10 * capacity_ah / load_w * 60",
    unit="min",
    source="trade rule: 10 x Ah / W hours for a 12 V block",
    function=lambda capacity_ah, load_w: 10 * capacity_ah / load_w * 60,
    error_class="ups.runtime_estimate",
)
PEUKERT_RATIO = Formula(
    key="ups.peukert_ratio",
    label=Labelled(zh="放电时间之比", en="Ratio of discharge times"),
    text="(load_2 / load_1) ** exponent",
    unit="1",
    source="Peukert's law, exponent about 1.2 for lead-acid",
    function=lambda load_1, load_2, exponent: (load_2 / load_1) ** exponent,
)
PEUKERT_RUNTIME_MIN = Formula(
    key="ups.peukert_runtime_min",
    label=Labelled(zh="后备时间（Peukert）", en="Runtime by Peukert's law"),
    text="factor * capacity_ah / load_pct ** exponent",
    unit="min",
    source="Peukert's law fitted to one unit",
    function=lambda factor, capacity_ah, load_pct, exponent: factor * capacity_ah / load_pct**exponent,
    error_class="ups.runtime_estimate",
)
BLOCKS_PCT = Formula(
    key="ups.blocks_pct",
    label=Labelled(zh="电池节数不足时的容量", en="Capacity with fewer battery blocks"),
    text="100 * (1 - step * max(0, full_blocks - blocks))",
    unit="%",
    source="Huawei UPS2000-H manual, table 3-6: a fixed step for each missing block",
    function=lambda step, full_blocks, blocks: 100 * (1 - step * max(0.0, full_blocks - blocks)),
)
ALTITUDE_PCT = Formula(
    key="ups.altitude_pct",
    label=Labelled(zh="海拔降额后容量", en="Capacity at altitude"),
    text="100 - max(0, altitude_m - start_m) / 100 * pct_per_100m",
    unit="%",
    source="Eaton 91PS/93PS guide: 1 % for each 100 m above 1,000 m",
    function=lambda altitude_m, start_m, pct_per_100m: 100 - max(0.0, altitude_m - start_m) / 100 * pct_per_100m,
)
BATTERY_AIR_M3H = Formula(
    key="ups.battery_air_m3h",
    label=Labelled(zh="电池充电所需通风量", en="Fresh air for a battery that charges"),
    text="0.05 * gas_ma_per_ah * battery_wh / 2 / 1000",
    unit="m3/h",
    source="IEC 62485-2: Q = 0.05 n Igas C / 1000; n cells of 2 V and C Ah are the energy over 2 V",
    function=lambda gas_ma_per_ah, battery_wh: 0.05 * gas_ma_per_ah * battery_wh / 2 / 1000,
)
OPENING_CM2 = Formula(
    key="ups.opening_cm2",
    label=Labelled(zh="自然通风口面积", en="Opening for natural ventilation"),
    text="28 * air_m3h",
    unit="cm2",
    source="IEC 62485-2: inlet and outlet each A = 28 Q",
    function=lambda air_m3h: 28 * air_m3h,
)
AT_ALTITUDE_W = Formula(
    key="check.holds_w",
    label=Labelled(zh="降额后的有功容量", en="Real power after derating"),
    text="rated_w * share_pct / 100",
    unit="W",
    source="rating times the share that is left",
    function=lambda rated_w, share_pct: rated_w * share_pct / 100,
)


def neighbours(
    points: Sequence[tuple[float, float]], load: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the two published (load, minutes) points around ``load``, None where it lies outside of them.

    Points may come in any order; loads are in one unit.
    """
    ordered = sorted(points)
    for low, high in zip(ordered, ordered[1:], strict=False):
        if low[0] <= load <= high[0]:
            return low, high
    return None


def runtime_min(points: Sequence[tuple[float, float]], load: float) -> float | None:
    """Return the runtime in minutes at ``load``, None where the maker's points don't cover it."""
    around = neighbours(points, load)
    if around is None:
        return None
    (load_1, minutes_1), (load_2, minutes_2) = around
    return RUNTIME_BETWEEN_MIN(minutes_1=minutes_1, load_1=load_1, minutes_2=minutes_2, load_2=load_2, load=load)

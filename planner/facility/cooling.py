"""Heat and cooling: units of cooling power, what a room's heat adds up to, what must be installed, how fast it warms."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

BTUH_PER_W = 3.412142  # 3.412 is too coarse for four significant digits
WATTS_PER_HP = 2500.0  # 匹: nominal cooling power of a split unit, +-35 % between models

BTUH = Formula(
    key="heat.btuh",
    label=Labelled(zh="发热（BTU/h）", en="Heat in BTU/h"),
    text="heat_w * 3.412142",
    unit="BTU/h",
    source="1 W = 3.412142 BTU/h",
    function=lambda heat_w: heat_w * BTUH_PER_W,
)
WATTS_FROM_BTUH = Formula(
    key="heat.watts_from_btuh",
    label=Labelled(zh="发热（W）", en="Heat in W"),
    text="heat_btuh / 3.412142",
    unit="W",
    source="1 W = 3.412142 BTU/h",
    function=lambda heat_btuh: heat_btuh / BTUH_PER_W,
)
TONS = Formula(
    key="heat.tons",
    label=Labelled(zh="冷吨", en="Tons of refrigeration"),
    text="heat_w * 3.412142 / 12000",
    unit="RT",
    source="1 RT = 12,000 BTU/h = 3,516.85 W",
    function=lambda heat_w: heat_w * BTUH_PER_W / 12000,
)
WATTS_FROM_TONS = Formula(
    key="heat.watts_from_tons",
    label=Labelled(zh="冷吨折合功率", en="Power of tons of refrigeration"),
    text="tons * 12000 / 3.412142",
    unit="W",
    source="1 RT = 12,000 BTU/h",
    function=lambda tons: tons * 12000 / BTUH_PER_W,
)
HP_COOLING_W = Formula(
    key="cooling.hp_w",
    label=Labelled(zh="匹数折合制冷量", en="Cooling power of a split unit by its size class"),
    text="2500 * horsepower",
    unit="W",
    source="1 匹 = about 2.5 kW nominal (2.3-2.6 kW), from model naming",
    function=lambda horsepower: WATTS_PER_HP * horsepower,
    error_class="cooling.class",
)
SENSIBLE_W = Formula(
    key="cooling.sensible_w",
    label=Labelled(zh="显冷量", en="Sensible cooling power"),
    text="total_w * sensible_ratio",
    unit="W",
    source="comfort split units 0.65-0.75, precision units 0.9-1.0 (customary value, to be confirmed)",
    function=lambda total_w, sensible_ratio: total_w * sensible_ratio,
    error_class="cooling.sensible",
)
SENSIBLE_SUM_W = Formula(
    key="cooling.sensible_sum_w",
    label=Labelled(zh="显冷量合计", en="Sum of sensible cooling power"),
    text="sum(sensible_w)",
    unit="W",
    source="sum over the units that run",
    function=lambda sensible_w: math.fsum(sensible_w),
)
SENSIBLE_N1_W = Formula(
    key="cooling.sensible_n1_w",
    label=Labelled(zh="停一台最大机组后的显冷量", en="Sensible cooling power with the largest unit off"),
    text="sum(sensible_w) - max(sensible_w)",
    unit="W",
    source="N+1: the room must hold with its largest unit off",
    function=lambda sensible_w: math.fsum(sensible_w) - max(sensible_w),
)
HEAT_TOTAL_W = Formula(
    key="heat.total_w",
    label=Labelled(zh="房间显热合计", en="Sensible heat of the room"),
    text="equipment_w + ups_w + pdu_w + light_w + people_w + envelope_w",
    unit="W",
    source="APC white paper 25: every watt that enters becomes heat",
    function=lambda equipment_w, ups_w, pdu_w, light_w, people_w, envelope_w: (
        equipment_w + ups_w + pdu_w + light_w + people_w + envelope_w
    ),
)
PEOPLE_W = Formula(
    key="heat.people_w",
    label=Labelled(zh="人员显热", en="Sensible heat of people"),
    text="100 * people",
    unit="W",
    source="100 W a person (customary value, to be confirmed)",
    function=lambda people: 100.0 * people,
)
LIGHT_W = Formula(
    key="heat.light_w",
    label=Labelled(zh="照明发热", en="Heat of the lights"),
    text="area_m2 * light_w_per_m2",
    unit="W",
    source="6-9 W/m2 LED, 21.5 W/m2 old lamps (customary value, to be confirmed)",
    function=lambda area_m2, light_w_per_m2: area_m2 * light_w_per_m2,
)
ENVELOPE_W = Formula(
    key="heat.envelope_w",
    label=Labelled(zh="围护结构得热", en="Heat through walls and windows"),
    text="area_m2 * envelope_w_per_m2",
    unit="W",
    source="quick method by floor area: 90-180 W/m2 (customary value, to be confirmed)",
    function=lambda area_m2, envelope_w_per_m2: area_m2 * envelope_w_per_m2,
    error_class="cooling.quick",
)
PDU_HEAT_W = Formula(
    key="heat.pdu_w",
    label=Labelled(zh="配电发热", en="Heat of power distribution"),
    text="0.01 * rating_w + 0.02 * load_w",
    unit="W",
    source="APC white paper 25: 1 % of the rating + 2 % of the load (customary value, to be confirmed)",
    function=lambda rating_w, load_w: 0.01 * rating_w + 0.02 * load_w,
)
REQUIRED_TOTAL_W = Formula(
    key="cooling.required_total_w",
    label=Labelled(zh="需要的额定制冷量", en="Rated cooling power needed"),
    text="sensible_heat_w / sensible_ratio / derate * (1 + margin)",
    unit="W",
    source="sensible heat / sensible share / derating for outdoor air and altitude, plus 15-20 % "
    "(customary value, to be confirmed)",
    function=lambda sensible_heat_w, sensible_ratio, derate, margin: (
        sensible_heat_w / sensible_ratio / derate * (1 + margin)
    ),
    error_class="cooling.sensible",
)
COOLING_LOAD_PCT = Formula(
    key="cooling.load_pct",
    label=Labelled(zh="制冷负载率", en="Load of the cooling"),
    text="100 * heat_w / sensible_w",
    unit="%",
    source="sensible heat divided by sensible cooling power",
    function=lambda heat_w, sensible_w: 100 * heat_w / sensible_w,
)
WARMING_K_PER_MIN = Formula(
    key="cooling.warming_k_per_min",
    label=Labelled(zh="停冷后升温速度", en="Warming without cooling"),
    text="60 * heat_w / (1.2 * 1006 * room_m3 * mass_factor)",
    unit="K/min",
    source="heat into the room's air (1.2 kg/m3, 1.006 kJ/kgK) times a factor for what else stores heat: 1 air only, "
    "2-5 with racks and walls (customary value, to be confirmed)",
    function=lambda heat_w, room_m3, mass_factor: 60 * heat_w / (1.2 * 1006 * room_m3 * mass_factor),
    error_class="cooling.warming",
)
TIME_TO_TEMPERATURE_S = Formula(
    key="cooling.time_to_temperature_s",
    label=Labelled(zh="停冷后到达该温度的时间", en="Time to a temperature without cooling"),
    text="1.2 * 1.006 * air_m3 * mass_factor * (stop_c - start_c) / heat_kw",
    unit="s",
    source="heat into the room's air; factor 1 = air only, 2-5 with racks and walls (customary value, to be confirmed)",
    function=lambda air_m3, mass_factor, stop_c, start_c, heat_kw: (
        1.2 * 1.006 * air_m3 * mass_factor * (stop_c - start_c) / heat_kw
    ),
    error_class="cooling.warming",
)
TIME_WITH_LOSSES_S = Formula(
    key="cooling.time_with_losses_s",
    label=Labelled(zh="停冷后到达该温度的时间（计散热）", en="Time to a temperature with losses through the walls"),
    text="inf if heat_kw / loss_kw_per_k + outdoor_c <= stop_c else 1.2 * 1.006 * air_m3 * mass_factor / loss_kw_per_k "
    "* ln((heat_kw / loss_kw_per_k + outdoor_c - start_c) / (heat_kw / loss_kw_per_k + outdoor_c - stop_c))",
    unit="s",
    source="C dT/dt = Q - UA (T - T outdoor), solved; Khankari, ASHRAE Transactions 117-1 (2011)",
    function=lambda heat_kw, loss_kw_per_k, outdoor_c, air_m3, mass_factor, start_c, stop_c: _time_with_losses_s(
        heat_kw / loss_kw_per_k + outdoor_c, 1.2 * 1.006 * air_m3 * mass_factor / loss_kw_per_k, start_c, stop_c
    ),
    error_class="cooling.warming",
)


def _time_with_losses_s(settles_c: float, constant_s: float, start_c: float, stop_c: float) -> float:
    if settles_c <= stop_c:
        return math.inf
    return constant_s * math.log((settles_c - start_c) / (settles_c - stop_c))

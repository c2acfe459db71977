"""Formulas that only checks need: conversions of what a room says into what a facility formula takes, and shares."""

from __future__ import annotations

from planner.figure import Formula
from planner.messages import Labelled

ROOM_M3 = Formula(
    key="check.room_m3",
    label=Labelled(zh="房间体积", en="Volume of the room"),
    text="area_m2 * height_m",
    unit="m3",
    source="floor area times clear height",
    function=lambda area_m2, height_m: area_m2 * height_m,
)
FAILURE_MIN = Formula(
    key="check.failure_min",
    label=Labelled(zh="空调停机后的升温时间", en="Minutes to a temperature without cooling"),
    text="1.2 * 1.006 * air_m3 * mass_factor * (stop_c - start_c) / (heat_w / 1000) / 60",
    unit="min",
    source="heat into the room's air (1.2 kg/m3, 1.006 kJ/kgK) times a factor for what else stores heat: 1 air only, 2-5 "
    "with racks and walls (customary value, to be confirmed)",
    function=lambda air_m3, mass_factor, stop_c, start_c, heat_w: (
        1.2 * 1.006 * air_m3 * mass_factor * (stop_c - start_c) / (heat_w / 1000) / 60
    ),
    error_class="cooling.warming",
)
HEAT_DENSITY_W_M2 = Formula(
    key="check.heat_density_w_m2",
    label=Labelled(zh="单位面积发热", en="Heat for each square metre"),
    text="heat_w / area_m2",
    unit="W/m2",
    source="heat of the machines over the floor area of the room",
    function=lambda heat_w, area_m2: heat_w / area_m2,
)
COOLING_RATIO = Formula(
    key="check.cooling_ratio",
    label=Labelled(zh="显冷量与发热量之比", en="Sensible cooling over heat"),
    text="sensible_w / heat_w",
    unit="1",
    source="sensible cooling power divided by the heat of the machines",
    function=lambda sensible_w, heat_w: sensible_w / heat_w,
)
COOLING_ADVISED_W = Formula(
    key="check.cooling_advised_w",
    label=Labelled(zh="含余量的显冷量", en="Sensible cooling with the customary margin"),
    text="heat_w * margin",
    unit="W",
    source="heat of the machines times the customary margin for sun and people",
    function=lambda heat_w, margin: heat_w * margin,
)
POWER_RATIO = Formula(
    key="check.power_ratio",
    label=Labelled(zh="铭牌功率与最大功率之比", en="Nameplate over maximum power"),
    text="nameplate_w / max_w",
    unit="1",
    source="rating on the label divided by the maximum input",
    function=lambda nameplate_w, max_w: nameplate_w / max_w,
)
HOST_W = Formula(
    key="check.host_w",
    label=Labelled(zh="主机其余部分功率（按比例估算）", en="Power of the rest of the host, by its share"),
    text="cards * card_tdp_w * host_share",
    unit="W",
    source="customary share of the host beside its cards, see the value's own source",
    function=lambda cards, card_tdp_w, host_share: cards * card_tdp_w * host_share,
    error_class="power.estimate",
)
CARD_CAP_W = Formula(
    key="check.card_cap_w",
    label=Labelled(zh="建议的单卡功率上限", en="Proposed power limit of one card"),
    text="10 * floor(card_tdp_w * cap_share / 10)",
    unit="W",
    source="customary share of the board power, rounded down to 10 W; see the value's own source",
    function=lambda card_tdp_w, cap_share: 10.0 * (card_tdp_w * cap_share // 10),
)
FLOOR_LIMIT_KN_M2 = Formula(
    key="check.floor_limit_kn_m2",
    label=Labelled(zh="楼面允许荷载", en="Load the floor may carry"),
    text="floor_kg_m2 * 9.80665 / 1000",
    unit="kN/m2",
    source="1 kN = 101.97 kg",
    function=lambda floor_kg_m2: floor_kg_m2 * 9.80665 / 1000,
)
FOOTPRINT_M2 = Formula(
    key="check.footprint_m2",
    label=Labelled(zh="机柜占地面积", en="Area a rack stands on"),
    text="width_mm * depth_mm / 1000000",
    unit="m2",
    source="width times depth of the rack",
    function=lambda width_mm, depth_mm: width_mm * depth_mm / 1000000,
)
RACK_FILLED_KG = Formula(
    key="check.rack_filled_kg",
    label=Labelled(zh="机柜连同设备总重", en="Rack with its machines"),
    text="rack_kg + devices_kg",
    unit="kg",
    source="empty rack plus what is mounted in it",
    function=lambda rack_kg, devices_kg: rack_kg + devices_kg,
)
DEVICE_W = Formula(
    key="check.device_w",
    label=Labelled(zh="单台经此接入的最大功率", en="Maximum power of one machine through this outlet"),
    text="share * unit_w",
    unit="W",
    source="maximum power of the machine times the share that this connection carries",
    function=lambda share, unit_w: share * unit_w,
)
LENGTH_ALLOWED_M = Formula(
    key="check.length_allowed_m",
    label=Labelled(zh="允许线路长度", en="Cable length allowed"),
    text="floor(limit_pct / pct_per_m)",
    unit="m",
    source="advised drop divided by the drop of one metre, whole metres",
    function=lambda limit_pct, pct_per_m: float(limit_pct // pct_per_m),
)

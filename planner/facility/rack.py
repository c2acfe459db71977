"""Rack and floor: units of height, weight, load on the floor, depth."""

from __future__ import annotations

from planner.figure import Formula
from planner.formulas import dot
from planner.messages import Labelled

USED_U = Formula(
    key="rack.used_u",
    label=Labelled(zh="占用机架高度", en="Rack units used"),
    text="dot(quantity, height_u)",
    unit="U",
    source="sum over devices",
    function=lambda quantity, height_u: dot(quantity, height_u),
)
FREE_U = Formula(
    key="rack.free_u",
    label=Labelled(zh="剩余机架高度", en="Rack units free"),
    text="rack_u - reserved_u - used_u",
    unit="U",
    source="height minus what is kept for strips, patching and blanks, minus devices",
    function=lambda rack_u, reserved_u, used_u: rack_u - reserved_u - used_u,
)
USED_PCT = Formula(
    key="rack.used_pct",
    label=Labelled(zh="机架占用率", en="Share of the rack used"),
    text="100 * used_u / rack_u",
    unit="%",
    source="units used divided by units there",
    function=lambda used_u, rack_u: 100 * used_u / rack_u,
)
POWER_PCT = Formula(
    key="rack.power_pct",
    label=Labelled(zh="机架供电占用率", en="Share of the rack's supply used"),
    text="100 * load_w / available_va",
    unit="%",
    source="allocated power divided by what the feed gives",
    function=lambda load_w, available_va: 100 * load_w / available_va,
)
WEIGHT_KG = Formula(
    key="rack.weight_kg",
    label=Labelled(zh="总重量", en="Total weight"),
    text="rack_kg + dot(quantity, weight_kg)",
    unit="kg",
    source="empty rack plus devices",
    function=lambda rack_kg, quantity, weight_kg: rack_kg + dot(quantity, weight_kg),
)
FLOOR_LOAD_KN_M2 = Formula(
    key="floor.load_kn_m2",
    label=Labelled(zh="楼面荷载", en="Load on the floor"),
    text="weight_kg * 9.80665 / 1000 / area_m2",
    unit="kN/m2",
    source="weight over the area it stands on; half of the aisles may count where a structural engineer agrees",
    function=lambda weight_kg, area_m2: weight_kg * 9.80665 / 1000 / area_m2,
)
SPREAD_AREA_M2 = Formula(
    key="floor.spread_area_m2",
    label=Labelled(zh="需要的分散面积", en="Area the weight must be spread over"),
    text="weight_kg * 9.80665 / 1000 / allowed_kn_m2",
    unit="m2",
    source="weight divided by the load the floor may carry",
    function=lambda weight_kg, allowed_kn_m2: weight_kg * 9.80665 / 1000 / allowed_kn_m2,
)
POINT_LOAD_KG = Formula(
    key="floor.point_load_kg",
    label=Labelled(zh="单个支脚荷载", en="Load on one foot"),
    text="weight_kg * 1.5 / 4",
    unit="kg",
    source="four feet, unevenly loaded by half (customary value, to be confirmed)",
    function=lambda weight_kg: weight_kg * 1.5 / 4,
)
DEPTH_NEEDED_MM = Formula(
    key="rack.depth_needed_mm",
    label=Labelled(zh="需要的机架深度", en="Depth needed in the rack"),
    text="device_mm + 150",
    unit="mm",
    source="device plus 150 mm for cables (customary value, to be confirmed)",
    function=lambda device_mm: device_mm + 150.0,
)

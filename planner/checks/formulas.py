"""Formulas that only checks need: conversions of what a room says into what a facility formula takes, and shares."""

from __future__ import annotations

import math

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
    text="1.2 * 1.006 * air_m3 * mass_factor * max(0, stop_c - start_c) / (heat_w / 1000) / 60",
    unit="min",
    source="heat into the room's air (1.2 kg/m3, 1.006 kJ/kgK) times a factor for what else stores heat: 1 air only, 2-5 "
    "with racks and walls (customary value, to be confirmed)",
    function=lambda air_m3, mass_factor, stop_c, start_c, heat_w: (
        1.2 * 1.006 * air_m3 * mass_factor * max(0.0, stop_c - start_c) / (heat_w / 1000) / 60
    ),
    error_class="cooling.warming",
)
FAILURE_HIGH_MIN = Formula(
    key="check.failure_high_min",
    label=Labelled(zh="空调停机后的升温时间（计海拔）", en="Minutes to a temperature without cooling, at altitude"),
    text="1.006 * air_m3 * (min(1.2, density_kg_m3) + 1.2 * (mass_factor - 1)) * max(0, stop_c - start_c) / (heat_w / 1000) / 60",
    unit="min",
    source="heat into the room's air at its own density (1.006 kJ/kgK), and into racks and walls, which store at any "
    "altitude what the factor counts of them at sea level (customary value, to be confirmed)",
    function=lambda air_m3, density_kg_m3, mass_factor, stop_c, start_c, heat_w: (
        1.006
        * air_m3
        * (min(1.2, density_kg_m3) + 1.2 * (mass_factor - 1))
        * max(0.0, stop_c - start_c)
        / (heat_w / 1000)
        / 60
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
BATTERY_KWH = Formula(
    key="check.battery_kwh",
    label=Labelled(zh="电池电量", en="Energy of the battery"),
    text="energy_wh / 1000",
    unit="kWh",
    source="1 kWh = 1000 Wh",
    function=lambda energy_wh: energy_wh / 1000,
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
GROWN_PCT = Formula(
    key="check.grown_pct",
    label=Labelled(zh="计入增长后的负载率", en="Load with growth"),
    text="load_pct * (1 + growth)",
    unit="%",
    source="load times one plus the growth that is planned",
    function=lambda load_pct, growth: load_pct * (1 + growth),
)
WITH_BATTERY_KG = Formula(
    key="check.with_battery_kg",
    label=Labelled(zh="UPS 连同电池重量", en="UPS with its battery"),
    text="ups_kg + battery_kg",
    unit="kg",
    source="sum of the parts",
    function=lambda ups_kg, battery_kg: ups_kg + battery_kg,
)
LINE_AIR_M3H = Formula(
    key="check.line_air_m3h",
    label=Labelled(zh="设备风量", en="Air that the machines blow"),
    text="quantity * airflow_cfm * 1.699010796",
    unit="m3/h",
    source="units times the airflow of one; 1 CFM = 1.699 m3/h",
    function=lambda quantity, airflow_cfm: quantity * airflow_cfm * 1.699010796,
)
AIR_SUM_M3H = Formula(
    key="check.air_sum_m3h",
    label=Labelled(zh="风量合计", en="Sum of airflow"),
    text="sum(parts_m3h)",
    unit="m3/h",
    source="sum of the parts",
    function=lambda parts_m3h: math.fsum(parts_m3h),
)
DC_W = Formula(
    key="check.dc_w",
    label=Labelled(zh="电源输出功率", en="Power behind the supply"),
    text="wall_w * psu_efficiency",
    unit="W",
    source="power at the wall times the efficiency of the supply",
    function=lambda wall_w, psu_efficiency: wall_w * psu_efficiency,
)
RATED_SUPPLIES_W = Formula(
    key="check.rated_supplies_w",
    label=Labelled(zh="承担负载的电源额定合计", en="Rating of the supplies that carry the load"),
    text="(psus - spare) * psu_w",
    unit="W",
    source="supplies less the redundant ones, times the rating of one",
    function=lambda psus, spare, psu_w: (psus - spare) * psu_w,
)
PEAK_W = Formula(
    key="check.peak_w",
    label=Labelled(zh="瞬时功率", en="Short peak"),
    text="dc_w + cards * card_w * (times - 1)",
    unit="W",
    source="power behind the supply, with each card at a multiple of its own for a millisecond",
    function=lambda dc_w, cards, card_w, times: dc_w + cards * card_w * (times - 1),
    error_class="power.estimate",
)
KVA = Formula(
    key="check.kva",
    label=Labelled(zh="视在功率", en="Apparent power"),
    text="power_w / power_factor / 1000",
    unit="kVA",
    source="S = P / power factor",
    function=lambda power_w, power_factor: power_w / power_factor / 1000,
)
IMPORT_H = Formula(
    key="check.import_h",
    label=Labelled(zh="数据导入时间", en="Time to bring data in"),
    text="data_tb * 8000 / (speed_gbps * 0.9) / 3600",
    unit="h",
    source="data over the rate of the port; 8 bits a byte, 10 % for protocols",
    function=lambda data_tb, speed_gbps: data_tb * 8000 / (speed_gbps * 0.9) / 3600,
)
CHECKPOINT_PCT = Formula(
    key="check.checkpoint_pct",
    label=Labelled(zh="保存检查点占用时间", en="Share of time that checkpoints take"),
    text="100 * size_gb / write_gb_s / 60 / every_min",
    unit="%",
    source="size over the bandwidth of the storage, against the time between two",
    function=lambda size_gb, write_gb_s, every_min: 100 * size_gb / write_gb_s / 60 / every_min,
)
CHECKPOINT_GB = Formula(
    key="check.checkpoint_gb",
    label=Labelled(zh="单次检查点大小（估算）", en="Size of a checkpoint (estimated)"),
    text="params_b * bytes_each",
    unit="GB",
    source="parameters times the bytes of weight, master copy and optimizer state of each; gradients are not saved",
    function=lambda params_b, bytes_each: params_b * bytes_each,
)
READ_GB_S = Formula(
    key="check.read_gb_s",
    label=Labelled(zh="训练读取带宽需求", en="Reading that training needs"),
    text="samples_s * sample_mb / 1000",
    unit="GB/s",
    source="samples read in a second times the size of one",
    function=lambda samples_s, sample_mb: samples_s * sample_mb / 1000,
)
USABLE_TB = Formula(
    key="check.usable_tb",
    label=Labelled(zh="可用容量", en="Usable capacity"),
    text="(drives - parity) * drive_tb",
    unit="TB",
    source="drives less parity drives, times the size of one",
    function=lambda drives, parity, drive_tb: (drives - parity) * drive_tb,
)
DRIVE_TB = Formula(
    key="check.drive_tb",
    label=Labelled(zh="单盘容量", en="Size of a drive"),
    text="capacity_tb / drives",
    unit="TB",
    source="raw capacity over the number of drives",
    function=lambda capacity_tb, drives: capacity_tb / drives,
)
BACKUP_H = Formula(
    key="check.backup_h",
    label=Labelled(zh="备份用时", en="Time of the backup"),
    text="changed_tb * 1000 / rate_gb_s / 3600",
    unit="h",
    source="what changed in a day over the rate of the slowest part of the way",
    function=lambda changed_tb, rate_gb_s: changed_tb * 1000 / rate_gb_s / 3600,
)
DATA_TB = Formula(
    key="check.data_tb",
    label=Labelled(zh="三年后的数据量", en="Data in three years"),
    text="data_tb * (1 + growth) ** 3",
    unit="TB",
    source="data now with three years of growth",
    function=lambda data_tb, growth: data_tb * (1 + growth) ** 3,
)
FILLED_TB = Formula(
    key="check.filled_tb",
    label=Labelled(zh="可放心使用的容量", en="Capacity that may be filled"),
    text="usable_tb * share",
    unit="TB",
    source="usable capacity, filled to 80 % at most",
    function=lambda usable_tb, share: usable_tb * share,
)
SEVERAL_M3H = Formula(
    key="check.several_m3h",
    label=Labelled(zh="数量 × 单台循环风量", en="quantity times air moved by one"),
    text="quantity * unit_m3h",
    unit="m3/h",
    source="counting: units times value of one unit",
    function=lambda quantity, unit_m3h: quantity * unit_m3h,
)
LEAST_W = Formula(
    key="check.least_w",
    label=Labelled(zh="取较小者", en="The least of them"),
    text="min(parts_w)",
    unit="W",
    source="what a socket and the circuit above it have left, whichever is less",
    function=lambda parts_w: min(parts_w),
)
COMFORT_SHARE_W = Formula(
    key="check.comfort_share_w",
    label=Labelled(zh="该空调分担的发热", en="Heat that falls to the unit"),
    text="rest_w * unit_w / units_w",
    unit="W",
    source="what units made for 24 h duty leave is shared by the others as their sensible cooling is",
    function=lambda rest_w, unit_w, units_w: rest_w * unit_w / units_w,
)
COMFORT_REST_W = Formula(
    key="check.comfort_rest_w",
    label=Labelled(zh="由普通空调分担的发热", en="Heat that is left to ordinary units"),
    text="max(0, heat_w - sum(duty_w))",
    unit="W",
    source="units made for 24 h duty carry what they can",
    function=lambda heat_w, duty_w: max(0.0, heat_w - math.fsum(duty_w)),
)
AFTER_LOSS_A = Formula(
    key="check.after_loss_a",
    label=Labelled(zh="一路失电后的电流", en="Current after the loss of a feed"),
    text="total_a + more_w / (volts_v * lines * power_factor)",
    unit="A",
    source="what flows now and what moves over from the lost feed; where the lines differ, all of it on the fullest",
    function=lambda total_a, more_w, volts_v, lines, power_factor: total_a + more_w / (volts_v * lines * power_factor),
)
LEFT_PORTS = Formula(
    key="check.ports_left",
    label=Labelled(zh="现有交换机空闲端口", en="Free ports of a switch that is there"),
    text="units * ports - used",
    unit="1",
    source="ports of each unit less those taken",
    function=lambda units, ports, used: units * ports - used,
)
CAP_SPEED_PCT = Formula(
    key="check.cap_speed_pct",
    label=Labelled(zh="限功率后的速度损失（假定）", en="Speed lost by a cap (assumption)"),
    text="100 * (1 - (min(cap_w, card_w) / card_w) ** (1 / 3))",
    unit="%",
    source="assumption: clock and voltage fall together, so power goes with the cube of the clock; what waits for memory "
    "loses less",
    function=lambda cap_w, card_w: 100 * (1 - (min(cap_w, card_w) / card_w) ** (1 / 3)),
    error_class="power.estimate",
)
MARGIN_SHARE = Formula(
    key="check.margin_share",
    label=Labelled(zh="显冷量余量", en="Margin of sensible cooling"),
    text="times - 1",
    unit="1",
    source="the margin over what is there once",
    function=lambda times: times - 1,
)
WINDOWS_W = Formula(
    key="check.windows_w",
    label=Labelled(zh="外窗得热", en="Heat through the windows"),
    text="area_m2 * w_per_m2",
    unit="W",
    source="quick method by window area",
    function=lambda area_m2, w_per_m2: area_m2 * w_per_m2,
)
ROOM_HEAT_W = Formula(
    key="check.room_heat_w",
    label=Labelled(zh="房间显热（设备、人员、外窗、其他）", en="Heat of machines, people, windows and others"),
    text="machines_w + people_w + windows_w + sum(others_w)",
    unit="W",
    source="heat of all sources adds up",
    function=lambda machines_w, people_w, windows_w, others_w: machines_w + people_w + windows_w + math.fsum(others_w),
)

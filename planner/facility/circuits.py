"""Circuits: current, phases, what a chain of breaker, cable, socket and plug can carry, voltage drop.

Voltages name their kind: ``volts_ln_v`` is line to neutral (220/230 V), ``volts_ll_v`` line to line (380/400 V).
"""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.formulas import dot
from planner.messages import Labelled

CURRENT_1PH_A = Formula(
    key="circuit.current_1ph_a",
    label=Labelled(zh="单相电流", en="Single-phase current"),
    text="power_w / (volts_ln_v * power_factor)",
    unit="A",
    source="I = P / (U x power factor)",
    function=lambda power_w, volts_ln_v, power_factor: power_w / (volts_ln_v * power_factor),
)
CURRENT_3PH_A = Formula(
    key="circuit.current_3ph_a",
    label=Labelled(zh="三相电流（平衡）", en="Three-phase current, balanced"),
    text="power_w / (sqrt(3) * volts_ll_v * power_factor)",
    unit="A",
    source="I = P / (sqrt(3) x U line to line x power factor), balanced load only",
    function=lambda power_w, volts_ll_v, power_factor: power_w / (math.sqrt(3) * volts_ll_v * power_factor),
)
APPARENT_VA = Formula(
    key="circuit.apparent_va",
    label=Labelled(zh="视在功率", en="Apparent power"),
    text="power_w / power_factor",
    unit="VA",
    source="S = P / power factor",
    function=lambda power_w, power_factor: power_w / power_factor,
)
WORST_LINE_A = Formula(
    key="circuit.worst_line_a",
    label=Labelled(zh="最大一相电流", en="Current of the worst line"),
    text="max(lines_w) / (volts_ln_v * power_factor)",
    unit="A",
    source="single-phase loads on a three-phase feed: the most loaded line decides",
    function=lambda lines_w, volts_ln_v, power_factor: max(lines_w) / (volts_ln_v * power_factor),
)
LINE_FROM_PAIRS_A = Formula(
    key="circuit.line_from_pairs_a",
    label=Labelled(zh="线间负载的线电流", en="Line current of line-to-line loads"),
    text="sqrt(i_ab_a ** 2 + i_ca_a ** 2 + i_ab_a * i_ca_a)",
    unit="A",
    source="vector sum of two equal-power-factor line-to-line loads in their common line",
    function=lambda i_ab_a, i_ca_a: math.sqrt(i_ab_a**2 + i_ca_a**2 + i_ab_a * i_ca_a),
)
IMBALANCE_PCT = Formula(
    key="circuit.imbalance_pct",
    label=Labelled(zh="三相不平衡度", en="Phase imbalance"),
    text="0 if sum(lines_w) == 0 else 100 * (max(lines_w) * count(lines_w) / sum(lines_w) - 1)",
    unit="%",
    source="(largest line - mean) / mean",
    function=lambda lines_w: (
        0.0 if math.fsum(lines_w) == 0 else 100 * (max(lines_w) * len(lines_w) / math.fsum(lines_w) - 1)
    ),
)
BREAKER_USABLE_A = Formula(
    key="circuit.breaker_usable_a",
    label=Labelled(zh="断路器可用电流", en="Usable current of the breaker"),
    text="breaker_a * continuous_share",
    unit="A",
    source="NEC 210.20(A): 0.8 for continuous load; IEC 60364-4-43: load current <= rating, 1.0",
    function=lambda breaker_a, continuous_share: breaker_a * continuous_share,
)
RECEPTACLE_USABLE_A = Formula(
    key="circuit.receptacle_usable_a",
    label=Labelled(zh="插座可接电流", en="Current that a receptacle may supply"),
    text="rating_a * share",
    unit="A",
    source="NEC table 210.21(B)(2): 12 A on a 15 A receptacle, 16 A on 20 A, 24 A on 30 A",
    function=lambda rating_a, share: rating_a * share,
)
LEFT_W = Formula(
    key="circuit.left_w",
    label=Labelled(zh="支路剩余功率", en="Power that a branch has left"),
    text="(usable_a - current_a) * volts_v * power_factor",
    unit="W",
    source="usable current of the breaker less what flows, P = U x I x PF",
    function=lambda usable_a, current_a, volts_v, power_factor: (usable_a - current_a) * volts_v * power_factor,
)
CHAIN_A = Formula(
    key="circuit.chain_a",
    label=Labelled(zh="整条支路允许电流", en="Current the whole chain can carry"),
    text="min(limits_a)",
    unit="A",
    source="the weakest of breaker, cable, socket, plug, strip and UPS decides",
    function=lambda limits_a: min(limits_a),
)
CHAIN_1PH_W = Formula(
    key="circuit.chain_1ph_w",
    label=Labelled(zh="单相支路允许功率", en="Power a single-phase chain can carry"),
    text="chain_a * volts_ln_v * power_factor",
    unit="W",
    source="P = I x U x power factor",
    function=lambda chain_a, volts_ln_v, power_factor: chain_a * volts_ln_v * power_factor,
)
CHAIN_3PH_W = Formula(
    key="circuit.chain_3ph_w",
    label=Labelled(zh="三相支路允许功率", en="Power a three-phase chain can carry"),
    text="sqrt(3) * volts_ll_v * chain_a * power_factor",
    unit="W",
    source="P = sqrt(3) x U line to line x I x power factor",
    function=lambda chain_a, volts_ll_v, power_factor: math.sqrt(3) * volts_ll_v * chain_a * power_factor,
)
FEED_1PH_VA = Formula(
    key="circuit.feed_1ph_va",
    label=Labelled(zh="单相供电容量", en="Capacity of a single-phase feed"),
    text="volts_v * amps_a * derate",
    unit="VA",
    source="S = U x I",
    function=lambda volts_v, amps_a, derate: volts_v * amps_a * derate,
)
FEED_3PH_VA = Formula(
    key="circuit.feed_3ph_va",
    label=Labelled(zh="三相供电容量", en="Capacity of a three-phase feed"),
    text="sqrt(3) * volts_ll_v * amps_a * derate",
    unit="VA",
    source="S = sqrt(3) x U line to line x I",
    function=lambda volts_ll_v, amps_a, derate: math.sqrt(3) * volts_ll_v * amps_a * derate,
)
FEED_PHASES_VA = Formula(
    key="circuit.feed_phases_va",
    label=Labelled(zh="按相电压计算的供电容量", en="Capacity of a feed from its phase voltage"),
    text="phases * volts_ln_v * amps_a * derate",
    unit="VA",
    source="S = number of phases x U line to neutral x I",
    function=lambda phases, volts_ln_v, amps_a, derate: phases * volts_ln_v * amps_a * derate,
)
HEADROOM_3PH_W = Formula(
    key="circuit.headroom_3ph_w",
    label=Labelled(zh="三相供电余量", en="Headroom of three-phase feeds"),
    text="sqrt(3) * volts_ll_v * amps_a * derate * power_factor * feeds - load_w",
    unit="W",
    source="capacity of the feeds minus the load",
    function=lambda volts_ll_v, amps_a, derate, power_factor, feeds, load_w: (
        math.sqrt(3) * volts_ll_v * amps_a * derate * power_factor * feeds - load_w
    ),
)
BRANCH_LOAD_PCT = Formula(
    key="circuit.branch_load_pct",
    label=Labelled(zh="支路负载率", en="Load of the branch"),
    text="100 * current_a / limit_a",
    unit="%",
    source="current divided by what the chain can carry",
    function=lambda current_a, limit_a: 100 * current_a / limit_a,
)
SOCKET_LOAD_PCT = Formula(
    key="circuit.socket_load_pct",
    label=Labelled(zh="插座负载率", en="Load of the socket"),
    text="100 * current_a / rating_a",
    unit="%",
    source="current divided by the rating of the socket: 10 A or 16 A (GB/T 1002; customary value, to be confirmed)",
    function=lambda current_a, rating_a: 100 * current_a / rating_a,
)
CURRENT_SUM_A = Formula(
    key="circuit.current_sum_a",
    label=Labelled(zh="电流合计", en="Sum of currents"),
    text="sum(current_a)",
    unit="A",
    source="currents of one line add where their power factors are alike",
    function=lambda current_a: math.fsum(current_a),
)
CORD_CURRENT_A = Formula(
    key="circuit.cord_current_a",
    label=Labelled(zh="每根电源线电流", en="Current of each cord"),
    text="device_a / active_cords",
    unit="A",
    source="the cords that remain share the device's current",
    function=lambda device_a, active_cords: device_a / active_cords,
)
VOLTAGE_DROP_V = Formula(
    key="circuit.voltage_drop_v",
    label=Labelled(zh="线路压降", en="Voltage drop of the cable"),
    text="ways * current_a * length_m * (0.0225 / section_mm2 * power_factor + 0.00008 * sqrt(1 - power_factor ** 2))",
    unit="V",
    source="IEC 60364-5-52 annex G: 0.0225 ohm mm2/m hot copper, 0.08 mohm/m; 2 ways single-phase, 1 three-phase "
    "(customary value, to be confirmed)",
    function=lambda ways, current_a, length_m, section_mm2, power_factor: (
        ways * current_a * length_m * (0.0225 / section_mm2 * power_factor + 0.00008 * math.sqrt(1 - power_factor**2))
    ),
)
VOLTAGE_DROP_PCT = Formula(
    key="circuit.voltage_drop_pct",
    label=Labelled(zh="压降百分比", en="Voltage drop in percent"),
    text="100 * drop_v / volts_ln_v",
    unit="%",
    source="drop divided by the nominal voltage",
    function=lambda drop_v, volts_ln_v: 100 * drop_v / volts_ln_v,
)
RCD_SUPPLIES = Formula(
    key="circuit.rcd_supplies",
    label=Labelled(zh="每个漏电保护器可带电源数", en="Power supplies behind one residual current device"),
    text="floor(0.3 * rcd_ma / leakage_ma)",
    unit="1",
    source="standing leakage at most 30 % of the rated residual current, IEC 60364-5-53 (customary value, to be confirmed)",
    function=lambda rcd_ma, leakage_ma: float(math.floor(0.3 * rcd_ma / leakage_ma)),
)
GENERATOR_KW = Formula(
    key="circuit.generator_kw",
    label=Labelled(zh="发电机功率", en="Power of the generator"),
    text="(ups_input_kw + cooling_kw + other_kw) / 0.8",
    unit="kW",
    source="load at most 80 % of the set (customary value, to be confirmed)",
    function=lambda ups_input_kw, cooling_kw, other_kw: (ups_input_kw + cooling_kw + other_kw) / 0.8,
)
PAIRED_LOAD_W = Formula(
    key="circuit.paired_load_w",
    label=Labelled(zh="按接入比例的负载", en="Load by connected share"),
    text="dot(share, power_w)",
    unit="W",
    source="each connection carries its share of the device",
    function=lambda share, power_w: dot(share, power_w),
)

"""Three-phase lines: what each carries with loads to neutral and between lines, the neutral, imbalance, voltage drop.

Angles follow from the phases alone: all loads have one power factor. Line-to-line loads put no current into the neutral.
"""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

LINES = ("L1", "L2", "L3")
PAIRS = ("L1-L2", "L2-L3", "L3-L1")
"""The pairs of lines in their order: a line's two are the one that begins with it and the one that ends with it."""

PAIR_CURRENT_A = Formula(
    key="phases.pair_current_a",
    label=Labelled(zh="线间负载电流", en="Current of a load between two lines"),
    text="power_w / (volts_ll_v * power_factor)",
    unit="A",
    source="I = P / (U line to line x power factor)",
    function=lambda power_w, volts_ll_v, power_factor: power_w / (volts_ll_v * power_factor),
)
LINE_A = Formula(
    key="phases.line_a",
    label=Labelled(zh="线电流", en="Current of a line"),
    text="sqrt((to_neutral_a + sqrt(3) / 2 * (pair_1_a + pair_2_a)) ** 2 + ((pair_1_a - pair_2_a) / 2) ** 2)",
    unit="A",
    source="vector sum: the two line-to-line loads of a line lie 30 degrees before and behind its load to neutral",
    function=lambda to_neutral_a, pair_1_a, pair_2_a: math.sqrt(
        (to_neutral_a + math.sqrt(3) / 2 * (pair_1_a + pair_2_a)) ** 2 + ((pair_1_a - pair_2_a) / 2) ** 2
    ),
)
WORST_OF_A = Formula(
    key="phases.worst_of_a",
    label=Labelled(zh="最大一相电流", en="Current of the worst line"),
    text="max(lines_a)",
    unit="A",
    source="the most loaded line decides",
    function=lambda lines_a: max(lines_a),
)
LINE_IMBALANCE_PCT = Formula(
    key="phases.line_imbalance_pct",
    label=Labelled(zh="三相不平衡度", en="Phase imbalance"),
    text="0 if sum(lines_a) == 0 else 100 * (max(lines_a) * count(lines_a) / sum(lines_a) - 1)",
    unit="%",
    source="(largest line - mean) / mean, by the currents of the lines",
    function=lambda lines_a: (
        0.0 if math.fsum(lines_a) == 0 else 100 * (max(lines_a) * len(lines_a) / math.fsum(lines_a) - 1)
    ),
)
NEUTRAL_A = Formula(
    key="phases.neutral_a",
    label=Labelled(zh="中性线电流", en="Current of the neutral"),
    text="sqrt(max(0, l1_a ** 2 + l2_a ** 2 + l3_a ** 2 - l1_a * l2_a - l2_a * l3_a - l3_a * l1_a))",
    unit="A",
    source="vector sum of three currents to neutral, 120 degrees apart",
    function=lambda l1_a, l2_a, l3_a: math.sqrt(
        max(0.0, l1_a**2 + l2_a**2 + l3_a**2 - l1_a * l2_a - l2_a * l3_a - l3_a * l1_a)
    ),
)
NEUTRAL_WITH_THIRD_A = Formula(
    key="phases.neutral_with_third_a",
    label=Labelled(zh="含三次谐波的中性线电流", en="Current of the neutral with third harmonics"),
    text="sqrt(neutral_a ** 2 + (third_share * (l1_a + l2_a + l3_a)) ** 2)",
    unit="A",
    source="third harmonics of the three lines are in step and add up in the neutral, IEC 60364-5-52 annex E",
    function=lambda neutral_a, third_share, l1_a, l2_a, l3_a: math.sqrt(
        neutral_a**2 + (third_share * (l1_a + l2_a + l3_a)) ** 2
    ),
)
LINE_DROP_A = Formula(
    key="phases.line_drop_a",
    label=Labelled(zh="相线压降等效电流", en="Current that a line's voltage drop goes by"),
    text="2 * own_a - (second_a + third_a) / 2 + sqrt(3) / 2 * (pair_1_a + pair_2_a)",
    unit="A",
    source="U line to neutral = Z (I line + I neutral) in the direction of the line, both conductors alike: the neutral has the "
    "vector sum of the lines, I1 - (I2 + I3) / 2 there; alone 2 I, all alike I, as b in IEC 60364-5-52 annex G",
    function=lambda own_a, second_a, third_a, pair_1_a, pair_2_a: (
        2 * own_a - (second_a + third_a) / 2 + math.sqrt(3) / 2 * (pair_1_a + pair_2_a)
    ),
)
PAIR_DROP_A = Formula(
    key="phases.pair_drop_a",
    label=Labelled(zh="线间压降等效电流", en="Current that the voltage drop between two lines goes by"),
    text="(first_a + second_a) / 2 + (2 * pair_a + (other_1_a + other_2_a) / 2) / sqrt(3)",
    unit="A",
    source="U line to line = Z (I first - I second) in the direction of the pair, taken to neutral by sqrt 3; alone 2 I / sqrt 3",
    function=lambda first_a, second_a, pair_a, other_1_a, other_2_a: (
        (first_a + second_a) / 2 + (2 * pair_a + (other_1_a + other_2_a) / 2) / math.sqrt(3)
    ),
)
DROP_V = Formula(
    key="phases.drop_v",
    label=Labelled(zh="线路压降（按电阻率）", en="Voltage drop by resistivity"),
    text="ways * current_a * length_m * (rho_ohm_mm2_m / section_mm2 * power_factor + 0.00008 * sqrt(1 - power_factor ** 2))",
    unit="V",
    source="IEC 60364-5-52 annex G: 0.0225 ohm mm2/m copper, 0.036 aluminium, hot; 0.08 mohm/m; 2 ways single-phase, 1 three-phase (customary value, to be confirmed)",
    function=lambda ways, current_a, length_m, rho_ohm_mm2_m, section_mm2, power_factor: (
        ways
        * current_a
        * length_m
        * (rho_ohm_mm2_m / section_mm2 * power_factor + 0.00008 * math.sqrt(1 - power_factor**2))
    ),
)

RHO_OHM_MM2_M = {"copper": 0.0225, "aluminium": 0.036}  # at working temperature, IEC 60364-5-52 annex G


def line_currents(
    to_neutral_w: tuple[float, float, float],
    pairs_w: tuple[float, float, float],
    volts_ln_v: float,
    power_factor: float,
) -> tuple[float, float, float]:
    """Return the currents of L1, L2, L3 in A.

    ``to_neutral_w`` are the loads of the lines to neutral, ``pairs_w`` those between L1-L2, L2-L3 and L3-L1 (W).
    """
    own = [power_w / (volts_ln_v * power_factor) for power_w in to_neutral_w]
    volts_ll_v = math.sqrt(3) * volts_ln_v
    pairs = [PAIR_CURRENT_A(power_w=one, volts_ll_v=volts_ll_v, power_factor=power_factor) for one in pairs_w]
    first, second, third = (
        LINE_A(to_neutral_a=own[line], pair_1_a=pairs[line], pair_2_a=pairs[line - 1]) for line in range(3)
    )
    return first, second, third

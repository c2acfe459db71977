"""Electrical power of devices: nameplate, power supplies, at the wall, expected, transients.

Three numbers are kept for a device and never one: nameplate (the label), maximum (circuits, UPS) and expected
(heat, energy, runtime).
"""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.formulas import dot
from planner.messages import Labelled

# Excursions a supply must ride through, in multiples of its rating, by the longest time in ms of the window.
# Intel ATX 3.0 design guide, table 3-3: above 450 W with the 12VHPWR / 12V-2x6 connector, and all others.
EXCURSION_12V2X6 = ((0.1, 2.0), (1.0, 1.8), (10.0, 1.6), (100.0, 1.2))
EXCURSION_OTHER = ((0.1, 1.5), (1.0, 1.45), (10.0, 1.35), (100.0, 1.10))

TOTAL_W = Formula(
    key="power.total_w",
    label=Labelled(zh="功率合计", en="Total power"),
    text="dot(quantity, power_w)",
    unit="W",
    source="sum over devices",
    function=lambda quantity, power_w: dot(quantity, power_w),
)
SUM_W = Formula(
    key="power.sum_w",
    label=Labelled(zh="功率合计", en="Sum of powers"),
    text="sum(power_w)",
    unit="W",
    source="sum of the parts",
    function=lambda power_w: math.fsum(power_w),
)
LINE_W = Formula(
    key="power.line_w",
    label=Labelled(zh="本项功率合计", en="Power of a line"),
    text="quantity * power_w",
    unit="W",
    source="units times the power of one",
    function=lambda quantity, power_w: quantity * power_w,
)
PSU_NONREDUNDANT_W = Formula(
    key="power.psu_nonredundant_w",
    label=Labelled(zh="非冗余电源额定合计", en="Rating of the non-redundant power supplies"),
    text="(psus - redundant) * psu_w",
    unit="W",
    source="n-k supplies carry the load; the redundant ones add nothing",
    function=lambda psus, redundant, psu_w: (psus - redundant) * psu_w,
)
PSU_SURVIVING_W = Formula(
    key="power.psu_surviving_w",
    label=Labelled(zh="失去若干电源后的可用功率", en="Power left after losing supplies"),
    text="(psus - lost) * psu_w",
    unit="W",
    source="survive(k) = (n-k) * supply rating, compared with the maximum power",
    function=lambda psus, lost, psu_w: (psus - lost) * psu_w,
)
WALL_W = Formula(
    key="power.wall_w",
    label=Labelled(zh="输入功率", en="Power at the wall"),
    text="dc_w / psu_efficiency",
    unit="W",
    source="P_ac = P_dc / efficiency at that load",
    function=lambda dc_w, psu_efficiency: dc_w / psu_efficiency,
)
CARDS_WALL_W = Formula(
    key="power.cards_wall_w",
    label=Labelled(zh="按卡估算的输入功率", en="Power at the wall estimated from the cards"),
    text="(cards * card_tdp_w + host_w) / psu_efficiency",
    unit="W",
    source="cards at their power limit, the rest of the host, and the loss of the supply; an estimate",
    function=lambda cards, card_tdp_w, host_w, psu_efficiency: (cards * card_tdp_w + host_w) / psu_efficiency,
    error_class="power.estimate",
)
EXPECTED_W = Formula(
    key="power.expected_w",
    label=Labelled(zh="预期功率", en="Expected power"),
    text="idle_w + use_share * (max_w - idle_w)",
    unit="W",
    source="linear server model between idle and maximum (Fan et al. 2007; customary value, to be confirmed)",
    function=lambda idle_w, use_share, max_w: idle_w + use_share * (max_w - idle_w),
    error_class="power.expected",
)
MAX_FROM_PSU_W = Formula(
    key="power.max_from_psu_w",
    label=Labelled(zh="按电源额定推算的最大功率", en="Maximum power inferred from the supplies"),
    text="derate * psu_w_nonredundant",
    unit="W",
    source="fallback where no maximum input is published: 0.65-0.75 for CPU servers, 0.9-1.0 for GPU servers "
    "(customary value, to be confirmed)",
    function=lambda derate, psu_w_nonredundant: derate * psu_w_nonredundant,
    error_class="power.estimate",
)
HOST_ALLOWANCE_W = Formula(
    key="power.host_allowance_w",
    label=Labelled(zh="主机其余部分功率", en="Power of the rest of the host"),
    text="(1.2 * cpu_tdp_w + 25 * drives) * 1.1",
    unit="W",
    source="CPU 1.2 x its thermal power, 25 W a drive, 10 % for fans (customary value, to be confirmed)",
    function=lambda cpu_tdp_w, drives: (1.2 * cpu_tdp_w + 25 * drives) * 1.1,
    error_class="power.estimate",
)
SUPPLY_LOAD_PCT = Formula(
    key="power.supply_load_pct",
    label=Labelled(zh="电源负载率", en="Load of the power supply"),
    text="100 * load_w / rated_w",
    unit="%",
    source="output power divided by rating",
    function=lambda load_w, rated_w: 100 * load_w / rated_w,
)
EXCURSION_W = Formula(
    key="power.excursion_w",
    label=Labelled(zh="电源可承受的瞬时功率", en="Excursion the supply rides through"),
    text="psu_w * factor",
    unit="W",
    source="Intel ATX 3.0 design guide, table 3-3",
    function=lambda psu_w, factor: psu_w * factor,
)
RAIL_STEP_A = Formula(
    key="power.rail_step_a",
    label=Labelled(zh="电流阶跃", en="Current step of a rail"),
    text="rail_a * step_pct / 100",
    unit="A",
    source="Intel ATX 3.0 design guide, note to table 4-3",
    function=lambda rail_a, step_pct: rail_a * step_pct / 100,
)


def excursion_factor(time_ms: float, high_power_connector: bool) -> float:
    """Return how many times its rating a supply must deliver for ``time_ms``; 1 beyond 100 ms.

    ``high_power_connector`` is true for supplies above 450 W with 12VHPWR or 12V-2x6.
    Source: Intel ATX 3.0 design guide, table 3-3.
    """
    table = EXCURSION_12V2X6 if high_power_connector else EXCURSION_OTHER
    return next((factor for longest_ms, factor in table if time_ms <= longest_ms), 1.0)

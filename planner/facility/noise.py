"""Noise: levels add as powers, fall with distance; how long one may stay."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.formulas import dot, from_db
from planner.messages import Labelled

LEVEL_SUM_DB = Formula(
    key="noise.level_sum_db",
    label=Labelled(zh="噪声叠加", en="Sum of noise levels"),
    text="10 * log10(dot(quantity, from_db(levels_db)))",
    unit="dB(A)",
    source="levels add as powers: 10 log10 of the sum of 10^(L/10)",
    function=lambda quantity, levels_db: 10 * math.log10(dot(quantity, from_db(levels_db))),
)
PRESSURE_AT_DB = Formula(
    key="noise.pressure_at_db",
    label=Labelled(zh="该距离处的声压级", en="Sound pressure at a distance"),
    text="power_level_db - 20 * log10(distance_m) - 8",
    unit="dB(A)",
    source="free field over a hard floor: Lp = Lw - 20 log10 r - 8",
    function=lambda power_level_db, distance_m: power_level_db - 20 * math.log10(distance_m) - 8,
    error_class="noise.free_field",
)
ALLOWED_HOURS = Formula(
    key="noise.allowed_hours",
    label=Labelled(zh="允许停留时间", en="Hours one may stay"),
    text="8 / 2 ** ((level_db - limit_db) / exchange_db)",
    unit="h",
    source="8 h at the limit, half for each exchange step: 85 dB(A) and 3 dB (GBZ 2.2), 90 and 5 (OSHA) "
    "(customary value, to be confirmed)",
    function=lambda level_db, limit_db, exchange_db: 8 / 2 ** ((level_db - limit_db) / exchange_db),
)

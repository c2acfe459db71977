"""Protection: inrush against the breaker's curve, overload, leakage against the residual current device."""

from __future__ import annotations

import math
from typing import Literal

from planner.figure import Formula
from planner.formulas import dot
from planner.messages import Labelled

Curve = Literal["B", "C", "D"]
# Multiples of the rated current between which a breaker trips at once: IEC 60898-1, GB/T 10963.1 (to be confirmed).
INSTANT = {"B": (3.0, 5.0), "C": (5.0, 10.0), "D": (10.0, 20.0)}
INSTANT_A = Formula(
    key="protection.instant_a",
    label=Labelled(zh="瞬时脱扣下限", en="Current from which the breaker may trip at once"),
    text="factor * breaker_a",
    unit="A",
    source="lowest current of the instantaneous range: 3, 5, 10 times the rating for curve B, C, D, IEC 60898-1 (customary value, to be confirmed)",
    function=lambda factor, breaker_a: factor * breaker_a,
)
INRUSH_A = Formula(
    key="protection.inrush_a",
    label=Labelled(zh="同时上电的冲击电流", en="Inrush of supplies switched on together"),
    text="dot(supplies, inrush_each_a)",
    unit="A",
    source="cold supplies take 30-60 A for less than 5 ms and add up when switched on together (customary value, to be confirmed)",
    function=lambda supplies, inrush_each_a: dot(supplies, inrush_each_a),
    error_class="power.inrush",
)
TOGETHER = Formula(
    key="protection.together",
    label=Labelled(zh="可同时上电的电源数", en="Supplies that may be switched on together"),
    text="floor(instant_a / inrush_each_a)",
    unit="1",
    source="instantaneous limit divided by the inrush of one supply",
    function=lambda instant_a, inrush_each_a: float(math.floor(instant_a / inrush_each_a)),
)
TRIP_HOUR_A = Formula(
    key="protection.trip_hour_a",
    label=Labelled(zh="一小时内必脱扣电流", en="Current that trips within an hour"),
    text="1.45 * breaker_a",
    unit="A",
    source="IEC 60898-1, GB/T 10963.1: 1.13 holds, 1.45 times the rating trips within an hour (customary value, to be confirmed)",
    function=lambda breaker_a: 1.45 * breaker_a,
)
BREAKER_NEC_A = Formula(
    key="protection.breaker_nec_a",
    label=Labelled(zh="NEC 要求的断路器", en="Breaker that NEC asks for"),
    text="1.25 * continuous_a + other_a",
    unit="A",
    source="NEC 210.20(A): 125 % of what runs for three hours and more, plus the rest",
    function=lambda continuous_a, other_a: 1.25 * continuous_a + other_a,
)
LEAKAGE_MA = Formula(
    key="protection.leakage_ma",
    label=Labelled(zh="对地泄漏电流合计", en="Sum of the leakage to earth"),
    text="dot(supplies, leakage_each_ma)",
    unit="mA",
    source="1-3.5 mA a supply; the sum is the worst case (customary value, to be confirmed)",
    function=lambda supplies, leakage_each_ma: dot(supplies, leakage_each_ma),
    error_class="power.leakage",
)
LEAKAGE_PCT = Formula(
    key="protection.leakage_pct",
    label=Labelled(zh="泄漏电流占允许值", en="Leakage against what is allowed"),
    text="100 * leakage_ma / (0.3 * rcd_ma)",
    unit="%",
    source="standing leakage at most 30 % of the rated residual current, IEC 60364-5-53 (customary value, to be confirmed)",
    function=lambda leakage_ma, rcd_ma: 100 * leakage_ma / (0.3 * rcd_ma),
)


def inrush_holds(supplies: int, inrush_each_a: float, breaker_a: float, curve: Curve) -> bool:
    """Tell whether a breaker surely stays in when so many supplies are switched on together (A).

    Source: IEC 60898-1, lower end of the instantaneous range.
    """
    instant_a = INSTANT_A(factor=INSTANT[curve][0], breaker_a=breaker_a)
    return INRUSH_A(supplies=[float(supplies)], inrush_each_a=[inrush_each_a]) < instant_a

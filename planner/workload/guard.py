"""Measurements that no machine can have made are refused with the reason; those far from all others are doubted."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.errors import InputError
from planner.figure import Figure
from planner.messages import Message, msg

Ruling = Literal["accepted", "doubtful", "impossible"]
CHECK_BENCHMARK = msg("guard.remedy", "Check card, unit, number of cards and number of sequences of the benchmark.")
FAR = 4.0  # a value this many times below the estimate is doubted


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What is thought of a measured speed, and why."""

    ruling: Ruling
    reason: Message | None = None


def judge(measured: float, ceiling: Figure | None, estimate: Figure | None = None) -> Judgement:
    """Return what is thought of ``measured``, in the unit of ``ceiling``: nothing exceeds the roofline of the hardware."""
    if ceiling is not None and ceiling.value is not None and measured > ceiling.value:
        reason = msg(
            "guard.above",
            "{measured} {unit} is more than the {ceiling} {unit} that memory and arithmetic of the card allow.",
            measured=measured,
            unit=ceiling.unit,
            ceiling=ceiling,
        )
        return Judgement(ruling="impossible", reason=reason)
    if estimate is not None and estimate.value is not None and measured < estimate.value / FAR:
        reason = msg(
            "guard.below",
            "{measured} {unit} is less than a quarter of the {estimate} that such cards show elsewhere.",
            measured=measured,
            unit=estimate.unit,
            estimate=estimate,
        )
        return Judgement(ruling="doubtful", reason=reason)
    return Judgement(ruling="accepted")


def refuse_too_short(measured_s: float, floor: Figure | None, place: str = "") -> None:
    """Raise InputError where a measured time is below what the arithmetic of the cards takes at their printed rate."""
    if floor is None or floor.value is None or measured_s >= floor.value:
        return
    reason = msg(
        "guard.short",
        "{measured} {unit} is less than the {floor} {unit} that the arithmetic alone takes on the cards.",
        measured=measured_s,
        unit=floor.unit,
        floor=floor,
    )
    raise InputError(reason, CHECK_BENCHMARK, place)


def refuse_impossible(measured: float, ceiling: Figure | None, place: str = "") -> None:
    """Raise InputError where ``measured`` is above the roofline: label, unit or batch of the benchmark is wrong."""
    found = judge(measured, ceiling)
    if found.ruling == "impossible" and found.reason is not None:
        raise InputError(
            found.reason,
            CHECK_BENCHMARK,
            place,
        )

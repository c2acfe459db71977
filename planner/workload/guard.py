"""Measurements that no machine can have made are refused with the reason; those far from all others are doubted."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.errors import InputError
from planner.figure import Figure
from planner.messages import Message, msg

Ruling = Literal["accepted", "doubtful", "impossible"]
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


def refuse_impossible(measured: float, ceiling: Figure | None, place: str = "") -> None:
    """Raise InputError where ``measured`` is above the roofline: label, unit or batch of the benchmark is wrong."""
    found = judge(measured, ceiling)
    if found.ruling == "impossible" and found.reason is not None:
        raise InputError(
            found.reason,
            msg("guard.remedy", "Check card, unit, number of cards and number of sequences of the benchmark."),
            place,
        )

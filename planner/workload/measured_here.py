"""Measured here: a speed that somebody measured on the own machine replaces the estimate, and both are shown."""

from __future__ import annotations

import datetime as dt
import math

import msgspec

from planner.errors import InputError
from planner.figure import Figure, Quality
from planner.messages import Message, msg
from planner.workload.bands import short
from planner.workload.guard import judge, refuse_impossible


class MeasuredHere(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured, when and how; in the unit of the estimate it replaces."""

    value: float
    date: dt.date | None = None
    note: str = ""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """The figure to reckon with, the estimate beside it, and what must be said about the two."""

    figure: Figure
    estimate: Figure
    notes: tuple[Message, ...] = ()


def settle(estimate: Figure, measured: MeasuredHere | None, ceiling: Figure | None = None) -> Settled:
    """Return the measured value in place of ``estimate`` where there is one; its estimate stays among its inputs.

    Raises:
        InputError: the value is not positive, or above what the hardware can do.
    """
    if measured is None:
        return Settled(figure=estimate, estimate=estimate)
    if not (math.isfinite(measured.value) and measured.value > 0):
        raise InputError(msg("measured.positive", "A measured value must be more than 0."), place=estimate.key)
    refuse_impossible(measured.value, ceiling, estimate.key)
    figure = Figure(
        key=estimate.key,
        value=measured.value,
        unit=estimate.unit,
        given={"estimate": estimate},
        source=measured.note,
        source_date="" if measured.date is None else measured.date.isoformat(),
        quality=Quality.MEASURED,
    )
    return Settled(figure=figure, estimate=estimate, notes=_notes(measured, estimate, ceiling))


def _notes(measured: MeasuredHere, estimate: Figure, ceiling: Figure | None) -> tuple[Message, ...]:
    said: list[Message] = []
    if measured.date is None or not measured.note:
        said.append(msg("measured.undated", "A measured value should carry its date and how it was measured."))
    doubt = judge(measured.value, ceiling, estimate).reason
    if doubt is not None:
        said.append(doubt)
    elif _outside(measured.value, estimate):
        said.append(
            msg(
                "measured.outside",
                "Measured {measured}; the estimate was {estimate}, nine of ten cases lie between {low} and {high}.",
                measured=measured.value,
                estimate=estimate,
                low=short(estimate.low or 0.0),
                high=short(estimate.high or 0.0),
            )
        )
    return tuple(said)


def _outside(value: float, estimate: Figure) -> bool:
    low, high = estimate.low, estimate.high
    return low is not None and high is not None and not low <= value <= high

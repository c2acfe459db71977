"""Figures as the estimates of rows: value, range, ceiling and what is doubtful."""

from __future__ import annotations

import msgspec

from planner.calc.row_jobs import Row, text
from planner.calc.sizing_rows import Estimate
from planner.errors import InputError
from planner.figure import Figure
from planner.messages import Message, msg

_FAR = 4.0  # a measurement this far below the estimate is told as doubtful


def estimate(figure: Figure, row: Row, ceiling: float | None = None, notes: tuple[Message, ...] = ()) -> Estimate:
    """Return a figure as the estimate of a row in the row's unit; raises InputError where it is unknown."""
    if figure.value is None:
        raise InputError(
            msg("rows.unknown", "Not known: {missing} is missing.", missing=figure.missing), place=text(row, "id")
        )
    return Estimate(
        value=figure.value,
        unit=text(row, "unit") or figure.unit,
        low=figure.low,
        high=figure.high,
        ceiling=ceiling,
        doubtful_below=figure.value / _FAR,
        notes=notes,
    )


def scaled(figure: Figure, factor: float) -> Figure:
    """Return a figure and its range times ``factor``, for rows that count otherwise."""
    if figure.value is None or factor == 1.0:
        return figure
    low, high = figure.low, figure.high
    return msgspec.structs.replace(
        figure,
        value=figure.value * factor,
        low=None if low is None else low * factor,
        high=None if high is None else high * factor,
    )

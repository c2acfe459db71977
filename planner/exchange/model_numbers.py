"""What a model file says: numbers under the names of the catalog, what is wrong with its fields, what was assumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from planner.catalog.mapping import CellProblem
from planner.messages import Message, msg

MOST = 10_000_000


class ModelNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers by attribute key; ``counted_b`` are the parameters (1e9) that the file itself holds, ``bits`` of a weight on average."""

    name: str
    values: Mapping[str, float]
    problems: tuple[CellProblem, ...] = ()
    notes: tuple[Message, ...] = ()
    dtype: str = "bf16"
    source: str = ""
    counted_b: float | None = None
    bits: float | None = None


def whole(field: str, value: Any, least: int) -> float | CellProblem:
    """Return a whole number from ``least`` up, or what is wrong with the field."""
    good = isinstance(value, int | float) and not isinstance(value, bool)
    if good and value == value and abs(value) != float("inf") and value == int(value) and least <= value <= MOST:  # noqa: PLR0124
        return float(value)
    return CellProblem(
        column=field,
        value=str(value)[:60],
        message=msg("config.odd", "{field} is {value}", field=field, value=str(value)[:60]),
        remedy=msg("config.odd.remedy", "Accepted is a whole number from {least} to {most}.", least=least, most=MOST),
    )

"""The constants of sizing: one versioned table with class, value, range, the rows it was fitted on and the source.

``origin`` is ``fitted`` (chosen by looking at measurements: a free constant), ``published`` (read from a source) or
``derived`` (counted from what the software keeps). No constant belongs to one row or one source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Literal

import msgspec

from planner import tables
from planner.figure import Figure, Quality
from planner.messages import Labelled

Origin = Literal["fitted", "published", "derived"]
_TABLE = "workload/constants.csv"
_TRIED: ContextVar[Mapping[str, float] | None] = ContextVar("tried_constants", default=None)


class SizingConstant(msgspec.Struct, frozen=True, kw_only=True):
    """One constant: value in ``unit`` with its plausible range, kind of result, and where it comes from."""

    id: str
    result: str
    value: float
    unit: str
    low: float
    high: float
    origin: Origin
    rows: str
    version: int
    label: Labelled
    source: str

    @property
    def free(self) -> bool:
        """Tell whether the value was chosen by looking at measurements."""
        return self.origin == "fitted"


@lru_cache(maxsize=1)
def sizing_constants() -> Mapping[str, SizingConstant]:
    """Return all constants by id, in the order of the table."""
    return {row["id"]: _constant(row) for row in tables.rows(_TABLE)}


def sizing_value(name: str) -> float:
    """Return the value of the constant ``name`` in its unit; raises KeyError."""
    tried = _TRIED.get()
    if tried is not None and name in tried:
        return tried[name]
    return sizing_constants()[name].value


def sizing_figure(name: str) -> Figure:
    """Return the constant ``name`` as a figure with its range; raises KeyError."""
    if _TRIED.get() is not None:
        return msgspec.structs.replace(_figure(name), value=sizing_value(name))
    return _figure(name)


@contextmanager
def trying(values: Mapping[str, float]) -> Iterator[None]:
    """Reckon with other values inside the block; for refitting."""
    token = _TRIED.set(values)
    try:
        yield
    finally:
        _TRIED.reset(token)


def free_constants(result: str = "") -> tuple[SizingConstant, ...]:
    """Return the constants that were chosen on measurements, of one kind of result or of all."""
    return tuple(one for one in sizing_constants().values() if one.free and result in ("", one.result))


@lru_cache(maxsize=256)
def _figure(name: str) -> Figure:
    one = sizing_constants()[name]
    quality = Quality.SECONDARY if one.free else Quality.PUBLISHED
    return Figure(
        key=f"constant/{one.id}",
        value=one.value,
        unit=one.unit,
        quality=quality,
        source=one.source,
        low=one.low,
        high=one.high,
    )


def _constant(row: Mapping[str, str]) -> SizingConstant:
    return SizingConstant(
        id=row["id"],
        result=row["class"],
        value=float(row["value"]),
        unit=row["unit"],
        low=float(row["low"]),
        high=float(row["high"]),
        origin=row["origin"],  # type: ignore[arg-type]  # a test reads the table with its words
        rows=row["rows"],
        version=int(row["version"]),
        label=Labelled(zh=row["zh"], en=row["en"]),
        source=row["source"],
    )

"""Limits and customary values by key and profile, each with unit, source and how sure it is.

A plan may put its own number in the place of one that nobody could verify. ``limit`` gives the one that is in force:
inside ``in_force`` the plan's own, everywhere else the table's. Like the context of ``decimal``, what is in force holds
for the thread and the block that said it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from inspect import isgeneratorfunction
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from planner.figure import Figure, Quality, leaf
from planner.messages import Labelled
from planner.tables import rows

_QUALITY = {"V": Quality.PUBLISHED, "V2": Quality.SECONDARY, "D": Quality.COMPUTED, "M": Quality.ASSUMED}


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """One limit: value in ``unit``, both names, source; ``mark`` is V read, V2 secondary, D derived, M from memory.

    A plan may have its own value between ``low`` and ``high`` where these are given: for numbers that were not read at
    their source.
    """

    key: str
    profile: str
    value: float
    unit: str
    low: float | None
    high: float | None
    label: Labelled
    source: str
    source_date: str
    mark: str

    @property
    def is_open(self) -> bool:
        """Tell whether a plan may have its own value."""
        return self.low is not None and self.high is not None

    def allows(self, value: object) -> bool:
        """Tell whether a plan may reckon with ``value`` in its place."""
        if isinstance(value, bool) or not isinstance(value, int | float) or self.low is None or self.high is None:
            return False
        return self.low <= value <= self.high

    def figure(self) -> Figure:
        """Return the limit as a figure named ``limit/<key>``; a value from memory counts as assumed."""
        return leaf(f"limit/{self.key}", self.value, self.unit, _QUALITY[self.mark], self.source, self.source_date)


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, str], Limit]:
    found = {}
    for row in rows("limits.csv"):
        found[row["key"], row["profile"]] = Limit(
            key=row["key"],
            profile=row["profile"],
            value=float(row["value"]),
            unit=row["unit"],
            low=float(row["low"]) if row["low"] else None,
            high=float(row["high"]) if row["high"] else None,
            label=Labelled(zh=row["zh"], en=row["en"]),
            source=row["source"],
            source_date=row["source_date"],
            mark=row["mark"],
        )
    return found


class Limits(dict[tuple[str, str], Figure]):
    """The limits in force by key and profile, each looked up once: the same figure as long as these are in force."""

    def __init__(self, own: Mapping[str, Figure]) -> None:
        """Put ``own`` values, by key, in the place of those of the table that are open."""
        super().__init__()
        self._own = own

    def __missing__(self, name: tuple[str, str]) -> Figure:
        """Look up a limit of a profile, or the one for all profiles; raises KeyError for an unknown key."""
        row = limit_row(*name)
        own = self._own.get(row.key) if row.is_open else None
        found = self[name] = row.figure() if own is None or not row.allows(own.value) else own
        return found


class HasLimits(Protocol):
    """Something that says which limits it was reckoned with."""

    @property
    def limits(self) -> Limits:
        """Return them."""


H = TypeVar("H", bound=HasLimits)
P = ParamSpec("P")
R = TypeVar("R")

OF_TABLE = Limits({})
"""The limits where no plan has put others in their place."""
_IN_FORCE: ContextVar[Limits] = ContextVar("limits in force", default=OF_TABLE)


@contextmanager
def in_force(limits: Limits) -> Iterator[None]:
    """Let ``limit`` give these within the block."""
    before = _IN_FORCE.set(limits)
    try:
        yield
    finally:
        _IN_FORCE.reset(before)


def with_own_limits(function: Callable[Concatenate[H, P], R]) -> Callable[Concatenate[H, P], R]:
    """Make a function run with the limits of its first argument in force; for functions that are called from outside."""
    if isgeneratorfunction(function):
        raise TypeError(function)  # what is in force would leak to whoever asks for the next

    @wraps(function)
    def run(owner: H, /, *given: P.args, **named: P.kwargs) -> R:
        with in_force(owner.limits):
            return function(owner, *given, **named)

    return run


def limit(key: str, profile: str = "") -> Figure:
    """Return the limit ``key`` of ``profile``, or the one for all profiles; raises KeyError for an unknown key."""
    return _IN_FORCE.get()[key, profile]


def limit_row(key: str, profile: str = "") -> Limit:
    """Return the row of the table for a limit; raises KeyError for an unknown key."""
    table = _table()
    return table.get((key, profile)) or table[key, ""]


def all_limits() -> tuple[Limit, ...]:
    """Return every limit of the table in its order."""
    return tuple(_table().values())

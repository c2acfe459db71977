"""Ladders: the customary steps a threshold is rounded to, so that it does not copy one product's figure.

From ``resources/ladders.csv``: a list of values, two significant digits of a decade, or a fixed step.
"""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from planner.messages import Labelled
from planner.tables import rows

_SLACK = 1e-9  # 0.1 + 0.2 must still count as 0.3


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """One ladder; ``mode`` is list, decade (values times powers of ten) or step (multiples of ``step``)."""

    name: str
    mode: str
    values: tuple[float, ...]
    step: float
    labelled: Labelled

    def at_most(self, value: float) -> float | None:
        """Return the greatest step (in the unit of ``value``) that is not above it, None where even the lowest is."""
        reach = value * (1 + _SLACK)
        return max((one for one in self._near(value) if one <= reach), default=None)

    def at_least(self, value: float) -> float | None:
        """Return the lowest step (in the unit of ``value``) that is not below it, None where even the greatest is."""
        reach = value * (1 - _SLACK)
        return min((one for one in self._near(value) if one >= reach), default=None)

    def below(self, value: float) -> float | None:
        """Return the greatest step below ``value``, in its unit."""
        return max((one for one in self._near(value) if one < value * (1 - _SLACK)), default=None)

    def above(self, value: float) -> float | None:
        """Return the lowest step above ``value``, in its unit."""
        return min((one for one in self._near(value) if one > value * (1 + _SLACK)), default=None)

    def _near(self, value: float) -> tuple[float, ...]:
        if self.mode == "list":
            return self.values
        if value <= 0:
            return ()
        if self.mode == "step":
            count = math.floor(value / self.step)
            return tuple(round(self.step * n, 9) for n in range(max(count - 1, 1), count + 3))
        exponent = math.floor(math.log10(value))
        return tuple(float(f"{one:g}e{power}") for power in range(exponent - 1, exponent + 2) for one in self.values)


@lru_cache(maxsize=1)
def _ladders() -> dict[str, Ladder]:
    found = {}
    for row in rows("ladders.csv"):
        found[row["name"]] = Ladder(
            name=row["name"],
            mode=row["mode"],
            values=tuple(float(one) for one in row["values"].split("|") if one),
            step=float(row["step"] or 0),
            labelled=Labelled(zh=row["zh"], en=row["en"]),
        )
    return found


def ladder(name: str) -> Ladder:
    """Return the ladder ``name``; raises KeyError for an unknown name."""
    return _ladders()[name]


def breakers(profile: str) -> tuple[Ladder, str]:
    """Return the ratings of breakers (A) that are sold where a profile of limits holds, and their source."""
    if profile == "NEC":
        return ladder("breaker_a_nec"), "standard ratings, NEC 240.6(A)"
    return ladder("breaker_a"), "preferred ratings, IEC 60898-1 and GB/T 10963.1"


def ladder_names() -> tuple[str, ...]:
    """Return the names of all ladders."""
    return tuple(_ladders())

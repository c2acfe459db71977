"""Limits and customary values by key and profile, each with unit, source and how sure it is."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from planner.figure import Figure, Quality, leaf
from planner.messages import Labelled
from planner.tables import rows

_QUALITY = {"V": Quality.PUBLISHED, "V2": Quality.SECONDARY, "D": Quality.COMPUTED, "M": Quality.ASSUMED}


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """One limit: value in ``unit``, both names, source; ``mark`` is V read, V2 secondary, D derived, M from memory."""

    key: str
    profile: str
    value: float
    unit: str
    label: Labelled
    source: str
    source_date: str
    mark: str

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
            label=Labelled(zh=row["zh"], en=row["en"]),
            source=row["source"],
            source_date=row["source_date"],
            mark=row["mark"],
        )
    return found


@lru_cache(maxsize=256)
def limit(key: str, profile: str = "") -> Figure:
    """Return the limit ``key`` of ``profile``, or the one for all profiles; raises KeyError for an unknown key."""
    table = _table()
    return (table.get((key, profile)) or table[key, ""]).figure()


def all_limits() -> tuple[Limit, ...]:
    """Return every limit of the table in its order."""
    return tuple(_table().values())

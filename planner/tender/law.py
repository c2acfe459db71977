"""The register of laws and standards a paper is founded on: number, validity, who has read it where, and when.

``mark``: V read in a stored copy of the text, V2 read about in a secondary source, M from memory. What is not V, and
what was last looked at too long ago, is printed as still to be verified.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import Literal

import msgspec

from planner.messages import Labelled
from planner.tables import rows

FRESH_DAYS = 180
Standing = Literal["checked", "old", "secondary", "memory"]


class Law(msgspec.Struct, frozen=True, kw_only=True):
    """One law, notice or standard; '' and None where something is not known."""

    key: str
    profile: str
    when: str
    title: Labelled
    number: Labelled
    valid_from: dt.date | None
    valid_to: dt.date | None
    checked_on: dt.date | None
    mark: str
    sections: tuple[str, ...]

    def standing(self, today: dt.date) -> Standing:
        """Return how well the entry is known on ``today``."""
        if self.mark == "V2":
            return "secondary"
        if self.mark != "V":
            return "memory"
        is_fresh = self.checked_on is not None and (today - self.checked_on).days <= FRESH_DAYS
        return "checked" if is_fresh else "old"


def laws(profile: str, today: dt.date) -> tuple[Law, ...]:
    """Return the entries for ``profile`` that are in force on ``today``."""
    return tuple(law for law in _laws() if law.profile in ("all", profile) and in_force(law, today))


def in_force(entry: object, today: dt.date) -> bool:
    """Tell whether an entry with ``valid_from`` and ``valid_to`` holds on ``today``; an unknown end does not limit."""
    start, end = getattr(entry, "valid_from", None), getattr(entry, "valid_to", None)
    return (start is None or start <= today) and (end is None or today <= end)


def date_of(text: str) -> dt.date | None:
    """Return the date in a table's cell, None for an empty one."""
    return dt.date.fromisoformat(text) if text else None


@lru_cache(maxsize=1)
def _laws() -> tuple[Law, ...]:
    return tuple(
        Law(
            key=row["key"],
            profile=row["profile"],
            when=row["when"],
            title=Labelled(zh=row["title_zh"], en=row["title_en"]),
            number=Labelled(zh=row["number_zh"], en=row["number_en"]),
            valid_from=date_of(row["valid_from"]),
            valid_to=date_of(row["valid_to"]),
            checked_on=date_of(row["checked_on"]),
            mark=row["mark"],
            sections=tuple(row["sections"].split("|")),
        )
        for row in rows("tender/laws.csv")
    )

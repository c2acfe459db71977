"""The order of rows by what stands in a column: texts as a person counts and spells, unknown at the end in both directions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TypeVar

from db.pinyin import first_reading
from db.search import normalise

Row = TypeVar("Row")
SortKey = Decimal | float | str | date | tuple[Decimal | float | str, ...]

_NUMBER = re.compile(r"(\d+)(\.\d+)?")
_DIGITS = 12
_THOUSANDS = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)(tb|kw|kva)(?![a-z0-9])")
_SMALLER = {"tb": "gb", "kw": "w", "kva": "va"}
_CHINESE = "㐀"  # the first of the characters that have a reading


@lru_cache(maxsize=8192)
def natural(text: str) -> str:
    """Return a key under which L4 < L40 < L100, 80 GB < 1.5 TB, and Chinese stands by its pinyin, as in the catalog."""
    plain = _THOUSANDS.sub(_in_smaller, normalise(text))
    spelled = "".join(first_reading(one) if one >= _CHINESE else one for one in plain)
    return _NUMBER.sub(lambda found: found[1].zfill(_DIGITS) + (found[2] or ""), spelled)


def _in_smaller(found: re.Match[str]) -> str:
    return f"{Decimal(found[1]) * 1000:f}{_SMALLER[found[2]]}"


def named(text: str) -> str | None:
    """Return the key of a text that may be missing; None for '' goes to the end."""
    return natural(text) if text else None


def ordered(rows: Iterable[Row], key: Callable[[Row], SortKey | None], *, descending: bool = False) -> tuple[Row, ...]:
    """Return rows by their keys; what is equal keeps its order, what has no key (None) comes last in both directions."""
    keyed = [(key(row), row) for row in rows]
    known = sorted((one for one in keyed if one[0] is not None), key=_first, reverse=descending)
    return tuple(row for _, row in (*known, *(one for one in keyed if one[0] is None)))


def _first(keyed: tuple[SortKey | None, object]) -> SortKey:
    assert keyed[0] is not None
    return keyed[0]

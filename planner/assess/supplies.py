"""The power supplies of one machine: how many, of what rating, how redundant; what was told at its line before its row.

Everything that reckons with supplies asks here, so that one machine has the same supplies wherever it is looked at.
"""

from __future__ import annotations

import re
from functools import lru_cache

from planner.assess.facts import of_line, text
from planner.assess.goods import Goods
from planner.catalog.items import Item
from planner.figure import Figure, leaf

_SCHEME = re.compile(r"(\d+)\s*\+\s*(\d+)")


def supply_count(key: str, line: Goods, item: Item | None) -> Figure:
    """Return how many supplies one machine has (a count); unknown where neither line nor row tells it."""
    return of_line(f"{key}/psu_count", "1", line, "psu_count", item, "psu_count")


def supply_rating(key: str, line: Goods, item: Item | None) -> Figure:
    """Return what one of its supplies gives (W); unknown where neither line nor row tells it."""
    return of_line(f"{key}/psu_w", "W", line, "psu_w", item, "psu_w")


def supply_scheme(line: Goods, item: Item | None) -> str:
    """Return the redundancy of a machine's supplies as '3+3': as told at its line, else its row's; '' where neither does."""
    told = text(line.facts, "psu_redundancy").strip()
    return told or (item.text("psu_redundancy").strip() if item is not None else "")


def spare_supplies(key: str, line: Goods, item: Item | None) -> Figure:
    """Return how many supplies may fail (a count); unknown where their number is not known."""
    return spare_of(key, supply_count(key, line, item), supply_scheme(line, item))


def spare_of(key: str, count: Figure, scheme: str) -> Figure:
    """Return how many of a ``count`` of supplies may fail by a scheme such as '3+3' (a count); unknown as the count is."""
    if count.value is None:
        return count
    whole = round(count.value)
    spare = whole - active_supplies(whole, scheme)
    return leaf(f"{key}/spare_supplies", float(spare), "1", count.quality, count.source, count.source_date)


def promises_half(scheme: str) -> bool:
    """Tell whether a redundancy means that half of the supplies may fail: '3+3', 'N+N', '2N'."""
    first, _, second = scheme.strip().upper().partition("+")
    return first == "2N" or (bool(first) and first == second)


def needed_and_spare(redundancy: str) -> tuple[int, int] | None:
    """Return how many supplies a scheme such as '4+2' needs and how many it has to spare; None for any other text."""
    found = _SCHEME.fullmatch(redundancy.strip())
    return None if found is None else (int(found[1]), int(found[2]))


def is_scheme(redundancy: str) -> bool:
    """Tell whether a text says how many supplies may fail, as '4+2', 'N+1' or '2N' do."""
    return redundancy.strip().upper() in ("N", "N+N", "2N", "N+1") or needed_and_spare(redundancy) is not None


@lru_cache(maxsize=512)
def active_supplies(psu_count: int, redundancy: str) -> int:
    """Return how many supplies carry the load: 6 with '4+2' gives 4, '3+1' of 4 gives 3, 'N+N' half of them."""
    counts = needed_and_spare(redundancy)
    if counts is not None and sum(counts) == psu_count:
        return counts[0]
    if redundancy.strip().upper() in ("N+N", "2N"):
        return max(1, psu_count // 2)
    if redundancy.strip().upper() == "N+1":
        return max(1, psu_count - 1)
    return psu_count

"""The words an external paper must not have: makers, brands, series and models of the catalog, and trade words.

Words come from the catalog itself, so a new row is watched at once; ``resources/tender/trade_words.csv`` adds trade
marks that are no rows, ``resources/tender/generic_words.csv`` takes out what only looks like a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from planner.catalog.items import Item
from planner.catalog.load import bundled_items
from planner.catalog.makers import maker_named
from planner.tables import rows

# A model file that people run is no product of a bidder; a service is known by its maker only.
_HARDWARE = frozenset({"accelerator", "system", "storage", "network", "ups", "pdu", "cooling", "rack"})
_SERVICES = frozenset({"cloud_offer", "api_offer"})
_NOTE = re.compile(r"\([^)]*\)|\d+(?:\.\d+)?\s?[GT]B\b")
_CODE = re.compile(r"[A-Za-z]+-?\d+[A-Za-z0-9-]*|\d{3,4}[A-Z]{1,3}\d?")
_VARIANT = re.compile(r"(?<=\d)[A-Za-z]+$")
_SHORTEST = {"accelerator": 3}
_SHORTEST_CODE = 5
_MOST_WORDS = 4
_SERIES = ("GeForce ", "Quadro ", "Tesla ", "Radeon ", "Instinct ", "Ascend ", "Jetson ")


def forbidden_words(items: Iterable[Item] | None = None) -> frozenset[str]:
    """Return the words that an external paper must not have; ``items`` are rows beside the bundled catalog."""
    found = _bundled_words()
    if items is None:
        return found
    return found | frozenset(word for item in items for word in item_words(item) if word.casefold() not in _generic())


@lru_cache(maxsize=1)
def _bundled_words() -> frozenset[str]:
    found = {word for item in bundled_items() for word in item_words(item)}
    found.update(row["word"] for row in rows("tender/trade_words.csv"))
    found.update(_alias_words())
    return frozenset(word for word in found if word.casefold() not in _generic())


@lru_cache(maxsize=1)
def _generic() -> frozenset[str]:
    return frozenset(row["word"].casefold() for row in rows("tender/generic_words.csv"))


def item_words(item: Item) -> Iterator[str]:
    """Yield the names that point to an item: its maker in both languages, its own name, its series and model codes."""
    if item.kind not in _HARDWARE | _SERVICES:
        return
    maker = maker_named(item.maker).labelled
    yield from (part for name in (item.maker, maker.zh, maker.en) for part in name.split("/") if part.strip())
    if item.kind in _SERVICES or item.maker.casefold() in _generic():
        return
    name = " ".join(_NOTE.sub(" ", item.name).split())
    if 1 < len(name.split()) <= _MOST_WORDS:
        yield name
    for series in _SERIES:
        if name.startswith(series):
            yield name.removeprefix(series)
    shortest = _SHORTEST.get(item.kind, _SHORTEST_CODE)
    for word in name.split():
        if _CODE.fullmatch(word) and len(word) >= shortest:
            yield word
            family = _VARIANT.sub("", word)
            if item.kind == "accelerator" and len(family) >= _SHORTEST_CODE:
                yield family  # MI300 says as much as MI300X


def _alias_words() -> Iterator[str]:
    """Yield trade names, series and makers' other names; the names of kinds are ordinary words."""
    for row in rows("catalog/aliases.csv"):
        if row["note"] != "kind" and row["kind"] not in ("model", "api_offer"):
            yield from (name for name in f"{row['alias_zh']}|{row['alias_en']}".split("|") if len(name) > 1)

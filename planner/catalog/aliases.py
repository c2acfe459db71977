"""Other names of catalog items: Chinese kind names, trade names, makers' names; what people type into the search.

``resources/catalog/aliases.csv``: a row belongs to an item when its kind fits (``*`` is every kind) and its pattern
does: ``*``, a maker's name, an id with wildcards, ``key=value``, or ``family:`` and how the family begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache

import msgspec

from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.tables import rows


class _Alias(msgspec.Struct, frozen=True):
    kind: str
    pattern: str
    names: tuple[str, ...]

    def names_of(self, item: Item) -> bool:
        if self.kind not in ("*", item.kind):
            return False
        key, mark, value = self.pattern.partition("=")
        if mark:
            return item.text(key) == value
        head, mark, start = self.pattern.partition(":")
        if mark and head == "family":
            return any(item.text(key).startswith(start) for key in ("family", "model_group"))
        return item.maker == self.pattern or fnmatchcase(item.id, self.pattern)


@lru_cache(maxsize=1)
def _aliases() -> tuple[_Alias, ...]:
    return tuple(_alias(row) for row in rows("catalog/aliases.csv"))


def _alias(row: Mapping[str, str]) -> _Alias:
    names = f"{row['alias_zh']}|{row['alias_en']}".split("|")
    return _Alias(row["kind"], row["id_pattern_or_maker"], tuple(name for name in names if name))


def aliases_for(item: Item) -> tuple[str, ...]:
    """Return the other names of an item, each once: of its maker, its kind, and its own."""
    maker = maker_named(item.maker).labelled
    found = [maker.zh, maker.en]
    for one in _aliases():
        if one.names_of(item):
            found.extend(one.names)
    return tuple(dict.fromkeys(name for name in found if name and name not in (item.maker, item.name)))

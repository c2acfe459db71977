"""What catalog rows are called in each language: products keep their names, classes of machines and offers have Chinese ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from planner import tables
from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.messages import Labelled


@lru_cache(maxsize=1)
def _chinese() -> Mapping[str, str]:
    files = ("catalog/class_names.csv", "catalog/offer_names.csv")
    return {row["id"]: row["zh"] for name in files for row in tables.rows(name)}


def row_name(item_id: str, name: str, language: str) -> str:
    """Return what the row of an id is called; ``name`` is the name it carries, which is English where it is no product's."""
    return _chinese().get(item_id, name) if language == "zh" else name


def row_label(item: Item) -> Labelled:
    """Return what a catalog row is called in both languages."""
    return Labelled(zh=row_name(item.id, item.name, "zh"), en=item.name)


def whole_name(item: Item, language: str) -> str:
    """Return maker and name of a row; of a class the name alone."""
    return f"{shown_maker(item.maker, language)} {row_name(item.id, item.name, language)}".strip()


def shown_maker(maker: str, language: str) -> str:
    """Return a maker as it is shown: brands as they are, words such as ``market`` in the language, '' for a class."""
    if maker == "(class)":
        return ""
    is_brand = not maker.startswith("(") and maker != maker.lower()
    return maker if is_brand or language != "zh" else maker_named(maker).label(language)

"""Catalog items: what can be bought or rented, every value with unit, source, date and quality."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

import msgspec

from planner.figure import Figure, Quality, leaf, unknown

_WORDS = (str, bool)  # what is no number
ItemKind = Literal[
    "accelerator",
    "system",
    "storage",
    "network",
    "ups",
    "pdu",
    "cooling",
    "rack",
    "cloud_offer",
    "api_offer",
    "model",
]


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One value of an item: a number in ``unit``, a text, or a flag. Absent values have no ``Value`` at all."""

    value: float | str | bool
    unit: str = ""
    source: str = ""
    source_date: str = ""
    quality: Quality = Quality.UNKNOWN


class PriceObservation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A dated price as it was seen; low and high are decimals as text in ``currency`` for one ``quantity_unit``."""

    id: str
    item_type: str
    item_id: str = ""
    item_name: str = ""
    currency: str = "CNY"
    low: Decimal | None = None
    high: Decimal | None = None
    price_kind: str = ""
    condition: str = ""
    tax: str = ""
    quantity_unit: str = "each"
    observed_date: str = ""
    region: str = ""
    source: str = ""
    source_kind: str = ""
    quality: Quality = Quality.UNKNOWN
    note: str = ""


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A catalog row: id, kind, maker, name and its values by attribute key.

    What never changes of a row is made once: its figures are kept in the instance's dictionary, which no copy takes over.
    """

    id: str
    kind: ItemKind
    maker: str
    name: str
    attributes: Mapping[str, Value] = msgspec.field(default_factory=dict)

    def number(self, key: str) -> float | None:
        """Return the numeric value of ``key`` in its registered unit, None where it is not known."""
        found = self.attributes.get(key)
        if found is None or isinstance(found.value, _WORDS):
            return None
        return float(found.value)

    def text(self, key: str) -> str:
        """Return the text of ``key``, '' where it is not known."""
        found = self.attributes.get(key)
        return "" if found is None else str(found.value)

    def quality(self, key: str) -> Quality:
        """Return how well ``key`` is known."""
        found = self.attributes.get(key)
        return Quality.UNKNOWN if found is None else found.quality

    def figure(self, key: str, unit: str) -> Figure:
        """Return ``key`` as a figure named ``<item id>/<key>`` with the value's own source."""
        kept = self.__dict__
        found: Figure | None = kept.get(key)
        if found is None or found.unit != unit:
            found = kept[key] = self._figure(key, unit)
        return found

    def _figure(self, key: str, unit: str) -> Figure:
        found = self.attributes.get(key)
        name = f"{self.id}/{key}"
        if found is None or isinstance(found.value, _WORDS):
            return unknown(name, unit)
        return leaf(name, float(found.value), unit, found.quality, found.source, found.source_date)


def digest(item: Item) -> str:
    """Return the content address of an item: SHA-256 of its canonical JSON, first 16 hex digits."""
    packed = msgspec.json.encode(item, order="deterministic")
    return hashlib.sha256(packed).hexdigest()[:16]

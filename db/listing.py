"""Rows of the generated list table: what the catalog list shows, sorts by and searches, made from an item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

import msgspec

from db import search
from planner.catalog.items import Item, PriceObservation, Value
from planner.figure import Quality

Aliases = Callable[[Item], tuple[str, ...]]

_QUALITY_RANK = {quality: rank for rank, quality in enumerate(Quality)}
_POWER_KEYS = ("tdp_w", "max_power_w", "power_max_w")
_LIST_CURRENCY = "CNY"


class ListRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the catalog list; None and '' stand for what is not known.

    Memory in GB as sold, bandwidth in GB/s (decimal), power in W at full load, prices as decimals in
    ``price_currency`` for one piece.
    """

    id: str
    origin: str
    kind: str
    maker: str
    name: str
    subkind: str
    memory_gb: float | None
    bandwidth_gbs: float | None
    power_w: float | None
    price_low: Decimal | None
    price_high: Decimal | None
    price_currency: str
    purchasable: str
    quality: str


class PriceRange(msgspec.Struct, frozen=True, kw_only=True):
    """Lowest and highest of several observations in one currency."""

    currency: str = ""
    low: Decimal | None = None
    high: Decimal | None = None


LIST_COLUMNS = ListRow.__struct_fields__
INSERT = (
    "INSERT INTO catalog_list (id, origin, kind, maker, name, subkind, memory_gb, bandwidth_gbs, power_w, price_low,"
    " price_high, price_currency, purchasable, quality, price_minor, quality_rank, name_sort, maker_sort, name_squashed,"
    " search_text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def list_values(item: Item, origin: str, prices: Sequence[PriceObservation], aliases: Aliases) -> tuple[object, ...]:
    """Return the values of ``INSERT`` for one item."""
    price = price_range(prices)
    quality = main_quality(item.attributes.values())
    return (
        item.id,
        origin,
        item.kind,
        item.maker,
        item.name,
        item.text("subkind"),
        item.number("memory_gb"),
        item.number("bandwidth_gbs"),
        _power_w(item),
        _text(price.low),
        _text(price.high),
        price.currency,
        item.text("purchasable"),
        str(quality),
        None if price.low is None else int(price.low * 100),
        _QUALITY_RANK[quality],
        search.natural_key(item.name),
        search.natural_key(item.maker),
        search.squash(item.name),
        search.search_text(_names(item, aliases)),
    )


def list_row(values: Sequence[object]) -> ListRow:
    """Return the row read from the table in the order of ``LIST_COLUMNS``."""
    return msgspec.convert(dict(zip(LIST_COLUMNS, values, strict=True)), ListRow, strict=False)


def main_quality(values: Iterable[Value]) -> Quality:
    """Return the quality that most values have, the lower one where two are as frequent; unknown without values."""
    counts = Counter(value.quality for value in values)
    if not counts:
        return Quality.UNKNOWN
    return max(counts, key=lambda quality: (counts[quality], _QUALITY_RANK[quality]))


def price_range(prices: Sequence[PriceObservation]) -> PriceRange:
    """Return the range of the prices for one piece, in yuan where there are any, of new goods where there are any."""
    usable = [one for one in prices if one.quantity_unit == "each" and (one.low is not None or one.high is not None)]
    if not usable:
        return PriceRange()
    currency = _LIST_CURRENCY if any(one.currency == _LIST_CURRENCY for one in usable) else usable[0].currency
    usable = [one for one in usable if one.currency == currency]
    usable = [one for one in usable if one.condition == "new"] or usable
    amounts = [amount for one in usable for amount in (one.low, one.high) if amount is not None]
    return PriceRange(currency=currency, low=min(amounts), high=max(amounts))


def _power_w(item: Item) -> float | None:
    known = (item.number(key) for key in _POWER_KEYS)
    return next((value for value in known if value is not None), None)


def _names(item: Item, aliases: Aliases) -> tuple[str, ...]:
    memory = item.number("memory_gb")
    sold_as = () if memory is None else (f"{memory:g}GB",)
    return (item.name, f"{item.maker} {item.name}", item.id, item.text("subkind"), *sold_as, *aliases(item))


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else format(amount, "f")

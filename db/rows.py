"""Writing catalog rows into the tables and reading them back: items with their values, prices, the list made of both."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from db.listing import INSERT, Aliases, list_values
from planner.catalog.items import Item, PriceObservation, Value, digest

Origin = Literal["bundled", "user"]

_PRICE_COLUMNS = PriceObservation.__struct_fields__
_PRICE_NAMES = ", ".join(_PRICE_COLUMNS)
_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_item = msgspec.json.Decoder(Item).decode


def item_of(body: bytes) -> Item:
    """Return the item stored as ``body``."""
    return _decode_item(body)


def packed(item: Item) -> bytes:
    """Return what is stored for ``item``; the digest is taken of the same bytes."""
    return _encode(item)


def insert_items(connection: sqlite3.Connection, items: Iterable[Item], origin: Origin, removed: bool = False) -> None:
    """Write items with their values, in the transaction that is open; rows of the same id and origin are replaced."""
    given = tuple(items)
    connection.executemany("DELETE FROM items WHERE id = ? AND origin = ?", ((item.id, origin) for item in given))
    connection.executemany(
        "INSERT INTO items (id, origin, kind, maker, name, digest, removed, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((one.id, origin, one.kind, one.maker, one.name, digest(one), int(removed), packed(one)) for one in given),
    )
    connection.executemany(
        "INSERT INTO item_values (item_id, origin, key, value_num, value_text, unit, source, source_date, quality)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row for item in given for row in _value_rows(item, origin)),
    )


def _value_rows(item: Item, origin: Origin) -> Iterator[tuple[Any, ...]]:
    for key, value in item.attributes.items():
        number, text = _stored(value)
        yield item.id, origin, key, number, text, value.unit, value.source, value.source_date, str(value.quality)


def _stored(value: Value) -> tuple[float | None, str | None]:
    """Return number and text of a value; a flag is both 1 or 0 and its word, so that it is told from a number."""
    if isinstance(value.value, bool):
        return float(value.value), str(value.value).lower()
    if isinstance(value.value, str):
        return None, value.value
    return float(value.value), None


def insert_prices(connection: sqlite3.Connection, prices: Iterable[PriceObservation], origin: Origin) -> None:
    """Write price observations in the transaction that is open; rows of the same id and origin are replaced."""
    marks = ", ".join("?" * (len(_PRICE_COLUMNS) + 1))
    connection.executemany(
        f"INSERT OR REPLACE INTO price_observations (origin, {_PRICE_NAMES}) VALUES ({marks})",
        ((origin, *(_price_cell(getattr(one, name)) for name in _PRICE_COLUMNS)) for one in prices),
    )


def _price_cell(value: Any) -> str | None:
    return None if value is None else str(value)


def read_prices(connection: sqlite3.Connection, item_id: str | None = None) -> tuple[PriceObservation, ...]:
    """Return price observations, newest first, of one item or all; a user's row hides the bundled one of its id."""
    where = "" if item_id is None else "AND item_id = ?"
    found = connection.execute(
        f"SELECT {_PRICE_NAMES} FROM price_observations AS this WHERE (origin = 'user' OR NOT EXISTS ("
        "SELECT 1 FROM price_observations AS other WHERE other.id = this.id AND other.origin = 'user'))"
        f" {where} ORDER BY observed_date DESC, id",
        () if item_id is None else (item_id,),
    )
    return tuple(msgspec.convert(dict(zip(_PRICE_COLUMNS, row, strict=True)), PriceObservation) for row in found)


def rebuild_list(connection: sqlite3.Connection, aliases: Aliases, ids: Iterable[str] | None = None) -> None:
    """Make the list rows of ``ids``, or of all items, from what is in force now; in the transaction that is open."""
    if ids is None:
        connection.execute("DELETE FROM catalog_list")
        wanted: tuple[str, ...] | None = None
    else:
        wanted = tuple(dict.fromkeys(ids))
        connection.executemany("DELETE FROM catalog_list WHERE id = ?", ((one,) for one in wanted))
    prices = _prices_by_item(connection)
    rows = [
        list_values(item, origin, prices.get(item.id, ()), aliases) for item, origin in _in_force(connection, wanted)
    ]
    connection.executemany(INSERT, rows)


def _prices_by_item(connection: sqlite3.Connection) -> Mapping[str, list[PriceObservation]]:
    grouped: dict[str, list[PriceObservation]] = defaultdict(list)
    for one in read_prices(connection):
        grouped[one.item_id].append(one)
    return grouped


def _in_force(connection: sqlite3.Connection, ids: tuple[str, ...] | None) -> Iterator[tuple[Item, str]]:
    """Yield the items that count with their origin: the user's row before the bundled one, none that was removed."""
    sql = (
        "SELECT body, origin FROM items AS this WHERE removed = 0 AND (origin = 'user' OR NOT EXISTS ("
        "SELECT 1 FROM items AS other WHERE other.id = this.id AND other.origin = 'user'))"
    )
    if ids is None:
        yield from ((item_of(body), origin) for body, origin in connection.execute(sql))
        return
    for one in ids:
        yield from (
            (item_of(body), origin) for body, origin in connection.execute(f"{sql} AND id = ?", (one,)).fetchall()
        )

"""The first fill with the bundled catalog, and its renewal when a program with another catalog opens the file.

What is bundled is replaced as a whole; rows the user made or changed are other rows and stay.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from functools import lru_cache

import msgspec

import resources
from db.database import Database
from db.listing import Aliases
from db.rows import insert_items, insert_prices, rebuild_list
from planner.catalog.items import Item, PriceObservation

LIST_VERSION = 1
_DIGEST_KEY = "catalog_digest"


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """The catalog a program brings: its digest, and functions that read it only when it is needed."""

    digest: str
    items: Callable[[], tuple[Item, ...]]
    prices: Callable[[], tuple[PriceObservation, ...]]
    aliases: Aliases


def bundled() -> Bundle:
    """Return the catalog under ``resources``; the tables are not read yet."""
    return Bundle(digest=_resources_digest(), items=_items, prices=_prices, aliases=_aliases)


@lru_cache(maxsize=1)
def _resources_digest() -> str:
    """Return a digest of the bundled tables, the program's version and the version of the list made of them."""
    hashed = hashlib.sha256(f"{resources.VERSION} {LIST_VERSION}".encode())
    for name in (*resources.names("catalog", ".csv"), *resources.names("", ".csv")):
        hashed.update(name.encode())
        hashed.update(resources.read_bytes(name.lstrip("/")))
    return hashed.hexdigest()


def _items() -> tuple[Item, ...]:
    from planner.catalog.load import bundled_items

    return bundled_items()


def _prices() -> tuple[PriceObservation, ...]:
    from planner.catalog.load import bundled_prices

    return bundled_prices()


def _aliases(item: Item) -> tuple[str, ...]:
    from planner.catalog.aliases import aliases_for

    return aliases_for(item)


def is_current(database: Database, bundle: Bundle) -> bool:
    """Tell whether the file holds this very catalog."""
    return bool(database.value("SELECT value FROM meta WHERE key = ?", (_DIGEST_KEY,)) == bundle.digest)


def fill(database: Database, bundle: Bundle) -> None:
    """Write the bundled catalog, in one transaction; raises KnownStoreError."""
    items, prices = bundle.items(), bundle.prices()
    with database.writing() as connection:
        if is_current(database, bundle):
            return
        _replace_bundled(connection, items, prices)
        rebuild_list(connection, bundle.aliases)
        for key, value in ((_DIGEST_KEY, bundle.digest), ("program", resources.VERSION)):
            connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


def _replace_bundled(
    connection: sqlite3.Connection, items: tuple[Item, ...], prices: tuple[PriceObservation, ...]
) -> None:
    connection.execute("DELETE FROM catalog_list")
    connection.execute("DELETE FROM items WHERE origin = 'bundled'")
    connection.execute("DELETE FROM price_observations WHERE origin = 'bundled'")
    insert_items(connection, items, "bundled")
    insert_prices(connection, prices, "bundled")

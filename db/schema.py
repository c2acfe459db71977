"""The tables of the store, schema 1, and the two numbers that mark the file as ours.

Amounts are never binary fractions: unit prices are decimals as text, sums are integer minor units. An item has at most
one bundled and one user row; the user's wins, so a new bundled catalog never touches what the user typed.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x4C505243  # "LPRC"
SCHEMA_VERSION = 1

TABLES = (
    """CREATE TABLE meta (
        key TEXT PRIMARY KEY NOT NULL,
        value TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE settings (
        key TEXT PRIMARY KEY NOT NULL,
        value TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE items (
        id TEXT NOT NULL,
        origin TEXT NOT NULL CHECK (origin IN ('bundled', 'user')),
        kind TEXT NOT NULL,
        maker TEXT NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
        body BLOB NOT NULL,
        PRIMARY KEY (id, origin)
    )""",
    """CREATE TABLE item_values (
        item_id TEXT NOT NULL,
        origin TEXT NOT NULL,
        key TEXT NOT NULL,
        value_num REAL,
        value_text TEXT,
        unit TEXT NOT NULL,
        source TEXT NOT NULL,
        source_date TEXT NOT NULL,
        quality TEXT NOT NULL,
        PRIMARY KEY (item_id, origin, key),
        FOREIGN KEY (item_id, origin) REFERENCES items (id, origin) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    """CREATE TABLE catalog_list (
        id TEXT PRIMARY KEY NOT NULL,
        origin TEXT NOT NULL,
        kind TEXT NOT NULL,
        maker TEXT NOT NULL,
        name TEXT NOT NULL,
        subkind TEXT NOT NULL,
        memory_gb REAL,
        bandwidth_gbs REAL,
        power_w REAL,
        price_low TEXT,
        price_high TEXT,
        price_currency TEXT NOT NULL,
        price_minor INTEGER,
        purchasable TEXT NOT NULL,
        quality TEXT NOT NULL,
        quality_rank INTEGER NOT NULL,
        name_sort TEXT NOT NULL,
        maker_sort TEXT NOT NULL,
        name_squashed TEXT NOT NULL,
        search_text TEXT NOT NULL,
        FOREIGN KEY (id, origin) REFERENCES items (id, origin) ON DELETE CASCADE
    )""",
    "CREATE INDEX catalog_list_kind ON catalog_list (kind, name_sort)",
    """CREATE TABLE price_observations (
        id TEXT NOT NULL,
        origin TEXT NOT NULL CHECK (origin IN ('bundled', 'user')),
        item_type TEXT NOT NULL,
        item_id TEXT NOT NULL,
        item_name TEXT NOT NULL,
        currency TEXT NOT NULL,
        low TEXT,
        high TEXT,
        price_kind TEXT NOT NULL,
        condition TEXT NOT NULL,
        tax TEXT NOT NULL,
        quantity_unit TEXT NOT NULL,
        observed_date TEXT NOT NULL,
        region TEXT NOT NULL,
        source TEXT NOT NULL,
        source_kind TEXT NOT NULL,
        quality TEXT NOT NULL,
        note TEXT NOT NULL,
        PRIMARY KEY (id, origin)
    ) WITHOUT ROWID""",
    "CREATE INDEX price_observations_item ON price_observations (item_id)",
    """CREATE TABLE change_sets (
        id INTEGER PRIMARY KEY,
        created_at TEXT NOT NULL,
        label TEXT NOT NULL,
        undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
        changes BLOB NOT NULL
    )""",
    """CREATE TABLE plans (
        id TEXT PRIMARY KEY NOT NULL,
        title_zh TEXT NOT NULL,
        title_en TEXT NOT NULL,
        revision INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        removed_at TEXT
    ) WITHOUT ROWID""",
    """CREATE TABLE plan_revisions (
        plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        label TEXT NOT NULL,
        digests TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (plan_id, number)
    )""",
    """CREATE TABLE plan_items (
        digest TEXT PRIMARY KEY NOT NULL,
        body BLOB NOT NULL
    )""",
    """CREATE TABLE attachments (
        digest TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        added_at TEXT NOT NULL
    ) WITHOUT ROWID""",
)


def create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of schema 1 in an empty database, inside the transaction that is open."""
    for statement in TABLES:
        connection.execute(statement)
    mark(connection, SCHEMA_VERSION)


def mark(connection: sqlite3.Connection, version: int) -> None:
    """Write the application id and the schema version into the file's header."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    connection.execute(f"PRAGMA user_version = {version:d}")


def table_names(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the names of the tables in the file, sorted."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    return tuple(name for (name,) in rows)


def row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the number of rows of each table."""
    counts = {}
    for name in table_names(connection):
        quoted = '"' + name.replace('"', '""') + '"'
        counts[name] = int(connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()[0])
    return counts

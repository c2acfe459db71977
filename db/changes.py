"""Change sets: every change of the user's catalog rows, written in the same transaction, to be undone and redone.

A change holds the user's row before and after as stored, None for no row of the user's own (then the bundled row, if
there is one, is in force). Undoing writes the state before; it computes nothing, so it cannot fail.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from db.labels import moment_of, packed_label, stamp, unpacked_label
from db.rows import insert_items, insert_prices
from planner.catalog.items import Item, PriceObservation
from planner.messages import Message


class UserItem(msgspec.Struct, frozen=True, kw_only=True):
    """A user's item row; ``removed`` hides the bundled row of the same id."""

    item: Item
    removed: bool = False


class ItemChange(msgspec.Struct, frozen=True, kw_only=True, tag="item"):
    """A change of one item."""

    id: str
    before: UserItem | None = None
    after: UserItem | None = None


class PriceChange(msgspec.Struct, frozen=True, kw_only=True, tag="price"):
    """A change of one price observation."""

    id: str
    before: PriceObservation | None = None
    after: PriceObservation | None = None


RowChange = ItemChange | PriceChange


class ChangeSet(msgspec.Struct, frozen=True, kw_only=True):
    """Changes that belong together, as one step of undo."""

    id: int
    created_at: dt.datetime
    label: Message | str
    undone: bool
    changes: tuple[RowChange, ...]

    def item_ids(self) -> tuple[str, ...]:
        """Return the ids of all items whose list row the set touches."""
        touched: dict[str, None] = {}
        for change in self.changes:
            if isinstance(change, ItemChange):
                touched[change.id] = None
                continue
            touched.update((one.item_id, None) for one in (change.before, change.after) if one and one.item_id)
        return tuple(touched)


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(tuple[RowChange, ...]).decode
_COLUMNS = "id, created_at, label, undone, changes"


def user_item(connection: sqlite3.Connection, id: str) -> UserItem | None:  # noqa: A002
    """Return the user's own row of an item, None where there is none."""
    found = connection.execute("SELECT body, removed FROM items WHERE id = ? AND origin = 'user'", (id,)).fetchone()
    return None if found is None else UserItem(item=msgspec.json.decode(found[0], type=Item), removed=bool(found[1]))


def record(
    connection: sqlite3.Connection, changes: Sequence[RowChange], label: Message | str, now: dt.datetime
) -> ChangeSet:
    """Write the changes and their set; what had been undone can no longer be redone."""
    connection.execute("DELETE FROM change_sets WHERE undone = 1")
    number = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM change_sets").fetchone()[0]
    connection.execute(
        f"INSERT INTO change_sets ({_COLUMNS}) VALUES (?, ?, ?, 0, ?)",
        (number, stamp(now), packed_label(label), _encode(tuple(changes))),
    )
    put(connection, changes, forward=True)
    found = get(connection, number)
    assert found is not None
    return found


def put(connection: sqlite3.Connection, changes: Iterable[RowChange], forward: bool) -> None:
    """Write the rows after the changes (``forward``) or before them."""
    for change in changes if forward else reversed(tuple(changes)):
        if isinstance(change, ItemChange):
            _put_item(connection, change.id, change.after if forward else change.before)
        else:
            _put_price(connection, change.id, change.after if forward else change.before)


def _put_item(connection: sqlite3.Connection, id: str, row: UserItem | None) -> None:  # noqa: A002
    if row is None:
        connection.execute("DELETE FROM items WHERE id = ? AND origin = 'user'", (id,))
    else:
        insert_items(connection, (row.item,), "user", row.removed)


def _put_price(connection: sqlite3.Connection, id: str, row: PriceObservation | None) -> None:  # noqa: A002
    if row is None:
        connection.execute("DELETE FROM price_observations WHERE id = ? AND origin = 'user'", (id,))
    else:
        insert_prices(connection, (row,), "user")


def get(connection: sqlite3.Connection, number: int) -> ChangeSet | None:
    """Return the change set of this number."""
    return _first(connection, "WHERE id = ?", (number,))


def next_to(connection: sqlite3.Connection, step: Literal["undo", "redo"]) -> ChangeSet | None:
    """Return the set that undo takes back or redo does again, None where there is none."""
    where = "WHERE undone = 0 ORDER BY id DESC" if step == "undo" else "WHERE undone = 1 ORDER BY id"
    return _first(connection, where, ())


def mark(connection: sqlite3.Connection, number: int, undone: bool) -> None:
    """Note whether a set is undone."""
    connection.execute("UPDATE change_sets SET undone = ? WHERE id = ?", (int(undone), number))


def newest_first(connection: sqlite3.Connection, limit: int) -> tuple[ChangeSet, ...]:
    """Return the last sets."""
    found = connection.execute(f"SELECT {_COLUMNS} FROM change_sets ORDER BY id DESC LIMIT ?", (limit,))
    return tuple(_set_of(row) for row in found)


def _first(connection: sqlite3.Connection, where: str, values: tuple[int, ...]) -> ChangeSet | None:
    found = connection.execute(f"SELECT {_COLUMNS} FROM change_sets {where} LIMIT 1", values).fetchone()
    return None if found is None else _set_of(found)


def _set_of(row: tuple[int, str, str, int, bytes]) -> ChangeSet:
    number, created_at, label, undone, body = row
    return ChangeSet(
        id=number,
        created_at=moment_of(created_at),
        label=unpacked_label(label),
        undone=bool(undone),
        changes=_decode(body),
    )

"""The catalog in the store: listing, searching, single items and prices, and the user's changes with undo and redo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from db import changes, search
from db.changes import ChangeSet, ItemChange, PriceChange, RowChange, UserItem
from db.database import Database
from db.listing import LIST_COLUMNS, Aliases, ListRow, list_row
from db.rows import item_of, read_prices, rebuild_list
from planner.catalog.items import Item, PriceObservation
from planner.errors import unknown_id
from planner.messages import Message, msg

SortKey = Literal[
    "best", "name", "maker", "kind", "id", "subkind", "memory", "bandwidth", "power", "price", "purchasable", "quality"
]

_SORTS: dict[str, str] = {
    "name": "name_sort",
    "maker": "maker_sort",
    "kind": "kind",
    "id": "id",
    "subkind": "nullif(subkind, '')",
    "memory": "memory_gb",
    "bandwidth": "bandwidth_gbs",
    "power": "power_w",
    "price": "price_minor",
    "purchasable": "nullif(purchasable, '')",
    "quality": "quality_rank",
}
_PAGE = 400


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """One page of what was found, and how many there are in all."""

    rows: tuple[ListRow, ...]
    total: int


class CatalogStore:
    """The catalog of one open database."""

    def __init__(self, database: Database, aliases: Aliases) -> None:
        """Keep the database; ``aliases`` gives the other names under which an item is found."""
        self._database = database
        self._aliases = aliases

    def find(
        self, query: str = "", kind: str = "", sort: SortKey = "best", descending: bool = False
    ) -> tuple[str, ...]:
        """Return the ids of what fits all words of ``query``, in order; unknown values come last either way.

        'best' puts the same name first, then names that start so, then better known values; 'price' is by the lowest
        price of a piece in the row's own currency.
        """
        condition = search.condition(query)
        where, values = f"({condition.where})", condition.where_values
        if kind:
            where, values = f"kind = ? AND {where}", (kind, *values)
        order, order_values = condition.order, condition.order_values
        if sort != "best":
            column, way = _SORTS[sort], "DESC" if descending else "ASC"
            order, order_values = f"{column} IS NULL, {column} {way}, name_sort, id", ()
        found = self._database.rows(
            f"SELECT id FROM catalog_list WHERE {where} ORDER BY {order}", (*values, *order_values)
        )
        return tuple(row[0] for row in found)

    def rows(self, ids: Sequence[str]) -> tuple[ListRow, ...]:
        """Return the list rows of ``ids`` in their order; ids that are gone are left out."""
        found: dict[str, ListRow] = {}
        for start in range(0, len(ids), _PAGE):
            part = tuple(ids[start : start + _PAGE])
            marks = ", ".join("?" * len(part))
            sql = f"SELECT {', '.join(LIST_COLUMNS)} FROM catalog_list WHERE id IN ({marks})"
            found.update((row[0], list_row(row)) for row in self._database.rows(sql, part))
        return tuple(found[one] for one in ids if one in found)

    def search(self, query: str, kind: str = "", limit: int = 50, offset: int = 0) -> SearchResult:
        """Return the best matches and their total number."""
        ids = self.find(query, kind)
        return SearchResult(rows=self.rows(ids[offset : offset + max(limit, 0)]), total=len(ids))

    def count(self, kind: str = "") -> int:
        """Return the number of items, of one kind or in all."""
        if kind:
            return int(self._database.value("SELECT count(*) FROM catalog_list WHERE kind = ?", (kind,)))
        return int(self._database.value("SELECT count(*) FROM catalog_list"))

    def kinds(self) -> dict[str, int]:
        """Return the kinds that occur with their number of items."""
        return dict(self._database.rows("SELECT kind, count(*) FROM catalog_list GROUP BY kind ORDER BY kind"))

    def has(self, id: str) -> bool:  # noqa: A002
        """Tell whether there is an item of this id."""
        return self._database.one("SELECT 1 FROM catalog_list WHERE id = ?", (id,)) is not None

    def get(self, id: str) -> Item:  # noqa: A002
        """Return an item; raises UnknownIdError with the nearest ids."""
        sql = "SELECT body FROM items JOIN catalog_list USING (id, origin) WHERE id = ?"
        found = self._database.one(sql, (id,))
        if found is not None:
            return item_of(found[0])
        known = tuple(row[0] for row in self._database.rows("SELECT id FROM catalog_list"))
        raise unknown_id(msg("store.catalog_item", "catalog item"), id, known)

    def origin(self, id: str) -> str:  # noqa: A002
        """Return 'bundled' or 'user', '' where there is no such item."""
        return str(self._database.value("SELECT origin FROM catalog_list WHERE id = ?", (id,)) or "")

    def items(self, kind: str = "") -> tuple[Item, ...]:
        """Return all items, of one kind or in all, by name in natural order."""
        sql = "SELECT body FROM items JOIN catalog_list USING (id, origin)"
        where, values = ("WHERE catalog_list.kind = ?", (kind,)) if kind else ("", ())
        found = self._database.rows(f"{sql} {where} ORDER BY catalog_list.kind, name_sort, id", values)
        return tuple(item_of(row[0]) for row in found)

    def prices_of(self, id: str) -> tuple[PriceObservation, ...]:  # noqa: A002
        """Return the price observations of an item, newest first."""
        with self._database.reading() as connection:
            return read_prices(connection, id)

    def prices(self) -> tuple[PriceObservation, ...]:
        """Return all price observations, newest first."""
        with self._database.reading() as connection:
            return read_prices(connection)

    def save(
        self,
        label: Message | str,
        now: dt.datetime,
        items: Iterable[Item] = (),
        prices: Iterable[PriceObservation] = (),
        removed: Iterable[str] = (),
    ) -> ChangeSet:
        """Add or replace items and prices and remove items by id, as one change set; raises KnownStoreError.

        A bundled row is not changed: the user's row of the same id is in force instead. Raises UnknownIdError for an
        item to remove that is not there; then nothing is changed.
        """
        gone = {one: self.get(one) for one in removed}
        with self._database.writing() as connection:
            planned: list[RowChange] = [
                ItemChange(id=one.id, before=changes.user_item(connection, one.id), after=UserItem(item=one))
                for one in {one.id: one for one in items}.values()
            ]
            for one, item in gone.items():
                after = UserItem(item=item, removed=True) if self._is_bundled(one) else None
                planned.append(ItemChange(id=one, before=changes.user_item(connection, one), after=after))
            known = {price.id: price for price in self._user_prices()}
            planned += [PriceChange(id=one.id, before=known.get(one.id), after=one) for one in prices]
            made = changes.record(connection, planned, label, now)
            rebuild_list(connection, self._aliases, made.item_ids())
        return made

    def undo(self) -> ChangeSet | None:
        """Take the last change set back and return it, None where there is none; raises KnownStoreError."""
        return self._step("undo")

    def redo(self) -> ChangeSet | None:
        """Do the change set again that was taken back last, None where there is none; raises KnownStoreError."""
        return self._step("redo")

    def undoable(self) -> ChangeSet | None:
        """Return the change set that undo would take back."""
        return changes.next_to(self._database.connection, "undo")

    def redoable(self) -> ChangeSet | None:
        """Return the change set that redo would do again."""
        return changes.next_to(self._database.connection, "redo")

    def history(self, limit: int = 100) -> tuple[ChangeSet, ...]:
        """Return the last change sets, newest first."""
        return changes.newest_first(self._database.connection, limit)

    def _step(self, step: Literal["undo", "redo"]) -> ChangeSet | None:
        with self._database.writing() as connection:
            found = changes.next_to(connection, step)
            if found is None:
                return None
            changes.put(connection, found.changes, forward=step == "redo")
            changes.mark(connection, found.id, undone=step == "undo")
            rebuild_list(connection, self._aliases, found.item_ids())
        return msgspec.structs.replace(found, undone=step == "undo")

    def _is_bundled(self, id: str) -> bool:  # noqa: A002
        return self._database.one("SELECT 1 FROM items WHERE id = ? AND origin = 'bundled'", (id,)) is not None

    def _user_prices(self) -> tuple[PriceObservation, ...]:
        ids = {row[0] for row in self._database.rows("SELECT id FROM price_observations WHERE origin = 'user'")}
        return tuple(one for one in read_prices(self._database.connection) if one.id in ids)

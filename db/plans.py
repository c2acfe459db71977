"""Plans in the store: a revision at each edit, whole or not at all; catalog rows kept once under their digest."""

from __future__ import annotations

import datetime as dt
import sqlite3
import zlib
from collections.abc import Iterable

import msgspec

from db import search, thinning
from db.database import Database
from db.errors import KnownStoreError
from db.labels import moment_of, packed_label, stamp, unpacked_label
from db.rows import item_of, packed
from planner.catalog.items import Item
from planner.errors import InputError, PlanFileError, unknown_id
from planner.messages import Labelled, Message, msg
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import Plan

THIN_EVERY = 50


class PlanEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A plan in the list of plans; times in UTC."""

    id: str
    title: Labelled
    revision: int
    created_at: dt.datetime
    changed_at: dt.datetime


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """One stored state of a plan, without its content; ``label`` is the edit that led to it; time in UTC."""

    number: int
    created_at: dt.datetime
    label: Message | str


class StoredPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan as loaded, and which revision it is."""

    plan: Plan
    revision: int


class PlanStore:
    """The plans of one open database."""

    def __init__(self, database: Database) -> None:
        """Keep the database."""
        self._database = database

    def save_revision(self, plan: Plan, label: Message | str, now: dt.datetime, based_on: int | None = None) -> int:
        """Store ``plan`` as its newest revision and return the number; on the disk when this returns.

        ``based_on`` is the revision the edit started from, 0 for none: if the newest is another by now, someone else
        changed the plan. Raises KnownStoreError (changed elsewhere, read only, in use, full); then nothing changed.
        """
        body = zlib.compress(encode_plan(plan, with_items=False))
        digests = msgspec.json.encode(sorted(plan.items)).decode()
        moment = stamp(now)
        with self._database.writing() as connection:
            current = self._current(plan.id)
            if based_on is not None and based_on != current:
                raise self._changed_elsewhere()
            number = current + 1
            connection.executemany(
                "INSERT OR IGNORE INTO plan_items (digest, body) VALUES (?, ?)",
                ((digest, packed(item)) for digest, item in plan.items.items()),
            )
            connection.execute(
                "INSERT INTO plans (id, title_zh, title_en, revision, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET title_zh = excluded.title_zh, title_en = excluded.title_en,"
                " revision = excluded.revision, changed_at = excluded.changed_at, removed_at = NULL",
                (plan.id, plan.title.zh, plan.title.en, number, moment, moment),
            )
            connection.execute(
                "INSERT INTO plan_revisions (plan_id, number, created_at, label, digests, body) VALUES (?, ?, ?, ?, ?, ?)",
                (plan.id, number, moment, packed_label(label), digests, body),
            )
            if number % THIN_EVERY == 0:
                self._thin(connection, plan.id, now)
        return number

    def load(self, wanted: str, number: int | None = None) -> StoredPlan:
        """Return a plan by id or by a title that only one plan has, its newest revision or revision ``number``.

        Raises UnknownIdError (no such plan or revision), InputError (several plans of that title), KnownStoreError.
        """
        plan_id = self.resolve(wanted)
        revision = self._current(plan_id) if number is None else number
        sql = "SELECT digests, body FROM plan_revisions WHERE plan_id = ? AND number = ?"
        found = self._database.one(sql, (plan_id, revision))
        if found is None:
            known = tuple(str(one.number) for one in self.revisions(plan_id))
            raise unknown_id(msg("store.revision", "revision"), str(revision), known)
        digests, body = found
        items = self._items(msgspec.json.decode(digests, type=list[str]))
        try:
            plan = decode_plan(zlib.decompress(body), items=items, place=str(self._database.path))
        except (zlib.error, PlanFileError) as error:
            raise self._damaged(plan_id, revision) from error
        return StoredPlan(plan=plan, revision=revision)

    def resolve(self, wanted: str) -> str:
        """Return the id of the plan with this id or title; raises UnknownIdError or InputError."""
        entries = self.list()
        if any(one.id == wanted for one in entries):
            return wanted
        name = search.normalise(wanted)
        found = [one.id for one in entries if name in (search.normalise(one.title.zh), search.normalise(one.title.en))]
        if len(found) == 1:
            return found[0]
        if not found:
            known = tuple(name for one in entries for name in (one.id, one.title.zh, one.title.en) if name)
            raise unknown_id(msg("store.plan", "plan"), wanted, known)
        raise InputError(
            msg("store.plan_twice", 'Several plans are called "{name}".', name=wanted),
            msg("store.plan_twice.remedy", "Give the id instead: {ids}.", ids=tuple(found)),
        )

    def list(self) -> tuple[PlanEntry, ...]:
        """Return the plans that were not removed, the last changed first."""
        sql = (
            "SELECT id, title_zh, title_en, revision, created_at, changed_at FROM plans"
            " WHERE removed_at IS NULL ORDER BY changed_at DESC, id"
        )
        return tuple(_entry(*row) for row in self._database.rows(sql))

    def newest(self, plan_id: str) -> int:
        """Return the number of the newest revision, 0 where there is no such plan; raises KnownStoreError."""
        return self._current(plan_id)

    def removed(self) -> tuple[PlanEntry, ...]:
        """Return the plans in the bin, the last removed first; ``changed_at`` is when they were changed."""
        sql = (
            "SELECT id, title_zh, title_en, revision, created_at, changed_at FROM plans"
            " WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, id"
        )
        return tuple(_entry(*row) for row in self._database.rows(sql))

    def revisions(self, plan_id: str) -> tuple[Revision, ...]:
        """Return the revisions of a plan that are still kept, newest first."""
        sql = "SELECT number, created_at, label FROM plan_revisions WHERE plan_id = ? ORDER BY number DESC"
        return tuple(
            Revision(number=number, created_at=moment_of(moment), label=unpacked_label(label))
            for number, moment, label in self._database.rows(sql, (plan_id,))
        )

    def same(self, plan_id: str, one: int, other: int) -> bool:
        """Tell whether two revisions hold the same plan; False where one of them is not kept."""
        sql = (
            "SELECT 1 FROM plan_revisions AS a JOIN plan_revisions AS b ON a.body = b.body"
            " WHERE a.plan_id = ? AND a.number = ? AND b.plan_id = ? AND b.number = ?"
        )
        return self._database.one(sql, (plan_id, one, plan_id, other)) is not None

    def remove(self, plan_id: str, now: dt.datetime) -> None:
        """Take a plan off the list; its revisions stay until it is restored by ``bring_back``."""
        self._set_removed(plan_id, stamp(now))

    def bring_back(self, plan_id: str) -> None:
        """Put a removed plan back on the list."""
        self._set_removed(plan_id, None)

    def thin(self, plan_id: str, now: dt.datetime) -> int:
        """Drop old revisions between the hours and days that stay, and rows no plan uses; returns how many revisions."""
        with self._database.writing() as connection:
            return self._thin(connection, plan_id, now)

    def orphans(self) -> tuple[str, ...]:
        """Return the digests of stored catalog rows that no revision uses."""
        used = {one for row in self._database.rows("SELECT digests FROM plan_revisions") for one in _digests(row[0])}
        return tuple(row[0] for row in self._database.rows("SELECT digest FROM plan_items") if row[0] not in used)

    def lost_items(self) -> tuple[str, ...]:
        """Return the digests that a revision uses and that are not stored; there should be none."""
        stored = {row[0] for row in self._database.rows("SELECT digest FROM plan_items")}
        used = {one for row in self._database.rows("SELECT digests FROM plan_revisions") for one in _digests(row[0])}
        return tuple(sorted(used - stored))

    def _current(self, plan_id: str) -> int:
        return int(self._database.value("SELECT revision FROM plans WHERE id = ?", (plan_id,)) or 0)

    def _items(self, digests: Iterable[str]) -> dict[str, Item]:
        found: dict[str, Item] = {}
        for digest in digests:
            body = self._database.value("SELECT body FROM plan_items WHERE digest = ?", (digest,))
            if body is not None:
                found[digest] = item_of(body)
        return found

    def _thin(self, connection: sqlite3.Connection, plan_id: str, now: dt.datetime) -> int:
        times = [(one.number, one.created_at) for one in self.revisions(plan_id)]
        staying = thinning.kept(times, now.astimezone(dt.UTC)) | {self._current(plan_id)}
        going = [(plan_id, number) for number, _ in times if number not in staying]
        connection.executemany("DELETE FROM plan_revisions WHERE plan_id = ? AND number = ?", going)
        if going:
            connection.executemany("DELETE FROM plan_items WHERE digest = ?", ((one,) for one in self.orphans()))
        return len(going)

    def _set_removed(self, plan_id: str, moment: str | None) -> None:
        with self._database.writing() as connection:
            changed = connection.execute("UPDATE plans SET removed_at = ? WHERE id = ?", (moment, plan_id)).rowcount
        if not changed:
            raise unknown_id(msg("store.plan", "plan"), plan_id, tuple(one.id for one in self.list()))

    def _changed_elsewhere(self) -> KnownStoreError:
        return KnownStoreError(
            msg("store.changed_elsewhere", "The plan was changed in another window meanwhile."),
            msg(
                "store.changed_elsewhere.remedy",
                "Open the plan again and repeat the last step; nothing was overwritten.",
            ),
            str(self._database.path),
        )

    def _damaged(self, plan_id: str, revision: int) -> KnownStoreError:
        return KnownStoreError(
            msg(
                "store.plan_damaged", "Revision {number} of the plan {plan} is damaged.", number=revision, plan=plan_id
            ),
            msg("store.plan_damaged.remedy", "Open an earlier revision of it, or bring back a backup."),
            str(self._database.path),
        )


def _digests(text: str) -> list[str]:
    return msgspec.json.decode(text, type=list[str])


def _entry(id: str, zh: str, en: str, revision: int, created: str, changed: str) -> PlanEntry:  # noqa: A002
    return PlanEntry(
        id=id,
        title=Labelled(zh=zh, en=en),
        revision=revision,
        created_at=moment_of(created),
        changed_at=moment_of(changed),
    )

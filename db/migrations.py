"""Bringing a database of an older schema up to date: forward only, each run after a verified backup beside the file.

All steps of a run and their verification are one transaction; if anything fails, the file is as it was before. A step
that needs more than plain SQL imports sqlite_utils inside its function (it pulls in pandas; never at start).
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from db.backup import Backup, back_up, beside, problems, put_back
from db.database import Database
from db.errors import KnownStoreError, StoreBug
from db.schema import mark
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Iterator

Step = Callable[[sqlite3.Connection], None]

# The step from each older schema to the next one.
MIGRATIONS: Mapping[int, Step] = {}


class Migrated(msgspec.Struct, frozen=True, kw_only=True):
    """A migration that was done: from which schema to which, and the backup of what was before."""

    before: int
    after: int
    backup: Backup


def migrate(database: Database, target: int, steps: Mapping[int, Step], now: dt.datetime) -> Migrated:
    """Bring ``database`` to schema ``target``; raises KnownStoreError and leaves the file as it was.

    The backup stays beside the file in any case.
    """
    before = int(database.value("PRAGMA user_version"))
    missing = [version for version in range(before, target) if version not in steps]
    if missing:
        raise _no_way(database, before)
    backup = back_up(database, beside(database.path, f"schema{before}", now))
    try:
        with _without_references(database), database.writing() as connection:
            if int(connection.execute("PRAGMA user_version").fetchone()[0]) == before:
                _run(connection, before, target, steps)
    except TransactionEnded as error:
        put_back(database, backup)
        raise _failed(database, backup) from error
    except (StoreBug, MigrationFault) as error:
        raise _failed(database, backup) from error
    return Migrated(before=before, after=target, backup=backup)


class MigrationFault(Exception):
    """A step that did not do what it should: the file would not be sound afterwards."""


class TransactionEnded(MigrationFault):
    """A step that wrote for good before the run was verified; only the backup undoes that."""


def _run(connection: sqlite3.Connection, before: int, target: int, steps: Mapping[int, Step]) -> None:
    for version in range(before, target):
        steps[version](connection)
        if not connection.in_transaction:
            raise TransactionEnded(f"step {version}")
        mark(connection, version + 1)
    found = problems(connection)
    if found:
        raise MigrationFault("; ".join(found[:5]))


@contextmanager
def _without_references(database: Database) -> Iterator[None]:
    """Let tables be remade inside the transaction (sqlite.org/lang_altertable.html, section 7); they are checked after it."""
    database.connection.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        database.connection.execute("PRAGMA foreign_keys = ON")


def _no_way(database: Database, version: int) -> KnownStoreError:
    return KnownStoreError(
        msg(
            "store.migration.too_old",
            "The database is of version {version}, which this program no longer reads.",
            version=version,
        ),
        msg("store.migration.too_old.remedy", "Open it once with an older program; the file was not changed."),
        str(database.path),
    )


def _failed(database: Database, backup: Backup) -> KnownStoreError:
    return KnownStoreError(
        msg("store.migration.failed", "The database could not be brought up to date; it is as it was before."),
        msg(
            "store.migration.failed.remedy",
            "Go on with the older program. A backup was made: {backup}.",
            backup=str(backup.path),
        ),
        str(database.path),
    )

"""Copies of the whole database that were looked at before they are trusted, and putting one back.

Copying goes through SQLite's backup API: a plain file copy misses what is still in the write-ahead log.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from db import errors, location
from db.database import Database
from db.errors import KnownStoreError, translated
from db.schema import APPLICATION_ID, SCHEMA_VERSION, row_counts
from planner.messages import msg

_MOST_ATTEMPTS = 20
_PAUSE_S = 0.1


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A verified copy: where, how large in bytes, rows of each table."""

    path: Path
    size_bytes: int
    rows: dict[str, int]


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What a restore did: the backup now in force, and where the database it replaced is kept (None: there was none)."""

    source: Backup
    kept: Path | None


def back_up(database: Database, target: Path) -> Backup:
    """Write a verified copy to ``target``, as a whole or not at all; an existing backup there is replaced.

    Raises KnownStoreError where the target is the database itself, cannot be written, or the copy is not sound.
    """
    target = target.expanduser().absolute()
    if target.exists() and target.samefile(database.path):
        raise _same_file(target)
    _refuse_foreign(target)
    partial = target.with_name(f".{target.name}.part")
    try:
        made = _copied(database, partial)
        partial.replace(target)
    except OSError as error:
        raise _unwritable(target) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return msgspec.structs.replace(made, path=target)


def _copied(database: Database, partial: Path) -> Backup:
    """Copy into the new file ``partial`` and compare the copy with what was copied."""
    with partial.open("wb"):
        pass
    with database.reading() as connection:
        expected = row_counts(connection)
        with translated(partial), closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    made = verified(partial, newest=None)
    if made.rows != expected:
        raise errors.damaged(partial)
    return made


def verified(path: Path, newest: int | None = SCHEMA_VERSION) -> Backup:
    """Return what the file holds; raises KnownStoreError unless it is a sound database of ours, not newer than ``newest``."""
    try:
        header = location.read_header(path)
    except OSError as error:
        raise errors.cannot_open(path) from error
    if header is None:
        raise errors.no_backup(path)
    if not header.is_sqlite:
        raise errors.not_a_database(path)
    if header.application_id != APPLICATION_ID:
        raise errors.other_program(path)
    address = location.read_only_address(path.absolute(), immutable=header.write_ahead)
    with translated(path), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if newest is not None and version > newest:
            raise errors.newer_layout(path)
        if problems(connection):
            raise errors.damaged(path)
        return Backup(path=path, size_bytes=path.stat().st_size, rows=row_counts(connection))


def problems(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return what SQLite finds wrong with pages, indexes and references; () for a sound file."""
    pages = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    broken = [f"{table}: {parent}" for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check")]
    return tuple(one for one in (*pages, *broken) if one != "ok")


def restore(path: Path, source: Path, now: dt.datetime) -> Restored:
    """Put the content of the backup ``source`` in the place of the database ``path``.

    The backup is verified first and what it replaces is kept beside the database; that may be damaged or no database
    at all, then its bytes are kept as they are. Raises KnownStoreError (in use, backup not sound or newer); then the
    database is as it was.
    """
    path, source = path.expanduser().absolute(), source.expanduser().absolute()
    found = verified(source)
    if path.exists() and path.samefile(source):
        raise _same_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = _restored(path, source, now)
    except OSError as error:
        raise _unwritable(path) from error
    return Restored(source=found, kept=kept)


def _restored(path: Path, source: Path, now: dt.datetime) -> Path | None:
    if not path.exists():
        _replace_file(path, source)
        return None
    kept = beside(path, "replaced", now)
    if _is_sound(path):
        with translated(path), closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as target:
            target.execute("PRAGMA journal_mode = DELETE")  # refused while anyone else works in it
            _copied(Database(path, target), kept)
            _copy_into(target, source)
    else:
        _keep_bytes(path, kept)
        _replace_file(path, source)
    return kept


def put_back(database: Database, backup: Backup) -> None:
    """Write a backup made a moment ago over the open database it was made of."""
    with translated(database.path):
        _copy_into(database.connection, backup.path)


def _is_sound(path: Path) -> bool:
    """Tell whether the file is a database that can take the backup's pages; raises KnownStoreError where it is in use."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as connection:
            return not problems(connection)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise errors.in_use(path) from error
        return False


def _keep_bytes(path: Path, kept: Path) -> None:
    """Copy a damaged file and its journal as they are."""
    for ending in ("", "-wal", "-journal"):
        part = path.with_name(path.name + ending)
        if part.exists():
            shutil.copyfile(part, kept.with_name(kept.name + ending))


def _replace_file(path: Path, source: Path) -> None:
    """Make a new file beside ``path`` and rename it over; a journal of the old file must not meet the new one."""
    fresh = path.with_name(f".{path.name}.restoring")
    fresh.unlink(missing_ok=True)
    with translated(path), closing(sqlite3.connect(fresh, isolation_level=None)) as target:
        _copy_into(target, source)
    for ending in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    fresh.replace(path)


def _copy_into(target: sqlite3.Connection, source: Path) -> None:
    """Write the pages of ``source`` into the open database, all or none; raises KnownStoreError where it stays locked."""
    header = location.read_header(source)
    address = location.read_only_address(source, immutable=header is not None and header.write_ahead)
    attempts = 0

    def patience(status: int, remaining: int, total: int) -> None:
        nonlocal attempts
        attempts += 1
        if remaining and attempts > _MOST_ATTEMPTS:
            raise errors.in_use(source)

    with closing(sqlite3.connect(address, uri=True)) as given:
        given.backup(target, progress=patience, sleep=_PAUSE_S)
    target.execute("PRAGMA journal_mode = DELETE")


def beside(path: Path, reason: str, now: dt.datetime) -> Path:
    """Return a name beside ``path`` that is not taken, with reason and time: ``labprocure.db.replaced-20261130-080000``."""
    name = f"{path.name}.{reason}-{now:%Y%m%d-%H%M%S}"
    found, number = path.with_name(name), 1
    while found.exists():
        number += 1
        found = path.with_name(f"{name}-{number}")
    return found


def _refuse_foreign(target: Path) -> None:
    """Refuse to write over a file that is not a database of ours."""
    try:
        header = location.read_header(target)
    except OSError as error:
        raise _unwritable(target) from error
    if header is not None and header.application_id != APPLICATION_ID:
        raise KnownStoreError(
            msg("store.backup.occupied", "There is another file of this name, and it is no backup."),
            msg("store.backup.occupied.remedy", "Choose another name for the backup."),
            str(target),
        )


def _same_file(path: Path) -> KnownStoreError:
    return KnownStoreError(
        msg("store.backup.same", "Backup and database are the same file."),
        msg("store.backup.same.remedy", "Choose another file."),
        str(path),
    )


def _unwritable(path: Path) -> KnownStoreError:
    return KnownStoreError(
        msg("store.backup.unwritable", "The file cannot be written here."),
        msg("store.backup.unwritable.remedy", "Choose a folder you may write to, with enough room."),
        str(path),
    )

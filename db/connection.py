"""Opening a database file: whose is it, which version, may it be written, is the place fit for a write-ahead log.

No file: made with all tables, filled by the store. Ours and of this schema: opened, for reading only where file or
folder cannot be written, which is said. Ours and older: migrated after a verified backup. Ours and newer: opened for
reading, which is said. Anything else: KnownStoreError, and not a byte of it is touched.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from db import errors, location
from db.database import Database
from db.errors import KnownStoreError, translated
from db.schema import APPLICATION_ID, SCHEMA_VERSION, create_tables
from planner.messages import Message, msg

BUSY_TIMEOUT_MS = 5000
_LEFTOVERS = ("-wal", "-journal")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to open: reading only, how long to wait for another writer, and the schema this program writes."""

    read_only: bool = False
    busy_timeout_ms: int = BUSY_TIMEOUT_MS
    schema: int = SCHEMA_VERSION


def open_database(path: Path, options: Options) -> Database:
    """Open or make the database at ``path``; raises KnownStoreError."""
    path = path.expanduser().absolute()
    header = _ours(path)
    if header is None:
        return _made(path, options)
    if location.may_write_file(path) and location.may_write_folder(path.parent):
        database = _connected(path, options)
    else:
        database = _only_read(path, header, options)
    return _of_right_version(database, options)


def _ours(path: Path) -> location.Header | None:
    """Return the header of a file of ours, None where there is none yet; raises KnownStoreError for any other file."""
    if path.is_dir():
        raise errors.not_a_database(path)
    try:
        header = location.read_header(path)
    except OSError as error:
        raise errors.cannot_open(path) from error
    if header is None:
        return None
    if not header.is_sqlite:
        raise errors.not_a_database(path)
    unfinished = path.with_name(path.name + "-journal").exists()
    if header.application_id != APPLICATION_ID and not unfinished:
        raise errors.other_program(path)
    return header


def _made(path: Path, options: Options) -> Database:
    """Make an empty database of the current schema; nothing is left behind where that fails."""
    if options.read_only:
        raise errors.missing(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise errors.cannot_open(path) from error
    if not location.may_write_folder(path.parent):
        raise errors.cannot_open(path)
    try:
        database = _connected(path, options)
        _make_tables(database)
    except KnownStoreError:
        _remove_if_empty(path)
        raise
    return database


def _make_tables(database: Database) -> None:
    """Make the tables unless another process has just done so. The old journal is used: its undo leaves an empty file."""
    try:
        with translated(database.path):
            database.connection.execute("BEGIN IMMEDIATE")
            if _version(database) == 0:
                create_tables(database.connection)
            database.connection.execute("COMMIT")
    except KnownStoreError:
        database.connection.close()
        raise


def _remove_if_empty(path: Path) -> None:
    with suppress(OSError):
        if path.stat().st_size == 0:
            path.unlink()


def _connected(path: Path, options: Options) -> Database:
    """Open for writing, or for reading through a connection that could write, so that closing cleans up."""
    network = location.on_network(path)
    with translated(path):
        connection = _configured(sqlite3.connect(path, isolation_level=None, timeout=options.busy_timeout_ms / 1000))
        if options.read_only:
            connection.execute("PRAGMA query_only = ON")
    database = Database(
        path, connection, read_only=options.read_only, write_ahead=not network and not options.read_only
    )
    if network:
        database.notices = (
            msg(
                "store.notice.network",
                "The database is in a network or shared folder: only one person should work in it at a time.",
            ),
        )
    return database


def _configured(connection: sqlite3.Connection, first_look: str = "") -> sqlite3.Connection:
    """Set what every connection has, then run ``first_look``; a damaged file fails here and must not stay open."""
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(first_look).fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _only_read(path: Path, header: location.Header, options: Options) -> Database:
    """Open where nothing may be written, with what an interrupted program left in its journal."""
    notice = msg(
        "store.notice.read_only",
        "File or folder is write-protected: you can look at everything, but nothing is saved. "
        "To work on it, copy the file to another folder.",
    )
    if any(path.with_name(path.name + ending).exists() for ending in _LEFTOVERS):
        database = _copy_of(path, options)
    else:
        # A file in write-ahead format cannot be opened without writing, except when told that nobody changes it.
        address = location.read_only_address(path, immutable=header.write_ahead)
        with translated(path):
            connection = sqlite3.connect(
                address, uri=True, isolation_level=None, timeout=options.busy_timeout_ms / 1000
            )
            database = Database(path, _configured(connection), read_only=True)
    database.notices = (notice,)
    return database


def _copy_of(path: Path, options: Options) -> Database:
    """Open a temporary copy together with its journal: SQLite must write to take the journal in."""
    folder = Path(tempfile.mkdtemp(prefix="labprocure-"))
    try:
        for ending in ("", *_LEFTOVERS):
            source = path.with_name(path.name + ending)
            if source.exists():
                shutil.copyfile(source, folder / source.name)
        with translated(path):
            connection = sqlite3.connect(
                folder / path.name, isolation_level=None, timeout=options.busy_timeout_ms / 1000
            )
            _configured(connection, "SELECT count(*) FROM sqlite_master")
            connection.execute("PRAGMA query_only = ON")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise errors.cannot_open(path) from error
    database = Database(path, connection, read_only=True)
    database.borrowed = folder
    return database


def _version(database: Database) -> int:
    return int(database.value("PRAGMA user_version"))


def _of_right_version(database: Database, options: Options) -> Database:
    """Return ``database`` fit for this program, or closed with an error; the version is read where the journal counts."""
    try:
        _check_whose(database)
        version = _version(database)
        if version > options.schema:
            _for_reading_only(database, _newer_notice(database))
        elif version < options.schema and database.read_only:
            raise _older(database.path)
    except KnownStoreError:
        database.close()
        raise
    return database


def _check_whose(database: Database) -> None:
    """Look at the application id again: an undone journal may have changed the header that was read."""
    if int(database.value("PRAGMA application_id")) == APPLICATION_ID:
        return
    if database.value("SELECT count(*) FROM sqlite_master") == 0 and not database.read_only:
        _make_tables(database)
        return
    raise errors.other_program(database.path)


def _for_reading_only(database: Database, notice: Message) -> None:
    with translated(database.path):
        database.connection.execute("PRAGMA query_only = ON")
    database.read_only = True
    database.newer = True
    database.notices = (*database.notices, notice)


def _newer_notice(database: Database) -> Message:
    made_by = database.value("SELECT value FROM meta WHERE key = 'program'") if _has_meta(database) else None
    return msg(
        "store.notice.newer",
        "The database was made by a newer program (version {version}): you can look at it, but nothing is saved. "
        "Please update this program.",
        version=str(made_by) if made_by else str(_version(database)),
    )


def _has_meta(database: Database) -> bool:
    return database.one("SELECT 1 FROM sqlite_master WHERE name = 'meta'") is not None


def _older(path: Path) -> KnownStoreError:
    return KnownStoreError(
        msg("store.older", "The database is of an older program and cannot be brought up to date where it lies."),
        msg("store.older.remedy", "Copy the file to a folder you may write to and open it there with --db."),
        str(path),
    )

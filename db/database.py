"""One open database file: reading, whole transactions, and leaving a single file behind on closing."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from db import errors
from db.errors import translated
from planner.messages import Message

Row = tuple[Any, ...]


class Database:
    """A connection with its place; for the thread that opened it.

    ``write_ahead`` tells that the place is fit for a write-ahead log; ``newer`` that a newer program made the file;
    ``borrowed`` is a temporary folder with a copy that is removed on closing.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, *, read_only: bool = False, write_ahead: bool = False
    ) -> None:
        """Take over ``connection``; it is closed with this object."""
        self.path = path
        self.connection = connection
        self.read_only = read_only
        self.newer = False
        self.notices: tuple[Message, ...] = ()
        self.borrowed: Path | None = None
        self._write_ahead = write_ahead
        self._writing = False
        self._file = _file_at(path) if write_ahead else None  # a share may number its files anew

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return all rows of a query; raises KnownStoreError."""
        with translated(self.path, self.newer):
            return self.connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row of a query, None where there is none; raises KnownStoreError."""
        with translated(self.path, self.newer):
            found: Row | None = self.connection.execute(sql, values).fetchone()
            return found

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Return the first column of the first row, None where there is no row; raises KnownStoreError."""
        found = self.one(sql, values)
        return None if found is None else found[0]

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Do everything in the block or nothing of it; raises KnownStoreError (read only, in use, full, ...).

        The transaction is on the disk when the block is left. A block inside another joins it.
        """
        if self._writing:
            yield self.connection
            return
        if self.read_only:
            raise errors.read_only(self.path)
        self._refuse_gone()
        with translated(self.path):
            self._use_write_ahead()
            self.connection.execute("BEGIN IMMEDIATE")
            self._writing = True
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            finally:
                self._writing = False
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def _refuse_gone(self) -> None:
        """Refuse to write into a file that has lost its name: it would be lost with this program."""
        now = _file_at(self.path)
        if now is None or (self._file is not None and now != self._file):
            raise errors.gone(self.path)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """See one state of the file throughout the block, whatever others write meanwhile."""
        with translated(self.path, self.newer):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                self.connection.execute("ROLLBACK")

    def _use_write_ahead(self) -> None:
        """Switch to the write-ahead log at the first write: who only reads leaves the file's bytes alone."""
        if not self._write_ahead:
            return
        self._write_ahead = False
        with suppress(sqlite3.OperationalError):  # another process is at it: the old journal serves as well
            self.connection.execute("PRAGMA journal_mode = WAL")

    def journal_mode(self) -> str:
        """Return the journal in force: 'wal', 'delete', ..."""
        return str(self.value("PRAGMA journal_mode"))

    def close(self) -> None:
        """Close the file; the last one to close leaves no other file beside it."""
        try:
            if not self.read_only:
                self._settle()
        finally:
            self.connection.close()
            if self.borrowed is not None:
                shutil.rmtree(self.borrowed, ignore_errors=True)

    def _settle(self) -> None:
        """Put the write-ahead log back into the file, so that the one file is whole wherever it is copied."""
        with suppress(sqlite3.DatabaseError):  # others have it open: the last of them does it
            self.connection.execute("PRAGMA busy_timeout = 0")
            self.connection.execute("PRAGMA journal_mode = DELETE")


def _file_at(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at a path from others, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

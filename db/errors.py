"""What can go wrong with the store: known faults, told with place and remedy, apart from faults of our own.

``translated`` turns every ``sqlite3`` error into one of the two, so nobody above this folder meets ``sqlite3``.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planner.errors import PlannerError
from planner.messages import Message, msg

_ENOUGH_BYTES = 16 * 1024 * 1024


class KnownStoreError(PlannerError):
    """A fault of the store that a user can do something about; the file was not changed by it."""

    def __init__(self, message: Message, remedy: Message, place: str) -> None:
        """Unlike other faults, one of the store always has a remedy and a place."""
        super().__init__(message, remedy, place)


class StoreBug(Exception):
    """A fault of this program in its use of the store; never the user's."""


@contextmanager
def translated(path: Path, newer: bool = False) -> Iterator[None]:
    """Turn ``sqlite3`` errors inside the block into KnownStoreError or StoreBug.

    ``newer`` tells that the file is of a newer program: then a table that is not there is no bug of ours.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite(error, path, newer) from error


def from_sqlite(error: sqlite3.Error, path: Path, newer: bool = False) -> KnownStoreError | StoreBug:
    """Return what ``error`` means for the file ``path``."""
    name = getattr(error, "sqlite_errorname", "") or ""
    makers = {
        "SQLITE_NOTADB": not_a_database,
        "SQLITE_BUSY": in_use,
        "SQLITE_LOCKED": in_use,
        "SQLITE_PROTOCOL": in_use,
        "SQLITE_READONLY": read_only,
        "SQLITE_PERM": read_only,
        "SQLITE_CORRUPT": damaged,
        "SQLITE_FULL": full,
        "SQLITE_CANTOPEN": cannot_open,
        "SQLITE_IOERR": unreadable,
    }
    for start, make in makers.items():
        if name.startswith(start):
            return make(path)
    if newer:
        return newer_layout(path)
    return StoreBug(f"{name or type(error).__name__}: {error} ({path})")


def not_a_database(path: Path) -> KnownStoreError:
    """Return the error for a file that is no SQLite database."""
    return KnownStoreError(
        msg("store.not_a_database", "This file is not a database of this program."),
        msg("store.not_a_database.remedy", "Choose another file with --db. The file was not changed."),
        str(path),
    )


def other_program(path: Path) -> KnownStoreError:
    """Return the error for a database that another program made."""
    return KnownStoreError(
        msg("store.other_program", "This database belongs to another program."),
        msg("store.not_a_database.remedy", "Choose another file with --db. The file was not changed."),
        str(path),
    )


def in_use(path: Path) -> KnownStoreError:
    """Return the error for a database that another process is writing to."""
    return KnownStoreError(
        msg("store.in_use", "The database is in use by another window or program."),
        msg("store.in_use.remedy", "Wait until it is done there, or close it, and try again. Nothing was changed."),
        str(path),
    )


def read_only(path: Path) -> KnownStoreError:
    """Return the error for writing where one may only read."""
    return KnownStoreError(
        msg("store.read_only", "The database can only be read here, so nothing was saved."),
        msg("store.read_only.remedy", "Copy the file to a folder you may write to and open it there with --db."),
        str(path),
    )


def damaged(path: Path) -> KnownStoreError:
    """Return the error for a database whose pages do not fit together."""
    return KnownStoreError(
        msg("store.damaged", "The database is damaged."),
        msg("store.damaged.remedy", "Keep the file and bring back the last backup with: labprocure restore FILE."),
        str(path),
    )


def full(path: Path) -> KnownStoreError:
    """Return the error for a full disk, naming the temporary folder when it is that one that is full."""
    folder = path.parent
    temporary = Path(tempfile.gettempdir())
    if _free_bytes(folder) >= _ENOUGH_BYTES and _free_bytes(temporary) < _ENOUGH_BYTES:
        folder = temporary
    return KnownStoreError(
        msg("store.full", "There is no room left on the disk that holds {folder}.", folder=str(folder)),
        msg("store.full.remedy", "Make room there and try again; what was saved before is still there."),
        str(path),
    )


def cannot_open(path: Path) -> KnownStoreError:
    """Return the error for a database file that the system does not let us open."""
    return KnownStoreError(
        msg("store.cannot_open", "The database cannot be opened."),
        msg("store.cannot_open.remedy", "Check that the folder is there and that you may read and write in it."),
        str(path),
    )


def unreadable(path: Path) -> KnownStoreError:
    """Return the error for a disk or share that fails while it is read or written."""
    return KnownStoreError(
        msg("store.unreadable", "The disk or network folder of the database does not answer properly."),
        msg("store.unreadable.remedy", "Check the connection, or copy the file to a local disk and open it there."),
        str(path),
    )


def gone(path: Path) -> KnownStoreError:
    """Return the error for a database whose file was moved, deleted or unplugged while it was open."""
    return KnownStoreError(
        msg("store.gone", "The database is no longer at its place; nothing was saved."),
        msg(
            "store.gone.remedy",
            "Plug the disk in again or put the file back, then repeat the step. Save a copy keeps what you see meanwhile.",
        ),
        str(path),
    )


def newer_layout(path: Path) -> KnownStoreError:
    """Return the error for something a newer program keeps in another way."""
    return KnownStoreError(
        msg("store.newer_layout", "A newer program keeps this in a way that this one cannot read."),
        msg("store.newer.remedy", "Open it with the newer program; the file was not changed."),
        str(path),
    )


def no_backup(path: Path) -> KnownStoreError:
    """Return the error for a backup that is not there."""
    return KnownStoreError(
        msg("store.no_backup", "There is no such backup file."),
        msg("store.no_backup.remedy", "Check folder and name of the file; it may have been moved or renamed."),
        str(path),
    )


def missing(path: Path) -> KnownStoreError:
    """Return the error for a database that is not there."""
    return KnownStoreError(
        msg("store.missing", "There is no database here."),
        msg("store.missing.remedy", "Check the path, or leave out --db to use your own workspace."),
        str(path),
    )


def _free_bytes(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return _ENOUGH_BYTES

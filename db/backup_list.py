"""Which backups there are in some folders, and what is in one, without writing to it."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec

from db import location
from db.backup import Backup, verified
from db.database import Database
from db.errors import KnownStoreError, translated
from db.plans import PlanEntry, PlanStore
from db.schema import APPLICATION_ID

Reason = Literal["written", "replaced", "updated"]
_MOST_FILES = 400  # a folder of documents may hold anything; no more files than this are opened
_KEPT = re.compile(r"\.(replaced|schema\d+)-(\d{8}-\d{6})(?:-\d+)?$")
_JOURNALS = ("-wal", "-shm", "-journal", ".part")


class BackupFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is a database of ours: why it was made, when (in UTC), how large in bytes."""

    path: Path
    reason: Reason
    made_at: dt.datetime
    size_bytes: int


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a backup that was found sound: its rows, and its plans, last changed first."""

    backup: Backup
    plans: tuple[PlanEntry, ...]


def backup_files(database: Path, folders: Iterable[Path]) -> tuple[BackupFile, ...]:
    """Return the databases of ours in ``folders`` and beside ``database``, that one left out, the newest first.

    Folders that are gone and files that cannot be read are passed over.
    """
    own = database.expanduser().absolute()
    seen = dict.fromkeys([own.parent, *(folder.expanduser().absolute() for folder in folders)])
    found = [one for folder in seen for one in _files(folder, own)]
    return tuple(sorted(found, key=lambda one: (one.made_at, one.path.name), reverse=True))


def _files(folder: Path, own: Path) -> Iterator[BackupFile]:
    try:
        names = sorted((path for path in folder.iterdir() if path != own), key=_likely)
    except OSError:
        return
    for path in names[:_MOST_FILES]:
        if not path.name.startswith(".") and not path.name.endswith(_JOURNALS) and path.is_file():
            made = backup_file(path)
            if made is not None:
                yield made


def _likely(path: Path) -> tuple[int, str]:
    """Return the order of looking: names of databases, names without an ending (2026.11.30 is none), then all others."""
    bare = not path.suffix or path.suffix[1:].isdigit()
    return (0 if ".db" in path.name else 1 if bare else 2), path.name


def backup_file(path: Path) -> BackupFile | None:
    """Return a file as a backup; None where it is no database of ours or cannot be read."""
    try:
        header, told = location.read_header(path), path.stat()
    except OSError:
        return None
    if header is None or header.application_id != APPLICATION_ID:
        return None
    reason, moment = _by_name(path.name)
    made = moment or dt.datetime.fromtimestamp(told.st_mtime, dt.UTC)
    return BackupFile(path=path, reason=reason, made_at=made, size_bytes=told.st_size)


def _by_name(name: str) -> tuple[Reason, dt.datetime | None]:
    """Return what the name of a kept file says; its moment is that of the clock on the wall."""
    kept = _KEPT.search(name)
    if kept is None:
        return "written", None
    try:
        moment = dt.datetime.strptime(kept[2], "%Y%m%d-%H%M%S").astimezone()
    except ValueError:
        return "written", None
    return ("replaced" if kept[1] == "replaced" else "updated"), moment


def contents(path: Path) -> Contents:
    """Look into a backup; raises KnownStoreError unless it is sound and not newer than this program.

    A backup of an older program may tell nothing of its plans; it is brought up to date when it is put back.
    """
    found = verified(path)
    header = location.read_header(path)
    address = location.read_only_address(path.absolute(), immutable=header is not None and header.write_ahead)
    with translated(path), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        try:
            plans = PlanStore(Database(path, connection, read_only=True)).list()
        except KnownStoreError:
            plans = ()
    return Contents(backup=found, plans=plans)

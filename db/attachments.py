"""Evidence, quotes and other files of the workspace, stored under the digest of their content."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from db import errors
from db.database import Database
from db.errors import KnownStoreError
from db.labels import stamp
from planner.errors import ImportFailed, unknown_id
from planner.messages import msg

_BLOCK = 1024 * 1024


class Attachment(msgspec.Struct, frozen=True, kw_only=True):
    """A stored file: SHA-256 of its content in hex, the name it came with, size in bytes."""

    digest: str
    name: str
    size_bytes: int


class AttachmentStore:
    """The attachments of one open database, in the folder ``<database>-files`` beside it."""

    def __init__(self, database: Database) -> None:
        """Keep the database; the folder is made with the first file."""
        self._database = database
        self.folder = database.path.with_name(f"{database.path.stem}-files")

    def store(self, source: Path, now: dt.datetime) -> Attachment:
        """Copy a file into the workspace and return its record; the same content is kept once.

        Raises ImportFailed where ``source`` cannot be read, KnownStoreError where the workspace cannot be written.
        """
        if self._database.read_only:
            raise errors.read_only(self._database.path)
        try:
            given = source.open("rb")
        except OSError as error:
            raise _unreadable(source) from error
        with given:
            try:
                found = self._copied(given, source.name)
            except OSError as error:
                raise errors.cannot_open(self.folder) from error
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO attachments (digest, name, size_bytes, added_at) VALUES (?, ?, ?, ?)",
                (found.digest, found.name, found.size_bytes, stamp(now)),
            )
        return found

    def path(self, digest: str) -> Path:
        """Return where the content of this digest lies; raises UnknownIdError."""
        if self._database.one("SELECT 1 FROM attachments WHERE digest = ?", (digest,)) is None:
            raise unknown_id(msg("store.attachment", "attachment"), digest, tuple(one.digest for one in self.list()))
        return self.folder / digest[:2] / digest

    def read(self, digest: str) -> bytes:
        """Return the content; raises UnknownIdError, or KnownStoreError where the file is gone or not what it was."""
        path = self.path(digest)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _spoilt(path) from error
        if hashlib.sha256(content).hexdigest() != digest:
            raise _spoilt(path)
        return content

    def list(self) -> tuple[Attachment, ...]:
        """Return the records of all attachments, the oldest first."""
        rows = self._database.rows("SELECT digest, name, size_bytes FROM attachments ORDER BY added_at, digest")
        return tuple(Attachment(digest=digest, name=name, size_bytes=size) for digest, name, size in rows)

    def _copied(self, given: BinaryIO, name: str) -> Attachment:
        """Copy into a temporary file while reckoning the digest, then give it its name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        hashed, size = hashlib.sha256(), 0
        handle, partial = tempfile.mkstemp(dir=self.folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as copy:
                while block := given.read(_BLOCK):
                    hashed.update(block)
                    size += copy.write(block)
                copy.flush()
                os.fsync(copy.fileno())
            digest = hashed.hexdigest()
            target = self.folder / digest[:2] / digest
            target.parent.mkdir(exist_ok=True)
            Path(partial).replace(target)
        finally:
            with suppress(OSError):
                Path(partial).unlink(missing_ok=True)
        return Attachment(digest=digest, name=name, size_bytes=size)


def _unreadable(source: Path) -> ImportFailed:
    return ImportFailed(
        msg("store.attachment.unreadable", "The file cannot be read."),
        msg("store.attachment.unreadable.remedy", "Check that it is there and that you may read it."),
        str(source),
    )


def _spoilt(path: Path) -> KnownStoreError:
    return KnownStoreError(
        msg("store.attachment.spoilt", "An attachment was deleted or changed outside the program."),
        msg("store.attachment.spoilt.remedy", "Attach the file again, or bring it back from a backup of the folder."),
        str(path),
    )

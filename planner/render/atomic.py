"""Files written whole or not at all: a sibling file first, checked as it stands on disk, then moved into place."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from planner.errors import ExportError
from planner.messages import Message, msg
from planner.overwriting import refuse_read_only

_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_LONGEST_STEM = 40


def write_whole(path: Path, content: bytes, check: Callable[[Path], None]) -> None:
    """Write ``content`` to ``path`` if ``check`` of the written file raises nothing; else leave no trace.

    Raises:
        ExportError: the target cannot be written, with the reason and what to do; whatever ``check`` raises.
    """
    temporary = path.with_name(f".{path.stem[:_LONGEST_STEM]}-{uuid4().hex[:8]}{path.suffix}")
    try:
        try:
            refuse_read_only(path)
            _write(temporary, content)
            _checked(temporary, check, path)
            _refuse_folder(path)
            temporary.replace(path)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise write_error(path, error) from error


def _checked(temporary: Path, check: Callable[[Path], None], path: Path) -> None:
    """Run ``check``; a fault of the file itself is told under the name that it was to get."""
    try:
        check(temporary)
    except ExportError as error:
        if error.place != str(temporary):
            raise
        raise type(error)(error.message, error.remedy, str(path)) from error


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))


def write_error(path: Path, error: OSError) -> ExportError:
    """Return the error to show when ``path`` could not be written."""
    message, remedy = _explained(path, error)
    return ExportError(message, remedy, str(path))


def _explained(path: Path, error: OSError) -> tuple[Message, Message]:
    another = msg(
        "export.write.remedy", "Close the file in the other program, or save under another name or in another folder."
    )
    if error.errno in _DISK_FULL:
        return (
            msg("export.disk_full", "The disk is full; the file was not written."),
            msg("export.disk_full.remedy", "Free some space, or save to another disk."),
        )
    if error.errno == errno.ENAMETOOLONG:
        return (
            msg("export.long_name", "The name of the file is too long for this system."),
            msg("export.long_name.remedy", "Choose a shorter name, or a folder that is not so deep."),
        )
    if isinstance(error, FileNotFoundError):
        return (
            msg("export.no_folder", "The folder {folder} does not exist.", folder=str(path.parent)),
            msg("export.no_folder.remedy", "Make the folder first, or choose another one."),
        )
    if isinstance(error, NotADirectoryError | FileExistsError):
        return (
            msg("export.is_file", "A file stands where a folder is to be."),
            msg("export.is_file.remedy", "Name a folder; it is made where it does not exist."),
        )
    if isinstance(error, IsADirectoryError):
        return msg("export.is_folder", "The target is not a file."), another
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return (
            msg(
                "export.locked",
                "The file cannot be written: it is open in another program, or the folder is read-only.",
            ),
            another,
        )
    return msg("export.os_error", "The file cannot be written: {reason}.", reason=error.strerror or str(error)), another

"""What must not be written over: moving a finished file to its name asks nobody, so it is asked here before."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

_WRITABLE = 0o222


def refuse_read_only(path: Path) -> None:
    """Raise PermissionError where a file at ``path`` is marked read-only; a name that is free is fine."""
    with contextlib.suppress(FileNotFoundError):
        if not path.stat().st_mode & _WRITABLE:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

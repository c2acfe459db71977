"""Files that belong together: made in a folder of their own first, then all of them get their names, or none."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from planner.overwriting import refuse_read_only

Made = TypeVar("Made")
_PREFIX = ".labprocure-"
_STALE_S = 86_400.0


def published(out_dir: Path, names: Iterable[str], write: Callable[[Path], tuple[Made, ...]]) -> tuple[Made, ...]:
    """Return what ``write`` says it made in the folder it is given; ``names`` then stand in ``out_dir``, all or none.

    Raises:
        ExportError: a file cannot be written or moved; what was there before is there again.
    """
    from planner.render.atomic import write_error

    there = os.path.lexists(out_dir)  # says no where it may not look, unlike Path.exists
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        workshop = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=out_dir))
    except OSError as error:
        raise write_error(out_dir, error) from error
    _sweep(out_dir, workshop)
    try:
        made = write(workshop)
        _move([workshop / name for name in names], out_dir, workshop)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
        if not there:
            with contextlib.suppress(OSError):
                out_dir.rmdir()  # a folder made for papers that were refused; one that holds any stays
    return made


def _sweep(out_dir: Path, workshop: Path) -> None:
    """Take away workshops that a crash or a power cut left here; those of the last day may belong to another computer."""
    with contextlib.suppress(OSError):
        now_s = workshop.stat().st_mtime
        for left in out_dir.glob(f"{_PREFIX}*"):
            if left != workshop and left.is_dir() and now_s - left.stat().st_mtime > _STALE_S:
                shutil.rmtree(left, ignore_errors=True)


def _move(finished: list[Path], out_dir: Path, workshop: Path) -> None:
    """Move the finished files to their names; where one cannot be moved, put everything back as it was."""
    from planner.render.atomic import write_error

    replaced: list[tuple[Path, Path | None]] = []
    for number, source in enumerate(finished):
        target = out_dir / source.name
        try:
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
            refuse_read_only(target)
            kept = workshop / f"before-{number}" if target.exists() else None
            if kept is not None:
                target.replace(kept)
            replaced.append((target, kept))
            source.replace(target)
        except OSError as error:
            _put_back(replaced)
            raise write_error(target, error) from error


def _put_back(replaced: list[tuple[Path, Path | None]]) -> None:
    for target, kept in reversed(replaced):
        if kept is not None:
            kept.replace(target)
        else:
            target.unlink(missing_ok=True)

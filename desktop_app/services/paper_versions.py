"""What to do where papers of the same name are there already: refuse, keep them and write the next version, or replace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Literal

from planner.errors import ExportError
from planner.messages import msg

Existing = Literal["refuse", "keep", "replace"]
FIRST = "V0.1"


class PapersThere(ExportError):
    """Papers of the wanted names are in the folder; ``version`` is the first that would replace none of them."""

    def __init__(self, folder: Path, names: tuple[str, ...], version: str) -> None:
        """Keep which files are there, for whoever asks what to do with them."""
        super().__init__(
            msg(
                "export.there",
                "{count} papers of the same name are in the folder already, such as {name}.",
                count=len(names),
                name=names[0],
            ),
            msg(
                "export.there.remedy",
                "Choose another folder, say --new-version to keep them and write {version}, or --overwrite to replace them.",
                version=version,
            ),
            str(folder),
        )
        self.folder = folder
        self.names = names
        self.version = version


def version_for(folder: Path, named: Callable[[str], Iterable[str]], existing: Existing) -> str:
    """Return the version to write; ``named`` gives the names of all files of a version.

    Raises:
        PapersThere: files of the first version are there and ``existing`` says to refuse.
    """
    there = _there(folder, named(FIRST))
    if not there or existing == "replace":
        return FIRST
    free = next(version for at in count(2) if not _there(folder, named(version := f"V0.{at}")))
    if existing == "refuse":
        raise PapersThere(folder, there, free)
    return free


def _there(folder: Path, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if os.path.lexists(folder / name))

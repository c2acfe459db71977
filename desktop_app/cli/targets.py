"""Where a command writes: a path that is looked at before anything is computed, so that each command says the same of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from planner.errors import ExportError, PaperRefused
from planner.messages import msg, render

_OTHER_KINDS = frozenset(
    [".xlsx", ".xls", ".docx", ".doc", ".pdf", ".csv", ".txt", ".zip", ".json", ".toml", ".png", ".svg", ".lpplan"]
)


class Target(click.Path):
    """A path to write to; an empty one is a usage error. ``example`` is a file's name, '' for commands that fill a folder."""

    def __init__(self, example: str = "", endings: tuple[str, ...] = ()) -> None:
        """Give paths, not texts; ``endings`` are those of the file's kind: one of another kind is refused."""
        super().__init__(path_type=Path)
        self.example = example
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fails for an empty text."""
        if not str(value).strip():
            self.fail(
                render(msg("cli.empty_path", "An empty path is no place to write to."), system_language()), param, ctx
            )
        return super().convert(value, param, ctx)

    def look(self, target: Path) -> None:
        """Look whether the target can be written to; raises ExportError naming what is wrong and what to write instead."""
        if not self.example:
            if target.is_file():
                raise ExportError(
                    msg("target.no_folder", "This is a file; a folder is needed."),
                    msg("target.no_folder.remedy", "Name a folder: it is made where it is not there yet."),
                    str(target),
                )
            return
        if target.is_dir():
            raise ExportError(
                msg("target.folder", "This is a folder; the name of a file is needed."),
                msg("target.folder.remedy", "Name a file in it, such as {file}.", file=str(target / self.example)),
                str(target),
            )
        if not target.parent.is_dir():
            raise ExportError(
                msg("target.no_parent", "The folder {folder} is not there.", folder=str(target.parent)),
                msg("target.no_parent.remedy", "Make the folder first, or choose another one."),
                str(target),
            )
        ending = target.suffix.lower()
        wrong = ending in _OTHER_KINDS or (not ending and len(self.endings) > 1)  # of several the ending says which
        if self.endings and wrong and ending not in self.endings:
            raise PaperRefused(
                msg("target.ending", "A file of this kind is not called {ending}.", ending=ending or target.name),
                msg("target.ending.remedy", "Give it the ending {known}.", known=self.endings),
                str(target),
            )


FOLDER = Target()
PLAN_FILE = Target("plan.lpplan", (".lpplan",))


def look_at_targets(context: click.Context) -> None:
    """Look at every target that a command was given; raises ExportError."""
    for param in context.command.params:
        given = context.params.get(param.name or "")
        if isinstance(param.type, Target) and isinstance(given, Path):
            param.type.look(given)


def system_language() -> str:
    """Return 'zh' on a Chinese system, else 'en'; LABPROCURE_LANG wins."""
    import locale
    import os

    said = os.environ.get("LABPROCURE_LANG") or ""
    if said in ("zh", "en"):
        return said
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    found = next((name for name in names if name), "") or (locale.getlocale()[0] or "")
    return "zh" if found.lower().startswith(("zh", "chinese")) else "en"

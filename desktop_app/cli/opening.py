"""The options of ``gui``, read without knowing the window; wrong ones are usage errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from desktop_app.cli.speech import spoken
from desktop_app.cli.state import system_language
from planner.messages import msg, render

PLACES = ("start", "plan", "workload", "build", "site", "cost", "purchase", "catalog", "settings")


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """How the window is to be opened; ``plan`` is a path, id or title, '' for the start place."""

    plan: str = ""
    place: str = ""
    exit_after: str | None = None
    shot: str | None = None
    size: tuple[int, int] = (1366, 768)
    size_given: bool = False
    theme: str | None = None
    language: str | None = None
    system_language: str = "en"
    database: Path | None = None


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,5})[xX×](\d{3,5})", value.strip())
    if found is None:
        told = msg("cli.size", "{typed} is not WIDTHxHEIGHT, such as 1366x768", typed=value)
        raise click.BadParameter(render(told, "zh" if context.find_root().obj == "zh" else "en"), context, parameter)
    return int(found[1]), int(found[2])


@click.command("gui")
@click.argument("plan", required=False, default="")
@click.option("--exit-after", type=click.Choice(["first-paint", "ready"]), help="Close by itself.")
@click.option("--shot", type=click.Path(), help="Leave a picture of the window here.")
@click.option("--size", default="1366x768", callback=_size, help="Size in pixels.")
@click.option("--theme", type=click.Choice(["light", "dark"]), help="Colours (default: the system's).")
@click.option("--place", type=click.Choice(PLACES), help="Place to show first.")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of texts (default: the system's).")
@click.option("--db", "database", type=click.Path(path_type=Path), help="Workspace file (default: the user's own).")
def gui_command(place: str | None, lang: str | None, **options: object) -> Opening:
    """Open the window."""
    told = click.get_current_context().get_parameter_source("size")
    is_told = told is not click.core.ParameterSource.DEFAULT
    given = {
        **options,
        "size_given": is_told,
        "place": place or "",
        "language": lang,
        "system_language": system_language(),
    }
    return msgspec.convert(given, Opening, strict=False)


def read_opening(arguments: Sequence[str]) -> Opening | None:
    """Return how to open the window; None where only help was asked for. Raises click.UsageError."""
    found = gui_command.main(
        args=list(arguments), prog_name="labprocure gui", standalone_mode=False, obj=spoken(arguments)
    )
    return found if isinstance(found, Opening) else None

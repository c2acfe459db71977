"""``tender derive``, ``tender export`` and ``tender style``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from desktop_app.cli.state import OVERWRITE, State, command_options
from desktop_app.cli.targets import FOLDER, Target
from planner.errors import InputError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.paper_versions import Existing

LANGUAGES = {"zh": ("zh",), "en": ("en",), "both": ("zh", "en")}


@click.group()
def tender() -> None:
    """Purchase papers of a plan, without brands."""


@tender.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@command_options("tender.derive")
def derive(state: State, wanted: str, alternative: str | None) -> None:
    """Derive brand-neutral parameters with their thresholds and reasons."""
    from desktop_app.services.plans import find_plan
    from desktop_app.services.tender import derived, parameter_lines, parameters_json

    plan = find_plan(wanted, state.store).plan
    found = derived(plan, alternative or "", state.today, state.market())
    state.out({"parameters": parameters_json(found, state.language)}, lambda: parameter_lines(found, state.language))


@tender.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--out", type=FOLDER, required=True, help="Folder to write to.")
@click.option("--formats", default="xlsx,pdf", show_default=True, help="Of: xlsx, pdf, docx, txt.")
@click.option("--languages", type=click.Choice(sorted(LANGUAGES)), help="Language of the paper (default: of the run).")
@click.option("--documents", default="sheet,book", show_default=True, help="Of: sheet, book, contact, power, card.")
@click.option("--lock", is_flag=True, help="Protect the cells of workbooks that nobody fills in (no password).")
@click.option("--style", "style_file", type=click.Path(path_type=Path), help="Style file with the look of your papers.")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@click.option("--new-version", is_flag=True, help="Keep papers of the same name and write the next version.")
@OVERWRITE
@command_options("tender.export")
def export(
    state: State,
    wanted: str,
    out: Path,
    formats: str,
    languages: str | None,
    documents: str,
    lock: bool,
    style_file: Path | None,
    alternative: str | None,
    new_version: bool,
    overwrite: bool,
) -> None:
    """Write papers for suppliers and for the building office; they are re-opened and scanned for brands first."""
    from desktop_app.services.house_style import style_at
    from desktop_app.services.plans import find_plan
    from desktop_app.services.tender import export_plan, file_json, warnings_before

    style = style_at(style_file)
    plan = find_plan(wanted, state.store).plan
    wanted_formats, papers = parts_of(formats), parts_of(documents)
    chosen = LANGUAGES[languages] if languages else (state.language,)
    existing: Existing = "keep" if new_version else "replace" if overwrite else "refuse"
    state.tell(warnings_before(plan, alternative or "", papers, state.today))
    files = export_plan(
        plan,
        alternative or "",
        out,
        chosen,
        wanted_formats,
        state.today,
        state.market(),
        papers,
        locked=lock,
        style=style,
        existing=existing,
    )
    state.tell({state.text(notice): notice for one in files for notice in one.notices}.values())
    told = [msg("cli.file", "Written: {file} ({size} bytes)", file=one.path, size=one.bytes) for one in files]
    state.out({"files": [file_json(one) for one in files]}, lambda: (state.text(line) for line in told))


@tender.command("style")
@click.option("--out", type=Target("style.txt"), required=True, help="File to write.")
@OVERWRITE
@command_options("tender.style")
def style_command(state: State, out: Path, overwrite: bool) -> None:
    """Write an example style file with every key explained; change it and give it to ``tender export``."""
    from desktop_app.services.house_style import write_example

    size = write_example(out, state.language, overwrite=overwrite)
    told = msg("cli.file", "Written: {file} ({size} bytes)", file=str(out), size=size)
    state.out({"file": str(out), "bytes": size}, lambda: [state.text(told)])


def parts_of(text: str) -> tuple[str, ...]:
    """Return the parts of a list with commas; raises InputError for a list of nothing."""
    parts = tuple(part.strip() for part in text.split(",") if part.strip())
    if not parts:
        raise InputError(
            msg("cli.no_parts", "The list names nothing."),
            msg("cli.no_parts.remedy", "Name at least one, or leave the option out."),
        )
    return parts


COMMANDS = (tender,)

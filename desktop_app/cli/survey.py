"""``plan survey`` writes the site survey sheet, ``plan answers`` reads the filled one into a plan."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desktop_app.cli.keeping import keep, no_target
from desktop_app.cli.state import OVERWRITE, State, command_options, fail
from desktop_app.cli.targets import PLAN_FILE, Target
from planner.errors import ImportFailed
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.services.survey import AnswerRow, SurveyAnswers
    from planner.documents.model import Language

_SHEET = Target("survey.xlsx", (".xlsx", ".pdf", ".docx"))


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@click.option("--out", type=_SHEET, required=True, help="Write the sheet to this file (.xlsx, .pdf or .docx).")
@OVERWRITE
@command_options("plan.survey")
def survey(state: State, wanted: str, alternative: str | None, out: Path, overwrite: bool) -> None:
    """Write the sheet with what nobody has told of the site, to be filled in and read back."""
    from desktop_app.services.plans import find_plan, refuse_existing
    from desktop_app.services.survey import SURVEY_FORMATS, survey_of
    from planner.render import known_format, render

    kind = known_format(out.suffix.lstrip(".").lower(), SURVEY_FORMATS)
    refuse_existing(out, overwrite)
    found = find_plan(wanted, state.store)
    language: Language = "zh" if state.language == "zh" else "en"
    made = render(survey_of(found.plan, alternative or "", language, state.today), out, kind)
    told = msg("cli.plan.survey", "Survey sheet written to {file}", file=made.path)
    state.out({"file": made.path, "kind": made.kind, "bytes": made.bytes}, lambda: [state.text(told)])


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--other-plan", is_flag=True, help="Take a sheet that was written for another plan.")
@click.option("--only", metavar="ROW", multiple=True, help="Take this row only (its number or cell); may be repeated.")
@click.option("--except", "without", metavar="ROW", multiple=True, help="Leave this row out; may be repeated.")
@click.option("--out", type=PLAN_FILE, help="Write the changed plan to this file.")
@command_options("plan.answers")
def answers(  # noqa: PLR0913 - one for each option
    state: State,
    wanted: str,
    file: Path,
    dry_run: bool,
    other_plan: bool,
    only: tuple[str, ...],
    without: tuple[str, ...],
    out: Path | None,
) -> None:
    """Take the answers of a filled survey sheet into a plan, as one step; those that cannot be read are listed."""
    from desktop_app.services.plans import find_plan, looks_like_path
    from desktop_app.services.survey import read_survey

    if out is None and not dry_run and looks_like_path(wanted):
        raise no_target(state)
    found = find_plan(wanted, state.store)
    read = read_survey(found.plan, file, state.reading(), state.language)
    if only or without:
        kept = read.rows_of(only) if only else frozenset(range(len(read.rows)))
        left_out = frozenset(range(len(read.rows))) - (kept - read.rows_of(without))
        read = read_survey(found.plan, file, state.reading(), state.language, left_out)
    if read.other_plan and not other_plan and not dry_run:
        raise _of_other_plan(read)
    changed = read.edit is not None and not dry_run
    if read.edit is not None and not dry_run:
        keep(state, found, read.edit, out)
    state.tell(_refused(row) for row in read.rows if row.state == "refused")
    body = {"answers": [_row(row) for row in read.rows], "file": str(out) if out and changed else None}
    state.out(body, lambda: _lines(state, read, changed))
    if read.count("refused"):
        fail(1)


def _of_other_plan(read: SurveyAnswers) -> ImportFailed:
    return ImportFailed(
        msg("survey.other_plan", "This sheet was written for another plan ({id_}).", id_=read.other_plan),
        msg("survey.other_plan.remedy", "See what it would change with --dry-run; --other-plan takes it all the same."),
        read.file,
    )


def _row(row: AnswerRow) -> dict[str, object]:
    names = ("key", "taken", "state", "cell", "path", "place", "asked", "typed", "before", "after", "note")
    return {name: getattr(row, name) for name in names}


def _refused(row: AnswerRow) -> Message:
    return msg(
        "cli.answers.refused",
        "Not read: {cell}, {place} {asked}, {typed}: {note}",
        cell=row.cell,
        place=row.place,
        asked=row.asked,
        typed=row.typed or "-",
        note=row.note,
    )


def _lines(state: State, read: SurveyAnswers, changed: bool) -> Iterator[str]:
    for row in read.rows:
        if row.state in ("new", "changed"):
            aside = f"  ({row.note})" if row.note else ""
            word = row.state_word if row.taken else state.text(msg("survey.state.left_out", "Left out"))
            yield f"{word}\t{row.cell}\t{row.key}\t{row.place} {row.asked}: {row.before or '–'} → {row.after}{aside}"
        elif row.state in ("same", "open"):
            yield f"{row.state_word}\t{row.cell}\t{row.key}\t{row.place} {row.asked}: {row.typed}"
    yield state.text(
        msg(
            "cli.answers.count",
            "{new} new, {changed} overwritten, {same} as they were, {open} left open, {refused} not read.",
            new=read.count("new"),
            changed=read.count("changed"),
            same=read.count("same"),
            open=read.count("open"),
            refused=read.count("refused"),
        )
    )
    if left := sum(row.changes and not row.taken for row in read.rows):
        yield state.text(msg("cli.answers.left_out", "Left out as asked: {count}.", count=left))
    if not changed:
        yield state.text(msg("cli.answers.unchanged", "The plan was not changed."))

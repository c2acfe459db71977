"""``form fields`` and ``form fill``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from desktop_app.cli.state import OVERWRITE, State, command_options
from desktop_app.cli.targets import Target
from planner.errors import InputError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.forms import FormRequest


@click.group()
def form() -> None:
    """Forms of your own (.docx, .xlsx) with fields in double braces."""


_values = click.option("--value", "typed", multiple=True, metavar="NAME=TEXT", help="A value the plan does not have.")
_alternative = click.option("--alternative", help="Which alternative (default: the chosen one).")


@form.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--plan", "wanted", metavar="PLAN", help="Show the values of this plan beside the fields.")
@_alternative
@_values
@command_options("form.fields")
def fields(
    state: State, file: Path | None, wanted: str | None, alternative: str | None, typed: tuple[str, ...]
) -> None:
    """List the fields of a form with their places; without FILE, all fields there are."""
    from desktop_app.services.forms import field_lines, fields_json, form_at, values_for

    found = form_at(file) if file is not None else None
    language = found.language if found is not None else state.language
    values = values_for(_request(state, wanted, alternative, typed), language) if wanted else None
    body = fields_json(found, values, state.language)
    state.out(body, lambda: field_lines(body, state.language, with_plan=values is not None))


@form.command("fill")
@click.argument("wanted", metavar="PLAN")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=Target("filled.docx"), required=True, help="File to write; the form stays as it is.")
@OVERWRITE
@click.option("--blank", is_flag=True, help="Empty the fields without a value instead of leaving them.")
@click.option("--language", type=click.Choice(["zh", "en"]), help="Language of the values (default: the form's).")
@_alternative
@_values
@command_options("form.fill")
def fill_command(
    state: State,
    wanted: str,
    file: Path,
    out: Path,
    overwrite: bool,
    blank: bool,
    language: str | None,
    alternative: str | None,
    typed: tuple[str, ...],
) -> None:
    """Fill a form with the values of a plan; what has no value is listed."""
    from desktop_app.services.forms import fill, filled_json, filled_lines
    from desktop_app.services.plans import refuse_existing

    if out.absolute() != file.absolute():  # the form itself is never written over, whatever is said
        refuse_existing(out, overwrite)
    filled = fill(_request(state, wanted, alternative, typed), file, out, blank=blank, language=language or "")
    body = filled_json(filled, out, state.language)
    state.out(body, lambda: filled_lines(body, state.language))


def _request(state: State, wanted: str, alternative: str | None, typed: tuple[str, ...]) -> FormRequest:
    from desktop_app.services.forms import FormRequest
    from desktop_app.services.plans import find_plan

    return FormRequest(
        plan=find_plan(wanted, state.store).plan,
        alternative=alternative or "",
        today=state.today,
        market=state.market(),
        typed=dict(_pair(one) for one in typed),
    )


def _pair(said: str) -> tuple[str, str]:
    name, found, text = said.partition("=")
    if not found or not name.strip():
        raise InputError(
            msg("form.value.pair", "“{said}” names no field and value.", said=said),
            msg("form.value.pair.remedy", "Write --value NAME=TEXT."),
        )
    return name.strip(), text


COMMANDS = (form,)

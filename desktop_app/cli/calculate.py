"""``calc``, ``validate`` and ``size``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desktop_app.cli.state import State, command_options, fail
from planner.messages import msg

if TYPE_CHECKING:
    from planner.calc.run import Case, CaseReport


@click.command()
@click.argument("name", required=False)
@click.argument("inputs", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--list", "listing", is_flag=True, help="List the calculations and their inputs.")
@command_options("calc")
def calc(state: State, name: str | None, inputs: tuple[str, ...], listing: bool) -> None:
    """Compute one formula by name, e.g. calc w_to_btuh w=100."""
    from desktop_app.services.calculating import calculation_json, calculation_warnings, kinds_json, kinds_lines
    from desktop_app.services.explain import tree_lines
    from planner.calc.run import calculate

    if listing or name is None:
        state.out({"kinds": kinds_json(state.language)}, lambda: kinds_lines(state.language))
        return
    given = {}
    for text in (part for typed in inputs for part in typed.split(";")):
        key, sign, value = text.partition("=")
        if not sign:
            raise click.UsageError(state.text(msg("cli.calc.pair", "{typed} is not KEY=VALUE.", typed=text)))
        given[key.strip()] = value.strip()
    done = calculate(name, given)

    def lines() -> Iterator[str]:
        if done.verdict:
            yield done.verdict
        for figure in done.figures:
            yield from tree_lines(figure, state.language, precise=True)
        yield from (f"!! {said}" for said in calculation_warnings(done.kind, state.language))

    state.out(calculation_json(done, state.language), lines)


@click.command(short_help="Run a file of published cases and say which lie within their tolerance.")
@click.argument("file", type=click.Path(path_type=Path))
@command_options("validate")
def validate(state: State, file: Path) -> None:
    """Run a file of published cases and say which lie within their tolerance.

    Columns: id, kind, inputs (key=value;key=value), expected, unit, tolerance.
    A tolerance is 1% or ±1% or rel 0.01 (of the expected value), abs 0.5 (in
    its unit), factor 2, exact, max (not above it) or range ([low,high]); a list
    has one of them each. A number alone is refused: it may mean either.
    """
    from desktop_app.services.calculating import report_json, validate_file
    from desktop_app.services.sizing import sizing_json, sizing_lines
    from planner.calc.sizing_rows import SizingReport

    report = validate_file(file)
    body = (
        sizing_json(report, state.language) if isinstance(report, SizingReport) else report_json(report, state.language)
    )
    summary = body["summary"]

    def lines() -> Iterator[str]:
        if isinstance(report, SizingReport):
            yield from sizing_lines(report, state.language)
        else:
            yield from _case_lines(state, report)
            if summary["unread"]:
                yield state.text(
                    msg(
                        "cli.validate.unread",
                        "{count} rows could not be compared. A tolerance is 1%, rel 0.01, abs 0.5, factor 2, exact, max or range.",
                        count=summary["unread"],
                    )
                )
        yield state.text(
            msg(
                "cli.validate.summary",
                "{within} of {rows} rows within tolerance, {not_supported} not supported",
                within=summary["within"],
                rows=summary["rows"],
                not_supported=summary["not_supported"],
            )
        )

    state.out(body, lines)
    if summary["within"] < summary["scored"] + summary["not_supported"] + summary.get("unread", 0):
        fail(1)


def _case_lines(state: State, report: CaseReport) -> Iterator[str]:
    for case in report.cases:
        if case.within is False:
            yield f"!! {case.id} {case.kind}: {_shown(case)}"
        elif case.within is None and case.reason is not None:
            yield f"?? {case.id} {case.kind}: {_shown(case)}: {state.text(case.reason)}"
    for row in report.not_supported:
        remedy = "" if row.remedy is None else f" {state.text(row.remedy)}"
        yield f"-- {row.id} {row.kind}: {state.text(row.reason)}{remedy}"


def _shown(case: Case) -> str:
    if isinstance(case.predicted, str):
        return case.predicted
    numbers = ", ".join(f"{value:.12g}" for value in case.predicted)
    return f"{numbers if len(case.predicted) == 1 else f'[{numbers}]'} {case.unit}"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@command_options("size")
def size(state: State, file: Path) -> None:
    """Say what a job needs in memory, what to do where it is short, and how fast it runs."""
    from desktop_app.services.size_job import size_file, size_json, size_lines

    sized = size_file(file, state.reading().catalog)
    state.out(size_json(sized, state.language), lambda: size_lines(sized, state.language))


COMMANDS = (calc, validate, size)

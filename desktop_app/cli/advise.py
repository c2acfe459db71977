"""``advise``."""

from __future__ import annotations

import click

from desktop_app.cli.state import State, command_options


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Alternative whose cards are looked at (default: the chosen one).")
@command_options("advise")
def advise(state: State, wanted: str, alternative: str | None) -> None:
    """Advise on chips, methods, software and tests of a plan, with reasons in numbers."""
    from desktop_app.services.advising import advice_json, advice_lines, advise_plan
    from desktop_app.services.plans import find_plan

    plan = find_plan(wanted, state.store).plan
    found = advise_plan(plan, alternative or "", state.market(), state.today, state.offers())
    state.out({"plan": plan.id, **advice_json(found, state.language)}, lambda: advice_lines(found, state.language))


COMMANDS = (advise,)

"""``plan limits``: the numbers that nobody could verify, with the plan's own in their place."""

from __future__ import annotations

import click

from desktop_app.cli.state import State, command_options


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@command_options("plan.limits")
def limits(state: State, wanted: str, alternative: str | None) -> None:
    """Show the customary numbers a plan reckons with; change one with plan edit --set limits/NAME=VALUE."""
    from desktop_app.services.assessing import assess_plan
    from desktop_app.services.limit_list import limits_json, limits_lines
    from desktop_app.services.plans import find_plan
    from desktop_app.services.session import chosen_alternative

    found = find_plan(wanted, state.store).plan
    one = assess_plan(found, alternative or chosen_alternative(found), state.today, state.market())[0]
    shown = {"plan": found.id, "limits": limits_json(one, state.language)}
    state.out(shown, lambda: limits_lines(one, state.language))

"""``plan demand``: what the workload asks for in a week, how fast it runs and what that costs, what helps where memory is short."""

from __future__ import annotations

import click

from desktop_app.cli.state import State, command_options


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@command_options("plan.demand")
def demand(state: State, wanted: str, alternative: str | None) -> None:
    """Show GPU-hours a week by memory, people at once, storage, network, speed and remedies of the workload."""
    from desktop_app.services.assessing import assess_plan
    from desktop_app.services.demanding import demand_json, demand_lines, demanded
    from desktop_app.services.plans import find_plan
    from desktop_app.services.session import chosen_alternative

    found = find_plan(wanted, state.store).plan
    one = assess_plan(found, alternative or chosen_alternative(found), state.today, state.market())[0]
    shown = demanded(one, state.offers())
    state.out({"plan": found.id, **demand_json(shown, state.language)}, lambda: demand_lines(shown, state.language))

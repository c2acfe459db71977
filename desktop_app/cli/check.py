"""``check`` and ``explain``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from desktop_app.cli.state import State, command_options, fail
from planner.messages import msg


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Only this alternative (default: all).")
@click.option("--strict", is_flag=True, help="Exit with 1 where an error finding stands.")
@command_options("check")
def check(state: State, wanted: str, alternative: str | None, strict: bool) -> None:
    """Check a plan: money, power, heat, rack, fit, and findings with remedies."""
    from desktop_app.services.assessing import assess_plan
    from desktop_app.services.plans import find_plan
    from desktop_app.services.summary import account, finding_lines, shown_findings, verdict_message
    from desktop_app.services.views import assessment_json

    plan = find_plan(wanted, state.store).plan
    assessments = assess_plan(plan, alternative or "", state.today, state.market())

    def lines() -> Iterator[str]:
        if not assessments:
            yield state.text(msg("session.no_alternative", "The plan has no alternative yet."))
        for one in assessments:
            title = one.context.alternative.title.label(state.language)
            yield f"== {title} [{one.context.alternative.id}]: {state.text(verdict_message(one))}"
            yield from (f"  {state.text(said)}" for said in account(one))
            for finding in shown_findings(one):
                yield from (f"  {line}" for line in finding_lines(finding, state.language))

    body = {"plan": plan.id, "alternatives": [assessment_json(one, state.language) for one in assessments]}
    state.out(body, lines)
    if strict and any(one.verdict == "infeasible" for one in assessments):
        fail(1)


@click.command()
@click.argument("wanted", metavar="PLAN")
@click.argument("key", default="")
@command_options("explain")
def explain(state: State, wanted: str, key: str) -> None:
    """Show how one number came about, e.g. A/total/max_w; without a key, list the numbers there are."""
    from desktop_app.services.assessing import assess_plan
    from desktop_app.services.explain import all_figures, alternative_of, figure_lines, find_figure, tree_lines
    from desktop_app.services.plans import find_plan
    from desktop_app.services.views import figure_json, tree_json

    plan = find_plan(wanted, state.store).plan
    if not key:
        found = assess_plan(plan, "", state.today, state.market())
        known = all_figures(found, state.offers()).items()
        figures = [one for name, one in known if one.formula is not None and one.key == name]
        state.out({"figures": [figure_json(one) for one in figures]}, lambda: figure_lines(figures, state.language))
        return
    assessments = assess_plan(plan, alternative_of(plan, key), state.today, state.market())
    figure = find_figure(assessments, key, state.offers())
    state.out({"figure": tree_json(figure, state.language)}, lambda: tree_lines(figure, state.language))


COMMANDS = (check, explain)

"""The plans of all templates made from the bundled catalog, without a store; each is made once and never changed."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING

from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_by_id, bundled_of, bundled_prices
from planner.formulas import recompute
from planner.plan.templates import new_plan, template_ids

if TYPE_CHECKING:
    from planner.assess.memo import Memo
    from planner.figure import Figure
    from planner.plan.document import Plan

TODAY = dt.date(2026, 11, 30)
TEMPLATES = template_ids()


@lru_cache(maxsize=32)
def sample(template: str = "lab-a") -> Plan:
    """Return the plan of a template, made on a fixed day with a fixed id."""
    prices = {price.id: price for price in bundled_prices()}
    return new_plan(template, f"plan-{template}", TODAY, bundled_by_id(), prices)


def assessed(plan: Plan, alternative: str = "", memo: Memo | None = None) -> Assessment:
    """Return the assessment of one alternative, the chosen one where none is named."""
    wanted = alternative or plan.chosen or plan.alternatives[0].id
    return assess(plan, wanted, TODAY, memo, bundled_of("accelerator"))


def dishonest(figures: dict[str, Figure]) -> dict[str, tuple[float | None, float | None]]:
    """Return key -> (value, what the formula's text gives) of the figures whose text does not give their value.

    Money is rounded half up to the fen after the formula, everything else is equal to 1e-9.
    """
    found = {}
    for key, figure in figures.items():
        again = recompute(figure)
        if figure.value is None or again is None:
            close = figure.value is again is None
        else:
            rounding = 0.005 + 1e-9 if figure.unit == "CNY" else 0.0
            close = abs(again - figure.value) <= 1e-9 * max(abs(again), abs(figure.value)) + rounding
        if not close:
            found[key] = (figure.value, again)
    return found

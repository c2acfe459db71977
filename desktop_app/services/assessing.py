"""Assess the alternatives of a plan, one or all."""

from __future__ import annotations

import datetime as dt

from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.errors import unknown_id
from planner.messages import msg
from planner.plan.document import Plan


def assess_plan(plan: Plan, alternative: str, today: dt.date, market: tuple[Item, ...]) -> tuple[Assessment, ...]:
    """Return the assessment of one alternative, or of all where none is named; raises UnknownIdError."""
    ids = tuple(one.id for one in plan.alternatives)
    if alternative and alternative not in ids:
        raise unknown_id(msg("kind.alternative", "alternative"), alternative, ids)
    wanted = (alternative,) if alternative else ids
    return tuple(assess(plan, one, today, market=market) for one in wanted)

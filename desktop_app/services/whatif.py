"""What would change: the same alternative assessed again after an edit, without storing anything."""

from __future__ import annotations

import datetime as dt

from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.plan.document import Plan
from planner.plan.edits import Edit


def after_edit(plan: Plan, edit: Edit, alternative: str, today: dt.date, market: tuple[Item, ...]) -> Assessment:
    """Return the assessment of ``plan`` as it would be after ``edit``; raises EditError."""
    changed, _ = edit.apply(plan)
    return assess(changed, alternative, today, market=market)

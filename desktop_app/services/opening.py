"""What the window opens with: a plan by path, id or title, else the sample plan; nothing is stored."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from db.store import open_store
from desktop_app.services.assessing import assess_plan
from desktop_app.services.overview import Overview, overview
from desktop_app.services.plans import find_plan, plan_from_template
from desktop_app.services.session import chosen_alternative

SAMPLE = "lab-a"


def opened_overview(wanted: str, database: Path | None, language: str, today: dt.date) -> Overview:
    """Return the overview of the plan ``wanted``; raises PlanFileError, UnknownIdError, KnownStoreError."""
    with open_store(database) as store:
        plan = find_plan(wanted, lambda: store).plan if wanted else plan_from_template(SAMPLE, store, today)
        market = store.catalog.items("accelerator")
        found = assess_plan(plan, chosen_alternative(plan), today, market)
    return overview(found[0], language)

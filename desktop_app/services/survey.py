"""The site survey sheet of a plan: written with what is missing, read back as one edit."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.services.assessing import assess_plan
from desktop_app.services.plans import typed_edits
from desktop_app.services.session import chosen_alternative
from planner.plan.edits import Batch

if TYPE_CHECKING:
    from db.store import Store
    from planner.documents.model import Document, Language
    from planner.plan.document import Plan
    from planner.plan.edits import Edit
    from planner.render import Format


SURVEY_FORMATS: tuple[Format, ...] = ("xlsx", "pdf", "docx")  # a sheet has cells or lines to fill in


def survey_of(plan: Plan, alternative: str, language: Language, today: dt.date) -> Document:
    """Return the sheet with what nobody has told of the site; raises UnknownIdError for an unknown alternative."""
    from planner.documents.survey import survey

    return survey(assess_plan(plan, alternative or chosen_alternative(plan), today, ())[0], language, today)


def answers_edit(plan: Plan, file: Path, store: Store) -> Edit:
    """Return the edit that puts the answers of a filled sheet into the plan.

    Raises:
        ImportFailed: the file is no survey sheet, or one of another plan.
        InputError: an answer cannot be read as what belongs there.
    """
    from planner.exchange.survey import read_answers, typed_value

    return Batch(edits=typed_edits(plan, [typed_value(plan, one) for one in read_answers(file)], (), store))

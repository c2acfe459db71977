"""The papers of a purchase as documents: which there are, in which look, and what their files are called."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from desktop_app.services.paper_versions import FIRST
from planner.assess.run import Assessment
from planner.documents.house_style import HouseStyle
from planner.documents.model import Document, Language
from planner.errors import ExportError
from planner.messages import msg
from planner.plan.document import Plan
from planner.tender.parameters import Parameter

Builder = Callable[[Assessment, tuple[Parameter, ...], Language, dt.date], Document]


def dressed(paper: Document, style: HouseStyle) -> Document:
    """Return ``paper`` in the look of ``style``, under the name of its institution where the style has one."""
    name = style.organisation.label(paper.language) if style.organisation else ""
    return replace(paper, style=style, organisation=name or paper.organisation)


def builders(documents: Iterable[str], style: HouseStyle, version: str = FIRST) -> dict[str, Builder]:
    """Return the builders of the wanted documents in a version; raises ExportError for one that is not there."""
    from planner.documents.book.build import build_requirement_book
    from planner.documents.parameter_sheet import build_parameter_sheet
    from planner.documents.site.card import build_emergency_card
    from planner.documents.site.contact import build_contact_sheet
    from planner.documents.site.power import build_power_application

    known: dict[str, Builder] = {
        "sheet": partial(build_parameter_sheet, version=version),
        "book": partial(build_requirement_book, version=version, numbering=style.numbering),
        "contact": partial(build_contact_sheet, version=version),
        "power": partial(build_power_application, version=version),
        "card": partial(build_emergency_card, version=version),
    }
    wanted = tuple(dict.fromkeys(documents))
    unknown = [one for one in wanted if one not in known]
    if unknown or not wanted:
        raise ExportError(
            msg("export.document", "There is no document called {name}.", name=", ".join(unknown) or "-"),
            msg("export.document.remedy", "Choose from: {known}.", known=tuple(known)),
        )
    return {one: known[one] for one in wanted}


def as_called(paper: Document, name: str, kind: str) -> Document:
    """Return ``paper`` under the title that it has in the format ``kind``: a book's workbook is called a workbook."""
    from planner.documents.book.build import as_workbook

    return as_workbook(paper) if name == "book" and kind == "xlsx" else paper


def sheet_name(plan: Plan, paper: Document, kind: str) -> str:
    """Return ``<project>_<title>_<version>_<yyyymmdd>[_en].<kind>``."""
    from planner.documents.naming import joined_name

    parts = [plan.title.label(paper.language), paper.title, paper.version, f"{paper.date:%Y%m%d}"]
    if paper.language == "en":
        parts.append("en")
    return joined_name([re.sub(r"[,:：]+", "", part) for part in parts], kind)

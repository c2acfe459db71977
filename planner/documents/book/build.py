"""The requirement book as one document: cover facts, revisions, ten sections, open points, and the workbook's sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from msgspec.structs import replace

from planner.assess.run import Assessment
from planner.documents.book.acceptance import acceptance_section
from planner.documents.book.commercial import commercial_section
from planner.documents.book.draft import Draft, Point
from planner.documents.book.evaluation import evaluation_section
from planner.documents.book.forms import form_section
from planner.documents.book.items import item_section
from planner.documents.book.overview import overview
from planner.documents.book.policies import policy_section
from planner.documents.book.requirements import open_requirements, requirement_section
from planner.documents.book.site import site_section
from planner.documents.book.sources import source_section
from planner.documents.book.workbook import sheets
from planner.documents.furniture import furniture
from planner.documents.house_style import HouseStyle, Numbering
from planner.documents.model import (
    Block,
    DateCell,
    Document,
    KeyValue,
    Language,
    Note,
    Row,
    Section,
    Signature,
    Table,
    Text,
)
from planner.documents.numbering import labels
from planner.documents.titles import one_line, shortened
from planner.errors import ExportError
from planner.limits import with_own_limits
from planner.messages import msg
from planner.tender.parameters import Parameter
from planner.tender.texts import opening, text

VERSION = "V0.1"
_SECTIONS = (
    overview,
    policy_section,
    item_section,
    requirement_section,
    commercial_section,
    evaluation_section,
    acceptance_section,
    site_section,
    form_section,
    source_section,
)
_PLACES = (
    "cover",
    "overview",
    "policies",
    "items",
    "requirements",
    "terms",
    "evaluation",
    "acceptance",
    "site",
    "sources",
)


@with_own_limits
def build_requirement_book(  # noqa: PLR0913 - a book and how it is shown
    assessment: Assessment,
    parameters: tuple[Parameter, ...],
    language: Language,
    today: dt.date,
    *,
    draft: bool = True,
    version: str = VERSION,
    numbering: Numbering = "",
) -> Document:
    """Return the requirement book of the assessed alternative, dated ``today``.

    It is built twice: the first run finds the numbers of tables and sections that the texts of the second name;
    ``numbering`` is that of the house style in which it will be shown.

    Raises:
        ExportError: nothing is bought, or the final version is asked for while points are open.
    """
    first = _built(assessment, parameters, language, today, {}, draft, version)
    found = labels(replace(first, style=HouseStyle(numbering=numbering)), "paper")
    return _built(assessment, parameters, language, today, found, draft, version)


def as_workbook(document: Document) -> Document:
    """Return a requirement book under the title that its workbook has, with those facts that are known already.

    The blanks are on the cover of the book and, while it is a draft, on the sheet of open points.
    """
    title = text("book.workbook", document.language)
    head = document.running_head.removesuffix(document.title) + title
    blank = Text(text("book.blank", document.language))
    known = tuple(item for item in document.meta if item.value != blank)
    return replace(document, title=title, running_head=head, meta=known)


def _built(  # noqa: PLR0913 - one call for each of the two runs
    assessment: Assessment,
    parameters: tuple[Parameter, ...],
    language: Language,
    today: dt.date,
    found: Mapping[str, str],
    draft: bool,
    version: str,
) -> Document:
    book = Draft(assessment, parameters, language, today, found)
    if not book.purchase.packages:
        raise ExportError(
            msg("book.nothing", "The plan buys nothing, so there is no requirement book to write."),
            msg("book.nothing.remedy", "Add a line of goods or services to the chosen alternative."),
        )
    meta = _meta(book, version)
    front = _revisions(book, version)
    workbook = sheets(book, version)
    sections = tuple(make(book) for make in _SECTIONS)
    open_requirements(book)
    if book.points and not draft:
        raise ExportError(
            msg(
                "sheet.open",
                "The final version cannot be written: {count} points are still open.",
                count=len(book.points),
            ),
            msg(
                "sheet.open.remedy", "Write a draft, settle the points listed at its end, then write the final version."
            ),
        )
    last = (_open_points(book),) if book.points else ()
    title, name = book.say("title"), book.name
    return Document(
        title=title,
        subtitle=name,
        language=language,
        audience="external",
        date=today,
        organisation=one_line(assessment.plan.organisation.name),
        version=version,
        draft=draft,
        running_head=f"{shortened(name)}{furniture(language).head_gap}{title}",
        meta=meta,
        blocks=(*workbook, front, *sections, *last),
        signature=_signature(book),
        keywords=(title,),
        cover=True,
        contents=True,
    )


def _meta(book: Draft, version: str) -> tuple[KeyValue, ...]:
    asked = [f"cover.{key}.{book.profile}" for key in ("number", "user", "office", "method")]
    if not book.assessment.plan.organisation.name:
        asked.insert(0, "cover.buyer")
    blanks = [KeyValue(book.say(key), book.blank("cover", key)) for key in asked]
    dated = f"{version}　{book.date(book.today)}" if book.zh else f"{version}, {book.date(book.today)}"
    return (*blanks, KeyValue(book.say("cover.version"), Text(dated)))


def _signature(book: Draft) -> Signature:
    heads = ("", *(book.say(f"sign.{key}") for key in ("department", "signature", "date")))
    signers = tuple((book.say(f"sign.{key}"), "", "", "") for key in ("prepared", "checked", "approved"))
    return Signature(heads=heads, rows=signers, widths_mm=(20, 52, 44, 34) if book.zh else (24, 50, 42, 34))


def _revisions(book: Draft, version: str) -> Section:
    columns = book.columns(
        "revisions",
        ("version", 18, "text", "center"),
        ("date", 26, "date"),
        ("change", 90, "text"),
        ("by", 32, "text", "center"),
    )
    change = book.say("revisions.first" if version == VERSION else "revisions.again")
    row = Row((Text(version), DateCell(book.today), Text(change), book.blank("cover", "revisions.by")))
    table = Table(columns=columns, rows=(row,), numbered=False, media="paper")
    return Section(title=book.say("revisions"), numbered=False, blocks=(table,), anchor="revisions")


def _open_points(book: Draft) -> Section:
    columns = book.columns(
        "open", ("no", 12, "id"), ("place", 34, "text", "center"), ("what", 94, "text"), ("state", 26, "text", "center")
    )
    lines = tuple(
        Row((Text(str(at)), Text(one.place), Text(one.what), Text(one.state)))
        for at, one in enumerate(_gathered(book), 1)
    )
    table = Table(
        columns=columns,
        rows=lines,
        anchor="open",
        numbered=False,
        sheet=book.say("sheet.open"),
    )
    blocks: tuple[Block, ...] = (table, Note(text=book.say("open.note")))
    return Section(title=book.say("open"), numbered=False, anchor="section-open", blocks=blocks, new_page=True)


def _gathered(book: Draft) -> list[Point]:
    """Return the open points in the order of the book, those of one place and state in one row."""
    places = [book.say(f"place.{key}") for key in _PLACES]
    found: dict[tuple[str, str], list[str]] = {}
    for one in sorted(book.points, key=lambda point: places.index(point.place)):
        found.setdefault((one.place, one.state), []).append(one.what)
    joint = "；" if book.zh else "; "
    return [Point(place, opening(joint.join(whats), book.language), state) for (place, state), whats in found.items()]

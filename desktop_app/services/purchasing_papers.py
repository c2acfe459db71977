"""An order of purchase papers: what is written, the pages to look at before, what a draft leaves open, and the writing."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from desktop_app.services.paper_brands import Refusal, refusals
from desktop_app.services.paper_builders import builders, dressed
from desktop_app.services.paper_versions import Existing, PapersThere
from desktop_app.services.tender import Progress, export_papers
from planner.documents.house_style import HouseStyle
from planner.documents.model import Document, Language, Section, Table
from planner.messages import Message, msg, render
from planner.tender.derive import derive, numbered_lines
from planner.tender.texts import text

if TYPE_CHECKING:
    from db.store import Store
    from planner.assess.run import Assessment
    from planner.catalog.items import Item
    from planner.render import RenderedFile

Way = Literal["parameter", "line", "place", "page"]
FORMATS: tuple[tuple[str, Message], ...] = (
    ("pdf", msg("purchase.pdf", "PDF")),
    ("xlsx", msg("purchase.xlsx", "Excel")),
    ("docx", msg("purchase.docx", "Word")),
    ("txt", msg("purchase.txt", "Text")),
)
LANGUAGES: tuple[tuple[Language, Message], ...] = (
    ("zh", msg("purchase.zh", "Chinese")),
    ("en", msg("purchase.en", "English")),
)
_ORDER_KEY = "window.purchase.order"
_FOLDER_KEY = "window.purchase.folder"
_CODE = re.compile(r"\bP-\d+")
_PLACES = {"items": "build", "site": "site", "requirements": "purchase"}
_PARTS = (
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


class PaperKind(msgspec.Struct, frozen=True, kw_only=True):
    """A document that can be ordered; what it is called, what it holds, and who may read it."""

    key: str
    title: Message
    about: Message
    audience: Message


_EXTERNAL = msg("purchase.external", "Goes out, no brands.")
_BUILDING = msg("purchase.building", "For the building office.")
PAPERS = (
    PaperKind(
        key="sheet",
        title=msg("purchase.sheet", "Parameter sheet"),
        about=msg("purchase.sheet.about", "Requirements and the site, for asking the market."),
        audience=_EXTERNAL,
    ),
    PaperKind(
        key="book",
        title=msg("purchase.book", "Requirement book"),
        about=msg("purchase.book.about", "For the purchasing office; in Excel a workbook."),
        audience=_EXTERNAL,
    ),
    PaperKind(
        key="contact",
        title=msg("purchase.contact", "Room and supply sheet"),
        about=msg("purchase.contact.about", "Equipment, questions, signatures."),
        audience=_BUILDING,
    ),
    PaperKind(
        key="power",
        title=msg("purchase.power", "Application for more power"),
        about=msg("purchase.power.about", "Loads, circuits asked for, sketch."),
        audience=_BUILDING,
    ),
    PaperKind(
        key="card",
        title=msg("purchase.card", "Power-off card"),
        about=msg("purchase.card.about", "Steps, breakers, telephone numbers."),
        audience=msg("purchase.wall", "For the wall of the room."),
    ),
)


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be written; ``style_file`` '' is the program's own look."""

    documents: tuple[str, ...] = ("sheet", "book")
    formats: tuple[str, ...] = ("pdf", "xlsx")
    languages: tuple[Language, ...] = ("zh",)
    style_file: str = ""
    locked: bool = False

    @property
    def count(self) -> int:
        """Return how many files it makes."""
        return len(self.documents) * len(self.formats) * len(self.languages)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A paper to look at: which document, in which language, in which look."""

    document: str
    language: Language
    style: HouseStyle


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """A heading of a paper and the page (from 0) it stands on."""

    title: str
    level: int
    page: int


class OpenPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Something a draft leaves open, and where it is settled: a parameter, a line, a place, or a page of the paper.

    The target of a place may go on with what is to be filled in there: ``plan/organisation/name``.
    """

    where: str
    what: str
    state: str
    way: Way
    target: str

    @property
    def hint(self) -> Message:
        """Return where this is settled, in words."""
        return _BUYER_HINT if self.target == _BUYER else _HINTS[self.way]


_BUYER = "plan/organisation/name"
_BUYER_HINT = msg(
    "purchase.open.in_buyer",
    "The buyer is the unit on the page Plan. The rest is filled in by hand where the paper says so.",
)
_HINTS: dict[Way, Message] = {
    "parameter": msg("purchase.open.in_parameter", "Settled at the parameter, under Parameters."),
    "line": msg("purchase.open.in_line", "Settled at the item, under Parameters or on the page Build."),
    "place": msg("purchase.open.in_place", "Settled on that page of the plan."),
    "page": msg("purchase.open.in_page", "Filled in or decided by hand in the exported Word or Excel file."),
}


class PaperPages(msgspec.Struct, frozen=True, kw_only=True):
    """A paper as it will look on pages; ``sizes`` are width and height of each in points."""

    wanted: Wanted
    assessment: Assessment
    content: bytes
    sizes: tuple[tuple[float, float], ...]
    headings: tuple[Heading, ...]
    points: tuple[OpenPoint, ...]
    translated: tuple[OpenPoint, ...]  # the same in the other language, with the same targets

    def points_in(self, language: Language) -> tuple[OpenPoint, ...]:
        """Return what is open in the words of ``language``: that of whoever reads the list, not that of the paper."""
        return self.points if language == self.wanted.language else self.translated


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Looks through an order before it is written: which of its papers will be refused, and why."""

    assessment: Assessment
    market: tuple[Item, ...]
    order: Order
    style: HouseStyle
    today: dt.date

    def __call__(self, progress: Progress) -> tuple[Refusal, ...]:
        """Return the refusals in the order's order; raises whatever ``progress`` raises to stop."""
        order = self.order
        if not order.documents or not order.languages:
            return ()
        parameters = derive(self.assessment, self.market or None, lambda share: progress(0.5 * share, None))
        return refusals(self.assessment, parameters, order.documents, order.languages, self.today, self.style)


class Work(msgspec.Struct, kw_only=True):
    """A set of papers being written: asked for with all it needs, ``files`` are there only when the whole set is."""

    assessment: Assessment
    market: tuple[Item, ...]
    order: Order
    style: HouseStyle
    folder: Path
    today: dt.date
    existing: Existing = "refuse"
    files: tuple[RenderedFile, ...] = ()
    refused: tuple[Refusal, ...] = ()

    def __call__(self, progress: Progress) -> tuple[RenderedFile, ...]:
        """Write what of the set may be written; raises PapersThere, ExportError, and whatever stops it from ``progress``."""
        refused: list[Refusal] = []
        self.files = export_papers(
            self.assessment,
            self.folder,
            self.order.languages,
            self.order.formats,
            self.today,
            self.market or None,
            self.order.documents,
            locked=self.order.locked,
            style=self.style,
            progress=progress,
            existing=self.existing,
            refused=refused,
        )
        self.refused = tuple(refused)
        return self.files


def remembered_order(store: Store, language: Language) -> Order:
    """Return what was ordered last, the usual set in ``language`` the first time."""
    kept = store.settings.get(_ORDER_KEY)
    try:
        return msgspec.convert(kept, Order) if kept is not None else Order(languages=(language,))
    except msgspec.ValidationError:  # a setting of another version
        return Order(languages=(language,))


def remember_order(store: Store, order: Order) -> None:
    """Keep what is ordered for the next time; raises KnownStoreError."""
    store.settings.set(_ORDER_KEY, msgspec.to_builtins(order))


def last_folder(store: Store) -> str:
    """Return the folder papers were written to last, '' where there is none."""
    kept = store.settings.get(_FOLDER_KEY)
    return kept if isinstance(kept, str) and Path(kept).is_dir() else ""


def remember_folder(store: Store, folder: Path) -> None:
    """Keep the folder papers are written to; raises KnownStoreError."""
    store.settings.set(_FOLDER_KEY, str(folder))


def paper_pages(  # noqa: PLR0913 - what a paper is made from
    wanted: Wanted, assessment: Assessment, market: tuple[Item, ...], today: dt.date, progress: Progress
) -> PaperPages:
    """Set a paper on pages.

    Raises:
        ExportError: the paper cannot be written: nothing is bought, a character no font has.
    """
    from planner.documents.texts import clean
    from planner.render import rendered
    from planner.render.preview import page_headings, page_sizes

    progress(0.0, msg("purchase.setting", "Setting the pages"))
    parameters = derive(assessment, market or None, lambda share: progress(0.2 * share, None))
    build = builders((wanted.document,), wanted.style)[wanted.document]
    paper = dressed(build(assessment, parameters, wanted.language, today), wanted.style)
    plain, _removed = clean(paper)
    progress(0.4, None)
    content = rendered(plain, "pdf", lambda share: progress(0.4 + 0.5 * share, None))
    progress(0.9, None)
    headings = tuple(Heading(title=title, level=level, page=at) for level, title, at in page_headings(content))
    points = tuple(_points(paper, wanted.document, assessment, headings))
    other: Language = "en" if wanted.language == "zh" else "zh"
    twin = build(assessment, parameters, other, today) if points else paper
    sizes = page_sizes(content)
    return PaperPages(
        wanted=wanted,
        assessment=assessment,
        content=content,
        sizes=sizes,
        headings=headings,
        points=points,
        translated=_translated(points, twin),
    )


def _translated(points: tuple[OpenPoint, ...], twin: Document) -> tuple[OpenPoint, ...]:
    """Return the points in the words of the same paper in another language; as they are should it list others."""
    rows = tuple(_open_rows(twin))
    if len(rows) != len(points):
        return points
    return tuple(
        msgspec.structs.replace(point, where=where, what=what, state=state)
        for point, (_number, where, what, state) in zip(points, rows, strict=True)
    )


def _points(paper: Document, kind: str, assessment: Assessment, headings: tuple[Heading, ...]) -> Iterator[OpenPoint]:
    for row in _open_rows(paper):
        number, where, what, state = row
        if kind == "sheet":
            way, target = _sheet_way(number, what, assessment)
        else:
            way, target = _book_way(where, what, paper.language, headings)
            if where == text("book.place.cover", paper.language) and not assessment.plan.organisation.name:
                way, target = ("place", _BUYER) if text("book.cover.buyer", paper.language) in what else (way, target)
        yield OpenPoint(where=where, what=what, state=state, way=way, target=target)


def _open_rows(paper: Document) -> Iterator[tuple[str, str, str, str]]:
    for block in paper.blocks:
        if not isinstance(block, Section) or block.anchor != "section-open":
            continue
        for table in block.blocks:
            for row in table.rows if isinstance(table, Table) else ():
                cells: tuple[Any, ...] = getattr(row, "cells", ())
                texts = [str(getattr(cell, "text", "")) for cell in cells]
                if len(texts) == 4:
                    yield texts[0], texts[1], texts[2], texts[3]


def _sheet_way(number: str, what: str, assessment: Assessment) -> tuple[Way, str]:
    code = _CODE.search(what)
    if code:
        return "parameter", code[0]
    line = next((one.line.id for at, one in numbered_lines(assessment) if str(at) == number), "")
    return ("line", line) if line else ("place", "site")


def _book_way(where: str, what: str, language: Language, headings: tuple[Heading, ...]) -> tuple[Way, str]:
    code = _CODE.search(what)
    if code:
        return "parameter", code[0]
    part = next((one for one in _PARTS if text(f"book.place.{one}", language) == where), "cover")
    if part in _PLACES:
        return "place", _PLACES[part]
    number = re.match(r"\w+", where)
    page = next((one.page for one in headings if number and not one.level and one.title.startswith(number[0])), 0)
    return "page", str(page)


def told_written(files: tuple[RenderedFile, ...], folder: Path, refused: tuple[Refusal, ...] = ()) -> Message:
    """Return what is said when a set of papers is there, and which of it are not."""
    if refused:
        titles = {kind.key: kind.title for kind in PAPERS}
        left = tuple(titles[name] for name in dict.fromkeys(one.document for one in refused))
        return msg(
            "purchase.written.left",
            "{count} files are in {folder}. Not written: {left}. Why is said at the paper.",
            count=len(files),
            folder=folder.name or str(folder),
            left=left,
        )
    return msg("purchase.written", "{count} files are in {folder}", count=len(files), folder=folder.name or str(folder))


def there_question(fault: PapersThere) -> tuple[Message, tuple[Message, ...]]:
    """Return what is asked where papers of the same name are there, and the ways: keep them, or replace them."""
    asked = msg(
        "purchase.there",
        "{count} papers of the same name are in this folder. Replacing them loses what has been filled in there.",
        count=len(fault.names),
    )
    keep = msg("purchase.there.keep", "Keep them, write {version}", version=fault.version)
    return asked, (keep, msg("purchase.there.replace", "Replace them"))


def written_name(kind: PaperKind, language: Language, window: str) -> str:
    """Return what a paper in a language is called in the window's language."""
    title = render(kind.title, window)
    word = render(dict(LANGUAGES)[language], window)
    return title if language == window else f"{title} ({word})" if window == "en" else f"{title}（{word}）"

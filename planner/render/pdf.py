"""A document as PDF bytes: A4, embedded subset of two faces, bookmarks, page x of y; the same document, the same bytes."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.house_style import without_paths
from planner.documents.model import (
    Document,
    Group,
    KeyValues,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Row,
    Signature,
    Table,
)
from planner.documents.numbering import Heading, Placed, flow, labels
from planner.documents.texts import texts
from planner.pictures.flatten import flat
from planner.pictures.scene import Text as PictureText
from planner.render.cell_text import cell_text
from planner.render.fonts import check_coverage, face
from planner.render.pdf_front import contents_strips, cover_strips, title_strips
from planner.render.pdf_look import Look, look_of
from planner.render.pdf_marks import Strip
from planner.render.pdf_pages import Page, paginate
from planner.render.pdf_paint import Painter
from planner.render.pdf_picture import picture_strips
from planner.render.pdf_style import text_width
from planner.render.pdf_table import TableSetter
from planner.render.pdf_text import item_strips, text_strips

_HEAD_BYTES = 200
_SET = 0.6  # about the share of the time that setting takes, painting the rest
_COVER_AIR = (1.0, 0.6, 0.25)


def _no_step(share: float) -> None:
    """Go on; nobody wants to know how far it is."""


def render_pdf(document: Document, step: Callable[[float], None] = _no_step) -> bytes:
    """Return ``document`` as a PDF file; ``step`` is told how much is done (0 to 1), and may raise to stop.

    Raises:
        ExportError: a character that the fonts do not have, or a font file that cannot be read.
    """
    look = look_of(document)
    check_coverage(texts(document), look.faces)
    setter = TableSetter(look, document.language, labels(document, "paper"))
    cover = _cover(document, look, setter) if document.cover else []
    front, strips = _parted(document, _body(document, look, setter, step))
    body = paginate(strips)
    contents = _contents(document, look, body, front, len(cover))
    return _painted(document, look, cover, [*contents, *body], step)


def _cover(document: Document, look: Look, setter: TableSetter) -> list[Page]:
    """Return the cover: closer together where it would else take more than a page."""
    pages: list[Page] = []
    for air in _COVER_AIR:
        pages = paginate(cover_strips(document, look, setter, air))
        if len(pages) == 1:
            break
    return pages


def _body(document: Document, look: Look, setter: TableSetter, step: Callable[[float], None]) -> list[Strip]:
    strips = [] if document.cover else title_strips(document, look)
    new_page, before = False, None
    parts = flow(document, "paper")
    for at, part in enumerate(parts):
        step(_SET * at / len(parts))
        made = _heading(part, look) if isinstance(part, Heading) else _block(part, document, setter, strips)
        if isinstance(part, Placed) and isinstance(part.block, PageBreak):
            new_page = True
            continue
        if made and new_page:
            made[0] = replace(made[0], new_page=True)
            new_page = False
        if made and strips and _belong(before, part):
            strips[-1] = replace(strips[-1], keep_next=True)
        strips += made
        before = part
    if document.signature and not document.cover:
        strips += setter.signature(document.signature)
    return strips


def _belong(before: Heading | Placed | None, part: Heading | Placed) -> bool:
    """Tell whether a page may not end between two parts: running text and the upright table that it leads to."""
    if not isinstance(before, Placed) or not isinstance(part, Placed) or not isinstance(before.block, Paragraph):
        return False
    return isinstance(part.block, KeyValues) or (isinstance(part.block, Table) and not part.block.landscape)


def _parted(document: Document, strips: list[Strip]) -> tuple[list[Strip], list[Strip]]:
    """Return what stands below the contents (a leading section without number, such as the revisions) and the rest."""
    tops = [at for at, strip in enumerate(strips) if strip.heading and strip.heading.level == 1]
    first = strips[0].heading if strips else None
    if not document.contents or first is None or first.number or len(tops) < 2:
        return [], strips
    return strips[: tops[1]], strips[tops[1] :]


def _heading(heading: Heading, look: Look) -> list[Strip]:
    style = look.headings[min(heading.level, len(look.headings)) - 1]
    strips = text_strips(look.faces, ((heading.text, style.bold),), style, text_width(False), keep_next=True)
    strips[0] = replace(strips[0], heading=heading, anchor=heading.anchor, new_page=heading.new_page)
    return strips


def _block(part: Placed, document: Document, setter: TableSetter, so_far: list[Strip]) -> list[Strip]:
    block, look = part.block, setter.look
    match block:
        case Table():
            return setter.table(block, part.label)
        case KeyValues():
            return setter.key_values(block, part.label)
        case Picture():
            return picture_strips(look, block, part.label, document.language)
        case Signature():
            return setter.signature(block)
        case Paragraph():
            return _paragraph(block, look, gap="" if document.language == "zh" else " ")
        case Note():
            return _note(block, look, so_far)
        case PageBreak():
            return []


def _paragraph(block: Paragraph, look: Look, gap: str) -> list[Strip]:
    lead = block.lead + gap if block.lead else ""
    spans = tuple(span for span in ((lead, True), (block.text, False)) if span[0])
    if block.marker:
        return item_strips(look.faces, block.marker, spans, look.item, text_width(False))
    return text_strips(look.faces, spans, look.body, text_width(False))


def _note(block: Note, look: Look, so_far: list[Strip]) -> list[Strip]:
    """Return a note as wide as the table it stands under, tied to the table's last row."""
    turned = bool(so_far) and so_far[-1].landscape
    if len(so_far) > 1 and so_far[-2].table and not so_far[-1].marks:
        so_far[-2:] = [replace(so_far[-2], keep_next=True), replace(so_far[-1], height=0.0, keep_next=True)]
    strips = text_strips(look.faces, ((block.text, False),), look.note, text_width(turned))
    return [replace(strip, landscape=turned) for strip in strips]


def _contents(document: Document, look: Look, body: list[Page], front: list[Strip], ahead: int) -> list[Page]:
    if not document.contents:
        return []
    found = [
        (placed.strip.heading, number)
        for number, page in enumerate(body, 1)
        for placed in page.placed
        if placed.strip.heading
    ]
    count = len(paginate([*contents_strips(document, look, found), *front]))
    entries = contents_strips(document, look, [(heading, page + ahead + count) for heading, page in found])
    return paginate([*entries, *front])


def _painted(
    document: Document, look: Look, cover: list[Page], pages: list[Page], step: Callable[[float], None]
) -> bytes:
    canvas, stream = _canvas(document, look)
    painter = Painter(canvas, document, look, len(cover) + len(pages))
    for number, page in enumerate([*cover, *pages], 1):
        step(_SET + (1 - _SET) * (number - 1) / (len(cover) + len(pages)))
        painter.page(page, number, bare=number <= len(cover))
    if painter.headings:
        canvas.showOutline()
    canvas.save()
    return _unmarked(stream.getvalue())


def _unmarked(content: bytes) -> bytes:
    """Return the file without the maker's remark in its second line; its length, and so every offset, stays."""
    head, rest = content[:_HEAD_BYTES], content[_HEAD_BYTES:]
    return re.sub(rb"ReportLab[^\r\n]*", lambda found: b" " * len(found[0]), head) + rest


def _canvas(document: Document, look: Look) -> tuple[Any, io.BytesIO]:
    """Return a canvas whose properties come from the document alone: no clock, no tool marks."""
    face(), face(True)
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    tag = furniture(document.language).language_tag
    canvas = Canvas(stream, invariant=1, pageCompression=1, initialFontName=look.faces.regular.name, lang=tag)
    canvas.setTitle(document.title)
    canvas.setSubject(document.subtitle or document.title)
    canvas.setAuthor(document.organisation)
    canvas.setKeywords(", ".join(part for part in (*document.keywords, document.number, document.version) if part))
    canvas.setCreator("")
    canvas.setProducer("")
    stamp = f"D:{document.date:%Y%m%d}000000+00'00'"
    canvas.setDateFormatter(lambda *_: stamp)
    plain = replace(document, style=without_paths(document.style))
    digest = hashlib.md5(msgspec.json.encode(plain), usedforsecurity=False).hexdigest()
    canvas._doc._ID = f"\n[<{digest}><{digest}>]\n".encode()
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas, stream


def paper_texts(document: Document) -> Iterator[str]:
    """Yield the texts that must be found again in the pages."""
    names = labels(document, "paper")
    yield document.title
    for part in flow(document, "paper"):
        if isinstance(part, Heading):
            yield part.title
            continue
        match part.block:
            case Table(columns=columns, rows=rows):
                yield from (column.title for column in columns)
                for row in rows:
                    cells = (row.title,) if isinstance(row, Group) else _cell_texts(row, names)
                    yield from cells
            case KeyValues(items=items):
                yield from (item.key + cell_text(item.value, names) for item in items)
            case Picture(caption=caption, scene=scene):
                yield from (caption, *(item.text for item in flat(scene) if isinstance(item, PictureText)))
            case Signature(rows=signers):
                yield from (text for signer in signers for text in signer)
            case Paragraph(text=text) | Note(text=text):
                yield text


def _cell_texts(row: Row, names: Any) -> Iterator[str]:
    return (cell_text(cell, names) for cell in row.cells)

"""A Word paper read back: what its paragraphs say in order, and what they should say."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from planner.documents.furniture import furniture
from planner.documents.model import (
    Cell,
    Document,
    Group,
    Input,
    KeyValues,
    Note,
    Paragraph,
    Picture,
    Signature,
    Table,
)
from planner.documents.numbering import Heading, labels
from planner.render.cell_text import cell_text, head_text
from planner.render.docx_flow import paper_flow
from planner.render.plain_text import plain


def paragraph_texts(content: bytes) -> list[str]:
    """Return the texts of all paragraphs of the body in order, those in tables where they stand, without line breaks.

    Raises:
        KeyError, ValueError, zipfile.BadZipFile: it is no Word file.
    """
    import docx
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph as WordParagraph

    paper = docx.Document(io.BytesIO(content))
    return [WordParagraph(found, paper._body).text.replace("\n", "") for found in paper.element.body.iter(qn("w:p"))]


def expected_texts(document: Document) -> Iterator[str]:
    """Yield the texts that the paragraphs must show, in order."""
    names = labels(document, "paper")
    yield from _front(document)
    for part in paper_flow(document):
        if isinstance(part, Heading):
            yield plain(part.text)
            continue
        match part.block:
            case Table() as table:
                yield from (plain(text) for text in _table(table, document, names))
            case KeyValues(items=items, caption=caption):
                yield plain(caption)
                yield from (plain(text) for item in items for text in (item.key, _shown(item.value, names)))
            case Picture(caption=caption):
                yield plain(caption)
            case Signature() as signers:
                yield from _signers(signers)
            case Paragraph(marker=marker, lead=lead, text=text):
                yield from map(plain, (marker, lead, text))
            case Note(text=text):
                yield plain(text)
    if document.signature and not document.cover:
        yield from _signers(document.signature)


def _front(document: Document) -> Iterator[str]:
    words = furniture(document.language)
    facts = [(item.key, _shown(item.value, {})) for item in document.meta]
    if document.cover:
        yield from map(plain, (document.organisation, document.title, document.subtitle))
        yield from (plain(text) for fact in facts for text in fact)
        if document.signature:
            yield from _signers(document.signature)
    else:
        yield from map(plain, (document.title, document.subtitle, document.organisation))
        yield from (plain(words.pair.format(key=key, value=value)) for key, value in facts)


def _table(table: Table, document: Document, names: Mapping[str, str]) -> Iterator[str]:
    yield table.caption
    yield from (head_text(column, document.language) for column in table.columns)
    for row in table.rows:
        yield from (row.title,) if isinstance(row, Group) else (_shown(cell, names) for cell in row.cells)


def _signers(block: Signature) -> Iterator[str]:
    yield from (plain(text) for row in (block.heads, *block.rows) for text in row)


def _shown(cell: Cell, names: Mapping[str, str]) -> str:
    return "" if isinstance(cell, Input) else cell_text(cell, names)

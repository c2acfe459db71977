"""The texts in a file, each with its place: parts of a zip, pages and properties of a PDF, lines of plain text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from ctypes import create_string_buffer
from typing import Any
from xml.etree import ElementTree

from planner.render.image_parts import JPEG, PNG, image_notes
from planner.render.pdfium import opened

# Elements whose runs read as one text: shared and inline strings, comments, paragraphs of drawings and of Word.
_JOINED = frozenset({"si", "is", "text", "p"})
_HEADER_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|\d+|[A-Z])')
_REMARK = re.compile(rb"<!--(.*?)-->", re.DOTALL)
# Between these a text goes on: a break or tab may part two words, or stand inside one.
_GAPS = frozenset({"br", "cr", "tab", "noBreakHyphen", "softHyphen", "ptab"})
# Codes of fields and deleted words are not shown: what stands on either side of one reads as one word.
_UNSEEN = frozenset({"instrText", "delText"})
_WAYS_TO_READ: tuple[tuple[str, frozenset[str]], ...] = ((" ", frozenset()), ("", frozenset()), ("", _UNSEEN))
# Names of vocabularies, not words of a paper.
_VOCABULARY = re.compile("^http://schemas\\.(?:openxmlformats\\.org|microsoft\\.com)/")
# Attributes and elements in which a cell is named; what stands between quotes in a formula is a text again.
_ADDRESSES = frozenset({"r", "ref", "sqref", "spans", "topLeftCell", "activeCell"})
# Faces a picture may be set in: they name no product of a bidder.
_FACES = frozenset({"font-family"})
_FORMULAS = frozenset({"f", "definedName", "formula", "formula1", "formula2"})
_CELL_NAME = re.compile(r'("[^"]*")|(?<![A-Za-z0-9_.])\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?![A-Za-z0-9_.(])')
_XML = (".xml", ".rels", ".vml")
_DEEPEST = 3


def file_texts(content: bytes) -> Iterator[tuple[str, str]]:
    """Yield the texts of a PDF, an office file, a picture (its words or remarks) or a plain text."""
    if content.startswith(b"%PDF"):
        yield from pdf_texts(content)
    elif content.startswith(b"PK"):
        yield from zip_texts(content)
    elif content.startswith(b"<?xml"):
        yield from _xml_texts(content, "svg")
    elif content.startswith((PNG, JPEG)):
        yield from image_notes(content)
    else:
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            yield f"line {number}", line


def zip_texts(content: bytes, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the texts of every part of an office file, hidden or not, and the names of the parts."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if archive.comment:
            yield f"{place}zip comment", archive.comment.decode("utf-8", "replace")
        for name in archive.namelist():
            yield f"{place}{name} (name)", name
            part = archive.read(name)
            if name.endswith(_XML):
                yield from _xml_texts(part, place + name)
            elif part.startswith(b"PK\x03\x04") and depth < _DEEPEST:
                yield from zip_texts(part, f"{place}{name} > ", depth + 1)
            elif part.startswith(b"%PDF"):
                yield from pdf_texts(part, f"{place}{name} > ")
            elif part.startswith((PNG, JPEG)):
                yield from ((f"{place}{name} ({kind})", text) for kind, text in image_notes(part))


def _xml_texts(part: bytes, place: str) -> Iterator[tuple[str, str]]:
    for remark in _REMARK.findall(part):
        yield f"{place} (remark)", remark.decode("utf-8", "replace")
    yield from _element_texts(ElementTree.fromstring(part), place)


def _element_texts(root: ElementTree.Element, place: str) -> Iterator[tuple[str, str]]:
    """Yield attributes and texts of an element and those below, in their order; runs of a paragraph read as one text."""
    left = [(root, False)]
    while left:
        element, told = left.pop()
        tag = element.tag.rpartition("}")[2]
        where = f"{place} <{tag}>"
        for name, value in element.attrib.items():
            if name not in _ADDRESSES:
                yield where, _VOCABULARY.sub("", value)
        if tag in _JOINED:
            told = True
            ways = ("".join(_own_texts(element, gap, unseen)) for gap, unseen in _WAYS_TO_READ)
            yield from ((where, text) for text in dict.fromkeys(ways))
        elif element.text and not told:
            yield from ((where, text) for text in _readings(tag, element.text))
        left.extend((inner, told) for inner in reversed(element))


def _own_texts(element: ElementTree.Element, gap: str, unseen: frozenset[str]) -> Iterator[str]:
    """Yield the texts of a paragraph without those of paragraphs inside it, which are told by themselves."""
    if element.text:
        yield element.text
    for inner in element:
        tag = inner.tag.rpartition("}")[2]
        if tag in _GAPS:
            yield gap
        elif tag not in _JOINED and tag not in unseen:
            yield from _own_texts(inner, gap, unseen)


def _readings(tag: str, text: str) -> Iterator[str]:
    """Yield what a text says: formulas without their cell names (B100 is no product), headers without their codes."""
    if tag in _FORMULAS:
        yield _CELL_NAME.sub(lambda found: found[1] or " ", text)
        return
    yield text
    if "&" in text:
        yield _HEADER_CODE.sub("", text)


def pdf_texts(content: bytes, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a PDF: pages, properties, bookmarks, links, attachments."""
    with opened(content) as pdf:
        for key, value in pdf.get_metadata_dict().items():
            yield f"{place}{key}", value
        for bookmark in pdf.get_toc():
            yield f"{place}bookmark", bookmark.get_title()
        for number, page in enumerate(pdf, 1):
            yield f"{place}page {number}", page.get_textpage().get_text_range()
            yield from _annotation_texts(pdf, page, f"{place}page {number} annotation")
        for at in range(pdf.count_attachments()):
            attachment = pdf.get_attachment(at)
            yield f"{place}attachment", attachment.get_name()
            yield f"{place}attachment", bytes(attachment.get_data()).decode("utf-8", "replace")


def _annotation_texts(pdf: Any, page: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield contents and titles of the notes on a page, and where its links lead."""
    import pypdfium2.raw as raw

    for at in range(raw.FPDFPage_GetAnnotCount(page)):
        note = raw.FPDFPage_GetAnnot(page, at)
        for key in (b"Contents", b"T"):
            length = raw.FPDFAnnot_GetStringValue(note, key, None, 0)
            buffer = create_string_buffer(length)
            raw.FPDFAnnot_GetStringValue(note, key, _as_wide(buffer), length)
            yield place, buffer.raw.decode("utf-16-le", "replace").rstrip("\0")
        action = raw.FPDFLink_GetAction(raw.FPDFAnnot_GetLink(note))
        target = create_string_buffer(raw.FPDFAction_GetURIPath(pdf, action, None, 0) if action else 0)
        if len(target):
            raw.FPDFAction_GetURIPath(pdf, action, target, len(target))
            yield place, target.raw.decode("utf-8", "replace").rstrip("\0")
        raw.FPDFPage_CloseAnnot(note)


def _as_wide(buffer: Any) -> Any:
    import ctypes

    import pypdfium2.raw as raw

    return ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR))

"""All texts of a document with the place where each stands, and the removal of characters no paper can carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from planner.documents.model import Document, Group, KeyValues, Picture, Row, Section, Table
from planner.pictures.flatten import scene_texts

# C0 and C1 controls except the line feed, noncharacters, lone surrogates, byte order marks, zero-width, direction and
# joining marks, fillers, tags and the selectors of emoji: invisible, refused by XML or by fonts, and a way to hide a
# word from the leak scan. Selectors of ideographs stay: they choose a shape that some people's names need.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e00ff"
    + "".join(chr(plane << 16 | last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_LINE_END = re.compile("\r\n?|\u2028|\u2029|\x85|\x0b|\x0c")


def clean_text(text: str) -> tuple[str, int]:
    """Return ``text`` without unprintable characters and how many were taken out; tabs become spaces."""
    plain = _LINE_END.sub("\n", text).replace("\t", " ")
    return _UNPRINTABLE.subn("", plain)


def clean(document: Document) -> tuple[Document, int]:
    """Return ``document`` with all its texts cleaned and the number of characters removed."""
    removed = 0

    def walk(node: Any) -> Any:
        nonlocal removed
        if isinstance(node, str):
            text, count = clean_text(node)
            removed += count
            return node if text == node else text
        if isinstance(node, tuple):
            parts = tuple(walk(part) for part in node)
            return node if all(new is old for new, old in zip(parts, node, strict=True)) else parts
        if isinstance(node, msgspec.Struct):
            return _rebuilt(node, {name: walk(getattr(node, name)) for name in node.__struct_fields__})
        return node

    return walk(document), removed


def _rebuilt(node: msgspec.Struct, fields: dict[str, Any]) -> msgspec.Struct:
    if all(fields[name] is getattr(node, name) for name in fields):
        return node
    return type(node)(**fields)


def texts(document: Document) -> Iterator[tuple[str, str]]:
    """Yield (place, text) for every text; a place reads 'caption / row / column title'."""
    heads = (document.title, document.subtitle, document.organisation, document.number, document.version)
    for text in (*heads, document.running_head, *document.keywords, *_style_texts(document)):
        yield document.title, text
    for item in document.meta:
        yield document.title, item.key
        yield from _strings(item.value, f"{document.title} / {item.key}")
    if document.signature:
        yield from _strings(document.signature, document.title)
    yield from _block_texts(document.blocks, document.title)


def _style_texts(document: Document) -> Iterator[str]:
    """Yield the texts that the house style brings along: running head and foot, what the logo is."""
    lines = (document.style.head, document.style.foot)
    for text in (place for line in lines for place in (line.left, line.center, line.right)):
        if text is not None:
            yield text.label(document.language)
    if document.style.logo is not None:
        yield document.style.logo.alt.label(document.language)


def _block_texts(blocks: tuple[Any, ...], place: str) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if isinstance(block, Section):
            yield place, block.title
            yield from _block_texts(block.blocks, block.title)
        elif isinstance(block, Table):
            yield from _table_texts(block, block.caption or place)
        elif isinstance(block, KeyValues):
            for item in block.items:
                yield block.caption or place, item.key
                yield from _strings(item.value, f"{block.caption or place} / {item.key}")
            yield place, block.caption
        elif isinstance(block, Picture):
            yield from _picture_texts(block, block.caption or place)
        else:
            yield from _strings(block, place)


def picture_texts(document: Document) -> Iterator[tuple[str, str]]:
    """Yield (place, text) of what stands in the pictures: painted into an image, no file scan would find it."""
    yield from (pair for block in _pictures(document.blocks) for pair in _picture_texts(block, block.caption))


def _pictures(blocks: tuple[Any, ...]) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Section):
            yield from _pictures(block.blocks)
        elif isinstance(block, Picture):
            yield block


def _picture_texts(picture: Picture, place: str) -> Iterator[tuple[str, str]]:
    for text in (picture.caption, picture.sheet, picture.words, *scene_texts(picture.scene)):
        yield place, text


def _table_texts(table: Table, place: str) -> Iterator[tuple[str, str]]:
    yield from ((place, text) for text in (table.caption, table.sheet))
    yield from ((place, column.title + column.unit) for column in table.columns)
    for number, row in enumerate(table.rows, 1):
        if isinstance(row, Group):
            yield f"{place} / {number}", row.title
        elif isinstance(row, Row):
            for column, cell in zip(table.columns, row.cells, strict=True):
                yield from _strings(cell, f"{place} / {number} / {column.title}")


def _strings(node: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield place, node
    elif isinstance(node, tuple):
        for part in node:
            yield from _strings(part, place)
    elif isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield from _strings(getattr(node, name), place)

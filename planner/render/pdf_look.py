"""The look of one PDF: its faces, text styles and colours, ours where the house style says nothing."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from planner.documents.house_style import Logo, heading_size
from planner.documents.model import Document
from planner.render.fonts import Faces, faces_of
from planner.render.pdf_style import (
    BODY_EN,
    BODY_ZH,
    CAPTION,
    CELL_EN,
    CELL_ZH,
    COVER_ORGANISATION,
    COVER_TITLE,
    HEAD_FILL,
    HEADINGS,
    ITEM_EN,
    ITEM_ZH,
    NAVY,
    NOTE,
    SMALLEST,
    TITLE,
    TextStyle,
)


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How the texts of one paper are set; ``accent`` is ink, ``head_fill`` the ground of table heads."""

    faces: Faces
    headings: tuple[TextStyle, ...]
    title: TextStyle
    cover_title: TextStyle
    cover_organisation: TextStyle
    body: TextStyle
    item: TextStyle
    caption: TextStyle
    note: TextStyle
    cell: TextStyle
    accent: str
    head_fill: str
    logo: Logo | None


def look_of(document: Document) -> Look:
    """Return the look of ``document``.

    Raises:
        ExportError: a font file of the house style is missing, changed or damaged.
    """
    style, is_zh = document.style, document.language == "zh"
    accent = style.accent or NAVY
    body, item = (BODY_ZH, ITEM_ZH) if is_zh else (BODY_EN, ITEM_EN)
    cell = CELL_ZH if is_zh else CELL_EN
    in_text = (style.sizes.body or body.size) / body.size
    in_tables = (style.sizes.table or cell.size) / cell.size
    in_titles = (style.sizes.title or TITLE.size) / TITLE.size
    return Look(
        faces=faces_of(style.fonts),
        headings=tuple(_heading(document, level, one, accent) for level, one in enumerate(HEADINGS, 1)),
        title=sized(TITLE, in_titles, colour=accent),
        cover_title=sized(COVER_TITLE, in_titles),
        cover_organisation=replace(COVER_ORGANISATION, colour=accent),
        body=sized(body, in_text),
        item=sized(item, in_text),
        caption=sized(CAPTION, in_tables),
        note=sized(NOTE, max(in_tables, SMALLEST / NOTE.size)),
        cell=sized(cell, in_tables),
        accent=accent,
        head_fill=style.head_fill or HEAD_FILL,
        logo=style.logo,
    )


def sized(style: TextStyle, scale: float, **changes: Any) -> TextStyle:
    """Return ``style`` with size and leading ``scale`` times as large."""
    return replace(style, size=style.size * scale, leading=style.leading * scale, **changes)


def _heading(document: Document, level: int, usual: TextStyle, accent: str) -> TextStyle:
    size = heading_size(document.style, level, usual.size)
    return sized(usual, size / usual.size, colour=accent if level == 1 else usual.colour)

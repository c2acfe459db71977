"""Rows of a Word table: measured, kept whole and together where a page can hold them, and written."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from planner.documents.model import Align
from planner.render.docx_styles import (
    CELL,
    CELL_END_TWIPS,
    CELL_LEADING,
    CELL_SIDE_TWIPS,
    CELL_SIZE,
    HEAD,
    LABEL,
    TABLE,
)
from planner.render.docx_xml import (
    TWIPS_PER_PT,
    element,
    em_width,
    paragraph,
    paragraph_properties,
    properties,
    twips,
)
from planner.render.plain_text import plain

_SHORT_ROWS = 8
_SHORT_SHARE = 0.3  # of a page: a table that is kept on one
_WHOLE_SHARE = 0.6  # of a page: a row that is kept on one
_LOOSE = 1.08  # lines break before they are full


class TableLook(msgspec.Struct, frozen=True, kw_only=True):
    """What all rows of a table share: column widths in twips, styles, and the height of a page in points."""

    widths: tuple[int, ...]
    cell: str = CELL
    head: str = HEAD
    label: str = LABEL
    size: float = CELL_SIZE
    leading: float = CELL_LEADING
    page: float = 0.0


class TableCell(msgspec.Struct, frozen=True):
    """A cell before it is written: what its paragraphs hold, alignment and style."""

    contents: tuple[str, ...]
    align: Align
    style: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row before it is written; ``height`` in points; ``span`` is one cell over all columns."""

    cells: tuple[TableCell, ...]
    height: float
    fill: str = ""
    span: bool = False
    minimum_mm: float = 0.0


def row_height(texts: Sequence[str], widths: Sequence[int], look: TableLook) -> float:
    """Return about how high a row will stand, in points."""
    most = 1
    for text, width in zip(texts, widths, strict=True):
        room = max(1.0, (width - 2 * CELL_SIDE_TWIPS) / TWIPS_PER_PT / look.size)
        most = max(most, sum(max(1, math.ceil(em_width(line) * _LOOSE / room)) for line in text.split("\n")))
    return most * look.leading + 2 * CELL_END_TWIPS / TWIPS_PER_PT


def table_xml(  # noqa: PLR0913 - how a table may be kept together
    look: TableLook,
    rows: Sequence[TableRow],
    *,
    head: TableRow | None = None,
    repeat: bool = True,
    tied: bool = False,
    labelled: bool = False,
    whole: bool = False,
    caption: str = "",
) -> str:
    """Return a table; ``tied`` keeps its last row with what follows, ``whole`` all of it on one page."""
    if not rows and head is None:
        return ""
    together = whole or _is_short(rows, look)
    last = len(rows) - 1
    made = [_row_xml(head, look, kept=bool(rows) or tied, repeated=repeat)] if head else []
    for at, row in enumerate(rows):
        inner = row.span or together or at in (0, 1, last - 1)
        made.append(_row_xml(row, look, kept=tied if at == last else inner))
    grid = element("tblGrid", *(element("gridCol", w=width) for width in look.widths))
    return element("tbl", _table_properties(look, head is not None, labelled, caption), grid, *made)


def _is_short(rows: Sequence[TableRow], look: TableLook) -> bool:
    return len(rows) <= _SHORT_ROWS and sum(row.height for row in rows) <= look.page * _SHORT_SHARE


def _table_properties(look: TableLook, headed: bool, labelled: bool, caption: str) -> str:
    flags: dict[str, object] = {
        "firstRow": int(headed),
        "lastRow": 0,
        "firstColumn": int(labelled),
        "lastColumn": 0,
        "noHBand": 1,
        "noVBand": 1,
    }
    children = [
        element("tblStyle", val=TABLE),
        element("tblW", w=sum(look.widths), type="dxa"),
        element("tblLayout", type="fixed"),
        element("tblLook", val=f"{0x0600 | 0x20 * headed | 0x80 * labelled:04X}", **flags),
    ]
    if caption:
        children.append(element("tblCaption", val=plain(caption).replace("\n", " ")))
    return properties("tblPr", children)


def _row_xml(row: TableRow, look: TableLook, *, kept: bool, repeated: bool = False) -> str:
    flags = [element("cantSplit")] if row.height <= look.page * _WHOLE_SHARE else []
    if row.minimum_mm:
        flags.append(element("trHeight", val=twips(row.minimum_mm), hRule="atLeast"))
    if repeated:
        flags.append(element("tblHeader"))
    spans = [sum(look.widths)] if row.span else look.widths
    cells = [_cell_xml(cell, width, row, kept, len(look.widths)) for cell, width in zip(row.cells, spans, strict=True)]
    return element("tr", properties("trPr", flags), *cells)


def _cell_xml(cell: TableCell, width: int, row: TableRow, kept: bool, columns: int) -> str:
    children = [element("tcW", w=width, type="dxa")]
    if row.span and columns > 1:
        children.append(element("gridSpan", val=columns))
    if row.fill:
        children.append(element("shd", val="clear", color="auto", fill=row.fill))
    look = paragraph_properties(cell.style, None if cell.align == "left" else cell.align, keep_next=kept)
    return element("tc", properties("tcPr", children), *(paragraph(look, content) for content in cell.contents))

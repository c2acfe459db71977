"""Rows of a Word table: measured, kept whole and together where a page can hold them, and written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate

import msgspec

from planner.documents.model import Align, Language
from planner.render.docx_looks import (
    CELL,
    CELL_END_TWIPS,
    CELL_SIDE_TWIPS,
    HEAD,
    LABEL,
    TABLE,
)
from planner.render.docx_measure import line_count, text_em
from planner.render.docx_page import points
from planner.render.docx_pages import Slab
from planner.render.docx_xml import TWIPS_PER_PT, element, paragraph, paragraph_properties, properties, twips
from planner.render.plain_text import plain
from planner.render.text_lines import is_wide

_SHORT_ROWS = 8
_SHORT_SHARE = 0.3  # of a page: a table that is kept on one
_WHOLE_SHARE = 0.6  # of a page: a row that is kept on one
_SCRAP_SHARE = 0.06  # of a page, about three lines: less of a table should not stand alone
_MOST_HEADS = 3
_BORDER_PT, _FRAME_PT = 0.5, 1.0
_SLACK_EM = 0.6


class TableLook(msgspec.Struct, frozen=True, kw_only=True):
    """What all rows of a table share: column widths in twips, styles, type, and the height of a page in points."""

    widths: tuple[int, ...]
    language: Language
    cell: str = CELL
    head: str = HEAD
    label: str = LABEL
    table: str = TABLE
    size: float
    latin: float = 1.0
    leading: float
    page: float = 0.0
    centred: bool = False

    def room_em(self, width: int) -> float:
        """Return the room for text in a column of ``width`` twips, in ems."""
        return self.latin_room_em(width) * (1.0 if self.language == "en" else self.latin)

    def latin_room_em(self, width: int) -> float:
        """Return the room for Latin text in a column of ``width`` twips, in ems of a face of the usual width."""
        return (width - 2 * CELL_SIDE_TWIPS) / TWIPS_PER_PT / self.size / self.latin


class TableCell(msgspec.Struct, frozen=True):
    """A cell before it is written: what its paragraphs hold, alignment, style, twips that its text stands in further."""

    contents: tuple[str, ...]
    align: Align
    style: str
    inset: int = 0


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row before it is written; ``height`` in points; ``span`` is one cell over all columns."""

    cells: tuple[TableCell, ...]
    height: float
    fill: str = ""
    span: bool = False
    minimum_mm: float = 0.0

    @property
    def stands(self) -> float:
        """Return the height in points, with what the row asks for at least."""
        return max(self.height, points(self.minimum_mm)) + _BORDER_PT


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table as written, and its rows as they take room on the page."""

    xml: str
    slabs: tuple[Slab, ...]


def row_height(texts: Sequence[str], cells: Sequence[TableCell], widths: Sequence[int], look: TableLook) -> float:
    """Return about how high a row will stand, in points."""
    most = 1
    for text, cell, width in zip(texts, cells, widths, strict=True):
        sans = cell.style in (look.head, look.label)
        most = max(most, line_count(text, look.room_em(width), look.language, sans=sans))
    return most * look.leading + 2 * CELL_END_TWIPS / TWIPS_PER_PT


def head_inset(title: str, width: int, look: TableLook) -> int:
    """Return how far a Chinese head is set in on both sides, in twips, so that its lines are about equally long."""
    if not title or not all(map(is_wide, title)):
        return 0
    room = look.room_em(width)
    length = text_em(title, look.language, sans=True)
    lines = math.ceil(length / max(room, 1.0))
    if lines < 2:
        return 0
    wanted = math.ceil(length / lines) + _SLACK_EM
    return max(0, int((room - wanted) * look.size * TWIPS_PER_PT / 2))


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
) -> Grid:
    """Return a table; ``tied`` keeps its last row with what follows, ``whole`` all of it on one page."""
    if not rows and head is None:
        return Grid(xml="", slabs=())
    together = whole or _is_short(rows, look)
    ties = [*_ties(rows, look, together), tied] if rows else []
    made = [_row_xml(head, look, kept=bool(rows) or tied, repeated=repeat)] if head else []
    made += [_row_xml(row, look, kept=kept) for row, kept in zip(rows, ties, strict=True)]
    grid = element("tblGrid", *(element("gridCol", w=width) for width in look.widths))
    xml = element("tbl", _table_properties(look, head is not None, labelled, caption), grid, *made)
    return Grid(xml=xml, slabs=tuple(_slabs(look, rows, ties, head, repeat)))


def _ties(rows: Sequence[TableRow], look: TableLook, together: bool) -> Iterator[bool]:
    """Yield for each row but the last whether it stays with the next.

    Group rows do, unless many follow each other, and so many rows at either end that what stands alone before or after
    a break is no mere scrap.
    """
    scrap = look.page * _SCRAP_SHARE
    ahead = list(accumulate(row.height for row in rows))
    for at, row in enumerate(rows[:-1]):
        heads = row.span and not all(below.span for below in rows[at + 1 : at + 1 + _MOST_HEADS])
        yield heads or together or ahead[at] < scrap or ahead[-1] - ahead[at] < scrap


def _slabs(
    look: TableLook, rows: Sequence[TableRow], ties: Sequence[bool], head: TableRow | None, repeat: bool
) -> Iterator[Slab]:
    """Yield the rows as they take room; one that may be parted stands in lines, its margins among them."""
    again = head.stands if head and repeat else 0.0
    if head:
        yield Slab(height=head.stands, kept=True)
    for at, (row, kept) in enumerate(zip(rows, ties, strict=True), 1):
        line = 0.0 if _is_whole(row, look) else look.leading
        yield Slab(height=row.stands + _FRAME_PT * (at == len(rows)), kept=kept, head=again, line=line)


def _is_short(rows: Sequence[TableRow], look: TableLook) -> bool:
    return len(rows) <= _SHORT_ROWS and sum(row.height for row in rows) <= look.page * _SHORT_SHARE


def _is_whole(row: TableRow, look: TableLook) -> bool:
    return row.height <= look.page * _WHOLE_SHARE


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
        element("tblStyle", val=look.table),
        element("tblW", w=sum(look.widths), type="dxa"),
        element("tblLayout", type="fixed"),
        element("tblLook", val=f"{0x0600 | 0x20 * headed | 0x80 * labelled:04X}", **flags),
    ]
    if look.centred:
        children.append(element("jc", val="center"))
    if caption:
        children.append(element("tblCaption", val=plain(caption).replace("\n", " ")))
    return properties("tblPr", children)


def _row_xml(row: TableRow, look: TableLook, *, kept: bool, repeated: bool = False) -> str:
    flags = [element("cantSplit")] if _is_whole(row, look) else []
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
    if cell.inset:
        margins = (element(side, w=CELL_SIDE_TWIPS + cell.inset, type="dxa") for side in ("left", "right"))
        children.append(element("tcMar", *margins))
    look = paragraph_properties(cell.style, None if cell.align == "left" else cell.align, keep_next=kept)
    return element("tc", properties("tcPr", children), *(paragraph(look, content) for content in cell.contents))

"""Tables as strips: caption, head, group rows and rows; rows higher than half a page may be cut between lines.

A table too wide for the page is turned, or set in parts that repeat its key columns (``planner.render.wide_tables``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import accumulate, count

import msgspec
from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Align, Cell, Group, KeyValues, Language, Reference, Row, Signature, Table, Text
from planner.render.cell_text import alignment, cell_text, head_text
from planner.render.pdf_look import Look
from planner.render.pdf_marks import CellLines, Fill, PageMark, RowLines, Rule, Strip, TablePart, Words
from planner.render.pdf_style import (
    AFTER_TABLE,
    GRID,
    GROUP_FILL,
    INK,
    LINE,
    MM,
    PAD_ROW,
    PAD_SIDE,
    SMALLEST,
    TextStyle,
    body_height,
    text_width,
)
from planner.render.pdf_text import baseline, lines_of, offset, text_strips
from planner.render.pdf_widths import Least, scaled
from planner.render.text_pieces import pieces
from planner.render.wide_tables import Columns, Rooms, arranged, table_parts

# A table of so few rows stays on one page, unless that could leave more than this share of the page before it empty.
_SHORT_TABLES = ((4, 0.3), (5, 0.25), (9, 0.22))
_SCRAP_SHARE = 0.06  # of a page, about three lines: less of a table should not stand alone
_SIGNATURE_ROW = 11 * MM
_LINES_BEFORE_CUT = 3
_WHOLE = ("number", "money", "date", "id")
# What is repeated at the top of a page takes at most this share of it; a row that may not fit below can be cut.
_LARGEST_AGAIN = 0.4
_LEAST_CUT = 0.35 * body_height(True)


class _SetRow(msgspec.Struct, frozen=True):
    """A row that is set; ``above`` is the group row that stands above it again at the top of a page."""

    lines: RowLines
    is_group: bool = False
    above: RowLines | None = None


class TableSetter:
    """Sets the tables of one document: its language, the numbers for references, a key for each table."""

    def __init__(self, look: Look, language: Language, labels: Mapping[str, str]) -> None:
        self.look = look
        self.language = language
        self.labels = labels
        self.style: TextStyle = look.cell
        self.keys = count(1)

    def table(self, table: Table, label: str) -> list[Strip]:
        """Return the strips of a table with its caption; one wider than the page is turned, set smaller, or in parts."""
        least = self._least(table)
        columns = Columns(
            wanted=tuple(column.width_mm * MM for column in table.columns),
            least=least.points(SMALLEST),
            keys=table.key_columns,
        )
        rooms = Rooms(upright=text_width(False), turned=text_width(True))
        arrangement = arranged(columns, rooms, landscape=table.landscape)
        room = text_width(arrangement.landscape)
        smaller = copy(self)
        size = min(least.size(columns.wanted, places, room, self.style.size) for places in arrangement.parts)
        smaller.style = shrunk(self.style, size / self.style.size)
        strips = []
        for part, places in zip(table_parts(table, arrangement, self.language), arrangement.parts, strict=True):
            widths = least.widths(columns.wanted, places, room, smaller.style.size)
            strips += smaller._table(part, label, widths)
        return strips

    def _least(self, table: Table) -> Least:
        """Return the least widths of columns: numbers, dates and ids whole, words too where they are not very long."""
        least = Least([column.kind in _WHOLE for column in table.columns])
        faces = self.look.faces
        least.take([head_text(column, self.language) for column in table.columns], faces.bold)
        for row in table.rows:
            if isinstance(row, Row):
                if len(row.cells) != len(table.columns):
                    raise ValueError(f"{len(row.cells)} cells for {len(table.columns)} columns")
                least.take([cell_text(cell, self.labels) for cell in row.cells], faces.face(row.total))
        return least

    def _table(self, table: Table, label: str, widths: Sequence[float]) -> list[Strip]:
        heads = [head_text(column, self.language) for column in table.columns]
        head = self._head(heads, widths)
        aligns = [alignment(column) for column in table.columns]
        lines = [self._row(row, widths, aligns) for row in table.rows]
        groups = [isinstance(row, Group) for row in table.rows]
        above = self._continued(table, sum(widths))
        rows = list(map(_SetRow, lines, groups, above))
        strips = self._whole(table.caption, label, [head], rows, repeat=table.repeat_head)
        if table.anchor:
            strips[0] = replace(strips[0], anchor=table.anchor)
        return [replace(strip, landscape=table.landscape) for strip in strips]

    def _continued(self, table: Table, width: float) -> list[RowLines | None]:
        """Return for each row the group row that stands above it again where a page begins with it."""
        words = furniture(self.language)
        current: RowLines | None = None
        found: list[RowLines | None] = []
        for row in table.rows:
            if isinstance(row, Group):
                current = self._group(words.group_continued.format(title=row.title), width)
                current = current if row_height(current) <= _LARGEST_AGAIN * body_height(table.landscape) / 2 else None
            found.append(None if isinstance(row, Group) or row.total else current)
        return found

    def key_values(self, block: KeyValues, label: str) -> list[Strip]:
        """Return the strips of a table of labels and values."""
        widths = scaled(block.widths_mm, text_width(False))
        rows = []
        for item in block.items:
            row = self._lines([item.key, item.value], widths, ["center", "left"])
            rows.append(_SetRow(replace(row, label_fill=widths[0])))
        strips = self._whole(block.caption, label, [], rows, repeat=False)
        if block.anchor and strips:
            strips[0] = replace(strips[0], anchor=block.anchor)
        return strips

    def signature(self, block: Signature, *, stretched: bool = True) -> list[Strip]:
        """Return the strips of a table that is signed, kept on one page; in its own width or that of the text."""
        room = text_width(False)
        widths = scaled(block.columns_mm, room if stretched else min(room, sum(block.columns_mm) * MM))
        head = self._head(list(block.heads), widths)
        aligns: list[Align] = ["center"] * len(widths)
        lines = [self._lines(list(row), widths, aligns) for row in block.rows]
        rows = [_SetRow(replace(one, minimum=_SIGNATURE_ROW)) for one in lines]
        return self._whole("", "", [head], rows, repeat=False)

    def _whole(
        self, caption: str, label: str, heads: list[RowLines], rows: list[_SetRow], *, repeat: bool
    ) -> list[Strip]:
        """Return caption, heads and rows in order, tied together where a page must not end."""
        if not heads and not rows:
            return []
        width = sum(cell.width for cell in (heads or [rows[0].lines])[0].cells)
        plain = TablePart(key=next(self.keys), width=width)
        again = self._again(caption, label, heads, plain) if repeat else ()
        part = replace(plain, repeated=again)
        strips = self._caption(caption, label, width, goes_on=False)
        strips += [row_strip(head, part, keep_next=True) for head in heads]
        ties = _ties(rows)
        above: RowLines | None = None
        inner = part
        for row, kept in zip(rows, ties, strict=True):
            if row.above is not above:
                above = row.above
                group = (row_strip(above, plain, keep_next=True),) if above else ()
                inner = replace(part, repeated=(*again, *group))
            strips.append(replace(row_strip(row.lines, inner, keep_next=kept), is_row=not row.is_group))
        strips.append(Strip(height=AFTER_TABLE))
        return strips

    def _again(self, caption: str, label: str, heads: list[RowLines], plain: TablePart) -> tuple[Strip, ...]:
        """Return what stands at the top of each page that a table goes on to; nothing where it would take too much."""
        strips = self._caption(caption, label, plain.width, goes_on=True)
        strips += [row_strip(head, plain, keep_next=True) for head in heads]
        high = sum(strip.before + strip.height for strip in strips)
        return tuple(strips) if high <= _LARGEST_AGAIN * body_height(True) else ()

    def _caption(self, caption: str, label: str, width: float, *, goes_on: bool) -> list[Strip]:
        if not caption:
            return []
        words = furniture(self.language)
        text = f"{label}{words.gap}{caption}" if label else caption
        if goes_on:
            text = words.continued.format(label=label, caption=caption).strip()
        return text_strips(self.look.faces, ((text, True),), self.look.caption, width, keep_next=True)

    def _head(self, titles: Sequence[str], widths: Sequence[float]) -> RowLines:
        row = self._lines([Text(title, bold=True) for title in titles], widths, ["center"] * len(titles))
        return replace(row, fill=self.look.head_fill)

    def _row(self, row: Row | Group, widths: Sequence[float], aligns: Sequence[Align]) -> RowLines:
        if isinstance(row, Group):
            return self._group(row.title, sum(widths))
        lines = self._lines(row.cells, widths, aligns, bold=row.total)
        return replace(lines, fill=GROUP_FILL if row.total else "")

    def _group(self, title: str, width: float) -> RowLines:
        return replace(self._lines([Text(title, bold=True)], [width], ["left"]), fill=GROUP_FILL)

    def _lines(
        self, cells: Sequence[Cell | str], widths: Sequence[float], aligns: Sequence[Align], *, bold: bool = False
    ) -> RowLines:
        left, made = 0.0, []
        for cell, width, align in zip(cells, widths, aligns, strict=True):
            made.append(self._cell(cell, left, width, align, bold))
            left += width
        return RowLines(cells=tuple(made), size=self.style.size, leading=self.style.leading)

    def _cell(self, cell: Cell | str, left: float, width: float, align: Align, bold: bool) -> CellLines:
        text = cell if isinstance(cell, str) else cell_text(cell, self.labels)
        heavy = bold or (isinstance(cell, Text) and cell.bold)
        room = (width - 2 * PAD_SIDE) / self.style.size
        lines = lines_of(self.look.faces, ((text, heavy),), room) if text else ()
        placed = tuple(((offset(line, room, align)) * self.style.size + PAD_SIDE, pieces(line, room)) for line in lines)
        target = cell.anchor if isinstance(cell, Reference) else ""
        return CellLines(left=left, width=width, lines=placed, target=target)


def _ties(rows: Sequence[_SetRow]) -> list[bool]:
    """Return for each row whether the next one stays with it.

    All rows of a short table do, group rows do, and so many rows at either end that no mere scrap stands alone.
    """
    page = body_height(False)
    ends = list(accumulate(row_height(row.lines) for row in rows))
    high = ends[-1] if ends else 0.0
    whole = any(len(rows) <= most and high <= share * page for most, share in _SHORT_TABLES)
    scrap = _SCRAP_SHARE * page
    inner = [
        row.is_group or whole or end < scrap or high - end < scrap for row, end in zip(rows[:-1], ends, strict=False)
    ]
    return [*inner, False] if rows else []


def shrunk(style: TextStyle, scale: float) -> TextStyle:
    """Return ``style`` smaller by ``scale`` where that is below 1, but never too small to read."""
    size = max(SMALLEST, style.size * min(1.0, scale))
    return replace(style, size=size, leading=style.leading * size / style.size)


def row_height(row: RowLines) -> float:
    """Return the height of a row in points."""
    most = max((len(cell.lines) for cell in row.cells), default=0)
    return max(row.minimum, max(most, 1) * row.leading + 2 * PAD_ROW)


def row_strip(row: RowLines, table: TablePart, *, keep_next: bool = False) -> Strip:
    """Return a row as a strip; only one that may not fit on a page keeps its lines for cutting."""
    height = row_height(row)
    width = sum(cell.width for cell in row.cells)
    marks: list[PageMark] = []
    if row.fill or row.label_fill:
        fill_width = row.label_fill or width
        marks.append(Fill(x=0, top=0, width=fill_width, height=height, colour=row.fill or GROUP_FILL))
    for cell in row.cells:
        marks.extend(_cell_marks(cell, row, height))
    if not row.cut:
        marks.append(Rule(x1=0, y1=height, x2=width, y2=height, weight=GRID, colour=LINE))
    tall = height > _LEAST_CUT
    return Strip(height=height, marks=tuple(marks), keep_next=keep_next, table=table, row=row if tall else None)


def _cell_marks(cell: CellLines, row: RowLines, height: float) -> list[PageMark]:
    marks: list[PageMark] = []
    if cell.left:
        marks.append(Rule(x1=cell.left, y1=0, x2=cell.left, y2=height, weight=GRID, colour=LINE))
    top = PAD_ROW if row.cut else (height - len(cell.lines) * row.leading) / 2
    first = top + baseline(row.size, row.leading)
    for number, (x, set_pieces) in enumerate(cell.lines):
        line = first + number * row.leading
        marks.append(
            Words(x=cell.left + x, baseline=line, size=row.size, colour=INK, pieces=set_pieces, target=cell.target)
        )
    return marks


def cut_row(strip: Strip, room: float) -> tuple[Strip, Strip] | None:
    """Return ``strip`` as two, the first at most ``room`` high, or None where too few lines would stand on either side."""
    if strip.row is None or strip.table is None:
        return None
    lines = int((room - 2 * PAD_ROW) // strip.row.leading)
    if lines < _LINES_BEFORE_CUT:
        return None
    upper = _lines_between(strip.row, 0, lines, cut=True)
    lower = _lines_between(strip.row, lines, None, cut=strip.row.cut)
    first = replace(row_strip(upper, strip.table), is_row=strip.is_row, landscape=strip.landscape)
    second = replace(
        row_strip(lower, strip.table, keep_next=strip.keep_next), is_row=strip.is_row, landscape=strip.landscape
    )
    return first, second


def _lines_between(row: RowLines, start: int, end: int | None, *, cut: bool) -> RowLines:
    cells = tuple(replace(cell, lines=cell.lines[start:end]) for cell in row.cells)
    return replace(row, cells=cells, cut=cut)

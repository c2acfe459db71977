"""Tables as strips: caption, head, group rows and rows; rows higher than half a page may be cut between lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import count

from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Align, Cell, Group, KeyValues, Language, Reference, Row, Signature, Table, Text
from planner.render.cell_text import alignment, cell_text, head_text
from planner.render.fonts import printable
from planner.render.pdf_marks import CellLines, Fill, PageMark, RowLines, Rule, Strip, TablePart, Words
from planner.render.pdf_style import (
    AFTER_TABLE,
    CAPTION,
    CELL_EN,
    CELL_ZH,
    GRID,
    GROUP_FILL,
    HEAD_FILL,
    INK,
    LINE,
    MM,
    PAD_ROW,
    PAD_SIDE,
    TextStyle,
    body_height,
    text_width,
)
from planner.render.pdf_text import baseline, lines_of, offset, text_strips
from planner.render.text_pieces import pieces

# A table of few rows stays on one page, unless that would leave more than this share of the page before it empty.
_SHORT_TABLE_ROWS, _SHORT_TABLE_SHARE = 9, 0.3
_SIGNATURE_ROW = 11 * MM
_LINES_BEFORE_CUT = 3
_SMALLEST = 6.8


class TableSetter:
    """Sets the tables of one document: its language, the numbers for references, a key for each table."""

    def __init__(self, language: Language, labels: Mapping[str, str]) -> None:
        self.language = language
        self.labels = labels
        self.style: TextStyle = CELL_ZH if language == "zh" else CELL_EN
        self.keys = count(1)

    def table(self, table: Table, label: str) -> list[Strip]:
        """Return the strips of a table with its caption; one wider than the page is set smaller."""
        wanted = sum(column.width_mm for column in table.columns) * MM
        smaller = copy(self)
        smaller.style = shrunk(self.style, text_width(table.landscape) / wanted)
        return smaller._table(table, label)

    def _table(self, table: Table, label: str) -> list[Strip]:
        widths = scaled([column.width_mm for column in table.columns], text_width(table.landscape))
        heads = [head_text(column, self.language) for column in table.columns]
        head = self._head(heads, widths)
        aligns = [alignment(column) for column in table.columns]
        rows = [self._row(row, widths, aligns) for row in table.rows]
        groups = [isinstance(row, Group) for row in table.rows]
        strips = self._whole(table.caption, label, [head], rows, groups, repeat=table.repeat_head)
        if table.anchor:
            strips[0] = replace(strips[0], anchor=table.anchor)
        return [replace(strip, landscape=table.landscape) for strip in strips]

    def key_values(self, block: KeyValues, label: str) -> list[Strip]:
        """Return the strips of a table of labels and values."""
        widths = scaled(block.widths_mm, text_width(False))
        rows = []
        for item in block.items:
            row = self._lines([item.key, item.value], widths, ["center", "left"])
            rows.append(replace(row, label_fill=widths[0]))
        strips = self._whole(block.caption, label, [], rows, [False] * len(rows), repeat=False)
        if block.anchor and strips:
            strips[0] = replace(strips[0], anchor=block.anchor)
        return strips

    def signature(self, block: Signature, *, stretched: bool = True) -> list[Strip]:
        """Return the strips of a table that is signed, kept on one page; in its own width or that of the text."""
        room = text_width(False)
        widths = scaled(block.widths_mm, room if stretched else min(room, sum(block.widths_mm) * MM))
        head = self._head(list(block.heads), widths)
        aligns: list[Align] = ["center"] * len(widths)
        rows = [replace(self._lines(list(row), widths, aligns), minimum=_SIGNATURE_ROW) for row in block.rows]
        return self._whole("", "", [head], rows, [False] * len(rows), repeat=False)

    def _whole(
        self, caption: str, label: str, heads: list[RowLines], rows: list[RowLines], groups: list[bool], *, repeat: bool
    ) -> list[Strip]:
        """Return caption, heads and rows in order, tied together where a page must not end."""
        if not heads and not rows:
            return []
        width = sum(cell.width for cell in (heads or rows)[0].cells)
        captions = self._caption(caption, label, width, goes_on=False)
        plain = TablePart(key=next(self.keys), width=width)
        again = self._caption(caption, label, width, goes_on=True) if repeat else []
        again += [row_strip(head, plain, keep_next=True) for head in heads if repeat]
        part = replace(plain, repeated=tuple(again))
        strips = captions + [row_strip(head, part, keep_next=True) for head in heads]
        last = len(rows) - 1
        whole = last < _SHORT_TABLE_ROWS and sum(map(row_height, rows)) <= _SHORT_TABLE_SHARE * body_height(False)
        for at, (row, is_group) in enumerate(zip(rows, groups, strict=True)):
            kept = at < last and (is_group or at in (0, last - 1) or whole)
            strips.append(replace(row_strip(row, part, keep_next=kept), is_row=not is_group))
        strips.append(Strip(height=AFTER_TABLE))
        return strips

    def _caption(self, caption: str, label: str, width: float, *, goes_on: bool) -> list[Strip]:
        if not caption:
            return []
        words = furniture(self.language)
        text = f"{label}{words.gap}{caption}" if label else caption
        if goes_on:
            text = words.continued.format(label=label, caption=caption).strip()
        return text_strips(((text, True),), CAPTION, width, keep_next=True)

    def _head(self, titles: Sequence[str], widths: Sequence[float]) -> RowLines:
        row = self._lines([Text(title, bold=True) for title in titles], widths, ["center"] * len(titles))
        return replace(row, fill=HEAD_FILL)

    def _row(self, row: Row | Group, widths: Sequence[float], aligns: Sequence[Align]) -> RowLines:
        if isinstance(row, Group):
            lines = self._lines([Text(row.title, bold=True)], [sum(widths)], ["left"])
            return replace(lines, fill=GROUP_FILL)
        if len(row.cells) != len(widths):
            raise ValueError(f"{len(row.cells)} cells for {len(widths)} columns")
        lines = self._lines(row.cells, widths, aligns, bold=row.total)
        return replace(lines, fill=GROUP_FILL if row.total else "")

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
        lines = lines_of(((printable(text), heavy),), room) if text else ()
        placed = tuple(((offset(line, room, align)) * self.style.size + PAD_SIDE, pieces(line, room)) for line in lines)
        target = cell.anchor if isinstance(cell, Reference) else ""
        return CellLines(left=left, width=width, lines=placed, target=target)


def shrunk(style: TextStyle, scale: float) -> TextStyle:
    """Return ``style`` smaller by ``scale`` where that is below 1, but never too small to read."""
    size = max(_SMALLEST, style.size * min(1.0, scale))
    return replace(style, size=size, leading=style.leading * size / style.size)


def scaled(widths_mm: Sequence[float], room: float) -> list[float]:
    """Return column widths in points that together fill ``room``."""
    total = sum(widths_mm)
    return [width * room / total for width in widths_mm]


def row_height(row: RowLines) -> float:
    """Return the height of a row in points."""
    most = max((len(cell.lines) for cell in row.cells), default=0)
    return max(row.minimum, max(most, 1) * row.leading + 2 * PAD_ROW)


def row_strip(row: RowLines, table: TablePart, *, keep_next: bool = False) -> Strip:
    """Return a row as a strip; only one higher than half a page keeps its lines for cutting."""
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
    tall = height > body_height(False) / 2
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

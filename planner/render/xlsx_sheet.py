"""One sheet: title, lines, head, rows, lines, signers; its frozen panes, filter and coloured conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from planner.documents.furniture import furniture
from planner.documents.model import (
    Align,
    Column,
    Document,
    Group,
    KeyValues,
    Note,
    Picture,
    Row,
    Signature,
    Table,
    Text,
)
from planner.render.cell_text import head_text
from planner.render.xlsx_address import Addresses, address
from planner.render.xlsx_cells import CellWriter, RowAt, check_length
from planner.render.xlsx_formats import Formats, Look, pixels
from planner.render.xlsx_lines import height_of, row_height
from planner.render.xlsx_page import Pages, pages_down, pages_for, set_up_page
from planner.render.xlsx_parts import Line, Part, line_text, meta_text
from planner.render.xlsx_picture import insert_logo, insert_picture
from planner.render.xlsx_widths import fitted_columns

_TEXT_ONLY_MM = 170.0
_SIGN_ROW_PT, _GAP_ROW_PT = 30.0, 15.0


class SheetWriter:
    """Writes one part of a document from the top row down; ``first`` is the sheet that shows the house's logo."""

    def __init__(  # noqa: PLR0913 - what a sheet is made of
        self,
        sheet: Any,
        part: Part,
        document: Document,
        formats: Formats,
        labels: Mapping[str, str],
        *,
        first: bool = False,
    ) -> None:
        self.sheet = sheet
        self.part = part
        self.document = document
        self.formats = formats
        self.look = formats.look
        self.first = first
        self.labels = labels
        self.heights: list[float] = []
        self.head: int | None = None
        self.resize(columns_of(part, formats.look))

    def resize(self, columns: tuple[Column, ...]) -> None:
        """Write into ``columns``."""
        self.columns = columns
        self.widths = [column.width_mm for column in columns]
        self.pages = self._pages()
        words = furniture(self.document.language)
        self.cells = CellWriter(self.sheet, columns, self.formats, words, self.labels)

    @property
    def row(self) -> int:
        """Return the row that is written next, from 0."""
        return len(self.heights)

    def write(self) -> None:
        """Write the whole sheet."""
        self._set_columns()
        if self.first and self.document.style.logo:
            logo, language = self.document.style.logo, self.document.language
            self._end_row(insert_logo(self.sheet, self.row, logo, self.width_mm, language))
        self._title()
        self._meta()
        for line in self.part.above:
            self._line(line)
        if isinstance(self.part.grid, Table):
            self._table(self.part.grid)
        elif isinstance(self.part.grid, KeyValues):
            self._key_values(self.part.grid)
        elif isinstance(self.part.grid, Picture):
            for height in insert_picture(self.sheet, self.row, self.part.grid):
                self._end_row(height)
        for below in self.part.below:
            if isinstance(below, Signature):
                self._signature(below)
            else:
                self._line(below)
        self._finish()

    @property
    def width_mm(self) -> float:
        """Return the width in mm of the columns on the first page."""
        return sum(self.widths[: self.pages.first])

    def _pages(self) -> Pages:
        grid = self.part.grid
        if not isinstance(grid, Table):
            return pages_for(self.widths, 1, turned=False)
        return pages_for(self.widths, min(grid.key_columns, len(self.columns) - 1), turned=grid.landscape)

    def _wide(self, text: str, cell_format: Any, size: float) -> None:
        """Write a text over all columns of the first page; key columns that are repeated would repeat its beginning."""
        check_length(text, self.part.title)
        first, last = self.pages.keys, self.pages.first - 1
        if last > first:
            self.sheet.merge_range(self.row, first, self.row, last, "", cell_format)
        self.sheet.write_string(self.row, first, text, cell_format)
        width = sum(self.widths[first : last + 1])
        self._end_row(row_height([(text, width)], self.look.language, size) + 2)

    def _set_columns(self) -> None:
        for at, column in enumerate(self.columns):
            self.sheet.set_column_pixels(at, at, pixels(column.width_mm))

    def _title(self) -> None:
        self._wide(self.part.title, self.formats.title(), self.look.title_pt)

    def _meta(self) -> None:
        text = meta_text(self.part, self.document)
        if text:
            self._wide(text, self.formats.line(is_note=True), self.look.note_pt)

    def _line(self, line: Line) -> None:
        is_note = isinstance(line, Note)
        size = self.look.note_pt if is_note else self.look.line_pt
        self._wide(line_text(line, self.document), self.formats.line(is_note=is_note), size)

    def _table(self, table: Table) -> None:
        head = self.row
        self._head()
        span = _data_span(table, head + 1)
        self.cells.addresses = Addresses(self.columns, span)
        for number, row in enumerate(table.rows, 1):
            if isinstance(row, Group):
                self._group(row)
            else:
                self._row(row, f"{self.part.title} / {number}")
        self._hold(table, head, span)

    def _hold(self, table: Table, head: int, span: tuple[int, int]) -> None:
        """Keep heads and keys in sight, on the screen and on paper; colour and filter what the table asks for."""
        keys = min(table.key_columns, len(self.columns) - 1)
        self.sheet.freeze_panes(head + 1, keys)
        if table.repeat_head:
            self.head = head
            self.sheet.repeat_rows(head)
        if self.pages.keys:
            self.sheet.repeat_columns(0, self.pages.keys - 1)
        self._highlights(table, span)
        if table.filtered and table.rows:
            self.sheet.autofilter(head, 0, self.row - 1, len(self.columns) - 1)

    def _head(self) -> None:
        heads = [head_text(column, self.document.language) for column in self.columns]
        for at, title in enumerate(heads):
            self.sheet.write_string(self.row, at, title, self.formats.head())
        texts = list(zip(heads, self.widths, strict=True))
        self._end_row(row_height(texts, self.look.language, self.look.cell_pt) + 3)

    def _highlights(self, table: Table, span: tuple[int, int]) -> None:
        """Colour cells by conditions: addresses stand for the first row, columns as a whole stay where they are."""
        named = Addresses(self.columns, span, fixed=True)
        for one in table.highlights:
            rule = {
                "type": "formula",
                "criteria": named.formula(one.condition, span[0]),
                "format": self.formats.tone(one.tone),
                "stop_if_true": one.tone == "bad",
            }
            for key in one.columns:
                at = named.places[key]
                self.sheet.conditional_format(span[0], at, span[1], at, rule)

    def _group(self, group: Group) -> None:
        check_length(group.title, self.part.title)
        self.sheet.write_string(self.row, 0, group.title, self.formats.group())
        for at in range(1, len(self.columns)):
            self.sheet.write_blank(self.row, at, None, self.formats.group())
        self._height(1)

    def _row(self, row: Row, place: str) -> None:
        self._height(self.cells.write(row.cells, RowAt(row=self.row, place=place, total=row.total)))

    def _height(self, lines: int) -> None:
        self._end_row(height_of(lines, self.look.cell_pt))

    def _end_row(self, height: float) -> None:
        """Give the row its height in points and go to the next one."""
        self.sheet.set_row(self.row, height)
        self.heights.append(height)

    def _key_values(self, block: KeyValues) -> None:
        for item in block.items:
            self._row(Row((Text(item.key), item.value)), self.part.title)

    def _signature(self, block: Signature) -> None:
        """Write the signers under the table, each cell over as many of its columns as its width asks for."""
        if self.part.grid is not None:
            self._end_row(_GAP_ROW_PT)
        spans = column_spans(self.widths[: self.pages.first], block.columns_mm)
        for row in (block.heads, *block.rows):
            form = self.formats.head() if row is block.heads else self.formats.text("center")
            for text, (first, last) in zip(row, spans, strict=True):
                if last > first:
                    self.sheet.merge_range(self.row, first, self.row, last, "", form)
                self.sheet.write_string(self.row, first, text, form)
            self._end_row(_SIGN_ROW_PT)

    def _finish(self) -> None:
        """Write what holds for the sheet as a whole."""
        last = max(self.row - 1, 0)
        self.cells.finish()
        down = pages_down(self.pages, self.width_mm, self.heights, self.head)
        set_up_page(self.sheet, self.pages, self.document, self.look, down)
        self.sheet.print_area(0, 0, last, len(self.columns) - 1)
        self.sheet.ignore_errors({"number_stored_as_text": f"{address(0, 0)}:{address(last, len(self.columns) - 1)}"})
        if self.document.locked:
            self.sheet.protect("", {"format_columns": True, "format_rows": True, "sort": True, "autofilter": True})


def columns_of(part: Part, look: Look) -> tuple[Column, ...]:
    """Return the columns that a part is written in."""
    if isinstance(part.grid, Table):
        return fitted_columns(part.grid.columns, part.grid, look)
    if isinstance(part.grid, KeyValues):
        aligns: tuple[Align, Align] = ("center", "left")
        pairs = zip(("key", "value"), part.grid.widths_mm, aligns, strict=True)
        return tuple(Column(key=key, title="", width_mm=width, align=align) for key, width, align in pairs)
    signers = next((block for block in part.below if isinstance(block, Signature)), None)
    if signers:
        return tuple(Column(key=str(at), title="", width_mm=width) for at, width in enumerate(signers.columns_mm))
    return (Column(key="text", title="", width_mm=_TEXT_ONLY_MM),)


def column_spans(widths: Sequence[float], wanted: Sequence[float]) -> list[tuple[int, int]]:
    """Return first and last column for each wanted width, in proportion; at least one column each."""
    scale = sum(widths) / sum(wanted)
    spans: list[tuple[int, int]] = []
    first, reached, goal = 0, 0.0, 0.0
    for number, width in enumerate(wanted):
        goal += width * scale
        spare = len(widths) - (len(wanted) - number - 1)
        last = first
        reached += widths[first]
        while last + 1 < spare and reached + widths[last + 1] / 2 <= goal:
            last += 1
            reached += widths[last]
        spans.append((first, last))
        first = last + 1
    spans[-1] = (spans[-1][0], len(widths) - 1)
    return spans


def _data_span(table: Table, first: int) -> tuple[int, int]:
    """Return the first and last sheet row of the rows that are not totals."""
    last = len(table.rows) - 1
    while last > 0 and isinstance(row := table.rows[last], Row) and row.total:
        last -= 1
    return first, first + max(last, 0)

"""One sheet: title, lines, head, rows, lines, signers; its print set-up, frozen panes and filter."""

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
    MoneyCell,
    Note,
    Number,
    Picture,
    Row,
    Signature,
    Table,
)
from planner.render.cell_text import cell_text, head_text
from planner.render.xlsx_cells import CellWriter, Spot, check_length, with_addresses
from planner.render.xlsx_formats import NOTE_SIZE, TITLE_SIZE, Formats, pixels, row_height, shown_number
from planner.render.xlsx_parts import Line, Part, line_text, meta_text
from planner.render.xlsx_picture import insert_picture

_TEXT_ONLY_MM = 170.0
_MM_PER_INCH = 25.4
_MARGINS_MM = {"left": 15, "right": 15, "top": 18, "bottom": 15}
_HEADER_MM, _FOOTER_MM = 8, 7
_A4 = 9
_SIGN_ROW_PT = 30.0
_LONGEST_HEADER = 120


class SheetWriter:
    """Writes one part of a document from the top row down."""

    def __init__(self, sheet: Any, part: Part, document: Document, formats: Formats, labels: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.part = part
        self.document = document
        self.formats = formats
        self.language = document.language
        self.words = furniture(document.language)
        self.labels = labels
        self.cells = CellWriter(sheet, formats, self.words, labels)
        self.columns = _columns(part)
        self.row = 0

    def write(self) -> None:
        """Write the whole sheet."""
        for at, column in enumerate(self.columns):
            self.sheet.set_column_pixels(at, at, pixels(column.width_mm))
        self._wide(self.part.title, self.formats.title(), TITLE_SIZE)
        self._meta()
        for line in self.part.above:
            self._line(line)
        if isinstance(self.part.grid, Table):
            self._table(self.part.grid)
        elif isinstance(self.part.grid, KeyValues):
            self._key_values(self.part.grid)
        elif isinstance(self.part.grid, Picture):
            self.row = insert_picture(self.sheet, self.row, self.part.grid)
        for below in self.part.below:
            if isinstance(below, Signature):
                self._signature(below)
            else:
                self._line(below)
        self._page()
        if self.document.locked:
            self.sheet.protect("", {"format_columns": True, "format_rows": True, "sort": True, "autofilter": True})

    @property
    def width_mm(self) -> float:
        """Return the width of all columns in mm."""
        return sum(column.width_mm for column in self.columns)

    def _wide(self, text: str, cell_format: Any, size: float) -> None:
        """Write a text over all columns."""
        check_length(text, self.part.title)
        if len(self.columns) == 1:
            self.sheet.write_string(self.row, 0, text, cell_format)
        else:
            self.sheet.merge_range(self.row, 0, self.row, len(self.columns) - 1, "", cell_format)
            self.sheet.write_string(self.row, 0, text, cell_format)
        self.sheet.set_row(self.row, row_height([(text, self.width_mm)], self.language, size) + 2)
        self.row += 1

    def _meta(self) -> None:
        text = meta_text(self.part, self.document)
        if text:
            self._wide(text, self.formats.line(is_note=True), NOTE_SIZE)

    def _line(self, line: Line) -> None:
        is_note = isinstance(line, Note)
        size = NOTE_SIZE if is_note else 10
        self._wide(line_text(line, self.document), self.formats.line(is_note=is_note), size)

    def _table(self, table: Table) -> None:
        head = self.row
        heads = [head_text(column, self.document.language) for column in self.columns]
        for at, title in enumerate(heads):
            self.sheet.write_string(head, at, title, self.formats.head())
        self.sheet.set_row(head, row_height(list(zip(heads, self._widths(), strict=True)), self.language) + 3)
        self.row += 1
        span = _data_span(table, head + 1)
        for number, row in enumerate(table.rows, 1):
            if isinstance(row, Group):
                self._group(row)
            else:
                self._row(row, f"{self.part.title} / {number}", span)
        self.sheet.freeze_panes(head + 1, min(table.key_columns, len(self.columns) - 1))
        if table.repeat_head:
            self.sheet.repeat_rows(head)
        self._highlights(table, span)
        if table.filtered and table.rows:
            self.sheet.autofilter(head, 0, self.row - 1, len(self.columns) - 1)

    def _highlights(self, table: Table, span: tuple[int, int]) -> None:
        """Colour cells by conditions: addresses stand for the first row, columns as a whole stay where they are."""
        names = _formula_names(self.columns, span[0], span, fixed=True)
        keys = [column.key for column in self.columns]
        for one in table.highlights:
            rule = {
                "type": "formula",
                "criteria": with_addresses(one.condition, names),
                "format": self.formats.tone(one.tone),
                "stop_if_true": one.tone == "bad",
            }
            for key in one.columns:
                at = keys.index(key)
                self.sheet.conditional_format(span[0], at, span[1], at, rule)

    def _group(self, group: Group) -> None:
        check_length(group.title, self.part.title)
        self.sheet.write_string(self.row, 0, group.title, self.formats.group())
        for at in range(1, len(self.columns)):
            self.sheet.write_blank(self.row, at, None, self.formats.group())
        self.sheet.set_row(self.row, row_height([], self.language))
        self.row += 1

    def _row(self, row: Row, place: str, span: tuple[int, int]) -> None:
        reckoned = any(getattr(cell, "formula", None) for cell in row.cells)
        names = _formula_names(self.columns, self.row, span) if reckoned else {}
        for at, (column, cell) in enumerate(zip(self.columns, row.cells, strict=True)):
            where = f"{place} / {column.title}"
            self.cells.write(cell, Spot(row=self.row, column_at=at, column=column, total=row.total, place=where), names)
        self._height([self._shown(cell) for cell in row.cells])

    def _height(self, texts: Sequence[str]) -> None:
        height = row_height(list(zip(texts, self._widths(), strict=True)), self.language)
        self.sheet.set_row(self.row, height)
        self.row += 1

    def _shown(self, cell: Any) -> str:
        if isinstance(cell, Number):
            return shown_number(cell.value, cell.decimals) + cell.unit
        if isinstance(cell, MoneyCell):
            return shown_number(cell.amount, cell.decimals)
        text = cell_text(cell, self.labels)
        return "" if text.startswith("☐") else text

    def _widths(self) -> list[float]:
        return [column.width_mm for column in self.columns]

    def _key_values(self, block: KeyValues) -> None:
        key_column, value_column = self.columns
        for item in block.items:
            self.cells.text(item.key, self._spot(0, key_column))
            self.cells.write(item.value, self._spot(1, value_column), {})
            self._height([item.key, self._shown(item.value)])

    def _spot(self, at: int, column: Column, *, total: bool = False) -> Spot:
        return Spot(row=self.row, column_at=at, column=column, total=total, place=self.part.title)

    def _signature(self, block: Signature) -> None:
        """Write the signers under the table, each cell over as many of its columns as its width asks for."""
        self.row += 1
        spans = column_spans(self._widths(), block.widths_mm)
        for row in (block.heads, *block.rows):
            form = self.formats.head() if row is block.heads else self.formats.text("center")
            for text, (first, last) in zip(row, spans, strict=True):
                if last > first:
                    self.sheet.merge_range(self.row, first, self.row, last, "", form)
                self.sheet.write_string(self.row, first, text, form)
            self.sheet.set_row(self.row, _SIGN_ROW_PT)
            self.row += 1

    def _page(self) -> None:
        sheet, last = self.sheet, max(self.row - 1, 0)
        is_wide = isinstance(self.part.grid, Table) and self.part.grid.landscape
        sheet.set_landscape() if is_wide else sheet.set_portrait()
        sheet.set_paper(_A4)
        sheet.set_margins(**{side: size / _MM_PER_INCH for side, size in _MARGINS_MM.items()})
        sheet.fit_to_pages(1, 0)
        sheet.print_area(0, 0, last, len(self.columns) - 1)
        sheet.center_horizontally()
        sheet.hide_gridlines(2)
        sheet.ignore_errors({"number_stored_as_text": _address(0, 0) + ":" + _address(last, len(self.columns) - 1)})
        sheet.set_header(self._header(), {"margin": _HEADER_MM / _MM_PER_INCH})
        sheet.set_footer(
            f'&C&9&"{self.formats.body_font}"{self.words.sheet_page}', {"margin": _FOOTER_MM / _MM_PER_INCH}
        )

    def _header(self) -> str:
        document = self.document
        left = document.running_head or document.title
        if document.audience == "internal":
            left = self.words.internal + self.words.gap + left
        state = self.words.draft if document.draft else ""  # a third part in the middle would run into a long name
        right = self.words.gap.join(part for part in (document.number, state, document.version) if part)
        font = f'&9&"{self.formats.body_font}"'
        return f"&L{font}{_header_text(left)}&R{font}{_header_text(right)}"


def _columns(part: Part) -> tuple[Column, ...]:
    if isinstance(part.grid, Table):
        return part.grid.columns
    if isinstance(part.grid, KeyValues):
        aligns: tuple[Align, Align] = ("center", "left")
        pairs = zip(("key", "value"), part.grid.widths_mm, aligns, strict=True)
        return tuple(Column(key=key, title="", width_mm=width, align=align) for key, width, align in pairs)
    signers = next((block for block in part.below if isinstance(block, Signature)), None)
    if signers:
        return tuple(Column(key=str(at), title="", width_mm=width) for at, width in enumerate(signers.widths_mm))
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
    plain = [at for at, row in enumerate(table.rows) if not (isinstance(row, Row) and row.total)]
    return first, first + (plain[-1] if plain else 0)


def _formula_names(
    columns: Sequence[Column], row: int, span: tuple[int, int], *, fixed: bool = False
) -> dict[str, str]:
    names: dict[str, str] = {}
    for at, column in enumerate(columns):
        names["@" + column.key] = _address(row, at)
        names[column.key] = f"{_address(span[0], at, fixed=fixed)}:{_address(span[1], at, fixed=fixed)}"
    return names


def _address(row: int, column: int, *, fixed: bool = False) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"${letters}${row + 1}" if fixed else f"{letters}{row + 1}"


def _header_text(text: str) -> str:
    """Return ``text`` for a header, where & starts a code."""
    return text[:_LONGEST_HEADER].replace("\n", " ").replace("&", "&&")

"""Typed cells into a worksheet: real numbers and dates with formats, formulas with results, drop-downs, text as text."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from planner.documents.furniture import Furniture
from planner.documents.model import (
    MARKS,
    Align,
    Cell,
    Choice,
    Column,
    DateCell,
    Input,
    InputKind,
    Mark,
    MoneyCell,
    Number,
    Reference,
    Text,
)
from planner.errors import ExportError
from planner.messages import msg
from planner.render.cell_text import alignment
from planner.render.xlsx_address import Addresses
from planner.render.xlsx_formats import GROUP_FILL, INPUT_FILL, Formats, number_format, shown_number
from planner.render.xlsx_lines import room_em, tallest

LONGEST_TEXT = 32_767
_SURELY_FITS = LONGEST_TEXT // 2  # a character takes two units at most
_LONGEST_LIST = 255
_MOST_DIGITS = 10**15
_DATE_FORMAT = "yyyy-mm-dd"
_FIRST_DAY, _LAST_DAY = dt.date(1990, 1, 1), dt.date(2199, 12, 31)
_FIRST_SERIAL = dt.date(1900, 3, 1)  # before it, spreadsheets count a day that never was
_FORMULA_START = frozenset("=+-@")


class RowAt(msgspec.Struct, frozen=True, kw_only=True):
    """A row to be written: its number on the sheet from 0, its place in words, whether it is a total."""

    row: int
    place: str
    total: bool = False


class Pen:
    """One column: its formats, each made once, and the room of its lines in ems."""

    def __init__(self, at: int, column: Column, formats: Formats) -> None:
        self.at = at
        self.column = column
        self.formats = formats
        self.align = alignment(column)
        self.number_align: Align = column.align or ("right" if column.kind == "text" else self.align)
        self.room = room_em(column.width_mm, formats.look.cell_pt)
        self.made: dict[tuple[object, ...], Any] = {}
        self.plain = self.words(bold=False, total=False, quoted=False)

    def words(self, bold: bool, total: bool, quoted: bool) -> Any:
        """Return the format of a text."""
        key = (bold, total, quoted)
        if key not in self.made:
            self.made[key] = self.formats.text(
                self.align,
                bold=bold or total,
                fill=GROUP_FILL if total else "",
                code=self.column.kind == "id",
                quoted=quoted,
            )
        return self.made[key]

    def number(self, decimals: int | None, unit: str, total: bool) -> Any:
        """Return the format of a number."""
        key = ("number", decimals, unit, total)
        if key not in self.made:
            self.made[key] = self.figures(number_format(decimals, unit), total)
        return self.made[key]

    def figures(self, form: str, total: bool) -> Any:
        """Return the format of a value shown as ``form`` says."""
        return self.formats.number(form, self.number_align, bold=total, fill=GROUP_FILL if total else "")


class CellWriter:
    """Writes the cells of one sheet; each way of writing returns the text by which the row's height is measured."""

    def __init__(
        self, sheet: Any, columns: Sequence[Column], formats: Formats, words: Furniture, labels: Mapping[str, str]
    ) -> None:
        self.sheet = sheet
        self.formats = formats
        self.furniture = words
        self.labels = labels
        self.pens = tuple(Pen(at, column, formats) for at, column in enumerate(columns))
        self.addresses = Addresses(columns, (0, 0))
        self.open: dict[tuple[int, InputKind | tuple[str, ...]], list[tuple[int, int]]] = {}

    def write(self, cells: Sequence[Cell], at: RowAt) -> int:
        """Write a row and return the number of lines (1) of its tallest cell.

        Raises:
            ExportError: a text too long for a cell, a number no spreadsheet can hold.
        """
        texts = []
        plain = not at.total
        for pen, cell in zip(self.pens, cells, strict=True):
            # Most cells are words and no more: this way is kept short.
            if (
                plain
                and type(cell) is Text
                and (shown := cell.text)
                and not (cell.bold or cell.formula or shown[0] in _FORMULA_START or len(shown) > _SURELY_FITS)
            ):
                self.sheet.write_string(at.row, pen.at, shown, pen.plain)
            else:
                shown = _WAYS[type(cell)](self, cell, pen, at)
            if len(shown) > pen.room or "\n" in shown:
                texts.append((shown, pen.room))
        if at.total:
            self._join_inputs(cells, at)
        return tallest(texts, self.formats.look.language) if texts else 1

    def _join_inputs(self, cells: Sequence[Cell], at: RowAt) -> None:
        """Make of an input in a total and the empty cells behind it one cell: a sum in words has room there."""
        for first, cell in enumerate(cells):
            last = first
            while isinstance(cell, Input) and last + 1 < len(cells) and cells[last + 1] == Text(""):
                last += 1
            if last > first:
                form = self.formats.text("left", fill=INPUT_FILL, code=True, open_cell=True)
                self.sheet.merge_range(at.row, first, at.row, last, "", form)

    def text(self, text: str, pen: Pen, at: RowAt, *, bold: bool = False) -> str:
        """Write ``text`` as text, whatever it begins with."""
        form = pen.words(bold, at.total, text[:1] in _FORMULA_START)
        if text:
            check_length(text, at.place, pen.column.title)
            self.sheet.write_string(at.row, pen.at, text, form)
        else:
            self.sheet.write_blank(at.row, pen.at, None, form)
        return text

    def _words(self, cell: Text, pen: Pen, at: RowAt) -> str:
        """Write words, or a formula that gives words with the words it gives now; in a total they run on."""
        if not cell.formula:
            return self.text(cell.text, pen, at, bold=cell.bold)
        check_length(cell.text, at.place, pen.column.title)
        fill = GROUP_FILL if at.total else ""
        form = self.formats.text(pen.align, bold=cell.bold or at.total, fill=fill, runs_on=at.total)
        self.sheet.write_formula(at.row, pen.at, self.addresses.formula(cell.formula, at.row), form, cell.text)
        return "" if at.total else cell.text

    def _mark(self, cell: Mark, pen: Pen, at: RowAt) -> str:
        return self.text(MARKS[cell.level], pen, at)

    def _reference(self, cell: Reference, pen: Pen, at: RowAt) -> str:
        return self.text(self.labels[cell.anchor], pen, at)

    def _number(self, cell: Number, pen: Pen, at: RowAt) -> str:
        self._figure(cell.value, cell.formula, pen.number(cell.decimals, cell.unit, at.total), pen, at)
        return shown_number(cell.value, cell.decimals) + cell.unit

    def _money(self, cell: MoneyCell, pen: Pen, at: RowAt) -> str:
        self._figure(cell.amount, cell.formula, pen.number(cell.decimals, "", at.total), pen, at)
        return shown_number(cell.amount, cell.decimals)

    def _figure(self, value: int | float | Decimal, formula: str, form: Any, pen: Pen, at: RowAt) -> None:
        check_number(value, at.place, pen.column.title)
        if formula:
            self.sheet.write_formula(at.row, pen.at, self.addresses.formula(formula, at.row), form, plain_number(value))
        else:
            self.sheet.write_number(at.row, pen.at, plain_number(value), form)

    def _date(self, cell: DateCell, pen: Pen, at: RowAt) -> str:
        if cell.date < _FIRST_SERIAL:
            return self.text(cell.date.isoformat(), pen, at)
        stamp = dt.datetime.combine(cell.date, dt.time(0))
        self.sheet.write_datetime(at.row, pen.at, stamp, pen.figures(_DATE_FORMAT, at.total))
        return cell.date.isoformat()

    def _choice(self, cell: Choice, pen: Pen, at: RowAt) -> str:
        if sum(map(len, cell.options)) + len(cell.options) > _LONGEST_LIST or any(
            "," in option for option in cell.options
        ):
            raise ValueError(f"{at.place}: options too long for a drop-down or with a comma")
        form = self.formats.text(pen.align, fill="" if cell.value else INPUT_FILL, open_cell=True)
        if cell.value:
            self.sheet.write_string(at.row, pen.at, cell.value, form)
        else:
            self.sheet.write_blank(at.row, pen.at, None, form)
        self._open(cell.options, pen, at)
        return cell.value

    def _input(self, cell: Input, pen: Pen, at: RowAt) -> str:
        if cell.kind == "text":
            form = self.formats.text(pen.align, fill=INPUT_FILL, code=True, open_cell=True)
        else:
            shape = _DATE_FORMAT if cell.kind == "date" else number_format(None, "")
            form = self.formats.number(shape, "right", fill=INPUT_FILL, open_cell=True)
        self.sheet.write_blank(at.row, pen.at, None, form)
        if cell.kind != "text":
            self._open(cell.kind, pen, at)
        return ""

    def _open(self, allowed: InputKind | tuple[str, ...], pen: Pen, at: RowAt) -> None:
        """Remember what may be entered into a cell; rows that follow each other share a rule."""
        spans = self.open.setdefault((pen.at, allowed), [])
        if spans and spans[-1][1] == at.row - 1:
            spans[-1] = (spans[-1][0], at.row)
        else:
            spans.append((at.row, at.row))

    def finish(self) -> None:
        """Write the rules of what may be entered."""
        for (column, allowed), spans in self.open.items():
            rule = _rule(allowed, self.furniture)
            for first, last in spans:
                self.sheet.data_validation(first, column, last, column, rule)


_WAYS: dict[type, Callable[[CellWriter, Any, Pen, RowAt], str]] = {
    Text: CellWriter._words,
    Mark: CellWriter._mark,
    Reference: CellWriter._reference,
    Number: CellWriter._number,
    MoneyCell: CellWriter._money,
    DateCell: CellWriter._date,
    Choice: CellWriter._choice,
    Input: CellWriter._input,
}


def _rule(allowed: InputKind | tuple[str, ...], words: Furniture) -> dict[str, Any]:
    """Return the rule for one of a few words, a number or a date."""
    if isinstance(allowed, tuple):
        return {
            "validate": "list",
            "source": list(allowed),
            "error_title": words.invalid,
            "error_message": words.choose,
        }
    if allowed == "number":
        limits: dict[str, Any] = {
            "validate": "decimal",
            "minimum": -1e15,
            "maximum": 1e15,
            "error_message": words.number_only,
        }
    else:
        limits = {"validate": "date", "minimum": _FIRST_DAY, "maximum": _LAST_DAY, "error_message": words.date_only}
    return limits | {"criteria": "between", "error_title": words.invalid}


def plain_number(value: int | float | Decimal) -> int | float:
    """Return ``value`` as a number the workbook library writes."""
    return float(value) if isinstance(value, Decimal) else value


def check_length(text: str, place: str, column: str = "") -> None:
    """Refuse a text that a cell would cut.

    Raises:
        ExportError: more than 32,767 UTF-16 units.
    """
    if len(text) <= _SURELY_FITS:
        return
    units = len(text.encode("utf-16-le")) // 2
    if units > LONGEST_TEXT:
        raise ExportError(
            msg(
                "export.cell_length",
                "The text has {length} characters; a spreadsheet cell holds at most {most}.",
                length=units,
                most=LONGEST_TEXT,
            ),
            msg("export.cell_length.remedy", "Shorten the text, or export this paper as PDF."),
            _place(place, column),
        )


def check_number(value: int | float | Decimal, place: str, column: str = "") -> None:
    """Refuse a number that a spreadsheet cannot hold exactly enough.

    Raises:
        ExportError: not finite, or more than fifteen digits before the decimal point.
    """
    if math.isfinite(value) and -_MOST_DIGITS < value < _MOST_DIGITS:
        return
    raise ExportError(
        msg("export.number", "{number} is not a number that a spreadsheet can hold.", number=str(value)),
        msg("export.number.remedy", "Enter codes as text, and leave out what is not known."),
        _place(place, column),
    )


def _place(row: str, column: str) -> str:
    return f"{row} / {column}" if column else row

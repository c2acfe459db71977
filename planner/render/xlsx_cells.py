"""Typed cells into a worksheet: real numbers and dates with formats, formulas with results, drop-downs, text as text."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec

from planner.documents.furniture import Furniture
from planner.documents.model import (
    Align,
    Cell,
    Choice,
    Column,
    DateCell,
    Input,
    MoneyCell,
    Number,
    Text,
)
from planner.errors import ExportError
from planner.messages import msg
from planner.render.cell_text import alignment, cell_text
from planner.render.xlsx_formats import GROUP_FILL, INPUT_FILL, Formats, number_format

LONGEST_TEXT = 32_767
_LONGEST_LIST = 255
_MOST_DIGITS = 10**15
_DATE_FORMAT = "yyyy-mm-dd"
_FIRST_DAY, _LAST_DAY = dt.date(1990, 1, 1), dt.date(2199, 12, 31)
_FORMULA_START = ("=", "+", "-", "@")
_CELL_NAME = re.compile(r"\[(@?)([A-Za-z_][A-Za-z0-9_]*)\]")


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a cell stands: row and column from 0, its column, whether its row is a total, its place in words."""

    row: int
    column_at: int
    column: Column
    total: bool
    place: str


class CellWriter:
    """Writes the cells of one table; ``addresses`` turns the column keys of formulas into cell names."""

    def __init__(self, sheet: Any, formats: Formats, words: Furniture, labels: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.formats = formats
        self.words = words
        self.labels = labels

    def write(self, cell: Cell, spot: Spot, formula_names: Mapping[str, str]) -> None:
        """Write ``cell`` at ``spot``; ``formula_names`` maps '@key' and 'key' to cell and range names.

        Raises:
            ExportError: a text too long for a cell, a number no spreadsheet can hold.
        """
        match cell:
            case Number() | MoneyCell():
                self._number(cell, spot, formula_names)
            case DateCell():
                stamp = dt.datetime.combine(cell.date, dt.time(0))
                self.sheet.write_datetime(spot.row, spot.column_at, stamp, self._number_format(_DATE_FORMAT, spot))
            case Choice():
                self._choice(cell, spot)
            case Input():
                self._input(cell, spot)
            case Text(formula=formula) if formula:
                self._words(cell, spot, formula_names)
            case _:
                bold = isinstance(cell, Text) and cell.bold
                self.text(cell_text(cell, self.labels), spot, bold=bold)

    def _words(self, cell: Text, spot: Spot, names: Mapping[str, str]) -> None:
        """Write a formula that gives words, with the words it gives now."""
        check_length(cell.text, spot.place)
        fill = GROUP_FILL if spot.total else ""
        form = self.formats.text(alignment(spot.column), bold=cell.bold or spot.total, fill=fill, runs_on=spot.total)
        formula = with_addresses(cell.formula, names)
        self.sheet.write_formula(spot.row, spot.column_at, formula, form, cell.text)

    def text(self, text: str, spot: Spot, *, bold: bool = False) -> None:
        """Write ``text`` as text, whatever it begins with."""
        check_length(text, spot.place)
        cell_format = self.formats.text(
            alignment(spot.column),
            bold=bold or spot.total,
            fill=GROUP_FILL if spot.total else "",
            code=spot.column.kind == "id",
            quoted=text.startswith(_FORMULA_START),
        )
        if text:
            self.sheet.write_string(spot.row, spot.column_at, text, cell_format)
        else:
            self.sheet.write_blank(spot.row, spot.column_at, None, cell_format)

    def _number(self, cell: Number | MoneyCell, spot: Spot, names: Mapping[str, str]) -> None:
        value, unit = (cell.value, cell.unit) if isinstance(cell, Number) else (cell.amount, "")
        check_number(value, spot.place)
        cell_format = self._number_format(number_format(cell.decimals, unit), spot)
        if cell.formula:
            formula = with_addresses(cell.formula, names)
            self.sheet.write_formula(spot.row, spot.column_at, formula, cell_format, plain_number(value))
        else:
            self.sheet.write_number(spot.row, spot.column_at, plain_number(value), cell_format)

    def _number_format(self, form: str, spot: Spot) -> Any:
        usual: Align = "right" if spot.column.kind == "text" else alignment(spot.column)
        align = spot.column.align or usual
        return self.formats.number(form, align, bold=spot.total, fill=GROUP_FILL if spot.total else "")

    def _choice(self, cell: Choice, spot: Spot) -> None:
        if sum(map(len, cell.options)) + len(cell.options) > _LONGEST_LIST or any(
            "," in option for option in cell.options
        ):
            raise ValueError(f"{spot.place}: options too long for a drop-down or with a comma")
        fill = "" if cell.value else INPUT_FILL
        cell_format = self.formats.text(alignment(spot.column), fill=fill, open_cell=True)
        if cell.value:
            self.sheet.write_string(spot.row, spot.column_at, cell.value, cell_format)
        else:
            self.sheet.write_blank(spot.row, spot.column_at, None, cell_format)
        rule = {"validate": "list", "source": list(cell.options), "error_title": self.words.invalid}
        self.sheet.data_validation(
            spot.row, spot.column_at, spot.row, spot.column_at, rule | {"error_message": self.words.choose}
        )

    def _input(self, cell: Input, spot: Spot) -> None:
        align = alignment(spot.column)
        if cell.kind == "text":
            cell_format = self.formats.text(align, fill=INPUT_FILL, code=True, open_cell=True)
        else:
            form = _DATE_FORMAT if cell.kind == "date" else number_format(None, "")
            cell_format = self.formats.number(form, "right", fill=INPUT_FILL, open_cell=True)
        self.sheet.write_blank(spot.row, spot.column_at, None, cell_format)
        rule = _input_rule(cell, self.words)
        if rule:
            self.sheet.data_validation(spot.row, spot.column_at, spot.row, spot.column_at, rule)


def _input_rule(cell: Input, words: Furniture) -> dict[str, Any]:
    if cell.kind == "text":
        return {}
    if cell.kind == "number":
        limits: dict[str, Any] = {
            "validate": "decimal",
            "minimum": -1e15,
            "maximum": 1e15,
            "error_message": words.number_only,
        }
    else:
        limits = {"validate": "date", "minimum": _FIRST_DAY, "maximum": _LAST_DAY, "error_message": words.date_only}
    return limits | {"criteria": "between", "error_title": words.invalid}


def with_addresses(formula: str, names: Mapping[str, str]) -> str:
    """Return ``formula`` with the addresses of its columns: ``names`` maps '@key' and 'key' to them."""
    return _CELL_NAME.sub(lambda found: names[found[1] + found[2]], formula)


def plain_number(value: int | float | Decimal) -> int | float:
    """Return ``value`` as a number the workbook library writes."""
    return float(value) if isinstance(value, Decimal) else value


def check_length(text: str, place: str) -> None:
    """Refuse a text that a cell would cut.

    Raises:
        ExportError: more than 32,767 UTF-16 units.
    """
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
            place,
        )


def check_number(value: int | float | Decimal, place: str) -> None:
    """Refuse a number that a spreadsheet cannot hold exactly enough.

    Raises:
        ExportError: not finite, or more than fifteen digits before the decimal point.
    """
    if math.isfinite(value) and -_MOST_DIGITS < value < _MOST_DIGITS:
        return
    raise ExportError(
        msg("export.number", "{number} is not a number that a spreadsheet can hold.", number=str(value)),
        msg("export.number.remedy", "Enter codes as text, and leave out what is not known."),
        place,
    )

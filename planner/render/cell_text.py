"""What a cell reads on a page: numbers with thousands marks and unit, marks, choices as boxes."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Context, Decimal

from planner.documents.furniture import furniture
from planner.documents.model import (
    MARKS,
    Align,
    Cell,
    Choice,
    Column,
    DateCell,
    Input,
    Language,
    Mark,
    MoneyCell,
    Number,
    Reference,
    Text,
)
from planner.render.text_lines import is_wide

_DIGITS, _LEAST_PLACES = 10, 4
_WIDE = Context(prec=700)  # holds any number a float can be
_ALIGN: dict[str, Align] = {
    "text": "left",
    "input": "left",
    "number": "right",
    "money": "right",
    "id": "center",
    "date": "center",
    "mark": "center",
    "choice": "center",
}


def cell_text(cell: Cell, labels: Mapping[str, str]) -> str:
    """Return the text of ``cell``; ``labels`` are the numbers of the anchors a reference may name."""
    match cell:
        case Text():
            return cell.text
        case Number():
            return number_text(cell.value, cell.decimals) + unit_text(cell.unit)
        case MoneyCell():
            return number_text(cell.amount, cell.decimals)
        case DateCell():
            return cell.date.isoformat()
        case Mark():
            return MARKS[cell.level]
        case Choice():
            return cell.value or _boxes(cell.options)
        case Input():
            return ""
        case Reference():
            return labels[cell.anchor]


def _boxes(options: tuple[str, ...]) -> str:
    """Return a box before each option; Latin words stand apart by two blanks, Chinese ones by a wide one."""
    gap = "\u3000" if any(is_wide(char) for option in options for char in option) else "  "
    return gap.join(f"☐{option}" for option in options)


def number_text(value: int | float | Decimal, decimals: int | None) -> str:
    """Return a number as printed: as it is, or with thousands marks and ``decimals`` places, rounded half up.

    As it is means ten digits, and four after the point at least: what stands before the point is always whole.
    """
    if isinstance(value, int) and decimals is None:
        return str(value)
    exact = Decimal(str(value))
    if not exact.is_finite():
        return str(value)
    if decimals is not None:
        return _unsigned(f"{_rounded(exact, decimals):,.{decimals}f}")
    places = max(_DIGITS - 1 - exact.adjusted(), _LEAST_PLACES)
    return _unsigned(f"{_rounded(exact, places).normalize(_WIDE):f}")


def _rounded(number: Decimal, places: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-places, _WIDE), ROUND_HALF_UP, _WIDE)


def _unsigned(text: str) -> str:
    """Return ``text`` without a sign where all its digits are 0."""
    return text if text.strip("-0.,") else text.lstrip("-")


def unit_text(unit: str) -> str:
    """Return ``unit`` as it follows a number: after a space that keeps them together, Han words and % at once."""
    if not unit or unit == "%" or is_wide(unit[0]):
        return unit
    return "\u00a0" + unit


def head_text(column: Column, language: Language) -> str:
    """Return the head of a column with its unit."""
    if not column.unit:
        return column.title
    return furniture(language).unit.format(title=column.title, unit=column.unit)


def alignment(column: Column) -> Align:
    """Return how the cells of ``column`` stand."""
    return column.align or _ALIGN[column.kind]

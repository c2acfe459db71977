"""What a cell reads on a page: numbers with thousands marks and unit, marks, choices as boxes."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

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
            return cell.value or "\u3000".join(f"☐{option}" for option in cell.options)
        case Input():
            return ""
        case Reference():
            return labels[cell.anchor]


def number_text(value: int | float | Decimal, decimals: int | None) -> str:
    """Return a number as printed: as it is (at most ten digits), or with thousands marks and ``decimals`` places."""
    if decimals is not None:
        return f"{value:,.{decimals}f}"
    if isinstance(value, int):
        return str(value)
    return f"{Decimal(f'{value:.10g}').normalize():f}"


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

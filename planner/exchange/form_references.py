"""Cell references of formulas when rows are put into a sheet: moved, stretched, copied down, or refused.

A block of rows (``first`` to ``last``) is repeated and everything below it moves down. A range over the whole block
grows with it (``SUM(E5:E5)`` sums all rows); a single cell of the block that something outside refers to has no right
answer any more and is refused. In the repeated row itself references follow the rule of copying down.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from planner.errors import ImportFailed
from planner.messages import Message, msg

MAX_ROW = 1_048_576
_CELL = re.compile(r"(?P<head>\$?[A-Za-z]{1,3})(?P<fixed>\$?)(?P<row>[1-9][0-9]{0,6})")
_COLUMNS = re.compile(r"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}")
_ROWS = re.compile(r"(\$?)([1-9][0-9]{0,6}):(\$?)([1-9][0-9]{0,6})")
_SHEET = re.compile(r"(?P<name>'(?:[^']|'')+'|[^'!]+)!(?P<rest>.+)", re.DOTALL)


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """``by`` rows are put below rows ``first`` to ``last`` of ``sheet`` (numbers from 1)."""

    sheet: str
    first: int
    last: int
    by: int

    def row(self, row: int) -> int:
        """Return where a row stands afterwards."""
        return row + self.by if row > self.last else row

    def span(self, low: int, high: int) -> tuple[int, int] | None:
        """Return where a range of rows stands afterwards, grown with the block; None where it covers a part of it."""
        if low > self.last or high < self.first or (low <= self.first and high >= self.last):
            return self.row(low), high + self.by if high >= self.last else high
        return None

    def holds(self, row: int) -> bool:
        """Tell whether a row belongs to the block."""
        return self.first <= row <= self.last


class End(msgspec.Struct, frozen=True):
    """One end of a reference: column part, whether the row is fixed by $, the row."""

    head: str
    fixed: bool
    row: int

    def at(self, row: int) -> str:
        """Return the reference with another row."""
        return f"{self.head}{'$' if self.fixed else ''}{row}"


Adjust = Callable[[tuple[End, ...], bool], tuple[int, ...] | None]


def moved(formula: str, own_sheet: str, shift: Shift, place: Message, *, lenient: bool = False) -> str:
    """Return a formula outside the block as it reads afterwards.

    ``lenient`` is for rules that apply to areas (formats, validations): a single cell of the block stays.

    Raises:
        ImportFailed: a reference that has no right answer, with the place.
    """

    def adjust(ends: tuple[End, ...], is_here: bool) -> tuple[int, ...] | None:
        rows = tuple(end.row for end in ends)
        if not is_here:
            return rows
        if len(rows) == 1:
            return None if shift.holds(rows[0]) and not lenient else (shift.row(rows[0]),)
        spanned = shift.span(min(rows), max(rows))
        if spanned is None and lenient:
            return rows
        return spanned if spanned is None or rows[0] <= rows[1] else spanned[::-1]

    return _rewritten(formula, own_sheet, shift, place, adjust)


def copied(formula: str, shift: Shift, index: int, place: Message) -> str:
    """Return a formula of the block for its copy number ``index`` (0 is the block itself); raises ImportFailed."""
    down = index * (shift.last - shift.first + 1)

    def adjust(ends: tuple[End, ...], is_here: bool) -> tuple[int, ...] | None:
        if not is_here:
            return tuple(end.row for end in ends) if all(end.fixed for end in ends) else None
        if len(ends) == 2 and all(end.fixed for end in ends):
            return shift.span(ends[0].row, ends[1].row)
        found = tuple(_copied_row(end, shift, down) for end in ends)
        return None if None in found else found  # type: ignore[return-value]

    return _rewritten(formula, shift.sheet, shift, place, adjust)


def _copied_row(end: End, shift: Shift, down: int) -> int | None:
    """Return the row of one end: fixed rows stay with what they name, the own row and the one above go down."""
    if end.fixed:
        return shift.row(end.row)
    return end.row + down if shift.first - 1 <= end.row <= shift.last else None


def _rewritten(formula: str, own_sheet: str, shift: Shift, place: Message, adjust: Adjust) -> str:
    from openpyxl.formula import Tokenizer
    from openpyxl.formula.tokenizer import TokenizerError

    try:
        tokens = Tokenizer(f"={formula}")
    except (TokenizerError, IndexError) as error:
        raise refused(formula, place) from error
    if tokens.render() != f"={formula}":
        raise refused(formula, place)
    return "".join(_token(token, own_sheet, shift, place, adjust) for token in tokens.items)


def _token(token: Any, own_sheet: str, shift: Shift, place: Message, adjust: Adjust) -> str:
    text: str = token.value
    if token.type == token.FUNC and token.subtype == token.OPEN and (":" in text or "!" in text):
        raise refused(text, place)  # A1:INDEX( and the like: one end is only known when it is calculated
    if token.type != token.OPERAND or token.subtype != token.RANGE:
        return text
    return _operand(text, own_sheet, shift, place, adjust)


def _operand(text: str, own_sheet: str, shift: Shift, place: Message, adjust: Adjust) -> str:
    found = _SHEET.fullmatch(text)
    prefix, rest = (found["name"], found["rest"]) if found else ("", text)
    if "[" in prefix:
        return text  # another workbook
    name = prefix.removeprefix("'").removesuffix("'").replace("''", "'") if prefix else own_sheet
    if ":" in name:
        raise refused(text, place)  # over several sheets
    adjusted = _reference(rest, name.casefold() == shift.sheet.casefold(), place, adjust)
    return f"{prefix}!{adjusted}" if found else adjusted


def _reference(text: str, is_here: bool, place: Message, adjust: Adjust) -> str:
    ends = _ends(text)
    if ends is None:
        if is_here and (":" in text and "[" not in text and not _COLUMNS.fullmatch(text)):
            raise refused(text, place)
        return text
    rows = adjust(ends, is_here)
    if rows is None:
        raise refused(text, place)
    return ":".join(end.at(row) for end, row in zip(ends, rows, strict=True))


def _ends(text: str) -> tuple[End, ...] | None:
    """Return the ends of a cell, a range or whole rows; None for whole columns, names and tables."""
    whole = _ROWS.fullmatch(text)
    if whole:
        return End("", bool(whole[1]), int(whole[2])), End("", bool(whole[3]), int(whole[4]))
    parts = [_CELL.fullmatch(part) for part in text.split(":")]
    found = tuple(End(one["head"], bool(one["fixed"]), int(one["row"])) for one in parts if one)
    return found if len(found) == len(parts) <= 2 else None


def area(text: str, shift: Shift) -> str | None:
    """Return an area of a rule, merge or filter (``A5:G5``) afterwards, grown with the block; None: covers a part."""
    ends = _ends(text)
    if ends is None:
        return text
    rows = [end.row for end in ends]
    spanned = shift.span(min(rows), max(rows))
    if spanned is None:
        return None
    first, last = ends[0].at(spanned[0]), ends[-1].at(spanned[1])
    return first if first == last else f"{first}:{last}"


def refused(reference: str, place: Message) -> ImportFailed:
    """Return the error for a reference that cannot be adjusted when a row is repeated."""
    return ImportFailed(
        msg(
            "form.reference",
            "{place}: “{reference}” cannot be adjusted when the row is repeated.",
            place=place,
            reference=reference,
        ),
        msg(
            "form.reference.remedy",
            "Refer to a range over the row, such as SUM(E5:E5), or fix cells outside the row with $, such as $B$2.",
        ),
    )

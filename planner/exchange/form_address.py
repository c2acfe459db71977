"""Addresses of cells as workbooks write them: taken apart, put together, and refused where they are none."""

from __future__ import annotations

import re

from planner.errors import ImportFailed
from planner.messages import msg

Corner = tuple[int, int]  # column and row, both from 1
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
_WHOLE = re.compile("[0-9]{1,9}")


def whole(text: str | None, default: int) -> int:
    """Return the whole number a file gives, ``default`` where it gives none; raises ImportFailed for anything else."""
    if text is None:
        return default
    if not _WHOLE.fullmatch(text.strip()):
        raise strange(text)
    return int(text)


def corner(address: str) -> Corner:
    """Return column and row of a cell; raises ImportFailed for what is no address."""
    found = _CELL.fullmatch(address)
    if found is None:
        raise strange(address)
    return column_number(found[1]), int(found[2])


def corners(area: str) -> tuple[Corner, Corner]:
    """Return the first and the last cell of an area; raises ImportFailed for what is none."""
    ends = area.split(":")
    if len(ends) > 2:
        raise strange(area)
    return corner(ends[0]), corner(ends[-1])


def address(column: int, row: int) -> str:
    """Return the address of a cell."""
    return f"{column_letters(column)}{row}"


def column_number(letters: str) -> int:
    """Return the number of a column from 1: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """Return the letters of a column: 27 is AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def strange(value: str) -> ImportFailed:
    """Return the error for something in a workbook that should be a number or an address."""
    return ImportFailed(
        msg("form.strange", "The file is damaged: “{value}” stands where a number or a cell must stand.", value=value),
        msg("form.damaged.remedy", "Open it in Word, Excel or WPS, let the program repair it, and save it again."),
    )

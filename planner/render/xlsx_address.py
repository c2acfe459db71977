"""Names of cells: A1 addresses, and formulas that name columns by their keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from planner.documents.model import Column

_NAMED = re.compile(r"\[(@?)([A-Za-z_][A-Za-z0-9_]*)\]")


class Addresses:
    """The addresses of one table: ``span`` is the first and last row from 0 of the rows that are not totals.

    ``fixed`` pins whole columns, for conditions that are copied from cell to cell.
    """

    def __init__(self, columns: Sequence[Column], span: tuple[int, int], *, fixed: bool = False) -> None:
        self.places = {column.key: at for at, column in enumerate(columns)}
        self.span = span
        self.fixed = fixed

    def formula(self, text: str, row: int) -> str:
        """Return a formula of ``row`` with cells for ``[@key]`` and ranges for ``[key]``."""
        return _NAMED.sub(lambda found: self._address(found[2], row if found[1] else None), text)

    def _address(self, key: str, row: int | None) -> str:
        at = self.places[key]
        if row is not None:
            return address(row, at)
        first, last = self.span
        return f"{address(first, at, fixed=self.fixed)}:{address(last, at, fixed=self.fixed)}"


def address(row: int, column: int, *, fixed: bool = False) -> str:
    """Return the name of a cell, row and column counted from 0."""
    letters = column_letters(column)
    return f"${letters}${row + 1}" if fixed else f"{letters}{row + 1}"


@lru_cache(maxsize=1 << 10)
def column_letters(column: int) -> str:
    """Return the name of a column counted from 0: A to Z, then AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters

"""Will a number fit its column? Where it does not, spreadsheets print #### instead, and somebody should widen it."""

from __future__ import annotations

from decimal import Decimal

from planner.exchange import form_xml as x
from planner.exchange.form_address import column_letters, corner, corners, whole
from planner.exchange.form_text import Element

_DEFAULT_WIDTH = 8.43  # digits of the normal font, ECMA-376 part 1, 18.3.1.81
_WIDEST_GENERAL = 11  # digits that the general format shows before it turns to powers of ten
_SLACK = 0.5


class Widths:
    """Column widths of one sheet in digits, and the cells that are merged over several columns."""

    def __init__(self, root: Element) -> None:
        """Read widths and merges."""
        defaults = x.child(root, "sheetFormatPr")
        self._default = _number(defaults.get("defaultColWidth")) if defaults is not None else None
        self._columns: list[tuple[int, int, float | None]] = [
            (whole(one.get("min"), 1), whole(one.get("max"), 1), _number(one.get("width")))
            for cols in x.children(root, "cols")
            for one in x.children(cols, "col")
        ]
        self._merged = {
            f"{column_letters(first[0])}{first[1]}"
            for merges in x.children(root, "mergeCells")
            for first, last in (corners(one.get("ref", "")) for one in x.children(merges, "mergeCell"))
            if last[0] > first[0]
        }

    def is_narrow(self, cell: str, number: Decimal, shown: str, *, is_general: bool) -> bool:
        """Tell whether the column of ``cell`` is too narrow; a merged cell is taken to be wide enough."""
        if cell in self._merged:
            return False
        digits = min(len(f"{number.normalize():f}"), _WIDEST_GENERAL) if is_general else len(shown)
        return digits > self._width(corner(cell)[0]) + _SLACK

    def _width(self, column: int) -> float:
        found = next((width for low, high, width in self._columns if low <= column <= high), None)
        return found or self._default or _DEFAULT_WIDTH


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None

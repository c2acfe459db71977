"""Columns as wide as their longest word and number: a word is not broken, and a number never prints as ####."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from planner.documents.model import Column, DateCell, Language, MoneyCell, Number, Row, Table, Text
from planner.render.cell_text import head_text
from planner.render.xlsx_formats import Look, shown_number
from planner.render.xlsx_lines import WIDEST_EM, room_em, text_em, width_mm_of

_NARROW_EM = 13.0  # in a wider column a word that has no room is no word but a code or an address
_MOST_TIMES = 1.6
_HEAD_TIMES = 1.06  # heads are bold
_MARGIN_EM = 0.4  # a number keeps off the border by a blank
_DAY = "2026-11-30"


def fitted_columns(columns: Sequence[Column], table: Table, look: Look) -> tuple[Column, ...]:
    """Return ``columns`` wide enough for their words and numbers; most are, and stay as they are."""
    rows = [row.cells for row in table.rows if isinstance(row, Row)]
    return tuple(_fitted(column, at, rows, look) for at, column in enumerate(columns))


def _fitted(column: Column, at: int, rows: Sequence[tuple[object, ...]], look: Look) -> Column:
    room = room_em(column.width_mm, look.cell_pt)
    least = room
    if column.kind in ("number", "money", "date"):
        shown = _figures([row[at] for row in rows])
        least = max((text_em(text, look.language) + _MARGIN_EM for text in shown), default=room)
    elif room < _NARROW_EM:
        words = "\n".join({cell.text for row in rows if type(cell := row[at]) is Text})
        head = _longest(head_text(column, look.language), room / _HEAD_TIMES, look.language)
        least = min(max(_longest(words, room, look.language), head * _HEAD_TIMES), room * _MOST_TIMES)
    if least <= room:
        return column
    return replace(column, width_mm=width_mm_of(least, look.cell_pt))


def _figures(cells: Sequence[object]) -> Iterator[str]:
    """Yield what numbers, amounts and dates show."""
    for cell in cells:
        if isinstance(cell, Number):
            yield shown_number(cell.value, cell.decimals) + cell.unit
        elif isinstance(cell, MoneyCell):
            yield shown_number(cell.amount, cell.decimals)
        elif isinstance(cell, DateCell):
            yield _DAY


def _longest(text: str, room: float, language: Language) -> float:
    """Return the width in ems of the longest Latin word that has no ``room``, or 0."""
    fewest = int(room / WIDEST_EM[language]) + 1
    found = (text_em(word, language) for word in _word(fewest).findall(text))
    return max((width for width in found if width > room), default=0.0)


@lru_cache(maxsize=64)
def _word(fewest: int) -> re.Pattern[str]:
    """Return the pattern of words of ``fewest`` characters or more; a line may end at a hyphen or a stroke."""
    return re.compile(rf"[^\s\-/\u0080-\U0010ffff]{{{fewest},}}")

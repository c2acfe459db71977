"""Column widths of a Word table: as asked for, filling the text, and no word broken where another column has room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from planner.render.docx_xml import twips

# What stays on one line: Latin words and numbers; a line may end at spaces, hyphens and beside Chinese characters.
_WORD = re.compile("[\u0021-\u002c\u002e-\u024f\u0370-\u03ff]+-?")
_THIN = frozenset("iljtfI.,:;'|!()[]/ ")
_SANS_FACTOR = 1.14
_LARGEST_SHARE = 0.4
_LARGEST_GIFT = 0.7


def word_em(text: str, *, sans: bool = False) -> float:
    """Return about the width of the longest word of ``text`` in ems."""
    widest = max((_latin_em(word) for word in _WORD.findall(text)), default=0.0)
    return widest * _SANS_FACTOR if sans else widest


def _latin_em(word: str) -> float:
    return sum(0.31 if char in _THIN else 0.72 if char.isupper() or char in "mw%@" else 0.5 for char in word)


def column_twips(widths_mm: Sequence[float], room_mm: float, least: Sequence[float] = ()) -> tuple[int, ...]:
    """Return column widths in twips that together are exactly ``room_mm``; none below its ``least`` twips if possible."""
    room = twips(room_mm)
    scale = room / sum(widths_mm)
    wanted = [width * scale for width in widths_mm]
    return _rounded(_raised(wanted, least, room) if least else wanted, room)


def _raised(wanted: Sequence[float], least: Sequence[float], room: int) -> list[float]:
    """Widen the columns that are too narrow; the others give in proportion to what they can spare."""
    floors = [min(floor, room * _LARGEST_SHARE) for floor in least]
    short = sum(max(0.0, floor - width) for width, floor in zip(wanted, floors, strict=True))
    spare = sum(max(0.0, width - floor) for width, floor in zip(wanted, floors, strict=True))
    if not short or not spare:
        return list(wanted)
    given = min(_LARGEST_GIFT, short / spare)
    got = given * spare / short
    return [
        width + (floor - width) * (got if floor > width else given) for width, floor in zip(wanted, floors, strict=True)
    ]


def _rounded(widths: Iterable[float], room: int) -> tuple[int, ...]:
    """Return whole twips with the sum ``room``."""
    ends, reached = [0], 0.0
    for width in widths:
        reached += width
        ends.append(round(reached))
    ends[-1] = room
    return tuple(end - start for start, end in zip(ends, ends[1:], strict=False))

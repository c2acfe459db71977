"""Column widths of a Word table: as asked for, filling the text, and no word broken where another column has room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from planner.documents.model import Language
from planner.render.docx_looks import CELL_SIDE_TWIPS
from planner.render.docx_measure import LONG_WORD, text_em
from planner.render.docx_xml import TWIPS_PER_PT, twips

_LARGEST_SHARE = 0.4
_LARGEST_GIFT = 0.7
# Texts of so few ems are best on one line: the shorter ones and the heads' first.
_SHORT_EMS: dict[Language, tuple[float, float]] = {"zh": (5.2, 9.2), "en": (5.2, 6.6)}
_BORDER_TWIPS = 20
_FIGURES = re.compile(r"[\d,.]+")


def word_em(text: str, language: Language, *, sans: bool = False) -> float:
    """Return the width of the longest word of ``text`` in ems."""
    return max((text_em(word, language, sans=sans) for word in LONG_WORD.findall(text)), default=0.0)


def short_em(text: str, limit: float, language: Language, *, sans: bool = False) -> float:
    """Return the width of the longest line of ``text`` in ems among those no longer than ``limit``, 0 without any."""
    lines = text.split("\n") if len(text) < limit * 8 else ()
    widths = (text_em(line, language, sans=sans) for line in lines)
    return max((width for width in widths if width <= limit), default=0.0)


def least_twips(
    rows: Sequence[Sequence[str]], size: float, language: Language, latin: tuple[float, float] = (1.0, 1.0)
) -> list[list[float]]:
    """Return the widths that columns need for their longest words, then those for their short texts on one line.

    ``rows`` are the texts of a table, the heads first; ``latin`` is how wide Latin letters are in cells and in heads,
    beside those of the usual faces. The last row may be a total, set as heads are.
    """
    body, head = latin
    least = [[word_em(text, language, sans=True) * head for text in rows[0]]]
    limits = _SHORT_EMS[language]
    least += [[short_em(text, limits[0], language, sans=True) for text in rows[0]] for _ in limits]
    for at, text in enumerate(rows[-1]):
        if _FIGURES.fullmatch(text):
            least[0][at] = max(least[0][at], word_em(text, language, sans=True) * head)
    for texts in rows[1:]:
        for at, text in enumerate(texts):
            least[0][at] = max(least[0][at], word_em(text, language) * body)
            for tier, limit in enumerate(limits, 1):
                least[tier][at] = max(least[tier][at], short_em(text, limit, language))
    for wide, narrow in zip(least[1:], least, strict=False):
        wide[:] = map(max, wide, narrow)
    return [_cell_twips(ems, size) for ems in least]


def _cell_twips(ems: Iterable[float], size: float) -> list[float]:
    return [em * size * TWIPS_PER_PT + 2 * CELL_SIDE_TWIPS + _BORDER_TWIPS for em in ems]


def column_twips(widths_mm: Sequence[float], room_mm: float, *leasts: Sequence[float]) -> tuple[int, ...]:
    """Return column widths in twips that together are exactly ``room_mm``.

    Each of ``leasts`` are widths in twips that no column should be below, the pressing ones first.
    """
    room = twips(room_mm)
    scale = room / sum(widths_mm)
    wanted = [width * scale for width in widths_mm]
    for least in leasts:
        wanted = _raised(wanted, least, room)
    return _rounded(wanted, room)


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

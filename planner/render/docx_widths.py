"""Column widths of a Word table: as asked for, filling the text, and no word broken where another column has room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.documents.model import Language
from planner.render.docx_looks import CELL_SIDE_TWIPS
from planner.render.docx_measure import LONG_WORD, text_em
from planner.render.docx_xml import TWIPS_PER_PT, twips

_LARGEST_SHARE = 0.4
_LARGEST_GIFT = 0.7
_SHORT_EM = 5.2  # a text of so few ems is best on one line
_BORDER_TWIPS = 20


def word_em(text: str, language: Language, *, sans: bool = False) -> float:
    """Return the width of the longest word of ``text`` in ems."""
    return max((text_em(word, language, sans=sans) for word in LONG_WORD.findall(text)), default=0.0)


def short_em(text: str, language: Language, *, sans: bool = False) -> float:
    """Return the width of the longest line of ``text`` in ems if it is so short that it should not be broken, else 0."""
    lines = text.split("\n") if len(text) < _SHORT_EM * 8 else ()
    widths = (text_em(line, language, sans=sans) for line in lines)
    return max((width for width in widths if width <= _SHORT_EM), default=0.0)


def least_twips(rows: Sequence[Sequence[str]], size: float, language: Language) -> tuple[list[float], list[float]]:
    """Return the widths that columns need for their longest words, and those for their short texts on one line.

    ``rows`` are the texts of a table, the heads first.
    """
    words, shorts = ([0.0] * len(rows[0]) for _ in range(2))
    for at, texts in enumerate(rows):
        sans = at == 0
        words = [max(most, word_em(text, language, sans=sans)) for most, text in zip(words, texts, strict=True)]
        shorts = [max(most, short_em(text, language, sans=sans)) for most, text in zip(shorts, texts, strict=True)]
    return _cell_twips(words, size), _cell_twips(map(max, words, shorts), size)


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

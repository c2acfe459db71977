"""How many lines a text takes in a cell and how high its row is: spreadsheets do not say, and nobody else sets it.

Lines break where they do on pages (``planner.render.text_lines``), but a spreadsheet neither lets a mark hang over the
edge, nor presses two marks together, nor parts Han from Latin. Two lines of a text that follow each other are wider than
the cell, so its width bounds its lines from above: most cells of a row need no counting.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from planner.documents.model import Language
from planner.render.text_lines import is_wide, may_start

HIGHEST_ROW_PT = 409.0
CELL_SIZE: float = 10
_PT_PER_MM = 72 / 25.4
_LINE_PT, _ROW_PAD_PT, _CELL_PAD_PT = 13.5, 6.0, 5.5
_ROUNDING_EM = 1e-6
_THIN = frozenset("iljtfrI.,:;'|!()[] /-")
_BROAD = frozenset("mwMW%@")
WIDEST_EM = {"zh": 0.62, "en": 0.85}


def room_em(width_mm: float, size: float) -> float:
    """Return how wide a line of a cell may be, in ems of a face of ``size`` points."""
    return max(1.0, (width_mm * _PT_PER_MM - _CELL_PAD_PT) / size)


def width_mm_of(room: float, size: float) -> float:
    """Return the width in mm of a column whose lines are ``room`` ems of a face of ``size`` points wide."""
    return (room * size + _CELL_PAD_PT) / _PT_PER_MM


def text_em(text: str, language: Language) -> float:
    """Return the width of ``text`` on one line, in ems."""
    return sum(map(_advances(language).__getitem__, text))


def height_of(lines: int, size: float) -> float:
    """Return the height in points of a row of ``lines`` lines, capped at what spreadsheets allow."""
    return min(HIGHEST_ROW_PT, lines * _LINE_PT * size / CELL_SIZE + _ROW_PAD_PT)


def row_height(texts: Sequence[tuple[str, float]], language: Language, size: float = CELL_SIZE) -> float:
    """Return the height in points of a row of (text, width in mm)."""
    return height_of(max((line_count(text, width, language, size) for text, width in texts), default=1), size)


def line_count(text: str, width_mm: float, language: Language, size: float = CELL_SIZE) -> int:
    """Return the number of lines (1) that ``text`` takes in a column."""
    return tallest([(text, room_em(width_mm, size))], language)


def tallest(cells: Iterable[tuple[str, float]], language: Language) -> int:
    """Return the number of lines (1) of the tallest of (text, room in ems)."""
    narrow = WIDEST_EM[language]
    bounds = []
    for text, room in cells:
        length = len(text)
        wide = (len(text.encode("utf-8", "replace")) - length) / 2  # a wide character takes three bytes
        width = wide + (length - wide) * narrow
        if width > room or "\n" in text:
            bounds.append((2 * int(width / room) + 1 + text.count("\n"), text, room))
    found = 1
    for most, text, room in sorted(bounds, reverse=True) if len(bounds) > 1 else bounds:
        if most <= found:
            break
        found = max(found, _count(text, room, language))
    return found


@lru_cache(maxsize=1 << 12)  # evidence and acceptance repeat from row to row
def _count(text: str, room: float, language: Language) -> int:
    advances = _advances(language)
    if "\n" in text:
        return sum(_lines(part, room + _ROUNDING_EM, advances) for part in text.split("\n"))
    return _lines(text, room + _ROUNDING_EM, advances)


def _lines(text: str, room: float, advances: _Advances) -> int:
    """Return the number of lines of a text without line feeds: each ends at the last allowed place that has room."""
    ends = list(accumulate(map(advances.__getitem__, text)))
    count, start, limit = 1, 0, room
    while ends and limit < ends[-1]:
        end = bisect_right(ends, limit, start)
        while end < len(text) and text[end] == " ":  # spaces at the end of a line need no room
            end += 1
        if end == len(text):
            break
        start = _break_before(text, start, end)
        limit = ends[start - 1] + room
        count += 1
    return count


def _break_before(text: str, start: int, end: int) -> int:
    """Return the last place up to ``end`` where a line may start; ``end`` itself in a word longer than the line."""
    at = end
    while at > start:
        if _MAY_PART[text[at - 1 : at + 1]] if text[at - 1] != " " else may_start(text, at):
            return at
        at -= 1
    return max(end, start + 1)


class _Parting(dict[str, bool]):
    """Whether a line may end between two characters, looked up once; after a space it depends on the words around."""

    def __missing__(self, pair: str) -> bool:
        self[pair] = may_start(pair, 1)
        return self[pair]


_MAY_PART = _Parting()


class _Advances(dict[str, float]):
    """The advance of each character in ems, reckoned once."""

    def __init__(self, face: Callable[[str], float]) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, char: str) -> float:
        self[char] = self.face(char)
        return self[char]


@lru_cache(maxsize=2)
def _advances(language: Language) -> _Advances:
    return _Advances(_han_face if language == "zh" else _latin_face)


def _han_face(char: str) -> float:
    """Return the advance in a Chinese face: half an em for Latin, a little more where another face stands in."""
    return 1.0 if is_wide(char) else 0.62 if char.isupper() else 0.55


def _latin_face(char: str) -> float:
    """Return about the advance in a Latin face without serifs."""
    if is_wide(char):
        return 1.0
    if char in _THIN:
        return 0.32
    return 0.85 if char in _BROAD else 0.69 if char.isupper() else 0.56

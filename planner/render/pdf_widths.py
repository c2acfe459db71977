"""Column widths of a printed table: as asked for, filling the text, and no number or word broken where there is room.

Points throughout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from planner.render.fonts import Face
from planner.render.pdf_style import PAD_SIDE, SMALLEST
from planner.render.wide_tables import READABLE

# What is set without a break: letters, digits and marks that belong to no Chinese text.
_WORD = re.compile("[^\\s\u2e80-\ufffd]+")
_SPARE_EM = 0.05
_SIZE_STEP = 0.25
# A word up to the first length turns a table rather than being broken; up to the second it gets what room there is.
_LONGEST_WORD_EM, _LONG_WORD_EM = 7.0, 12.0
_LONGEST_NUMBER_EM = 22.0
_LARGEST_SHARE = 0.4
_LARGEST_GIFT = 0.7


class Least:
    """The least width of each column, in ems of the type: gathered from the texts of its cells."""

    def __init__(self, whole: Sequence[bool]) -> None:
        """Start with nothing; ``whole`` tells for each column whether it holds numbers, which are never broken."""
        self.limits = [_LONGEST_NUMBER_EM if one else _LONGEST_WORD_EM for one in whole]
        self.ems = [1.0] * len(self.limits)  # room for a Chinese character
        self.words = list(self.ems)
        self._known: dict[str, float] = {}

    def take(self, texts: Iterable[str], face: Face) -> None:
        """Look at the texts of one row."""
        for at, text in enumerate(texts):
            for word in _WORD.findall(text):
                if len(word) > self.words[at]:  # no character is wider than one em
                    self._weigh(at, self._width(word, face))

    def _weigh(self, at: int, em: float) -> None:
        if self.ems[at] < em <= self.limits[at]:
            self.ems[at] = em
        if self.words[at] < em <= max(self.limits[at], _LONG_WORD_EM):
            self.words[at] = em

    def points(self, size: float, *, long: bool = False) -> tuple[float, ...]:
        """Return the widths in points in type of ``size``, for ``long`` words too."""
        return tuple((em + _SPARE_EM) * size + 2 * PAD_SIDE for em in (self.words if long else self.ems))

    def size(self, wanted: Sequence[float], places: Sequence[int], room: float, usual: float) -> float:
        """Return the type in points, ``usual`` at most, in which columns fit ``room`` with nothing broken or pressed."""
        size = usual * min(1.0, room / sum(wanted[at] for at in places))
        while size > SMALLEST and sum(self._floors(wanted, places, size)) > room:
            size -= _SIZE_STEP
        return max(size, SMALLEST)

    def widths(self, wanted: Sequence[float], places: Sequence[int], room: float, size: float) -> list[float]:
        """Return the widths in points of the columns at ``places`` in type of ``size``."""
        floors = self._floors(wanted, places, size)
        plain, long = (self.points(size, long=long) for long in (False, True))
        first = floors if sum(floors) <= room else [plain[at] for at in places]
        second = [max(floor, long[at]) for floor, at in zip(first, places, strict=True)]
        return fitted([wanted[at] for at in places], room, first, second)

    def _floors(self, wanted: Sequence[float], places: Sequence[int], size: float) -> list[float]:
        """Return what columns need, and of what they ask for as much as makes them readable."""
        points = self.points(size)
        return [max(points[at], READABLE * wanted[at]) for at in places]

    def _width(self, word: str, face: Face) -> float:
        key = face.name + word
        if key not in self._known:
            self._known[key] = face.width(word)
        return self._known[key]


def scaled(widths: Sequence[float], room: float) -> list[float]:
    """Return widths that together fill ``room``, in points where it is."""
    total = sum(widths)
    return [width * room / total for width in widths]


def fitted(widths: Sequence[float], room: float, *leasts: Sequence[float]) -> list[float]:
    """Return widths in points that fill ``room``; a column below its least takes from those that can spare.

    ``leasts`` are the widths that no column should be below, the pressing ones first.
    """
    found = scaled(widths, room)
    for number, least in enumerate(leasts):
        found = _raised(found, [min(floor, room * _LARGEST_SHARE) for floor in least], pressing=number == 0)
    return found


def _raised(wanted: Sequence[float], floors: Sequence[float], *, pressing: bool) -> list[float]:
    short = sum(max(0.0, floor - width) for width, floor in zip(wanted, floors, strict=True))
    spare = sum(max(0.0, width - floor) for width, floor in zip(wanted, floors, strict=True))
    if not short or not spare:
        return list(wanted)
    given = min(1.0 if pressing else _LARGEST_GIFT, short / spare)
    got = given * spare / short
    return [
        width + (floor - width) * (got if floor > width else given) for width, floor in zip(wanted, floors, strict=True)
    ]

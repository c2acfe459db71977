"""Column widths of a printed table: as asked for, filling the text, and no number or word broken where there is room.

Points throughout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from planner.render.fonts import Face
from planner.render.pdf_style import PAD_SIDE

# What is set without a break: letters, digits and marks that belong to no Chinese text.
_WORD = re.compile("[^\\s\u2e80-\ufffd]+")
_SPARE_EM = 0.05
_LONGEST_WORD_EM = 7.0  # a longer one is broken rather than given a column for itself
_LONGEST_NUMBER_EM = 22.0
_LARGEST_SHARE = 0.4
_LARGEST_GIFT = 0.7


class Least:
    """The least width of each column, in ems of the type: gathered from the texts of its cells."""

    def __init__(self, whole: Sequence[bool]) -> None:
        """Start with nothing; ``whole`` tells for each column whether it holds numbers, which are never broken."""
        self.limits = [_LONGEST_NUMBER_EM if one else _LONGEST_WORD_EM for one in whole]
        self.ems = [0.0] * len(self.limits)
        self._known: dict[str, float] = {}

    def take(self, texts: Iterable[str], face: Face) -> None:
        """Look at the texts of one row."""
        for at, text in enumerate(texts):
            most, limit = self.ems[at], self.limits[at]
            for word in _WORD.findall(text):
                if len(word) > most:  # no character is wider than one em
                    em = self._width(word, face)
                    most = em if most < em <= limit else most
            self.ems[at] = most

    def points(self, size: float) -> tuple[float, ...]:
        """Return the widths in points in type of ``size``; every column has room for a Chinese character."""
        return tuple((max(em, 1.0) + _SPARE_EM) * size + 2 * PAD_SIDE for em in self.ems)

    def _width(self, word: str, face: Face) -> float:
        key = face.name + word
        if key not in self._known:
            self._known[key] = face.width(word)
        return self._known[key]


def scaled(widths: Sequence[float], room: float) -> list[float]:
    """Return widths that together fill ``room``, in points where it is."""
    total = sum(widths)
    return [width * room / total for width in widths]


def fitted(widths: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Return widths in points that fill ``room``; a column below its least takes from those that can spare."""
    wanted = scaled(widths, room)
    floors = [min(floor, room * _LARGEST_SHARE) for floor in least]
    short = sum(max(0.0, floor - width) for width, floor in zip(wanted, floors, strict=True))
    spare = sum(max(0.0, width - floor) for width, floor in zip(wanted, floors, strict=True))
    if not short or not spare:
        return wanted
    given = min(1.0 if sum(floors) > room else _LARGEST_GIFT, short / spare)
    got = given * spare / short
    return [
        width + (floor - width) * (got if floor > width else given) for width, floor in zip(wanted, floors, strict=True)
    ]

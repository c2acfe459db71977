"""Words at the lines of a plot: each at the first of its places where no line runs through it and no other word stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from planner.pictures.layout import SMALL_PT, Box, crosses, text_box
from planner.pictures.scene import Point, Role, Text


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said of a line, and the places it may stand at, the best first (mm)."""

    text: Text
    places: tuple[tuple[float, float, str], ...]


def words_at(said: str, places: tuple[tuple[float, float, str], ...], role: Role, *, bold: bool = False) -> Words:
    """Return a text in the small size that may stand at these places (mm), the best first."""
    return Words(text=Text(x=0.0, y=0.0, text=said, size_pt=SMALL_PT, role=role, bold=bold), places=places)


def placed(wanted: Iterable[Words], lines: Sequence[Sequence[Point]], room: Box) -> tuple[Text, ...] | None:
    """Return all words at their places within ``room``; None where one of them finds none, so that a legend says them."""
    made: list[Text] = []
    for words in wanted:
        found = _first(words, lines, room, [text_box(one) for one in made])
        if found is None:
            return None
        made.append(found)
    return tuple(made)


def _first(words: Words, lines: Sequence[Sequence[Point]], room: Box, taken: Sequence[Box]) -> Text | None:
    for x, y, anchor in words.places:
        text = msgspec.structs.replace(words.text, x=x, y=y, anchor=anchor)
        box = text_box(text)
        inside = box.left >= room.left and box.right <= room.right and box.top >= room.top and box.bottom <= room.bottom
        if inside and not any(box.meets(one) for one in taken) and not any(_through(box, line) for line in lines):
            return text
    return None


def _through(box: Box, line: Sequence[Point]) -> bool:
    return any(crosses(box, start, end) for start, end in zip(line, line[1:], strict=False))


def beside(line: Sequence[Point], gap_mm: float, height_mm: float) -> tuple[tuple[float, float, str], ...]:
    """Return places along a rising line, from its upper end down: right below it, then left above it."""
    found: list[tuple[float, float, str]] = []
    for x, y in reversed(line[len(line) // 6 :: 2]):
        found += [(x + gap_mm, y + height_mm, "start"), (x - gap_mm, y - gap_mm / 2, "end")]
    return tuple(found)


def along(left: float, right: float, y: float, gap_mm: float, height_mm: float) -> tuple[tuple[float, float, str], ...]:
    """Return places at a level line: above it at both ends and between, then below."""
    shares = (1.0, 0.0, 0.75, 0.5, 0.25)
    above = [(left + share * (right - left), y - gap_mm, _anchor(share)) for share in shares]
    below = [(x, y + height_mm + gap_mm / 2, anchor) for x, _y, anchor in above]
    return (*_moved_in(above, gap_mm), *_moved_in(below, gap_mm))


def _anchor(share: float) -> str:
    return "start" if share == 0 else "end" if share == 1 else "middle"


def _moved_in(places: Sequence[tuple[float, float, str]], gap_mm: float) -> list[tuple[float, float, str]]:
    shift = {"start": gap_mm, "end": -gap_mm, "middle": 0.0}
    return [(x + shift[anchor], y, anchor) for x, y, anchor in places]

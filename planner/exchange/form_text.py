"""Text that stands in pieces, as office files keep it, and the replacement of a field that spans several of them.

What is put in goes into the piece where the field begins, so it takes that piece's formatting; the other pieces lose
their part of the field and keep the rest. Text of tracked changes is told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import msgspec

from planner.exchange.form_fields import BARRIER, Field, Match, fields_in

Element = Any  # an lxml element; lxml has no types
State = Literal["plain", "inserted", "deleted"]
Put = Callable[[Element, list[str]], None]
Wanted = Callable[[Field], str | None]


class Piece(msgspec.Struct, frozen=True):
    """A piece of a paragraph's text; ``element`` is None for a barrier, which no field reaches over."""

    element: Element
    text: str
    state: State = "plain"


def barrier() -> Piece:
    """Return a piece that stands for what is no text."""
    return Piece(None, BARRIER)


def text_of(pieces: Iterable[Piece]) -> str:
    """Return the text as it stands with all tracked changes accepted."""
    return "".join(piece.text for piece in pieces if piece.state != "deleted")


def tracked_fields(pieces: list[Piece]) -> Iterator[Field]:
    """Yield the fields that a tracked change touches: accepted, rejected or left, each would read differently."""
    if all(piece.state == "plain" for piece in pieces):
        return
    for hidden in ("deleted", "inserted"):
        shown = [(number, piece) for number, piece in enumerate(pieces) if piece.state != hidden]
        for match in fields_in("".join(piece.text for _, piece in shown)):
            touched = _numbers(shown, match)
            if any(piece.state != "plain" for piece in pieces[touched[0] : touched[-1] + 1]):
                yield match.field


def _numbers(shown: list[tuple[int, Piece]], match: Match) -> list[int]:
    """Return the numbers of the pieces that hold a part of the match."""
    found, start = [], 0
    for number, piece in shown:
        if start < match.end and start + len(piece.text) > match.start:
            found.append(number)
        start += len(piece.text)
    return found


def fill(pieces: list[Piece], wanted: Wanted, put: Put) -> list[Element]:
    """Replace each field by what ``wanted`` returns (None leaves it) and return the elements that took a value.

    ``put`` writes lines into an element; it is called with the whole new text of the element.
    """
    own = [piece for piece in pieces if piece.state != "deleted"]
    planned = [(match, wanted(match.field)) for match in fields_in(text_of(own))]
    current = {number: piece.text for number, piece in enumerate(own)}
    heads = []
    for match, value in reversed(planned):  # from the right, so that places further left stay where they are
        if value is not None:
            heads.append(_splice(own, current, match, value))
    for number, text in current.items():
        if text != own[number].text:
            put(own[number].element, text.split("\n"))
    return [own[number].element for number in dict.fromkeys(heads)]


def _splice(pieces: list[Piece], current: dict[int, str], match: Match, value: str) -> int:
    """Put ``value`` where the match begins, take the match out of all pieces, and return the first piece's number."""
    start, head = 0, -1
    for number, piece in enumerate(pieces):
        first, last = max(0, match.start - start), min(len(piece.text), match.end - start)
        if first < last:
            inserted = value if head < 0 else ""
            head = number if head < 0 else head
            current[number] = current[number][:first] + inserted + current[number][last:]
        start += len(piece.text)
    return head

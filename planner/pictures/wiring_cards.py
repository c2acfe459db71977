"""What stands in a card of the wiring picture: name, load over rating, mark and word of its state, a meter."""

from __future__ import annotations

from collections.abc import Iterator

from planner.documents.model import Language
from planner.messages import Message, msg, render
from planner.pictures.layout import BODY_PT, SMALL_PT, fitted, leading, spaced, wrapped
from planner.pictures.metrics import text_width
from planner.pictures.scene import Node, Text
from planner.pictures.status import LOOKS, WORDS, mark, meter
from planner.pictures.wiring_tree import Card

CARD_MM = 10.6
PAD_MM = 1.6
_CHIP_GAP, _MARK, _MARK_RADIUS = 1.6, 3.4, 1.3
_NARROWEST = 24.0


class CardWriter:
    """Writes into cards in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def say(self, message: Message) -> str:
        """Return a message as one line."""
        return spaced(render(message, self.language))

    def items(self, card: Card, x: float, y: float, width: float, height: float) -> Iterator[Node]:
        """Yield what stands in a card whose box is at (x, y)."""
        area = (x + PAD_MM, y, width - 2 * PAD_MM)
        if card.type is None:
            yield from self._machine(card, *area)
        elif height > CARD_MM:
            yield from self._stacked(card, *area)
        else:
            yield from self._two_lines(card, *area)

    def widths(self, card: Card) -> tuple[float, float]:
        """Return the width that shows all of a card in mm, and the least that does not cut its numbers."""
        name = text_width(card.name, BODY_PT, True)
        facts = text_width(card.facts, SMALL_PT)
        value = text_width(card.value, BODY_PT, True)
        chip = _MARK + text_width(self.chip(card), SMALL_PT, True) if self.chip(card) else 0.0
        if card.type == "panel" and card.leaves > 1:
            whole = max(name, facts, value, chip) + 2 * PAD_MM
            return whole, max(whole, _NARROWEST)
        one_line = max(name + (2.0 + facts if facts else 0.0), value + (_CHIP_GAP + chip if chip else 0.0))
        needed = value + (_CHIP_GAP + chip if chip else 0.0) + 2 * PAD_MM
        return one_line + 2 * PAD_MM, max(needed, _NARROWEST)

    def chip(self, card: Card) -> str:
        """Return the word of a card's state; machines that are plugged in have none."""
        if card.kind == "device":
            return ""
        if card.kind == "loose":
            return self.say(msg("wiring.loose", "not plugged in"))
        return self.say(WORDS[card.status])

    def _two_lines(self, card: Card, x: float, y: float, width: float) -> Iterator[Node]:
        """Yield name and facts, below them load and state, and the meter."""
        name = fitted(card.name, width, BODY_PT, True)
        yield Text(x=x, y=y + 3.9, text=name, size_pt=BODY_PT, bold=True)
        used = text_width(name, BODY_PT, True) + 2.0
        facts = fitted(card.facts, width - used, SMALL_PT) if card.facts else ""
        if len(facts) > 1:
            yield Text(x=x + used, y=y + 3.9, text=facts, size_pt=SMALL_PT, role="text3")
        yield self._value(card, x, y + 7.7)
        yield from self._state(card, x + width - self._chip_width(card), y + 7.7)
        yield from self._meter(card, (x, y + 9.0, width, 0.9))

    def _stacked(self, card: Card, x: float, y: float, width: float) -> Iterator[Node]:
        """Yield the lines of a high card below each other."""
        yield Text(x=x, y=y + 3.9, text=fitted(card.name, width, BODY_PT, True), size_pt=BODY_PT, bold=True)
        at = y + 3.9
        if card.facts:
            at += leading(SMALL_PT)
            yield Text(x=x, y=at, text=fitted(card.facts, width, SMALL_PT), size_pt=SMALL_PT, role="text3")
        yield self._value(card, x, at + leading(BODY_PT))
        yield from self._state(card, x, at + 2 * leading(BODY_PT))
        yield from self._meter(card, (x, at + 2 * leading(BODY_PT) + 1.4, width, 0.9))

    def _machine(self, card: Card, x: float, y: float, width: float) -> Iterator[Node]:
        """Yield a machine's name, on two smaller lines where it is long, and its power."""
        whole = text_width(card.name, BODY_PT, True) <= width
        size = BODY_PT if whole else SMALL_PT
        names = (card.name,) if whole else wrapped(card.name, width, SMALL_PT, 2, bold=True)
        first = y + (3.9 if len(names) == 1 else 3.2)
        for at, name in enumerate(names):
            yield Text(x=x, y=first + at * 3.0, text=name, size_pt=size, bold=True)
        base = y + (7.7 if len(names) == 1 else 9.4)
        yield self._value(card, x, base)
        yield from self._state(card, x + width - self._chip_width(card), base)

    def _value(self, card: Card, x: float, y: float) -> Node:
        over = card.status == "over"
        return Text(x=x, y=y, text=card.value, size_pt=BODY_PT, role="over" if over else "text", bold=over)

    def _meter(self, card: Card, area: tuple[float, float, float, float]) -> Iterator[Node]:
        return iter(()) if card.status == "idle" else meter(card.status, card.share, area)

    def _chip_width(self, card: Card) -> float:
        """Return the width of mark and word in mm."""
        return _MARK + text_width(self.chip(card), SMALL_PT, card.status == "over")

    def _state(self, card: Card, x: float, y: float) -> Iterator[Node]:
        """Yield mark and word of a card's state."""
        word = self.chip(card)
        if word:
            over = card.status == "over"
            yield from mark(card.status, x + _MARK_RADIUS, y - 0.95, BODY_PT)
            yield Text(x=x + _MARK, y=y, text=word, size_pt=SMALL_PT, role=LOOKS[card.status].ink, bold=over)

"""The kinds of devices that an alternative plans: the first line of each card, looked for once in a run for all checks."""

from __future__ import annotations

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.catalog.items import Item
from planner.messages import Labelled

_COMPUTING = frozenset({"compute", "cloud"})
Device = tuple[LineFigures, Item]


def devices(view: View) -> tuple[Device, ...]:
    """Return the first line of each card that is planned or rented; the check must read lines."""
    found: tuple[Device, ...] = view.memo.call(_first_lines, view.memo, parted(view.memo, view.lines).planned)
    return found


def titled_cards(view: View) -> tuple[tuple[Labelled, Item], ...]:
    """Return title and card of each; the same object while no card or title changes, whatever else does."""
    pairs = tuple([(line.line.title, card) for line, card in devices(view)])
    found: tuple[tuple[Labelled, Item], ...] = view.memo.settled("titled cards", pairs)
    return found


def _first_lines(memo: Memo, planned: tuple[LineFigures, ...]) -> tuple[Device, ...]:
    cards = memo.column("computing cards", planned, _card)
    names = [*map(id, cards)]
    first = dict(zip(reversed(names), reversed(planned), strict=True))  # the first of each card stays
    return tuple([(line, card) for name in dict.fromkeys(names) if (card := _card(line := first[name])) is not None])


def _card(line: LineFigures) -> Item | None:
    return line.card if line.line.role in _COMPUTING else None

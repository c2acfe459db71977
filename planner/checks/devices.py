"""The kinds of devices that an alternative plans: the first line of each card, looked for once in a run for all checks."""

from __future__ import annotations

from collections.abc import Mapping

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.catalog.items import Item
from planner.messages import Labelled

_COMPUTING = frozenset({"compute", "cloud"})
Device = tuple[LineFigures, Item]


def devices(view: View) -> tuple[Device, ...]:
    """Return the first line of each card that is planned or rented; the check must read lines."""
    found: tuple[Device, ...] = view.memo.call(_first_lines, view.lines)
    return found


def titled_cards(view: View) -> tuple[tuple[Labelled, Item], ...]:
    """Return title and card of each; the same object while no card or title changes, whatever else does."""
    pairs = tuple([(line.line.title, card) for line, card in devices(view)])
    found: tuple[tuple[Labelled, Item], ...] = view.memo.settled("titled cards", pairs)
    return found


def _first_lines(lines: Mapping[str, LineFigures]) -> tuple[Device, ...]:
    found: dict[int, Device] = {}
    for line in lines.values():
        card, planned = line.card, line.line
        if card is not None and id(card) not in found and planned.quantity and planned.role in _COMPUTING:
            found[id(card)] = line, card
    return tuple(found.values())

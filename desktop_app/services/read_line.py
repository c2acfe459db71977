"""One line of a list as it was understood: what it names, how many at what price, and the catalog row behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

import msgspec

from desktop_app.services.row_order import SortKey, named, natural, ordered
from planner.messages import Message, msg
from planner.money import Money
from planner.plan.document import LineRole


class ReadLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line as understood: ``matches`` are (id, name) of the rows that fit, ``item`` the one taken ('' for none).

    ``note`` says what was not understood or does not add up. Of a whole machine ``card`` is the (id, name) of the cards in
    it and ``cards`` how many are in one, 0 where that is not known; ``spec`` is what the row says besides name and numbers,
    ``model`` and ``remark`` what its columns of models and of remarks say (the latter with every column not understood),
    ``vat_rate`` its rate of VAT as a fraction. ``low`` and ``high`` are the ends of a price range.
    """

    id: str
    typed: str
    name: str
    quantity: int = 1
    price: Money | None = None
    low: Money | None = None
    high: Money | None = None
    matches: tuple[tuple[str, str], ...] = ()
    item: str = ""
    role: LineRole = "other"
    note: Message | None = None
    spec: str = ""
    card: tuple[str, str] = ("", "")
    cards: int = 0
    model: str = ""
    remark: str = ""
    vat_rate: Decimal | None = None


class ReadList(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a list, and what was understood of what stands around them."""

    lines: tuple[ReadLine, ...]
    said: tuple[Message, ...] = ()


def joined(notes: Sequence[Message]) -> Message | None:
    """Return what is said of a line in one message; None for nothing."""
    if len(notes) < 2:
        return notes[0] if notes else None
    return msg("lines.notes", "{first} {second}", first=notes[0], second=joined(notes[1:]))


def notes_of(line: ReadLine) -> tuple[Message, ...]:
    """Return what is said of a line, one by one."""
    found, rest = [], line.note
    while rest is not None and rest.id == "lines.notes":
        first, rest = rest.values["first"], rest.values["second"]
        found.append(first)
    return (*found, *(() if rest is None else (rest,)))


def price_words(line: ReadLine) -> Message | Money | None:
    """Return the price as it was understood: its range where there is one, and that no tax is in it; None for none."""
    if line.price is None:
        return None
    price: Message | Money = line.price
    if line.low is not None and line.high is not None and line.low != line.high:
        price = msg("lines.price_range", "{low} to {high}", low=line.low, high=line.high)
    return price if line.price.tax != "excluded" else msg("lines.price_net", "{price} without tax", price=price)


def take(line: ReadLine, item: str) -> ReadLine:
    """Return the line with another row of its matches taken, '' for none."""
    return msgspec.structs.replace(line, item=item)


def is_recognised(line: ReadLine) -> bool:
    """Tell whether a row of the catalog stands behind a line: its own, or that of the cards in a machine without one."""
    return bool(line.item or (line.card[0] and line.cards))


def ordered_read(lines: Sequence[ReadLine], column: str, descending: bool = False) -> tuple[ReadLine, ...]:
    """Return lines by a column of the page that shows them; a column without an order leaves them as they were written."""
    key = _KEYS.get(column)
    return tuple(lines) if key is None else ordered(lines, key, descending=descending)


def _state(line: ReadLine) -> int:
    """Return how much a line asks for: something is wrong, a row has to be chosen, nothing is known, recognised."""
    if line.note is not None:
        return 0
    return 3 if is_recognised(line) else 1 if line.matches else 2


_KEYS: Mapping[str, Callable[[ReadLine], SortKey | None]] = {
    "name": lambda line: natural(line.name),
    "quantity": lambda line: line.quantity,
    "price": lambda line: None if line.price is None else line.price.amount,
    "row": lambda line: named(dict(line.matches).get(line.item, "")),
    "state": _state,
}

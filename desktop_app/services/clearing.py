"""What emptying cells of the lines table comes to: prices and feeds are taken away, names and numbers have to stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from planner.figure import Quality
from planner.messages import Message, msg
from planner.plan.document import Alternative, Line
from planner.plan.edits import Batch, Edit, RemovePart, SetValue

_HOW = msg("clear.remedy", "Ctrl+Delete removes whole lines.")
_NEEDED: Mapping[str, Message] = {
    "name": msg("clear.name", "A line needs a name."),
    "quantity": msg("clear.quantity", "A line needs a quantity of at least 1."),
}
_FOLLOWS = msg(
    "clear.follows", "Here name, quantity, unit price, range and feed are typed; the rest follows from them."
)


class Cleared(msgspec.Struct, frozen=True, kw_only=True):
    """The edit that empties cells, None where there is nothing to take away; ``kept`` says what cannot be empty."""

    edit: Edit | None
    kept: Message | None = None
    remedy: Message | None = None


def cleared(one: Alternative, cells: Sequence[tuple[str, str]]) -> Cleared:
    """Return what emptying ``cells`` (line, column) does, all in one edit.

    Of a block the cells that may be empty are emptied; a block of nothing but others leaves the plan as it is.
    """
    chosen = [(line, {column for at, column in cells if at == line.id}) for line in one.lines]
    edits: list[Edit] = [edit for line, columns in chosen for edit in _price(one, line, columns)]
    edits += _feeds(one, {line for line, column in cells if column == "feed"})
    columns = {column for _, column in cells}
    kept = next((said for column, said in _NEEDED.items() if column in columns), None)
    if kept is None and not columns & {"price", "range", "feed"}:
        kept = _FOLLOWS
    edit = None if not edits else edits[0] if len(edits) == 1 else Batch(edits=tuple(edits))
    return Cleared(edit=edit, kept=kept, remedy=None if kept is None else _HOW)


def _price(one: Alternative, line: Line, columns: Collection[str]) -> Iterator[Edit]:
    """Yield the edit that takes the price away, or of a range leaves the price that was chosen."""
    price = line.price
    if "price" in columns and (price.low, price.chosen, price.high) != (None, None, None):
        price = msgspec.structs.replace(
            price, low=None, chosen=None, high=None, source="", observed=None, quality=Quality.ENTERED, chosen_source=""
        )
    elif "range" in columns and price.chosen is not None:
        price = msgspec.structs.replace(price, low=price.chosen, high=price.chosen)
    if price != line.price:
        yield SetValue(path=f"alternatives/{one.id}/lines/{line.id}/price", value=msgspec.to_builtins(price))


def _feeds(one: Alternative, lines: Collection[str]) -> Iterator[Edit]:
    """Yield the edits that plug lines out, from the last connection on so that the numbers of the others stand."""
    for at in reversed(range(len(one.connections))):
        if one.connections[at].line in lines:
            yield RemovePart(path=f"alternatives/{one.id}/connections/{at}")

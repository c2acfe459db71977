"""What people do to the lines of an alternative, each as one edit: add, paste, duplicate, price, plug in, remove."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import Any

import msgspec

from desktop_app.services.line_heads import tax_of
from desktop_app.services.line_words import named_cards
from desktop_app.services.price_sense import is_far, known_range
from desktop_app.services.row_names import row_name
from planner.catalog.items import Item, PriceObservation, digest
from planner.entry import parse_integer, parse_money_range
from planner.errors import EditError, InputError
from planner.messages import Labelled, Message, msg
from planner.money import Money
from planner.plan.document import Alternative, Line, LineRole, Plan, Price
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue, UseItem
from planner.plan.rules import MAX_LINE_AMOUNT, most_quantity

_ROLES: dict[str, LineRole] = {
    "accelerator": "compute",
    "system": "compute",
    "storage": "storage",
    "network": "network",
    "ups": "ups",
    "pdu": "pdu",
    "cooling": "cooling",
    "rack": "rack",
    "cloud_offer": "cloud",
    "api_offer": "api",
}
_WORD = re.compile(r"[^a-z0-9]+")
_MOST_PASTED = 500


def quantity_edit(alternative: str, line: str, quantity: int) -> Edit:
    """Return the edit that sets how many; raises EditError for none (a line is removed, not zeroed)."""
    if quantity < 1:
        raise EditError(
            msg("build.none", "A line needs at least one."), msg("build.none.remedy", "Remove the line instead.")
        )
    return SetValue(path=f"{alternative}/{line}/quantity", value=quantity)


def role_of(alternative: Alternative, line: str) -> str:
    """Return the role of a line of an alternative, '' where it has no such line."""
    return next((one.role for one in alternative.lines if one.id == line), "")


def most_pieces(price: Price, role: str) -> int:
    """Return how many a line may have: what the plan's rules allow, so that all pieces still have a sum."""
    dearest = max((value for value in (price.low, price.chosen, price.high) if value is not None), default=Decimal(0))
    most = most_quantity(role)
    return min(most, int(MAX_LINE_AMOUNT / dearest)) if dearest > 0 else most


def most_each(quantity: int) -> Decimal:
    """Return what one piece of a line may cost at most by the plan's rules, in whole units of its currency."""
    return (MAX_LINE_AMOUNT / max(1, quantity)).to_integral_value(ROUND_FLOOR)


def price_edit(line: Line, alternative: str, low: Money, high: Money) -> Edit:
    """Return the edit that sets a unit price: one amount is the chosen price, two are a range with its middle chosen.

    A range that stands stays, with its source and day: it grows to hold the chosen price, save one so far off that it is
    probably a slip. A typed price is the user's own: its quality is 'entered'. Typed in another currency, it is in that
    one, and the range before goes.
    """
    path = f"alternatives/{alternative}/lines/{line.id}/price"
    price = line.price
    known = known_range(price) if low.currency == price.currency else None
    if low == high and low.currency == price.currency and low.amount == price.chosen and price.quality != "assumed":
        return SetValue(path=path, value=msgspec.to_builtins(price))  # what stands there, typed again
    if low != high:
        middle = ((low.amount + high.amount) / 2).quantize(Decimal("0.01"))
        bounds, chosen, known = (low.amount, high.amount), middle, None
    else:
        chosen = low.amount
        bounds = _grown(chosen, known)
    if low.currency != price.currency:
        price = msgspec.structs.replace(price, currency=low.currency, tax=low.tax)
    if known is None:
        price = msgspec.structs.replace(price, source="", observed=None)
    price = msgspec.structs.replace(
        price, low=bounds[0], chosen=chosen, high=bounds[1], quality="entered", chosen_source=""
    )
    return SetValue(path=path, value=msgspec.to_builtins(price))


def _grown(chosen: Decimal, known: tuple[Decimal, Decimal] | None) -> tuple[Decimal, Decimal]:
    """Return the range around a chosen price: the known one, wide enough for it unless it is probably a slip."""
    if known is None:
        return chosen, chosen
    return known if is_far(chosen, known) else (min(chosen, known[0]), max(chosen, known[1]))


def remove_edit(alternative: str, lines: Sequence[str]) -> Edit:
    """Return the edit that removes lines, with where they are plugged in and mounted."""
    edits = tuple(RemovePart(path=f"alternatives/{alternative}/lines/{line}") for line in lines)
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


def duplicate_edit(one: Alternative, lines: Sequence[str]) -> Edit:
    """Return the edit that adds copies of lines behind them, plugged in nowhere."""
    edits: list[Edit] = []
    taken = {line.id for line in one.lines}
    for line in one.lines:
        if line.id in lines:
            copy = msgspec.structs.replace(line, id=free_id(line.id, taken))
            taken.add(copy.id)
            edits.append(AddPart(path=f"alternatives/{one.id}/lines", value=msgspec.to_builtins(copy)))
    return Batch(edits=tuple(edits))


def add_item_edit(one: Alternative, item: Item, prices: Iterable[PriceObservation]) -> tuple[str, Edit]:
    """Return the id of a new line for a catalog row and the edit that adds it, with the newest price observed."""
    name = free_id(_WORD.sub("-", item.name.casefold()).strip("-")[:24] or item.kind, {line.id for line in one.lines})
    line: dict[str, Any] = {
        "id": name,
        "title": {"zh": row_name(item.id, item.name, "zh"), "en": item.name},
        "role": _ROLES.get(item.kind, "other"),
        "uom": "card_hour" if item.kind == "cloud_offer" else "set",
        "price": _price(prices),
    }
    path = f"alternatives/{one.id}/lines"
    if item.kind == "accelerator":
        line["cards_per_unit"] = 1
    field = "card" if item.kind == "accelerator" else "item"
    use = UseItem(path=f"{path}/{name}/{field}", item=item)
    return name, Batch(edits=(AddPart(path=path, value=line), use), title=item.name)


def replace_edit(one: Alternative, line: Line, item: Item) -> Edit:
    """Return the edit that puts another catalog row behind a line; a card where there was none comes as often as its name says."""
    path = f"alternatives/{one.id}/lines/{line.id}"
    if item.kind != "accelerator":
        return UseItem(path=f"{path}/item", item=item)
    use = UseItem(path=f"{path}/card", item=item)
    if line.cards_per_unit:
        return use
    count = SetValue(path=f"{path}/cards_per_unit", value=named_cards(line.title.zh) or 1)
    return Batch(edits=(use, count), title=item.name)


def add_empty_edit(one: Alternative, role: LineRole, title: Labelled) -> tuple[str, Edit]:
    """Return the id of a new line without a catalog row and the edit that adds it."""
    name = free_id(role, {line.id for line in one.lines})
    line = {"id": name, "title": {"zh": title.zh, "en": title.en}, "role": role}
    return name, AddPart(path=f"alternatives/{one.id}/lines", value=line)


def paste_edit(one: Alternative, rows: Sequence[Sequence[str]], columns: Sequence[str], lines: Sequence[str]) -> Edit:
    """Return the edit for a pasted block: its columns go to ``columns``, its rows to ``lines`` one after the other.

    Raises InputError naming row, column and value of the first cell that cannot be read, or the row for which there is
    no line; then nothing is pasted.
    """
    if len(rows) > _MOST_PASTED:
        raise InputError(
            msg("paste.many", "{count} rows are too many to paste at once.", count=len(rows)),
            msg("paste.many.remedy", "Paste {most} rows at most.", most=_MOST_PASTED),
        )
    if len(rows) > len(lines):
        raise InputError(
            msg("paste.name", "Row {row} goes beyond the last line and has no name.", row=len(lines) + 1),
            msg("paste.name.remedy", "Paste from the column of names on, so that new lines can be made."),
        )
    there = {line.id: line for line in one.lines}
    edits: list[Edit] = []
    for number, (name, cells) in enumerate(zip(lines, rows, strict=False), 1):
        edits += _pasted(one.id, there[name], dict(zip(columns, cells, strict=False)), number)
    return Batch(edits=tuple(edits))


def _pasted(alternative: str, line: Line, values: dict[str, str], row: int) -> Iterable[Edit]:
    for column, text in values.items():
        if not text.strip():
            continue
        place = f"{row}"
        try:
            edit = _pasted_cell(alternative, line, column, text.strip())
        except (InputError, EditError) as fault:
            raise InputError(
                msg("paste.cell", "Row {row}: {typed} cannot be read.", row=row, typed=text.strip()[:40]),
                fault.remedy,
                place,
            ) from fault
        if edit is not None:
            yield edit


def _pasted_cell(alternative: str, line: Line, column: str, text: str) -> Edit | None:
    if column == "quantity":
        return quantity_edit(alternative, line.id, parse_integer(text, minimum=1))
    if column == "price":
        return _price_as_said(line, alternative, text)
    return None


def _price_as_said(line: Line, alternative: str, text: str) -> Edit:
    """Return the edit for a pasted price; where it says of tax what the line does not, it is in the state said, its range gone."""
    said = tax_of(text)
    low, high = parse_money_range(text, tax=said or "included")
    if said is None or said == line.price.tax:
        return price_edit(line, alternative, low, high)
    fresh = msgspec.structs.replace(line.price, tax=said, low=None, chosen=None, high=None, source="", observed=None)
    return price_edit(msgspec.structs.replace(line, price=fresh), alternative, low, high)


def free_id(wanted: str, taken: Iterable[str]) -> str:
    """Return ``wanted``, or with the first number that makes it free."""
    there = set(taken)
    if wanted not in there and wanted not in ("total", "plan"):
        return wanted
    return next(f"{wanted}-{number}" for number in range(2, len(there) + 3) if f"{wanted}-{number}" not in there)


def _price(prices: Iterable[PriceObservation]) -> dict[str, Any]:
    """Return the newest price for one piece as a plan's price; nothing where none was observed."""
    known = [one for one in prices if one.quantity_unit == "each" and (one.low is not None or one.high is not None)]
    if not known:
        return {}
    newest = max(known, key=lambda one: one.observed_date)
    low = newest.low if newest.low is not None else newest.high
    high = newest.high if newest.high is not None else newest.low
    assert low is not None
    assert high is not None
    price: dict[str, Any] = {
        "low": format(low, "f"),
        "chosen": format(((low + high) / 2).quantize(Decimal("0.01")), "f"),
        "high": format(high, "f"),
        "currency": newest.currency,
        "tax": newest.tax if newest.tax in ("included", "excluded") else "unknown",
        "source": newest.source,
        "quality": newest.quality.value,
    }
    return price | _observed(newest.observed_date)


def _observed(day: str) -> dict[str, str]:
    """Return the day of a price, where it is a whole day and not only a month or year."""
    try:
        return {"observed": dt.date.fromisoformat(day).isoformat()}
    except ValueError:
        return {}


def empty_title(role: LineRole) -> Message:
    """Return what a new line of a role is called until it gets a name."""
    return _NEW.get(role, msg("build.new.other", "New line"))


_NEW: dict[LineRole, Message] = {
    "compute": msg("build.new.compute", "New machine"),
    "service": msg("build.new.service", "New service"),
}


def uses(plan: Plan, item: Item) -> bool:
    """Tell whether a plan uses a catalog row as it stands now."""
    return digest(item) in plan.items

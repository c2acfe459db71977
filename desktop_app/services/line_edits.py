"""The edits that make a line of the plan of one that was typed or pasted: its role, catalog row, cards, number and price."""

from __future__ import annotations

from db.store import Store
from desktop_app.services.build_edits import add_empty_edit, add_item_edit
from desktop_app.services.line_catalog import cards_of_row
from desktop_app.services.read_line import ReadLine
from planner.messages import Labelled
from planner.plan.document import Alternative
from planner.plan.edits import Edit, SetValue, UseItem


def line_edits(one: Alternative, line: ReadLine, store: Store) -> list[Edit]:
    """Return the edits that add ``line`` to an alternative, to be done one after the other; what was not said stays unknown."""
    if line.item:
        name, edit = add_item_edit(one, store.catalog.get(line.item), ())
    else:
        name, edit = add_empty_edit(one, line.role, Labelled(zh=line.name, en=line.name))
    path = f"alternatives/{one.id}/lines/{name}"
    edits: list[Edit] = [edit, SetValue(path=f"{path}/title", value={"zh": line.name, "en": line.name})]
    if line.quantity != 1:
        edits.append(SetValue(path=f"{path}/quantity", value=line.quantity))
    if line.price is not None:
        amount = format(line.price.amount, "f")
        low, high = (amount if end is None else format(end.amount, "f") for end in (line.low, line.high))
        price = {"chosen": amount, "low": low, "high": high}
        given = {"currency": line.price.currency, "tax": line.price.tax}
        edits.append(SetValue(path=f"{path}/price", value=price | given))
    if line.vat_rate is not None:
        edits.append(SetValue(path=f"{path}/price/vat_rate", value=format(line.vat_rate, "f")))
    if line.remark:
        edits.append(SetValue(path=f"{path}/note", value=line.remark))
    return edits + _cards_in(line, path, store)


def _cards_in(line: ReadLine, path: str, store: Store) -> list[Edit]:
    """Return the edits that put the cards into a machine: as the line says, else as its row is listed; none if unknown."""
    item = store.catalog.get(line.item) if line.item else None
    if item is not None and item.kind == "accelerator" and line.cards:  # a machine of which only the cards are in a row
        return [SetValue(path=f"{path}/cards_per_unit", value=line.cards)]
    if item is not None and item.kind != "system":
        return []
    row_card, row_cards = ("", 0) if item is None else cards_of_row(item)
    card, cards = line.card[0] or row_card, line.cards or row_cards
    if not card or not cards:
        return []
    return [
        UseItem(path=f"{path}/card", item=store.catalog.get(card)),
        SetValue(path=f"{path}/cards_per_unit", value=cards),
    ]

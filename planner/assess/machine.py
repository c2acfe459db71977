"""Whether a machine's row speaks of the cards that are planned, and its maximum power where it does not."""

from __future__ import annotations

import re

import msgspec

from planner.assess import formulas as f
from planner.assess.facts import of_line
from planner.assess.goods import Goods
from planner.catalog.items import Item
from planner.figure import Figure, Quality, entered, leaf, trace, unknown
from planner.limits import limit

_COUNT = re.compile(r"\s*(\d+)\s*x\s")
_BY_POWER = re.compile(r"\s*\d+\s*x\s*(\d+)\s*W card")


def most_cards(line: Goods, item: Item | None, key: str) -> Figure:
    """Return how many cards one machine takes: what was entered at the line, else its row."""
    name = f"{key}/max_accelerators"
    return of_line(name, "1", line, "max_accelerators", item, "max_accelerators")


def fitted_cards(item: Item) -> Figure:
    """Return how many cards the row's power is given with: '4x RTX 4090' is 4, a single chip without a count is 1."""
    key, fitted, most = (
        f"{item.id}/cards_fitted",
        item.text("accelerators_fitted"),
        item.figure("max_accelerators", "1"),
    )
    found = _COUNT.match(fitted)
    if found:
        return leaf(key, float(found[1]), "1", item.quality("accelerators_fitted"), most.source, most.source_date)
    return most if fitted and most.value == 1 else unknown(key, "1")


def fitted_card_w(item: Item, fitted: Item | None) -> Figure:
    """Return the power (W) of one card that the row's power is given with: its row's, or as the machine's row says it."""
    if fitted is not None:
        return fitted.figure("tdp_w", "W")
    key, found = f"{item.id}/fitted_card_w", _BY_POWER.match(item.text("accelerators_fitted"))
    if found is None:
        return unknown(key, "W")
    return leaf(key, float(found[1]), "W", item.quality("accelerators_fitted"), "row of the machine")


def same_cards(line: Goods, item: Item | None, card: Item | None) -> bool:
    """Tell whether the row speaks of the cards planned; True where row or line say nothing of cards."""
    if item is None or item.kind != "system" or not line.cards_per_unit:
        return True
    count, known = fitted_cards(item).value, item.text("fitted_accelerator_id")
    if count is not None and count != line.cards_per_unit:
        return False
    if count is None and line.cards_per_unit > (item.figure("max_accelerators", "1").value or line.cards_per_unit):
        return False
    if card is None:
        return True
    if known:
        return card.id == known
    each = fitted_card_w(item, None)
    return not each.known or card.figure("tdp_w", "W").value == each.value


def other_cards_w(
    key: str, line: Goods, item: Item, card: Item | None, fitted: Item | None, efficiency: Figure
) -> Figure:
    """Return the maximum power (W) of a machine with other cards than its row's: its host with the cards planned.

    Where the host cannot be taken from the row it is the customary share of its cards; an estimate in both cases.
    """
    name = f"{key}/max_power_w"
    cards = entered(f"{key}/cards_per_unit", float(line.cards_per_unit), "1")
    old_w = fitted_card_w(item, fitted)
    new_w = old_w if card is None else card.figure("tdp_w", "W")
    host = trace(
        f.ROW_HOST_W,
        f"{key}/row_host_w",
        machine_w=item.figure("max_power_w", "W"),
        psu_efficiency=efficiency,
        old_cards=fitted_cards(item),
        old_w=old_w,
    )
    if not host.known or host.require() <= 0:
        share = limit("use.host_power")
        host = trace(f.SHARE_HOST_W, f"{key}/share_host_w", cards=cards, new_w=new_w, host_share=share)
    found = trace(f.OTHER_CARDS_W, name, cards=cards, new_w=new_w, host_w=host, psu_efficiency=efficiency)
    return msgspec.structs.replace(found, quality=Quality.ASSUMED) if found.known else found

"""What can be bought in place of a row: the words that name it, its effect on memory, and the edit that swaps it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.demand import EntryFigures, verdicts_on
from planner.assess.facts import of_item
from planner.assess.goods import Goods
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.catalog.items import Item
from planner.catalog.supply import Market, Substitute
from planner.checks.registry import Fix
from planner.checks.site_parts import alternative_of
from planner.figure import Figure, Formula, Quality, entered, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.edits import Batch, Edit, SetValue, UseItem
from planner.workload.fit import visible_gib

SHOWN = 3
_LOOKED_AT = 12  # among these one of the same software stack is looked for
ASK_SELLERS = msg("AV.ask", "New, warranted, 13 % invoice: ask three sellers in writing.")
OTHER_CARD_W = Formula(
    key="supply.other_card_w",
    label=Labelled(zh="换卡后的整机最大功率", en="maximum power of the machine with another card"),
    text="machine_w + cards * (new_w - old_w) / psu_efficiency",
    unit="W",
    source="energy balance at the wall: the difference of the cards' power, divided by the supply's efficiency",
    function=lambda machine_w, cards, old_w, new_w, psu_efficiency: (
        machine_w + cards * (new_w - old_w) / psu_efficiency
    ),
)


class Offer(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a check says about substitutes: the words, the figures behind them, and the fix where one is sensible."""

    advice: Message
    figures: tuple[Figure, ...]
    fix: Fix | None = None


def effect(view: View, line: LineFigures, item: Item, domestic: bool = False) -> Message | None:
    """Return what the best substitute of ``item`` does to the workload, None where there is none.

    The check must read demand, lines and market. The message stays the same object while it says the same.
    """
    cards = line.line.cards_per_unit if line.line.role == "compute" else None
    memo: Memo = view.memo
    told = _domestic_effect if domestic else _effect
    return memo.call(told, memo, view.market, view.demand, line.card, item, cards)


def offer(view: View, line: LineFigures, item: Item, effect: Message | None, domestic: bool = False) -> Offer:
    """Return what to buy in place of ``item`` on ``line``, with its ``effect`` as told by that function.

    The fix keeps to the software stack of what it replaces, except where domestic products are asked for.
    """
    advice, figures, best = view.memo.call(_offered, view.memo, view.market, item, line.card, effect, domestic)
    return Offer(advice=advice, figures=figures, fix=None if best is None else _swap(line, item, best))


def _offered(
    memo: Memo, market: Market, item: Item, card: Item | None, effect: Message | None, domestic: bool
) -> tuple[Message, tuple[Figure, ...], Substitute | None]:
    """Return the words and figures of an offer, and what is to be put in; lines with the same machine share them."""
    found = market.nearest(item, _LOOKED_AT, domestic)
    shown = () if card is None else (memo.call(visible_gib, card),)
    if not found:
        nothing = msg(
            "AV.none", "The catalog knows no product of that size to buy instead: enlarge the market sounding."
        )
        return nothing, shown, None
    advice = msg(
        "AV.nearest",
        "Nearest that can be bought: {names}. {effect}",
        names=memo.call(_names, found),
        effect=effect,
    )
    return advice, (*shown, *memo.call(_sizes, found)), memo.call(_best, item, found, domestic)


def _best(item: Item, found: tuple[Substitute, ...], domestic: bool) -> Substitute | None:
    return found[0] if domestic else next((one for one in found if _same_stack(item, one.item)), None)


def _same_stack(item: Item, other: Item) -> bool:
    return item.kind != "accelerator" or item.text("software_stack") == other.text("software_stack")


def _names(found: tuple[Substitute, ...]) -> tuple[Message, ...]:
    return tuple(_named(one) for one in found[:SHOWN])


def _sizes(found: tuple[Substitute, ...]) -> tuple[Figure, ...]:
    return tuple(_size(one) for one in found[:SHOWN])


def _size(one: Substitute) -> Figure:
    unit = "GB" if one.size_key.endswith("_gb") else "1"
    return one.item.figure(one.size_key, unit)


def _named(one: Substitute) -> Message:
    stack = one.item.text("software_stack")
    if one.item.kind == "accelerator":
        return msg("AV.card", "{name} ({memory}, {stack})", name=one.item.name, memory=_size(one), stack=stack or None)
    return msg("AV.machine", "{name}", name=one.item.name)


Demand = Mapping[str, EntryFigures]


def _effect(
    memo: Memo, market: Market, demand: Demand, card: Item | None, item: Item, cards: int | None
) -> Message | None:
    """Say what the nearest of the same software stack does."""
    return _told_of(memo, demand, card, (item, market.nearest(item, _LOOKED_AT), False), cards)


def _domestic_effect(
    memo: Memo, market: Market, demand: Demand, card: Item | None, item: Item, cards: int | None
) -> Message | None:
    """Say what the nearest domestic one does."""
    return _told_of(memo, demand, card, (item, market.nearest(item, _LOOKED_AT, True), True), cards)


def _told_of(
    memo: Memo,
    demand: Demand,
    card: Item | None,
    sought: tuple[Item, tuple[Substitute, ...], bool],
    cards: int | None,
) -> Message | None:
    """Say how many workloads a machine carries with the card it has and with the other one."""
    item, found, domestic = sought
    if not found:
        return None
    other = (memo.call(_best, item, found, domestic) or found[0]).item
    if card is None or item.kind != "accelerator":
        told = msg("AV.effect.none", "Its effect on memory has to be looked at with its card.")
    else:
        now, then = (memo.call(_carried, memo, demand, one, cards) for one in (card, other))
        told = _told(item, other, now, then, len(demand))
    return memo.settled(("effect", id(card), id(item), id(other), cards), told)


def _told(item: Item, other: Item, now: int | None, then: int | None, all_of_them: int) -> Message:
    if now is None or then is None or not all_of_them:
        return msg("AV.effect.open", "Its effect on the workload is not known yet.")
    return msg(
        "AV.effect",
        "With {name}, {then} of {all} workloads fit; with {old}, {now}.",
        name=other.name,
        old=item.name,
        then=then,
        now=now,
        all=all_of_them,
    )


def _carried(memo: Memo, demand: Demand, card: Item, cards: int | None) -> int | None:
    """Return how many entries fit one machine with these cards, None where one cannot be told; no machine, none."""
    verdicts = [] if cards is None else verdicts_on(demand, card, cards, memo)
    if "unknown" in verdicts:
        return None
    return sum(verdict in ("fits", "tight") for verdict in verdicts)


def _swap(line: LineFigures, item: Item, one: Substitute) -> Fix | None:
    """Return the step that puts the substitute in; None where the machine does not take it."""
    path = f"alternatives/{alternative_of(line.max_w.key)}/lines/{line.line.id}"
    if line.card is not None and item.id == line.card.id:
        edits = _card_edits(path, line, one.item)
    else:
        edits = (UseItem(path=f"{path}/item", item=one.item),)
    if not edits:
        return None
    renewed = (*edits, SetValue(path=f"{path}/price", value=open_price(line.line)), *_new(path, line))
    label = msg("AV.fix", "Use {name} instead; its price is to be asked for", name=one.item.name)
    return Fix(label=label, edit=Batch(edits=renewed, title=one.item.name))


def _card_edits(path: str, line: LineFigures, card: Item) -> tuple[Edit, ...]:
    """Swap the card and reckon the machine's maximum power with it; nothing where the slot or the power is not known."""
    use = UseItem(path=f"{path}/card", item=card)
    if not _takes(line, card):
        return ()
    if not line.uncapped_max_w.known:
        return (use,)
    power = _power_with(line, card)
    if not power.known:
        return ()
    value = {
        "value": round(power.require()),
        "quality": Quality.ASSUMED.value,
        "source": f"row of the machine with {line.line.cards_per_unit} x {card.name} in place of its cards",
    }
    return (use, SetValue(path=f"{path}/facts/max_power_w", value=value))


def _takes(line: LineFigures, card: Item) -> bool:
    old = line.card.text("form_factor") if line.card is not None else ""
    return card.text("form_factor") == old


def _power_with(line: LineFigures, card: Item) -> Figure:
    """Return the maximum power of one machine with another card in it (W)."""
    key = line.uncapped_max_w.key
    return trace(
        OTHER_CARD_W,
        f"{key}/with/{card.id}",
        machine_w=line.uncapped_max_w,
        cards=entered(f"{key}/cards", float(line.line.cards_per_unit), "1"),
        old_w=of_item(line.card, "tdp_w", "W"),
        new_w=card.figure("tdp_w", "W"),
        psu_efficiency=limit("default.psu_efficiency"),
    )


def open_price(line: Goods) -> dict[str, Any]:
    """Return a price that is not known yet; tax and currency stay."""
    rate = None if line.vat_rate is None else str(line.vat_rate)
    return {"currency": line.currency, "tax": line.tax, "vat_rate": rate}


def _new(path: str, line: LineFigures) -> tuple[Edit, ...]:
    return (SetValue(path=f"{path}/condition", value="new"),) if line.line.condition == "used" else ()

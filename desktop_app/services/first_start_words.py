"""What the alternatives of the first sheet are called, and why each is proposed."""

from __future__ import annotations

from desktop_app.services.first_start import WEEKS, Answers, Need
from desktop_app.services.first_start_offers import Choice, Rent
from desktop_app.services.row_names import row_label
from planner.catalog.items import Item
from planner.messages import Labelled, Message, msg


def own_title(choice: Choice) -> Labelled:
    """Return the name of what buys for the need."""
    return Labelled(zh=f"自有 {choice.cards} 张卡", en=f"Own {choice.cards} cards")


def larger_title(choice: Choice) -> Labelled:
    """Return the name of what has more memory."""
    memory = f"{choice.machine.memory_gb:g} GB"
    return Labelled(zh=f"自有 {choice.cards} 张 {memory} 卡", en=f"Own {choice.cards} cards of {memory}")


def half_title(choice: Choice) -> Labelled:
    """Return the name of what buys half."""
    return Labelled(zh=f"先买 {choice.cards} 张卡", en=f"Buy {choice.cards} cards first")


def asked_title(cards: int, *, half: bool) -> Labelled:
    """Return the name of what must be asked for."""
    if half:
        return Labelled(zh=f"可购型号，先买 {cards} 张", en=f"Purchasable model, {cards} cards first")
    return Labelled(zh=f"可购型号 {cards} 张，价格待询", en=f"{cards} cards of a purchasable model, price to ask")


def why_asked(card: Item, reference: Item) -> Message:
    """Return why a card without a price is proposed."""
    return msg(
        "first.why.asked",
        "{card} can be bought new and is nearest to {other}; there is no price in yuan in the catalog: ask for quotes.",
        card=card.name,
        other=reference.name,
    )


def rent_title(own: Choice | None) -> Labelled:
    """Return the name of what rents."""
    if own is None:
        return Labelled(zh="只租用", en="Rent only")
    return Labelled(zh=f"自有 {own.cards} 张卡，其余租用", en=f"Own {own.cards} cards, rent the rest")


def why_own(choice: Choice, wanted: Need, answers: Answers, *, reached: bool) -> Message:
    """Return why these machines are proposed; ``reached`` is whether the money reaches them."""
    if not reached:
        return msg(
            "first.why.over",
            "The cheapest machine with a price that meets the answers; it is over the budget.",
        )
    held = (choice.machine.holds, len(answers.jobs))
    if choice.cards < wanted.cards:
        return msg(
            "first.why.part",
            "{cards} of the {wanted} cards needed, as far as the budget reaches; its card holds {held} of {jobs} jobs.",
            cards=choice.cards,
            wanted=wanted.cards,
            held=held[0],
            jobs=held[1],
        )
    return msg(
        "first.why.own",
        "Fewest machines for {wanted} cards within the budget, then the lowest price; its card holds {held} of {jobs} jobs.",
        wanted=wanted.cards,
        held=held[0],
        jobs=held[1],
    )


def why_larger(choice: Choice) -> Message:
    """Return why more memory is proposed."""
    return msg(
        "first.why.larger",
        "The need takes less than half of the budget: this one has {memory} GB on a card for larger models.",
        memory=choice.machine.memory_gb,
    )


def why_rent(rent: Rent, paid: int, hours: int, all_hours: int, own: Choice | None) -> Message:
    """Return why rent is proposed, and how far the money goes."""
    if paid < hours:
        return msg(
            "first.why.rent_part",
            "The budget pays {paid} of the {hours} card-hours a year ({weeks} weeks; services all year) that are to be rented ({offer}).",
            weeks=WEEKS,
            paid=paid,
            hours=hours,
            offer=row_label(rent.item),
        )
    if own is None:
        return msg(
            "first.why.rent",
            "All {hours} card-hours of a year ({weeks} weeks; services all year) rented ({offer}): no room, no power, no care of machines; next year it costs again.",
            hours=hours,
            weeks=WEEKS,
            offer=row_label(rent.item),
        )
    return msg(
        "first.why.mixed",
        "Half of the cards bought; {hours} of {all_hours} card-hours a year ({weeks} weeks; services all year) are rented ({offer}), so peaks are met.",
        weeks=WEEKS,
        hours=hours,
        all_hours=all_hours,
        offer=row_label(rent.item),
    )

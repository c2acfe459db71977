"""What a card-hour costs when it is rented: the plan's own line by the hour, else the middle one of the known offers."""

from __future__ import annotations

from collections.abc import Container, Iterable

import msgspec

from planner.assess.context import Context
from planner.assess.facts import fact_figure
from planner.catalog.items import Item
from planner.cost.sourcing import CARD_HOUR
from planner.figure import Figure, constant, leaf, trace, unknown
from planner.messages import Message, msg
from planner.plan.document import Facts


def planned_cards(context: Context) -> frozenset[str]:
    """Return the ids of the cards that the alternative's machines reckon on."""
    return frozenset(
        line.card.id for line in context.lines.values() if line.card is not None and line.line.role == "compute"
    )


def rent_rate(
    context: Context, facts: Facts, cards: Container[str], offers: Iterable[Item]
) -> tuple[Figure, tuple[Message, ...]]:
    """Return the rent of a card-hour (CNY/GPU-h) with what is to be said of it: the plan's own line, else the middle offer.

    ``cards`` are the ids whose offers count, ``facts`` the plan's with its rates of exchange.
    """
    for line in context.alternative.lines:
        price = line.price
        if line.role == "cloud" and line.uom == "card_hour" and price.chosen is not None:
            key = f"{context.alternative.id}/{line.id}"
            said = leaf(f"{key}/unit_price", float(price.chosen), price.currency, price.quality, price.source)
            return _yuan(said, 1.0, price.currency, facts, f"{key}/card_hour"), ()
    priced = [(one, _yuan(one.figure("price_low", one.text("currency")), one.number("accel_count") or 1.0
                          if one.text("per") == "instance" else 1.0, one.text("currency"), facts, f"{one.id}/card_hour"))
              for one in offers if _rents(one, cards)]  # fmt: skip
    known = sorted((pair for pair in priced if pair[1].known), key=lambda pair: pair[1].require())
    if not known:
        missing = ("source/rent/card_hour", *(key for _, figure in priced for key in figure.missing))
        return unknown("source/rent/card_hour", "CNY/GPU-h", tuple(dict.fromkeys(missing))), ()
    offer, middle = known[(len(known) - 1) // 2]
    most = max(figure.require() * _spread(one) for one, figure in known)
    told = msg(
        "source.offer",
        "Middle of {count} known offers of the card: {maker}, seen {date}; ask for the price of the day.",
        count=len(known),
        maker=offer.maker,
        date=seen(offer) or "-",
    )
    return msgspec.structs.replace(middle, low=known[0][1].value, high=most), (told,)


def _spread(offer: Item) -> float:
    """Return the highest over the lowest price of an offer, a ratio."""
    low, high = offer.number("price_low"), offer.number("price_high")
    return high / low if low and high else 1.0


def seen(offer: Item) -> str:
    """Return when the price of an offer was seen, '' where its row does not say."""
    return offer.attributes["price_low"].source_date


def _rents(offer: Item, cards: Container[str]) -> bool:
    """Tell whether an offer rents one of the planned cards by the hour without a term, in the mainland."""
    return (
        offer.text("accelerator_id") in cards
        and offer.text("unit") == "hour"
        and offer.text("country").upper() == "CN"
        and offer.text("commitment") in ("", "on_demand")
        and offer.number("price_low") is not None
        and (offer.number("accel_count") or 1.0) >= 1
    )


def _yuan(price: Figure, cards: float, currency: str, facts: Facts, key: str) -> Figure:
    count = leaf(f"{key}/cards", cards, "1", price.quality, price.source)
    return trace(CARD_HOUR, key, price=price, cards=count, fx=fx(currency, facts))


def fx(currency: str, facts: Facts) -> Figure:
    """Return the yuan for one piece of a currency, as the plan says; 1 for yuan."""
    name = f"fx_{currency.lower()}_cny"
    if currency == "CNY":
        return constant("fx/CNY", 1.0, "1", "yuan")
    return fact_figure(facts, name, f"plan/{name}", "1")

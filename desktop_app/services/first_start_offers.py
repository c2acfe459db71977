"""The rule by which the first sheet proposes machines and rent: need first, then the money, every price as observed.

A machine is taken with the middle of its observed range, with the highest price where the observation mixes new and used
ones. Of the machines the money reaches, the one is proposed that holds most of the ticked jobs, then most of the cards
needed, then with fewest machines, then at the lowest price. Rent is reckoned by card-hours at the dated offer.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Sequence
from decimal import Decimal

import msgspec

from planner.catalog.items import Item, PriceObservation
from planner.messages import Labelled
from planner.plan.document import Price

_DAY = len("2026-11-30")
_VAT_GOODS = Decimal("0.13")
_VAT_SERVICE = Decimal("0.06")


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine that has a price in yuan; ``holds`` is how many ticked jobs its card holds."""

    title: Labelled
    item: Item
    card: Item
    cards: int
    price: Price
    holds: int
    purchasable: bool
    domestic: bool

    @property
    def yuan(self) -> Decimal:
        """Return the unit price reckoned with."""
        assert self.price.chosen is not None
        return self.price.chosen

    @property
    def memory_gb(self) -> float:
        """Return the memory of one card as sold."""
        return self.card.number("memory_gb") or 0.0


class Rent(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of one card by the hour; ``holds`` as for a machine."""

    item: Item
    card: Item
    price: Price
    holds: int

    @property
    def yuan(self) -> Decimal:
        """Return the price of a card-hour reckoned with."""
        assert self.price.chosen is not None
        return self.price.chosen


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """So many machines of a kind."""

    machine: Machine
    units: int

    @property
    def cards(self) -> int:
        """Return the cards in all of them."""
        return self.units * self.machine.cards

    @property
    def yuan(self) -> Decimal:
        """Return what they cost together."""
        return self.units * self.machine.yuan


def machine_price(seen: PriceObservation, per: int) -> Price | None:
    """Return an observed price for one of ``per`` machines; None where a bound is missing or it is not in yuan."""
    if seen.low is None or seen.high is None or seen.currency != "CNY":
        return None
    low, high = seen.low / per, seen.high / per
    chosen = high if "used" in seen.condition else (low + high) / 2
    price = Price(
        low=low,
        chosen=chosen,
        high=high,
        tax="included",
        vat_rate=_VAT_GOODS,
        source=seen.source,
        quality=seen.quality,
    )
    return _dated(price, seen.observed_date)


def rent_price(offer: Item) -> Price | None:
    """Return the price of a card-hour; None where the offer is not one card by the hour in yuan, or has no whole date."""
    low, seen = offer.number("price_low"), offer.attributes.get("price_low")
    fits = (offer.text("currency"), offer.text("unit"), offer.text("per"), offer.text("commitment"))
    if fits != ("CNY", "hour", "card", "on_demand") or low is None or seen is None or len(seen.source_date) != _DAY:
        return None
    bounds = Decimal(str(low)), Decimal(str(offer.number("price_high") or low))
    price = Price(
        low=bounds[0],
        chosen=sum(bounds, Decimal(0)) / 2,
        high=bounds[1],
        tax="included",
        vat_rate=_VAT_SERVICE,
        source=seen.source,
        quality=seen.quality,
    )
    return _dated(price, seen.source_date)


def _dated(price: Price, day: str) -> Price:
    if len(day) != _DAY:
        return price
    return msgspec.structs.replace(price, observed=dt.date.fromisoformat(day))


# --- the rule --------------------------------------------------------------------------------------------------------


def best_machine(machines: Sequence[Machine], cards: int, money: Decimal) -> Choice | None:
    """Return the machines proposed for ``cards`` cards within ``money`` yuan, None where the money reaches none."""

    def worth(choice: Choice) -> tuple[int, int, int, Decimal]:
        return choice.machine.holds, min(choice.cards, cards), -choice.units, -choice.yuan

    return _best(machines, cards, money, worth)


def largest_memory(machines: Sequence[Machine], cards: int, money: Decimal, above_gb: float) -> Choice | None:
    """Return the machines with more memory on a card than ``above_gb`` (GB): purchasable ones first, then the largest."""

    def worth(choice: Choice) -> tuple[bool, float, int, Decimal]:
        return choice.machine.purchasable, choice.machine.memory_gb, min(choice.cards, cards), -choice.yuan

    return _best([one for one in machines if one.memory_gb > above_gb], cards, money, worth)


def cheapest(machines: Sequence[Machine]) -> Choice | None:
    """Return one of the machine with the lowest price among those that hold most jobs."""
    if not machines:
        return None
    return Choice(machine=min(machines, key=lambda one: (-one.holds, one.yuan)), units=1)


def best_rent(offers: Sequence[Rent], card: str = "") -> Rent | None:
    """Return the offer of ``card``, or of the card that holds most jobs; the cheapest of these."""
    same = [one for one in offers if one.card.id == card]
    return min(same or offers, key=lambda one: (-one.holds, one.yuan, one.item.id), default=None)


def hours_within(hours: int, rent: Rent, money: Decimal) -> int:
    """Return as many of the hours as the money pays."""
    return max(0, min(hours, math.floor(money / rent.yuan)))


def _best(
    machines: Sequence[Machine], cards: int, money: Decimal, worth: Callable[[Choice], tuple[object, ...]]
) -> Choice | None:
    found = []
    for machine in machines:
        units = min(math.ceil(cards / machine.cards), math.floor(money / machine.yuan))
        if units > 0:
            found.append(Choice(machine=machine, units=units))
    return max(found, key=worth, default=None)

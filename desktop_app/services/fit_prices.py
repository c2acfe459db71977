"""What one card costs in each column of the fit matrix, on a basis that can be compared: yuan for one card, or said why not.

A machine of the plan is shared out over its cards, its host with them; a card of the catalog stands bare. What is in
another currency is converted at the plan's rate, and where it has none it keeps its currency and says so.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from planner.assess.rent import fx
from planner.catalog.devices import devices_per_board
from planner.figure import Figure, Formula, leaf, trace
from planner.figure import Quality as Q
from planner.messages import Labelled, Message, format_number, msg, render, unit_symbol

if TYPE_CHECKING:
    from desktop_app.services.fit_candidates import Column
    from planner.plan.document import Facts

_WAN = 10_000
_TAX: dict[str, Message] = {
    "included": msg("fit.tax.in", "tax included"),
    "excluded": msg("fit.tax.out", "tax not included"),
    "unknown": msg("fit.tax.unknown", "tax unknown"),
}
_KINDS: dict[str, Message] = {
    "launch_msrp": msg("fit.kind.launch", "price at launch"),
    "catalog_msrp": msg("fit.kind.list", "list price"),
    "list": msg("fit.kind.list", "list price"),
    "street_range": msg("fit.kind.street", "street price"),
    "survey_range": msg("fit.kind.survey", "surveyed price"),
    "press_estimate": msg("fit.kind.press", "estimate of the press"),
    "distributor": msg("fit.kind.dealer", "dealer's price"),
    "retail": msg("fit.kind.retail", "retail price"),
    "market_quote": msg("fit.kind.quote", "quote"),
}

ONE_CARD = Formula(
    key="fit.card_price",
    label=Labelled(zh="折合每卡价格", en="Price of one card"),
    text="unit_price * fx / cards",
    unit="CNY",
    source="price of a machine or board over its cards, in yuan at the plan's rate",
    function=lambda unit_price, fx, cards: unit_price * fx / cards,
)
ONE_CARD_FOREIGN = Formula(
    key="fit.card_price_foreign",
    label=Labelled(zh="折合每卡价格（未换算）", en="Price of one card, not converted"),
    text="unit_price / cards",
    unit="money",
    source="price of a machine or board over its cards, in its own currency",
    function=lambda unit_price, cards: unit_price / cards,
)


class CardPrice(msgspec.Struct, frozen=True, kw_only=True):
    """The price of one card, lowest and highest; ``short`` is its basis for a head, ``basis`` the whole of it."""

    low: Figure
    high: Figure
    short: Message
    basis: Message


def card_price(column: Column, facts: Facts) -> CardPrice | None:
    """Return what one card of a column costs; None where nobody observed a price, or no card is counted."""
    one = column.candidate
    span = one.price
    cards = one.devices_there if one.whole else devices_per_board(one.card) if one.card is not None else 1
    if span is None or not cards:
        return None
    rate = fx(span.currency, facts)
    ends = []
    for end in ("low", "high"):
        key = f"fit/{one.id}"
        unit = leaf(f"{key}/unit_price_{end}", getattr(span, end), span.currency, span.quality, span.source, span.date)
        count = leaf(f"{key}/cards", float(cards), "1", Q.ENTERED if one.whole else Q.PUBLISHED)
        if rate.known:
            ends.append(trace(ONE_CARD, f"{key}/card_price_{end}", unit_price=unit, fx=rate, cards=count))
        else:
            formula = msgspec.structs.replace(ONE_CARD_FOREIGN, unit=span.currency)
            ends.append(trace(formula, f"{key}/card_price_{end}", unit_price=unit, cards=count))
    tax = _TAX[span.tax or "unknown"]
    short = _short(column, cards, tax if rate.known else msg("fit.not_converted", "not converted"))
    return CardPrice(low=ends[0], high=ends[1], short=short, basis=_basis(column, cards, tax, rate))


def _short(column: Column, cards: int, how: Message) -> Message:
    if column.candidate.whole:
        return msg("fit.basis.machine.short", "machine ÷ {cards}, {how}", cards=cards, how=how)
    return msg("fit.basis.card.short", "bare card, {how}", how=how)


def _basis(column: Column, cards: int, tax: Message, rate: Figure) -> Message:
    span = column.candidate.price
    assert span is not None
    if column.candidate.whole:
        what = msg("fit.basis.machine", "Price of the machine with its host, over its {cards} cards", cards=cards)
    else:
        kind = _KINDS.get(span.kind, msg("fit.kind.seen", "price seen"))
        what = msg("fit.basis.card", "Bare card without a host, {kind} of {date}", kind=kind, date=span.date or "—")
    if span.currency == "CNY":
        return msg("fit.basis", "{what}; {tax}.", what=what, tax=tax)
    if rate.known:
        return msg(
            "fit.basis.converted",
            "{what}; {tax}. Converted from {currency} at {rate}, without duty and freight.",
            what=what,
            tax=tax,
            currency=span.currency,
            rate=format_number(rate.require()),
        )
    return msg(
        "fit.basis.open",
        "{what}; {tax}. In {currency}, not converted: the plan has no rate. It is not comparable with yuan.",
        what=what,
        tax=tax,
        currency=span.currency,
    )


def card_price_text(price: CardPrice | None, language: str) -> str:
    """Return the price of one card for a narrow cell; the word unknown where nobody observed one."""
    if price is None:
        return render(msg("workload.price_unknown", "price unknown"), language)
    low, high = price.low.value or 0.0, price.high.value or 0.0
    unit = price.high.unit
    if unit == "CNY" and language == "zh" and high >= _WAN:
        wan = "–".join(dict.fromkeys((_digits(low / _WAN), _digits(high / _WAN))))
        return render(msg("fit.card_price.wan", "{price} x 10,000 yuan a card", price=wan), language)
    amount = "–".join(dict.fromkeys((_digits(low), _digits(high))))
    symbol = unit_symbol(unit, language)
    return render(msg("fit.card_price", "{unit} {price} a card", unit=symbol, price=amount), language)


def _digits(value: float, digits: int = 3) -> str:
    """Return a number of three significant digits, whole from 1,000 on."""
    if value <= 0 or not math.isfinite(value):
        return format_number(value)
    shown = round(value, digits - 1 - math.floor(math.log10(value)))
    return format_number(int(shown) if shown >= 100 or shown == int(shown) else shown)  # noqa: PLR2004 - three digits

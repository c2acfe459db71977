"""Checks of the prices reckoned with: how old they are, whether they are dated, and whether they lie in their range."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import partial

import msgspec

from planner.assess.context import View
from planner.assess.memo import Memo
from planner.assess.prices import LinePrices
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import Labelled, msg
from planner.plan.document import RENTED, Price
from planner.plan.edits import SetValue


class Quoted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line's unit price that somebody must quote, and its line; the same object while it says the same.

    How many are bought changes no quote, so an edit of a quantity leaves these checks alone.
    """

    key: str
    line: str
    title: Labelled
    price: Price


Quotes = tuple[Quoted, ...]


def stale_prices(view: View) -> Iterable[Finding]:
    """BU07: prices seen too long ago, in one finding."""
    return view.memo.call(_stale, _quoted(view), view.today)


def _stale(quotes: Quotes, today: dt.date) -> tuple[Finding, ...]:
    days = limit("price.stale_days")
    dated = [(one, (today - seen).days) for one in quotes if (seen := one.price.observed) is not None]
    old = [(one, age) for one, age in dated if age > days.require()]
    early = _early([(one, age) for one, age in dated if age < 0])
    if old:
        found = Finding(
            outcome="warning",
            subject="plan",
            message=msg(
                "BU07.stale",
                "Prices older than {days}: {lines}. The oldest is {oldest} days old.",
                days=days,
                lines=tuple(one.title for one, _ in old),
                oldest=max(age for _, age in old),
            ),
            remedy=msg("BU07.remedy", "Ask for new quotes before the papers go out."),
            figures=(days, *(_age(one, age) for one, age in old)),
        )
        return (found, *early)
    say = msg("BU07.pass", "No dated price is older than {days}.", days=days)
    return early or ((passed("plan", say, days),) if dated else ())


def _early(found: Sequence[tuple[Quoted, int]]) -> tuple[Finding, ...]:
    if not found:
        return ()
    finding = Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "BU07.future",
            "Prices seen on a day that is still to come: {lines}.",
            lines=tuple(one.title for one, _ in found),
        ),
        remedy=msg("BU07.future.remedy", "Correct the day on which the price was seen."),
        figures=tuple(_age(one, age) for one, age in found),
    )
    return (finding,)


def _age(one: Quoted, age: int) -> Figure:
    return leaf(f"{one.key}/age_days", float(age), "d", Quality.COMPUTED, one.price.source)


def undated_prices(view: View) -> Iterable[Finding]:
    """BU13: prices of which nobody says when they were seen, in one finding."""
    return view.memo.call(_undated, view.alternative.id, _quoted(view))


def _undated(alternative: str, quotes: Quotes) -> tuple[Finding, ...]:
    undated = [one for one in quotes if one.price.observed is None]
    if undated:
        found = cannot_tell(
            "plan",
            msg("BU13.unknown", "Prices without a date: {lines}.", lines=tuple(one.title for one in undated)),
            msg("BU13.ask", "Ask for dated quotes; until then these are planning values."),
            (f"{alternative}/{one.line}/price/observed" for one in undated),
        )
        return (found,)
    return (passed("plan", msg("BU13.pass", "Every price has a date.")),) if quotes else ()


def _quoted(view: View) -> Quotes:
    """Return the prices that somebody must quote; an allowance for rent is a decision, not an observation."""
    found: Quotes = view.memo.call(_to_quote, view.memo, view.prices)
    return found


def _to_quote(memo: Memo, prices: Mapping[str, LinePrices]) -> Quotes:
    found: Quotes = memo.call(_there, memo.each("quoted", partial(_quote, memo), tuple(prices.values())))
    return found


def _quote(memo: Memo, line: LinePrices) -> Quoted | None:
    own = line.line
    if not own.quantity or own.price.chosen is None or not (own.item or own.role not in RENTED):
        return None
    key = line.chosen.figure.key
    return memo.settled(("quoted", key), Quoted(key=key, line=own.id, title=own.title, price=own.price))


def _there(quotes: tuple[Quoted | None, ...]) -> Quotes:
    return tuple([one for one in quotes if one is not None])


def price_range(view: View) -> Iterable[Finding]:
    """BU14: the price reckoned with lies in the range that was seen; lines of one price only are named once."""
    return view.memo.call(_range, view.alternative.id, _quoted(view))


def _range(alternative: str, quotes: Quotes) -> tuple[Finding, ...]:
    found = [_outside(alternative, one, bound) for one in quotes if (bound := _beyond(one.price)) is not None]
    single = [one for one in quotes if one.price.low is None or one.price.high is None]
    if single:
        told = Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "BU14.single",
                "Only one price is known for {lines}; the total's range is narrower than it should be.",
                lines=tuple(one.title for one in single),
            ),
            remedy=msg("BU14.single.remedy", "Enter the lowest and the highest price you were told."),
        )
        return (*found, told)
    if quotes and not found:
        return (passed("plan", msg("BU14.pass", "Every price lies within the range that was seen.")),)
    return tuple(found)


def _beyond(price: Price) -> Decimal | None:
    """Return the bound that the chosen price is beyond, None where it is in the range."""
    if price.chosen is None:
        return None
    if price.low is not None and price.chosen < price.low:
        return price.low
    return price.high if price.high is not None and price.chosen > price.high else None


def _outside(alternative: str, one: Quoted, bound: Decimal) -> Finding:
    price = one.price
    unit = price.currency
    key = f"{alternative}/{one.line}/unit_price"
    shown = [
        leaf(f"{key}_{name}", None if value is None else float(value), unit, price.quality, price.source)
        for name, value in (("chosen", price.chosen), ("low", price.low), ("high", price.high))
    ]
    path = f"alternatives/{alternative}/lines/{one.line}/price/chosen"
    return Finding(
        outcome="warning",
        subject=one.line,
        message=msg(
            "BU14.outside",
            "{line} is reckoned at {chosen}; the prices seen are {low} to {high}.",
            line=one.title,
            chosen=shown[0],
            low=shown[1],
            high=shown[2],
        ),
        remedy=msg("BU14.remedy", "Enter the quote this price comes from, or take a price that was seen."),
        figures=tuple(shown),
        fix=Fix(
            label=msg("BU14.fix", "Reckon with {price}", price=leaf(f"{key}_bound", float(bound), unit, price.quality)),
            edit=SetValue(path=path, value=str(bound)),
        ),
    )


CHECKS = (
    Check(
        id="BU07",
        area="budget",
        title=msg("BU07.title", "Age of the prices"),
        reads=("prices", "today"),
        source="prices of accelerators move within weeks; limit price.stale_days",
        limit="price.stale_days",
        run=stale_prices,
    ),
    Check(
        id="BU13",
        area="budget",
        title=msg("BU13.title", "Prices are dated"),
        reads=("alternative", "prices"),
        source="an undated price cannot be defended in a justification report",
        blocking=False,
        run=undated_prices,
    ),
    Check(
        id="BU14",
        area="budget",
        title=msg("BU14.title", "Price within its range"),
        reads=("alternative", "prices"),
        source="the price reckoned with is chosen within the range of dated observations",
        run=price_range,
    ),
)

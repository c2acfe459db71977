"""Checks of the prices reckoned with: how old they are, whether they are dated, and whether they lie in their range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from planner.assess.context import View
from planner.assess.prices import LinePrices
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Price
from planner.plan.edits import SetValue


def stale_prices(view: View) -> Iterator[Finding]:
    """BU07: prices seen too long ago, in one finding."""
    days = limit("price.stale_days")
    dated = [(line, seen) for line in _quoted(view) if (seen := line.line.price.observed) is not None]
    old = [(line, (view.today - seen).days) for line, seen in dated if (view.today - seen).days > days.require()]
    if old:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg(
                "BU07.stale",
                "Prices older than {days}: {lines}. The oldest is {oldest} days old.",
                days=days,
                lines=tuple(line.line.title for line, _ in old),
                oldest=max(age for _, age in old),
            ),
            remedy=msg("BU07.remedy", "Ask for new quotes before the papers go out."),
            figures=(days, *(_age(line, age) for line, age in old)),
        )
    elif dated:
        yield passed("plan", msg("BU07.pass", "No dated price is older than {days}.", days=days), days)


def _age(line: LinePrices, age: int) -> Figure:
    source = line.line.price.source
    return leaf(f"{line.chosen.figure.key}/age_days", float(age), "d", Quality.COMPUTED, source)


def undated_prices(view: View) -> Iterator[Finding]:
    """BU13: prices of which nobody says when they were seen, in one finding."""
    undated = [line for line in _quoted(view) if line.line.price.observed is None]
    if undated:
        yield cannot_tell(
            "plan",
            msg("BU13.unknown", "Prices without a date: {lines}.", lines=tuple(line.line.title for line in undated)),
            msg("BU13.ask", "Ask for dated quotes; until then these are planning values."),
            (f"{view.alternative.id}/{line.line.id}/price/observed" for line in undated),
        )
    elif _quoted(view):
        yield passed("plan", msg("BU13.pass", "Every price has a date."))


def _quoted(view: View) -> tuple[LinePrices, ...]:
    """Return the priced lines that somebody must quote; an allowance for rent is a decision, not an observation."""
    found: tuple[LinePrices, ...] = view.memo.call(_to_quote, view.prices)
    return found


def _to_quote(prices: Mapping[str, LinePrices]) -> tuple[LinePrices, ...]:
    found = [(line, line.line) for line in prices.values()]
    return tuple(
        [
            line
            for line, own in found
            if own.quantity and own.price.chosen is not None and (own.item or own.role not in ("cloud", "api"))
        ]
    )


def price_range(view: View) -> Iterator[Finding]:
    """BU14: the price reckoned with lies in the range that was seen; lines of one price only are named once."""
    priced = _quoted(view)
    bounds = view.each(_bound, priced)
    outside = [(line, bound) for line, bound in zip(priced, bounds, strict=True) if bound is not None]
    for line, bound in outside:
        yield _outside(view, line, bound)
    single = [line for line in priced if (seen := line.line.price).low is None or seen.high is None]
    if single:
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "BU14.single",
                "Only one price is known for {lines}; the total's range is narrower than it should be.",
                lines=tuple(line.line.title for line in single),
            ),
            remedy=msg("BU14.single.remedy", "Enter the lowest and the highest price you were told."),
        )
    elif priced and not outside:
        yield passed("plan", msg("BU14.pass", "Every price lies within the range that was seen."))


def _bound(_view: View, line: LinePrices) -> Decimal | None:
    return _beyond(line.line.price)


def _beyond(price: Price) -> Decimal | None:
    """Return the bound that the chosen price is beyond, None where it is in the range."""
    if price.chosen is None:
        return None
    if price.low is not None and price.chosen < price.low:
        return price.low
    return price.high if price.high is not None and price.chosen > price.high else None


def _outside(view: View, line: LinePrices, bound: Decimal) -> Finding:
    price = line.line.price
    unit = price.currency
    key = f"{view.alternative.id}/{line.line.id}/unit_price"
    shown = [
        leaf(f"{key}_{name}", None if value is None else float(value), unit, price.quality, price.source)
        for name, value in (("chosen", price.chosen), ("low", price.low), ("high", price.high))
    ]
    path = f"alternatives/{view.alternative.id}/lines/{line.line.id}/price/chosen"
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg(
            "BU14.outside",
            "{line} is reckoned at {chosen}; the prices seen are {low} to {high}.",
            line=line.line.title,
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

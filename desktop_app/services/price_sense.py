"""Whether a typed unit price is far off what was known of the line: more than ten times below the lowest or above the highest.

A bare 16 beside offers of 150,000 is most likely 16万: both readings are offered before anything is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from planner.catalog.items import PriceObservation
from planner.messages import Message, format_number, msg
from planner.money import Money
from planner.numerals import normalised
from planner.plan.document import Line, Price

_WAN = 10_000
_BARE = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
_TIMES = 10  # a price without its 万 is 10,000 times too small, one slipped digit ten times


def known_range(price: Price) -> tuple[Decimal, Decimal] | None:
    """Return the range of prices seen that stands at a line, in its currency; None where there is none.

    A single price that the user typed is no observation: it may be the slip that is being mended.
    """
    if price.low is None or price.high is None or (price.low == price.high and price.quality == "entered"):
        return None
    return price.low, price.high


def is_far(chosen: Decimal, known: tuple[Decimal, Decimal] | None) -> bool:
    """Tell whether a price lies more than ten times beyond a range; nothing is far from an unknown one."""
    return known is not None and (chosen * _TIMES < known[0] or chosen > known[1] * _TIMES)


def far_off(line: Line, low: Money, high: Money, seen: Iterable[PriceObservation]) -> Message | None:
    """Return what is said of a price typed for ``line`` (one amount twice, or a range); None where it is not far off.

    The prices ``seen`` of the line's catalog row are those for one piece, in the currency that was typed.
    """
    standing = known_range(line.price) if line.price.currency == low.currency else None
    for known in (standing, _range_seen(seen, low.currency)):
        if known is not None and is_far((low.amount + high.amount) / 2, known):
            bounds = [Money.of(end, low.currency, low.tax) for end in known]
            return msg(
                "build.far",
                "{line}: {price} is more than ten times beyond the prices seen, {low} to {high}; please check the unit.",
                line=line.title,
                price=Money.of(((low.amount + high.amount) / 2).quantize(Decimal("0.01")), low.currency, low.tax),
                low=bounds[0],
                high=bounds[1],
            )
    return None


def two_readings(
    line: Line, text: str, amount: Money, seen: Iterable[PriceObservation], language: str
) -> tuple[str, ...]:
    """Return how a bare number typed as the price of ``line`` may be meant, the likely reading first; () where it is sure.

    It is asked where yuan lie more than ten times below what is known of the line, and 10,000 yuan do not.
    """
    bare = normalised(text)
    if amount.currency != "CNY" or line.price.currency != "CNY" or not _BARE.fullmatch(bare):
        return ()
    chosen = line.price.chosen
    standing = known_range(line.price) or (None if chosen is None else (chosen, chosen))
    for known in (standing, _range_seen(seen, "CNY")):
        if known is None or amount.amount <= 0:
            continue
        if amount.amount * _TIMES < known[0] and not is_far(amount.amount * _WAN, known):
            if language == "zh":
                return f"{bare}万元", f"{bare}元"
            return format_number(amount.amount * _WAN), f"{bare} yuan"
    return ()


def _range_seen(seen: Iterable[PriceObservation], currency: str) -> tuple[Decimal, Decimal] | None:
    """Return the lowest and the highest price observed for one piece; None where there is none in the currency."""
    ends = [
        end
        for one in seen
        if one.quantity_unit == "each" and one.currency == currency
        for end in (one.low, one.high)
        if end is not None
    ]
    return (min(ends), max(ends)) if ends else None

"""Evaluation: points that sum to 100, price points, deductions, abnormal low prices; and a plain comparison price.

Price points: 财政部令第87号 第五十五条, the lowest evaluated price earns all points, others in proportion. Deductions are
computed on the price offered and added. Points and money are exact decimals, rounded half up once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

import msgspec

from planner.messages import Labelled
from planner.money import Money
from planner.tables import rows
from planner.tender.library import ParameterKind
from planner.tender.parameters import Parameter

FULL = Decimal(100)
_POINT = Decimal("0.01")
# What cannot be measured in steps may be required but not scored (财库〔2021〕22号 第二十一条).
_NOT_SCORED: frozenset[ParameterKind] = frozenset({"bool", "ref_standard"})


class Factor(msgspec.Struct, frozen=True, kw_only=True):
    """One scoring factor; ``each`` are the points of one step, ``count`` the requirements it counts, 0 for others."""

    key: str
    points: Decimal
    each: Decimal
    count: int
    name: Labelled
    rule: Labelled
    clauses: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of an example: price, deductions as shares, requirements that fall short."""

    name: str
    price: Money
    domestic: Decimal = Decimal(0)
    small: Decimal = Decimal(0)
    important: int = 0
    general: int = 0


class LowLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line below which a price is looked at as abnormally low: base x share."""

    key: str
    base: Money
    share: Decimal
    line: Money
    triggered: int


def is_scored(one: Parameter) -> bool:
    """Tell whether a requirement may earn points: never a ★, nothing that has no steps."""
    return one.level != "star" and one.kind not in _NOT_SCORED


def factors(parameters: Sequence[Parameter], plain_terms: int, circumstances: frozenset[str]) -> tuple[Factor, ...]:
    """Return the factors for the scored ``parameters``; price takes what the others leave of 100."""
    counts = {
        "important": sum(one.level == "important" and is_scored(one) for one in parameters),
        "general": sum(one.level == "general" and is_scored(one) for one in parameters),
        "commercial": plain_terms,
    }
    found = [made for row in _rows() if (made := _factor(row, counts, circumstances)) is not None]
    left = FULL - sum(one.points for one in found)
    return tuple(msgspec.structs.replace(one, points=left) if one.key == "price" else one for one in found)


def _factor(row: Mapping[str, str], counts: Mapping[str, int], circumstances: frozenset[str]) -> Factor | None:
    key, count = row["key"], counts.get(row["key"], 0)
    if (
        row["when"] in ("important", "general")
        and not count
        or row["when"] == "compute"
        and "compute" not in circumstances
    ):
        return None
    most = Decimal(row["points"] or 0)
    each = Decimal(row["each"] or 0)
    if key in ("important", "general"):
        each = steps(most, each, count)
        most = each * count
    return Factor(
        key=key,
        points=most,
        each=each,
        count=count,
        name=Labelled(zh=row["name_zh"], en=row["name_en"]),
        rule=Labelled(zh=row["rule_zh"], en=row["rule_en"]),
        clauses=tuple(part for part in row["clauses"].split("|") if part),
    )


def steps(most: Decimal, each: Decimal, count: int) -> Decimal:
    """Return the points of one requirement: ``each``, halved until ``count`` of them are at most ``most``."""
    while each * count > most:
        each /= 2
    return each


def evaluated_price(offer: Offer) -> Money:
    """Return the price an offer is compared at: price x (1 - sum of the deductions)."""
    return offer.price.times(1 - offer.domestic - offer.small)


def price_points(points: Decimal, lowest: Money, own: Money) -> Decimal:
    """Return the points of a price: points x lowest / own, to two decimals."""
    return (points * lowest.amount / own.amount).quantize(_POINT, ROUND_HALF_UP)


def deviation_points(factor: Factor, misses: int) -> Decimal:
    """Return the points left after ``misses`` requirements fell short, never below nothing."""
    return max(Decimal(0), factor.points - factor.each * misses)


def price_rise(points: Decimal, price_weight: Decimal) -> Decimal:
    """Return by which share a price may rise for the same loss of ``points``: points / (weight - points)."""
    return points / (price_weight - points)


def comparison_price(offer: Offer, important_share: Decimal, general_share: Decimal) -> Money:
    """Return the price a company compares at: price x (1 + shares for what falls short)."""
    return offer.price.times(1 + important_share * offer.important + general_share * offer.general)


def low_lines(offers: Sequence[Offer], cap: Money, shares: Mapping[str, Decimal]) -> tuple[LowLine, ...]:
    """Return the lines of abnormally low prices: of the mean, of the second lowest price, of the ceiling.

    Compared are prices without deductions; below means strictly below. ``shares`` holds low_mean, low_second, low_cap.
    """
    prices = sorted((one.price for one in offers), key=lambda price: price.amount)
    mean = Money.of(sum((price.amount for price in prices), Decimal(0)) / len(prices))
    bases = (("low_mean", mean), ("low_second", prices[min(1, len(prices) - 1)]), ("low_cap", cap))
    return tuple(_low_line(key, base, shares[key], prices) for key, base in bases if key in shares)


def _low_line(key: str, base: Money, share: Decimal, prices: Iterable[Money]) -> LowLine:
    line = base.times(share)
    triggered = sum(price.amount < base.amount * share for price in prices)
    return LowLine(key=key, base=base, share=share, line=line, triggered=triggered)


@lru_cache(maxsize=1)
def _rows() -> tuple[Mapping[str, str], ...]:
    return rows("tender/scoring.csv")

"""Price observations: dated, never overwritten, and which of them say what an item costs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation

from planner.catalog.items import PriceObservation
from planner.catalog.mapping import QUALITIES
from planner.errors import InputError
from planner.figure import Quality
from planner.messages import msg

STALE_AFTER_DAYS = 90  # prices move within weeks; older ones are shown as old
_NOT_PURCHASES = frozenset({"running_cost"})
_TEXTS = (
    "id",
    "item_type",
    "item_id",
    "item_name",
    "currency",
    "price_kind",
    "condition",
    "tax",
    "quantity_unit",
    "observed_date",
    "region",
    "source",
    "source_kind",
    "note",
)


def price_from_row(row: Mapping[str, str], default: Quality = Quality.ENTERED) -> PriceObservation:
    """Return the observation of a row; raises InputError for a price that is not a decimal above 0."""
    texts = {key: row.get(key, "") for key in _TEXTS}
    quality = QUALITIES.get(row.get("confidence", ""), default)
    return PriceObservation(**texts, low=_decimal(row, "low"), high=_decimal(row, "high"), quality=quality)


def row_from_price(price: PriceObservation) -> dict[str, str]:
    """Return the row of an observation; reading it again gives the same observation."""
    row = {key: str(getattr(price, key)) for key in _TEXTS}
    row["low"] = "" if price.low is None else str(price.low)
    row["high"] = "" if price.high is None else str(price.high)
    row["confidence"] = price.quality.value
    return row


PRICE_COLUMNS = (
    "id",
    "item_type",
    "item_id",
    "item_name",
    "currency",
    "low",
    "high",
    *_TEXTS[5:13],
    "confidence",
    "note",
)


def purchase_prices(item_id: str, prices: Iterable[PriceObservation]) -> tuple[PriceObservation, ...]:
    """Return the observations that say what one of ``item_id`` costs to buy, newest first.

    Running-cost models and prices for a month stand beside an item but are no price of it.
    """
    found = [one for one in prices if one.item_id == item_id and is_purchase(one)]
    return tuple(sorted(found, key=lambda one: one.observed_date, reverse=True))


def is_purchase(price: PriceObservation) -> bool:
    """Tell whether an observation is the price of one thing bought, not a monthly cost or a set."""
    return price.item_type not in _NOT_PURCHASES and price.quantity_unit == "each"


def age_days(price: PriceObservation, today: dt.date) -> int | None:
    """Return how many days ago a price was seen (a month or year counts from its first day), None if undated."""
    parts = price.observed_date.split("-")
    if not parts[0].isdigit():
        return None
    year, month, day = (int(one) for one in (parts + ["1", "1"])[:3])
    return (today - dt.date(year, month, day)).days


def is_stale(price: PriceObservation, today: dt.date) -> bool:
    """Tell whether a price is older than 90 days or undated."""
    age = age_days(price, today)
    return age is None or age > STALE_AFTER_DAYS


def _decimal(row: Mapping[str, str], column: str) -> Decimal | None:
    text = row.get(column, "")
    if not text:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or number <= 0:
        raise InputError(
            msg("price.number", "The price {value} is not an amount above 0.", value=text),
            msg("price.number.remedy", "Correct it, or leave it empty where the price is not known."),
            f"{row.get('id', '')} {column}",
        )
    return number

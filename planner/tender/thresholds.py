"""From a need or from a product to a threshold: down or up a ladder, never past the product, no product's own figure."""

from __future__ import annotations

import math
from collections.abc import Callable

from planner.catalog.ladders import ladder

SameField = Callable[[float, float], bool]
OnlyOne = Callable[[float], bool]
_DIGITS = 2


def min_from_need(need: float, product: float | None, steps: str, same_field: SameField) -> float:
    """Return the threshold of a minimum that is needed, in the unit of ``need``.

    It is the lowest step that is not below the need and not above the product, but only where ``same_field(need,
    step)`` tells that the step shuts nobody out whom the need lets in; else the need, rounded up to a clean number.
    """
    step = ladder(steps).at_least(need)
    if step is not None and (product is None or step <= product) and same_field(need, step):
        return step
    clean = clean_up(need)
    return clean if product is None or clean <= product or need > product else need


def min_from_product(product: float, steps: str, only_one: OnlyOne, need: float = 0.0) -> float | None:
    """Return the threshold of a minimum that nothing asks for, in the unit of ``product``: down the ladder from it.

    A step that ``only_one(step)`` maker's product has is passed over while a lower one still meets ``need``. None
    where the product is below the ladder.
    """
    step = ladder(steps).at_most(product)
    while step is not None and only_one(step):
        lower = ladder(steps).below(step)
        if lower is None or lower < need:
            break
        step = lower
    return step


def min_with_reserve(wanted: float, least: float, product: float | None, steps: str) -> tuple[float, bool]:
    """Return the threshold of what has to carry ``least`` and better ``wanted``, and whether it holds the reserve.

    A product between the two decides for ``least``: it carries the load, and the reserve would shut it out. The
    threshold is never below ``least``; all in the same unit.
    """
    carries = product is not None and least * (1 - 1e-9) <= product < wanted
    need = least if carries else wanted
    return min_from_need(need, product, steps, lambda bare, step: True), not carries


def max_from_need(allowed: float, product: float | None, steps: str) -> float:
    """Return the threshold of a maximum in the unit of ``allowed``: down the ladder, but not below the product.

    Where the product itself is more than allowed, the room decides: the allowed value, rounded down to a clean number.
    """
    step = ladder(steps).at_most(allowed)
    if step is not None and (product is None or step >= product):
        return step
    clean = clean_down(allowed)
    return clean if product is None or product > allowed or clean >= product else allowed


def max_from_product(product: float, steps: str) -> float | None:
    """Return the threshold of a maximum that nothing limits, in the unit of ``product``: up the ladder from it."""
    return ladder(steps).at_least(product)


def pass_value(threshold: float, share: float) -> float:
    """Return what a test must reach, in the unit of ``threshold``: exactly the published share of it, as printed beside it."""
    return round(threshold * share, 6)


def clean_up(value: float) -> float:
    """Return ``value`` rounded up to two significant digits, in its unit."""
    step = _step(value)
    return round(math.ceil(value / step * (1 - 1e-12)) * step, 9)


def clean_down(value: float) -> float:
    """Return ``value`` rounded down to two significant digits, in its unit."""
    step = _step(value)
    return round(math.floor(value / step * (1 + 1e-12)) * step, 9)


def _step(value: float) -> float:
    return float(f"1e{math.floor(math.log10(value)) - _DIGITS + 1}") if value > 0 else 1.0

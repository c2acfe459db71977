"""Rounded numbers that are shown side by side: a sum is rounded from what is exact, and its parts are shown so that they add up.

Where a part is what is left (of a budget, of a total), it is the difference of the rounded numbers beside it. Where all are
parts alike, the ones that rounding changes most nearly the other way give or take the last digit (largest remainder).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float | Decimal, places: int) -> Decimal:
    """Return a number rounded half up to so many decimals, from the digits it is written with."""
    return Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def rest_shown(whole: float | Decimal, part: float | Decimal, places: int) -> Decimal:
    """Return what is shown as left of ``whole`` beside ``part``, so that part and rest add up to the whole as shown."""
    return rounded(whole, places) - rounded(part, places)


def adding_up(parts: Sequence[float], places: int) -> tuple[Decimal, ...]:
    """Return the parts rounded so that they add up to their sum, itself rounded; none moves by a whole last digit or more."""
    step = Decimal(1).scaleb(-places)
    exact = [Decimal(str(part)) for part in parts]
    floors = [(one / step).to_integral_value("ROUND_FLOOR") * step for one in exact]
    whole = rounded(Decimal(str(math.fsum(parts))), places)
    more = int((whole - sum(floors, Decimal(0))) / step)
    order = sorted(range(len(exact)), key=lambda at: (-(exact[at] - floors[at]), at))
    raised = set(order[:more])
    return tuple(one + step if at in raised else one for at, one in enumerate(floors))

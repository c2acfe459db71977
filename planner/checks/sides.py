"""On which side of a limit a figure lies: right at the limit is within it, whatever the last digit of a division is.

2,802.8 W at 220 V and 0.98 are 13 A, and 13.000000000000002 in binary: nobody must read "13 A, the breaker is 13 A" as an error.
"""

from __future__ import annotations

from planner.figure import Figure

ROUNDING = 1 + 1e-9  # far below what anybody measures, far above what a division leaves


def above(figure: Figure, most: Figure | float) -> bool:
    """Tell whether a known ``figure`` is above ``most``, both in one unit; ValueError where one is not known."""
    value, at = figure.value, most if isinstance(most, float) else most.value
    if value is None or at is None:
        raise ValueError(figure.key)
    return value > at * ROUNDING


def below(figure: Figure, least: Figure | float) -> bool:
    """Tell whether a known ``figure`` is below ``least``, both in one unit; ValueError where one is not known."""
    value, at = figure.value, least if isinstance(least, float) else least.value
    if value is None or at is None:
        raise ValueError(figure.key)
    return value * ROUNDING < at

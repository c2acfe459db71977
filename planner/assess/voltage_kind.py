"""What a voltage says of its kind under the standard in force: to neutral, between lines, of three phases."""

from __future__ import annotations

import math

from planner.figure import Figure
from planner.limits import limit

_NEAR = 0.05  # how far a voltage may be from a customary one: 380, 400 and 415 V are all of 220 to 240 V


def is_line_to_line(volts: Figure, kind: str, profile: str) -> bool:
    """Tell whether a voltage (V) is one between lines, as the limits of ``profile`` have it: 208 V is, under the NEC.

    What was told decides first, so that 277 V to neutral is none; told to neutral and above what can be, as 400 V, it is.
    """
    if not volts.known or volts.require() < limit("volts.ll_min_v", profile).require():
        return False
    return kind != "L-N" or volts.require() > limit("volts.ln_max_v", profile).require()


def is_of_three_phases(volts: Figure, kind: str, profile: str) -> bool:
    """Tell whether a voltage (V) between lines is one that three phases alone have: 208 and 480 V, not 240 V of a split phase."""
    if not is_line_to_line(volts, kind, profile):
        return False
    if volts.require() > limit("volts.ln_max_v", profile).require():
        return True
    return _is_customary(volts.require() / math.sqrt(3), profile)


def kind_of(volts: Figure, profile: str) -> str:
    """Return the kind that a voltage (V) of which none was told has most likely: 277 V to neutral, 208 V between lines."""
    most = limit("volts.ln_max_v", profile).require()
    return "L-N" if volts.require() <= most and _is_customary(volts.require(), profile) else "L-L"


def _is_customary(volts_v: float, profile: str) -> bool:
    names = ("volts.nominal_ln_v", "volts.highest_ln_v")
    return any(abs(volts_v / limit(name, profile).require() - 1) <= _NEAR for name in names)

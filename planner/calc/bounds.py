"""What values an input may have, by its kind of quantity; only what cannot be is refused: a share of 13, a negative length.

``bound_of`` gives the bounds that go with a name and unit; an input that differs is declared with its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from planner.errors import InputError
from planner.messages import Message, format_number, msg


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """The range of an input: ends, whether they belong to it, and whether the number is whole."""

    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    below: bool = False
    whole: bool = False

    def accepts(self, value: float) -> bool:
        """Tell whether ``value`` is finite and lies in the range."""
        if not math.isfinite(value) or (self.whole and value != int(value)):
            return False
        is_low = value > self.low if self.above else value >= self.low
        return is_low and (value < self.high if self.below else value <= self.high)


ANY = Bound()
POSITIVE = Bound(low=0, above=True)
NOT_NEGATIVE = Bound(low=0)
SHARE = Bound(low=0, high=1)
PART = Bound(low=0, high=1, above=True)  # an efficiency, a power factor, an availability: nothing can be 0
TAX = Bound(low=0, high=1, below=True)
INTEREST = Bound(low=-1, high=1, above=True, below=True)  # discounts may be negative, nobody pays 100 % a period
COUNT = Bound(low=1, whole=True)
NUMBER_OF = Bound(low=0, whole=True)
SWITCH = Bound(low=0, high=1, whole=True)
PERCENT = Bound(low=0, high=100)

_LEAST_PART = 0.3  # an efficiency below is no slip of a percent sign

_BY_BOUND: tuple[tuple[Bound, str], ...] = (
    (ANY, "flows low mode high matrix num den seed start_m"),
    (PART, "psu_eff eff inv_eff pf derate availability load reach"),
    (SHARE, "util share in_share first_share prob maint_year step accept"),
    (TAX, "deduct"),
    (INTEREST, "rate rate_year discount"),
    (Bound(low=-1, above=True), "growth_year"),
    (Bound(low=-1), "change"),
    (Bound(low=1), "pue factor"),
    (COUNT, "nodes leaves switch_ports feeds fleet_gpus cards psus min_full periods_year period micro_batches frames"),
    (NUMBER_OF, "n links extra node_links blocks lost key_negative general_negative switch_years"),
    (POSITIVE, "gpus periods life months days years count c service horizon_months time_ms"),
    (POSITIVE, "volts v v_ll v_ln panel_v_ll feed_v feed_v_ll vin p_pa rack_u avail_va cfm tok_s card_gb bw_gbs"),
    (POSITIVE, "tflops load_pct load1 load2 k const kw mass_factor bids"),
    (SWITCH, "hpwr benefit"),
    (Bound(low=1, high=3, whole=True), "poles phases"),
    (Bound(low=1, high=12, whole=True), "first_year_months"),
    (PERCENT, "pct_per_100m"),
    (Bound(low=0, high=100, above=True), "max_util_pct"),
    (Bound(low=0, high=744, above=True), "hours_month"),
    (Bound(low=0, high=8784, above=True), "hours_year"),
    (Bound(low=-273.15, above=True), "t_c t_start_c t_stop_c"),
    (Bound(low=-1000, high=11000), "alt_m"),  # the standard atmosphere's lowest layer
)
_BY_NAME: Mapping[str, Bound] = {name: bound for bound, names in _BY_BOUND for name in names.split()}


def bound_of(name: str, unit: str) -> Bound:
    """Return the bounds of an input: by its name, for a rate in money and for all else not negative."""
    if name == "rate" and unit:
        return NOT_NEGATIVE
    return _BY_NAME.get(name, NOT_NEGATIVE)


def refuse(name: str, unit: str, bound: Bound, value: float) -> InputError:
    """Return the error for a value out of its bounds, with what it probably should have been."""
    accepted = _range(bound)
    likely = _likely(bound, value)
    shown = format_number(value) if math.isfinite(value) else str(value)
    if likely is not None:
        remedy = msg("calc.bound.likely", "Perhaps {key}={likely} is meant.", key=name, likely=f"{likely:g}")
    else:
        remedy = msg("calc.bound.remedy", "Look at the value; {key} is given in {unit}.", key=name, unit=unit or "1")
    return InputError(
        msg("calc.bound", "{key}: {given} cannot be; accepted is {range}.", key=name, given=shown, range=accepted),
        remedy,
        name,
    )


def _likely(bound: Bound, value: float) -> float | None:
    candidates = (value / 100, -value, -value / 100) if bound.high <= 1 and not bound.whole else (-value,)
    least = _LEAST_PART if bound == PART else -math.inf
    return next((one for one in candidates if bound.accepts(one) and one >= least), None)


def _range(bound: Bound) -> Message:
    low = (
        msg("calc.bound.above", "more than {end}", end=bound.low)
        if bound.above
        else msg("calc.bound.from", "at least {end}", end=bound.low)
    )
    high = (
        msg("calc.bound.below", "less than {end}", end=bound.high)
        if bound.below
        else msg("calc.bound.to", "at most {end}", end=bound.high)
    )
    if bound.high == math.inf:
        ends = low if bound.low != -math.inf else msg("calc.bound.finite", "any finite number")
    else:
        ends = msg("calc.bound.both", "{low} and {high}", low=low, high=high)
    return msg("calc.bound.whole", "a whole number, {range}", range=ends) if bound.whole else ends

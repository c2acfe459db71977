"""Which circuit a machine wants that has none: of one phase up to the largest plug, else of three; two where half of its supplies may fail.

The papers and the bounds of the requirements read it here, so that they ask for the same circuits.
"""

from __future__ import annotations

import msgspec

from planner.assess.cords import on_fullest
from planner.assess.formulas import SHARE_OF_W
from planner.assess.lines import LineFigures
from planner.assess.supplies import promises_half, supply_count, supply_scheme
from planner.catalog.ladders import breakers
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.limits import limit

LARGEST_SINGLE_PHASE_A = 32.0
"""The largest single-phase plug for equipment, IEC 60309-2 (A); a larger machine is fed by three phases."""
_TWO_FEEDS = 2


class WantedSupply(msgspec.Struct, frozen=True, kw_only=True):
    """What one machine draws on a circuit of its own (A, on three phases on the fullest line), its breaker (A), and ``feeds``.

    ``feeds`` are as many circuits, each of which carries the machine alone when the other is lost; ``balance`` is the fullest of
    three lines against their mean (a ratio).
    """

    three_phase: bool
    feeds: int
    unit_a: Figure
    volts: Figure
    breaker_a: Figure | None
    balance: float = 1.0


def wanted_supply(key: str, line: LineFigures, factor: Figure, profile: str) -> WantedSupply:
    """Return the circuit that one machine of a line wants at a power factor; without breaker where none or no power is known."""
    volts = limit("default.volts_v", profile)
    single = trace(CURRENT_1PH_A, f"{key}_a", power_w=line.unit_max_w, volts_ln_v=volts, power_factor=factor)
    breaker = breaker_for(f"{key}_breaker_a", single, profile)
    if single.value is None or (breaker is not None and breaker.require() <= LARGEST_SINGLE_PHASE_A):
        return WantedSupply(three_phase=False, feeds=1, unit_a=single, volts=volts, breaker_a=breaker)
    between = limit("volts.nominal_ll_v", profile)
    count = round(supply_count(line.key, line.line, line.item).value or 0)
    halves = count >= _TWO_FEEDS and promises_half(supply_scheme(line.line, line.item))
    left = count // 2 if halves else count
    power, balance = line.unit_max_w, 3 * on_fullest(left) / left if left else 1.0
    if balance > 1:  # whole cords on three lines: what is on the fullest, times three, is a balanced load as large
        part = leaf(f"{key}_part", balance, "1", Quality.COMPUTED, "cords on the fullest of three lines")
        power = trace(SHARE_OF_W, f"{key}_w", whole_w=power, share=part)
    current = trace(CURRENT_3PH_A, f"{key}_three_a", power_w=power, volts_ll_v=between, power_factor=factor)
    return WantedSupply(
        three_phase=True,
        feeds=_TWO_FEEDS if halves else 1,
        unit_a=current,
        volts=between,
        breaker_a=breaker_for(f"{key}_breaker_a", current, profile),
        balance=balance,
    )


def breaker_for(key: str, current: Figure, profile: str) -> Figure | None:
    """Return the smallest customary breaker (A), from the ordinary one up, on which a current may flow for hours; None where none."""
    if current.value is None:
        return None
    least, share = limit("default.breaker_a").require(), limit("br.cont", profile).require()
    sizes, source = breakers(profile)
    size = sizes.at_least(max(least, round(current.value / share, 6)))
    return None if size is None else constant(key, size, "A", source)

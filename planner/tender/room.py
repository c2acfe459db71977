"""What a machine may draw in the room as the papers ask it, and the dedicated circuit that a larger one presupposes."""

from __future__ import annotations

import math

import msgspec

from planner.assess.factor import machine_factor
from planner.assess.facts import first_known
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.catalog.ladders import ladder
from planner.checks.supply_wanted import wanted_supply
from planner.figure import Figure, constant, trace
from planner.limits import limit
from planner.messages import Labelled, format_number
from planner.tender.needs import LEAST_W, ROOM_UNIT_W
from planner.tender.thresholds import max_from_need

_HEADROOM = 1.1  # a machine a tenth above the planned one is still let in
_MOST = 1.2  # what UPS and cooling are asked to carry beyond the plan (their reserves are 25 % and 20 %)


class Works(msgspec.Struct, frozen=True, kw_only=True):
    """A dedicated circuit that has to be put in: its breaker, and the W that one unit may draw on it."""

    breaker_a: Figure
    allowed_w: Figure
    three_phase: bool = False
    feeds: int = 1

    def condition(self) -> Labelled:
        """Return what a paper says of the works that its bound presupposes."""
        size = format_number(self.breaker_a.require())
        if self.three_phase and self.feeds > 1:
            return Labelled(
                zh=f"以采购人在到货前建成{self.feeds}路三相{size} A专用回路及插座为前提，一路断电后另一路可承担全部功率",
                en=f"Presupposes {self.feeds} dedicated three-phase {size} A circuits with sockets, put in by the buyer before delivery, "
                "each of which carries the whole when the other is lost",
            )
        if self.three_phase:
            return Labelled(
                zh=f"以采购人在到货前建成三相{size} A专用回路及插座为前提",
                en=f"Presupposes a dedicated three-phase {size} A circuit and socket, put in by the buyer before delivery",
            )
        return Labelled(
            zh=f"以采购人在到货前建成{size} A专用回路及插座为前提",
            en=f"Presupposes a dedicated {size} A circuit and socket, put in by the buyer before delivery",
        )


def power_bound(allowed: float, product: float | None, steps: str) -> float:
    """Return the greatest power a paper may ask for, in the unit of ``allowed``, which the site or the works allow.

    Where the site allows far more than the planned machine draws, it is a step of the ladder above the machine: UPS
    and cooling are asked with reserves that carry no more than that.
    """
    bound = max_from_need(allowed, product, steps)
    if product is None or product <= 0 or bound <= product * _MOST:
        return bound
    near = ladder(steps).at_least(product * _HEADROOM)
    return min(bound, near if near is not None and near <= product * _MOST else product * _MOST)


def works_for(assessment: Assessment, line: LineFigures) -> Works | None:
    """Return the circuit on which one unit of ``line`` may run for hours, as the application for power asks for it.

    None where the power of the unit is not known, or no customary breaker carries it. Above the largest plug of one phase it
    is a circuit of three, of which each of two carries the machine where half of its supplies may fail.
    """
    facts, profile = assessment.context.facts, assessment.plan.organisation.profile
    key = f"tender/{line.line.id}/works"
    told = machine_factor(line, facts)
    factor = first_known("plan/power_factor", "1", told, limit("default.power_factor"))
    wanted, share = wanted_supply(f"{key}/unit", line, factor, profile), limit("br.cont", profile)
    if wanted.breaker_a is None:
        return None
    one = constant("constant/whole", 1.0, "1", "one machine, alone on a single-phase circuit")
    lines = constant(
        f"{key}/three_lines", math.sqrt(3) / wanted.balance, "1", "three lines, from the voltage between them"
    )
    allowed = trace(
        ROOM_UNIT_W,
        f"{key}/room_unit_w",
        share=share,
        rating_a=wanted.breaker_a,
        other_a=constant(f"{key}/other_a", 0.0, "A", "a dedicated circuit carries nothing else"),
        phase_factor=lines if wanted.three_phase else one,
        volts_v=wanted.volts,
        power_factor=factor,
        rest_w=[],
        units=one,
    )
    return Works(
        breaker_a=wanted.breaker_a,
        allowed_w=trace(LEAST_W, f"{key}/room_power_w", power_w=[allowed]),
        three_phase=wanted.three_phase,
        feeds=wanted.feeds,
    )

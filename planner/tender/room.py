"""What a machine may draw in the room as the papers ask it, and the dedicated circuit that a larger one presupposes."""

from __future__ import annotations

import msgspec

from planner.assess.factor import machine_factor
from planner.assess.facts import first_known
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.catalog.ladders import breakers, ladder
from planner.facility.circuits import CURRENT_1PH_A
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

    def condition(self) -> Labelled:
        """Return what a paper says of the works that its bound presupposes."""
        size = format_number(self.breaker_a.require())
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

    None where the power of the unit is not known, or no customary single-phase breaker carries it.
    """
    facts, profile = assessment.context.facts, assessment.plan.organisation.profile
    key = f"tender/{line.line.id}/works"
    told = machine_factor(line, facts)
    factor = first_known("plan/power_factor", "1", told, limit("default.power_factor"))
    volts, share = limit("default.volts_v", profile), limit("br.cont", profile)
    unit = trace(CURRENT_1PH_A, f"{key}/unit_a", power_w=line.unit_max_w, volts_ln_v=volts, power_factor=factor)
    if not unit.known:
        return None
    sizes, source = breakers(profile)
    size = sizes.at_least(max(limit("default.breaker_a").require(), unit.require() / share.require()))
    if size is None:
        return None
    breaker = constant(f"{key}/breaker_a", size, "A", source)
    one = constant("constant/whole", 1.0, "1", "one machine, alone on a single-phase circuit")
    allowed = trace(
        ROOM_UNIT_W,
        f"{key}/room_unit_w",
        share=share,
        rating_a=breaker,
        other_a=constant(f"{key}/other_a", 0.0, "A", "a dedicated circuit carries nothing else"),
        phase_factor=one,
        volts_v=volts,
        power_factor=factor,
        rest_w=[],
        units=one,
    )
    return Works(breaker_a=breaker, allowed_w=trace(LEAST_W, f"{key}/room_power_w", power_w=[allowed]))

"""The fresh air that a lead battery wants while it charges: hydrogen must stay below its limit (part of UP11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.checks.backup import Backup
from planner.checks.registry import Finding
from planner.facility.ups import BATTERY_AIR_M3H, OPENING_CM2
from planner.figure import trace
from planner.limits import limit
from planner.messages import msg

_LEAST_M3H = 1.0  # of a battery of 5 kWh; less leaves through the joints of any window


def air_for_batteries(there: Iterable[Backup]) -> Iterator[Finding]:
    """Yield a note for each UPS with a lead battery so large that its gas has to be led away; UP10 asks for the kind."""
    for one in there:
        energy = one.number("battery_wh", "Wh")
        if one.word("battery_kind") != "lead" or not energy.known:
            continue
        gas = limit("ups.gas_ma_per_ah")
        air = trace(BATTERY_AIR_M3H, f"{one.key}/battery_air_m3h", gas_ma_per_ah=gas, battery_wh=energy)
        if air.require() < _LEAST_M3H:
            continue
        opening = trace(OPENING_CM2, f"{one.key}/opening_cm2", air_m3h=air)
        yield Finding(
            outcome="note",
            subject=one.subject,
            message=msg(
                "UP11.air",
                "While the battery of {name} ({energy}) charges, hydrogen has to be led away: {air} of fresh air.",
                name=one.name,
                energy=energy,
                air=air,
            ),
            remedy=msg(
                "UP11.air.remedy",
                "Keep two openings of {opening} each, one low and one below the ceiling, or a fan that moves as much; never shut "
                "the battery into a closed cabinet.",
                opening=opening,
            ),
            figures=(air, opening, energy),
        )

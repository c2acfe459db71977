"""What is left of the rated cooling where the room stands: hot air outdoors and thin air take some of it (formula C6)."""

from __future__ import annotations

from planner.assess.facts import fact_figure, text
from planner.facility.air import DRY_DENSITY_KG_M3, PRESSURE_PA
from planner.facility.cooling_loss import ALLOWED_HIGH_C, ALTITUDE_DERATE, DERATE, OUTDOOR_DERATE
from planner.figure import Figure, constant, trace
from planner.plan.document import SiteNode

_BY_WATER = ("rear_door", "liquid")
_UNDERATED_M = 900.0  # up to which ASHRAE's temperatures hold as they are printed
_RATED = "GB/T 7725: rated at 35 °C outdoors"


def place_derate(room: SiteNode) -> Figure | None:
    """Return the share of the rated cooling that is left at the place of a room; None where nobody told of it."""
    hot, thin = outdoor_derate(room), altitude_derate(room)
    if hot is None and thin is None:
        return None
    if hot is None or thin is None:
        return hot or thin  # what is not told takes nothing: sea level, an ordinary summer
    return trace(DERATE, f"site/{room.id}/derate", outdoor_derate=hot, altitude_derate=thin)


def outdoor_derate(room: SiteNode) -> Figure | None:
    """Return the share that is left on the hottest day; None where it is not told, or water carries the heat away."""
    if "outdoor_max_c" not in room.values or text(room.values, "cooling_method") in _BY_WATER:
        return None
    key = f"site/{room.id}"
    rated = constant("air/rated_outdoor_c", 35.0, "degC", _RATED)
    outdoor = fact_figure(room.values, "outdoor_max_c", f"{key}/outdoor_max_c", "degC")
    return trace(OUTDOOR_DERATE, f"{key}/outdoor_derate", outdoor_c=outdoor, rated_c=rated)


def altitude_derate(room: SiteNode, height: Figure | None = None) -> Figure | None:
    """Return the share that is left at a height, else at that of the room; None where that is not told."""
    if height is None and "altitude_m" not in room.values:
        return None
    return trace(ALTITUDE_DERATE, f"site/{room.id}/altitude_derate", density_kg_m3=air_density(room, height))


def allowed_c(room: SiteNode | None, allowed: Figure) -> Figure:
    """Return the temperature (°C) up to which machines may run where a room stands: thin air carries less of their heat away."""
    if room is None or "altitude_m" not in room.values:
        return allowed
    key = f"site/{room.id}"
    height = fact_figure(room.values, "altitude_m", f"{key}/altitude_m", "m")
    if not height.known or height.require() <= _UNDERATED_M:
        return allowed
    return trace(ALLOWED_HIGH_C, f"{key}/{allowed.key.rpartition('/')[2]}", allowed_c=allowed, altitude_m=height)


def air_density(room: SiteNode, height: Figure | None = None) -> Figure:
    """Return the density (kg/m³) of air of 20 °C at a height, else at that of the room; unknown where it is not told."""
    key = f"site/{room.id}"
    height = height or fact_figure(room.values, "altitude_m", f"{key}/altitude_m", "m")
    return trace(
        DRY_DENSITY_KG_M3,
        f"{key}/density_kg_m3",
        pressure_pa=trace(PRESSURE_PA, f"{key}/pressure_pa", altitude_m=height),
        temperature_c=constant("air/20", 20.0, "degC", "standard air"),
    )

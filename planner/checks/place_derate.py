"""What is left of the rated cooling where the room stands: hot air outdoors and thin air take some of it (formula C6)."""

from __future__ import annotations

from planner.assess.facts import text
from planner.assess.site import SiteFigures
from planner.checks.declared import of_node
from planner.facility.air import DRY_DENSITY_KG_M3, PRESSURE_PA
from planner.facility.cooling_loss import ALTITUDE_DERATE, DERATE, OUTDOOR_DERATE
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.plan.document import SiteNode

_BY_WATER = ("rear_door", "liquid")
_RATED = "GB/T 7725: rated at 35 °C outdoors; 1 % for each K above is customary, to be confirmed"


def place_derate(site: SiteFigures) -> Figure | None:
    """Return the share of the rated cooling that is left at the place of the room; None where nobody told of it."""
    room = site.room
    if room is None:
        return None
    hot, thin = outdoor_derate(room), altitude_derate(room)
    if hot is None and thin is None:
        return None
    key = f"site/{room.id}"
    one = leaf(f"{key}/not_told", 1.0, "1", Quality.ASSUMED, "not told: sea level, ordinary summer")
    return trace(DERATE, f"{key}/derate", outdoor_derate=hot or one, altitude_derate=thin or one)


def outdoor_derate(room: SiteNode) -> Figure | None:
    """Return the share that is left on the hottest day; None where it is not told, or water carries the heat away."""
    if "outdoor_max_c" not in room.values or text(room.values, "cooling_method") in _BY_WATER:
        return None
    key = f"site/{room.id}"
    rated = leaf(f"{key}/rated_outdoor_c", 35.0, "degC", Quality.ASSUMED, _RATED)
    outdoor = of_node(room, "outdoor_max_c", "degC")
    return trace(OUTDOOR_DERATE, f"{key}/outdoor_derate", outdoor_c=outdoor, rated_c=rated)


def altitude_derate(room: SiteNode, height: Figure | None = None) -> Figure | None:
    """Return the share that is left at a height, else at that of the room; None where that is not told."""
    if height is None and "altitude_m" not in room.values:
        return None
    key = f"site/{room.id}"
    air = trace(
        DRY_DENSITY_KG_M3,
        f"{key}/density_kg_m3",
        pressure_pa=trace(PRESSURE_PA, f"{key}/pressure_pa", altitude_m=height or of_node(room, "altitude_m", "m")),
        temperature_c=constant("air/20", 20.0, "degC", "standard air"),
    )
    return trace(ALTITUDE_DERATE, f"{key}/altitude_derate", density_kg_m3=air)

"""What a filled rack weighs and puts on the floor, and what the floor may carry."""

from __future__ import annotations

from planner.assess.facts import fact_figure, text
from planner.assess.racks import RackFilling
from planner.checks.cooling import STAFFED
from planner.checks.formulas import FLOOR_LIMIT_KN_M2, FOOTPRINT_M2, RACK_FILLED_KG
from planner.facility.rack import FLOOR_LOAD_KN_M2
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.plan.document import SiteNode


def filled_rack(rack: RackFilling) -> tuple[Figure, Figure]:
    """Return the weight of a rack with its machines (kg) and what it puts on its footprint (kN/m2)."""
    key, values = f"site/{rack.node.id}", rack.node.values
    area = trace(
        FOOTPRINT_M2,
        f"{key}/footprint_m2",
        width_mm=fact_figure(values, "width_mm", f"{key}/width_mm", "mm"),
        depth_mm=fact_figure(values, "depth_mm", f"{key}/depth_mm", "mm"),
    )
    empty = fact_figure(values, "empty_weight_kg", f"{key}/empty_weight_kg", "kg")
    whole = trace(RACK_FILLED_KG, f"{key}/filled_kg", rack_kg=empty, devices_kg=rack.weight_kg)
    return whole, trace(FLOOR_LOAD_KN_M2, f"{key}/floor_kn_m2", weight_kg=whole, area_m2=area)


def floor_limit(room: SiteNode | None) -> Figure:
    """Return what the floor of a room may carry (kN/m2): as told, else by the use of the room."""
    if room is None:
        return unknown("site/room", "kN/m2")
    key = f"site/{room.id}"
    own = fact_figure(room.values, "floor_load_kg_m2", f"{key}/floor_load_kg_m2", "kg/m2")
    use = text(room.values, "occupancy")
    if own.known:
        return trace(FLOOR_LIMIT_KN_M2, f"{key}/floor_limit_kn_m2", floor_kg_m2=own)
    return limit(f"floor.{use}") if use in (*STAFFED, "machine_room") else unknown(f"{key}/occupancy", "kN/m2")

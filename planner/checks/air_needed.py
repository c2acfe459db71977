"""The air that the heat wants: m3/h and CFM at the density of the place, held against what the units move."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.checks.cooling import is_warm
from planner.checks.declared import of_node
from planner.checks.formulas import AIR_SUM_M3H
from planner.checks.more_cooling import total_key
from planner.checks.registry import Check, Finding, passed
from planner.checks.sides import below
from planner.checks.site_parts import room_of
from planner.facility.air import AIRFLOW_M3H, DRY_DENSITY_KG_M3, PRESSURE_PA
from planner.facility.cooling_loss import CFM_FROM_M3H
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode


def air_needed(view: View) -> Iterator[Finding]:
    """CO19: the heat wants so much air at a usual rise; units known to move less leave hot spots though their cooling is enough."""
    site, room = view.site, room_of(view.site)
    if room is None or not is_warm(site) or not site.heat_w.known or not site.cooling_units:
        return
    need = trace(
        AIRFLOW_M3H,
        f"{total_key(site.heat_w)}/air_needed_m3h",
        heat_w=site.heat_w,
        density_kg_m3=_density(room),
        rise_k=limit("co.rise_k"),
    )
    feet = trace(CFM_FROM_M3H, f"{total_key(site.heat_w)}/air_needed_cfm", airflow_m3h=need)
    parts = [of_node(node, "airflow_m3h", "m3/h") for node in site.cooling_units]
    moved = trace(AIR_SUM_M3H, f"{total_key(site.heat_w)}/air_of_units_m3h", parts_m3h=parts)
    told = {"heat": site.heat_w, "need": need, "feet": feet, "rise": limit("co.rise_k"), "moved": moved}
    if moved.known and below(moved, need):
        yield Finding(
            outcome="warning",
            subject=room.id,
            message=msg(
                "CO19.less", "{heat} want {need} ({feet}) of air at a rise of {rise}; the units move {moved}.", **told
            ),
            remedy=msg(
                "CO19.remedy",
                "Add {more} m³/h, or part the cold from the warm side: then the air may rise further.",
                more=round(need.require() - moved.require()),
            ),
            figures=(need, feet, moved),
        )
    else:
        say = msg("CO19.pass", "{heat} want {need} ({feet}) of air at a rise of {rise}.", **told)
        yield passed(room.id, say, need, feet, *((moved,) if moved.known else ()))


def _density(room: SiteNode) -> Figure:
    """Return the density of the air (kg/m3) at 20 degrees and the altitude told, at sea level where none is."""
    key = f"site/{room.id}"
    told = of_node(room, "altitude_m", "m")
    height = told if told.known else leaf(told.key, 0.0, "m", Quality.ASSUMED, "sea level")
    return trace(
        DRY_DENSITY_KG_M3,
        f"{key}/air_density_kg_m3",
        pressure_pa=trace(PRESSURE_PA, f"{key}/air_pressure_pa", altitude_m=height),
        temperature_c=constant("air/20", 20.0, "degC", "standard air"),
    )


CHECKS = (
    Check(
        id="CO19",
        area="cooling",
        title=msg("CO19.title", "Air that the heat wants"),
        reads=("site",),
        source="V = Q / (density x 1.006 kJ/kgK x rise); rise of 150 CFM a kW as NVIDIA plans racks",
        limit="co.rise_k",
        blocking=False,
        run=air_needed,
    ),
)

"""The heat of the room with people, sun, lamps, walls and losses of distribution, as far as they are told."""

from __future__ import annotations

from planner.assess.facts import fact_figure
from planner.assess.site import SiteFigures
from planner.checks.formulas import ROOM_HEAT_W, WINDOWS_W
from planner.checks.more_cooling import total_key
from planner.facility.cooling import PEOPLE_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.plan.document import SiteNode

NAMES = ("people_count", "window_area_m2")
MORE = ("lights_w", "envelope_w")  # what is told in watts


def whole_heat(site: SiteFigures) -> Figure | None:
    """Return the heat (W) of the room with all that is told of it beside the machines; None where nothing is.

    What nobody told counts as nothing: the margin of the cooling is for it.
    """
    room, heat = site.room, site.heat_w
    if room is None:
        return None
    losses = [node for node in site.nodes if node.type == "pdu" and "loss_w" in node.values]
    if not losses and not any(name in room.values for name in (*NAMES, *MORE)):
        return None
    key = f"site/{room.id}"
    people, windows = (_number(room, name, unit) for name, unit in zip(NAMES, ("1", "m2"), strict=True))
    others = [fact_figure(room.values, name, f"{key}/{name}", "W") for name in MORE if name in room.values]
    others += [fact_figure(node.values, "loss_w", f"site/{node.id}/loss_w", "W") for node in losses]
    return trace(
        ROOM_HEAT_W,
        f"{total_key(heat)}/room_heat_w",
        machines_w=heat,
        people_w=trace(PEOPLE_W, f"{key}/people_w", people=people),
        windows_w=trace(WINDOWS_W, f"{key}/windows_w", area_m2=windows, w_per_m2=limit("co.window_w_m2")),
        others_w=others,
    )


def _number(room: SiteNode, name: str, unit: str) -> Figure:
    """Return what was told; the other of the two counts as nothing, as the margin is for what nobody told."""
    found = fact_figure(room.values, name, f"site/{room.id}/{name}", unit)
    return found if found.known else leaf(found.key, 0.0, unit, Quality.ASSUMED, "not told; the margin is for it")

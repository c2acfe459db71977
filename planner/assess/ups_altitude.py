"""What a UPS gives where the room stands: thin air takes 1 % of its rating for each 100 m above 1,000 m (formula U9)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from planner.assess.facts import fact_figure
from planner.facility.ups import ALTITUDE_PCT, AT_ALTITUDE_W
from planner.figure import Figure, constant, trace
from planner.plan.document import SiteNode

_SOURCE = "Eaton 91PS/93PS guide"
_START_M = constant("ups/start_m", 1000.0, "m", _SOURCE)
_PCT_PER_100M = constant("ups/pct_per_100m", 1.0, "%", _SOURCE)
_WHOLE_PCT = 100.0


def share_pct_at(room: SiteNode, height: Figure) -> Figure:
    """Return what a UPS gives at a height (m), in percent of its rating."""
    key = f"site/{room.id}/ups_altitude_pct"
    return trace(ALTITUDE_PCT, key, altitude_m=height, start_m=_START_M, pct_per_100m=_PCT_PER_100M)


def share_pct_of(room: SiteNode | None) -> Figure | None:
    """Return what a UPS gives in a room, in percent; None where nothing is lost, or nobody told how high it is."""
    if room is None or "altitude_m" not in room.values:
        return None
    found = share_pct_at(room, fact_figure(room.values, "altitude_m", f"site/{room.id}/altitude_m", "m"))
    return found if found.known and found.require() < _WHOLE_PCT else None


def share_pct_among(nodes: Iterable[SiteNode]) -> Figure | None:
    """Return the same for the rooms of a site, which stand in one building."""
    found = (share_pct_of(node) for node in nodes if node.type == "room")
    return next((one for one in found if one is not None), None)


def left_of(rating: Figure, share_pct: Figure | None) -> Figure:
    """Return what is left of a rating, in its unit (W or VA)."""
    if share_pct is None:
        return rating
    left = trace(AT_ALTITUDE_W, f"{rating.key}/at_altitude", rated_w=rating, share_pct=share_pct)
    return replace(left, unit=rating.unit)

"""Checks of the air that machines get: temperature at their inlets and humidity, as they were measured."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.place_derate import allowed_c
from planner.assess.racks import RackFilling
from planner.checks.declared import of_node
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode


def inlet(view: View) -> Iterator[Finding]:
    """CO10: the air at the inlets is between 18 and 27 degrees C; above 32 machines of class A1 may not run."""
    room = view.room
    if room is None:
        return
    if "inlet_c" not in room.values:
        if _has_full_rack(view.racks):
            yield _air_asked(room)
        return
    measured = of_node(room, "inlet_c", "degC")
    low, high = limit("co.inlet_low_c"), limit("co.inlet_high_c")
    most = allowed_c(room, limit("co.inlet_max_c"))
    told = {"measured": measured, "low": low, "high": high, "most": most}
    if not measured.known:
        return
    if low.require() <= measured.require() <= high.require():
        yield passed(
            room.id, msg("CO10.pass", "The inlets get {measured} ({low} to {high} is advised).", **told), measured
        )
        return
    yield Finding(
        outcome="error" if measured.require() > most.require() else "warning",
        subject=room.id,
        message=msg("CO10.outside", "The inlets get {measured}; {low} to {high} is advised, {most} the most.", **told),
        remedy=msg(
            "CO10.remedy", "Part the cold from the warm side, close the gaps in the rack, or set the room to 24 °C."
        ),
        figures=(measured, low, high, most),
    )


def _has_full_rack(racks: tuple[RackFilling, ...]) -> bool:
    """Tell whether machines stand in racks: beside a desk people notice first that the air is too warm or too damp."""
    return any(rack.used_u.value != 0 for rack in racks)


def _air_asked(room: SiteNode) -> Finding:
    """Return the one question for the air before the racks: whoever measures one of both measures the other."""
    return cannot_tell(
        room.id,
        msg("CO10.unknown", "How warm and how damp the air before the racks is, is not known."),
        msg(
            "CO10.ask",
            "Hang a thermometer with hygrometer before the rack for a day, or ask who runs the room what it is kept at.",
        ),
        [f"site/{room.id}/{name}" for name in ("inlet_c", "humidity_pct") if name not in room.values],
    )


def humidity(view: View) -> Iterator[Finding]:
    """CO11: too dry air charges things, too damp air condenses on what is cold."""
    room = view.room
    if room is None:
        return
    if "humidity_pct" not in room.values:
        if _has_full_rack(view.racks):
            yield _humidity_asked(room)
        return
    measured, low, high = of_node(room, "humidity_pct", "%"), limit("co.humidity_low"), limit("co.humidity_high")
    told = {"measured": measured, "low": low, "high": high}
    if not measured.known:
        return
    if low.require() <= measured.require() <= high.require():
        yield passed(room.id, msg("CO11.pass", "The air has {measured} of humidity.", **told), measured)
    else:
        yield Finding(
            outcome="warning",
            subject=room.id,
            message=msg("CO11.outside", "The air has {measured} of humidity; {low} to {high} is advised.", **told),
            remedy=msg(
                "CO11.remedy", "A comfort unit cannot keep humidity: add a humidifier or drier, or a precision unit."
            ),
            figures=(measured, low, high),
        )


def _humidity_asked(room: SiteNode) -> Finding:
    return cannot_tell(
        room.id,
        msg("CO11.unknown", "How damp the air before the racks is, is not known."),
        msg("CO11.ask", "Hang a hygrometer before the rack for a day, or ask who runs the room."),
        (f"site/{room.id}/humidity_pct",),
    )


CHECKS = (
    Check(
        id="CO10",
        area="cooling",
        title=msg("CO10.title", "Temperature at the inlets"),
        reads=("room", "racks"),
        source="ASHRAE TC 9.9 and GB 50174-2017: 18 to 27 °C at the inlet; class A1 up to 32 °C",
        limit="co.inlet_high_c",
        covers=("CO11",),
        blocking=False,
        run=inlet,
    ),
    Check(
        id="CO11",
        area="cooling",
        title=msg("CO11.title", "Humidity"),
        reads=("room", "racks"),
        source="ASHRAE TC 9.9 and GB 50174-2017: relative humidity up to 60 % (from memory; to be confirmed)",
        limit="co.humidity_high",
        blocking=False,
        run=humidity,
    ),
)

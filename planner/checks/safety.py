"""Checks of laboratory safety: power strips, running at night with nobody there, fire detector and UPS battery.

The rules are those of 高等学校实验室安全检查项目表 (2023), section 12.1, as laboratories are inspected by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.lines import parted
from planner.assess.site import NodeLoad
from planner.checks.battery_place import lithium_batteries, places
from planner.checks.cooling import is_warm
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above as is_above
from planner.checks.site_parts import Device, alternative_of, asked, devices_on, name_of, room_of, used
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode
from planner.plan.edits import Batch, SetValue

SOURCE = "高等学校实验室安全检查项目表 (2023) 12.1"


def power_strips(view: View) -> Iterator[Finding]:
    """LS01: no machine above 1.2 kW on a power strip, and no strip behind another one."""
    nodes = {node.id: node for node in view.site.nodes}
    for load in used(view.site, "strip"):
        above = nodes.get(load.node.parent)
        direct = [one for one in devices_on(load) if _plugged_into(load, one)]
        large = next((one for one in direct if _too_large(one)), None)
        missing = tuple(key for one in direct for key in one.power_w.missing)
        name = name_of(load.node)
        if above is not None and above.type == "strip":
            yield _chained(load, above, nodes)
        elif large is not None:
            yield _overloaded(view, load, large, above)
        elif missing:
            yield cannot_tell(
                load.node.id,
                msg("LS01.unknown", "Whether {name} may carry its machines is not known.", name=name),
                msg("LS01.ask", "Ask the makers for the maximum power; above 1.2 kW a strip is not allowed."),
                missing,
            )
        else:
            told = msg("LS01.pass", "No machine above {limit} on {name}.", limit=limit("strip.max_w"), name=name)
            yield passed(load.node.id, told, load.load_w)


def _plugged_into(load: NodeLoad, device: Device) -> bool:
    return any(link.node == load.node.id and link.line == device.line.line.id for link in load.connected)


def _too_large(device: Device) -> bool:
    return device.power_w.known and device.power_w.require() > limit("strip.max_w").require()


def _chained(load: NodeLoad, above: SiteNode, nodes: Mapping[str, SiteNode]) -> Finding:
    wall = nodes.get(above.parent)
    while wall is not None and wall.type == "strip":
        wall = nodes.get(wall.parent)
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "LS01.chained",
            "{name} hangs on {other}.",
            name=name_of(load.node),
            other=name_of(above),
        ),
        remedy=msg(
            "LS01.chained.remedy",
            "Plug each strip into a wall socket of its own; strips behind strips are not allowed.",
        ),
        figures=(load.load_w,),
        fix=None if wall is None else _rehang(load.node, wall),
    )


def _rehang(node: SiteNode, wall: SiteNode) -> Fix:
    return Fix(
        label=msg("LS01.fix.wall", "Plug the strip into {name}", name=name_of(wall)),
        edit=SetValue(path=f"site/{node.id}/parent", value=wall.id),
    )


def _overloaded(view: View, load: NodeLoad, device: Device, above: SiteNode | None) -> Finding:
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "LS01.over",
            "{machine} draws {power} on {name}; above {limit} a machine needs a line of its own.",
            machine=device.line.line.title,
            power=device.power_w,
            name=name_of(load.node),
            limit=limit("strip.max_w"),
        ),
        remedy=msg("LS01.remedy", "Plug it straight into a wall socket on a dedicated circuit."),
        figures=(device.power_w, limit("strip.max_w")),
        fix=None if above is None or _is_full(view, above) else _to_wall(view, load, above),
    )


def _is_full(view: View, socket: SiteNode) -> bool:
    """Tell whether the socket in front of a strip carries too much already: the same machine without the strip is no help."""
    load: NodeLoad | None = view.site.loads.get(socket.id)
    if load is None or not (load.total_a.known and load.rating_a.known):
        return False
    return is_above(load.total_a, load.rating_a)


def _to_wall(view: View, load: NodeLoad, above: SiteNode) -> Fix:
    """Return the fix that plugs the large machines of a strip in where the strip hangs."""
    large = {one.line.line.id for one in devices_on(load) if _too_large(one)}
    alternative = alternative_of(load.load_w.key)
    edits = tuple(
        SetValue(path=f"alternatives/{alternative}/connections/{number}/node", value=above.id)
        for number, link in enumerate(view.alternative.connections)
        if link.node == load.node.id and link.line in large
    )
    label = msg("LS01.fix.move", "Plug it into {name} instead", name=name_of(above))
    return Fix(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=edits))


def overnight(view: View) -> Iterator[Finding]:
    """LS02: machines that run at night with nobody there need a guard, or a UPS and an alarm."""
    if not is_warm(view.site):
        return
    at_night = flag(view.calendar, "unattended_overnight")
    if at_night is False:
        yield passed("plan", msg("LS02.none", "Nothing runs at night with nobody there."))
        return
    if at_night is None:
        yield cannot_tell(
            "plan",
            msg("LS02.unknown", "Whether machines run at night with nobody there is not known."),
            msg("LS02.ask", "Decide with the head of the laboratory; training runs usually do."),
            ("calendar/unattended_overnight",),
            _told("unattended_overnight", msg("LS02.fix.night", "Reckon with machines running at night"), "assumed"),
        )
        return
    yield from _night(view)


def _night(view: View) -> Iterator[Finding]:
    room = room_of(view.site)
    guard = flag(view.calendar, "overnight_guard")
    power = any(line.line.quantity for line in parted(view.memo, view.lines).ups) or any(
        node.type == "ups" for node in view.site.nodes
    )
    power = power or bool(flag(view.calendar, "dual_supply"))
    alarm = (
        True if flag(view.calendar, "overnight_alarm") else None if room is None else flag(room.values, "fire_detector")
    )
    if guard or (power and alarm):
        yield passed("plan", msg("LS02.pass", "Running at night is covered by a guard, or by UPS and alarm."))
    elif power and alarm is None:
        missing = ("site/room" if room is None else f"site/{room.id}/fire_detector",)
        yield cannot_tell(
            "plan",
            msg(
                "LS02.cover", "Whether an alarm covers running at night is not known: {inputs}.", inputs=asked(missing)
            ),
            msg("LS02.cover.ask", "Ask the building office for fire detectors, or put somebody on duty at night."),
            missing,
        )
    else:
        yield Finding(
            outcome="error",
            subject="plan",
            message=_uncovered(power, alarm is not False),
            remedy=msg(
                "LS02.remedy", "Put somebody on duty at night, or provide a UPS (or two supplies) and an alarm."
            ),
            missing=() if guard is False else ("calendar/overnight_guard",),
            fix=_told("overnight_guard", msg("LS02.fix", "Put somebody on duty at night"), "entered"),
        )


def _uncovered(power: bool, alarm: bool) -> Message:
    if power:
        return msg("LS02.no_alarm", "Machines run at night with nobody there and no fire alarm.")
    if alarm:
        return msg("LS02.no_power", "Machines run at night with nobody there and neither UPS nor second supply.")
    return msg("LS02.nothing", "Machines run at night with nobody there, without UPS and without fire alarm.")


def _told(name: str, label: Message, quality: str) -> Fix:
    value = {"value": True, "quality": quality, "source": "decision of the laboratory"}
    return Fix(label=label, edit=SetValue(path=f"calendar/{name}", value=value))


def fire_protection(view: View) -> Iterator[Finding]:
    """LS03: a fire detector in the room, and a lithium UPS battery at a place approved for it."""
    if not is_warm(view.site):
        return
    room, batteries = room_of(view.site), lithium_batteries(view)
    detector = None if room is None else flag(room.values, "fire_detector")
    subject = "plan" if room is None else room.id
    if detector is False:
        yield Finding(
            outcome="error" if batteries else "warning",
            subject=subject,
            message=msg("LS03.no_detector", "There is no fire detector in the room."),
            remedy=msg(
                "LS03.remedy", "Have one put in, and hang an extinguisher for electrical fires beside the door."
            ),
            fix=None if room is None else _detector(room),
        )
    elif detector is None:
        missing = ("site/room" if room is None else f"site/{room.id}/fire_detector",)
        yield cannot_tell(
            subject,
            msg("LS03.unknown", "Whether the room has a fire detector is not known."),
            msg("LS03.ask", "Look at the ceiling, or ask the building office."),
            missing,
        )
    else:
        yield passed(subject, msg("LS03.pass", "The room has a fire detector."))
    yield from places(batteries, room)


def _detector(room: SiteNode) -> Fix:
    value = {"value": True, "quality": "assumed", "source": "to be put in"}
    return Fix(
        label=msg("LS03.fix", "Plan a fire detector"),
        edit=SetValue(path=f"site/{room.id}/values/fire_detector", value=value),
    )


CHECKS = (
    Check(
        id="LS01",
        area="safety",
        title=msg("LS01.title", "Power strips"),
        reads=("site", "lines", "alternative"),
        source=f"{SOURCE}: above 1.2 kW an own line, no strips in a row",
        limit="strip.max_w",
        run=power_strips,
    ),
    Check(
        id="LS03",
        area="safety",
        title=msg("LS03.title", "Fire detector and UPS battery"),
        reads=("site", "lines"),
        source=f"{SOURCE}: fire detector, CO2 extinguisher, place of lithium batteries",
        covers=("LS02",),
        run=fire_protection,
    ),
    Check(
        id="LS02",
        area="safety",
        title=msg("LS02.title", "Running at night with nobody there"),
        reads=("site", "lines", "calendar"),
        source=f"{SOURCE}: dual supply, UPS and alarm, or a person on duty",
        run=overnight,
    ),
)

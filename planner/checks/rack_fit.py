"""Checks of what stands in a rack: depth, heavy things low, power, direction of the air, the aisle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.formulas import SUM_KW
from planner.assess.lines import LineFigures
from planner.assess.racks import RackFilling, in_rack
from planner.checks.cooling_units import mounted_rows
from planner.checks.declared import number_of, of_machine, of_node
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import asked, name_of
from planner.facility.rack import DEPTH_NEEDED_MM
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Placement

Mounts = tuple[tuple[Placement, LineFigures], ...]


def _racks(view: View) -> tuple[tuple[Any, ...], ...]:
    """Return each rack that something is mounted in with its placements and their lines, as one row of objects."""
    if not view.racks or not view.alternative.placements:
        return ()
    found: tuple[tuple[Any, ...], ...] = view.memo.call(
        mounted_rows, view.memo, view.racks, view.alternative.placements, view.lines
    )
    return found


def _mounts(parts: tuple[Any, ...]) -> Mounts:
    half = len(parts) // 2
    return tuple(zip(parts[:half], parts[half:], strict=True))


def depth(view: View) -> tuple[Finding, ...]:
    """RK02: a machine with its cables must not be deeper than the rack: 150 mm behind it are for cables."""
    return view.found_in(_depth, _racks(view))


def _depth(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    mounting, outside = of_node(rack.node, "mounting_depth_mm", "mm"), of_node(rack.node, "depth_mm", "mm")
    there = mounting if mounting.known else outside
    lines = [line for _mount, line in _mounts(parts)]
    deepest = of_machine(max(lines, key=lambda one: number_of(one, "depth_mm") or 0.0), "depth_mm", "mm")
    if not deepest.known:
        return  # nobody told the depth of any machine
    needed = trace(DEPTH_NEEDED_MM, f"{rack.used_u.key.rpartition('/')[0]}/depth_needed_mm", device_mm=deepest)
    told = {"name": name_of(rack.node), "there": there, "needed": needed, "device": deepest}
    if not there.known:
        yield cannot_tell(
            rack.node.id,
            msg("RK02.unknown", "The deepest machine needs {needed} in {name}; its depth is not known.", **told),
            msg(
                "RK02.ask",
                "Measure the rack from post to post and from door to door: {inputs}.",
                inputs=asked(there.missing),
            ),
            there.missing,
        )
    elif there.require() < deepest.require():
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK02.over", "{name} is {there} deep; the deepest machine is {device}.", **told),
            remedy=msg(
                "RK02.remedy", "Use a rack of {needed} and more (1,200 mm suits most servers with cards).", **told
            ),
            figures=(deepest, there, needed),
        )
    elif there.require() < needed.require():
        yield Finding(
            outcome="error" if mounting.known else "warning",
            subject=rack.node.id,
            message=msg(
                "RK02.cables", "{name} is {there} deep; with its cables the deepest machine needs {needed}.", **told
            ),
            remedy=msg(
                "RK02.remedy", "Use a rack of {needed} and more (1,200 mm suits most servers with cards).", **told
            ),
            figures=(deepest, there, needed),
        )
    else:
        say = msg("RK02.pass", "{name} is {there} deep; with its cables the deepest machine needs {needed}.", **told)
        yield passed(rack.node.id, say, needed, there)


def heavy(view: View) -> tuple[Finding, ...]:
    """RK04: what two people cannot lift wants a lift, and stands low in the rack."""
    return view.found_in(_heavy, _racks(view))


def _heavy(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    most = limit("time.lifting_kg")
    for mount, line in _mounts(parts):
        weight = line.weight_kg.given.get("unit_kg")
        if not isinstance(weight, Figure) or not weight.known or weight.require() <= most.require():
            continue
        high = mount.bottom_u is not None and mount.bottom_u > limit("rk.heavy_u").require()
        told = {
            "machine": line.line.title,
            "weight": weight,
            "limit": most,
            "unit": mount.bottom_u,
            "name": name_of(rack.node),
        }
        if high:
            message = msg(
                "RK04.high", "{machine} ({weight}) stands in U{unit} of {name}: the rack may tip over.", **told
            )
            remedy = msg(
                "RK04.high.remedy", "Mount it at the bottom, and use a lift: two people carry {limit}.", **told
            )
        else:
            message = msg("RK04.lift", "{machine} weighs {weight}; two people carry {limit}.", **told)
            remedy = msg("RK04.remedy", "Have a server lift ready on the day of delivery, and mount it at the bottom.")
        yield Finding(
            outcome="warning" if high else "note",
            subject=rack.node.id,
            message=message,
            remedy=remedy,
            figures=(weight, most),
        )
        return  # one of them says it for the rack


def power(view: View) -> tuple[Finding, ...]:
    """RK05: a rack with a power budget carries no more than that."""
    return view.found_in(_power, (row for row in _racks(view) if "power_budget_w" in row[0].node.values))


def _power(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    budget = of_node(rack.node, "power_budget_w", "W")
    whole = trace(
        SUM_KW,
        f"{rack.used_u.key.rpartition('/')[0]}/rack_kw",
        parts_kw=[in_rack(mount, line) for mount, line in _mounts(parts)],
    )
    told = {"name": name_of(rack.node), "power": whole, "budget": budget}
    if not (whole.known and budget.known):
        return  # PW34 asks for the machines
    if 1000 * whole.require() <= budget.require():
        yield passed(rack.node.id, msg("RK05.pass", "{name} carries {power} of {budget}.", **told), whole, budget)
    else:
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK05.over", "{name} would carry {power}; its budget is {budget}.", **told),
            remedy=msg(
                "RK05.remedy",
                "Mount machines of {more} W in another rack, or cap them by that much.",
                more=_more(whole, budget),
            ),
            figures=(whole, budget),
        )


def _more(whole: Figure, budget: Figure) -> int:
    return round(1000 * whole.require() - budget.require())


def air_direction(view: View) -> tuple[Finding, ...]:
    """RK06: a switch that blows from the cables to the ports breathes the warm air of the machines."""
    return view.found_in(_direction, _racks(view))


def _direction(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    for _mount, line in _mounts(parts):
        if line.line.role != "network":
            continue
        told = text(line.line.facts, "airflow") or (line.item.text("airflow") if line.item is not None else "")
        way, name = told.strip().upper(), {"machine": line.line.title, "name": name_of(rack.node)}
        if way == "C2P":
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg(
                    "RK06.wrong", "{machine} blows from its cables to its ports, against the servers of {name}.", **name
                ),
                remedy=msg(
                    "RK06.remedy",
                    "Order it with ports at the rear and air from port to connector (P2C), or turn it round.",
                ),
            )
        elif "P2C" in way and "C2P" in way:
            yield Finding(
                outcome="note",
                subject=line.line.id,
                message=msg("RK06.choose", "{machine} is sold with either direction of the air.", **name),
                remedy=msg("RK06.choose.remedy", "Ask for the one that breathes at the cold side of the rack."),
            )


def aisle(view: View) -> tuple[Finding, ...]:
    """RK07: 1.2 m before a rack, 1.5 m where equipment is brought through."""
    return view.findings(_aisle, [rack for rack in view.racks if "aisle_mm" in rack.node.values])


def _aisle(_view: View, rack: RackFilling) -> Iterator[Finding]:
    there, least, wide = of_node(rack.node, "aisle_mm", "mm"), limit("rk.aisle_mm"), limit("rk.aisle_equipment_mm")
    told = {"name": name_of(rack.node), "there": there, "least": least, "wide": wide}
    if not there.known:
        return
    if there.require() >= least.require():
        yield passed(rack.node.id, msg("RK07.pass", "There are {there} before {name}.", **told), there, least)
    else:
        yield Finding(
            outcome="warning",
            subject=rack.node.id,
            message=msg(
                "RK07.narrow",
                "There are {there} before {name}; {least} are asked for, {wide} where equipment comes through.",
                **told,
            ),
            remedy=msg(
                "RK07.remedy",
                "Move the rack back by {short} mm; a server is pulled out to the front.",
                short=_short(there, least),
            ),
            figures=(there, least, wide),
        )


def _short(there: Figure, least: Figure) -> int:
    return round(least.require() - there.require())


_READS = ("alternative", "lines", "racks")

CHECKS = (
    Check(
        id="RK02",
        area="rack",
        title=msg("RK02.title", "Depth of the rack"),
        reads=_READS,
        source="NVIDIA: at least 1,070 mm for a machine of 897 mm, 1,200 mm advised; 150 mm for cables is customary",
        blocking=False,
        run=depth,
    ),
    Check(
        id="RK04",
        area="rack",
        title=msg("RK04.title", "Heavy machines"),
        reads=_READS,
        source="customary value; to be confirmed",
        limit="time.lifting_kg",
        blocking=False,
        run=heavy,
    ),
    Check(
        id="RK05",
        area="rack",
        title=msg("RK05.title", "Power budget of the rack"),
        reads=_READS,
        source="budget that the data centre gave the rack",
        run=power,
    ),
    Check(
        id="RK06",
        area="rack",
        title=msg("RK06.title", "Direction of the air"),
        reads=_READS,
        source="row of the switch: P2C, C2P or either",
        blocking=False,
        run=air_direction,
    ),
    Check(
        id="RK07",
        area="rack",
        title=msg("RK07.title", "Aisle before the rack"),
        reads=("racks",),
        source="GB 50174-2017: 1.2 m between fronts, 1.5 m where equipment is brought through",
        limit="rk.aisle_mm",
        blocking=False,
        run=aisle,
    ),
)

"""Checks of what stands in a rack: depth, heavy things low, power, direction of the air, the aisle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.formulas import SUM_KW
from planner.assess.lines import LineFigures
from planner.assess.rack_places import Mount, mounts_in, stand, unit_kg
from planner.assess.racks import RackFilling, in_rack
from planner.checks.cooling_units import mounted_rows
from planner.checks.declared import number_of, of_machine, of_node
from planner.checks.rack_lifting import for_two
from planner.checks.rack_width import too_wide
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.remounting import REMOUNTED, with_other_rack
from planner.checks.sides import above, below
from planner.checks.site_parts import asked, name_of
from planner.facility.rack import DEPTH_NEEDED_MM
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Alternative, Connection, Placement, SiteNode
from planner.plan.edits import Batch, SetValue

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
    """RK02: a machine with its cables must not be deeper than the rack, 150 mm behind it are for cables; nor wider than it takes."""
    rows = _racks(view)
    return (*with_other_rack(view, view.found_in(_depth, rows), "depth_mm"), *view.found_in(_width, rows))


def _width(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    return too_wide(rack, [line for _mount, line in _mounts(parts)])


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
    elif below(there, deepest):
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK02.over", "{name} is {there} deep; the deepest machine is {device}.", **told),
            remedy=msg(
                "RK02.remedy", "Use a rack of {needed} and more (1,200 mm suits most servers with cards).", **told
            ),
            figures=(deepest, there, needed),
        )
    elif below(there, needed):
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
    found = view.found_in(_heavy, _racks(view))
    if any(one.outcome == "warning" for one in found):
        found = tuple(_with_place(view, one) for one in found)
    return found


def _with_place(view: View, one: Finding) -> Finding:
    if one.outcome != "warning":
        return one
    fix: Fix | None = view.memo.call(_lowered, one, view.alternative, view.lines, view.racks)
    return one if fix is None else msgspec.structs.replace(one, fix=fix)


def _is_heavy(line: LineFigures) -> bool:
    return unit_kg(line) > limit("time.lifting_kg").require()


def _is_high(mount: Placement) -> bool:
    return mount.bottom_u is not None and mount.bottom_u > limit("rk.heavy_u").require()


def _heavy(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    some = [(mount, line) for mount, line in _mounts(parts) if _is_heavy(line)]
    if not some:
        yield from for_two(rack, [line for _mount, line in _mounts(parts)])
        return
    # one of them says it for the rack: one that stands high, where there is one
    mount, line = next((row for row in some if _is_high(row[0])), some[0])
    weight, most = line.weight_kg.given["unit_kg"], limit("time.lifting_kg")
    assert isinstance(weight, Figure)
    high = _is_high(mount)
    told = {
        "machine": line.line.title,
        "weight": weight,
        "limit": most,
        "unit": mount.bottom_u,
        "name": name_of(rack.node),
    }
    if high:
        message = msg("RK04.high", "{machine} ({weight}) stands in U{unit} of {name}: the rack may tip over.", **told)
        remedy = msg("RK04.high.remedy", "Mount it at the bottom, and use a lift: two people carry {limit}.", **told)
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


def _lowered(
    finding: Finding, alternative: Alternative, lines: Mapping[str, LineFigures], racks: tuple[RackFilling, ...]
) -> Fix | None:
    """Return the step that lets heavy machines find the lowest place, else all of their rack; None where neither helps."""
    rack = next(one.node for one in racks if one.node.id == finding.subject)
    mounts = mounts_in(rack.id, alternative.placements, lines)
    told = [one for one in mounts if one.placement.bottom_u is not None]
    high = [one for one in told if _is_heavy(one.line) and _is_high(one.placement)]
    for moved in (high, told):
        at = {one.at for one in moved}
        stood = stand(rack, [_automatic(one) if one.at in at else one for one in mounts]).stacked
        heavy_ones = [one for one in stood if _is_heavy(one.line)]
        if any(one.clash for one in stood) or any(one.bottom_u > limit("rk.heavy_u").require() for one in heavy_ones):
            continue
        edits = tuple(
            SetValue(path=f"alternatives/{alternative.id}/placements/{one.at}/bottom_u", value=None) for one in moved
        )
        lowest = {one.at: one.bottom_u for one in reversed(stood)}
        return Fix(label=_where(rack, moved, lowest, high), edit=edits[0] if len(edits) == 1 else Batch(edits=edits))
    return None


def _automatic(one: Mount) -> Mount:
    return msgspec.structs.replace(one, placement=msgspec.structs.replace(one.placement, bottom_u=None))


def _where(rack: SiteNode, moved: list[Mount], lowest: Mapping[int, int], high: list[Mount]) -> Message:
    units = tuple(
        msg("RK04.fix.unit", "{machine} in U{unit}", machine=one.line.line.title, unit=lowest[one.at]) for one in high
    )
    if len(moved) == len(high):
        return msg("RK04.fix", "Place the heavy machines automatically: {units}", units=units)
    return msg("RK04.fix.all", "Place all of {name} automatically: {units}", name=name_of(rack), units=units)


def power(view: View) -> tuple[Finding, ...]:
    """RK05: a rack with a power budget carries no more than that.

    One is asked for where machines of a rack hang on no circuit that is described: then only who runs the room knows.
    """
    rows = _racks(view)
    found = view.found_in(_power, (row for row in rows if "power_budget_w" in row[0].node.values))
    return (*with_other_rack(view, found, "w"), *_budget_asked(view, rows))


def _budget_asked(view: View, rows: tuple[tuple[Any, ...], ...]) -> Iterator[Finding]:
    if not (rows := tuple(row for row in rows if "power_budget_w" not in row[0].node.values)):
        return
    plugged = view.memo.call(_plugged, view.alternative.connections)

    def is_bare(row: tuple[Any, ...]) -> bool:
        return any(one.line.id not in plugged and one.line.role == "compute" for one in row[1 + len(row) // 2 :])

    bare = view.memo.rows("RK05 bare", is_bare, rows, (plugged,))
    open_ = [row[0].node for row, told in zip(rows, bare, strict=True) if told]
    if open_:
        yield cannot_tell(
            open_[0].id,
            msg(
                "RK05.unknown",
                "What {names} may draw is not known, and no circuit is said for the machines in it.",
                names=tuple([name_of(node) for node in open_]),
            ),
            msg("RK05.ask", "Ask who runs the machine room for the power of a rack in kW."),
            [f"site/{node.id}/power_budget_w" for node in open_],
        )


def _plugged(links: tuple[Connection, ...]) -> frozenset[str]:
    return frozenset([link.line for link in links])


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
    if not above(whole, budget.require() / 1000):
        yield passed(rack.node.id, msg("RK05.pass", "{name} carries {power} of {budget}.", **told), whole, budget)
    else:
        yield Finding(
            outcome="error",
            subject=rack.node.id,
            message=msg("RK05.over", "{name} would carry {power}; its budget is {budget}.", **told),
            remedy=msg(
                "RK05.remedy",
                "Mount machines of {more} W in another rack, or cap them by that much.",
                more=round(1000 * whole.require() - budget.require()),
            ),
            figures=(whole, budget),
        )


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
            yield cannot_tell(
                line.line.id,
                msg("RK06.choose", "{machine} is sold with either direction of the air.", **name),
                msg("RK06.choose.remedy", "Ask for the one that breathes at the cold side of the rack."),
                (f"{line.key}/airflow",),
            )
        elif not way and any(other.line.role == "compute" for _mount, other in _mounts(parts)):
            yield cannot_tell(
                line.line.id,
                msg("RK06.unknown", "Which way {machine} blows in {name} is not known.", **name),
                msg("RK06.ask", "Ask the maker: from port to connector (P2C) or from connector to port (C2P)."),
                (f"{line.key}/airflow",),
            )
        elif way == "P2C":
            yield passed(line.line.id, msg("RK06.pass", "{machine} blows the way of the servers in {name}.", **name))


def aisle(view: View) -> tuple[Finding, ...]:
    """RK07: 1.2 m before a rack, 1.5 m where equipment is brought through; one question for all racks in use."""
    open_ = [row[0].node for row in _racks(view) if "aisle_mm" not in row[0].node.values]
    found = view.findings(_aisle, [rack for rack in view.racks if "aisle_mm" in rack.node.values])
    return (*found, *(() if not open_ else (_aisle_asked(open_),)))


def _aisle_asked(nodes: list[SiteNode]) -> Finding:
    return cannot_tell(
        nodes[0].id,
        msg(
            "RK07.unknown",
            "How much room there is before {names} is not known; {least} are asked for.",
            names=tuple([name_of(node) for node in nodes]),
            least=limit("rk.aisle_mm"),
        ),
        msg("RK07.ask", "Measure from the front door of the rack to the wall or the next rack."),
        [f"site/{node.id}/aisle_mm" for node in nodes],
    )


def _aisle(_view: View, rack: RackFilling) -> Iterator[Finding]:
    there, least, wide = of_node(rack.node, "aisle_mm", "mm"), limit("rk.aisle_mm"), limit("rk.aisle_equipment_mm")
    told = {"name": name_of(rack.node), "there": there, "least": least, "wide": wide}
    if not there.known:
        return
    if not below(there, least):
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
        reads=REMOUNTED,
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
        reads=REMOUNTED,
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
        reads=_READS,
        source="GB 50174-2017: 1.2 m between fronts, 1.5 m where equipment is brought through",
        limit="rk.aisle_mm",
        blocking=False,
        run=aisle,
    ),
)

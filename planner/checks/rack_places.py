"""Checks of where machines stand in a rack: no unit taken twice, nothing above the top, room left in one piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.rack_places import Mount, Standing, height_of, stand
from planner.assess.racks import RackFilling
from planner.checks.registry import Check, Finding, Fix, passed
from planner.checks.site_parts import alternative_of, name_of
from planner.messages import msg
from planner.plan.document import Placement
from planner.plan.edits import Batch, Edit, RemovePart, SetValue

Rows = tuple[tuple[Any, ...], ...]


def twice(view: View) -> Iterator[Finding]:
    """RK08: no unit of a rack is taken twice at the same face, nothing stands above its top, and the rest finds room."""
    yield from (_too_many(view, name, units) for name, units in view.site.overplaced.items())
    if not view.racks or all(mount.bottom_u is None for mount in view.alternative.placements):
        return
    rows: Rows = view.memo.call(_numbered, view.memo, view.racks, view.alternative.placements, view.lines)
    yield from view.found_in(_twice, rows)


def _too_many(view: View, name: str, units: int) -> Finding:
    """Return that more units of a line are placed than there are, with the step that leaves as many as there are."""
    line = view.lines[name].line
    path = f"alternatives/{view.alternative.id}/placements"
    own = [(at, mount.units) for at, mount in enumerate(view.alternative.placements) if mount.line == name]
    fewer = [SetValue(path=f"{path}/{at}/units", value=left) for at, left in own if left]
    gone = [
        RemovePart(path=f"{path}/{at}") for at, left in reversed(own) if not left
    ]  # from the end: numbers stay right
    return Finding(
        outcome="note",
        subject=name,
        message=msg(
            "RK08.over",
            "{machine}: units placed {units}, in the build {quantity}; racks count no more than the build has.",
            machine=line.title,
            units=units,
            quantity=line.quantity,
        ),
        remedy=msg("RK08.over.remedy", "Take the others out of the racks, or correct the quantity."),
        fix=Fix(
            label=msg("RK08.over.fix", "Leave {quantity} placed", quantity=line.quantity),
            edit=Batch(edits=(*fewer, *gone)),
        ),
    )


def _numbered(
    _memo: Memo, racks: tuple[RackFilling, ...], placements: tuple[Placement, ...], lines: Mapping[str, LineFigures]
) -> Rows:
    """Return each rack with something at a fixed place: the rack, its placements, their lines, their numbers."""
    there: dict[str, list[int]] = {}
    for at, mount in enumerate(placements):
        there.setdefault(mount.node, []).append(at)
    rows = []
    for rack in racks:
        own = there.get(rack.node.id, ())
        mounts = [placements[at] for at in own]
        if any(mount.bottom_u is not None for mount in mounts):
            rows.append((rack, *mounts, *[lines[mount.line] for mount in mounts], *own))
    return tuple(rows)


def _twice(_view: View, rack: RackFilling, *parts: Any) -> Iterator[Finding]:
    count = len(parts) // 3
    mounts = [
        Mount(at=at, placement=mount, line=line)
        for mount, line, at in zip(parts[:count], parts[count : 2 * count], parts[2 * count :], strict=True)
    ]
    stacked = stand(rack.node, mounts).stacked
    height = height_of(rack.node)
    fixed = [one for one in stacked if not one.is_open]
    if not fixed:
        return
    above = next((one for one in fixed if height is not None and one.top_u > height), None)
    meeting = _meeting(fixed)
    homeless = next((one for one in stacked if one.is_open and one.clash), None)
    if above is not None:
        yield _above(rack, above)
    elif meeting is not None:
        yield _clash(rack, *meeting)
    elif homeless is not None:
        yield _no_gap(rack, homeless, fixed)
    else:
        name = name_of(rack.node)
        yield passed(rack.node.id, msg("RK08.pass", "No unit of {name} is taken twice.", name=name))


def _meeting(fixed: list[Standing]) -> tuple[Standing, Standing] | None:
    """Return the lowest two machines that share a unit at a face."""
    taken: dict[Any, Standing] = {}
    for one in fixed:
        for place in sorted(one.places(), key=_unit):
            if place in taken:
                return taken[place], one
        taken |= dict.fromkeys(one.places(), one)
    return None


def _unit(place: tuple[str, int]) -> int:
    return place[1]


def _above(rack: RackFilling, one: Standing) -> Finding:
    return Finding(
        outcome="error",
        subject=rack.node.id,
        message=msg(
            "RK08.above",
            "{machine} stands in U{first} to U{last}; {name} has {height} U.",
            machine=one.line.line.title,
            first=one.bottom_u,
            last=one.top_u,
            name=name_of(rack.node),
            height=rack.height_u.value,
        ),
        remedy=msg("RK08.above.remedy", "Mount it further down, or keep the higher rack."),
        figures=(rack.height_u,),
        fix=_freed(rack, one),
    )


def _clash(rack: RackFilling, low: Standing, high: Standing) -> Finding:
    shared = min(unit for _face, unit in low.places() & high.places())
    second = high.line.line.title
    return Finding(
        outcome="error",
        subject=rack.node.id,
        message=msg(
            "RK08.clash",
            "{first} and {second} both take U{unit} of {name}.",
            first=low.line.line.title,
            second=second,
            unit=shared,
            name=name_of(rack.node),
        ),
        remedy=msg("RK08.clash.remedy", "Begin {second} at U{free} or above.", second=second, free=low.top_u + 1),
        fix=_freed(rack, high),
    )


def _no_gap(rack: RackFilling, one: Standing, fixed: list[Standing]) -> Finding:
    return Finding(
        outcome="error",
        subject=rack.node.id,
        message=msg(
            "RK08.gap",
            "{machine} finds no {height} U in one piece in {name}.",
            machine=one.line.line.title,
            height=one.height_u,
            name=name_of(rack.node),
        ),
        remedy=msg("RK08.gap.remedy", "Move what stands at a unit of its own closer together, or use a second rack."),
        figures=(rack.used_u, rack.height_u),
        fix=_all_freed(rack, fixed) if _would_fit(rack) else None,
    )


def _would_fit(rack: RackFilling) -> bool:
    used, height = rack.used_u.value, rack.height_u.value
    return used is not None and height is not None and used <= height


def _freed(rack: RackFilling, one: Standing) -> Fix:
    label = msg("RK08.fix", "Find a place for {machine} automatically", machine=one.line.line.title)
    return Fix(label=label, edit=_automatic(rack, one.at))


def _all_freed(rack: RackFilling, fixed: list[Standing]) -> Fix:
    edits = tuple(_automatic(rack, at) for at in dict.fromkeys(one.at for one in fixed))
    label = msg("RK08.fix.all", "Place all of {name} automatically", name=name_of(rack.node))
    return Fix(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=edits))


def _automatic(rack: RackFilling, at: int) -> Edit:
    return SetValue(path=f"alternatives/{alternative_of(rack.used_u.key)}/placements/{at}/bottom_u", value=None)


CHECKS = (
    Check(
        id="RK08",
        area="rack",
        title=msg("RK08.title", "Units taken twice"),
        reads=("alternative", "site", "lines", "racks"),
        source="netbox #2192, #1248: a smaller rack or a taller machine leaves two in one place",
        run=twice,
    ),
)

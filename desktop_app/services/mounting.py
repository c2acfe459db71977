"""Where machines stand in racks, as edits: one moved by hand, one placed automatically again, one put into a rack or taken out.

What stands in the way is said before anything is changed; the same is found by the checks of racks afterwards.
"""

from __future__ import annotations

import msgspec

from planner.assess.context import Context
from planner.assess.rack_places import Standing, depth_mm, height_of, is_half, mounts_in, stand, unit_u
from planner.assess.racks import RackFilling
from planner.checks.declared import of_node
from planner.checks.site_parts import name_of
from planner.errors import EditError
from planner.facility.rack import DEPTH_NEEDED_MM
from planner.figure import trace
from planner.messages import Labelled, Message, msg
from planner.plan.document import Alternative, Face, Placement
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place in a rack: its lowest unit, None for an automatic one, at a face."""

    rack: str
    bottom_u: int | None = None
    face: Face = "front"


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """An edit that puts a machine somewhere, and the number its placement has afterwards."""

    edit: Edit
    at: int


def standing_of(context: Context, at: int, number: int) -> tuple[RackFilling, Standing] | None:
    """Return a machine with its rack by number of its placement and number in it; None where it is in none."""
    placements = context.alternative.placements
    node = placements[at].node if 0 <= at < len(placements) else ""
    rack = next((one for one in context.racks if one.node.id == node), None)
    if rack is None:
        return None
    there = stand(rack.node, mounts_in(node, placements, context.lines))
    every = (*there.stacked, *there.upright, *there.unknown)
    found = next((one for one in every if (one.at, one.number) == (at, number)), None)
    return None if found is None else (rack, found)


def loose_one(context: Context, line: str) -> Standing | None:
    """Return a machine of a line that is in no rack, as it would stand; None where all are."""
    figures = context.lines.get(line)
    placed = sum(one.units for one in context.alternative.placements if one.line == line)
    if figures is None or placed >= figures.line.quantity:
        return None
    return Standing(line=figures, bottom_u=1, height_u=unit_u(figures), is_open=True, clash=False)


# --- what stands in the way ------------------------------------------------------------------------------------------


def refusal(context: Context, one: Standing, wanted: Place) -> Message | None:
    """Return why a machine cannot stand at a place, None where it can."""
    rack = next((each for each in context.racks if each.node.id == wanted.rack), None)
    if rack is None:
        return msg("mount.no_rack", "This is no rack.")
    here = context.alternative.placements[one.at].node if one.at >= 0 else ""
    deep = _too_deep(rack, one) if here != wanted.rack else None  # what is there already may be moved up and down
    return deep or _meets(context, rack, one, wanted)


def _too_deep(rack: RackFilling, one: Standing) -> Message | None:
    device = depth_mm(one.line)
    inside, outside = of_node(rack.node, "mounting_depth_mm", "mm"), of_node(rack.node, "depth_mm", "mm")
    there = inside if inside.known else outside
    if not (device.known and there.known):
        return None
    needed = trace(DEPTH_NEEDED_MM, f"{one.line.key}/depth_needed_mm", device_mm=device)
    if there.require() >= (needed.require() if inside.known else device.require()):
        return None
    return msg(
        "mount.deep",
        "{machine} is {device} deep and needs {needed} with its cables; {rack} has {there}.",
        machine=one.line.line.title,
        device=device,
        needed=needed,
        rack=name_of(rack.node),
        there=there,
    )


def _meets(context: Context, rack: RackFilling, one: Standing, wanted: Place) -> Message | None:
    """Return what is in the way at the units: another machine with a place of its own, or the end of the rack."""
    if wanted.bottom_u is None or not one.height_u:
        return None
    moved = _moved(one, rack, wanted)
    height = height_of(rack.node)
    if moved.bottom_u < 1 or (height is not None and moved.top_u > height):
        return msg(
            "mount.beyond",
            "U{first} to U{last} is beyond {rack}, which has {height} U.",
            first=moved.bottom_u,
            last=moved.top_u,
            rack=name_of(rack.node),
            height=height if height is not None else "?",
        )
    own = moved.places()
    for other in _fixed(context, rack, one):
        shared = own & other.places()
        if shared:
            return msg(
                "mount.taken",
                "U{unit} is taken by {machine} (U{first} to U{last}).",
                unit=min(unit for _face, unit in shared),
                machine=other.line.line.title,
                first=other.bottom_u,
                last=other.top_u,
            )
    return None


def _fixed(context: Context, rack: RackFilling, one: Standing) -> list[Standing]:
    """Return the machines with places of their own but this one; those placed automatically make room."""
    there = stand(rack.node, mounts_in(rack.node.id, context.alternative.placements, context.lines)).stacked
    return [other for other in there if not other.is_open and (other.at, other.number) != (one.at, one.number)]


def _moved(one: Standing, rack: RackFilling, wanted: Place) -> Standing:
    bottom = wanted.bottom_u if wanted.bottom_u is not None else 1
    half = is_half(one.line, rack.node)
    return msgspec.structs.replace(one, bottom_u=bottom, face=wanted.face, is_half=half)


def free_places(context: Context, one: Standing, rack: str, face: Face) -> tuple[int, ...]:
    """Return the lowest units at which a machine could stand in a rack; none where the rack's height is not known."""
    filling = next((each for each in context.racks if each.node.id == rack), None)
    height = height_of(filling.node) if filling is not None else None
    if filling is None or height is None or not one.height_u:
        return ()
    taken = {place for other in _fixed(context, filling, one) for place in other.places()}
    return tuple(
        bottom
        for bottom in range(1, height - one.height_u + 2)
        if _moved(one, filling, Place(rack=rack, bottom_u=bottom, face=face)).places().isdisjoint(taken)
    )


def step_place(context: Context, one: Standing, rack: str, step: int) -> int | None:
    """Return the next lowest unit above (``step`` 1) or below (-1) at which a machine could stand, None for none."""
    free = free_places(context, one, rack, one.face)
    onward = [unit for unit in free if (unit - one.bottom_u) * step > 0]
    return min(onward, key=lambda unit: abs(unit - one.bottom_u)) if onward else None


# --- edits -----------------------------------------------------------------------------------------------------------


def move(context: Context, one: Standing, wanted: Place) -> Move:
    """Return the edit that puts one machine at a place, with the others of its placement left where they stand.

    Raises EditError with the reason where something is in the way.
    """
    reason = refusal(context, one, wanted)
    if reason is not None:
        raise EditError(reason, msg("mount.remedy", "Nothing was moved; choose free units, or another rack."))
    alternative = context.alternative
    path = f"alternatives/{alternative.id}/placements"
    value = {"line": one.line.line.id, "node": wanted.rack, "bottom_u": wanted.bottom_u, "face": wanted.face}
    if one.at < 0:
        return Move(edit=AddPart(path=path, value=value), at=len(alternative.placements))
    mount = alternative.placements[one.at]
    title = _step_title(one)
    if mount.units == 1:
        return Move(edit=_changed(f"{path}/{one.at}", mount, wanted, title), at=one.at)
    edits: list[Edit] = []
    below, above = one.number, mount.units - one.number - 1
    if mount.bottom_u is None:
        below, above = mount.units - 1, 0  # they have no order
    edits.append(SetValue(path=f"{path}/{one.at}/units", value=below or above))
    top = None if mount.bottom_u is None else mount.bottom_u + (one.number + 1) * one.height_u
    if not below:
        edits.append(SetValue(path=f"{path}/{one.at}/bottom_u", value=top))
    edits.append(AddPart(path=path, value=value, index=one.at + 1))
    if below and above:
        rest = {"line": mount.line, "node": mount.node, "units": above, "bottom_u": top, "face": mount.face}
        edits.append(AddPart(path=path, value=rest, index=one.at + 2))
    return Move(edit=Batch(edits=tuple(edits), title=title), at=one.at + 1)


def _changed(path: str, mount: Placement, wanted: Place, title: str) -> Edit:
    """Return the edit of a placement of one machine."""
    values = {"node": wanted.rack, "bottom_u": wanted.bottom_u, "face": wanted.face}
    edits = [
        SetValue(path=f"{path}/{name}", value=value) for name, value in values.items() if getattr(mount, name) != value
    ]
    if len(edits) == 1:
        return edits[0]
    return Batch(edits=tuple(edits), title=title)


def _step_title(one: Standing) -> str:
    title: Labelled = one.line.line.title
    return title.zh


def mount_edit(one: Alternative, line: str, rack: str, units: int) -> Edit:
    """Return the edit that puts units of a line into a rack, placed automatically."""
    path = f"alternatives/{one.id}/placements"
    for at, mount in enumerate(one.placements):
        if mount.line == line and mount.node == rack and mount.bottom_u is None and mount.face == "front":
            return SetValue(path=f"{path}/{at}/units", value=mount.units + units)
    return AddPart(path=path, value={"line": line, "node": rack, "units": units})


def other_rack_edit(one: Alternative, at: int, rack: str) -> Edit:
    """Return the edit that takes the machines of one placement to another rack, to be placed automatically there."""
    path = f"alternatives/{one.id}/placements/{at}"
    away = SetValue(path=f"{path}/node", value=rack)
    if one.placements[at].bottom_u is None:
        return away
    return Batch(edits=(away, SetValue(path=f"{path}/bottom_u", value=None)))


def unmount_edit(one: Alternative, at: int) -> Edit:
    """Return the edit that takes the machines of one placement out of their rack."""
    return RemovePart(path=f"alternatives/{one.id}/placements/{at}")


def take_out(context: Context, one: Standing) -> Edit:
    """Return the edit that takes one machine out of its rack."""
    alternative = context.alternative
    path = f"alternatives/{alternative.id}/placements"
    mount = alternative.placements[one.at]
    if mount.units == 1:
        return RemovePart(path=f"{path}/{one.at}")
    fewer = SetValue(path=f"{path}/{one.at}/units", value=mount.units - 1)
    if mount.bottom_u is None or one.number == mount.units - 1:
        return fewer
    out = move(context, one, Place(rack=mount.node, bottom_u=None, face=mount.face))
    return Batch(edits=(out.edit, RemovePart(path=f"{path}/{out.at}")), title=_step_title(one))

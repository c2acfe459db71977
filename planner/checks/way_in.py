"""Checks of the way in and of the floor: doors, corridor, lift; feet on tiles; an engineer's word where it is needed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.assess.racks import RackFilling
from planner.catalog.items import Item
from planner.checks.declared import number_of, of_machine, of_node
from planner.checks.rack_weight import filled_rack, floor_limit
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above
from planner.checks.site_parts import asked, name_of
from planner.facility.delivery import LIFT_LOAD_KG, Obstacle, Passage, Piece, obstacles
from planner.facility.rack import POINT_LOAD_KG
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

_SIZES = ("width_mm", "depth_mm", "height_mm")
_DOOR, _LIFT = ("door_width_mm", "door_height_mm"), ("lift_load_kg", "lift_width_mm", "lift_depth_mm", "lift_height_mm")
_CARRIED = frozenset({"weight_kg", *_SIZES})
_LARGE_MM = 700.0  # what is smaller in every direction passes any door
_LIFTED_KG = 100.0  # what is lighter goes up the stairs


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """What is carried in: whose finding it is, its name, its sizes (mm) and its weight (kg)."""

    subject: str
    name: str | Labelled
    sizes: tuple[Figure, Figure, Figure]
    weight: Figure


def way_in(view: View) -> Iterator[Finding]:
    """FL03: a rack or large machine passes the door, the corridor and the lift, upright and on a trolley."""
    room = view.room
    if room is None:
        return
    lines = parted(view.memo, view.lines).brought_in
    racks, machines = (
        view.memo.each("FL03 rack", partial(_settled_rack, view.memo), view.racks),
        view.memo.each("FL03 line", partial(_settled, view.memo), lines),
    )
    rows: tuple[tuple[Any, ...], ...] = view.memo.call(_rows, racks, machines, room, view.memo.call(_passages, room))
    judged = view.memo.rows("FL03 judged", _judged, rows)
    yield from view.memo.call(_told, room, rows, judged)


Judged = tuple[Obstacle | None, tuple[str, ...]]
"""The first thing that a piece does not pass, and the keys that have to be told before it is known to pass."""


def _told(room: SiteNode, rows: tuple[tuple[Any, ...], ...], judged: tuple[Judged, ...]) -> tuple[Finding, ...]:
    found: list[Finding] = []
    open_: list[tuple[str | Labelled, tuple[str, ...]]] = []
    for (piece, _room, _way), (stuck, keys) in zip(rows, judged, strict=True):
        if stuck is not None:
            found.append(_blocked(piece, stuck))
        elif keys:
            open_.append((piece.name, keys))
        else:
            say = msg("FL03.pass", "{name} passes door, corridor and lift.", name=piece.name)
            found.append(passed(piece.subject, say, *piece.sizes))
    if open_:
        missing = tuple(dict.fromkeys([key for _name, keys in open_ for key in keys]))
        found.append(_unknown(room, tuple([name for name, _keys in open_]), missing))
    return tuple(found)


def _unknown(room: SiteNode, names: tuple[str | Labelled, ...], missing: tuple[str, ...]) -> Finding:
    return cannot_tell(
        room.id,
        msg(
            "FL03.unknown",
            "Whether {names} pass door and lift is not known: {inputs}.",
            names=names,
            inputs=asked(missing),
        ),
        msg(
            "FL03.ask",
            "Measure the narrowest door and corridor, read the load of the lift on its plate, and ask the makers for the sizes as packed.",
        ),
        missing,
    )


def _rows(
    racks: tuple[Carried, ...], machines: tuple[Carried | None, ...], room: SiteNode, way: tuple[Passage, ...]
) -> tuple[tuple[Any, ...], ...]:
    return tuple([(piece, room, way) for piece in (*racks, *machines) if piece is not None])


def _settled_rack(memo: Memo, rack: RackFilling) -> Carried:
    return memo.settled(("FL03", rack.node.id), _rack(rack))


def _settled(memo: Memo, line: LineFigures) -> Carried | None:
    """Return what is carried in of a line, the same object while it is the same: how many there are changes no door."""
    found = _machine(line, memo)
    return None if found is None else memo.settled(("FL03", line.max_w.key), found)


def _judged(row: tuple[Any, ...]) -> Judged:
    piece, room, way = row
    found = obstacles(_as_piece(piece), way) if way else ()
    return (found[0], ()) if found else (None, _unsaid(piece, room))


def _rack(rack: RackFilling) -> Carried:
    width, depth, height = (of_node(rack.node, name, "mm") for name in _SIZES)
    weight = of_node(rack.node, "empty_weight_kg", "kg")
    return Carried(subject=rack.node.id, name=name_of(rack.node), sizes=(width, depth, height), weight=weight)


def _machine(line: LineFigures, memo: Memo) -> Carried | None:
    """Return a machine that is large or heavy; what is small goes through any door, and up the stairs."""
    if not line.line.quantity or not _is_large(line, memo):
        return None
    weight = of_machine(line, "weight_kg", "kg", "weight_kg", "empty_weight_kg")
    width, depth, height = (of_machine(line, name, "mm") for name in _SIZES)
    sizes = (width, depth, height)
    return Carried(subject=line.line.id, name=line.line.title, sizes=sizes, weight=weight)


def _is_large(line: LineFigures, memo: Memo) -> bool:
    if line.item is not None and line.line.facts.keys().isdisjoint(_CARRIED):
        large: bool = memo.call(_is_large_row, line.item)
        return large
    return _large(
        number_of(line, "weight_kg", "weight_kg", "empty_weight_kg"), [number_of(line, one) for one in _SIZES]
    )


def _is_large_row(item: Item) -> bool:
    kilograms = item.number("weight_kg")
    return _large(item.number("empty_weight_kg") if kilograms is None else kilograms, [*map(item.number, _SIZES)])


def _large(kilograms: float | None, sizes_mm: list[float | None]) -> bool:
    """Tell whether something is heavy, or too large in a direction; of unknown sizes nothing is said."""
    if kilograms is not None and kilograms >= _LIFTED_KG:
        return True
    return all(one is not None for one in sizes_mm) and max(one or 0.0 for one in sizes_mm) > _LARGE_MM


def _unsaid(piece: Carried, room: SiteNode) -> tuple[str, ...]:
    """Return the keys that nobody told: size, door, and the lift where the piece is too heavy for the stairs."""
    stairs = flag(room.values, "ground_floor") is True
    lifted = not stairs and piece.weight.value is not None and piece.weight.require() >= _LIFTED_KG
    way = tuple([f"site/{room.id}/{one}" for one in (*_DOOR, *(_LIFT if lifted else ())) if one not in room.values])
    return (*[key for one in piece.sizes for key in one.missing], *way)


def _as_piece(piece: Carried) -> Piece:
    width, depth, height = (one.value or 0.0 for one in piece.sizes)
    return Piece(width_mm=width, depth_mm=depth, height_mm=height, weight_kg=piece.weight.value or 0.0)


def _passages(room: SiteNode) -> tuple[Passage, ...]:
    return tuple(_on_the_way(room))


def _on_the_way(room: SiteNode) -> Iterator[Passage]:
    told = {one: of_node(room, one, "kg" if one.endswith("kg") else "mm") for one in (*_DOOR, *_LIFT, "corridor_mm")}
    stairs = flag(room.values, "ground_floor") is True
    if told["door_width_mm"].known:
        yield Passage(
            kind="door", title="door", width_mm=told["door_width_mm"].require(), height_mm=told["door_height_mm"].value
        )
    if told["corridor_mm"].known:
        yield Passage(kind="corridor", title="corridor", width_mm=told["corridor_mm"].require())
    lift = [told[one].value for one in _LIFT]
    if not stairs and any(one is not None for one in lift):
        yield Passage(
            kind="lift",
            title="lift",
            width_mm=lift[1] if lift[1] is not None else math.inf,
            depth_mm=lift[2],
            height_mm=lift[3],
            load_kg=lift[0],
        )


def _blocked(piece: Carried, found: Obstacle) -> Finding:
    weight = piece.weight
    unit = "kg" if found.what == "load" else "mm"
    there = leaf(f"way/{found.passage.kind}/{found.what}", found.there, unit, Quality.ENTERED)
    needed = leaf(
        f"way/{found.passage.kind}/{found.what}_needed",
        found.needed,
        unit,
        Quality.COMPUTED,
        "piece with room to spare",
    )
    if found.what == "load" and weight.known:
        needed = trace(
            LIFT_LOAD_KG,
            "way/lift/load_needed",
            piece_kg=weight,
            trolley_kg=leaf("way/trolley_kg", 50.0, "kg", Quality.ASSUMED, "customary value; to be confirmed"),
            people=leaf("way/people", 2.0, "1", Quality.ASSUMED, "customary value; to be confirmed"),
        )
    return Finding(
        outcome="error",
        subject=piece.subject,
        message=msg(
            "FL03.blocked",
            "{name} does not pass: {what} is {there}, {needed} are needed.",
            name=piece.name,
            what=_what(found),
            there=there,
            needed=needed,
        ),
        remedy=_remedy(found),
        figures=(there, needed),
    )


def _what(found: Obstacle) -> Message:
    if found.passage.kind == "door":
        return (
            msg("FL03.door.height", "the height of the door")
            if found.what == "height"
            else msg("FL03.door", "the width of the door")
        )
    if found.passage.kind == "corridor":
        return msg("FL03.corridor", "the width of the corridor")
    if found.what == "load":
        return msg("FL03.lift.load", "the load of the lift")
    if found.what == "depth":
        return msg("FL03.lift.depth", "the depth of the lift")
    return msg("FL03.lift", "the door of the lift")


def _remedy(found: Obstacle) -> Message:
    short = round(found.needed - found.there)
    if found.what == "load":
        return msg(
            "FL03.remedy.load",
            "Bring it in empty and in parts, {short} kg less at a time, or ask for the goods lift.",
            short=short,
        )
    if found.passage.kind == "door" and found.what != "height":
        return msg(
            "FL03.remedy.door",
            "Take one that is {short} mm smaller there, or have the leaf of the door taken out; a rack must not be laid down.",
            short=short,
        )
    if found.passage.kind == "door":
        return msg(
            "FL03.remedy.height",
            "Take one that is {short} mm lower, or bring it in by another door; a rack must not be laid down.",
            short=short,
        )
    if found.passage.kind == "corridor":
        return msg(
            "FL03.remedy.corridor",
            "Take one that is {short} mm narrower, or look for another way to the room.",
            short=short,
        )
    return msg(
        "FL03.remedy.lift",
        "Take one that is {short} mm smaller there, or ask for the goods lift or a lifting platform.",
        short=short,
    )


def tiles(view: View) -> Iterator[Finding]:
    """FL02: a foot of a filled rack must not be above what a tile of the raised floor carries."""
    room = view.room
    if room is None or "tile_kg" not in room.values:
        return
    yield from view.found_in(_tile, ((rack, room) for rack in view.racks))


def _tile(_view: View, rack: RackFilling, room: SiteNode) -> Iterator[Finding]:
    whole, allowed = filled_rack(rack)[0], of_node(room, "tile_kg", "kg")
    foot = trace(POINT_LOAD_KG, f"site/{rack.node.id}/foot_kg", weight_kg=whole)
    told = {"name": name_of(rack.node), "foot": foot, "limit": allowed}
    if not (foot.known and allowed.known):
        return  # FL01 asks for the weight
    if not above(foot, allowed):
        yield passed(
            rack.node.id, msg("FL02.pass", "A foot of {name} puts {foot} on a tile for {limit}.", **told), foot, allowed
        )
    else:
        yield Finding(
            outcome="warning",
            subject=rack.node.id,
            message=msg("FL02.over", "A foot of {name} puts {foot} on a tile for {limit}.", **told),
            remedy=msg(
                "FL02.remedy",
                "Put a steel frame down to the slab below the rack, or take {less} kg out of it.",
                less=_less(foot, allowed),
            ),
            figures=(foot, allowed, whole),
        )


def _less(foot: Figure, allowed: Figure) -> int:
    return math.ceil((foot.require() - allowed.require()) * 4 / 1.5)


def proof(view: View) -> Iterator[Finding]:
    """FL04: above 2.5 kN/m2 a structural engineer's note belongs to the papers."""
    room = view.room
    if room is None:
        return
    yield from view.found_in(_proof, ((rack, room) for rack in view.racks))


def _proof(_view: View, rack: RackFilling, room: SiteNode) -> Iterator[Finding]:
    load, floor = filled_rack(rack)[1], floor_limit(room)
    if load.known and floor.known and load.require() <= floor.require():
        return  # made for it: FL01 tells it
    if not load.known or not above(load, limit("floor.proof")):
        return
    told = {"name": name_of(rack.node), "load": load, "limit": limit("floor.proof")}
    if flag(room.values, "structural_proof"):
        yield passed(rack.node.id, msg("FL04.pass", "An engineer has confirmed the floor for {name}.", **told), load)
        return
    yield Finding(
        outcome="warning",
        subject=rack.node.id,
        message=msg(
            "FL04.none", "{name} puts {load} on the floor; above {limit} an engineer has to confirm it.", **told
        ),
        remedy=msg(
            "FL04.remedy", "Ask the building office for a structural engineer's note, and keep it with the plan."
        ),
        figures=(load, limit("floor.proof")),
        fix=_noted(room),
    )


def _noted(room: SiteNode) -> Fix:
    value = {"value": True, "quality": "entered", "source": "structural engineer's note"}
    return Fix(
        label=msg("FL04.fix", "The engineer's note is there"),
        edit=SetValue(path=f"site/{room.id}/values/structural_proof", value=value),
    )


CHECKS = (
    Check(
        id="FL02",
        area="floor",
        title=msg("FL02.title", "Feet on a raised floor"),
        reads=("racks", "room"),
        source="four feet, unevenly loaded by half (customary, to be confirmed), against the tile's rating",
        blocking=False,
        run=tiles,
    ),
    Check(
        id="FL03",
        area="floor",
        title=msg("FL03.title", "Way in"),
        reads=("lines", "racks", "room"),
        source="clear sizes of door, corridor and lift; GB/T 7588: 75 kg a person",
        limit="path.spare_mm",
        blocking=False,
        run=way_in,
    ),
    Check(
        id="FL04",
        area="floor",
        title=msg("FL04.title", "Engineer's word on the floor"),
        reads=("racks", "room"),
        source="GB 50009-2012 5.1.1: classroom 2.5 kN/m2",
        limit="floor.proof",
        blocking=False,
        run=proof,
    ),
)

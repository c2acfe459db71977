"""Where each machine stands in its rack: at the unit that was told, else at the lowest free one, front or rear."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from planner.assess.facts import flag, of_line
from planner.assess.lines import LineFigures
from planner.figure import Figure
from planner.plan.document import Face, Placement, SiteNode

FACES: tuple[Face, ...] = ("front", "rear")
CABLE_MM = 150.0
"""Depth for cables behind a machine (customary value, as in ``rack.depth_needed_mm``)."""


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """A placement with its number among those of the alternative and the figures of its line."""

    at: int
    placement: Placement
    line: LineFigures


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One machine in a rack: number ``number`` of placement ``at``, its lowest unit and height (U), 0 U where upright.

    ``is_half`` machines leave the other face free; ``is_open`` where nobody said at which unit; ``clash`` tells that it
    meets another machine or the end of the rack.
    """

    line: LineFigures
    bottom_u: int
    height_u: int
    is_open: bool
    clash: bool
    at: int = -1
    number: int = 0
    face: Face = "front"
    is_half: bool = False

    @property
    def top_u(self) -> int:
        """Return its highest unit."""
        return self.bottom_u + self.height_u - 1

    def places(self) -> set[tuple[Face, int]]:
        """Return the units it takes, by face: both faces where it is not half as deep as the rack."""
        faces = (self.face,) if self.is_half else FACES
        return {(face, unit) for face in faces for unit in range(self.bottom_u, self.top_u + 1)}


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in a rack: in its units from the bottom up, upright beside them (0 U), and of unknown height."""

    stacked: tuple[Standing, ...] = ()
    upright: tuple[Standing, ...] = ()
    unknown: tuple[Standing, ...] = ()


def mounts_in(rack: str, placements: Sequence[Placement], lines: Mapping[str, LineFigures]) -> tuple[Mount, ...]:
    """Return the placements in a rack with their numbers."""
    return tuple(
        Mount(at=at, placement=one, line=lines[one.line])
        for at, one in enumerate(placements)
        if one.node == rack and one.line in lines
    )


def stand(rack: SiteNode, mounts: Sequence[Mount]) -> Stand:
    """Return where the machines of a rack stand: those with a place first, then the heaviest below the others."""
    height, singles = height_of(rack), tuple(_singles(mounts, rack))
    taken: set[tuple[Face, int]] = set()
    found = [_settled(one, height, taken) for one in singles if one.height_u and not one.is_open]
    loose = [one for one in singles if one.height_u and one.is_open]
    for one in sorted(loose, key=_by_weight):
        place = msgspec.structs.replace(one, bottom_u=lowest_free(one, height, taken))
        found.append(_settled(place, height, taken))
    flat = [one for one in singles if not one.height_u]
    return Stand(
        stacked=tuple(sorted(found, key=_by_unit)),
        upright=tuple(one for one in flat if is_upright(one.line)),
        unknown=tuple(one for one in flat if not is_upright(one.line)),
    )


def behind_u(rack: SiteNode, mounts: Sequence[Mount]) -> dict[int, int]:
    """Return the rack units that placements at the rear share with machines at the front, by number of the placement."""
    found: dict[int, int] = {}
    if all(one.placement.face == "front" for one in mounts):
        return found
    stacked = stand(rack, mounts).stacked
    front = {unit for one in stacked if one.face == "front" for _face, unit in one.places()}
    for one in stacked:
        if one.face == "rear":
            shared = sum(unit in front for unit in range(one.bottom_u, one.top_u + 1))
            found[one.at] = found.get(one.at, 0) + shared
    return found


def _singles(mounts: Iterable[Mount], rack: SiteNode) -> Iterator[Standing]:
    """Yield each machine by itself; no more than the build has of its line."""
    for one in mounts:
        units, bottom = unit_u(one.line), one.placement.bottom_u
        half = is_half(one.line, rack)
        for number in range(min(one.placement.units, one.line.line.quantity)):
            yield Standing(
                line=one.line,
                at=one.at,
                number=number,
                bottom_u=1 if bottom is None else bottom + number * units,
                height_u=units,
                face=one.placement.face,
                is_half=half,
                is_open=bottom is None,
                clash=False,
            )


def _settled(one: Standing, height: int | None, taken: set[tuple[Face, int]]) -> Standing:
    own = one.places()
    beyond = one.bottom_u < 1 or (height is not None and one.top_u > height)
    clash = beyond or not own.isdisjoint(taken)
    taken |= own
    return msgspec.structs.replace(one, clash=True) if clash else one


def _by_weight(one: Standing) -> float:
    return -unit_kg(one.line)


def _by_unit(one: Standing) -> tuple[int, str]:
    return one.bottom_u, one.face


def lowest_free(one: Standing, height: int | None, taken: set[tuple[Face, int]]) -> int:
    """Return the lowest unit with room above it; above all others where there is none within ``height`` units."""
    highest = max((unit for _face, unit in taken), default=0)
    last = height if height is not None else highest + one.height_u
    for bottom in range(1, last - one.height_u + 2):
        if msgspec.structs.replace(one, bottom_u=bottom).places().isdisjoint(taken):
            return bottom
    return highest + 1


def height_of(rack: SiteNode) -> int | None:
    """Return the whole units of a rack, None where nobody said them."""
    told = _number(rack, "u_height")
    return None if told is None else int(told)


def unit_u(line: LineFigures) -> int:
    """Return the height of one machine in whole rack units, 0 where it takes none or where it is not known."""
    unit = line.rack_u.given.get("unit_u")
    return math.ceil(unit.value) if isinstance(unit, Figure) and unit.value else 0


def is_upright(line: LineFigures) -> bool:
    """Tell whether it is known to take no rack unit: a strip that stands upright at the rear."""
    unit = line.rack_u.given.get("unit_u")
    return isinstance(unit, Figure) and unit.value == 0


def unit_kg(line: LineFigures) -> float:
    """Return the weight of one machine in kg, 0 where it is not known."""
    unit = line.weight_kg.given.get("unit_kg")
    return unit.value or 0.0 if isinstance(unit, Figure) else 0.0


def depth_mm(line: LineFigures) -> Figure:
    """Return the depth of one machine in mm: as told at its line, else of its row."""
    return of_line(f"{line.key}/depth_mm", "mm", line.line, "depth_mm", line.item, "depth_mm")


def is_half(line: LineFigures, rack: SiteNode) -> bool:
    """Tell whether another machine has room behind it in the same units: as told, else by both depths.

    Two of them with the cables must not be deeper than the rack. Where a depth is not known it is taken as deep.
    """
    told = flag(line.line.facts, "half_depth")
    if told is not None:
        return told
    own, there = depth_mm(line).value, rack_depth_mm(rack)
    return own is not None and there is not None and 2 * own + CABLE_MM <= there


def rack_depth_mm(rack: SiteNode) -> float | None:
    """Return the depth between the posts in mm, else that of the rack outside, None where nobody said."""
    inside = _number(rack, "mounting_depth_mm")
    return _number(rack, "depth_mm") if inside is None else inside


def _number(rack: SiteNode, name: str) -> float | None:
    told = rack.values.get(name)
    return float(told.value) if told is not None and not isinstance(told.value, str | bool) else None

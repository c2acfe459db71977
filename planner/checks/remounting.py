"""The remedy that a lift and an hour cost: machines moved to another rack, offered where it is enough and has room for them.

What both racks hold after the move is reckoned by the assessment's own formulas before it is offered. A rack of which
less is known than of the one that is left is none to move to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter, le
from typing import Any, Literal, get_args

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.rack_places import CABLE_MM, mounts_in, rack_depth_mm, stand
from planner.assess.racks import RackFilling, power_kw, rack_fillings
from planner.checks.declared import number_of, of_node
from planner.checks.rack_weight import filled_rack, floor_limit
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Alternative, Placement, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue

REMOUNTED = ("alternative", "lines", "racks", "room")
"""What a check reads whose findings get this step."""
Measure = Literal["u", "kg", "floor_kg", "w", "depth_mm"]
_MEASURES: tuple[Measure, ...] = ("u", "kg", "floor_kg", "w")
_MEASURED: tuple[Measure, ...] = get_args(Measure)
_MOVABLE = ("compute", "storage", "other")
_NOTHING = 1e-9


class _Move(msgspec.Struct, frozen=True, kw_only=True):
    """``units`` of placement ``at`` leave their rack."""

    at: int
    units: int
    line: LineFigures


def with_other_rack(view: View, findings: tuple[Finding, ...], measure: Measure) -> tuple[Finding, ...]:
    """Return the findings, errors and warnings about racks with the step that moves machines to another one.

    ``measure`` tells of what a rack has too much. The check must read what ``REMOUNTED`` names.
    """
    if len(view.racks) < 2 or not any(one.outcome in ("error", "warning") for one in findings):  # noqa: PLR2004 - another
        return findings
    there = view.memo.call(_Racks, view.memo, view.alternative, view.lines, view.racks, view.room)
    found: tuple[Finding, ...] = view.memo.call(_fixed, view.memo, measure, findings, there)
    return found


class _Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much a rack may hold of the measures that it tells itself (U, kg, W, mm), None where nobody said."""

    u: float | None
    kg: float | None
    w: float | None
    depth_mm: float | None


class _Spare(msgspec.Struct, frozen=True, kw_only=True):
    """What a rack has left of each measure, in the order of ``_MEASURED``; all there is where nobody said, which ``unknown`` names.

    Of power and depth it is what one machine may need: how much power there is left is told by the rack after a move.
    """

    rack: RackFilling
    left: tuple[float, ...]
    unknown: frozenset[Measure]


class _Racks:
    """The racks of a plan, and what they hold after some machines were moved."""

    def __init__(
        self,
        memo: Memo,
        alternative: Alternative,
        lines: Mapping[str, LineFigures],
        racks: tuple[RackFilling, ...],
        room: SiteNode | None,
    ) -> None:
        self.alternative, self.placements, self.lines = alternative.id, alternative.placements, lines
        self.racks, self.room = racks, room
        self._of: Mapping[str, _Limits] = {rack.node.id: memo.call(_limits, rack) for rack in racks}
        self._spare = {rack.node.id: memo.call(_spare, rack, memo.call(_limits, rack), room) for rack in racks}
        self._with_room: dict[Measure, list[_Spare]] = {}
        self._at: Mapping[str, tuple[int, ...]] = memo.call(_by_rack, alternative.placements)

    def step(self, memo: Memo, finding: Finding, measure: Measure) -> Fix | None:
        """Return the step that moves as few machines as are enough out of a rack; None where no rack takes them."""
        rack = next((one for one in self.racks if one.node.id == finding.subject), None)
        others = self._open(measure)
        if rack is None or not others or (len(others) == 1 and others[0].rack is rack):
            return None
        bearable = self._spare[rack.node.id].unknown - {measure}
        for most in self.goals(rack, measure, finding):
            moves = self._deep(rack, most) if measure == "depth_mm" else self._fewest(memo, rack, measure, most)
            more = [_sum(moves, one) for one in _MEASURED] if moves else []
            for spare in others if moves else ():
                other = spare.rack
                if not all(map(le, more, spare.left)) or not spare.unknown <= bearable or other is rack:
                    continue  # by plain sums it is not worth looking at: no room, or less is known of it
                after = self._after(moves, other.node.id)
                left, there = self.filled(rack.node, after), self.filled(other.node, after)
                if self._takes(there, after) and self._is_enough(left, measure, most, after):
                    return self._fix(moves, left, other, measure, after)
        return None

    def goals(self, rack: RackFilling, measure: Measure, finding: Finding) -> Iterator[float]:
        """Yield what is to be reached, at best first: a full rack is better than one that is more than full."""
        most = self.most(rack, measure)
        if most is not None:
            yield most
            if measure == "u" and finding.outcome == "error" and "u_free" not in rack.node.values:
                yield most / limit("rk.u_warn").require()

    def most(self, rack: RackFilling, measure: Measure) -> float | None:
        """Return how much of a measure a rack may hold (U, kg, W, mm); None where nobody said."""
        if measure == "floor_kg":
            return _floor_kg(rack, self.room)
        most: float | None = getattr(self._of[rack.node.id], measure)
        return most

    def _open(self, measure: Measure) -> list[_Spare]:
        """Return the racks that are known to have some room, by the measure."""
        if measure not in self._with_room:
            at = _MEASURED.index(measure)
            self._with_room[measure] = [
                one for one in self._spare.values() if measure not in one.unknown and one.left[at] > _NOTHING
            ]
        return self._with_room[measure]

    def held(self, rack: RackFilling, measure: Measure, placements: tuple[Placement, ...]) -> float | None:
        """Return how much of a measure a rack holds (U, kg, W); None where that is not known."""
        if measure == "u":
            return rack.used_u.value
        if measure == "w":
            whole = power_kw(rack, placements, self.lines).value
            return None if whole is None else 1000 * whole
        return rack.weight_kg.value

    def filled(self, node: SiteNode, placements: tuple[Placement, ...]) -> RackFilling:
        """Return a rack as it is with other placements."""
        own = tuple(one for one in placements if one.node == node.id)
        return rack_fillings(self.alternative, own, self.lines, (node,), Memo())[0]

    def _parts(self, rack: RackFilling) -> tuple[Any, ...]:
        """Return what the moves out of a rack rest on: the numbers of its placements, these, and their lines."""
        places = self._at.get(rack.node.id, ())
        mounts = [self.placements[at] for at in places]
        return (places, *mounts, *[self.lines[mount.line] for mount in mounts])

    def _deep(self, rack: RackFilling, most: float) -> tuple[_Move, ...]:
        """Return all machines that are too deep for a rack (mm)."""
        return tuple(one for one in _movable(*self._parts(rack)) if _needed_mm(one.line) > most)

    def _fewest(self, memo: Memo, rack: RackFilling, measure: Measure, most: float) -> tuple[_Move, ...]:
        """Return the smallest machine that is enough by itself, else the largest ones until they are; () where none are."""
        held = self.held(rack, measure, self.placements)
        if held is None:
            return ()
        over, sized = held - most, memo.call(_sized, measure, *self._parts(rack))
        alone = next((one for size, one in sized if size >= over - _NOTHING), None)
        if alone is not None:
            return (msgspec.structs.replace(alone, units=1),)
        found = []
        for size, one in reversed(sized):
            units = min(one.units, math.ceil(over / size - _NOTHING))
            found.append(msgspec.structs.replace(one, units=units))
            over -= units * size
            if over <= _NOTHING:
                return tuple(found)
        return ()

    def _after(self, moves: Sequence[_Move], to: str) -> tuple[Placement, ...]:
        """Return the placements after moves to a rack, where a place is found automatically."""
        after = list(self.placements)
        for move in moves:
            mount = after[move.at]
            left = 0 if _is_whole(mount, move) else mount.units - move.units
            after[move.at] = msgspec.structs.replace(mount, units=left)
            after.append(msgspec.structs.replace(mount, node=to, units=move.units, bottom_u=None))
        return tuple(one for one in after if one.units > 0)

    def _takes(self, there: RackFilling, after: tuple[Placement, ...]) -> bool:
        """Tell whether a rack with the machines in it is within all that is known of it, with a place for each."""
        for one in _MEASURES:
            most, held = self.most(there, one), self.held(there, one, after)
            if most is not None and (held is None or held > most + _NOTHING):
                return False
        stood = stand(there.node, mounts_in(there.node.id, after, self.lines))
        return not any(one.clash for one in stood.stacked)

    def _is_enough(self, left: RackFilling, measure: Measure, most: float, after: tuple[Placement, ...]) -> bool:
        if measure == "depth_mm":
            own = [one for one in after if one.node == left.node.id]
            return all(_needed_mm(self.lines[one.line]) <= most for one in own)
        held = self.held(left, measure, after)
        return held is not None and held <= most + _NOTHING

    def _fix(
        self,
        moves: Sequence[_Move],
        left: RackFilling,
        other: RackFilling,
        measure: Measure,
        after: tuple[Placement, ...],
    ) -> Fix:
        path = f"alternatives/{self.alternative}/placements"
        edits = [edit for one in moves for edit in self._edits(path, one, other.node.id)]
        told = {
            "moved": tuple(_told(one) for one in moves),
            "place": name_of(other.node),
            "name": name_of(left.node),
            "left": self._left(left, measure, after),
        }
        label = (
            msg("RK.fix.deep", "Move {moved} to {place}, which is {left} deep", **{**told, "left": _depth(other.node)})
            if measure == "depth_mm"
            else msg("RK.fix.move", "Move {moved} to {place}: {name} goes down to {left}", **told)
        )
        return Fix(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=tuple(edits)))

    def _left(self, left: RackFilling, measure: Measure, after: tuple[Placement, ...]) -> Figure:
        if measure == "u":
            return left.used_u
        return power_kw(left, after, self.lines) if measure == "w" else left.weight_kg

    def _edits(self, path: str, move: _Move, to: str) -> Iterator[Edit]:
        mount = self.placements[move.at]
        if _is_whole(mount, move):
            yield SetValue(path=f"{path}/{move.at}/node", value=to)
            if mount.bottom_u is not None:
                yield SetValue(path=f"{path}/{move.at}/bottom_u", value=None)
            return
        yield SetValue(path=f"{path}/{move.at}/units", value=mount.units - move.units)
        yield AddPart(path=path, value={"line": mount.line, "node": to, "units": move.units, "face": mount.face})


def _limits(rack: RackFilling) -> _Limits:
    node, carries = rack.node, rack.max_load_kg.value
    free = fact_figure(node.values, "u_free", f"site/{node.id}/u_free", "U")
    units = first_known(free.key, "U", free, rack.height_u).value
    if units is not None and not free.known:
        units *= limit("rk.u_warn").require()
    return _Limits(
        u=units,
        kg=None if carries is None else carries * limit("rk.load").require(),
        w=of_node(node, "power_budget_w", "W").value,
        depth_mm=rack_depth_mm(node),
    )


def _spare(rack: RackFilling, limits: _Limits, room: SiteNode | None) -> _Spare:
    most: dict[Measure, float | None] = {
        "u": limits.u,
        "kg": limits.kg,
        "floor_kg": _floor_kg(rack, room),
        "w": limits.w,
        "depth_mm": limits.depth_mm,
    }
    kg = rack.weight_kg.value or 0.0
    held = {"u": rack.used_u.value or 0.0, "kg": kg, "floor_kg": kg}
    left = (math.inf if (there := most[one]) is None else there - held.get(one, 0.0) + _NOTHING for one in _MEASURED)
    return _Spare(rack=rack, left=tuple(left), unknown=frozenset([one for one in _MEASURED if most[one] is None]))


def _floor_kg(rack: RackFilling, room: SiteNode | None) -> float | None:
    """Return the weight of machines in a rack (kg) up to which its floor carries it; None where that is not known."""
    (whole_kg, load), allowed = filled_rack(rack), floor_limit(room)
    if not (load.value and whole_kg.value and allowed.known):
        return None
    return allowed.require() * whole_kg.value / load.value - (whole_kg.value - rack.weight_kg.require())


def _by_rack(placements: tuple[Placement, ...]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the placements in each rack."""
    found: dict[str, list[int]] = {}
    for at, mount in enumerate(placements):
        found.setdefault(mount.node, []).append(at)
    return {name: tuple(some) for name, some in found.items()}


def _movable(places: tuple[int, ...], *parts: Any) -> Iterator[_Move]:
    """Yield the machines that can leave a rack, by the numbers of its placements, these, and their lines."""
    mounts: tuple[Placement, ...] = parts[: len(places)]
    lines: tuple[LineFigures, ...] = parts[len(places) :]
    for at, mount, line in zip(places, mounts, lines, strict=True):
        units = min(mount.units, line.line.quantity)
        if units and line.line.role in _MOVABLE:
            yield _Move(at=at, units=units, line=line)


def _sized(measure: Measure, places: tuple[int, ...], *parts: Any) -> list[tuple[float, _Move]]:
    """Return the machines that can leave a rack with how much of a measure one is, smallest first."""
    sized = [(size, one) for one in _movable(places, *parts) if (size := _size(one.line, measure))]
    return sorted(sized, key=itemgetter(0))


def _is_whole(mount: Placement, move: _Move) -> bool:
    return move.units >= min(mount.units, move.line.line.quantity)


def _size(line: LineFigures, measure: Measure) -> float | None:
    """Return how much of a measure one machine is; None where that is not known."""
    if measure == "w":
        return line.unit_max_w.value
    unit = line.rack_u.given.get("unit_u") if measure == "u" else line.weight_kg.given.get("unit_kg")
    return unit.value if isinstance(unit, Figure) else None


def _sum(moves: Sequence[_Move], measure: Measure) -> float:
    """Return how much moves bring of a measure, as far as it is known; of depth the deepest."""
    if measure == "depth_mm":
        return max(_needed_mm(move.line) for move in moves)
    return sum(move.units * (_size(move.line, measure) or 0.0) for move in moves)


def _needed_mm(line: LineFigures) -> float:
    """Return the depth that a machine needs with its cables (mm), 0 where its depth is not known."""
    depth_mm = number_of(line, "depth_mm")
    return depth_mm + CABLE_MM if depth_mm else 0.0


def _depth(node: SiteNode) -> Figure:
    mounting = of_node(node, "mounting_depth_mm", "mm")
    return mounting if mounting.known else of_node(node, "depth_mm", "mm")


def _told(one: _Move) -> Message:
    return msg("RK.fix.units", "{count} × {machine}", count=one.units, machine=one.line.line.title)


def _fixed(memo: Memo, measure: Measure, findings: tuple[Finding, ...], there: _Racks) -> tuple[Finding, ...]:
    def with_step(one: Finding) -> Finding:
        if one.fix is not None or one.outcome not in ("error", "warning"):
            return one
        step = there.step(memo, one, measure)
        return one if step is None else msgspec.structs.replace(one, fix=step)

    return tuple(with_step(one) for one in findings)

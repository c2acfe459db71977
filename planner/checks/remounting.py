"""The remedy that a lift and an hour cost: machines moved to another rack, offered where it is enough and has room for them.

What both racks hold after the move is reckoned by the assessment's own formulas before it is offered. A rack of which
less is known than of the one that is left is none to move to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

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
    found: tuple[Finding, ...] = view.memo.call(
        _fixed, measure, findings, view.alternative, view.lines, view.racks, view.room
    )
    return found


class _Racks:
    """The racks of a plan, and what they hold after some machines were moved."""

    def __init__(
        self,
        alternative: Alternative,
        lines: Mapping[str, LineFigures],
        racks: tuple[RackFilling, ...],
        room: SiteNode | None,
    ) -> None:
        self.alternative, self.placements, self.lines = alternative.id, alternative.placements, lines
        self.racks, self.room = racks, room

    def step(self, finding: Finding, measure: Measure) -> Fix | None:
        """Return the step that moves as few machines as are enough out of a rack; None where no rack takes them."""
        rack = next((one for one in self.racks if one.node.id == finding.subject), None)
        if rack is None:
            return None
        for most in self.goals(rack, measure, finding):
            moves = self._deep(rack, most) if measure == "depth_mm" else self._fewest(rack, measure, most)
            for other in self.racks if moves else ():
                if other is rack:
                    continue
                after = self._after(moves, other.node.id)
                left, there = self.filled(rack.node, after), self.filled(other.node, after)
                if self._takes(rack, there, moves, after, measure) and self._is_enough(left, measure, most, after):
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
        """Return how much of a measure a rack may hold; None where nobody said."""
        node = rack.node
        if measure == "u":
            free = fact_figure(node.values, "u_free", f"site/{node.id}/u_free", "U")
            whole = first_known(free.key, "U", free, rack.height_u).value
            return whole if whole is None or free.known else whole * limit("rk.u_warn").require()
        if measure == "kg":
            carries = rack.max_load_kg.value
            return None if carries is None else carries * limit("rk.load").require()
        if measure == "w":
            return of_node(node, "power_budget_w", "W").value
        if measure == "depth_mm":
            return rack_depth_mm(node)
        (whole_kg, load), allowed = filled_rack(rack), floor_limit(self.room)
        if not (load.value and whole_kg.value and allowed.known):
            return None
        return allowed.require() * whole_kg.value / load.value - (whole_kg.value - rack.weight_kg.require())

    def held(self, rack: RackFilling, measure: Measure, placements: tuple[Placement, ...]) -> float | None:
        """Return how much of a measure a rack holds; None where that is not known."""
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

    def _movable(self, rack: RackFilling) -> Iterator[_Move]:
        for at, mount in enumerate(self.placements):
            line = self.lines[mount.line]
            units = min(mount.units, line.line.quantity)
            if mount.node == rack.node.id and units and line.line.role in _MOVABLE:
                yield _Move(at=at, units=units, line=line)

    def _deep(self, rack: RackFilling, most: float) -> tuple[_Move, ...]:
        """Return all machines that are too deep for a rack (mm)."""
        found = tuple(self._movable(rack))
        return tuple(one for one in found if (number_of(one.line, "depth_mm") or 0.0) + CABLE_MM > most)

    def _fewest(self, rack: RackFilling, measure: Measure, most: float) -> tuple[_Move, ...]:
        """Return the smallest machine that is enough by itself, else the largest ones until they are; () where none are."""
        held = self.held(rack, measure, self.placements)
        if held is None:
            return ()
        over, sized = held - most, []
        for one in self._movable(rack):
            size = _size(one.line, measure)
            if size:
                sized.append((size, one))
        sized.sort(key=lambda row: row[0])
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

    def _takes(
        self,
        source: RackFilling,
        there: RackFilling,
        moves: Sequence[_Move],
        after: tuple[Placement, ...],
        measure: Measure,
    ) -> bool:
        """Tell whether a rack with the machines in it is within all that is known of it, and no less is than of the source."""
        for one in _MEASURES:
            most, held = self.most(there, one), self.held(there, one, after)
            if most is None:
                if one == measure or self.most(source, one) is not None:
                    return False
            elif held is None or held > most + _NOTHING:
                return False
        depth, deepest = rack_depth_mm(there.node), max(number_of(one.line, "depth_mm") or 0.0 for one in moves)
        if depth is None and (measure == "depth_mm" or rack_depth_mm(source.node) is not None):
            return False
        if depth is not None and deepest and deepest + CABLE_MM > depth:
            return False
        stood = stand(there.node, mounts_in(there.node.id, after, self.lines))
        return not any(one.clash for one in stood.stacked)

    def _is_enough(self, left: RackFilling, measure: Measure, most: float, after: tuple[Placement, ...]) -> bool:
        if measure == "depth_mm":
            own = [one for one in after if one.node == left.node.id]
            return all((number_of(self.lines[one.line], "depth_mm") or 0.0) + CABLE_MM <= most for one in own)
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
            else msg("RK.fix.move", "Move {moved} to {place}: {left} are left in {name}", **told)
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


def _is_whole(mount: Placement, move: _Move) -> bool:
    return move.units >= min(mount.units, move.line.line.quantity)


def _size(line: LineFigures, measure: Measure) -> float | None:
    """Return how much of a measure one machine is; None where that is not known."""
    if measure == "w":
        return line.unit_max_w.value
    unit = line.rack_u.given.get("unit_u") if measure == "u" else line.weight_kg.given.get("unit_kg")
    return unit.value if isinstance(unit, Figure) else None


def _depth(node: SiteNode) -> Figure:
    mounting = of_node(node, "mounting_depth_mm", "mm")
    return mounting if mounting.known else of_node(node, "depth_mm", "mm")


def _told(one: _Move) -> Message:
    return msg("RK.fix.units", "{count} × {machine}", count=one.units, machine=one.line.line.title)


def _fixed(
    measure: Measure,
    findings: tuple[Finding, ...],
    alternative: Alternative,
    lines: Mapping[str, LineFigures],
    racks: tuple[RackFilling, ...],
    room: SiteNode | None,
) -> tuple[Finding, ...]:
    there = _Racks(alternative, lines, racks, room)

    def with_step(one: Finding) -> Finding:
        if one.fix is not None or one.outcome not in ("error", "warning"):
            return one
        step = there.step(one, measure)
        return one if step is None else msgspec.structs.replace(one, fix=step)

    return tuple(with_step(one) for one in findings)

"""How full the racks are: units and weight of what is placed in each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import attrgetter
from typing import Any

import msgspec

from planner.assess import formulas as f
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.rack_places import Mount, behind_u
from planner.figure import Figure, Quality, entered, leaf, trace
from planner.plan.document import Placement, SiteNode


class RackFilling(msgspec.Struct, frozen=True, kw_only=True):
    """A rack node with the rack units and weight placed in it."""

    node: SiteNode
    used_u: Figure
    height_u: Figure
    weight_kg: Figure
    max_load_kg: Figure


def rack_fillings(
    alternative: str,
    placements: tuple[Placement, ...],
    lines: Mapping[str, LineFigures],
    site: tuple[SiteNode, ...],
    memo: Memo,
) -> tuple[RackFilling, ...]:
    """Return the racks of ``site`` with what is placed in them; the same tuple while nothing of it changed."""
    mounted = memo.call(_mounts, memo, placements, site)

    def rack(name: str) -> RackFilling:
        mounts = [(mount, lines[mount.line]) for mount in mounted[name].mounts]
        return _rack(alternative, mounted[name].node, mounts, memo)

    filled = memo.over(("racks", alternative), rack, mounted, attrgetter("lines"), lines, (alternative,))
    racks: tuple[RackFilling, ...] = memo.call(_values, filled)
    return racks


def in_rack(mount: Placement, line: LineFigures) -> Figure:
    """Return the maximum power (kW) of what a placement puts into a rack."""
    key = f"{line.key}/{mount.node}"
    units = leaf(f"{key}/units", float(min(mount.units, line.line.quantity)), "1", Quality.ENTERED)
    return trace(f.RACK_KW, f"{key}/kw", units=units, unit_w=line.unit_max_w)


def power_kw(rack: RackFilling, placements: tuple[Placement, ...], lines: Mapping[str, LineFigures]) -> Figure:
    """Return the maximum power (kW) of all that is mounted in a rack."""
    parts = [in_rack(mount, lines[mount.line]) for mount in placements if mount.node == rack.node.id]
    return trace(f.SUM_KW, f"{rack.used_u.key.rpartition('/')[0]}/rack_kw", parts_kw=parts)


def _values(named: Mapping[str, RackFilling]) -> tuple[RackFilling, ...]:
    return tuple(named.values())


class _Mounts(msgspec.Struct, frozen=True, kw_only=True):
    """A rack, what is placed in it, and the lines of that."""

    node: SiteNode
    mounts: tuple[Placement, ...]
    lines: tuple[str, ...]


def _mounts(memo: Memo, placements: tuple[Placement, ...], site: tuple[SiteNode, ...]) -> dict[str, _Mounts]:
    placed: dict[str, list[Placement]] = {node.id: [] for node in site if node.type == "rack"}
    for mount in placements:
        if mount.node in placed:
            placed[mount.node].append(mount)
    by_id = {node.id: node for node in site}
    found = {}
    for name, mounts in placed.items():
        node, lines = by_id[name], tuple(dict.fromkeys(mount.line for mount in mounts))
        found[name] = memo.settled(("mounts", name), _Mounts(node=node, mounts=tuple(mounts), lines=lines))
    return found


def _rack(alternative: str, node: SiteNode, mounts: list[tuple[Placement, LineFigures]], memo: Memo) -> RackFilling:
    key = f"{alternative}/{node.id}"
    shared = _behind(node, mounts)
    if shared:
        parts = tuple(_mounted(key, *present(row), shared.get(at, 0)) for at, row in enumerate(mounts))
    else:
        parts = memo.rows(("rack", node.id), lambda row: _mounted(key, *present(row)), mounts, (alternative,))
    return RackFilling(
        node=node,
        used_u=trace(f.TOTAL_U, f"{key}/used_u", parts_u=[height for height, _weight in parts]),
        height_u=fact_figure(node.values, "u_height", f"site/{node.id}/u_height", "U"),
        weight_kg=trace(f.TOTAL_KG, f"{key}/weight_kg", parts_kg=[weight for _height, weight in parts]),
        max_load_kg=fact_figure(node.values, "max_load_kg", f"site/{node.id}/max_load_kg", "kg"),
    )


def _behind(node: SiteNode, mounts: list[tuple[Placement, LineFigures]]) -> dict[int, int]:
    """Return the rack units that machines at the rear share with those at the front, by number among ``mounts``."""
    if all(mount.face == "front" for mount, _line in mounts):
        return {}
    return behind_u(node, [Mount(at=at, placement=mount, line=line) for at, (mount, line) in enumerate(mounts)])


def _mounted(key: str, mount: Placement, line: LineFigures, behind: int = 0) -> tuple[Figure, Figure]:
    """Return the rack units and the weight (kg) of what is mounted; ``behind`` of its units are those of others (U)."""
    units = entered(f"{key}/{mount.line}/units", float(mount.units), "1")
    height_u, weight_kg = _one_of(line.rack_u, "unit_u"), _one_of(line.weight_kg, "unit_kg")
    used_u = {"quantity": units, "unit_u": height_u}
    if behind:
        shared_u = leaf(f"{key}/{mount.line}/shared_u", float(behind), "U", Quality.COMPUTED)
        taken = trace(f.UNITS_APART_U, f"{key}/{mount.line}/rack_u", **used_u, shared_u=shared_u)
    else:
        taken = trace(f.UNITS_U, f"{key}/{mount.line}/rack_u", **used_u)
    return taken, trace(f.UNITS_KG, f"{key}/{mount.line}/kg", quantity=units, unit_kg=weight_kg)


def _one_of(whole: Figure, name: str) -> Figure:
    """Return the figure of one unit out of a line's quantity-times-unit figure."""
    found = whole.given[name]
    assert isinstance(found, Figure)
    return found


def present(row: tuple[Any, ...]) -> tuple[Any, LineFigures]:
    """Return a connection or placement, with no more units than the build has of its line, and that line's figures."""
    link, line = row
    units = min(link.units, line.line.quantity)
    return (link if units == link.units else msgspec.structs.replace(link, units=units)), line


def placed_units(placements: tuple[Placement, ...]) -> dict[str, int]:
    """Return how many units of each line are placed in racks."""
    placed: dict[str, int] = {}
    for mount in placements:
        placed[mount.line] = placed.get(mount.line, 0) + mount.units
    return placed


def too_many(placed: Mapping[str, int], lines: Mapping[str, LineFigures], memo: Memo) -> dict[str, int]:
    """Return how many units of each line are placed, where that is more than the build has."""

    def over(name: str) -> bool:
        return name in lines and placed[name] > lines[name].line.quantity

    found = memo.over("too many placed", over, placed, None, lines)
    return {name: placed[name] for name in compress(found, found.values())}


def within_build(placements: tuple[Placement, ...], quantities: Mapping[str, int]) -> tuple[Placement, ...]:
    """Return the placements with no more units of some lines than the build has, the first ones first; 0 units are kept."""
    left, found = dict(quantities), []
    for mount in placements:
        units = min(mount.units, left.get(mount.line, mount.units))
        if mount.line in left:
            left[mount.line] -= units
        found.append(mount if units == mount.units else msgspec.structs.replace(mount, units=units))
    return tuple(found)

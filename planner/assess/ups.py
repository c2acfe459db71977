"""What hangs on each planned UPS, and the heat it gives off.

Where the wiring has UPS nodes, a planned UPS carries what is plugged in behind the node it is connected or placed at.
Where nobody said which UPS stands where, what they carry together is shared out by their ratings, as an assumption:
no load is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Literal

import msgspec

from planner.assess import formulas as f
from planner.assess.facts import fact_figure, first_known, of_item, of_line
from planner.assess.lines import LineFigures, Parted
from planner.facility.power import SUM_W
from planner.facility.ups import HEAT_W, LOSS_W, USABLE_W
from planner.figure import Figure, Quality, entered, trace
from planner.plan.document import SiteNode

Basis = Literal["placed", "alone", "shared"]
_MAX_W = attrgetter("max_w")


class PlannedUps(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS of the build: what hangs on it, its rating and its heat (W), and how that load was found.

    ``basis`` is placed where the wiring says it, alone where it is the only one, shared where it was shared out by rating.
    """

    line: LineFigures
    behind_w: Figure
    rating_w: Figure
    heat_w: Figure
    basis: Basis


def planned_ups(
    alternative: str,
    lines: Parted,
    wired: Mapping[str, Figure],
    places: Mapping[str, Sequence[str]],
    told: Mapping[str, Figure],
) -> tuple[PlannedUps, ...]:
    """Return the UPS lines with their loads.

    ``wired`` are the loads (W) of the UPS nodes of the site, ``places`` the nodes that a line is said to be at, ``told`` the
    efficiencies (%) that such nodes tell of a line.
    """
    planned = lines.ups
    if not planned:
        return ()
    ratings = {line.line.id: _rating(f"{alternative}/{line.line.id}", line) for line in planned}
    counted = [line.line.id for line in planned if line.line.quantity]
    places = {
        name: nodes for name, nodes in places.items() if name in ratings
    }  # a machine there is behind one, it is none
    loose = [name for name in counted if name not in places]
    pool = _pool(alternative, lines, wired, places) if loose else []
    whole = trace(SUM_W, f"{alternative}/total/behind_ups_w", power_w=pool) if len(loose) > 1 else None
    found = []
    for line in planned:
        name, key = line.line.id, f"{alternative}/{line.line.id}"
        basis: Basis = "alone"
        if name not in loose:
            there = [_at_node(key, node, name, counted, (wired, places, ratings)) for node in places.get(name, ())]
            behind, basis = trace(SUM_W, f"{key}/behind_w", power_w=there if line.line.quantity else []), "placed"
        elif whole is None:
            behind = trace(SUM_W, f"{key}/behind_w", power_w=pool)
        else:
            behind, basis = _share(f"{key}/behind_w", whole, name, [ratings[one] for one in loose], ratings), "shared"
        efficiency = told[name] if name in told else efficiency_of_unit(line)
        found.append(_planned(key, line, behind, (ratings[name], efficiency), basis))
    return tuple(found)


def _planned(key: str, line: LineFigures, behind: Figure, told: tuple[Figure, Figure], basis: Basis) -> PlannedUps:
    heat = loss_w(f"{key}/load_w", f"{key}/ups_heat_w", behind, told)
    return PlannedUps(line=line, behind_w=behind, rating_w=told[0], heat_w=heat, basis=basis)


def _rating(key: str, ups: LineFigures) -> Figure:
    count = entered(f"{key}/quantity", float(ups.line.quantity), "1")
    return trace(f.SHARE_OF_W, f"{key}/rating_w", whole_w=rating_of_unit(ups, "rated_w", "W"), share=count)


def efficiency_of_unit(ups: LineFigures) -> Figure:
    """Return the efficiency of a UPS of a line in percent: as told at the line, else of its row."""
    return of_line(f"{ups.key}/efficiency_pct", "%", ups.line, "efficiency_pct", ups.item, "efficiency_pct")


def charger_of_unit(ups: LineFigures) -> Figure:
    """Return what one UPS of a line takes to charge (W): as told at the line, else of its row."""
    return of_line(f"{ups.key}/charger_w", "W", ups.line, "charger_w", ups.item, "charger_w")


def told_of_lines(joined: Mapping[str, Sequence[tuple[str, int]]], nodes: Iterable[SiteNode]) -> dict[str, Figure]:
    """Return by line of UPS the efficiency (%) that the node it is tells, where one does; ``joined`` are the lines of nodes."""
    found: dict[str, Figure] = {}
    for node in nodes if joined else ():
        told = fact_figure(node.values, "efficiency_pct", f"site/{node.id}/efficiency_pct", "%")
        if told.known and node.id in joined:
            found.update(dict.fromkeys((line for line, _units in joined[node.id]), told))
    return found


def loss_w(carried_key: str, key: str, load: Figure, told: tuple[Figure, Figure]) -> Figure:
    """Return what a UPS loses (W) at a load of which it carries no more than its rating.

    ``told`` are its rating (W) and its efficiency (%). The efficiency holds where it is known and something hangs behind
    it; else the rule of thumb by rating and load.
    """
    rating, efficiency = told
    by_efficiency = efficiency.value is not None and load.value != 0
    if by_efficiency and rating.value is None:
        return trace(LOSS_W, key, load_w=load, efficiency_pct=efficiency)
    carried = trace(f.UPS_LOAD_W, carried_key, load_w=load, rating_w=rating)
    if by_efficiency:
        return trace(LOSS_W, key, load_w=carried, efficiency_pct=efficiency)
    return trace(HEAT_W, key, rating_w=rating, load_w=carried)


def rating_of_unit(ups: LineFigures, name: str, unit: str) -> Figure:
    """Return what one UPS of a line is rated (``rated_w`` or ``rated_va``): as told at the line, else of its row."""
    key = f"{ups.key}/{name}"
    found = first_known(key, unit, fact_figure(ups.line.facts, name, key, unit), of_item(ups.item, name, unit))
    return found if name != "rated_w" else no_more_than_va(found, rating_of_unit(ups, "rated_va", "VA"))


def no_more_than_va(rated_w: Figure, rated_va: Figure) -> Figure:
    """Return a rating (W) as it is, or that in VA where it is said to be more than that: one of them was misread."""
    if rated_w.value is None or rated_va.value is None or rated_w.value <= rated_va.value:
        return rated_w
    return trace(USABLE_W, f"{rated_w.key}/usable", rated_w=rated_w, rated_va=rated_va)


def _pool(
    alternative: str,
    lines: Parted,
    wired: Mapping[str, Figure],
    places: Mapping[str, Sequence[str]],
) -> list[Figure]:
    """Return the loads of the UPS that nobody placed: of the nodes no other is at, else of all machines left."""
    taken = {node for nodes in places.values() for node in nodes}
    free = [load for node, load in wired.items() if node not in taken]
    if free:
        return free
    machines = [*map(_MAX_W, lines.powered)]
    if not wired:
        return machines
    others = [wired[node] for node in wired]
    return [trace(f.NOT_BEHIND_W, f"{alternative}/total/not_behind_ups_w", machines_w=machines, behind_w=others)]


def _at_node(
    key: str,
    node: str,
    name: str,
    counted: Sequence[str],
    site: tuple[Mapping[str, Figure], Mapping[str, Sequence[str]], Mapping[str, Figure]],
) -> Figure:
    """Return the load (W) of a UPS node that one line carries: all of it, or its share where several are said to be there."""
    wired, places, ratings = site
    there = [one for one in counted if node in places.get(one, ())]
    if len(there) < 2:
        return wired[node]
    return _share(f"{key}/{node}/share_w", wired[node], name, [ratings[one] for one in there], ratings)


def _share(key: str, whole: Figure, name: str, parts: Sequence[Figure], ratings: Mapping[str, Figure]) -> Figure:
    found = trace(f.BY_RATING_W, key, whole_w=whole, rating_w=ratings[name], ratings_w=parts)
    return msgspec.structs.replace(found, quality=Quality.ASSUMED) if found.known else found

"""From a plan to the wiring problem and back: what the site and the build say, and the edit that the answer is.

A circuit whose breaker or voltage nobody told takes no part: what is plugged in there stays, and the question is named.
What is surely too much there does not stay: the largest machines are planned anew until the rest is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.factor import lowest_factor, plan_factor
from planner.assess.facts import text
from planner.assess.lines import POWERED, LineFigures
from planner.assess.supplies import active_supplies, is_scheme, supply_scheme
from planner.checks.declared import number_of, path_up
from planner.checks.inlets import FITS
from planner.checks.replugging import cords_of
from planner.facility.supplies import spare_supplies
from planner.facility.wiring import WiringPlan
from planner.facility.wiring_model import EPS_A, Cord, Device, Problem
from planner.limits import limit
from planner.messages import Labelled
from planner.plan.document import Alternative, Connection, Facts, Organisation, Plan, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue
from planner.wiring.losses import Ups, branches, ups_of
from planner.wiring.supply import Supply

_SIDES = "ABCDEFGHIJKLMNOPQRSTUVWX"
_LIKE = {"C6": "C14", "C8": "C14", "C22": "C20"}  # inlets whose usual cords have the same plugs
INLET_FORMS = {**FITS, **{inlet: FITS[like] for inlet, like in _LIKE.items()}}
_CORD_A = {"C14": "cord.c14", "C20": "cord.c20"}
_MATES = {"C13": "C14", "C19": "C20", "C5": "C6", "C7": "C8", "C21": "C22"}  # the cord's end for the device's inlet


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The wiring problem of an alternative, the keys that nobody told, and what is left as it is.

    ``lines`` are those that are planned, ``stays`` those that nobody can plan because of what is not known of their place;
    ``feeds`` gives each feed the name of the node it begins at.
    """

    problem: Problem
    missing: tuple[str, ...]
    lines: tuple[str, ...]
    feeds: Mapping[str, str | Labelled]
    stays: tuple[str, ...] = ()


def wanted(plan: Plan, alternative: Alternative, lines: Mapping[str, LineFigures]) -> Wanted:
    """Return the wiring problem of ``alternative``; ``lines`` are its lines with their figures."""
    return wanted_in(plan.site, plan.organisation, plan.facts, alternative, lines)


def wanted_in(
    nodes: tuple[SiteNode, ...],
    organisation: Organisation,
    facts: Facts,
    alternative: Alternative,
    lines: Mapping[str, LineFigures],
) -> Wanted:
    """Return the wiring problem of ``alternative`` in a site of ``nodes``, for those who see no whole plan."""
    powered = [line for line in lines.values() if line.line.role in POWERED and line.line.quantity]
    ups = ups_of(nodes, alternative, lines)
    factor = lowest_factor(powered, plan_factor(facts))  # the model has one for all
    power_factor = factor.value or limit("default.power_factor").require()
    supply = Supply(nodes, organisation.profile, power_factor, by_ups=True)
    fixed = _fixed(alternative, lines, supply, ups, power_factor)
    planned = [line for line in powered if line.unit_max_w.known and line.line.id not in fixed]
    devices = [device for line in planned for device in _devices(line, alternative, supply)]
    unknown = tuple(key for line in powered if not line.unit_max_w.known for key in line.unit_max_w.missing)
    there = {cord.at: 0 for device in devices for cord in device.cords}
    for cord in (cord for device in devices for cord in device.cords):
        there[cord.at] += 1
    panels = tuple(
        f"site/{node.id}/breaker_a" for node in supply.nodes if node.type == "panel" and "breaker_a" not in node.values
    )
    ratings = tuple(key for one in ups.values() for key in one.missing)
    missing = [*supply.missing, *panels, *unknown, *ratings, *(factor.missing if not factor.known else ())]
    names = {line.line.id for line in planned}
    links = [(link, _draws(link, lines)) for link in alternative.connections if link.line not in names]
    problem = Problem(
        branches=branches(supply, links, ups, power_factor),
        outlets=tuple(supply.outlets(there)),
        devices=tuple(devices),
        power_factor=power_factor,
    )
    return Wanted(
        problem=problem,
        missing=tuple(dict.fromkeys(missing)),
        lines=tuple(line.line.id for line in planned),
        feeds={supply.feed(node): supply.feed_title(node) for node in supply.nodes},
        stays=tuple(line.line.id for line in powered if line.line.id in fixed),
    )


def _fixed(
    alternative: Alternative,
    lines: Mapping[str, LineFigures],
    supply: Supply,
    ups: Mapping[str, Ups],
    factor: float,
) -> set[str]:
    """Return the lines that stay where they are: something of their place is not known, and it surely carries them."""
    fixed = {link.line for link in alternative.connections if link.node not in supply.usable}
    while fixed:
        links = [(link, _draws(link, lines)) for link in alternative.connections if link.line in fixed]
        over = {
            one.id
            for one in branches(supply, links, ups, factor)
            if one.limit_a is not None and one.other_a > one.limit_a + EPS_A
        }
        heavy = [
            (draw_w, link.line)
            for link, draw_w in links
            if draw_w and any(node.id in over for node in supply.above(supply.by_id[link.node]))
        ]
        if not heavy:
            break
        fixed.remove(max(heavy)[1])
    return fixed


def _draws(link: Connection, lines: Mapping[str, LineFigures]) -> float:
    """Return what a connection draws (W), 0 where that is not known."""
    line = lines.get(link.line)
    return 0.0 if line is None else (line.unit_max_w.value or 0.0) * link.units * link.share


def _devices(line: LineFigures, alternative: Alternative, supply: Supply) -> Iterator[Device]:
    """Yield the units of a line with their cords, and where they are plugged in now."""
    (sides, parted), inlet = _sides(line, supply.feeds), _MATES.get(_inlet(line), _inlet(line))
    three = "60309" in inlet and "3P" in inlet
    rating = limit(_CORD_A[inlet], supply.profile).value if inlet in _CORD_A else None
    places = _now(line, alternative, len(sides))
    for number in range(line.line.quantity):
        cords = tuple(
            Cord(side=side, plugs=INLET_FORMS.get(inlet, ()), most_a=rating, three_phase=three, at=at)
            for side, at in zip(sides, places[number], strict=True)
        )
        yield Device(
            id=f"{line.line.id}#{number + 1}",
            line=line.line.id,
            title=line.line.title,
            power_w=line.unit_max_w.require(),
            cords=cords,
            parted=parted,
        )


def _inlet(line: LineFigures) -> str:
    told = text(line.line.facts, "inlet") or (line.item.text("inlet") if line.item is not None else "")
    return told.strip().upper()


def _sides(line: LineFigures, feeds: int) -> tuple[tuple[str, ...], bool]:
    """Return the side of each cord of a unit, and whether its cords are to hang apart though nobody promised anything.

    There are as many on one side as may be lost: as the scheme says, else by the ratings where there are several ``feeds``;
    '' where none may.
    """
    count, scheme = min(cords_of(line), len(_SIDES)), supply_scheme(line.line, line.item)
    spare = count - active_supplies(count, scheme)
    if count < 2:  # noqa: PLR2004 - one supply
        return ("",), False
    if spare < 1 and not is_scheme(scheme):
        rating, power = number_of(line, "psu_w"), line.unit_max_w.value
        if not rating or power is None:
            return ("",) * count, True
        spare = spare_supplies(count, rating, power) if feeds > 1 else 0
    if spare < 1:
        return ("",) * count, False
    return tuple(_SIDES[number // spare] for number in range(count)), False


def _now(line: LineFigures, alternative: Alternative, cords: int) -> list[list[str]]:
    """Return for each unit of a line the nodes of its cords, '' for one that is not plugged in."""
    units: list[list[str]] = [[] for _unit in range(line.line.quantity)]
    for link in alternative.connections:
        each = max(1, round(link.share * cords))
        for _unit in range(link.units if link.line == line.line.id else 0):
            room = next((unit for unit in units if len(unit) + each <= cords and link.node not in unit), None)
            room = room if room is not None else next((unit for unit in units if len(unit) + each <= cords), None)
            if room is not None:
                room += [link.node] * each
    return [unit + [""] * (cords - len(unit)) for unit in units]


def edit_of(alternative: Alternative, answer: WiringPlan, lines: tuple[str, ...], title: str) -> Edit | None:
    """Return the step that plugs the planned lines in as the answer says; None where it would plug in nothing anew.

    Links that stay are left alone, so are those of lines that were not planned.
    """
    want, exact = _links(answer), {_key(one.line, one.node, one.share): one.share for one in links_of(answer)}
    path = f"alternatives/{alternative.id}/connections"
    changed: list[Edit] = []
    gone: list[Edit] = []
    more = False
    for number, link in enumerate(alternative.connections):
        if link.line not in lines:
            continue
        units = want.pop(_key(link.line, link.node, link.share), 0)
        if not units:
            gone.append(RemovePart(path=f"{path}/{number}"))
        elif units != link.units:
            more = more or units > link.units
            changed.append(SetValue(path=f"{path}/{number}/units", value=units))
    new = [
        AddPart(path=path, value={"line": line, "node": node, "units": units, "share": exact[line, node, share]})
        for (line, node, share), units in want.items()
    ]
    edits = (*changed, *reversed(gone), *new)  # from the end: numbers stay right
    return Batch(edits=edits, title=title) if new or more else None  # to unplug only is no remedy


def off_ups(
    before: tuple[Connection, ...], after: tuple[Connection, ...], nodes: tuple[SiteNode, ...]
) -> tuple[str, ...]:
    """Return the lines of which less hangs behind a UPS after a step than before it, though all of it is plugged in."""
    by_id = {node.id: node for node in nodes}
    behind = {node.id for node in nodes if any(one.type == "ups" for one in path_up(node, by_id))}

    def bare(links: tuple[Connection, ...], line: str) -> float:
        return math.fsum([one.units * one.share for one in links if one.line == line and one.node not in behind])

    had = dict.fromkeys(link.line for link in before if link.node in behind)
    return tuple(line for line in had if bare(after, line) > bare(before, line) + EPS_A)


def _links(answer: WiringPlan) -> dict[tuple[str, str, float], int]:
    """Return how many units of a line hang on a node with which share of their power."""
    return {_key(one.line, one.node, one.share): one.units for one in links_of(answer)}


def _key(line: str, node: str, share: float) -> tuple[str, str, float]:
    return line, node, round(share, 9)


def links_of(answer: WiringPlan) -> tuple[Connection, ...]:
    """Return the answer as connections, in the order of the devices."""
    found: dict[tuple[str, str, float], int] = {}
    for device, at in zip(answer.problem.devices, answer.outlets, strict=True):
        for node in dict.fromkeys(at or ()):
            key = (device.line, node, (at or ()).count(node) / len(device.cords))
            found[key] = found.get(key, 0) + 1
    return tuple(
        Connection(line=line, node=node, units=units, share=share) for (line, node, share), units in found.items()
    )

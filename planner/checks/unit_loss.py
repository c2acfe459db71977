"""The loss of a single UPS or PDU: which there are, what switches off behind each, what a bypass spares (part of PW20)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from planner.assess.after_loss import Paths, supply_paths, units_of
from planner.assess.after_loss import Unit as Places
from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.formulas import CONNECTED_W
from planner.assess.lines import LineFigures
from planner.checks.declared import number_of
from planner.checks.registry import Finding, cannot_tell, passed
from planner.checks.site_parts import name_of
from planner.facility.power import SUM_W
from planner.figure import Figure, entered, trace
from planner.messages import msg
from planner.plan.document import Connection, SiteNode

_KINDS = ("ups", "pdu")
_NOTHING = 1e-9  # shares of a unit that add up to one do so to that much


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS or PDU that may fail alone, with the nodes of connections behind it.

    ``bypass`` tells whether it hands its load over to the mains, None where nobody said. It is ``certain`` that all behind
    it is dead where it, or a unit below that carries the same, has no bypass.
    """

    node: SiteNode
    gone: frozenset[str]
    bypass: bool | None
    certain: bool


def units_lost(view: View) -> tuple[Unit, ...]:
    """Return the UPS and PDU that something is plugged in behind; of some in a row that carry the same only the first."""
    found: tuple[Unit, ...] = view.memo.call(_units, view.alternative.connections, view.site.nodes)
    return found


def _units(connections: tuple[Connection, ...], nodes: tuple[SiteNode, ...]) -> tuple[Unit, ...]:
    may_fail = {node.id: node for node in nodes if node.type in _KINDS}
    if not may_fail:
        return ()
    parents = {node.id: node.parent for node in nodes}
    behind: dict[str, set[str]] = {}
    for name in {link.node: None for link in connections if link.units}:
        for upper in _upwards(name, parents):
            if upper in may_fail:
                behind.setdefault(upper, set()).add(name)
    ordered = sorted(behind, key=lambda name: len([*_upwards(name, parents)]))
    found: dict[tuple[bool, frozenset[str]], Unit] = {}
    for name in ordered:
        node, gone = may_fail[name], frozenset(behind[name])
        bypass = flag(node.values, "bypass") if node.type == "ups" else False
        upper_unit = found.get((bypass is True, gone))
        if upper_unit is None:
            found[bypass is True, gone] = Unit(node=node, gone=gone, bypass=bypass, certain=bypass is False)
        elif bypass is False and not upper_unit.certain:
            found[False, gone] = msgspec.structs.replace(upper_unit, certain=True)
    return tuple(found.values())


def _upwards(name: str, parents: Mapping[str, str]) -> Iterator[str]:
    while name:
        yield name
        name = parents.get(name, "")


def paths_of(view: View) -> Paths:
    """Return the feed of each node of the wiring and the way down to it."""
    nodes = view.site.nodes
    paths: Paths = view.memo.settled("supply paths", view.memo.call(supply_paths, nodes))
    return paths


def lost_share(links: Sequence[Connection], gone: Collection[str], paths: Paths) -> float:
    """Return the largest share of a machine's supplies on the nodes ``gone``, of machines that have others elsewhere."""
    most = 0.0
    for unit, _count in units_of(links, paths):
        lost = sum(share for node, share in unit if node in gone)
        if lost < sum(share for _node, share in unit) - _NOTHING:
            most = max(most, lost)
    return most


def switched_off(view: View, units: Sequence[Unit]) -> tuple[Finding, ...]:
    """Return for each UPS and PDU what has no supply elsewhere and is dead with it, or what its bypass keeps running."""
    if not units:
        return ()
    hung: list[tuple[Connection, ...]] = view.memo.call(_hung, view.alternative.connections, units)
    paths = paths_of(view)
    rows = [
        (unit, paths, *links, *(view.lines[name] for name in dict.fromkeys(link.line for link in links)))
        for unit, links in zip(units, hung, strict=True)
    ]
    return view.found_in(_behind, rows)


def _hung(connections: tuple[Connection, ...], units: Sequence[Unit]) -> list[tuple[Connection, ...]]:
    """Return for each unit all connections of the lines that have some behind it."""
    by_line: dict[str, list[Connection]] = {}
    at: dict[str, set[str]] = {}
    for link in connections:
        if link.units:
            by_line.setdefault(link.line, []).append(link)
            at.setdefault(link.node, set()).add(link.line)
    found = []
    for unit in units:
        lines = {line for name in unit.gone for line in at[name]}
        found.append(tuple(link for line, links in by_line.items() if line in lines for link in links))
    return found


def _behind(_view: View, unit: Unit, paths: Paths, *parts: Connection | LineFigures) -> Iterator[Finding]:
    links = [part for part in parts if isinstance(part, Connection)]
    lines = [part for part in parts if isinstance(part, LineFigures)]
    counts = [
        (line, _dead(units_of([link for link in links if link.line == line.line.id], paths), unit)) for line in lines
    ]
    dead = [(line, count) for line, count in counts if count]
    if unit.node.type == "pdu":  # machines of one supply hang on one thing or another
        dead = [(line, count) for line, count in dead if (number_of(line, "psu_count") or 1) > 1]
    if not dead:
        return
    told = {"name": name_of(unit.node), "machines": tuple(line.line.title for line, _count in dead)}
    if unit.bypass is True:
        say = msg(
            "PW20.bypassed", "When {name} fails, its bypass keeps {machines} on the mains, without battery.", **told
        )
        yield passed(unit.node.id, say)
    else:
        yield _off(unit, _power(unit, dead), told)


def _dead(machines: Iterable[tuple[Places, int]], unit: Unit) -> int:
    """Return how many machines have all of their supplies behind a unit; of one with a bypass, any of them."""
    count = 0
    for places, alike in machines:
        on = [node in unit.gone for node, _share in places]
        if any(on) if unit.bypass is True else all(on):
            count += alike
    return count


def _power(unit: Unit, dead: Sequence[tuple[LineFigures, int]]) -> Figure:
    key = f"{dead[0][0].key.partition('/')[0]}/{unit.node.id}"
    parts = [
        trace(
            CONNECTED_W,
            f"{key}/{line.line.id}/behind_w",
            units=entered(f"{key}/{line.line.id}/machines", float(count), "1"),
            share=entered(f"{key}/{line.line.id}/whole", 1.0, "1"),
            unit_w=line.unit_max_w,
        )
        for line, count in dead
    ]
    return trace(SUM_W, f"{key}/behind_w", power_w=parts)


def _off(unit: Unit, power: Figure, told: Mapping[str, object]) -> Finding:
    if power.known:
        say = msg(
            "PW20.off",
            "When {name} fails it takes {machines} with it: {power} have no other supply.",
            power=power,
            **told,
        )
        remedy = msg(
            "PW20.off.remedy",
            "Plug half of the cords in on another supply with {power} to spare; a machine of one supply needs a transfer "
            "switch there.",
            power=power,
        )
    else:
        say = msg("PW20.off.open", "When {name} fails it takes {machines} with it: there is no other supply.", **told)
        remedy = msg(
            "PW20.off.open.remedy",
            "Plug half of the cords in on another supply; a machine of one supply needs a transfer switch there.",
        )
    return Finding(outcome="note", subject=unit.node.id, message=say, remedy=remedy, figures=(power,))


def ask_bypass(units: Sequence[Unit]) -> Iterator[Finding]:
    """Yield one question for all of these UPS of which nobody said whether they have a bypass."""
    asked = [unit for unit in units if unit.bypass is None]
    if asked:
        yield cannot_tell(
            asked[0].node.id,
            msg(
                "PW20.bypass",
                "Whether there is a bypass in {names} is not known; reckoned as if there were none.",
                names=tuple(name_of(unit.node) for unit in asked),
            ),
            msg(
                "PW20.bypass.ask",
                "Look in the data sheet for an automatic bypass, or ask the maker, and note it at the UPS.",
            ),
            [f"site/{unit.node.id}/bypass" for unit in asked],
        )

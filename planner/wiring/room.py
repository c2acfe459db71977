"""From a plan to the wiring problem and back: what the site and the build say, and the edit that the answer is.

A circuit whose breaker or voltage nobody told takes no part: what is plugged in there stays, and the question is named.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.current import Phases
from planner.assess.facts import fact_figure, text
from planner.assess.lines import POWERED, LineFigures, active_supplies
from planner.assess.others import counts, own_others, worst_others_a
from planner.assess.site import WIRED
from planner.checks.site_parts import name_of
from planner.facility.phases import PAIRS
from planner.facility.wiring import WiringPlan
from planner.facility.wiring_model import LINES, Branch, Cord, Device, Outlet, Problem
from planner.limits import all_limits, limit
from planner.messages import Labelled
from planner.plan.document import Alternative, Connection, Facts, Organisation, Plan, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

_ENDS = ("socket", "strip", "pdu", "ups", "cord")
_BREAKERS = ("panel", "circuit")
_SIDES = "ABCDEFGHIJKLMNOPQRSTUVWX"
_MANY = 60
# The outlets that the usual cord of an inlet fits; a 10 A plug does not go into a 16 A socket (GB/T 1002).
INLET_FORMS = {
    "C14": ("gb1002_10a", "iec_c13"),
    "C6": ("gb1002_10a", "iec_c13"),
    "C8": ("gb1002_10a", "iec_c13"),
    "C20": ("gb1002_16a", "iec_c19", "iec60309_16"),
    "C22": ("gb1002_16a", "iec_c19", "iec60309_16"),
}
_CORD_A = {"C14": "socket.iec_c13", "C20": "socket.iec_c19"}
_MATES = {"C13": "C14", "C19": "C20", "C5": "C6", "C7": "C8", "C21": "C22"}  # the cord's end for the device's inlet


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The wiring problem of an alternative, the keys that nobody told, and what is left as it is.

    ``lines`` are those that are planned; ``feeds`` gives each feed the name of the node it begins at.
    """

    problem: Problem
    missing: tuple[str, ...]
    lines: tuple[str, ...]
    feeds: Mapping[str, str | Labelled]


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
    supply = _Supply(nodes, organisation.profile)
    powered = [line for line in lines.values() if line.line.role in POWERED and line.line.quantity]
    fixed = {link.line for link in alternative.connections if link.node not in supply.usable}
    planned = [line for line in powered if line.unit_max_w.known and line.line.id not in fixed]
    devices = [device for line in planned for device in _devices(line, alternative, supply)]
    unknown = tuple(key for line in powered if not line.unit_max_w.known for key in line.unit_max_w.missing)
    there = {cord.at: 0 for device in devices for cord in device.cords}
    for cord in (cord for device in devices for cord in device.cords):
        there[cord.at] += 1
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    panels = tuple(
        f"site/{node.id}/breaker_a" for node in supply.nodes if node.type == "panel" and "breaker_a" not in node.values
    )
    missing = [*supply.missing, *panels, *unknown, *(factor.missing if not factor.known else ())]
    others = _others(alternative, lines, {line.line.id for line in planned}, supply)
    problem = Problem(
        branches=tuple(supply.branch(node, others) for node in supply.nodes),
        outlets=tuple(supply.outlets(there)),
        devices=tuple(devices),
        power_factor=factor.value or limit("default.power_factor").require(),
    )
    return Wanted(
        problem=problem,
        missing=tuple(dict.fromkeys(missing)),
        lines=tuple(line.line.id for line in planned),
        feeds={supply.feed(node): supply.feed_title(node) for node in supply.nodes},
    )


class _Supply:
    """The wired nodes of a site with what the planner needs to know of each."""

    def __init__(self, nodes: tuple[SiteNode, ...], profile: str) -> None:
        self.profile = profile
        self.by_id = {node.id: node for node in nodes}
        self.phases = Phases(self.by_id)
        wired = [node for node in nodes if node.type in WIRED]
        self.nodes = tuple(wired)
        self.shared = [node for node in wired if counts(node, in_use=False)]
        self.parents = {node.parent for node in wired}
        found = {node.id: tuple(self._unknown(node)) for node in wired}
        self.missing = tuple(dict.fromkeys(key for keys in found.values() for key in keys))
        self.usable = {
            node.id
            for node in wired
            if not any(found[one.id] for one in self.above(node)) and self.volts(node) and not self.between(node)
        }

    def above(self, node: SiteNode) -> Iterator[SiteNode]:
        """Yield a wired node and what feeds it."""
        current: SiteNode | None = node
        while current is not None and current.type in WIRED:
            yield current
            current = self.by_id.get(current.parent)

    def _unknown(self, node: SiteNode) -> Iterator[str]:
        """Yield what must be told of a circuit before anything is planned on it."""
        if node.type != "circuit":
            return
        if "breaker_a" not in node.values:
            yield f"site/{node.id}/breaker_a"
        if not own_others(node).known:
            yield f"site/{node.id}/other_load_a"
        if not any("volts" in one.values for one in self.above(node)):
            yield f"site/{node.id}/volts"

    def volts(self, node: SiteNode) -> float:
        """Return the voltage, in V, over a load at a node, 0 where it is not told."""
        source = next((one for one in self.above(node) if "volts" in one.values), None)
        if source is None:
            return 0.0
        volts = fact_figure(source.values, "volts", "", "V").value or 0.0
        between = text(source.values, "volts_kind") == "L-L" or volts >= limit("volts.ll_min_v").require()
        if self.phases.three(node) or (self._leg(node) in PAIRS and self.phases.three(source)):
            return volts if between else volts * math.sqrt(3)
        single = between and source is not node and self._leg(node) not in PAIRS
        return volts / math.sqrt(3) if single else volts

    def lines(self, node: SiteNode) -> tuple[str, ...]:
        """Return the lines of a node: all three, the one or two that were told, or ()."""
        if self.phases.three(node):
            return LINES
        leg = self._leg(node)
        return tuple(leg.split("-")) if leg in LINES or leg in PAIRS else ()

    def _leg(self, node: SiteNode) -> str:
        return next((leg for one in self.above(node) if (leg := text(one.values, "leg"))), "")

    def between(self, node: SiteNode) -> bool:
        """Tell whether a load at a single-phase node lies between two lines: nothing is plugged in there that is not there."""
        if self.phases.three(node):
            return False
        return self._leg(node) in PAIRS or self.volts(node) >= limit("volts.ll_min_v").require()

    def others(self, node: SiteNode) -> float:
        """Return what others draw at a node, in A, with those on the circuits below it."""
        below = [one for one in self.shared if one is not node and any(up is node for up in self.above(one))]
        return worst_others_a(node, below, self.phases)

    def feed(self, node: SiteNode) -> str:
        """Return what fails together: the feed that was told, else where the supply begins."""
        chain = tuple(self.above(node))
        told = next((feed for one in chain if (feed := text(one.values, "feed"))), "")
        root = chain[-1]
        return told or (root.id if root.type in ("panel", "ups") else "")

    def feed_title(self, node: SiteNode) -> str | Labelled:
        """Return the name of a node's feed."""
        name = self.feed(node)
        return name_of(self.by_id[name]) if name in self.by_id else name

    def branch(self, node: SiteNode, others: Mapping[str, float]) -> Branch:
        """Return a node as a branch; ``others`` are currents (A) of what is not planned here."""
        breaker = node.type in _BREAKERS
        rating = fact_figure(node.values, "breaker_a" if breaker else "rating_a", "", "A").value
        if rating is None and not breaker:
            rating = self._of_form(node)
        share = limit("br.cont", self.profile).require()
        must = share if breaker and self.profile == "NEC" else 1.0
        return Branch(
            id=node.id,
            title=name_of(node),
            kind="bank" if node.type in ("pdu", "strip") else node.type,
            parent=node.parent if node.parent in self.by_id and self.by_id[node.parent].type in WIRED else "",
            limit_a=None if rating is None else rating * must,
            advised_a=rating * share if breaker and rating is not None else None,
            other_a=self.others(node) + others.get(node.id, 0.0),
            lines=self.lines(node),
            feed=self.feed(node),
        )

    def _form(self, node: SiteNode) -> str:
        return text(node.values, "form") or text(node.values, "socket_form")

    def _of_form(self, node: SiteNode) -> float | None:
        key = f"socket.{self._form(node)}"
        return limit(key).value if key in _FORMS else None

    def outlets(self, there: Mapping[str, int]) -> Iterator[Outlet]:
        """Yield the places to plug in: ends of the wiring, and where something is plugged in already."""
        for node in self.nodes:
            count = max(self._count(node), there.get(node.id, 0))
            if node.id in self.usable and count:
                yield Outlet(
                    id=node.id,
                    title=name_of(node),
                    branch=node.id,
                    volts_v=self.volts(node),
                    form=self._form(node),
                    rating_a=self._of_form(node),
                    count=count,
                    lines=self.lines(node),
                    three_phase=self.phases.three(node),
                )

    def _count(self, node: SiteNode) -> int:
        """Return how many cords a node takes; a strip or UPS of untold size is no limit, a wall socket takes one."""
        taken = sum(one.parent == node.id for one in self.nodes)
        if node.type == "circuit":
            return 0 if taken else _MANY
        if node.type not in _ENDS:
            return 0
        told = fact_figure(node.values, "outlet_count", "", "1").value
        return max(0, (round(told) if told is not None else 1 if node.type in ("socket", "cord") else _MANY) - taken)


_FORMS = frozenset(one.key for one in all_limits() if one.key.startswith("socket."))


def _others(
    alternative: Alternative, lines: Mapping[str, LineFigures], planned: set[str], supply: _Supply
) -> dict[str, float]:
    """Return the current (A) at each node of what is plugged in there and is not planned."""
    found: dict[str, float] = {}
    for link in alternative.connections:
        line, node = lines.get(link.line), supply.by_id.get(link.node)
        if link.line in planned or line is None or node is None or not line.unit_max_w.known:
            continue
        for one in supply.above(node):
            if volts := supply.volts(one):
                phases = _spread(node, one, supply)
                current = line.unit_max_w.require() * link.units * link.share / (volts * phases)
                found[one.id] = found.get(one.id, 0.0) + current / limit("default.power_factor").require()
    return found


def _spread(outlet: SiteNode, node: SiteNode, supply: _Supply) -> float:
    """Return by what the voltage (V) of ``node`` is multiplied for a load at an outlet: lines of three that share it or not."""
    if not supply.phases.three(node) or supply.between(outlet):
        return 1.0
    return math.sqrt(3) if supply.phases.three(outlet) else 1 / math.sqrt(3)


def _devices(line: LineFigures, alternative: Alternative, supply: _Supply) -> Iterator[Device]:
    """Yield the units of a line with their cords, and where they are plugged in now."""
    sides, inlet = _sides(line), _MATES.get(_inlet(line), _inlet(line))
    three = "60309" in inlet and "3P" in inlet
    rating = limit(_CORD_A[inlet]).value if inlet in _CORD_A else None
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
        )


def _inlet(line: LineFigures) -> str:
    told = text(line.line.facts, "inlet") or (line.item.text("inlet") if line.item is not None else "")
    return told.strip().upper()


def _sides(line: LineFigures) -> tuple[str, ...]:
    """Return the side of each cord of a unit: as many on one side as may be lost, '' where none may."""
    if line.item is None or line.item.kind != "system":
        return ("",)
    count = round(line.item.figure("psu_count", "1").value or 1)
    spare = count - active_supplies(count, line.item.text("psu_redundancy"))
    if count < 2 or spare < 1:
        return ("",) * max(1, min(count, len(_SIDES)))
    return tuple(_SIDES[number // spare] for number in range(min(count, len(_SIDES))))


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

"""The advice for an outlet that carries too much, in amounts: how much it is, what goes where, or what has to be laid.

A place is named only where enough is known of it: the machine's current fits in within what is advised all the way up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from planner.assess.context import View
from planner.assess.lines import POWERED
from planner.assess.site import NodeLoad
from planner.checks.declared import path_up
from planner.checks.inlets import takes
from planner.checks.own_circuit import sizes_at
from planner.checks.ratings import rating_of
from planner.checks.registry import Finding, Fix
from planner.checks.replugging import Leaving, Outlets, enough_of, moved
from planner.checks.rewiring import MOST_CIRCUITS
from planner.checks.site_parts import key_of, name_of
from planner.checks.trial import Trial
from planner.facility.circuits import CURRENT_1PH_A
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import Batch

_HAIR = 1e-9


def relieved(view: View, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, the remedy of those that are too much with amounts, and a step where none was offered.

    Their first figures are the current and what is allowed (A). The check must read alternative, site and organisation.
    """
    if isinstance(view, Trial):
        yield from findings
        return
    found, loads = tuple(findings), view.site.loads
    rows = [(one, loads[one.subject]) for one in found if one.outcome == "error" and len(one.figures) > 1]
    if not rows:
        yield from found
        return
    outlets = None
    if sum([node.type == "circuit" for node in view.site.nodes]) <= MOST_CIRCUITS:
        outlets = Outlets(view.site, view.alternative.id, view.alternative.connections, takes)
    relief = _Relief(loads, outlets, view.organisation.profile)
    if outlets is None:
        better = view.memo.rows((view.owner, "relief"), lambda row: relief.told(*row), rows, (view.organisation,))
    else:
        better = tuple([relief.told(*row) for row in rows])
    by_id = {id(row[0]): one for row, one in zip(rows, better, strict=True)}
    yield from (by_id.get(id(one), one) for one in found)


class _Relief:
    """What each outlet could carry more; ``outlets`` is None in a room so large that no place is looked for."""

    def __init__(self, loads: Mapping[str, NodeLoad], outlets: Outlets | None, profile: str) -> None:
        self.loads, self.outlets, self.profile = loads, outlets, profile
        self.share = limit("br.cont", profile).require()

    def told(self, one: Finding, load: NodeLoad) -> Finding:
        """Return a finding with the advice that fits it."""
        most = one.figures[1].require()
        over_a = one.figures[0].require() - most
        over = _amps(load, "over_a", over_a, "current less what is allowed")
        if load.own_a.formula is not CURRENT_1PH_A or not load.load_w.value or not load.own_a.value:
            return self._with(
                one, msg("PW03.remedy.less", "Take {over} off it: plug machines in elsewhere.", over=over)
            )
        watts_a = load.load_w.require() / load.own_a.require()
        over_w = leaf(f"{key_of(load)}/over_w", over_a * watts_a, "W", Quality.COMPUTED, "the same as power")
        leaving = enough_of(_whole_at(load), over_w.require(), lambda line: line.unit_max_w.value)
        outlets = self.outlets
        if outlets is None:
            return self._with(one, _elsewhere(load, leaving, watts_a, (over, over_w)))
        for each in leaving:
            if _is_backed(outlets, each):
                continue  # without its UPS is another trouble
            alone = each.units * each.line.unit_max_w.require() / watts_a
            place = next(self._places(outlets, load, each, alone), None)
            if place is not None:
                return self._moved(one, outlets, each, place, (over, over_w, alone))
        return self._with(one, self._laid(load, watts_a, over, over_w))

    def _with(self, one: Finding, remedy: Message) -> Finding:
        return msgspec.structs.replace(one, remedy=remedy)

    def _moved(
        self,
        one: Finding,
        outlets: Outlets,
        leaving: Leaving,
        place: tuple[SiteNode, float],
        amounts: tuple[Figure, Figure, float],
    ) -> Finding:
        load, (node, free_a) = self.loads[one.subject], place
        over, over_w, alone = amounts
        left = _amps(load, "left_a", one.figures[0].require() - alone, "what stays")
        told = {
            "machines": moved(leaving),
            "place": name_of(node),
            "free": _amps(load, "free_a", free_a, "advised less what it carries"),
            "left": left,
        }
        remedy = msg(
            "PW03.remedy.move",
            "It is {over} ({power}) too much: plug {machines} in at {place}, which has {free} to spare; {left} are left here.",
            over=over,
            power=over_w,
            **told,
        )
        edits = tuple(outlets.edits(leaving, node.id))
        label = msg("PW03.fix.move", "Plug {machines} in at {place}: {left} are left here", **told)
        step = Fix(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=edits))
        return msgspec.structs.replace(one, remedy=remedy, fix=one.fix or step)

    def _places(
        self, outlets: Outlets, load: NodeLoad, leaving: Leaving, more_a: float
    ) -> Iterator[tuple[SiteNode, float]]:
        """Yield the outlets that carry so much more (A), with what that is: those beside it first, then the one with most."""
        above, volts_v = path_up(load.node, outlets.by_id), _volts(load)
        banked = {node.parent for node in outlets.site.nodes if node.type == "pdu"}
        found = []
        for number, node in enumerate(outlets.site.nodes):
            if node.type not in ("socket", "pdu") or node.id in banked or volts_v is None:
                continue
            if load.node in path_up(node, outlets.by_id) or _volts(self.loads[node.id]) != volts_v:
                continue
            free_a = self._free_a(outlets, node, above)
            if free_a is not None and free_a >= more_a - _HAIR and outlets.has_room(node, leaving):
                found.append((node.parent != load.node.parent or node.type != load.node.type, -free_a, number, node))
        for _far, less, _number, node in sorted(found, key=lambda row: row[:3]):
            yield node, -less

    def _free_a(self, outlets: Outlets, node: SiteNode, above: tuple[SiteNode, ...]) -> float | None:
        """Return what an outlet and all that feeds it may carry more (A), None where that is not known or not of one phase."""
        free = []
        for one in path_up(node, outlets.by_id):
            if one in above:
                break  # carries it already
            load = self.loads.get(one.id)
            if load is None:
                continue
            rating = rating_of(load)
            if one.type in ("strip", "cord", "ups") or not (load.total_a.known or not load.connected):
                return None
            if rating.known:
                free.append(self.share * rating.require() - (load.total_a.value or 0.0))
            elif one.type == "circuit":
                return None
        return min(free, default=None)

    def _laid(self, load: NodeLoad, watts_a: float, over: Figure, over_w: Figure) -> Message:
        """Return what has to be laid for the largest machine there, with breaker and cable."""
        line = max(load.lines.values(), key=lambda one: one.unit_max_w.value or 0.0)
        alone = _amps(load, "machine_a", (line.unit_max_w.value or 0.0) / watts_a, "its largest machine")
        told = {"over": over, "power": over_w, "machine": line.line.title, "current": alone}
        size = next((one for one in sizes_at(load, self.profile) if alone.require() <= one[0] * self.share), None)
        if size is None:
            return msg(
                "PW03.remedy.three",
                "It is {over} ({power}) too much: {machine} alone draws {current}. Ask for a three-phase supply.",
                **told,
            )
        return msg(
            "PW03.remedy.laid",
            "It is {over} ({power}) too much, and no other outlet is known to have that to spare. Have a {size} A socket laid "
            "for {machine} ({current}), with a breaker of {size} A and a cable of {section} mm² of its own.",
            size=round(size[0]),
            section=size[1],
            **told,
        )


def _is_backed(outlets: Outlets, leaving: Leaving) -> bool:
    """Tell whether some of what would leave hangs behind a UPS."""
    above = (path_up(outlets.by_id[place], outlets.by_id) for place in leaving.places)
    return any(node.type == "ups" for path in above for node in path)


def _whole_at(load: NodeLoad) -> Iterator[Leaving]:
    """Yield what hangs on a node, or below it, with all of its load at one outlet, line by line."""
    found: dict[str, list[Connection]] = {}
    split = {link.line for link in load.connected if link.share < 1}
    for link in load.connected:
        if link.line not in split and load.lines[link.line].line.role in POWERED:
            found.setdefault(link.line, []).append(link)
    for name, links in found.items():
        places = frozenset(link.node for link in links)
        yield Leaving(line=load.lines[name], units=sum(link.units for link in links), places=places)


def _elsewhere(load: NodeLoad, leaving: list[Leaving], watts_a: float, amounts: tuple[Figure, Figure]) -> Message:
    """Return how much has to leave where no place is looked for."""
    told = {"over": amounts[0], "power": amounts[1]}
    if not leaving:
        return msg(
            "PW03.remedy.spread", "It is {over} ({power}) too much: spread the machines over more outlets.", **told
        )
    alone = leaving[0].units * leaving[0].line.unit_max_w.require() / watts_a
    return msg(
        "PW03.remedy.elsewhere",
        "It is {over} ({power}) too much: plug {machines} ({current}) in elsewhere, where so much is free.",
        machines=moved(leaving[0]),
        current=_amps(load, "leaving_a", alone, "the machines that leave"),
        **told,
    )


def _volts(load: NodeLoad) -> float | None:
    """Return the voltage (V) that a load of one phase has at a node, None where that is not known or it has three."""
    if load.own_a.formula is not CURRENT_1PH_A:
        return None
    given = load.own_a.given["volts_ln_v"]
    return given.value if isinstance(given, Figure) else None


def _amps(load: NodeLoad, name: str, amps: float, source: str) -> Figure:
    return leaf(f"{key_of(load)}/{name}", amps, "A", Quality.COMPUTED, source)

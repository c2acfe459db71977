"""The remedy of a lost supply that costs nothing: cords plugged in at another outlet that holds, before and after each loss (PW20).

What is offered was tried: the room is assessed as it would be, and each loss simulated there. Only rooms of the size that
the wiring planner proves are looked at, so that no edit waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad, SiteFigures, Wiring, site_figures
from planner.assess.ups_altitude import left_of
from planner.assess.ups_loss import node_rating
from planner.checks.declared import number_of, path_up
from planner.checks.inlets import takes
from planner.checks.ratings import rating_of
from planner.checks.registry import Finding, Fix
from planner.checks.replugging import cords_of
from planner.checks.rewiring import by_planner, is_large
from planner.checks.site_parts import name_of
from planner.checks.trial import Trial
from planner.checks.unit_loss import units_lost
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue
from planner.wiring.supply import Supply

MOST_TRIES = 16  # of rooms that are assessed for one finding
_TOGETHER = ("PW20.off", "PW20.off.open", "PW20.one")
_TOO_MUCH = ("PW20.trips", "PW20.ups", "PW20.ups.way")
_HAIR = 1e-6
Simulated = Callable[[View], Iterable[Finding]]


class _Change(msgspec.Struct, frozen=True, kw_only=True):
    """Cords that go elsewhere: the connections after it, the edits, and what is said of it."""

    links: tuple[Connection, ...]
    edits: tuple[Edit, ...]
    said: Message
    to: str


def with_second_supply(view: View, found: tuple[Finding, ...], simulated: Simulated) -> Iterator[Finding]:
    """Yield the findings of PW20, with the step that plugs cords in elsewhere where one is known to hold.

    ``simulated`` finds in a view what each loss does. The check must read alternative, site, lines, facts, organisation.
    """
    wanted = [one for one in found if one.message.id in (*_TOGETHER, *_TOO_MUCH)]
    if not wanted or isinstance(view, Trial):
        yield from found
        return
    if is_large(view):
        for one in found:
            yield from by_planner(view, (one,)) if one.message.id in (*_TOGETHER, *_TOO_MUCH) else (one,)
        return
    room = _Room(view, found, simulated)
    for one in found:
        fix = room.step(one) if one in wanted else None
        yield one if fix is None else msgspec.structs.replace(one, fix=fix)


class _Room:
    """The room as it is, with what each loss does to it, and its outlets."""

    def __init__(self, view: View, found: tuple[Finding, ...], simulated: Simulated) -> None:
        self.view, self.simulated = view, simulated
        self.links: tuple[Connection, ...] = view.alternative.connections
        self.before = _faults(found)
        self.together = _apart(found)
        self.excess = _excess(found)
        self.by_id: Mapping[str, SiteNode] = {node.id: node for node in view.site.nodes}
        self.supply = Supply(view.site.nodes, view.organisation.profile)
        self.outlets = {one.id: one for one in self.supply.outlets({})}
        self.tries = 0

    def step(self, one: Finding) -> Fix | None:
        """Return the step that clears a finding; None where none is known to hold."""
        self.tries = 0
        change = self._apart(one) if one.message.id in _TOGETHER else self._relieved(one)
        if change is None:
            return None
        label = msg("PW20.fix", "Plug in elsewhere: {moves}", moves=(change.said,))
        return Fix(label=label, edit=change.edits[0] if len(change.edits) == 1 else Batch(edits=change.edits))

    def _apart(self, one: Finding) -> _Change | None:
        """Return the change that gives one machine's line, with all its cords on what fails, a second supply."""
        units = {unit.node.id: unit for unit in units_lost(self.view)}
        if one.subject in self.view.lines:
            names, at = [one.subject], ""
            feeds = {self.supply.feed(self.by_id[link.node]) for link in self.links if link.line == one.subject}
        else:
            at, feeds = one.subject, set[str]()
            names = [name for name in self.view.lines if self._is_all_in(name, units[at].gone)]
        for name in names:
            line = self.view.lines[name]
            if (number_of(line, "psu_count") or 1) < 2 or not line.unit_max_w.known:  # noqa: PLR2004 - two supplies
                continue
            for to in self._free(line, lambda node: self._is_apart(node, at, feeds)):
                change = self._parted(line, to)
                if change is not None and self._holds(change, one, name):
                    return change
        return None

    def _is_all_in(self, name: str, gone: frozenset[str]) -> bool:
        own = [link for link in self.links if link.line == name and link.units]
        return bool(own) and all(link.node in gone for link in own)

    def _is_apart(self, node: SiteNode, unit: str, feeds: set[str]) -> bool:
        return self.supply.feed(node) not in feeds if not unit else not self._is_below(node.id, unit)

    def _free(self, line: LineFigures, wanted: Callable[[SiteNode], bool]) -> Iterator[SiteNode]:
        """Yield the outlets with a place for a cord of a machine, those behind a UPS first, then the emptiest."""
        found = []
        for number, outlet in enumerate(self.outlets.values()):
            node = self.by_id[outlet.id]
            if not wanted(node) or (outlet.form and not takes(line, outlet.form)):
                continue
            if self._used(node.id) < outlet.count:
                behind = any(upper.type == "ups" for upper in path_up(node, self.by_id))
                load: NodeLoad = self.view.site.loads[node.id]
                found.append((not behind, load.load_w.value or 0.0, number, node))
        for *_rank, node in sorted(found, key=lambda row: row[:-1]):
            yield node

    def _used(self, name: str) -> int:
        lines = self.view.lines
        own = [link for link in self.links if link.node == name and link.line in lines]
        return sum(max(1, round(cords_of(lines[link.line]) * link.share)) * link.units for link in own)

    def _parted(self, line: LineFigures, to: SiteNode) -> _Change | None:
        """Return the change that takes half of the cords of each machine of a line to an outlet."""
        name, cords = line.line.id, cords_of(line)
        own = [number for number, link in enumerate(self.links) if link.line == name and link.units]
        if all(self.links[number].share > 1 - _HAIR for number in own):
            half = cords // 2
            links, edits = list(self.links), list[Edit]()
            for number in own:
                links[number] = msgspec.structs.replace(links[number], share=(cords - half) / cords)
                edits.append(SetValue(path=f"{self._path}/{number}/share", value=(cords - half) / cords))
            units = sum(self.links[number].units for number in own)
            links.append(Connection(line=name, node=to.id, units=units, share=half / cords))
            edits.append(AddPart(path=self._path, value=msgspec.to_builtins(links[-1])))
            said = self._said(line, half * units, cords * units, to)
            return _Change(links=tuple(links), edits=tuple(edits), said=said, to=to.id)
        smaller = [number for number in own if self.links[number].share <= 0.5 + _HAIR]  # half of its supplies
        return self._at(smaller[-1], to, self.links[smaller[-1]].units) if smaller else None

    @property
    def _path(self) -> str:
        return f"alternatives/{self.view.alternative.id}/connections"

    def _at(self, number: int, to: SiteNode, units: int) -> _Change:
        """Return the change that takes units of a connection to an outlet."""
        link, links = self.links[number], list(self.links)
        line = self.view.lines[link.line]
        cords = max(1, round(cords_of(line) * link.share))
        said = self._said(line, cords * units, cords_of(line) * line.line.quantity, to)
        if units == link.units:
            links[number] = msgspec.structs.replace(link, node=to.id)
            edit = SetValue(path=f"{self._path}/{number}/node", value=to.id)
            return _Change(links=tuple(links), edits=(edit,), said=said, to=to.id)
        links[number] = msgspec.structs.replace(link, units=link.units - units)
        links.append(msgspec.structs.replace(link, node=to.id, units=units))
        edits: tuple[Edit, ...] = (
            SetValue(path=f"{self._path}/{number}/units", value=link.units - units),
            AddPart(path=self._path, value=msgspec.to_builtins(links[-1])),
        )
        return _Change(links=tuple(links), edits=edits, said=said, to=to.id)

    def _said(self, line: LineFigures, cords: int, whole: int, to: SiteNode) -> Message:
        return msg(
            "PW20.fix.cords",
            "{cords} of {all} cords of {machine} to {place}",
            cords=cords,
            all=whole,
            machine=line.line.title,
            place=name_of(to),
        )

    def _relieved(self, one: Finding) -> _Change | None:
        """Return the change that takes cords off what would carry too much after a loss, the fewest that is enough."""
        for units in (1, 0):  # one machine, else all of its kind
            for number, link in sorted(enumerate(self.links), key=lambda one: (one[1].line, one[1].node, one[1].units)):
                if link.line not in self.view.lines or not self._is_below(link.node, one.subject) or not link.units:
                    continue
                if units == 0 and link.units == 1:
                    continue
                line = self.view.lines[link.line]
                for to in self._free(line, lambda node: not self._is_below(node.id, one.subject)):
                    change = self._at(number, to, units or link.units)
                    if self._holds(change, one, link.line):
                        return change
        return None

    def _is_below(self, name: str, upper: str) -> bool:
        return name in self.by_id and any(node.id == upper for node in path_up(self.by_id[name], self.by_id))

    def _holds(self, change: _Change, one: Finding, name: str) -> bool:
        """Tell whether a change clears a finding, overloads nothing, and leaves no loss worse than it was."""
        if self.tries >= MOST_TRIES or any(
            self._cords_at(outlet, change.links) > self.outlets[outlet].count for outlet in self.outlets
        ):
            return False
        self.tries += 1
        view, links = self.view, change.links
        wiring = Wiring(alternative=view.alternative.id, connections=links, placements=view.alternative.placements)
        after = site_figures(wiring, view.lines, view.site.nodes, view.facts, None, view.organisation.profile)
        if not _carries(view, after):
            return False
        parts: dict[str, Any] = {name: getattr(view, name) for name in ("lines", "facts", "organisation")}
        changed = msgspec.structs.replace(view.alternative, connections=links)
        found = tuple(self.simulated(View({**parts, "alternative": changed, "site": after}, None, view.owner)))
        left = _faults(found)
        if one.message.id in _TOO_MUCH:
            eased = left < self.before and _key(one) not in left and _excess(found) < self.excess - _HAIR
            return eased and self._leaves_supplies(found) and not self._is_at_fault(change.to, found)
        return left <= self.before and not any(_is_same(one, other, view.lines[name]) for other in found)

    def _leaves_supplies(self, found: Iterable[Finding]) -> bool:
        """Tell whether no more machines than before have all their cords on one thing."""
        there = self.together
        return all(one in there and power_w <= there[one] + _HAIR for one, power_w in _apart(found).items())

    def _is_at_fault(self, to: str, found: Iterable[Finding]) -> bool:
        """Tell whether cords would go to a node that carries too much after some loss."""
        way = {node.id for node in path_up(self.by_id[to], self.by_id)}
        return any(one.message.id in _TOO_MUCH and one.subject in way for one in found)

    def _cords_at(self, outlet: str, links: tuple[Connection, ...]) -> int:
        there = [link for link in links if link.node == outlet and link.line in self.view.lines]
        was = self._used(outlet)
        now = sum(max(1, round(cords_of(self.view.lines[link.line]) * link.share)) * link.units for link in there)
        return now if now > was else 0  # what is crowded already is PW15's


def _faults(found: Iterable[Finding]) -> frozenset[tuple[str, str, str]]:
    """Return errors, warnings and open questions as subject, kind and what is lost."""
    return frozenset([_key(one) for one in found if one.outcome in ("error", "warning", "unknown")])


def _apart(found: Iterable[Finding]) -> dict[tuple[str, str], float]:
    """Return of what has no second supply the subject, the kind and the power (W), 0 where that is not known."""
    return {
        (one.subject, one.message.id): next((figure.value or 0.0 for figure in one.figures), 0.0)
        for one in found
        if one.message.id in (*_TOGETHER, "PW20.one.none")
    }


def _excess(found: Iterable[Finding]) -> float:
    """Return by how much nodes are over what they may carry after losses, each as a share of that, in all."""
    whole = 0.0
    for one in found:
        if one.message.id in _TOO_MUCH:
            figures = one.figures[:2] if one.message.id == "PW20.trips" else one.figures
            whole += sum(
                after.require() / most.require() - 1
                for after, most in zip(figures[::2], figures[1::2], strict=True)
                if most.require()
            )
    return whole


def _key(one: Finding) -> tuple[str, str, str]:
    return one.subject, one.message.id, str(one.message.values.get("feed", ""))


def _is_same(one: Finding, other: Finding, line: LineFigures) -> bool:
    """Tell whether a finding says of the line what was to be cleared."""
    if (one.subject, one.message.id) != (other.subject, other.message.id):
        return False
    return line.line.title in other.message.values.get("machines", (line.line.title,))


def _carries(view: View, after: SiteFigures) -> bool:
    """Tell whether nothing that carries more is above what is advised for it, and is known well enough to tell."""
    return all(_is_within(view, view.site.loads[name], load, after) for name, load in after.loads.items())


def _is_within(view: View, was: NodeLoad, now: NodeLoad, after: SiteFigures) -> bool:
    if not now.connected or now.load_w.value == was.load_w.value:
        return True
    if not now.load_w.known or (was.load_w.known and now.load_w.require() < was.load_w.require()):
        return now.load_w.known
    rating = rating_of(now)
    if now.node.type in ("panel", "circuit") or rating.known:
        share = limit("br.cont", view.organisation.profile).require()
        if not (rating.known and now.total_a.known) or now.total_a.require() > share * rating.require() + _HAIR:
            return False
    return now.node.type != "ups" or _within_ups(view, now, after)


def _within_ups(view: View, now: NodeLoad, after: SiteFigures) -> bool:
    own, factor = after.joined_ups.get(now.node.id, ()), now.power_factor.value
    watts = left_of(node_rating(now.node, own, view.lines, "rated_w", "W"), after.ups_share_pct).value
    apparent = left_of(node_rating(now.node, own, view.lines, "rated_va", "VA"), after.ups_share_pct).value
    if watts is None or apparent is None or factor is None:
        return False
    return now.load_w.require() <= limit("ups.load_warn").require() * min(watts, apparent * factor) + _HAIR

"""The remedy that moves a plug: machines plugged in at another outlet of the same circuit, which then carries no more than before.

An outlet is offered where its rating and its outlets are known to be enough, and its form takes the machine's cord.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import msgspec

from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad, SiteFigures
from planner.checks.declared import of_node, path_up, supplies_of
from planner.checks.inlets import form_of
from planner.checks.ratings import rating_of
from planner.checks.registry import Fix
from planner.checks.site_parts import name_of
from planner.facility.circuits import CURRENT_1PH_A
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue

_NOTHING = 1e-9


class Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """Units of a line that leave the nodes ``places``, where they are plugged in."""

    line: LineFigures
    units: int
    places: frozenset[str]


class Outlets:
    """The outlets of a site as an alternative fills them; ``fits`` tells whether a machine's cord goes into a form."""

    def __init__(
        self,
        site: SiteFigures,
        alternative: str,
        links: tuple[Connection, ...],
        fits: Callable[[LineFigures, str], bool],
    ) -> None:
        """Keep them; ``links`` are the connections of the alternative."""
        self.site, self.alternative, self.links, self.fits = site, alternative, links, fits
        self.by_id: Mapping[str, SiteNode] = {node.id: node for node in site.nodes}

    def whole_at(self, load: NodeLoad, *roles: str, below: bool = True) -> Iterator[Leaving]:
        """Yield what of these roles hangs on a node, or ``below`` it, with all of its load at one outlet, line by line."""
        split = {link.line for link in self.links if link.share < 1}
        found: dict[str, list[Connection]] = {}
        for link in load.connected:
            is_wanted = link.line not in split and load.lines[link.line].line.role in roles
            if is_wanted and (below or link.node == load.node.id):
                found.setdefault(link.line, []).append(link)
        for name, links in found.items():
            places = frozenset(link.node for link in links)
            yield Leaving(line=load.lines[name], units=sum(link.units for link in links), places=places)

    def step(self, load: NodeLoad, leaving: Leaving, label: Callable[[str | Labelled], Message]) -> Fix | None:
        """Return the step that plugs them in at another outlet of the circuit; None where none is known to take them."""
        to = next(self._taking(load, leaving), None)
        if to is None:
            return None
        edits = tuple(self.edits(leaving, to.id))
        return Fix(label=label(name_of(to)), edit=edits[0] if len(edits) == 1 else Batch(edits=edits))

    def _taking(self, load: NodeLoad, leaving: Leaving) -> Iterator[SiteNode]:
        above = path_up(load.node, self.by_id)
        circuit = next((node for node in above if node.type == "circuit"), None)
        power, unit_w = load.load_w.value, leaving.line.unit_max_w.value
        if circuit is None or load.own_a.formula is not CURRENT_1PH_A or not power or unit_w is None:
            return
        if self.site.loads[circuit.id].own_a.formula is not CURRENT_1PH_A:
            return  # of three lines another outlet may be another line
        more_a = load.own_a.require() / power * unit_w * leaving.units
        for node in self.site.nodes:
            is_outlet = node.type in ("socket", "pdu") and node is not load.node
            if is_outlet and self._carries(node, circuit, above, more_a) and self.has_room(node, leaving):
                yield node
        bare = not any(node.parent == circuit.id and node.type == "socket" for node in self.site.nodes)
        if bare and load.node.type == "ups" and load.node.parent == circuit.id:
            yield circuit  # of which no sockets are described, so that the UPS itself is plugged in there

    def _carries(self, node: SiteNode, circuit: SiteNode, above: tuple[SiteNode, ...], more_a: float) -> bool:
        """Tell whether an outlet of the circuit, and what is between, carries so much more (A), within 80 % of its rating."""
        path = path_up(node, self.by_id)
        if circuit not in path:
            return False
        between = path[: path.index(circuit)]
        if any(one.type in ("ups", "cord", "strip") for one in between):
            return False
        for one in between:
            load = self.site.loads[one.id]
            rating, now = rating_of(load), load.total_a
            if one in above:
                continue  # carries it already
            if not (rating.known and now.known) or now.require() + more_a > 0.8 * rating.require():
                return False
        return True

    def has_room(self, node: SiteNode, leaving: Leaving) -> bool:
        """Tell whether an outlet takes the cords of units that leave another one, in form and number."""
        form = form_of(node)
        if form and not self.fits(leaving.line, form):
            return False
        taken = self.taken(node)
        wanted = leaving.units * cords_of(leaving.line)
        count = of_node(node, "outlet_count", "1")
        if not count.known:
            return not taken and wanted == 1
        share = 1 - limit("pdu.spare").require() if node.type == "pdu" else 1.0
        return taken + wanted <= count.require() * share + _NOTHING

    def taken(self, node: SiteNode) -> int:
        """Return how many cords go into an outlet node: of machines, and of what hangs below it."""
        load = self.site.loads[node.id]
        own = [link for link in load.connected if link.node == node.id]
        cords = sum(max(1, round(cords_of(load.lines[one.line]) * one.share)) * one.units for one in own)
        return cords + sum(1 for one in self.site.nodes if one.parent == node.id)

    def edits(self, leaving: Leaving, to: str) -> Iterator[Edit]:
        """Yield the edits that plug units in at the node ``to``."""
        path, left, name = f"alternatives/{self.alternative}/connections", leaving.units, leaving.line.line.id
        for number, link in enumerate(self.links):
            if link.line != name or link.node not in leaving.places or not left:
                continue
            gone = min(link.units, left)
            left -= gone
            if gone == link.units:
                yield SetValue(path=f"{path}/{number}/node", value=to)
            else:
                yield SetValue(path=f"{path}/{number}/units", value=link.units - gone)
                yield AddPart(path=path, value={"line": name, "node": to, "units": gone})


def cords_of(line: LineFigures) -> int:
    """Return how many cords one machine has: one for each supply."""
    return max(1, round(supplies_of(line).require()))


def enough_of(found: Iterator[Leaving], over: float, size_of: Callable[[LineFigures], float | None]) -> list[Leaving]:
    """Return which units of one line free so much, fewest units first, then the smallest machine."""
    able: list[tuple[int, float, Leaving]] = []
    for one in found:
        size = size_of(one.line)
        if size:
            units = max(1, math.ceil(over / size - _NOTHING))
            if units <= one.units:
                able.append((units, size, msgspec.structs.replace(one, units=units)))
    return [one for _units, _size, one in sorted(able, key=lambda row: row[:2])]


def moved(leaving: Leaving) -> Message:
    """Return what is said of machines that move: how many of which."""
    return msg("PW.fix.units", "{count} × {machine}", count=leaving.units, machine=leaving.line.line.title)

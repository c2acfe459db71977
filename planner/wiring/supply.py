"""The wired nodes of a site as the wiring planner sees them: voltage, lines, outlets, feeds, and each as a branch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from planner.assess.current import Around, Phases, single_phase_volts
from planner.assess.factor import plan_factors
from planner.assess.facts import fact_figure, text
from planner.assess.others import counts, own_others, worst_others_a
from planner.assess.site import WIRED
from planner.assess.unit_input import unit_input_w
from planner.assess.voltage_kind import is_line_to_line
from planner.checks.ratings import form_rating, is_single, receptacle_share
from planner.checks.site_parts import name_of
from planner.facility.phases import PAIRS
from planner.facility.wiring_model import LINES, Branch, Outlet
from planner.limits import limit
from planner.messages import Labelled
from planner.plan.document import Connection, Fact, SiteNode

_ENDS = ("socket", "strip", "pdu", "ups", "cord")
_BREAKERS = ("panel", "circuit")
_MANY = 60


class Supply:
    """The wired nodes of a site with what the planner needs to know of each."""

    def __init__(
        self, nodes: tuple[SiteNode, ...], profile: str, power_factor: float = 1.0, *, by_ups: bool = False
    ) -> None:
        """Look at the nodes of one site under a profile of limits; by ``power_factor`` the air conditioners there draw.

        ``backed`` are those behind a UPS, as loads (W) where they hang.

        With ``by_ups`` the UPS of a site that has one feed and several UPS are what fails apart.
        """
        self.profile = profile
        self.by_id = {node.id: node for node in nodes}
        self.phases = Phases(self.by_id, profile)
        factors = plan_factors({"power_factor": Fact(value=power_factor)})
        self._around = Around(phases=self.phases, factors=factors, profile=profile)
        wired = [node for node in nodes if node.type in WIRED]
        self.nodes = tuple(wired)
        users = [node for node in nodes if node.type in (*WIRED, "ac") and counts(node, in_use=False)]
        backed = {
            node.id for node in users if node.type == "ac" and any(one.type == "ups" for one in self._feeding(node))
        }
        self.shared = [node for node in users if node.id not in backed]
        self.backed = tuple(
            (Connection(line="", node=node.parent), unit_input_w(node).value or 0.0)
            for node in users
            if node.id in backed
        )
        self.parents = {node.parent for node in wired}
        found = {node.id: tuple(self._unknown(node)) for node in wired}
        self.missing = tuple(dict.fromkeys(key for keys in found.values() for key in keys))
        self.usable = {
            node.id
            for node in wired
            if not any(found[one.id] for one in self.above(node)) and self.volts(node) and not self.between(node)
        }
        self._by_ups = by_ups and len({self._root_feed(node) for node in wired}) == 1 and self._ups_apart() > 1
        self.feeds = len({self.feed(node) for node in wired if node.id in self.usable})

    def above(self, node: SiteNode) -> Iterator[SiteNode]:
        """Yield a wired node and what feeds it."""
        current: SiteNode | None = node
        while current is not None and current.type in WIRED:
            yield current
            current = self.by_id.get(current.parent)

    def _feeding(self, node: SiteNode) -> Iterator[SiteNode]:
        """Yield the wired nodes that feed an air conditioner."""
        if node.parent in self.by_id:
            yield from self.above(self.by_id[node.parent])

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
        volts, between = fact_figure(source.values, "volts", "", "V"), self._between_at(source)
        if not self.phases.three(node):
            return single_phase_volts("", node, (source, volts, "L-L" if between else "L-N"), self.phases).value or 0.0
        return (volts.value or 0.0) * (1.0 if between else math.sqrt(3))

    def _between_at(self, source: SiteNode) -> bool:
        """Tell whether the voltage that a node says is one between lines."""
        kind = text(source.values, "volts_kind")
        return kind == "L-L" or is_line_to_line(fact_figure(source.values, "volts", "", "V"), kind, self.profile)

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
        if self._leg(node) in PAIRS:
            return True
        source = next((one for one in self.above(node) if "volts" in one.values), None)
        if source is None or not self._between_at(source):
            return False
        volts = fact_figure(source.values, "volts", "", "V")
        return is_line_to_line(volts, "L-L", self.profile) and self.volts(node) == volts.value

    def others(self, node: SiteNode) -> float:
        """Return what others draw at a node, in A, with those on the circuits below it."""
        below = [
            one
            for one in self.shared
            if one.parent in self.by_id and any(up is node for up in self.above(self.by_id[one.parent]))
        ]
        return worst_others_a(node, below, self._around)

    def _ups_apart(self) -> int:
        """Return how many UPS there are that hang on no other."""
        return len({ups for node in self.nodes if node.type in _ENDS and (ups := self._outer_ups(node))})

    def _outer_ups(self, node: SiteNode) -> str:
        """Return the uppermost UPS that a node hangs behind or is, '' for none; where the supply begins at one it is all of it."""
        chain = tuple(self.above(node))
        return next((one.id for one in reversed(chain[:-1]) if one.type == "ups"), "")

    def feed(self, node: SiteNode) -> str:
        """Return what fails together: the feed that was told, else where the supply begins, or the UPS where these fail apart."""
        return (self._by_ups and self._outer_ups(node)) or self._root_feed(node)

    def _root_feed(self, node: SiteNode) -> str:
        chain = tuple(self.above(node))
        told = next((feed for one in chain if (feed := text(one.values, "feed"))), "")
        root = chain[-1]
        return told or (root.id if root.type in ("panel", "ups") else "")

    def feed_title(self, node: SiteNode) -> str | Labelled:
        """Return the name of a node's feed."""
        name = self.feed(node)
        return name_of(self.by_id[name]) if name in self.by_id else name

    def branch(self, node: SiteNode, planned_a: float) -> Branch:
        """Return a node as a branch; ``planned_a`` is the current (A) of what hangs there and is not planned anew."""
        breaker = node.type in _BREAKERS
        rating = fact_figure(node.values, "breaker_a" if breaker else "rating_a", "", "A").value
        if not breaker and node.type != "ups" and (rating is None or is_single(node)):
            rating = min((one for one in (rating, self._of_form(node)) if one is not None), default=None)
        share = limit("br.cont", self.profile).require()
        must = share if breaker and self.profile == "NEC" else 1.0
        return Branch(
            id=node.id,
            title=name_of(node),
            kind="bank" if node.type in ("pdu", "strip") else node.type,
            parent=node.parent if node.parent in self.by_id and self.by_id[node.parent].type in WIRED else "",
            limit_a=None if rating is None else rating * must,
            advised_a=rating * share if breaker and rating is not None else None,
            other_a=self.others(node) + planned_a,
            lines=self.lines(node),
            feed=self.feed(node),
            volts_v=self.volts(node),
        )

    def per_w(self, outlet: SiteNode, node: SiteNode, factor: float) -> float:
        """Return the current (A) of a node for a watt drawn at an outlet below it, on the line where that is most."""
        volts_v = self.volts(node)
        return 1 / (volts_v * self._spread(outlet, node) * factor) if volts_v else 0.0

    def _spread(self, outlet: SiteNode, node: SiteNode) -> float:
        """Return by what the voltage (V) of a node is multiplied for a load at an outlet: lines of three that share it or not."""
        if not self.phases.three(node) or self.between(outlet):
            return 1.0
        return math.sqrt(3) if self.phases.three(outlet) else 1 / math.sqrt(3)

    def _form(self, node: SiteNode) -> str:
        return text(node.values, "form") or text(node.values, "socket_form")

    def _of_form(self, node: SiteNode) -> float | None:
        rating = form_rating(node)
        return None if rating is None else rating.require() * receptacle_share(node, self.profile)

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

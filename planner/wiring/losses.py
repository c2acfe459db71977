"""What UPS add to the wiring problem: what they may give out, lose and charge with, and what already hangs behind them.

The rules are those of the assessment (``planner.assess.ups_loss``) and of the checks UP01, UP02 and UP07.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from planner.assess.lines import LineFigures
from planner.assess.ups_altitude import share_pct_among
from planner.assess.ups_loss import LOSS_SHARE, joined_ups, node_charger, node_efficiency, node_rating, share_lost
from planner.facility.ups import HEAT_W
from planner.facility.wiring_model import Branch
from planner.limits import limit
from planner.plan.document import Alternative, Connection, SiteNode
from planner.wiring.supply import Supply


class Ups(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS node: its ratings (W, VA) and charger (W), None where nobody told, and the keys of what is missing."""

    node: SiteNode
    rated_w: float | None
    rated_va: float | None
    charger_w: float
    missing: tuple[str, ...]
    loss_share: float = LOSS_SHARE
    left_share: float = 1.0

    @property
    def idle_w(self) -> float:
        """Return what it loses, in W, whatever hangs behind it, 0 where its rating is not known or its efficiency is."""
        if self.loss_share != LOSS_SHARE:
            return 0.0
        return float(HEAT_W.function(rating_w=self.rated_w or 0.0, load_w=0.0) or 0.0)


def ups_of(
    nodes: tuple[SiteNode, ...], alternative: Alternative, lines: Mapping[str, LineFigures]
) -> Mapping[str, Ups]:
    """Return the UPS of a site by the id of their node; a node without a rating has that of its line of the build."""
    there = tuple(node for node in nodes if node.type == "ups")
    planned = [line for line in lines.values() if line.line.role == "ups"]
    joined = joined_ups(there, (*alternative.connections, *alternative.placements), planned) if there else {}
    height = share_pct_among(nodes) if there else None
    share = 1.0 if height is None else height.require() / 100
    return {node.id: _of_node(node, joined.get(node.id, ()), lines, share) for node in there}


def _of_node(
    node: SiteNode, own: tuple[tuple[str, int], ...], lines: Mapping[str, LineFigures], left_share: float
) -> Ups:
    watts = node_rating(node, own, lines, "rated_w", "W")
    apparent = node_rating(node, own, lines, "rated_va", "VA")
    return Ups(
        node=node,
        rated_w=watts.value,
        rated_va=apparent.value,
        charger_w=node_charger(node, own, lines).value or 0.0,
        missing=tuple(dict.fromkeys((*watts.missing, *apparent.missing))),
        loss_share=share_lost(node_efficiency(node, own, lines)),
        left_share=left_share,
    )


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What hangs behind a UPS already and is not planned: its load (W), and whether it is anything at all."""

    load_w: float = 0.0
    is_used: bool = False


def with_ups(branch: Branch, one: Ups, factor: float, taken: Taken) -> Branch:
    """Return the branch of a UPS with what it may give out, loses and charges with; ``factor`` is the power factor.

    What it loses whatever hangs behind it, and what it charges with for what hangs there already, is counted with what is
    not planned.
    """
    ratings = [one.rated_w, None if one.rated_va is None else one.rated_va * factor]
    known = [rating * one.left_share for rating in ratings if rating is not None]
    most, warned = min(known, default=None), limit("ups.load_warn").require()
    return msgspec.structs.replace(
        branch,
        limit_w=None if most is None else max(0.0, most - taken.load_w),
        advised_w=None if most is None else max(0.0, most * warned - taken.load_w),
        loss_share=one.loss_share,
        standing_w=0.0 if taken.is_used else one.idle_w,
        charger_w=0.0 if taken.is_used else one.charger_w,
    )


def taken_of(
    ups: Mapping[str, Ups], links: Iterable[tuple[Connection, float]], above: Mapping[str, tuple[SiteNode, ...]]
) -> dict[str, Taken]:
    """Return what connections (with their power in W) have behind each UPS; ``above`` are a node and what feeds it."""
    found: dict[str, Taken] = {}
    for link, power_w in links:
        for name, load_w in climbing(power_w, above.get(link.node, ()), ups):
            if name in ups:
                before = found.get(name, Taken())
                found[name] = Taken(load_w=before.load_w + load_w, is_used=True)
    for name in sorted(ups, key=lambda one: -len(above[one])):  # the inner ones first
        for upper, load_w in climbing(ups[name].idle_w, above[name][1:], ups):
            if upper in ups:
                before = found.get(upper, Taken())
                found[upper] = msgspec.structs.replace(before, load_w=before.load_w + load_w)
    return found


def climbing(power_w: float, path: Iterable[SiteNode], ups: Mapping[str, Ups]) -> Iterator[tuple[str, float]]:
    """Yield each node of a path upwards with the power (W) it carries for a load at its beginning, losses in it."""
    for node in path:
        yield node.id, power_w
        if node.id in ups:
            power_w *= 1 + ups[node.id].loss_share


def branches(
    supply: Supply, links: Sequence[tuple[Connection, float]], ups: Mapping[str, Ups], factor: float
) -> tuple[Branch, ...]:
    """Return the nodes as branches with what hangs there already: connections that are not planned, with their power (W).

    Air conditioners behind a UPS hang there too.
    """
    links = (*links, *supply.backed)
    above = {node.id: tuple(supply.above(node)) for node in supply.nodes}
    taken = taken_of(ups, links, above)
    used = {name for name, one in taken.items() if one.is_used}
    there = dict.fromkeys(above, 0.0)
    kept = dict.fromkeys(above, 0.0)
    for link, power_w in links:
        for name, load_w in climbing(power_w, above.get(link.node, ()), ups):
            there[name] += load_w * supply.per_w(supply.by_id[link.node], supply.by_id[name], factor)
    for name in ups:
        path = above[name][1:]
        circuit = next((node.id for node in path if node.type == "circuit"), "")
        for upper, loss_w in climbing(ups[name].idle_w, path, ups):
            each_a = supply.per_w(supply.by_id[name], supply.by_id[upper], factor)
            there[upper] += loss_w * each_a
            kept[upper] += ups[name].charger_w * each_a if name in used and upper == circuit else 0.0
    found = []
    for node in supply.nodes:
        branch = msgspec.structs.replace(supply.branch(node, there[node.id]), reserve_a=kept[node.id])
        own = ups.get(node.id)
        found.append(branch if own is None else with_ups(branch, own, factor, taken.get(node.id, Taken())))
    return tuple(found)

"""What a machine with cords on several feeds draws at one of them after the loss of another, where its maker promises that."""

from __future__ import annotations

from collections.abc import Mapping

from planner.assess.facts import text
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.assess.supplies import promises_half, supply_scheme
from planner.plan.document import SiteNode


def lost_share(assessment: Assessment, line: str, load: NodeLoad) -> float:
    """Return the largest share (0 to 1) of a machine's cords that a feed takes away while ``load`` goes on.

    0 where its maker promises no half of the supplies as spare, or all cords hang on one feed.
    """
    figures = assessment.context.lines[line]
    if not promises_half(supply_scheme(figures.line, figures.item)):
        return 0.0
    by_id = {node.id: node for node in assessment.context.site.nodes}
    links = [one for one in assessment.context.alternative.connections if one.line == line and one.node in by_id]
    feeds = {link.node: _feed(by_id[link.node], by_id) for link in links}
    here = {feeds[link.node] for link in load.connected if link.line == line and link.node in feeds}
    shares: dict[str, float] = {}
    for link in links:
        shares[feeds[link.node]] = max(shares.get(feeds[link.node], 0.0), link.share)
    return max((share for feed, share in shares.items() if feed not in here and share < 1.0), default=0.0)


def _feed(node: SiteNode, by_id: Mapping[str, SiteNode]) -> str:
    """Return what fails together above a node: the feed that was told nearest, else the node where the supply begins."""
    current: SiteNode | None = node
    last = node
    while current is not None and current.type not in ("room", "rack"):
        told = text(current.values, "feed")
        if told:
            return told
        last, current = current, by_id.get(current.parent)
    return last.id

"""Circuits and sockets that are not there yet: a remedy planned them, an electrician has to lay them."""

from __future__ import annotations

from collections.abc import Iterable

from planner.assess.facts import flag
from planner.plan.document import SiteNode

TO_LAY = "to_be_laid"


def is_to_lay(node: SiteNode) -> bool:
    """Tell whether a node itself is planned and not there yet."""
    return flag(node.values, TO_LAY) is True


def to_lay(nodes: Iterable[SiteNode]) -> frozenset[str]:
    """Return the ids of the nodes that are not there yet: planned ones, and all that hangs below them."""
    there = {node.id: node for node in nodes}
    found: set[str] = set()
    for node in there.values():
        path, current = [node.id], node
        while not is_to_lay(current) and current.parent in there and current.parent not in path:
            current = there[current.parent]
            path.append(current.id)
        if is_to_lay(current):
            found.add(node.id)
    return frozenset(found)


def laid(nodes: tuple[SiteNode, ...]) -> tuple[SiteNode, ...]:
    """Return the nodes that are there today."""
    missing = to_lay(nodes)
    return tuple(node for node in nodes if node.id not in missing) if missing else nodes

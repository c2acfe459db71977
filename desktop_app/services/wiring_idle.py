"""UPS that the wiring planner cannot reckon with: one of the site that nothing feeds, one of the build that stands nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess.lines import LineFigures
from planner.assess.site import WIRED
from planner.assess.ups_loss import joined_ups
from planner.checks.site_parts import name_of
from planner.messages import Message, msg
from planner.plan.document import Alternative, Connection, Placement, Plan


def idle_ups(plan: Plan, alternative: Alternative, lines: Mapping[str, LineFigures]) -> Iterator[Message]:
    """Yield for each UPS without a place in the wiring what that means for the planned one, and which step helps."""
    nodes = [node for node in plan.site if node.type == "ups"]
    kinds = {node.id: node.type for node in plan.site}
    for node in nodes:
        if kinds.get(node.parent) not in WIRED:
            yield msg(
                "wire.ups.unfed",
                "Nothing feeds {ups}: what hangs behind it is on no circuit's account, and nothing is planned there. Under Site, hang it on the socket "
                "or circuit that feeds it, then plan anew.",
                ups=name_of(node),
            )
    bought = [line for line in lines.values() if line.line.role == "ups" and line.line.quantity]
    marks: tuple[Connection | Placement, ...] = (*alternative.connections, *alternative.placements)
    standing = joined_ups(nodes, marks, bought)
    placed = {line for own in standing.values() for line, _ in own}
    for figures in bought:
        if figures.line.id not in placed:
            yield msg(
                "wire.ups.bought",
                "{ups} is in the build and stands nowhere in the wiring: no machine is planned behind it, and its loss and charging are on no circuit. "
                "Under Site, choose a socket of its own circuit, press Add, UPS, then plan anew.",
                ups=figures.line.title,
            )

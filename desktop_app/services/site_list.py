"""The nodes of the site as rows: name, kind, load against rating, and what was found on each."""

from __future__ import annotations

import msgspec

from desktop_app.services.room_card import card_nodes
from planner.assess.run import Assessment
from planner.checks.registry import Outcome
from planner.checks.site_parts import kind_name, name_of
from planner.figure import Figure
from planner.messages import format_figure, format_value
from planner.plan.document import NodeType

_WORST: tuple[Outcome, ...] = ("error", "warning", "unknown")


class SiteRow(msgspec.Struct, frozen=True, kw_only=True):
    """A node: ``depth`` in the tree, ``load`` and ``rating`` as texts ('' where it has none), ``worst`` finding."""

    id: str
    type: NodeType
    depth: int
    name: str
    kind: str
    load: str
    rating: str
    figure: Figure | None
    worst: Outcome


def site_rows(assessment: Assessment, language: str) -> tuple[SiteRow, ...]:
    """Return the nodes in the order of the tree."""
    plan, loads = assessment.plan, assessment.context.site.loads
    depth: dict[str, int] = {}
    found: dict[str, list[str]] = {}
    for finding in assessment.findings:
        if finding.waiver is None and finding.snooze is None:
            found.setdefault(finding.subject, []).append(finding.outcome)
    rows = []
    for one in card_nodes(plan):
        node = plan.node(one.id)
        assert node is not None
        depth[node.id] = depth[node.parent] + 1 if node.parent in depth else 0
        load = loads.get(node.id)
        worst: Outcome = next((each for each in _WORST if each in found.get(node.id, ())), "pass")
        rows.append(
            SiteRow(
                id=node.id,
                type=node.type,
                depth=depth[node.id],
                name=format_value(name_of(node), language),
                kind=kind_name(node.type).label(language),
                load=format_figure(load.total_a, language) if load is not None else "",
                rating=format_figure(load.rating_a, language) if load is not None else "",
                figure=load.total_a if load is not None else None,
                worst=worst,
            )
        )
    return tuple(rows)

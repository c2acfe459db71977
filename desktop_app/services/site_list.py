"""The nodes of the site as rows: name, kind, load against rating, and what was found on each."""

from __future__ import annotations

import msgspec

from desktop_app.services.room_card import card_nodes
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.checks.registry import Outcome
from planner.checks.site_parts import kind_name, name_of
from planner.figure import Figure
from planner.messages import format_figure, format_value
from planner.pictures.status import Status
from planner.pictures.wiring_tree import cards_of
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
    states = _states(assessment, language)
    cooling = _cooling(assessment)
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
        if states.get(node.id) == "over":
            worst = "error"  # as in the picture: what we add alone is too much
        elif states.get(node.id) == "unknown" and worst == "pass":
            worst = "unknown"  # as in the picture: without load or rating nothing was compared
        rows.append(
            SiteRow(
                id=node.id,
                type=node.type,
                depth=depth[node.id],
                name=format_value(name_of(node), language),
                kind=kind_name(node.type).label(language),
                load=_load_text(load, language) if load is not None else "",
                rating=format_figure(load.rating_a if load is not None else cooling[node.id], language)
                if load is not None or node.id in cooling
                else "",
                figure=load.total_a if load is not None else cooling.get(node.id),
                worst=worst,
            )
        )
    return tuple(rows)


def _load_text(load: NodeLoad, language: str) -> str:
    """Return the load; where others' share is not known, ours as the least it is."""
    own = load.own_a
    if load.total_a.known or not own.value:
        return format_figure(load.total_a, language)
    return f"≥ {format_figure(own, language)}"


def _states(assessment: Assessment, language: str) -> dict[str, Status]:
    """Return the state in which the picture of the wiring shows each node."""
    found: dict[str, Status] = {}
    cards = list(cards_of(assessment.context, "zh" if language == "zh" else "en"))
    while cards:
        card = cards.pop()
        found[card.id] = card.status
        cards += card.children
    return found


def _cooling(assessment: Assessment) -> dict[str, Figure]:
    """Return the sensible cooling (W) that each air conditioner is reckoned with."""
    total = assessment.context.site.sensible_cooling_w
    units = [figure for given in total.inputs for figure in given.figures]
    ids = {node.id for node in assessment.plan.site if node.type == "ac"}
    return {part: figure for figure in units for part in figure.key.split("/") if part in ids}

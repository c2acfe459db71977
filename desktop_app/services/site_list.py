"""The nodes of the site as rows: name, kind, load against rating, what is left, and what was found on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from desktop_app.services.room_card import card_nodes
from desktop_app.services.row_order import SortKey, natural, ordered
from desktop_app.services.subjects import titles_of
from planner.assess.facts import fact_figure
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.assess.unit_cooling import at_place
from planner.checks.outlets import outlet_left_w
from planner.checks.ratings import rating_of
from planner.checks.registry import Outcome
from planner.checks.site_parts import key_of, kind_name, left_w, name_of, of_three_lines
from planner.figure import Figure, unknown
from planner.limits import with_own_limits
from planner.messages import format_figure, format_value, msg, render
from planner.pictures.status import Status
from planner.pictures.wiring_tree import cards_of
from planner.plan.document import NodeType

_SEVERITY = {"error": 0, "warning": 1, "unknown": 2}
_WORST: tuple[Outcome, ...] = ("error", "warning", "unknown")


class SiteRow(msgspec.Struct, frozen=True, kw_only=True):
    """A node or a network link: ``depth`` in the tree, ``load``, ``rating`` and what is ``left`` as texts ('' for none).

    ``amount`` is the load that is shown, in the unit of ``figure``; ``rated`` what the node carries or cools; ``worst``
    the finding that counts.
    """

    id: str
    type: NodeType | Literal["link"]
    depth: int
    name: str
    kind: str
    load: str
    rating: str
    figure: Figure | None
    worst: Outcome
    left: str = ""
    left_figure: Figure | None = None
    amount: float | None = None
    rated: Figure | None = None


@with_own_limits
def site_rows(assessment: Assessment, language: str) -> tuple[SiteRow, ...]:
    """Return the nodes in the order of the tree."""
    plan, loads = assessment.plan, assessment.context.site.loads
    states = _states(assessment, language)
    cooling = _cooling(assessment)
    depth: dict[str, int] = {}
    lefts: dict[str, Figure | None] = {}
    found: dict[str, list[Outcome]] = {}
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
        left = lefts[node.id] = None if load is None else _left(load, lefts.get(node.parent), plan.organisation.profile)
        rating = None if load is None else rating_of(load)
        rows.append(
            SiteRow(
                id=node.id,
                type=node.type,
                depth=depth[node.id],
                name=format_value(name_of(node), language),
                kind=kind_name(node.type).label(language),
                load=_load_text(load, language) if load is not None else "",
                rating=format_figure(rating or cooling[node.id], language)
                if rating is not None or node.id in cooling
                else "",
                figure=load.total_a if load is not None else cooling.get(node.id),
                worst=worst,
                left="" if left is None else format_figure(left, language),
                left_figure=left,
                amount=_amount(load) if load is not None else None,
                rated=rating or cooling.get(node.id),
            )
        )
    return (*rows, *_links(assessment, found, language))


def _left(load: NodeLoad, above: Figure | None, profile: str) -> Figure | None:
    """Return what a circuit or a socket has left (W); unknown for a circuit of one phase whose account is open."""
    found = left_w(load, profile) or outlet_left_w(load, above)
    if found is None and load.node.type in ("circuit", "socket") and not of_three_lines(load):
        rating = rating_of(load)
        missing = (*rating.missing, *load.total_a.missing, *(above.missing if above is not None else ()))
        return unknown(f"{key_of(load)}/left_w", "W", tuple(dict.fromkeys(missing)))
    return found


def _links(assessment: Assessment, found: Mapping[str, list[Outcome]], language: str) -> Iterator[SiteRow]:
    """Yield the network links of the alternative, below the nodes."""
    one = assessment.context.alternative
    titles = titles_of(assessment.plan, one.id)
    for link in one.links:
        speed = fact_figure(link.values, "nic_gbps", "", "Gbit/s")
        rate = f" × {format_figure(speed, language)}" if speed.known else ""
        yield SiteRow(
            id=link.id,
            type="link",
            depth=0,
            name=format_value(titles[link.id], language),
            kind=render(msg("link.head", "Network cables"), language),
            load=f"{link.cables}{rate}",
            rating="",
            figure=None,
            worst=next((each for each in _WORST if each in found.get(link.id, ())), "pass"),
        )


def ordered_site(rows: Sequence[SiteRow], column: str, descending: bool) -> Sequence[SiteRow]:
    """Return the rows by a column: names as people count, amperes by value, the worst finding first; unknown at the end."""
    return ordered(rows, _KEYS[column], descending=descending)


def _amount(load: NodeLoad) -> float | None:
    """Return the load (A) as it is shown: where others' share is not known, ours as the least it is."""
    return load.total_a.value if load.total_a.known else load.flowing_a.value or None


def _load_text(load: NodeLoad, language: str) -> str:
    """Return the load; where others' share is not known, ours as the least it is."""
    least = load.flowing_a
    if load.total_a.known or not least.value:
        return format_figure(load.total_a, language)
    return f"≥ {format_figure(least, language)}"


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
    """Return the sensible cooling (W) that each air conditioner is reckoned with, as much as is left of it at the place."""
    site = assessment.context.site
    rated = [figure for given in site.rated_cooling_w.inputs for figure in given.figures]
    units = [at_place(one, site.place_derate, f"{one.key}/here") for one in rated]
    ids = {node.id for node in assessment.plan.site if node.type == "ac"}
    return {part: figure for figure in units for part in figure.key.split("/") if part in ids}


def _rated(row: SiteRow) -> SortKey | None:
    """Return the rating with its unit: amperes of circuits, watts of air conditioners."""
    return None if row.rated is None or row.rated.value is None else (row.rated.unit, row.rated.value)


_KEYS: Mapping[str, Callable[[SiteRow], SortKey | None]] = {
    "name": lambda row: natural(row.name),
    "kind": lambda row: natural(row.kind),
    "load": lambda row: row.amount,
    "rating": _rated,
    "left": lambda row: None if row.left_figure is None else row.left_figure.value,
    "check": lambda row: _SEVERITY.get(row.worst, len(_SEVERITY)),
}

"""What the palette finds: commands, places, parts of the plan, numbers, and rows of the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from desktop_app.services.desk import Desk
from desktop_app.services.finding_words import ranked
from desktop_app.services.limit_list import limit_groups
from desktop_app.services.why import name_of_figure
from planner.assess.run import Assessment, top_figures
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.messages import Message, format_figure, format_value, msg, render
from planner.plan.document import Plan
from planner.plan.own_limits import subject_of_limit

HitKind = Literal["command", "place", "plan", "part", "number", "item"]
KINDS: dict[HitKind, Message] = {
    "command": msg("palette.command", "Command"),
    "place": msg("palette.place", "Place"),
    "plan": msg("palette.plan", "Plan"),
    "part": msg("palette.part", "In this plan"),
    "number": msg("palette.number", "Number"),
    "item": msg("palette.item", "Catalog"),
}
_MOST_EACH = 8
_MOST_ITEMS = 12


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One thing found: what it is, where it leads; ``name`` is the command, place, or id of the catalog row.

    ``also`` are other words that it is found by.
    """

    kind: HitKind
    title: str
    detail: str = ""
    icon: str = ""
    name: str = ""
    place: str = ""
    subject: str = ""
    figure: Figure | None = None
    also: str = ""


def find(
    query: str, fixed: Iterable[Hit], assessment: Assessment | None, desk: Desk | None, language: str
) -> list[Hit]:
    """Return what matches ``query``: ``fixed`` are the commands and places, the rest comes from plan and catalog."""
    pools: list[list[Hit]] = [list(fixed), list(_plans(desk, assessment, language))]
    if assessment is not None:
        pools += [list(_parts(assessment.plan, assessment, language)), list(_figures(assessment, language))]
        pools.append(list(_limits(assessment, language)))
    found: list[Hit] = []
    for pool in pools:
        hits = ranked(query, (((hit.title, hit.detail, hit.name, hit.also), hit) for hit in pool))
        found += hits if not query else hits[:_MOST_EACH]
        if not query:
            return found
    return [*found, *_items(query, desk)]


def _plans(desk: Desk | None, assessment: Assessment | None, language: str) -> Iterator[Hit]:
    shown = assessment.plan.id if assessment is not None else ""
    for entry in desk.plans() if desk is not None else ():
        if entry.id != shown:
            yield Hit(kind="plan", title=entry.title.label(language), icon="plan", name=entry.id)


def _parts(plan: Plan, assessment: Assessment, language: str) -> Iterator[Hit]:
    for line in assessment.context.alternative.lines:
        yield _part(line.title.label(language), "build", line.id, "build")
    for entry in plan.workload:
        yield _part(entry.title.label(language), "workload", entry.id, "workload")
    for node in plan.site:
        yield _part(format_value(name_of(node), language), "site", node.id, "site")
    for fund in plan.funds:
        yield _part(fund.title, "cost", fund.id, "wallet")
    for group in plan.people:
        yield _part(group.title.label(language), "plan", group.id, "person")


def _part(title: str, place: str, subject: str, icon: str) -> Hit:
    return Hit(kind="part", title=title, detail=subject, icon=icon, place=place, subject=subject)


def _figures(assessment: Assessment, language: str) -> Iterator[Hit]:
    for figure in top_figures(assessment.context):
        if figure.value is not None:
            name = name_of_figure(figure, assessment.plan, language, above="-")
            yield Hit(
                kind="number",
                title=name,
                detail=format_figure(figure, language),
                icon="why",
                name=figure.key,
                figure=figure,
            )


def _limits(assessment: Assessment, language: str) -> Iterator[Hit]:
    """Yield the numbers that nobody verified; they lead to where the plan's own is typed."""
    for group in limit_groups(assessment, language):
        for row in group.rows:
            yield msgspec.structs.replace(_part(row.name, "site", subject_of_limit(row.key), "site"), detail=row.value)


def _items(query: str, desk: Desk | None) -> list[Hit]:
    if desk is None or not query.strip():
        return []
    result = desk.store.catalog.search(query, limit=_MOST_ITEMS)
    return [
        Hit(kind="item", title=row.name, detail=row.maker, icon="catalog", name=row.id, place="catalog", subject=row.id)
        for row in result.rows
    ]


def kind_word(kind: HitKind, language: str) -> str:
    """Return the word for a kind of hit."""
    return render(KINDS[kind], language)

"""What the page Start shows: templates as cards, what a template comes to, recent plans with their to-dos, the workspace.

Titles are there at once; totals, verdicts and findings take an assessment each and are asked for one after the other.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter

import msgspec

from db.errors import KnownStoreError
from db.plans import PlanEntry
from desktop_app.services.desk import Desk
from desktop_app.services.finding_words import matches
from desktop_app.services.plans import plan_from_template
from desktop_app.services.strip import standing
from planner.assess.run import Assessment, assess
from planner.checks.registry import Finding
from planner.errors import PlannerError
from planner.figure import Figure
from planner.messages import Labelled, Message, format_number, msg, render
from planner.plan.document import Plan
from planner.plan.templates import TemplateInfo, templates
from planner.rounding import rest_shown, rounded

BLANK = "blank"
RECOMMENDED = "lab-a"
GROUPS: tuple[tuple[str, Message], ...] = (
    ("", msg("start.group.all", "All")),
    ("lab", msg("start.group.lab", "University labs")),
    ("tier", msg("start.group.tier", "By size")),
    ("edge", msg("start.group.edge", "Edge and teaching")),
    ("other", msg("start.group.other", "Other")),
)
_ICONS = {
    **{"lab": "school", "edge": "edge", "other": "note"},
    **{"tier-1": "person", "tier-2": "group", "tier-3": "building", "tier-4": "server", "tier-5": "flag"},
}
_WAN = 10_000
_MOST_WARNINGS = 4
_ORDER = ("error", "warning", "unknown", "note")


class TemplateCard(msgspec.Struct, frozen=True, kw_only=True):
    """A template as a card: its group, icon and texts."""

    id: str
    group: str
    icon: str
    title: Labelled
    about: Labelled
    recommended: bool = False


class TemplateSum(msgspec.Struct, frozen=True, kw_only=True):
    """What a template comes to: total and power, memory of its cards as a text, and what it will warn about."""

    id: str
    budget: Figure
    planned: Figure
    power: Figure
    heat: Figure
    cards: str
    warnings: tuple[tuple[str, Message], ...]
    errors: int
    questions: int


class RecentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan of the workspace: title, when it was changed, in local words."""

    id: str
    title: Labelled
    when: str
    moment: dt.datetime


class RecentState(msgspec.Struct, frozen=True, kw_only=True):
    """What a recent plan says now: total (None: unknown), status with its word, and the to-dos."""

    id: str
    total: str
    status: str
    word: Message
    todo: Message | None = None
    tip: Message | None = None


class Workspace(msgspec.Struct, frozen=True, kw_only=True):
    """The catalog as shown below the page: its rows, and the oldest and newest day of its prices and rents ('' for none)."""

    items: int
    prices_from: str
    prices_until: str


# --- templates -------------------------------------------------------------------------------------------------------


def template_cards() -> tuple[TemplateCard, ...]:
    """Return the templates as cards, and the blank plan last."""
    cards = [_card(one) for one in templates()]
    blank = TemplateCard(
        id=BLANK,
        group="other",
        icon=_ICONS["other"],
        title=Labelled(zh="空白方案", en="Blank plan"),
        about=Labelled(zh="从预算和房间填起", en="Fill in budget and room yourself"),
    )
    return (*cards, blank)


def _card(info: TemplateInfo) -> TemplateCard:
    group = info.id.split("-", maxsplit=1)[0]
    known = dict(GROUPS)
    return TemplateCard(
        id=info.id,
        group=group if group in known else "other",
        icon=_ICONS.get(info.id) or _ICONS.get(group, _ICONS["other"]),
        title=info.title,
        about=info.about,
        recommended=info.id == RECOMMENDED,
    )


def fitting(cards: tuple[TemplateCard, ...], group: str, query: str) -> tuple[TemplateCard, ...]:
    """Return the cards of a group ('' for all) that fit a query in Chinese, pinyin or English."""
    return tuple(
        card
        for card in cards
        if group in ("", card.group) and matches(query, card.title.zh, card.title.en, card.about.zh, card.about.en)
    )


def group_counts(cards: tuple[TemplateCard, ...]) -> dict[str, int]:
    """Return how many cards each group holds; '' is all of them."""
    return {"": len(cards), **Counter(card.group for card in cards)}


def template_sum(desk: Desk, template: str) -> TemplateSum:
    """Return what a template comes to today, with its findings; raises UnknownIdError for a row that is gone."""
    plan = plan_from_template(template, desk.store, desk.today, plan_id="start")
    found = assess(plan, plan.chosen or plan.alternatives[0].id, desk.today, market=desk.environment.market)
    money, totals = found.context.money, found.context.totals
    ordered = sorted(standing(found), key=lambda one: _ORDER.index(one.outcome))
    counts = Counter(one.outcome for one in ordered)
    return TemplateSum(
        id=template,
        budget=money.budget.figure,
        planned=money.planned.figure,
        power=totals.max_w,
        heat=totals.heat_w,
        cards=_cards(plan, found),
        warnings=_telling(ordered),
        errors=counts["error"],
        questions=counts["unknown"],
    )


def _telling(ordered: list[Finding]) -> tuple[tuple[str, Message], ...]:
    """Return the first findings, of each sort at most two, so that a question is seen beside the errors."""
    taken: Counter[str] = Counter()
    found = []
    for finding in ordered:
        if finding.outcome != "note" and taken[finding.outcome] < 2:  # noqa: PLR2004
            taken[finding.outcome] += 1
            found.append((finding.outcome, finding.message))
    return tuple(found[:_MOST_WARNINGS])


def _cards(plan: Plan, found: Assessment) -> str:
    """Return memory and number of cards: 24 GB × 4."""
    parts = []
    for line in found.context.alternative.lines:
        card = plan.item_of(line.card)
        memory = card.number("memory_gb") if card is not None else None
        if memory is not None and line.cards_per_unit:
            parts.append(f"{format_number(memory)} GB × {line.cards_per_unit * line.quantity}")
    return " + ".join(parts)


# --- amounts and times as the page has room for them -----------------------------------------------------------------


def short_money(figure: Figure, language: str) -> str:
    """Return an amount in 万 or thousands; the word unknown where it is not known."""
    if figure.value is None:
        return render(msg("common.unknown", "unknown"), language)
    if language == "zh":
        return f"{rounded(figure.value / _WAN, 1):,.1f} 万"
    return f"{rounded(figure.value / 1000, 0):,.0f} k"


def short_rest(whole: Figure, part: Figure, language: str) -> str:
    """Return what is left of an amount beside a part of it, both as ``short_money`` shows them, so that they add up."""
    if whole.value is None or part.value is None:
        return render(msg("common.unknown", "unknown"), language)
    unit, places, word = (_WAN, 1, " 万") if language == "zh" else (1000, 0, " k")
    return f"{rest_shown(whole.value / unit, part.value / unit, places):,.{places}f}{word}"


def short_power(figure: Figure, language: str) -> str:
    """Return a power in kW; the word unknown where it is not known."""
    if figure.value is None:
        return render(msg("common.unknown", "unknown"), language)
    return f"{figure.value / 1000:.2f} kW"


def local_words(moment: dt.datetime, now: dt.datetime, language: str, *, with_time: bool = False) -> str:
    """Return a moment in the words of ``now``'s day and zone: 今天 14:32, 昨天 14:32, 11月21日, 2025-11-21.

    ``with_time`` adds the time also to days that are longer ago.
    """
    there = moment.astimezone(now.tzinfo)
    days = (now.date() - there.date()).days
    time = f"{there:%H:%M}"
    if days == 0:
        return render(msg("start.today", "today {time}", time=time), language)
    if days == 1:
        return render(msg("start.yesterday", "yesterday {time}", time=time), language)
    after = f" {time}" if with_time else ""
    if there.year == now.year:
        return (f"{there.month}月{there.day}日" if language == "zh" else f"{there.day} {there:%b}") + after
    return there.date().isoformat() + after


# --- recent plans ----------------------------------------------------------------------------------------------------


def recent_plans(desk: Desk, language: str, most: int = 8) -> tuple[RecentPlan, ...]:
    """Return the plans that were changed last."""
    now = desk.environment.clock().astimezone()
    return tuple(_recent(entry, now, language) for entry in desk.plans()[:most])


def _recent(entry: PlanEntry, now: dt.datetime, language: str) -> RecentPlan:
    when = local_words(entry.changed_at, now, language)
    return RecentPlan(id=entry.id, title=entry.title, when=when, moment=entry.changed_at)


def recent_state(desk: Desk, plan_id: str, language: str) -> RecentState:
    """Return what a plan says now; one that cannot be read says so instead of failing."""
    try:
        session = desk.open(plan_id)
        if not session.plan.alternatives:
            empty = msg("start.empty", "no alternative")
            return RecentState(id=plan_id, total="—", status="unknown", word=empty)
        found = session.assessment()
    except KnownStoreError as fault:
        damaged = msg("start.damaged", "damaged")
        return RecentState(id=plan_id, total="—", status="error", word=damaged, tip=fault.remedy)
    except PlannerError as fault:
        return RecentState(
            id=plan_id, total="—", status="error", word=msg("start.missing", "missing"), tip=fault.message
        )
    return _state(plan_id, found, language)


def _state(plan_id: str, found: Assessment, language: str) -> RecentState:
    counts = Counter(one.outcome for one in standing(found))
    planned = found.context.money.planned.figure
    total = short_money(planned, language)
    if counts["error"]:
        status, word = "error", msg("alternative.errors", "Errors {count}", count=counts["error"])
    elif counts["warning"]:
        status, word = "warn", msg("alternative.warnings", "Warnings {count}", count=counts["warning"])
    elif counts["unknown"]:
        status, word = "unknown", msg("alternative.open", "Questions open")
    else:
        status, word = "ok", msg("alternative.fine", "Pass")
    todo = msg("start.todo", "Questions to answer: {count}", count=counts["unknown"]) if counts["unknown"] else None
    return RecentState(id=plan_id, total=total, status=status, word=word, todo=todo)


# --- the workspace ---------------------------------------------------------------------------------------------------


def workspace_state(desk: Desk) -> Workspace:
    """Return how many rows the catalog has, and the oldest and newest day of its prices, of rents and APIs too."""
    catalog = desk.store.catalog
    days = [price.observed_date for price in catalog.prices()]
    for kind, column in _OFFERED:
        days += [one.attributes[column].source_date for one in catalog.items(kind) if column in one.attributes]
    told = [day for day in days if day]
    return Workspace(items=catalog.count(), prices_from=min(told, default=""), prices_until=max(told, default=""))


_OFFERED = (("cloud_offer", "price_low"), ("api_offer", "price_in"))


def is_sound(desk: Desk) -> bool:
    """Look the workspace over and tell whether it is sound; takes a moment. Raises KnownStoreError."""
    return all(one.ok for one in desk.store.doctor())

"""What the proposed alternatives come to, side by side, before one of them is chosen: plain texts with their state."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from desktop_app.services.desk import Desk
from desktop_app.services.first_start import STUDENTS
from desktop_app.services.start_page import short_money, short_power, short_rest
from desktop_app.services.strip import standing
from planner.assess.run import Assessment, assess
from planner.catalog.supply import STATE_LABELS, supply_state
from planner.checks.registry import Finding, Outcome
from planner.messages import Message, msg, render
from planner.plan.document import Plan

_SUPPLY = {"purchasable": "ok", "unknown": "unknown", "eol": "error"}
_WORST = ("no", "unknown", "tight", "fits")
_FIT = {"no": "error", "unknown": "unknown", "tight": "warn", "fits": "ok"}
_SHOWN = 3
NOTHING_DRAWS = "—"  # an alternative without a machine: not applicable
_STATUS = {"error": "error", "warning": "warn", "unknown": "unknown"}


class OfferRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a column: its label, its text, and its status ('' for none)."""

    key: str
    label: Message
    text: str
    status: str = ""


class OfferColumn(msgspec.Struct, frozen=True, kw_only=True):
    """An alternative as a column: name, why it is proposed, verdict, rows, and what it will warn about first."""

    id: str
    title: str
    why: str
    status: str
    verdict: str
    rows: tuple[OfferRow, ...]
    warnings: tuple[tuple[str, str], ...]


def offer_columns(plan: Plan, whys: tuple[Message, ...], desk: Desk, language: str) -> tuple[OfferColumn, ...]:
    """Return the alternatives of a generated plan, each assessed as it stands."""
    market = desk.environment.market
    return tuple(
        _column(assess(plan, one.id, desk.today, market=market), why, language)
        for one, why in zip(plan.alternatives, whys, strict=True)
    )


def _column(found: Assessment, why: Message, language: str) -> OfferColumn:
    one = found.context.alternative
    findings = standing(found)
    counts = Counter(finding.outcome for finding in findings)
    status, verdict = _verdict(counts)
    return OfferColumn(
        id=one.id,
        title=one.title.label(language),
        why=render(why, language),
        status=status,
        verdict=render(verdict, language),
        rows=_rows(found, language),
        warnings=_warnings(findings, language),
    )


def _verdict(counts: Counter[Outcome]) -> tuple[str, Message]:
    if counts["error"]:
        return "error", msg("alternative.errors", "Errors {count}", count=counts["error"])
    if counts["unknown"]:
        return "unknown", msg("start.todo", "Questions to answer: {count}", count=counts["unknown"])
    if counts["warning"]:
        return "warn", msg("alternative.warnings", "Warnings {count}", count=counts["warning"])
    return "ok", msg("alternative.fine", "Pass")


def _rows(found: Assessment, language: str) -> tuple[OfferRow, ...]:
    money, totals = found.context.money, found.context.totals
    over = money.left.figure.value is not None and money.left.figure.value < 0
    return (
        _fit(found, language),
        OfferRow(
            key="total",
            label=msg("first.total", "Planned total with contingency"),
            text=short_money(money.planned.figure, language),
            status="" if money.planned.figure.known else "unknown",
        ),
        OfferRow(
            key="range",
            label=msg("first.range", "Range of the total with contingency"),
            text=_range(found, language),
            status="" if money.planned_low.figure.known else "unknown",
        ),
        OfferRow(
            key="left",
            label=msg("first.left", "Left of the budget"),
            text=short_rest(money.budget.figure, money.planned.figure, language),
            status="error" if over else "" if money.left.figure.known else "unknown",
        ),
        OfferRow(
            key="power",
            label=msg("first.power", "Maximum power"),
            text=short_power(totals.max_w, language) if totals.max_w.value != 0 else NOTHING_DRAWS,
            status="" if totals.max_w.known else "unknown",
        ),
        *_at_once(found, language),
        _supply(found, language),
    )


def _range(found: Assessment, language: str) -> str:
    money = found.context.money
    low, high = money.planned_low.figure, money.planned_high.figure
    if not (low.known and high.known):
        return render(msg("common.unknown", "unknown"), language)
    ends = dict.fromkeys((short_money(low, language), short_money(high, language)))
    return " – ".join(ends)


def _fit(found: Assessment, language: str) -> OfferRow:
    """Return how many jobs fit on a machine of the alternative; rented cards are not looked at here."""
    label = msg("first.fit", "Is it enough?")
    best: dict[str, str] = {}
    for fit in found.context.fits:
        best[fit.entry] = max(best.get(fit.entry, "no"), fit.verdict, key=_WORST.index)
    if not best:
        rented = msg("first.fit.rented", "as rented")
        return OfferRow(key="fit", label=label, text=render(rented, language))
    held = sum(verdict in ("fits", "tight") for verdict in best.values())
    worst = min(best.values(), key=_WORST.index)
    said = msg("first.fit.count", "{held} of {jobs} jobs", held=held, jobs=len(best))
    return OfferRow(key="fit", label=label, text=render(said, language), status=_FIT[worst])


def _at_once(found: Assessment, language: str) -> tuple[OfferRow, ...]:
    """Return what a course comes to while all its students work at once; nothing where the plan has no course."""
    group = next((one for one in found.plan.people if one.id == STUDENTS), None)
    if group is None:
        return ()
    label = msg("first.at_once", "Course, students at once")
    cards = sum(line.quantity * line.cards_per_unit for line in found.context.alternative.lines if line.card)
    if not cards:
        said = msg("first.at_once.rented", "{students}, as rented", students=group.count)
        return (OfferRow(key="at_once", label=label, text=render(said, language)),)
    each = math.ceil(group.count / cards)
    said = msg(
        "first.at_once.cards",
        "{students} on {cards} cards, {each} to a card",
        students=group.count,
        cards=cards,
        each=each,
    )
    return (OfferRow(key="at_once", label=label, text=render(said, language)),)


def _supply(found: Assessment, language: str) -> OfferRow:
    """Return whether the cards can be bought new."""
    label = msg("first.supply", "Can it be bought?")
    cards = [found.plan.item_of(line.card) for line in found.context.alternative.lines if line.card]
    state = next((supply_state(card) for card in cards if card is not None), None)
    if state is None:
        return OfferRow(key="supply", label=label, text=render(msg("first.supply.rent", "rented"), language))
    return OfferRow(
        key="supply", label=label, text=STATE_LABELS[state].label(language), status=_SUPPLY.get(state, "warn")
    )


def _warnings(findings: tuple[Finding, ...], language: str) -> tuple[tuple[str, str], ...]:
    told = [one for one in findings if one.outcome in _STATUS]
    told.sort(key=lambda one: list(_STATUS).index(one.outcome))
    return tuple((_STATUS[one.outcome], render(one.message, language)) for one in told[:_SHOWN])

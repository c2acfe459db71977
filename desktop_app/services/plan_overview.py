"""The alternatives of a plan side by side: money, power, heat, rack, memory, findings; only what differs if asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from desktop_app.services.least_money import Least, end_least, planned_least
from desktop_app.services.rack_words import rack_words
from desktop_app.services.session import PlanSession
from desktop_app.services.strip import standing
from planner.assess.run import Assessment
from planner.checks.registry import Outcome
from planner.figure import Figure
from planner.messages import Message, format_figure, format_number, msg, render


class CompareCell(msgspec.Struct, frozen=True, kw_only=True):
    """One value: its text, the number behind it, and how it stands ('' for plain values)."""

    text: str
    figure: Figure | None = None
    outcome: Outcome | None = None


class CompareRow(msgspec.Struct, frozen=True, kw_only=True):
    """One quantity of all alternatives; ``differs`` tells whether they do."""

    key: str
    name: str
    cells: tuple[CompareCell, ...]

    @property
    def differs(self) -> bool:
        """Tell whether the alternatives differ in it."""
        return len({cell.text for cell in self.cells}) > 1


Value = Callable[[Assessment, str], CompareCell]


def comparison(session: PlanSession, language: str) -> tuple[tuple[str, ...], tuple[CompareRow, ...]]:
    """Return the titles of the alternatives and the rows that compare them."""
    assessments = [session.assessment(one.id) for one in session.plan.alternatives]
    titles = tuple(one.context.alternative.title.label(language) for one in assessments)
    rows = tuple(
        CompareRow(key=key, name=render(name, language), cells=tuple(value(one, language) for one in assessments))
        for key, name, value in _ROWS
    )
    return titles, rows


def _money(name: str) -> Value:
    def value(one: Assessment, language: str) -> CompareCell:
        figure = getattr(one.context.money, name).figure
        return CompareCell(text=format_figure(figure, language), figure=figure)

    return value


def _end(key: str) -> Value:
    def value(one: Assessment, language: str) -> CompareCell:
        return _at_least(end_least(one.context, key), language)

    return value


def _planned(one: Assessment, language: str) -> CompareCell:
    return _at_least(planned_least(one.context), language)


def _at_least(least: Least, language: str) -> CompareCell:
    text = ("≥ " if least.more else "") + format_figure(least.figure, language)
    return CompareCell(text=text, figure=least.figure)


def _total(name: str) -> Value:
    def value(one: Assessment, language: str) -> CompareCell:
        figure = getattr(one.context.totals, name)
        return CompareCell(text=format_figure(figure, language), figure=figure)

    return value


def _rack(one: Assessment, language: str) -> CompareCell:
    return CompareCell(text=rack_words(one.context, language)[0], figure=one.context.totals.rack_u)


def _largest_memory(one: Assessment, language: str) -> CompareCell:
    """Return the memory of the largest card of an alternative, GB as sold."""
    cards = [line.card for line in one.context.lines.values() if line.card is not None]
    sizes = [size for card in cards if (size := card.number("memory_gb")) is not None]
    if not sizes:
        return CompareCell(text="—" if not cards else render(msg("common.unknown", "unknown"), language))
    return CompareCell(text=f"{format_number(max(sizes))} GB")


def _count(outcome: Outcome) -> Value:
    def value(one: Assessment, language: str) -> CompareCell:
        count = Counter(finding.outcome for finding in standing(one))[outcome]
        return CompareCell(text=str(count), outcome=outcome if count else "pass")

    return value


_ROWS: tuple[tuple[str, Message, Value], ...] = (
    ("planned", msg("quantity.planned", "Total with contingency"), _planned),
    ("left", msg("quantity.left", "Left of the budget"), _money("left")),
    ("low", msg("compare.low", "At lowest prices, with contingency"), _end("planned_low")),
    ("high", msg("compare.high", "At highest prices, with contingency"), _end("planned_high")),
    ("max_w", msg("quantity.max_w", "Maximum power"), _total("max_w")),
    ("heat_w", msg("quantity.heat_w", "Heat"), _total("heat_w")),
    ("rack_u", msg("quantity.rack_u", "Rack units"), _rack),
    ("weight_kg", msg("quantity.weight_kg", "Weight"), _total("weight_kg")),
    ("memory", msg("compare.memory", "Memory of the largest card"), _largest_memory),
    ("errors", msg("strip.errors", "Errors"), _count("error")),
    ("warnings", msg("strip.warnings", "Warnings"), _count("warning")),
    ("questions", msg("strip.questions", "Unknown"), _count("unknown")),
)

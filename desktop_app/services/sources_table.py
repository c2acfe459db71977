"""Where the card-hours come from, as rows: own machines, renting, API, and what is there, with what a week of each costs."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.advice.sources import Source, Sourcing, advise_sourcing, source_name, sourcing
from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.errors import InputError
from planner.figure import Figure
from planner.messages import Message, begun, format_figure, format_value, msg, render

FIELDS: tuple[tuple[str, Message | None], ...] = (
    ("facts/years_of_use", None),
    ("switches/data_may_leave", msg("plan.data", "Data may leave the unit")),
)
_ANY = msg("sources.any", "as many as are paid for")
_BEST = msg("sources.best", "costs least")
_BARRED = msg("sources.barred", "not allowed")


SourceState = Literal["", "ok", "error"]
"""Cheapest for what is left, or not allowed; '' for neither."""


class SourceRow(msgspec.Struct, frozen=True, kw_only=True):
    """One source: texts in the window's language, the figures behind them, and all that is to be known of it."""

    id: str
    name: str
    week: str
    card_hour: str
    hours: str
    state: str
    status: SourceState
    notes: tuple[str, ...]
    figures: tuple[Figure | None, ...]


class SourcesShown(msgspec.Struct, frozen=True, kw_only=True):
    """What the card shows: which source serves what is left best, the rows, and what the picture is drawn from.

    ``fault`` is said in place of all where a number of the workload cannot be.
    """

    verdict: str = ""
    rows: tuple[SourceRow, ...] = ()
    found: Sourcing | None = None
    fault: str = ""


def sources_shown(assessment: Assessment, offers: tuple[Item, ...], language: str) -> SourcesShown:
    """Return the sources of an assessed alternative; ``offers`` are the cloud offers that renting is reckoned with."""
    try:
        found = sourcing(assessment, offers)
    except InputError as fault:
        told = (fault.message, fault.remedy)
        return SourcesShown(fault=" ".join(format_value(one, language) for one in told if one is not None))
    advice = advise_sourcing(found)
    rows = tuple(_row(one, advice.choice, language) for one in found.sources)
    return SourcesShown(verdict=format_value(advice.recommendation, language), rows=rows, found=found)


def _row(one: Source, best: str, language: str) -> SourceRow:
    status: SourceState = "error" if not one.allowed else "ok" if one.id == best else ""
    words = {"error": _BARRED, "ok": _BEST}
    name = format_value(source_name(one.id), language)
    return SourceRow(
        id=one.week.key,
        name=begun(name),
        week=format_figure(one.week, language),
        card_hour=format_figure(one.card_hour, language),
        hours=render(_ANY, language) if one.hours is None else format_figure(one.hours, language),
        state=render(words[status], language) if status else "",
        status=status,
        notes=tuple(format_value(note, language) for note in one.notes),
        figures=(None, one.week, one.card_hour, one.hours, None),
    )

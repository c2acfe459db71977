"""The numbers that nobody could verify, as rows: what the plan reckons with, what is customary, and who says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from desktop_app.services.fields import ItemById, echo_of, edit_of, field_view
from planner.assess.facts import fact_figure
from planner.assess.run import Assessment
from planner.figure import Figure, Quality
from planner.limits import limit_row
from planner.messages import Message, begun, format_figure, msg, render
from planner.plan.document import Plan
from planner.plan.edits import Edit, RemovePart, SetValue
from planner.plan.own_limits import TOLD_AT, open_limits, path_of_limit
from planner.source_words import source_text

_TOPICS: dict[str, Message] = {
    "power": msg("limits.power", "Power"),
    "ups": msg("limits.ups", "UPS"),
    "cooling": msg("limits.cooling", "Cooling"),
    "room": msg("limits.room", "Rack, floor, noise"),
    "network": msg("limits.network", "Network"),
    "storage": msg("limits.storage", "Storage"),
    "energy": msg("limits.energy", "Energy and use"),
    "money": msg("limits.money", "Money and work"),
}
_TOPIC_OF = {
    "power": "br ph pw pw30 psu pdu office socket strip volts default.power_factor default.volts_v default.breaker_a "
    "default.other_load_share default.psu_derate default.psu_derate_gpu",
    "ups": "ups",
    "cooling": "co cooling default.shr",
    "room": "rk floor path noise time",
    "network": "net",
    "storage": "st",
    "energy": "pue calendar use default.pue default.utilisation",
    "money": "bu default.vat_rate default.years_of_use default.admin_hours",
}
_YEARS = frozenset(("pw.old_year",))
_BY_NAME = {name: topic for topic, names in _TOPIC_OF.items() for name in names.split()}


class LimitRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number: ``value`` is what the plan reckons with, ``customary`` what the table says; ``checks`` name it."""

    key: str
    topic: str
    name: str
    value: str
    is_own: bool
    is_assumed: bool
    customary: str
    source: str
    checks: tuple[str, ...]
    figure: Figure


class LimitGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one topic under its title."""

    topic: str
    title: str
    rows: tuple[LimitRow, ...]


def limit_groups(assessment: Assessment, language: str) -> tuple[LimitGroup, ...]:
    """Return every number that a plan may have its own value of, by topic."""
    rows = sorted(_rows(assessment, language), key=lambda one: [*_TOPICS].index(one.topic))
    return tuple(
        LimitGroup(topic=topic, title=render(_TOPICS[topic], language), rows=tuple(those))
        for topic, those in groupby(rows, key=lambda one: one.topic)
    )


def _shown(key: str, figure: Figure, language: str) -> str:
    """Return a value as people read it: a year of the calendar has no mark between its thousands."""
    if key in _YEARS and figure.value is not None:
        return f"{figure.value:.0f}"
    return format_figure(figure, language, precise=True)


def _rows(assessment: Assessment, language: str) -> Iterator[LimitRow]:
    plan, named = assessment.plan, _named_by(assessment)
    profile = plan.organisation.profile
    for key in listed_limits():
        row, told = limit_row(key, profile), _told(plan, key)
        figure = assessment.limits[key, profile] if told is None else told
        yield LimitRow(
            key=key,
            topic=topic_of(key),
            name=begun(row.label.label(language)),
            value=_shown(key, figure, language),
            is_own=is_own(plan, key),
            is_assumed=figure.quality in (Quality.ASSUMED, Quality.SECONDARY),
            customary=_shown(key, row.figure(), language),
            source=source_text(row.source, language),
            checks=tuple(named.get(figure.key, ())),
            figure=figure,
        )


def listed_limits() -> tuple[str, ...]:
    """Return the keys of the numbers that a plan may have its own value of, as a limit or as a fact."""
    return (*open_limits(), *TOLD_AT)


def _told(plan: Plan, key: str) -> Figure | None:
    """Return the plan's fact that replaces a customary value, None where there is none or nobody told it."""
    name = TOLD_AT.get(key, "").removeprefix("facts/")
    if not name or name not in plan.facts:
        return None
    found = fact_figure(plan.facts, name, f"plan/{name}", limit_row(key).unit)
    return found if found.known else None


def _named_by(assessment: Assessment) -> dict[str, list[str]]:
    """Return by key of a limit the checks that found something by it."""
    found: dict[str, list[str]] = {}
    for finding in assessment.findings:
        if finding.outcome != "pass":
            for figure in finding.figures:
                checks = found.setdefault(figure.key, [])
                if finding.check not in checks:
                    checks.append(finding.check)
    return found


def topic_of(key: str) -> str:
    """Return the topic of a limit; raises KeyError for one that has none."""
    return _BY_NAME.get(key) or _BY_NAME[key.partition(".")[0]]


def typed_limit(plan: Plan, key: str, text: str, language: str, item_by_id: ItemById) -> tuple[Edit | None, str]:
    """Return the edit that typed text comes to and how it is said back; None where nothing changes.

    Raises InputError with the bounds where the text is no number that can be meant.
    """
    path, row = path_of_limit(key), limit_row(key, plan.organisation.profile)
    if not text.strip() and not is_own(plan, key):
        return None, ""
    if not text.strip():
        customary = format_figure(row.figure(), language, precise=True)
        said = msg("limits.back", "{customary}, the customary number", customary=customary)
        return back_edit(plan, key), render(said, language)
    edit = edit_of(plan, path, text, item_by_id)
    return edit, echo_of(edit, field_view(plan, path, language), language)


def is_own(plan: Plan, key: str) -> bool:
    """Tell whether a plan has its own value of a number."""
    told = _told(plan, key)
    return key in plan.limits or (told is not None and told.quality is not Quality.ASSUMED)


def back_edit(plan: Plan, key: str) -> Edit:
    """Return the edit that brings the customary number back: as an assumption where a fact of the plan says it."""
    path, row = path_of_limit(key), limit_row(key, plan.organisation.profile)
    if key not in TOLD_AT:
        return RemovePart(path=path)
    return SetValue(path=path, value={"value": row.value, "quality": "assumed", "source": row.source})


def limit_text(plan: Plan, key: str, language: str) -> str:
    """Return a plan's own value of a limit as it would be typed, '' where it has none."""
    return field_view(plan, path_of_limit(key), language).text


def limits_json(assessment: Assessment, language: str) -> list[dict[str, object]]:
    """Return the rows as ``plan limits`` prints them."""
    return [
        {
            "path": path_of_limit(one.key),
            "topic": one.topic,
            "name": one.name,
            "value": one.figure.value,
            "customary": limit_row(one.key, assessment.plan.organisation.profile).value,
            "unit": one.figure.unit,
            "own": one.is_own,
            "source": one.source,
            "checks": list(one.checks),
        }
        for group in limit_groups(assessment, language)
        for one in group.rows
    ]


def limits_lines(assessment: Assessment, language: str) -> Iterator[str]:
    """Yield the rows for people: topic, number, what is customary where the plan has its own, path, source."""
    for group in limit_groups(assessment, language):
        yield group.title
        for one in group.rows:
            own = msg("limits.own", " (own value; customary {customary})", customary=one.customary)
            yield f"  {one.name}: {one.value}{render(own, language) if one.is_own else ''}"
            yield f"    {path_of_limit(one.key)} · {one.source}"

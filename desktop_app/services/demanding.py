"""What the workload of a plan asks for in a week, how fast it runs, and what helps where memory is short: JSON and text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from desktop_app.services.views import JsonObject, figure_json
from desktop_app.services.wait_words import wait_text
from planner.assess.card_use import CardUse, use_of
from planner.assess.entry_use import NAMES
from planner.assess.mix import demand_of, stock_of
from planner.assess.run import Assessment
from planner.assess.speed import EntryRemedies, EntrySpeed, remedies_of, speeds_of
from planner.catalog.items import Item
from planner.checks.site_parts import asked
from planner.figure import Figure, walk
from planner.messages import Message, format_value, msg, render
from planner.plan.document import Existing, Line, WorkloadEntry
from planner.plan.measured import QUANTITIES
from planner.workload.bands import short
from planner.workload.demand import ABOVE_TIERS, UNKNOWN_TIER, MixDemand, Stock, TierDemand
from planner.workload.measured_here import Settled
from planner.workload.waiting import TierUse


class Demanded(msgspec.Struct, frozen=True, kw_only=True):
    """The demand of a plan and one of its alternatives, reckoned when somebody asks."""

    assessment: Assessment
    mix: MixDemand
    stock: tuple[Stock, ...]
    speeds: tuple[EntrySpeed, ...]
    remedies: tuple[EntryRemedies, ...]
    use: CardUse


def demanded(assessment: Assessment, offers: tuple[Item, ...] = ()) -> Demanded:
    """Return demand, speeds with energy and cost, and remedies; ``offers`` rent cards. Raises InputError where a number of the workload cannot be."""
    plan = assessment.plan
    return Demanded(
        assessment=assessment,
        mix=demand_of(assessment),
        stock=stock_of(plan.existing, plan.items),
        speeds=speeds_of(assessment, offers),
        remedies=remedies_of(assessment),
        use=use_of(assessment.context),
    )


def demand_figures(found: Demanded) -> dict[str, Figure]:
    """Return every figure that ``plan demand`` shows, and what they were reckoned from, by key.

    A speed is also found under the name that it is shown with: ``speed/chat/ws/served_tps``.
    """
    figures: dict[str, Figure] = {}
    cards = tuple(tier.cards for tier in found.mix.tiers)
    for top in _tops((found.mix, cards, found.speeds, found.remedies, found.use)):
        for figure in walk(top):
            figures.setdefault(figure.key, figure)
    for one in found.speeds:
        for name, settled in one.results:
            figures.setdefault(f"speed/{one.entry}/{one.line}/{name}", settled.figure)
    return figures


def _tops(value: Any) -> Iterator[Figure]:
    if isinstance(value, Figure):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _tops(part)
    elif isinstance(value, Mapping):
        yield from _tops(tuple(value.values()))
    elif isinstance(value, msgspec.Struct):
        yield from _tops(tuple(getattr(value, name) for name in value.__struct_fields__))


def demand_json(found: Demanded, language: str) -> JsonObject:
    """Return the demand as ``plan demand`` prints it: hours in GPU-h a week, storage in GB, network in GB/s."""
    mix = found.mix
    return {
        "alternative": found.assessment.context.alternative.id,
        "week": {
            "gpu_hours": figure_json(mix.gpu_hours),
            "uncovered": figure_json(mix.uncovered),
            "peak_users": figure_json(mix.peak_users),
            "storage_gb": figure_json(mix.storage_gb),
            "network_gbs": figure_json(mix.network_gbs),
        },
        "loads": [_load(found, number) for number in range(len(mix.loads))],
        "tiers": [_tier(one) for one in mix.tiers],
        "stock": [msgspec.to_builtins(one) for one in found.stock],
        "waiting": [_waiting(one) for one in found.use.tiers],
        "speed": [_speed(one, language) for one in found.speeds],
        "remedies": [_remedies(one, language) for one in found.remedies],
        "missing": list(_missing(found)),
    }


def demand_lines(found: Demanded, language: str) -> Iterator[str]:
    """Yield the tables for people: each load, the tiers of memory, stock, speed, remedies, and what to ask."""
    mix, titles = found.mix, _titles(found, language)
    yield "== " + render(msg("demand.week", "Demand in a week"), language)
    head = (
        msg("demand.entry", "workload"),
        msg("demand.hours", "GPU-hours"),
        msg("demand.users", "people at once"),
        msg("demand.storage", "storage"),
        msg("demand.network", "network"),
    )
    yield "  " + "\t".join(render(one, language) for one in head)
    for number, entry in enumerate(found.assessment.context.demand.values()):
        yield "  " + "\t".join((titles[entry.entry.id], *(_said(one, language) for one in _parts(mix, number))))
    sums = (mix.gpu_hours, mix.peak_users, mix.storage_gb, mix.network_gbs)
    yield "  " + "\t".join(
        (render(msg("demand.total", "in total (rounded)"), language), *(_said(one, language) for one in sums))
    )
    for tier in mix.tiers:
        yield "  " + render(_tier_words(tier), language)
    for stock in found.stock:
        yield "  " + render(_stock_words(stock, titles), language)
    yield from _waiting_lines(found, language)
    yield from _speed_lines(found, titles, language)
    yield from _remedy_lines(found, titles, language)
    missing = _missing(found)
    if missing:
        yield render(msg("demand.missing", "To be asked: {missing}", missing=missing), language)


def _parts(mix: MixDemand, number: int) -> tuple[Figure, ...]:
    """Return hours, people at once, storage and network of one load; the sums are made from them in the loads' order."""
    sums = (("users", mix.peak_users), ("loads_gb", mix.storage_gb), ("loads_gbs", mix.network_gbs))
    return (mix.loads[number], *(_given(whole, name, number) for name, whole in sums))


def _given(whole: Figure, name: str, number: int) -> Figure:
    parts = whole.given[name]
    return parts if isinstance(parts, Figure) else parts[number]


def _load(found: Demanded, number: int) -> JsonObject:
    entry = list(found.assessment.context.demand.values())[number]
    hours, users, storage, network = _parts(found.mix, number)
    return {
        "entry": entry.entry.id,
        "gpu_hours": figure_json(hours),
        "peak_users": figure_json(users),
        "storage_gb": figure_json(storage),
        "network_gbs": figure_json(network),
        "need_gib": entry.per_device_gib.value,
    }


def _tier(one: TierDemand) -> JsonObject:
    return {
        "memory_gb": None if one.memory_gb in (UNKNOWN_TIER, ABOVE_TIERS) else one.memory_gb,
        "known": one.memory_gb != UNKNOWN_TIER,
        "gpu_hours": figure_json(one.gpu_hours),
        "uncovered": figure_json(one.uncovered),
        "cards": figure_json(one.cards),
    }


def _tier_words(one: TierDemand) -> Message:
    values: dict[str, Any] = {"hours": one.gpu_hours, "rest": one.uncovered, "cards": one.cards.value}
    if one.memory_gb == UNKNOWN_TIER:
        return msg("demand.tier_unknown", "Memory not known: {hours}, not covered by what is there {rest}", **values)
    if one.memory_gb == ABOVE_TIERS:
        return msg(
            "demand.tier_above", "More memory than any card: {hours}, not covered by what is there {rest}", **values
        )
    return msg(
        "demand.tier",
        "Cards of {memory} GB and more: {hours}, not covered by what is there {rest}; {cards} cards at 70 % load",
        memory=one.memory_gb,
        **values,
    )


def _stock_words(one: Stock, titles: dict[str, str]) -> Message:
    return msg(
        "demand.stock",
        "There already: {title}, {cards} cards of {memory} GB, {hours} h a week",
        title=titles.get(one.id, one.id),
        cards=one.cards,
        memory=one.memory_gb,
        hours=one.hours_week * one.available_share,
    )


def _waiting(one: TierUse) -> JsonObject:
    """Return how busy the cards of a class are and how long a job waits (h); null where the queue grows without end."""
    names = ("asked", "held", "there", "busy", "length_h", "mean_wait_h", "median_wait_h", "tenth_wait_h")
    return {"memory_gb": one.memory_gb, "cards": one.cards, "over": one.is_over,
            **{name: figure_json(getattr(one, name)) for name in names}}  # fmt: skip


def _waiting_lines(found: Demanded, language: str) -> Iterator[str]:
    if not found.use.tiers:
        return
    yield "== " + render(msg("demand.waiting", "Waiting in an ordinary week"), language)
    for one in found.use.tiers:
        values: dict[str, Any] = {"memory": one.memory_gb, "cards": one.cards, "share": round(100 * one.busy.require())}
        mean, half, tenth = (
            wait_text(figure.value, language) if figure.value is not None else figure
            for figure in (one.mean_wait_h, one.median_wait_h, one.tenth_wait_h)
        )
        said = msg(
            "demand.waits",
            "{cards} cards of {memory} GB and more, busy {share} %; mean wait: {mean}; half up to: {half}; nine of ten up to: {tenth}",
            mean=mean,
            half=half,
            tenth=tenth,
            **values,
        )
        over = msg(
            "demand.waits_over", "{cards} cards of {memory} GB and more, busy {share} %: the queue never ends", **values
        )
        yield "  " + render(over if one.is_over else said, language)


def _speed_lines(found: Demanded, titles: dict[str, str], language: str) -> Iterator[str]:
    if not found.speeds:
        return
    yield "== " + render(msg("demand.speed", "Speed"), language)
    for one in found.speeds:
        yield f"  {titles[one.entry]} · {titles.get(one.line, one.line)}"
        for name, settled in one.results:
            yield f"    {_name(name, settled, language)}: {render(_settled_words(settled), language)}"
        yield from (f"    ! {render(note, language)}" for note in one.notes)


def _settled_words(settled: Settled) -> Message:
    figure, estimate = settled.figure, settled.estimate
    if figure is not estimate:
        values: dict[str, Any] = {"value": figure, "date": figure.source_date or "-", "note": figure.source or "-"}
        if estimate.value is None:
            return msg("demand.measured_only", "{value}, measured here {date} ({note})", **values)
        return msg("demand.measured", "{value}, measured here {date} ({note}); the estimate was {estimate}",
                   estimate=estimate, **values)  # fmt: skip
    if figure.value is None:
        return msg("demand.unknown", "not known; to be told: {missing}", missing=asked(figure.missing))
    if figure.low is not None and figure.high is not None:
        return msg("demand.range", "{value} (nine of ten cases {low} to {high})", value=figure, low=short(figure.low),
                   high=short(figure.high))  # fmt: skip
    return msg("demand.value", "{value}", value=figure)


def _name(name: str, settled: Settled, language: str) -> str:
    known = NAMES.get(name) or (QUANTITIES[name][1] if name in QUANTITIES else None)
    if known is not None:
        return known.label(language)
    formula = settled.estimate.formula
    return name if formula is None else formula.label.label(language)


def _remedy_lines(found: Demanded, titles: dict[str, str], language: str) -> Iterator[str]:
    if not found.remedies:
        return
    yield "== " + render(msg("demand.remedies", "Where memory is short, in this order"), language)
    for one in found.remedies:
        yield f"  {titles[one.entry]} · {titles.get(one.line, one.line)}"
        for remedy in one.remedies:
            said = msg("demand.remedy", "{remedy}: saves {saved}; with all above {together}", remedy=remedy.label,
                       saved=remedy.saves, together=remedy.together)  # fmt: skip
            yield f"    - {render(said, language)}"


def _speed(one: EntrySpeed, language: str) -> JsonObject:
    return {
        "entry": one.entry,
        "line": one.line,
        "card": one.card,
        "results": {name: _settled(settled) for name, settled in one.results},
        "notes": [render(note, language) for note in one.notes],
    }


def _settled(settled: Settled) -> JsonObject:
    measured = settled.figure is not settled.estimate
    return {
        "figure": figure_json(settled.figure),
        "measured_here": measured,
        "estimate": figure_json(settled.estimate) if measured else None,
    }


def _remedies(one: EntryRemedies, language: str) -> JsonObject:
    return {
        "entry": one.entry,
        "line": one.line,
        "remedies": [
            {
                "id": remedy.id,
                "label": render(remedy.label, language),
                "saves_gib": remedy.saves.value,
                "together_gib": remedy.together.value,
                "verdict": remedy.fit.verdict if remedy.fit is not None else None,
            }
            for remedy in one.remedies
        ],
    }


def _missing(found: Demanded) -> tuple[str, ...]:
    mix = found.mix
    sums = (mix.gpu_hours, mix.peak_users, mix.storage_gb, mix.network_gbs)
    return tuple(dict.fromkeys(key for one in sums for key in one.missing))


def _titles(found: Demanded, language: str) -> dict[str, str]:
    plan, one = found.assessment.plan, found.assessment.context.alternative
    titled: tuple[WorkloadEntry | Existing | Line, ...] = (*plan.workload, *plan.existing, *one.lines)
    return {part.id: part.title.label(language) for part in titled}


def _said(figure: Figure, language: str) -> str:
    return format_value(figure, language)

"""The week of the workload as rows: what each job asks for, what classes of memory get, how long people wait, by the hour."""

from __future__ import annotations

from typing import Literal

import msgspec

from desktop_app.services.wait_words import wait_text
from planner.assess.card_use import CardUse, use_of
from planner.assess.data_need import IN_TB
from planner.assess.mix import demand_of, stock_of
from planner.assess.run import Assessment
from planner.assess.week import BEGINS, begin_of, plan_week
from planner.errors import PlannerError
from planner.figure import Figure, Quality, trace
from planner.limits import limit, with_own_limits
from planner.messages import Message, begun, format_figure, format_number, msg, render
from planner.pictures.week_grid import DAY_NAMES
from planner.plan.document import WorkloadEntry
from planner.plan.field_names import JOB_NAMES
from planner.workload.demand import ABOVE_TIERS, UNKNOWN_TIER, TierDemand
from planner.workload.waiting import TierUse, cards_short, is_patient, tier_use
from planner.workload.week import Week

State = Literal["ok", "warn", "error", "unknown", ""]
_FEWER, _MORE = 2, 6  # cards around those that are there
FACTS = ("online_share", "data_gb", "checkpoint_gb", "weights_gb")


class WeekLine(msgspec.Struct, frozen=True, kw_only=True):
    """A row: its name and a word below it, and in each column a text, or '' where nothing applies, with its figure."""

    id: str
    name: str
    texts: tuple[str, ...]
    figures: tuple[Figure | None, ...]
    detail: str = ""
    state: State = ""
    bold: bool = False


class WeekTables(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about the week: jobs with their sum, classes of memory, use of the cards there are, and the hours."""

    jobs: tuple[WeekLine, ...]
    tiers: tuple[WeekLine, ...]
    use: CardUse
    week: Week
    fault: Message | None = None


@with_own_limits
def week_tables(assessment: Assessment, language: str) -> WeekTables:
    """Return the rows of a plan's week; a number that cannot be is told as ``fault``."""
    use = use_of(assessment.context)
    week = plan_week(assessment.context, use)
    try:
        return WeekTables(jobs=_jobs(assessment, language), tiers=_tiers(assessment, language), use=use, week=week)
    except PlannerError as error:
        return WeekTables(jobs=(), tiers=(), use=use, week=week, fault=error.message)


def _jobs(assessment: Assessment, language: str) -> tuple[WeekLine, ...]:
    """Return the entries with class of memory, card-hours, people at once, storage and network, and their sum."""
    mix = demand_of(assessment)
    lines = []
    for number, one in enumerate(assessment.context.demand.values()):
        parts = [mix.loads[number]]
        for whole, name in ((mix.peak_users, "users"), (mix.storage_gb, "loads_gb"), (mix.network_gbs, "loads_gbs")):
            given = whole.given[name]
            parts.append(given if isinstance(given, Figure) else given[number])
        figures = (one.per_device_gib, *parts)
        lines.append(
            WeekLine(
                id=one.entry.id,
                name=one.entry.title.label(language),
                texts=tuple(format_figure(figure, language) for figure in figures),
                figures=figures,
                detail=_when(one.entry, language),
            )
        )
    sums = (None, mix.gpu_hours, mix.peak_users, trace(IN_TB, "demand/storage_tb", gb=mix.storage_gb), mix.network_gbs)
    texts = tuple("" if one is None else format_figure(one, language) for one in sums)
    total = render(msg("demand.total", "in total (rounded)"), language)
    return (*lines, WeekLine(id="-total", name=begun(total), texts=texts, figures=sums, bold=True))


def _when(entry: WorkloadEntry, language: str) -> str:
    """Return times and hours of an entry in words, '' where nobody said them."""
    times, hours = entry.sessions_per_week, entry.hours_per_session
    if times is None or hours is None:
        return ""
    values = {"times": format_number(times), "hours": format_number(hours), "cards": entry.devices}
    if entry.kind == "inference":
        return render(msg("week.service", "{times} × {hours} h for all, cards: {cards}", **values), language)
    return render(msg("week.each", "{times} × {hours} h each person, cards: {cards}", **values), language)


def _tiers(assessment: Assessment, language: str) -> tuple[WeekLine, ...]:
    """Return the classes of memory with card-hours, what is not covered by cards that are there, and cards at 70 %."""
    plan = assessment.plan
    titles = {one.id: one.title.label(language) for one in plan.existing}
    lines = [_tier(one, _planned(assessment, one.memory_gb), language) for one in demand_of(assessment).tiers]
    for stock in stock_of(plan.existing, plan.items):
        said = msg("week.stock", "there already: {cards} × {memory} GB, {hours} h a week", cards=stock.cards,
                   memory=stock.memory_gb, hours=stock.hours_week * stock.available_share)  # fmt: skip
        lines.append(
            WeekLine(id=f"stock/{stock.id}", name=titles.get(stock.id, stock.id), texts=("", "", "", ""),
                     figures=(None, None, None, None), detail=render(said, language))
        )  # fmt: skip
    return tuple(lines)


def _planned(assessment: Assessment, memory_gb: float) -> str:
    """Return how many cards of a class of memory the alternative buys, '' where the class is not known."""
    if memory_gb in (UNKNOWN_TIER, ABOVE_TIERS):
        return ""
    held = [
        line.line.cards_per_unit * line.line.quantity
        for line in assessment.context.lines.values()
        if line.card is not None and (line.card.number("memory_gb") or 0.0) >= memory_gb
    ]
    return str(sum(held))


def _tier(one: TierDemand, planned: str, language: str) -> WeekLine:
    figures = (one.gpu_hours, one.uncovered, one.cards, None)
    name = msg("week.tier", "{memory} GB and more", memory=one.memory_gb)
    if one.memory_gb == UNKNOWN_TIER:
        name = msg("week.tier.unknown", "memory not known")
    elif one.memory_gb == ABOVE_TIERS:
        name = msg("week.tier.above", "more than any card has")
    texts = (*(format_figure(figure, language) for figure in (one.gpu_hours, one.uncovered, one.cards)), planned)
    rough = msg("week.tier.rough", "by hours alone; how long jobs wait is reckoned below")
    detail = render(rough, language) if one.cards.value else ""
    return WeekLine(
        id=f"tier/{one.memory_gb}", name=render(name, language), texts=texts, figures=figures, detail=detail
    )


# --- waiting ---------------------------------------------------------------------------------------------------------


def use_lines(use: CardUse, language: str) -> tuple[WeekLine, ...]:
    """Return the classes of cards: demand, what there is, how busy they are, length of a job and waits."""
    lines = (_use(one, f"{one.memory_gb:g}", _class(one, language), language) for one in use.tiers)
    return tuple(
        msgspec.structs.replace(line, detail=_enough(use, one, language))
        for line, one in zip(lines, use.tiers, strict=True)
    )


def _enough(use: CardUse, one: TierUse, language: str) -> str:
    """Return how many cards of a class let nobody wait longer than the job takes, as FT10 says it; '' where those there are do."""
    more = cards_short(use.jobs, use.pools, one, one.busy.key, limit("use.wait_jobs").require())
    if not more:
        return ""
    say = msg("week.enough", "{cards} cards for waits no longer than the jobs", cards=format_number(one.cards + more))
    return render(say, language)


def count_lines(use: CardUse, memory_gb: float, language: str) -> tuple[WeekLine, ...]:
    """Return busy share and waits for fewer and more cards of a class than there are; empty where there is none."""
    base = next((one for one in use.tiers if one.memory_gb == memory_gb), None)
    if base is None:
        return ()
    lines = []
    for more in range(-_FEWER, _MORE + 1):
        if base.cards + more < 1:
            continue
        one = base if more == 0 else tier_use(use.jobs, use.pools, memory_gb, f"{base.busy.key}/{more}", more)
        name = format_number(base.cards + more)
        here = render(msg("week.cards.here", "planned and there"), language) if more == 0 else ""
        lines.append(msgspec.structs.replace(_use(one, f"{more}", name, language), detail=here, bold=more == 0))
    return tuple(lines)


def _class(one: TierUse, language: str) -> str:
    return render(msg("week.class", "{memory} GB and more", memory=one.memory_gb), language)


def _use(one: TierUse, name: str, title: str, language: str) -> WeekLine:
    figures = (one.there, one.busy, one.length_h, one.mean_wait_h, one.median_wait_h, one.tenth_wait_h)
    waits = tuple(_wait(figure, one, language) for figure in figures[3:])
    busy = "" if one.busy.value is None else f"{format_number(round(100 * one.busy.value))} %"
    length = format_figure(one.length_h, language) if one.length_h.known else ""
    return WeekLine(
        id=name,
        name=title,
        texts=(format_figure(one.there, language), busy, length, *waits),
        figures=figures,
        state=_state(one),
    )


def _state(one: TierUse) -> State:
    if one.is_over:
        return "error"
    return "ok" if is_patient(one, limit("use.wait_jobs").require()) else "warn"


def _wait(figure: Figure, one: TierUse, language: str) -> str:
    """Return a wait as people say it: minutes below an hour, hours, days from two of them on."""
    if one.is_over:
        return render(msg("week.never", "never"), language)
    if figure.value is None:
        return ""
    return wait_text(figure.value, language)


# --- forms -----------------------------------------------------------------------------------------------------------


def demand_paths(entry: str) -> tuple[tuple[str, Message | None], ...]:
    """Return the places of what the demand of an entry rests on, with their names (None: the attribute's)."""
    return (*_times(entry), (f"workload/{entry}/devices", JOB_NAMES["devices"]), *_facts(entry, FACTS))


def begin_paths(entry: str) -> tuple[tuple[str, Message | None], ...]:
    """Return the places of when runs of an entry begin, with their names."""
    return (*_times(entry), *_facts(entry, BEGINS))


def begin_words(entry: WorkloadEntry, language: str) -> str:
    """Return when the runs of an entry are taken to begin."""
    begin = begin_of(entry)
    values = {
        "name": entry.title,
        "first": DAY_NAMES[begin.day_from - 1],
        "last": DAY_NAMES[begin.day_to - 1],
        "since": format_number(begin.hour_from),
        "until": format_number(begin.hour_to),
    }
    if begin.quality is Quality.ASSUMED:
        return render(
            msg(
                "week.begins.assumed",
                "{name}: runs begin {first} to {last}, {since} to {until} h (customary, not told)",
                **values,
            ),
            language,
        )
    return render(msg("week.begins", "{name}: runs begin {first} to {last}, {since} to {until} h", **values), language)


def _times(entry: str) -> tuple[tuple[str, Message | None], ...]:
    return tuple((f"workload/{entry}/{name}", JOB_NAMES[name]) for name in ("sessions_per_week", "hours_per_session"))


def _facts(entry: str, names: tuple[str, ...]) -> tuple[tuple[str, Message | None], ...]:
    return tuple((f"workload/{entry}/facts/{name}", None) for name in names)

"""Check that the cards there are serve the hours that the workload asks for in a week, with waits that people bear."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from planner.assess.card_use import CardUse, card_use, jobs_of, pool_of_line, stock_pools
from planner.assess.context import View
from planner.assess.demand import EntryFigures, devices_in
from planner.assess.lines import LineFigures, parted
from planner.catalog.devices import per_device
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of
from planner.figure import Figure, leaf, trace
from planner.figure import Quality as Q
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import WorkloadEntry
from planner.plan.edits import Batch, Edit, SetValue
from planner.workload.demand import UNCOVERED_HOURS
from planner.workload.presets import first_of_kind
from planner.workload.waiting import Job, Pool, TierUse, cards_short, is_patient

_TEN_PERCENT = 0.1
_ALL_WEEK = {"sessions_per_week": 7.0, "hours_per_session": 24.0}


def cards_enough(view: View) -> Iterator[Finding]:
    """FT10: the card-hours of an ordinary week against the cards there are, for each class of memory."""
    machines = parted(view.memo, view.lines).compute
    if not view.demand or not (machines or view.stock):
        return
    use = used(view, machines)
    over = next((one for one in _tightest(use) if one.is_over), None)
    slow = next((one for one in _tightest(use) if not is_patient(one, _bearable())), None)
    if over is not None:
        yield _over(view, use, over)
    elif slow is not None:
        yield _slow(view, use, slow)
    if use.open and use.pools:
        yield _open(view.demand, use)
    elif over is None and slow is None and use.tiers:
        yield _calm(use)


def used(view: View, machines: tuple[LineFigures, ...]) -> CardUse:
    """Return how busy the cards of planned machines and those that are there are; kept, since several checks ask."""
    jobs = jobs_of(view.demand, view.people, view.memo)
    planned = view.memo.each("pools", pool_of_line, machines)
    found: CardUse = view.memo.call(_used, jobs, planned, view.memo.call(stock_pools, view.stock))
    return found


def _used(jobs: tuple[Job, ...], planned: tuple[Pool | None, ...], there: tuple[Pool, ...]) -> CardUse:
    """Return the use of the cards; figures of one alternative are told from those of another by its cards' keys."""
    pools = (*[pool for pool in planned if pool is not None], *there)
    return card_use(jobs, pools, f"{alternative_of(pools[0].hours.key)}/use" if pools else "use")


def _bearable() -> float:
    return limit("use.wait_jobs").require()


def _tightest(use: CardUse) -> list[TierUse]:
    """Return the classes by how busy they are, the busiest first."""
    return sorted(use.tiers, key=lambda one: -(one.busy.value or 0.0))


def _values(view: View, one: TierUse) -> dict[str, Any]:
    return {
        "cards": one.cards,
        "memory": one.memory_gb,
        "asked": one.asked if not one.held.value else _both(one),
        "there": one.there,
        "entries": tuple(view.demand[name].entry.title for name in one.jobs),
    }


def _both(one: TierUse) -> Figure:
    """Return the card-hours of jobs and services together."""
    return leaf(f"{one.busy.key}/asked", (one.asked.value or 0.0) + (one.held.value or 0.0), one.asked.unit, Q.COMPUTED)


def _percent(busy: Figure) -> float:
    return round(100 * busy.require(), 0 if busy.require() >= _TEN_PERCENT else 1)


def _rest(one: TierUse) -> Figure:
    return trace(UNCOVERED_HOURS, f"{one.busy.key}/rest", demand=_both(one), covered=one.there)


def _over(view: View, use: CardUse, one: TierUse) -> Finding:
    """Return the error that not all hours can be served; a note where compute is rented beside the cards."""
    rented = bool(parted(view.memo, view.lines).rented)
    host, more, fix = _more(view, use, one)
    values = {**_values(view, one), "rest": _rest(one)}
    return Finding(
        outcome="note" if rented else "error",
        subject=host or "plan",
        message=msg(
            "FT10.over",
            "Cards of {memory} GB and more: {entries} ask for {asked}, {cards} cards give {there}. The queue never ends.",
            **values,
        ),
        remedy=_remedy(one, more, rented),
        figures=(one.busy, one.asked, one.there, _rest(one)),
        fix=None if rented else fix,
    )


def _remedy(one: TierUse, more: int | None, rented: bool) -> Message:
    rest = _rest(one)
    if rented:
        return msg(
            "FT10.rented.remedy", "{rest} are left for the rented cards: have so many in the contract.", rest=rest
        )
    if not more:
        return msg("FT10.rest.remedy", "Rent {rest}, use the school's platform, or plan fewer jobs.", rest=rest)
    return msg(
        "FT10.over.remedy",
        "Plan {more} more cards of this memory, {cards} in all: then nobody waits longer on average than the job takes. "
        "Or rent {rest}, or use the school's platform.",
        more=more,
        cards=one.cards + more,
        rest=rest,
    )


def _slow(view: View, use: CardUse, one: TierUse) -> Finding:
    host, more, fix = _more(view, use, one)
    values = {"wait": one.mean_wait_h, "tenth": one.tenth_wait_h, "length": one.length_h}
    remedy = (
        msg(
            "FT10.slow.remedy",
            "Plan {more} more cards of this memory, {cards} in all, rent for the peaks, or move long jobs to nights.",
            more=more,
            cards=one.cards + more,
        )
        if more
        else msg("FT10.slow.rent", "Rent for the peaks, or move long jobs to nights.")
    )
    return Finding(
        outcome="warning",
        subject=host or "plan",
        message=msg(
            "FT10.slow",
            "Cards of {memory} GB and more: {cards}, busy {share} % of an ordinary week. A job of {length} waits {wait} on average, one in ten longer than {tenth}.",
            memory=one.memory_gb,
            cards=one.cards,
            share=_percent(one.busy),
            **values,
        ),
        remedy=remedy,
        figures=(one.mean_wait_h, one.tenth_wait_h, one.length_h, one.busy, limit("use.wait_jobs")),
        fix=fix,
    )


def _more(view: View, use: CardUse, one: TierUse) -> tuple[str, int | None, Fix | None]:
    """Return the line of such cards, how many more are wanted, and the step that plans them."""
    more: int | None = view.memo.call(_short, use, one)
    line = _host(view, one)
    if line is None:
        return "", more, None
    each = devices_in(line)
    units = math.ceil(more / each) if more else 0
    if not 0 < units <= limit("fix.most_units").require():
        return line.line.id, more, None
    quantity = line.line.quantity + units
    path = f"alternatives/{alternative_of(line.max_w.key)}/lines/{line.line.id}/quantity"
    label = msg(
        "FT10.fix",
        "Plan {quantity} of {line}: {cards} more cards",
        quantity=quantity,
        line=line.line.title,
        cards=units * each,
    )
    return line.line.id, more, Fix(label=label, edit=SetValue(path=path, value=quantity))


def _short(use: CardUse, one: TierUse) -> int | None:
    return cards_short(use.jobs, use.pools, one, one.busy.key, _bearable())


def _host(view: View, one: TierUse) -> LineFigures | None:
    """Return the first planned machine whose cards have the memory."""
    for line in parted(view.memo, view.lines).compute:
        memory = None if line.card is None else per_device(line.card, "memory_gb")
        if memory is not None and memory >= one.memory_gb and devices_in(line):
            return line
    return None


def _open(demand: Mapping[str, EntryFigures], use: CardUse) -> Finding:
    """Return the question how often and how long, with the customary hours of each kind as a step."""
    entries = [demand[job.id].entry for job in use.open]
    missing = tuple(dict.fromkeys(key for job in use.open for key in job.work.missing))
    return cannot_tell(
        "plan",
        msg(
            "FT10.open",
            "Whether the cards are enough is not known: how often and how long these run nobody said: {entries}.",
            entries=tuple(entry.title for entry in entries),
        ),
        msg("FT10.ask", "Ask the groups: how many times a week, how many hours each time, on how many cards?"),
        missing,
        _customary(entries),
    )


def _customary(entries: list[WorkloadEntry]) -> Fix | None:
    """Return the step that takes customary hours where a kind has them, marked as assumed; a service is up all week."""
    edits: list[Edit] = []
    for entry in entries:
        told = _hours_of(entry)
        open_ = [name for name in _ALL_WEEK if getattr(entry, name) is None]
        if not all(name in told for name in open_):
            continue
        edits += [SetValue(path=f"workload/{entry.id}/{name}", value=told[name]) for name in open_]
        edits.append(SetValue(path=f"workload/{entry.id}/assumed", value=sorted({*entry.assumed, *open_})))
    if not edits:
        return None
    return Fix(
        label=msg("FT10.customary", "Reckon with the customary hours of each kind; services all week"),
        edit=Batch(edits=tuple(edits)),
    )


def _hours_of(entry: WorkloadEntry) -> Mapping[str, float]:
    """Return the customary times a week and hours of an entry's kind; nothing where there are none."""
    if entry.kind == "inference":
        return _ALL_WEEK
    preset = first_of_kind(entry.kind, entry.method) or first_of_kind(entry.kind)
    values = {} if preset is None else preset.values
    return {name: float(values[name]) for name in _ALL_WEEK if name in values}


def _calm(use: CardUse) -> Finding:
    """Return that the cards are enough, or that they stand idle most of the time."""
    whole = use.tiers[0]
    values = {"share": _percent(whole.busy), "memory": whole.memory_gb, "cards": whole.cards}
    figures = (whole.busy, whole.asked, whole.there, limit("use.idle"))
    if whole.busy.require() < limit("use.idle").require():
        return Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "FT10.idle",
                "Cards of {memory} GB and more: {cards}, busy {share} % of an ordinary week. Most of it they stand idle.",
                **values,
            ),
            remedy=msg(
                "FT10.idle.remedy",
                "Compare with renting before you buy so many; keep them where deadline weeks need them.",
            ),
            figures=figures,
        )
    said = msg(
        "FT10.pass",
        "Cards of {memory} GB and more: {cards}, busy {share} % of an ordinary week. A job waits {wait} on average.",
        wait=whole.mean_wait_h,
        **values,
    )
    return passed("plan", said, *figures[:3], whole.mean_wait_h)


CHECKS = (
    Check(
        id="FT10",
        area="fit",
        title=msg("FT10.title", "Card-hours of a week"),
        reads=("lines", "demand", "people", "stock"),
        source="hours that are asked for against those of the cards; Erlang C for the waits, in an ordinary week",
        limit="use.wait_jobs",
        blocking=False,
        run=cards_enough,
    ),
)

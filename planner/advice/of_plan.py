"""All advice for a plan: what its people, entries, money and cards call for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from planner.advice.acceptance import AcceptanceTest, Machine, acceptance_tests
from planner.advice.boxes import advise_same_memory, advise_separation
from planner.advice.chip import Business, Team, advise_business, advise_domestic, advise_team
from planner.advice.framework import Cluster, advise_framework, family_of
from planner.advice.leaving import Leaving, leaving
from planner.advice.method import advise_method
from planner.advice.precision import advise_precision, work_of
from planner.advice.quantisation import advise_quantisation
from planner.advice.records import Advice
from planner.advice.software import Effort, SoftwareFit, adaptation_cost, adaptation_weeks, effort, software_fits
from planner.advice.sources import Sourcing, advise_sourcing, sourcing
from planner.advice.speculative import Speculation, advise_speculative
from planner.advice.tiers import Direction, advise_direction, advise_lab_plan, advise_tier
from planner.assess.demand import entry_figures, entry_spec
from planner.assess.facts import fact_figure
from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.catalog.supply import supply_state
from planner.errors import PlannerError, unknown_id
from planner.figure import Figure, unknown
from planner.messages import msg
from planner.plan.document import Alternative, Line, Plan, WorkloadEntry
from planner.workload.chips import link
from planner.workload.decode import knee_batch
from planner.workload.fit import fit_verdict, visible_gib
from planner.workload.models import from_item
from planner.workload.throughput import SpeedJob, one_copy

_SERVING = ("inference", "batch")
_TRAINING = ("train", "course")
_PICTURES = ("vision", "diffusion", "video")
_MANY = 16  # sequences at once from which throughput counts more than one stream
_SMALL_CNY = 80000.0  # below the least of the tier for a small team
_LARGE_B = 100.0


class StackFit(msgspec.Struct, frozen=True, kw_only=True):
    """How the software of one entry meets the card of one line."""

    entry: str
    line: str
    fit: SoftwareFit


class Adaptation(msgspec.Struct, frozen=True, kw_only=True):
    """The move of programs to the software of a line's card: person-weeks, and what they cost once in yuan.

    The weeks are an assumption until the plan's fact ``adaptation_weeks`` says them; the price of a week is the fact
    ``week_price_cny`` and unknown without it.
    """

    line: str
    effort: Effort
    low: Figure
    high: Figure
    cost_low: Figure
    cost_high: Figure


class PlanAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """Advice, tests on arrival, software fits, and what leaves the house with rented lines."""

    alternative: str
    advice: tuple[Advice, ...]
    tests: tuple[AcceptanceTest, ...]
    stacks: tuple[StackFit, ...]
    adaptations: tuple[Adaptation, ...]
    leaving: tuple[tuple[str, Leaving], ...]
    sources: Sourcing | None = None


def advise(
    plan: Plan,
    alternative: str,
    market: tuple[Item, ...],
    assessment: Assessment | None = None,
    offers: tuple[Item, ...] = (),
) -> PlanAdvice:
    """Return the advice for a plan and one of its alternatives ('' the chosen one); ``market`` are the cards to offer.

    With its ``assessment`` own, rent, API and platform are compared; ``offers`` are the catalog's cloud offers.

    Raises:
        UnknownIdError: the plan has no such alternative.
    """
    one = _alternative(plan, alternative)
    seats = _seats(plan, one)
    seat = seats[0] if seats else None
    compared = sourcing(assessment, offers) if assessment is not None else None
    sources = () if compared is None else (advise_sourcing(compared),)
    return PlanAdvice(
        alternative=one.id if one is not None else "",
        advice=(*_whole(plan, seat, market), *sources, *_entries(plan, seat)),
        tests=_tests(plan, seat),
        stacks=_stacks(plan, seats),
        adaptations=tuple(_adaptation(plan, one) for one in seats if effort(one.card) != "low"),
        leaving=_leaving(plan, one),
        sources=compared,
    )


def team_of(plan: Plan) -> Team:
    """Return the team of a plan: by budget, the words of its stacks, and what it runs."""
    budget = _budget_cny(plan)
    words = {word.lower() for entry in plan.workload for word in entry.stack}
    if "jax" in words:
        return "jax"
    if budget is not None and budget < _SMALL_CNY:
        return "small"
    return "online" if plan.workload and all(one.kind == "inference" for one in plan.workload) else "pytorch"


def business_of(plan: Plan) -> Business:
    """Return the business of a plan: answers to people, batches, very large training, or a mix."""
    kinds = {entry.kind for entry in plan.workload}
    if kinds == {"inference"}:
        return "low_latency"
    if kinds and kinds <= {"batch", "video"}:
        return "throughput"
    large = any(_size_b(plan, one) >= _LARGE_B and one.kind == "train" for one in plan.workload)
    return "very_large" if large and team_of(plan) == "jax" else "mixed"


def direction_of(plan: Plan) -> Direction:
    """Return the direction of work that most entries of a plan are of."""
    kinds = [entry.kind for entry in plan.workload]
    pictures = sum(kind in _PICTURES for kind in kinds)
    if "science" in kinds:
        return "science"
    if "edge" in kinds:
        return "edge"
    return "vision" if pictures * 2 > len(kinds) else "language"


class _Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A line that computes, with its card."""

    line: Line
    card: Item

    @property
    def cards(self) -> int:
        """Return the cards in one machine."""
        return max(1, self.line.cards_per_unit)


def _whole(plan: Plan, seat: _Seat | None, market: tuple[Item, ...]) -> Iterator[Advice]:
    budget = _budget_cny(plan)
    yield advise_team(team_of(plan), plan.switches)
    if plan.switches.domestic != "required":
        yield advise_business(business_of(plan), plan.switches)
    if plan.switches.domestic != "any":
        yield advise_domestic(_largest(plan), market)
    yield advise_tier(budget, market, plan.switches)
    if plan.organisation.kind == "university" and plan.switches.domestic != "required":
        yield advise_lab_plan(budget, market, plan.switches)
    yield advise_direction(direction_of(plan), plan.switches)
    training, serving = _of_kinds(plan, _TRAINING), _of_kinds(plan, _SERVING)
    if training and serving:
        seen = visible_gib(seat.card) if seat is not None else unknown("line/card", "GiB")
        yield advise_separation(_most(plan, training), _most(plan, serving), seen)
    if training and seat is not None:
        same = _same(seat.card, market)
        if same.state == "advised":
            yield same


def _entries(plan: Plan, seat: _Seat | None) -> Iterator[Advice]:
    for entry in plan.workload:
        yield from _guarded(entry, _precision, plan, seat)
        model = plan.item_of(entry.model)
        if model is None or from_item(model).cache_rule == "none":
            continue
        if entry.kind in _TRAINING:
            yield from _guarded(entry, _method, plan, seat)
            yield from _guarded(entry, _framework, plan, seat)
        if entry.kind in _SERVING:
            yield from _guarded(entry, _quantisation, plan, seat)
            yield from _guarded(entry, _speculative, plan, seat)


Adviser = Callable[[WorkloadEntry, Plan, "_Seat | None"], Advice | None]


def _guarded(entry: WorkloadEntry, adviser: Adviser, plan: Plan, seat: _Seat | None) -> Iterator[Advice]:
    """Yield the advice, or what is wrong with the entry in its place."""
    try:
        found = adviser(entry, plan, seat)
    except PlannerError as error:
        found = Advice(topic=adviser.__name__.lstrip("_"), subject=entry.id, choice="", state="unknown",
                       recommendation=error.message, missing=(f"workload/{entry.id}",))  # fmt: skip
    if found is not None:
        yield found


def _precision(entry: WorkloadEntry, _plan: Plan, seat: _Seat | None) -> Advice | None:
    return None if seat is None else advise_precision(work_of(entry.kind, entry.method), seat.card, entry.id)


def _method(entry: WorkloadEntry, plan: Plan, seat: _Seat | None) -> Advice | None:
    if seat is None:
        return None
    return advise_method(entry_spec(entry, _model(entry, plan)), visible_gib(seat.card), subject=entry.id)


def _framework(entry: WorkloadEntry, plan: Plan, seat: _Seat | None) -> Advice | None:
    if seat is None:
        return None
    account = entry_figures(entry, plan.item_of(entry.model))
    verdict = fit_verdict(account.per_device_gib, visible_gib(seat.card), account.at_least_gib).verdict
    machines = -(-entry.devices // seat.cards)
    cluster = Cluster(
        cards=entry.devices,
        machines=machines,
        fast_link=link(seat.card, min(entry.devices, seat.cards)) != "pcie",
        family=family_of(seat.card.text("software_stack")),
        short=None if verdict == "unknown" else verdict == "no",
    )
    return advise_framework(from_item(_model(entry, plan)).params_b, cluster, entry.method == "full", entry.id)


def _quantisation(entry: WorkloadEntry, plan: Plan, seat: _Seat | None) -> Advice | None:
    many = entry.kind == "batch" or (entry.batch or 1) >= _MANY
    card = None if seat is None else seat.card
    return advise_quantisation("concurrency" if many else "latency", from_item(_model(entry, plan)), card, entry.id)


def _speculative(entry: WorkloadEntry, plan: Plan, seat: _Seat | None) -> Advice | None:
    if seat is None:
        return None
    job = SpeedJob(model=from_item(_model(entry, plan)), card=seat.card, dtype=entry.dtype)
    knee = knee_batch(job, f"advice/{entry.id}/knee")
    return advise_speculative(Speculation(batch=float(entry.batch or 1)), knee, entry.kind == "inference", entry.id)


def _model(entry: WorkloadEntry, plan: Plan) -> Item:
    return plan.items[entry.model]


def _size_b(plan: Plan, entry: WorkloadEntry) -> float:
    model = plan.item_of(entry.model)
    return 0.0 if model is None else from_item(model).params_b or 0.0


def _alternative(plan: Plan, wanted: str) -> Alternative | None:
    found = plan.alternative(wanted or plan.chosen)
    if wanted and found is None:
        raise unknown_id(msg("kind.alternative", "alternative"), wanted, tuple(one.id for one in plan.alternatives))
    return found or next(iter(plan.alternatives), None)


def _seats(plan: Plan, alternative: Alternative | None) -> tuple[_Seat, ...]:
    lines = alternative.lines if alternative is not None else ()
    found = ((line, plan.item_of(line.card)) for line in lines if line.role == "compute" and line.quantity)
    return tuple(_Seat(line=line, card=card) for line, card in found if card is not None)


def _tests(plan: Plan, seat: _Seat | None) -> tuple[AcceptanceTest, ...]:
    if seat is None:
        return ()
    machine = Machine(card=seat.card, cards=seat.cards, machines=seat.line.quantity, job=_job(plan, seat.card))
    return acceptance_tests(machine)


def _job(plan: Plan, card: Item) -> SpeedJob | None:
    """Return the first service of a language model as the job to test with."""
    for entry in plan.workload:
        model = plan.item_of(entry.model)
        if entry.kind in _SERVING and model is not None and from_item(model).cache_rule != "none":
            job = SpeedJob(model=from_item(model), card=card, dtype=entry.dtype, kv_dtype=entry.kv_dtype,
                           devices=entry.devices, batch=entry.batch, tokens_in=entry.seq_len,
                           tokens_out=entry.output_len or 256)  # fmt: skip
            return one_copy(job, entry.tensor_parallel, entry.pipeline_parallel)
    return None


def _stacks(plan: Plan, seats: tuple[_Seat, ...]) -> tuple[StackFit, ...]:
    return tuple(
        StackFit(entry=entry.id, line=seat.line.id, fit=fit)
        for entry in plan.workload
        for seat in seats
        for fit in software_fits(entry, seat.card)
    )


def _adaptation(plan: Plan, seat: _Seat) -> Adaptation:
    said = plan.facts.get("adaptation_weeks")
    weeks = None if said is None or not isinstance(said.value, float) else (said.value, said.value)
    low, high = adaptation_weeks(seat.card, weeks)
    price = fact_figure(plan.facts, "week_price_cny", "plan/week_price_cny", "CNY/week")
    return Adaptation(
        line=seat.line.id,
        effort=effort(seat.card),
        low=low,
        high=high,
        cost_low=adaptation_cost(low, price),
        cost_high=adaptation_cost(high, price),
    )


def _leaving(plan: Plan, alternative: Alternative | None) -> tuple[tuple[str, Leaving], ...]:
    lines = alternative.lines if alternative is not None else ()
    items = ((line.id, plan.item_of(line.card) or plan.item_of(line.item)) for line in lines
             if line.role in ("compute", "cloud", "api"))  # fmt: skip
    return tuple((name, leaving(item, plan.switches.data_may_leave)) for name, item in items if item is not None)


def _of_kinds(plan: Plan, kinds: tuple[str, ...]) -> list[WorkloadEntry]:
    return [entry for entry in plan.workload if entry.kind in kinds]


def _most(plan: Plan, entries: list[WorkloadEntry]) -> Figure:
    """Return the largest known need of one device among entries, unknown where none is known (GiB)."""
    needs = [entry_figures(entry, plan.item_of(entry.model)).per_device_gib for entry in entries]
    known = [one for one in needs if one.known]
    return max(known, key=Figure.require) if known else unknown("workload/memory_need_gib", "GiB")


def _largest(plan: Plan) -> Figure:
    return _most(plan, list(plan.workload))


def _same(card: Item, market: tuple[Item, ...]) -> Advice:
    stack = card.text("software_stack")
    there = tuple(one for one in market if supply_state(one) == "purchasable" and one.text("software_stack") == stack)
    return advise_same_memory("tuning", there, card.number("memory_gb") or 0.0)


def _budget_cny(plan: Plan) -> float | None:
    amount = plan.budget.amount
    return float(amount.amount) if amount is not None and amount.currency == "CNY" else None

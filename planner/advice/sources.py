"""Where the card-hours come from: own, rent, API, and what is there already or may be used of a platform, in numbers.

What a price or a load does not tell is unknown and asked for. Machines that are there count first: their hours are taken
off the demand, and only the rest is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from planner.advice.records import Advice, Reason, Rejected
from planner.assess.context import Context
from planner.assess.demand import devices_in
from planner.assess.facts import fact_figure, first_known
from planner.assess.formulas import TOTAL_YUAN
from planner.assess.lines import LineFigures
from planner.assess.mix import demand_of, stock_of
from planner.assess.rent import fx, planned_cards, rent_rate
from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.cost.power_bill import WEEK_OF_YEAR
from planner.cost.sourcing import (
    CAPITAL_WEEK,
    EQUAL_WEEK_HOURS,
    HOURS_WEEK,
    PER_HOUR,
    RENT_WEEK,
    SUM_WEEK,
    TOKENS_WEEK,
    USED_HOURS,
    USED_WEEK,
)
from planner.figure import Figure, Quality, constant, leaf, trace, unknown
from planner.limits import limit, with_own_limits
from planner.messages import Message, msg
from planner.plan.document import Existing, YesNoUnknown
from planner.workload.demand import MixDemand
from planner.workload.demand import Stock as OwnedCards

SourceId = Literal["stock", "platform", "own", "rent", "api"]
_SERVED = ("inference", "batch")
_BY_USE = ("cloud", "api")
_ALREADY = "there already"


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """One source: cost of a week (CNY), of a used card-hour (CNY), parts, and what to know of it.

    ``hours`` are those it has in a week, None where as many can be had as one pays for.
    """

    id: SourceId
    week: Figure
    card_hour: Figure
    hours: Figure | None = None
    parts: tuple[Figure, ...] = ()
    notes: tuple[Message, ...] = ()
    allowed: bool = True


class Sourcing(msgspec.Struct, frozen=True, kw_only=True):
    """The demand of a week (GPU-h), what is left of it after what is there, and the sources for the rest."""

    asked: Figure
    left: Figure
    sources: tuple[Source, ...]
    equal_hours: Figure

    def source(self, name: SourceId) -> Source:
        """Return a source by its id; raises KeyError."""
        found = next((one for one in self.sources if one.id == name), None)
        if found is None:
            raise KeyError(name)
        return found


@with_own_limits
def sourcing(assessment: Assessment, offers: Iterable[Item] = ()) -> Sourcing:
    """Return the four sources of an assessed alternative; ``offers`` are the catalog's cloud offers.

    Raises:
        InputError: a number of the workload cannot be.
    """
    mix = demand_of(assessment)
    own, rent = _own(assessment, mix), _rent(assessment, mix, tuple(offers))
    sources = (*_there(assessment, mix), own, rent, _api(assessment))
    equal = trace(EQUAL_WEEK_HOURS, "source/equal_hours", own_week=own.week, rate=rent.card_hour)
    return Sourcing(asked=mix.gpu_hours, left=mix.uncovered, sources=sources, equal_hours=equal)


def _there(assessment: Assessment, mix: MixDemand) -> Iterator[Source]:
    """Yield machines that are there and platforms that may be used, each with its hours."""
    plan = assessment.plan
    stock = {one.id: one for one in stock_of(plan.existing, plan.items)}
    for existing in plan.existing:
        owned = stock.get(existing.id)
        if owned is not None:
            yield _platform(existing, owned, mix) if existing.role == "cloud" else _stock(existing, owned)


def _hours(existing: Existing, owned: OwnedCards) -> Figure:
    value = owned.cards * owned.hours_week * owned.available_share
    return leaf(f"existing/{existing.id}/hours", value, "GPU-h/week", Quality.ENTERED, _ALREADY)


def _stock(existing: Existing, owned: OwnedCards) -> Source:
    paid = constant(f"existing/{existing.id}/week", 0.0, "CNY/week", "paid for; its electricity is in the bill already")
    return Source(
        id="stock",
        week=paid,
        card_hour=constant(f"existing/{existing.id}/card_hour", 0.0, "CNY/GPU-h", "paid for"),
        hours=_hours(existing, owned),
        notes=(msg("source.stock", "{title} is there: its hours come first.", title=existing.title),),
    )


def _platform(existing: Existing, owned: OwnedCards, mix: MixDemand) -> Source:
    hours = _hours(existing, owned)
    rate = fact_figure(existing.facts, "card_hour_cny", f"existing/{existing.id}/card_hour_cny", "CNY/GPU-h")
    week = trace(USED_WEEK, f"existing/{existing.id}/week", gpu_hours=mix.gpu_hours, most=hours, rate=rate)
    told = msg(
        "source.platform", "{title}: apply for quota first where FP64 or 80 GB is a rare need.", title=existing.title
    )
    return Source(id="platform", week=week, card_hour=rate, hours=hours, notes=(told,))


def bought_lines(context: Context) -> list[LineFigures]:
    """Return the planned lines whose price is the capital of own machines: all but what is paid by the hour or call."""
    return [line for line in context.lines.values() if line.line.role not in _BY_USE and line.line.quantity]


def _own(assessment: Assessment, mix: MixDemand) -> Source:
    """Return the planned machines: purchase over the years of use, and electricity, both of all that they need.

    The bill counts UPS, storage and cooling, so the capital does: every line but those that are paid by the hour or call.
    """
    context = assessment.context
    lines = [line for line in context.lines.values() if line.line.role == "compute" and line.line.quantity]
    bought = bought_lines(context)
    beside = tuple(line.line.title for line in bought if line.line.role != "compute")
    prices = [context.prices[line.line.id].chosen.figure for line in bought]
    cards = leaf("source/own/cards", float(sum(line.line.quantity * devices_in(line) for line in lines)), "1",
                 Quality.ENTERED)  # fmt: skip
    if not lines:
        nothing = unknown("source/own/week", "CNY/week", ("alternative/compute",))
        hour = unknown("source/own/card_hour", "CNY/GPU-h", ("alternative/compute",))
        return Source(id="own", week=nothing, card_hour=hour, hours=trace(HOURS_WEEK, "source/own/hours", cards=cards))
    years = first_known(
        "plan/years_of_use",
        "yr",
        fact_figure(assessment.plan.facts, "years_of_use", "plan/years_of_use", "yr"),
        msgspec.structs.replace(limit("default.years_of_use"), quality=Quality.ASSUMED),
    )
    price = trace(TOTAL_YUAN, "source/own/price", amounts=prices)
    capital = trace(CAPITAL_WEEK, "source/own/capital_week", price=price, years=years)
    power = trace(WEEK_OF_YEAR, "source/own/power_week", year=context.energy.year_cost)
    week = trace(SUM_WEEK, "source/own/week", parts=[capital, power])
    hours = trace(HOURS_WEEK, "source/own/hours", cards=cards)
    used = trace(USED_HOURS, "source/own/used_hours", gpu_hours=mix.uncovered, most=hours)
    return Source(
        id="own",
        week=week,
        card_hour=trace(PER_HOUR, "source/own/card_hour", week=week, gpu_hours=used),
        hours=hours,
        parts=(capital, power),
        notes=(
            msg("source.own", "Own machines cost the same whether they are used or not; people to run them are extra."),
            *((msg("source.own.beside", "Counted with the machines: {names}.", names=beside),) if beside else ()),
        ),
    )


def _rent(assessment: Assessment, mix: MixDemand, offers: tuple[Item, ...]) -> Source:
    """Return renting: the price of the plan's own line by the card-hour, else the middle one of the known offers of the same card."""
    cards = planned_cards(assessment.context)
    rate, notes = rent_rate(assessment.context, assessment.plan.facts, cards, offers)
    week = trace(RENT_WEEK, "source/rent/week", gpu_hours=mix.uncovered, rate=rate)
    may = assessment.plan.switches.data_may_leave
    return Source(
        id="rent",
        week=week,
        card_hour=rate,
        notes=(*notes, *_leaves(may), msg("source.rent", "Storage and data sent out are billed beside it.")),
        allowed=may != "no",
    )


def _api(assessment: Assessment) -> Source:
    """Return the API: what is served of language, at the prices of the plan's own offer."""
    plan, may = assessment.plan, assessment.plan.switches.data_may_leave
    entries = [entry for entry in plan.workload if entry.kind in _SERVED]
    line = next(
        (one for one in assessment.context.lines.values() if one.line.role == "api" and one.line.quantity), None
    )
    notes = [*_leaves(may)]
    if len(entries) < len(plan.workload):
        notes.append(msg("source.api.served", "An API answers; it does not train: only services and batches go there."))
    hour = unknown("source/api/card_hour", "CNY/GPU-h", ("source/api/by_token",))
    if line is None or line.item is None or not entries:
        missing = ("source/api/offer",) if entries else ("workload/services",)
        week = unknown("source/api/week", "CNY/week", missing)
        return Source(id="api", week=week, card_hour=hour, notes=tuple(notes), allowed=may != "no")
    item = line.item
    currency = item.text("currency") or "CNY"
    costs = [
        trace(
            TOKENS_WEEK,
            f"source/api/{entry.id}/week",
            in_mtok=fact_figure(entry.facts, "mtok_in_week", f"workload/{entry.id}/mtok_in_week", "1e6 tokens"),
            in_price=item.figure("price_in", currency),
            out_mtok=fact_figure(entry.facts, "mtok_out_week", f"workload/{entry.id}/mtok_out_week", "1e6 tokens"),
            out_price=item.figure("price_out", currency),
            fx=fx(currency, plan.facts),
        )
        for entry in entries
    ]
    week = trace(SUM_WEEK, "source/api/week", parts=costs)
    return Source(id="api", week=week, card_hour=hour, parts=tuple(costs), notes=tuple(notes),
                  allowed=may != "no")  # fmt: skip


def _leaves(may: YesNoUnknown) -> Iterator[Message]:
    if may == "no":
        yield msg("source.barred", "The plan says that data may not leave.")
    elif may == "unknown":
        yield msg("source.ask_data", "Ask first whether data may leave.")


def advise_sourcing(found: Sourcing) -> Advice:
    """Return which of own and rent serves what is left cheapest, with all sources as reasons; unknown without prices."""
    rivals = [one for one in found.sources if one.id in ("own", "rent") and one.allowed and one.week.known]
    reasons = tuple(Reason(text=_words(one), figures=(one.week, *one.parts, *(() if one.hours is None else (one.hours,)))) for one in found.sources
                    if one.allowed)  # fmt: skip
    barred = tuple(Rejected(option=_NAMES[one.id], why=msg("source.barred", "The plan says that data may not leave."))
                   for one in found.sources if not one.allowed)  # fmt: skip
    open_keys = tuple(dict.fromkeys(key for one in found.sources for key in one.week.missing))
    change = (
        msg("source.equal", "Owning and renting cost the same at {hours}: below it rent.", hours=found.equal_hours),
    )
    allowed = sum(one.allowed for one in found.sources if one.id in ("own", "rent"))
    notes = (*_short_of(found), *(note for one in found.sources for note in one.notes))
    if not found.left.known or len(rivals) < allowed:
        return Advice(
            topic="sourcing",
            choice="",
            state="unknown",
            recommendation=msg(
                "source.open", "Which source is cheapest is not known yet: prices or hours are missing."
            ),
            reasons=reasons,
            rejected=barred,
            would_change=change if found.equal_hours.known else (),
            notes=notes,
            missing=tuple(dict.fromkeys((*found.left.missing, *open_keys))),
        )
    best = min(
        rivals, key=(lambda one: one.card_hour.require()) if _is_short(found) else (lambda one: one.week.require())
    )
    return Advice(
        topic="sourcing",
        choice=best.id,
        recommendation=_best(found, best),
        reasons=reasons,
        rejected=barred,
        would_change=change if found.equal_hours.known else (),
        notes=notes,
        missing=open_keys,
    )  # fmt: skip


def _best(found: Sourcing, best: Source) -> Message:
    """Say what serves best; of own machines with too few hours only those that they have."""
    if best.id == "own" and best.hours is not None and _is_short(found):
        return msg(
            "source.best_part",
            "For {hours} of the {left} that nothing covers yet: {source}, {week}; the rest has to come from elsewhere.",
            hours=best.hours,
            left=found.left,
            source=_NAMES[best.id],
            week=best.week,
        )
    return msg(
        "source.best",
        "For the {hours} that nothing covers yet: {source}, {week}.",
        hours=found.left,
        source=_NAMES[best.id],
        week=best.week,
    )


def _is_short(found: Sourcing) -> bool:
    """Tell whether the planned machines are known to have fewer hours than are asked for."""
    hours, left = found.source("own").hours, found.left.value
    return hours is not None and hours.value is not None and left is not None and hours.value < left


def _short_of(found: Sourcing) -> Iterator[Message]:
    """Say where the planned machines have fewer hours than are asked for."""
    if _is_short(found):
        yield msg("source.too_few", "The planned machines have {hours}, less than the {left} that are asked for.",
                  hours=found.source("own").hours, left=found.left)  # fmt: skip


def _words(one: Source) -> Message:
    values = {"source": _NAMES[one.id], "week": one.week, "hour": one.card_hour}
    if one.id in ("api", "stock"):
        return msg("source.week", "{source}: {week}", **values)
    return msg("source.week_hour", "{source}: {week}, {hour}", **values)


_NAMES: dict[SourceId, Message] = {
    "stock": msg("source.name.stock", "machines that are there"),
    "platform": msg("source.name.platform", "platform of the school"),
    "own": msg("source.name.own", "own machines"),
    "rent": msg("source.name.rent", "renting"),
    "api": msg("source.name.api", "API"),
}


def source_name(name: SourceId) -> Message:
    """Return the name of a source for people."""
    return _NAMES[name]

"""What an alternative costs over five years: own, rent and API by year, payments by quarter, and what moves the result most."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

import msgspec

from planner.advice.sources import Sourcing, bought_lines
from planner.assess.facts import fact_figure, first_known
from planner.assess.formulas import TOTAL_YUAN
from planner.assess.run import Assessment
from planner.cost.outlook import OF_QUARTER, OWN_BY, OWN_MORE, RENT_BY, TRIED, WEEKS_BY, Swing, swings
from planner.cost.sourcing import USED_HOURS
from planner.figure import Figure, Quality, constant, trace
from planner.limits import limit, with_own_limits

YEARS = 5
QUARTERS = 8
_LIFE_YR = (3.0, 5.0)  # the source of default.years_of_use: three to five years
_LESS, _MORE = 0.8, 1.2  # a trial, no forecast: the note of the picture says so
_MONTHS_OF_QUARTER = 3


class YearCost(msgspec.Struct, frozen=True, kw_only=True):
    """What has been spent by the end of a year (CNY), from the start (year 0) on."""

    year: int
    own: Figure
    rent: Figure
    api: Figure


class Quarter(msgspec.Struct, frozen=True, kw_only=True):
    """What is paid in a quarter of a calendar year (CNY with tax): lines delivered in it, electricity, and the sum so far."""

    year: int
    quarter: int
    bought: Figure
    power: Figure
    total: Figure


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Years, quarters, and the swings of what owning costs more than renting over five years; ``undated`` lines have no day."""

    hours: Figure
    years: tuple[YearCost, ...]
    quarters: tuple[Quarter, ...]
    undated: int
    more: Figure
    swings: tuple[Swing, ...]

    def figures(self) -> dict[str, Figure]:
        """Return every figure by its key, for Why?."""
        found = [self.hours, self.more]
        for one in self.years:
            found += [one.own, one.rent, one.api]
        for part in self.quarters:
            found += [part.bought, part.power, part.total]
        for swing in self.swings:
            found += [swing.low_input, swing.high_input, swing.low, swing.high]
        return {figure.key: figure for figure in found}


@with_own_limits
def outlook(assessment: Assessment, found: Sourcing, today: dt.date) -> Outlook:
    """Return the years and quarters of an assessed alternative from ``today`` on; unknown where a price or use is."""
    inputs = _inputs(assessment, found)
    years = tuple(_year(at, inputs, assessment, found) for at in range(YEARS + 1))
    horizon = {**inputs, "years": constant("outlook/years", float(YEARS), "yr", "five years are looked at")}
    quarters, undated = _quarters(assessment, today)
    return Outlook(
        hours=inputs["hours"],
        years=years,
        quarters=quarters,
        undated=undated,
        more=trace(OWN_MORE, "outlook/more", **horizon),
        swings=swings(OWN_MORE, "outlook/more", horizon, _ends(assessment, found, inputs)),
    )


def _inputs(assessment: Assessment, found: Sourcing) -> dict[str, Figure]:
    own, context = found.source("own"), assessment.context
    hours = found.left
    if own.hours is not None:
        hours = trace(USED_HOURS, "outlook/hours", gpu_hours=found.left, most=own.hours)
    return {
        "price": _price(assessment, "chosen"),
        "life": first_known(
            "plan/years_of_use",
            "yr",
            fact_figure(assessment.plan.facts, "years_of_use", "plan/years_of_use", "yr"),
            msgspec.structs.replace(limit("default.years_of_use"), quality=Quality.ASSUMED),
        ),
        "energy": context.energy.year_kwh,
        "tariff": context.energy.price,
        "hours": hours,
        "rate": found.source("rent").card_hour,
    }


def _price(assessment: Assessment, which: str) -> Figure:
    """Return what the planned machines and all that they need cost at the lowest, chosen or highest prices (CNY with tax)."""
    context = assessment.context
    lines = bought_lines(context)
    amounts = [getattr(context.prices[line.line.id], which).figure for line in lines]
    key = f"outlook/price_{which}"
    if not any(line.line.role == "compute" for line in lines):
        return msgspec.structs.replace(constant(key, 0.0, "CNY", ""), value=None, missing=("alternative/compute",))
    return trace(TOTAL_YUAN, key, amounts=amounts)


def _year(at: int, inputs: Mapping[str, Figure], assessment: Assessment, found: Sourcing) -> YearCost:
    years = constant(f"outlook/{at}/years", float(at), "yr", "end of this year")
    return YearCost(
        year=at,
        own=trace(
            OWN_BY,
            f"outlook/{at}/own",
            price=inputs["price"],
            years=years,
            life=inputs["life"],
            year=assessment.context.energy.year_cost,
        ),
        rent=trace(RENT_BY, f"outlook/{at}/rent", hours=inputs["hours"], rate=inputs["rate"], years=years),
        api=trace(WEEKS_BY, f"outlook/{at}/api", week=found.source("api").week, years=years),
    )


# --- what moves the result -------------------------------------------------------------------------------------------


def _ends(assessment: Assessment, found: Sourcing, inputs: Mapping[str, Figure]) -> dict[str, tuple[Figure, Figure]]:
    """Return both ends of each input: those that were seen, else a fifth less and more; none of an unknown one."""
    low, high = _price(assessment, "low"), _price(assessment, "high")
    seen = {"price": (low, high) if low.known and high.known and low.value != high.value else None}
    rate = inputs["rate"]
    if rate.low is not None and rate.high is not None and rate.low < rate.high:
        seen["rate"] = (_at(rate, "low", rate.low), _at(rate, "high", rate.high))
    life = inputs["life"]
    if life.known:
        shortest, longest = min(_LIFE_YR[0], life.require()), max(_LIFE_YR[1], life.require())
        seen["life"] = (_at(life, "low", shortest), _at(life, "high", longest))
    return {
        name: seen.get(name) or (_tried(figure, _LESS, "low"), _tried(figure, _MORE, "high"))
        for name, figure in inputs.items()
        if figure.known
    }


def _at(figure: Figure, side: str, value: float) -> Figure:
    """Return one end of the range in which a value was seen, or is customary."""
    return msgspec.structs.replace(
        constant(f"{figure.key}/{side}", value, figure.unit, figure.source), quality=figure.quality
    )


def _tried(figure: Figure, factor: float, side: str) -> Figure:
    by = constant(f"{figure.key}/{side}/factor", factor, "1", "a fifth less or more, to see what it does")
    made = trace(TRIED, f"{figure.key}/{side}", value=figure, factor=by)
    return msgspec.structs.replace(made, unit=figure.unit)


# --- payments --------------------------------------------------------------------------------------------------------


def _quarters(assessment: Assessment, today: dt.date) -> tuple[tuple[Quarter, ...], int]:
    """Return the payments of eight quarters from today's on, and how many lines have no day and stand in the first."""
    context = assessment.context
    first = _number(today)
    wanted = {one.id: one.wanted_by for one in context.alternative.stages}
    due: dict[int, list[Figure]] = {}
    undated, machines = 0, []
    for line in context.alternative.lines:
        if not line.quantity:
            continue
        day = wanted.get(line.stage)
        undated += day is None
        at = first if day is None else max(first, min(_number(day), first + QUARTERS - 1))
        due.setdefault(at, []).append(context.prices[line.id].chosen.figure)
        if line.role == "compute":
            machines.append(at)
    starts = min(machines, default=first + QUARTERS) + 1
    return _summed(first, due, starts, context.energy.year_cost), undated


def _summed(first: int, due: Mapping[int, Sequence[Figure]], starts: int, year_cost: Figure) -> tuple[Quarter, ...]:
    quarters: list[Quarter] = []
    paid: list[Figure] = []
    for at in range(first, first + QUARTERS):
        key = f"outlook/{at // 4}q{at % 4 + 1}"
        amounts = due.get(at, ())
        bought = trace(TOTAL_YUAN, f"{key}/bought", amounts=amounts) if amounts else _nothing(f"{key}/bought")
        power = trace(OF_QUARTER, f"{key}/power", year=year_cost) if at >= starts else _nothing(f"{key}/power")
        paid += [bought, power]
        total = trace(TOTAL_YUAN, f"{key}/total", amounts=tuple(paid))
        quarters.append(Quarter(year=at // 4, quarter=at % 4 + 1, bought=bought, power=power, total=total))
    return tuple(quarters)


def _nothing(key: str) -> Figure:
    return constant(key, 0.0, "CNY", "nothing falls due in this quarter")


def _number(day: dt.date) -> int:
    """Return the quarter of a day, counted from the year 0."""
    return 4 * day.year + (day.month - 1) // _MONTHS_OF_QUARTER

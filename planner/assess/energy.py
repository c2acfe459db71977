"""What a year of running costs in energy, money and carbon: one account, from the workload's hours to the bill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from planner.assess.cooling_class import way_of_cooling
from planner.assess.demand import EntryFigures, devices_in
from planner.assess.facts import fact_figure, first_known
from planner.assess.lines import LineFigures, utilisation
from planner.assess.memo import Memo
from planner.assess.mix import load_of, stock_of
from planner.assess.tariff import electricity_price, grid_factor
from planner.catalog.items import Item
from planner.cost.power_bill import OF_ENERGY
from planner.facility.energy import CARBON_KG, COURSE_SHARE, ENERGY_YEAR_KWH, USE_SHARE, YEAR_USE_SHARE
from planner.facility.power import EXPECTED_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.plan.document import Existing, Facts, People, SiteNode
from planner.workload.demand import SUM_GPU_HOURS, load_hours, tier_demand

MONTHS = tuple(range(1, 13))
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_PUE = {"room": "pue.room", "contained": "pue.room", "in_row": "pue.in_row", "rear_door": "pue.chilled_water"}


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the time the cards work: in a week of term, over the year, and the share of courses in it.

    ``basis`` is workload (by its hours), told (somebody said it) or assumed.
    """

    basis: str
    share: Figure
    courses: Figure
    year: Figure


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """What the room adds (ratio), what a kWh costs (CNY) and emits (kg CO2)."""

    pue: Figure
    price: Figure
    factor: Figure


class WeekHours(msgspec.Struct, frozen=True, kw_only=True):
    """The card-hours of a week that the planned cards have to give, and the share of courses in the workload."""

    hours: Figure
    courses: Figure


class EnergyFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A year of an alternative: idle, full and mean power (W), energy (kWh), bill (CNY), carbon (kg CO2)."""

    use: Use
    idle_w: Figure
    full_w: Figure
    mean_w: Figure
    pue: Figure
    year_kwh: Figure
    idle_kwh: Figure
    price: Figure
    year_cost: Figure
    factor: Figure
    carbon_kg: Figure


def energy_figures(alternative: str, idle_w: Figure, full_w: Figure, use: Use, rates: Rates) -> EnergyFigures:
    """Return a year of running machines that draw ``idle_w`` to ``full_w`` together (W)."""
    key = f"{alternative}/total"
    mean = trace(EXPECTED_W, f"{key}/mean_w", idle_w=idle_w, use_share=use.year, max_w=full_w)
    energy = trace(ENERGY_YEAR_KWH, f"{key}/year_kwh", pue=rates.pue, expected_w=[mean])
    return EnergyFigures(
        use=use,
        idle_w=idle_w,
        full_w=full_w,
        mean_w=mean,
        pue=rates.pue,
        year_kwh=energy,
        idle_kwh=trace(ENERGY_YEAR_KWH, f"{key}/idle_kwh", pue=rates.pue, expected_w=[idle_w]),
        price=rates.price,
        year_cost=trace(OF_ENERGY, f"{key}/year_cost", energy_kwh=energy, price=rates.price),
        factor=rates.factor,
        carbon_kg=trace(CARBON_KG, f"{key}/carbon_kg", energy_kwh=energy, factor_kg_kwh=rates.factor),
    )


def rates_of(room: SiteNode | None, units: tuple[SiteNode, ...], facts: Facts, region: str) -> Rates:
    """Return what the room adds to the machines (ratio), and price (CNY) and carbon (kg) of a kWh."""
    return Rates(pue=pue_of(room, units, facts), price=electricity_price(facts), factor=grid_factor(facts, region))


def pue_of(room: SiteNode | None, units: tuple[SiteNode, ...], facts: Facts) -> Figure:
    """Return the ratio of the room's power to that of the machines: as told, else customary for the way of cooling."""
    told = fact_figure(facts, "pue", "plan/pue", "1")
    if told.known:
        return told
    method = way_of_cooling(room, units)
    return limit("pue.liquid" if method == "liquid" else _PUE.get(method, "default.pue"))


def use_of(alternative: str, week: WeekHours | None, cards: float, facts: Facts) -> Use:
    """Return how much of the time the planned cards work.

    What somebody measured or said wins; else the hours of the workload that own machines leave, over those of the
    planned cards; where hours or cards are not known the customary share, as an assumption.
    """
    told = utilisation(facts)
    if told.known and told.quality is not Quality.ASSUMED:
        return _settled(alternative, "told", told)
    if week is not None and week.hours.value and cards > 0:
        key = f"{alternative}/total"
        own = leaf(f"{key}/cards", cards, "1", Quality.ENTERED)
        share = trace(USE_SHARE, f"{key}/use_share", gpu_hours=week.hours, cards=own)
        return _settled(alternative, "workload", share, week.courses)
    customary = msgspec.structs.replace(limit("default.utilisation"), quality=Quality.ASSUMED)
    return _settled(alternative, "assumed", first_known(told.key, "1", told, customary))


def _settled(alternative: str, basis: str, share: Figure, courses: Figure | None = None) -> Use:
    none = leaf(f"{alternative}/total/course_share", 0.0, "1", Quality.COMPUTED, "not by the workload")
    found = courses if courses is not None and courses.known else none
    year = trace(
        YEAR_USE_SHARE,
        f"{alternative}/total/year_use_share",
        use_share=share,
        course_share=found,
        break_days=[break_days(month) for month in MONTHS],
    )
    return Use(basis=basis, share=share, courses=found, year=year if found.value else share)


def break_days(month: int) -> Figure:
    """Return how many days of a month (1 to 12) lie between the terms, an assumption."""
    return limit(f"calendar.break_{month:02}") if month in (1, 2, 7, 8) else _TERM


_TERM = leaf("calendar/no_break", 0.0, "d", Quality.COMPUTED, "in term")


def week_hours(
    demand: Mapping[str, EntryFigures],
    people: Iterable[People],
    existing: tuple[Existing, ...],
    items: Mapping[str, Item],
) -> WeekHours | None:
    """Return the card-hours of a week that own machines leave (GPU-h), None where no workload is entered."""
    if not demand:
        return None
    counts = {group.id: float(group.count) for group in people}
    loads = [load_of(one, counts) for one in demand.values()]
    hours = tuple(load_hours(load, f"workload/{load.id}") for load in loads)
    whole = trace(SUM_GPU_HOURS, "demand/gpu_hours_week", loads=hours)
    taught = [figure for one, figure in zip(demand.values(), hours, strict=True) if one.entry.kind == "course"]
    courses = trace(COURSE_SHARE, "demand/course_share", course_hours=taught, gpu_hours=whole)
    stock = stock_of(existing, items)
    if not stock or not whole.known:
        return WeekHours(hours=whole, courses=courses)
    tiers = tier_demand(loads, hours, stock, "demand")
    left = trace(SUM_GPU_HOURS, "demand/uncovered_hours", loads=[tier.uncovered for tier in tiers])
    return WeekHours(hours=left, courses=courses)


def cards_in(compute: tuple[LineFigures, ...], memo: Memo) -> float:
    """Return how many devices the planned machines have, a count."""
    return float(sum(memo.column(("compute", "devices"), compute, _devices)))


def _devices(line: LineFigures) -> int:
    return line.line.quantity * devices_in(line)

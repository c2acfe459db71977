"""A year of running by hand: utilisation by the workload, idle and loaded, tariff periods, carbon, months."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.context import Context
from planner.assess.energy import DAYS, EnergyFigures
from planner.assess.months import months_of
from planner.assess.run import assess
from planner.assess.tariff import grid_factors
from planner.catalog.load import bundled_item
from planner.cost.power_bill import BY_HOURS
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled
from planner.plan.document import Existing, Fact, Organisation, People, WorkloadEntry
from tests.checks.factories import TODAY, facts, make_line, make_plan, node

CARD = bundled_item("nv-rtx4090")
ASSUMED = {"utilisation": Fact(value=0.5, quality=Quality.ASSUMED)}


def entry(name: str = "job", kind: Any = "train", **fields: Any) -> WorkloadEntry:
    """Return 2 cards, 5 times a week for 10 hours each: 100 card-hours."""
    base: dict[str, Any] = {"sessions_per_week": 5.0, "hours_per_session": 10.0, "devices": 2,
                            "facts": facts(memory_need_gib=10.0)}  # fmt: skip
    return WorkloadEntry(id=name, title=Labelled(zh=name, en=name), kind=kind, **{**base, **fields})


def look(*workload: WorkloadEntry, known: dict[str, Any] | None = None, **fields: Any) -> Context:
    machine = make_line("ws", card=CARD, cards=4, known={"max_power_w": 2000, "idle_power_w": 400})
    plan = make_plan(machine, items=(CARD,), workload=workload, **fields)
    told = {**{k: v for k, v in plan.facts.items() if k != "utilisation"}, **ASSUMED, **facts(**(known or {}))}
    context = assess(_with_facts(plan, told), "A", TODAY).context
    for figure in (context.energy.year_cost, context.energy.carbon_kg):
        for part in walk(figure):
            if part.formula is not None and part.value is not None:
                assert recompute(part) == pytest.approx(part.value)
    return context


def _with_facts(plan: Any, told: dict[str, Fact]) -> Any:
    from msgspec.structs import replace

    return replace(plan, facts=told)


def energy(*workload: WorkloadEntry, **fields: Any) -> EnergyFigures:
    return look(*workload, **fields).energy


def test_the_hours_of_the_workload_decide_how_busy_the_cards_are() -> None:
    found = energy(entry())
    assert found.use.basis == "workload"
    assert found.use.share.value == pytest.approx(100 / (168 * 4))  # 4 cards all week are 672 card-hours
    # 400 W idle, 14.88 % of the way to 2,000 W: 638.1 W; x 8,760 h x 1.6 for the cooling
    assert found.mean_w.value == pytest.approx(400 + 100 / 672 * 1600)
    assert found.year_kwh.value == pytest.approx(8.76 * 1.6 * 638.0952, rel=1e-6)
    assert found.idle_kwh.value == pytest.approx(8.76 * 1.6 * 400)


def test_people_do_not_multiply_the_hours_of_a_service() -> None:
    # one card up 5 times a week for 10 hours, whoever asks it: 50 card-hours of 672, as the demand of the week says
    people = (People(id="all", title=Labelled(zh="全体", en="all"), count=12),)
    service = entry(kind="inference", people="all", devices=1)
    assert energy(service, people=people).use.share.value == pytest.approx(50 / 672)
    assert energy(entry(people="all", devices=1), people=people).use.share.value == pytest.approx(600 / 672)


def test_more_work_than_the_cards_have_keeps_them_busy_all_the_time() -> None:
    found = energy(entry(devices=4, hours_per_session=40.0))  # 800 of 672 card-hours
    assert found.use.share.value == 1.0
    assert found.mean_w.value == 2000


def test_owned_cards_take_their_part_first() -> None:
    owned = Existing(id="old", title=Labelled(zh="旧", en="old"), card=_digest(), cards_per_unit=1,
                     facts=facts(hours_week=60.0))  # fmt: skip
    found = energy(entry(), existing=(owned,))
    assert found.use.share.value == pytest.approx((100 - 60) / 672)


def _digest() -> str:
    from planner.catalog.items import digest

    return digest(CARD)


def test_without_hours_the_customary_share_counts_and_says_so() -> None:
    found = energy(entry(hours_per_session=None))
    assert (found.use.basis, found.use.share.value) == ("assumed", 0.5)
    assert found.use.share.quality is Quality.ASSUMED
    assert found.year_kwh.quality is Quality.ASSUMED
    assert found.year_kwh.value == pytest.approx(8.76 * 1.6 * 1200)


def test_what_somebody_measured_wins() -> None:
    found = energy(entry(), known={"utilisation": 0.25})
    assert (found.use.basis, found.mean_w.value) == ("told", 800)


def test_an_unknown_idle_power_leaves_the_year_open() -> None:
    machine = make_line("ws", known={"max_power_w": 2000})
    plan = _with_facts(make_plan(machine), facts(utilisation=0.5))
    found = assess(plan, "A", TODAY).context.energy
    assert found.year_kwh.value is None
    assert found.year_kwh.missing == ("A/ws/idle_power_w",)


@pytest.mark.parametrize(
    ("method", "ratio"), [("comfort", 1.6), ("room", 1.5), ("in_row", 1.4), ("rear_door", 1.3), ("liquid", 1.15)]
)
def test_the_ratio_goes_by_the_way_of_cooling(method: str, ratio: float) -> None:
    room = node("r", "room", cooling_method=method)
    assert energy(entry(), site=(room,)).pue.value == ratio
    assert energy(entry(), site=(room,), known={"pue": 1.27}).pue.value == 1.27


def test_periods_of_the_day_make_the_price() -> None:
    # 8 h at 1.20, 8 h at 0.70, 8 h at 0.30: on average 0.7333 yuan; the single price is not asked then
    known = {"hours_peak": 8.0, "price_peak": 1.2, "hours_flat": 8.0, "price_flat": 0.7, "hours_valley": 8.0,
             "price_valley": 0.3, "electricity_price": 9.9}  # fmt: skip
    found = energy(entry(), known=known)
    assert found.price.value == pytest.approx(2.2 / 3)
    by_hours = BY_HOURS(it_kw=found.mean_w.require() / 1000, pue=1.6, hours=[2920.0] * 3, tariff=[1.2, 0.7, 0.3])
    assert found.year_cost.value == pytest.approx(by_hours)


def test_a_period_with_hours_and_no_price_leaves_the_bill_open() -> None:
    found = energy(entry(), known={"hours_peak": 8.0, "price_peak": 1.2, "hours_flat": 16.0})
    assert found.year_cost.value is None
    assert found.year_cost.missing == ("plan/price_flat",)


def test_one_price_for_all_hours() -> None:
    found = energy(entry(), known={"electricity_price": 0.6})
    assert found.year_cost.value == pytest.approx(found.year_kwh.require() * 0.6)


@pytest.mark.parametrize(
    ("region", "factor", "year"),
    [("", 0.5306, "2023"), ("广东省深圳市", 0.4419, "2022"), ("Shanxi", 0.7096, "2022"), ("四川", 0.5306, "2023")],
)
def test_carbon_by_the_factor_of_the_region_with_its_year(region: str, factor: float, year: str) -> None:
    # Ministry of Ecology and Environment: national 2023 0.5306 kg/kWh, Guangdong 2022 0.4419, Shanxi 2022 0.7096
    found = energy(entry(), organisation=Organisation(region=region))
    assert found.factor.value == factor
    assert year in found.factor.source
    assert found.carbon_kg.value == pytest.approx(found.year_kwh.require() * factor)


def test_a_factor_told_wins_and_regions_do_not_mix() -> None:
    assert energy(entry(), known={"grid_kg_per_kwh": 0.3}).factor.value == 0.3
    assert len({one.label.zh for one in grid_factors()}) == 5


def test_months_make_up_the_year() -> None:
    context = look(entry(), entry("class", "course", people="class", hours_per_session=2.0, devices=1),
                   people=(People(id="class", title=Labelled(zh="班", en="class"), count=10),))  # fmt: skip
    found = context.energy
    # half of the 200 card-hours are a course: it rests 15 + 21 + 28 + 29 = 93 days a year
    assert found.use.courses.value == 0.5
    assert found.use.year.value == pytest.approx(200 / 672 * (1 - 0.5 * 93 / 365))
    months = months_of("A", found)
    assert [month.month for month in months] == list(range(1, 13))
    assert sum(month.all_kwh.require() for month in months) == pytest.approx(found.year_kwh.require())
    august, march = months[7], months[2]
    assert august.use.value == pytest.approx(200 / 672 * (1 - 0.5 * 29 / 31))  # a course on two days of August
    assert march.use.value == pytest.approx(200 / 672)
    # March: 744 h at 400 + 0.29762 x 1600 = 876.19 W, x 1.6
    assert march.all_kwh.value == pytest.approx(0.876190 * 744 * 1.6, rel=1e-5)
    for month, days in zip(months, DAYS, strict=True):
        assert month.idle_kwh.value == pytest.approx(0.4 * 24 * days)
        parts = month.idle_kwh.require() + month.work_kwh.require() + month.room_kwh.require()
        assert parts == pytest.approx(month.all_kwh.require())

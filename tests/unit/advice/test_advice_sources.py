"""Own, rent, API and platform in numbers: hand-worked sums, unknown where a price or an hour is missing."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from planner.advice.sources import Sourcing, advise_sourcing, sourcing
from planner.assess.run import assess
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled, render
from planner.plan.document import Existing, Fact, Line, Plan, Price, Switches, WorkloadEntry
from tests.checks.factories import facts, make_item, make_line, make_plan

GPU = bundled_item("nv-rtx4090")


def load(hours: float | None = 10.0, **fields: Any) -> WorkloadEntry:
    """Return a load of 2 cards, 5 times a week: 100 GPU-h with 10 hours each."""
    told = facts(memory_need_gib=10.0, **fields.pop("told", {}))
    base: dict[str, Any] = {"kind": "train", "sessions_per_week": 5.0, "hours_per_session": hours, "devices": 2}
    return WorkloadEntry(id="job", title=Labelled(zh="任务", en="job"), facts=told, **{**base, **fields})


def offer(id: str, price: float, high: float | None = None, **fields: Any) -> Item:  # noqa: A002
    told: dict[str, Any] = {"accelerator_id": GPU.id, "unit": "hour", "country": "CN", "currency": "CNY", "per": "card",
                            "commitment": "on_demand", "price_low": price, "price_high": high or price}  # fmt: skip
    return make_item(id, "cloud_offer", f"maker of {id}", **{**told, **fields})


OFFERS = (offer("a", 1.0), offer("b", 2.0), offer("c", 3.0, 4.0))


def plan(*more: Line, entry: WorkloadEntry | None = None, tariff: float | None = 0.8, **fields: Any) -> Plan:
    machine = make_line("ws", card=GPU, cards=4, price="73000", known={"max_power_w": 1000, "idle_power_w": 200})
    known = {"utilisation": 0.5, "electricity_price": tariff, "years_of_use": 4, **fields.pop("known", {})}
    return make_plan(machine, *more, items=fields.pop("items", (GPU,)), known=known,
                     workload=(load() if entry is None else entry,), **fields)  # fmt: skip


def look(made: Plan, offers: tuple[Item, ...] = OFFERS) -> Sourcing:
    found = sourcing(assess(made, "A", dt.date(2026, 11, 30)), offers)
    for one in found.sources:
        for part in walk(one.week):
            if part.formula is not None and part.value is not None and part.unit != "CNY":
                assert recompute(part) == pytest.approx(part.value)
    return found


def test_own_is_purchase_over_the_weeks_and_electricity() -> None:
    own = look(plan()).source("own")
    capital, power = own.parts
    assert capital.require() == pytest.approx(73000 / (4 * 365 / 7))  # 350 yuan a week
    assert power.require() == pytest.approx(0.6 * 1.6 * 168 * 0.8)  # half way from 200 to 1,000 W, and 0.6 for cooling
    assert own.week.require() == pytest.approx(350 + 129.024)
    assert own.card_hour.require() == pytest.approx(479.024 / 100)
    assert own.hours is not None
    assert own.hours.require() == 4 * 168


def test_the_capital_is_of_all_that_the_bill_counts_and_names_it() -> None:
    ups = make_line("ups", role="ups", price="18250")
    works = make_line("works", role="works", price="14600")
    rented = make_line("cloud", role="cloud", price="5000")  # paid by the hour: not of one's own
    own = look(plan(ups, works, rented)).source("own")
    assert own.parts[0].require() == pytest.approx((73000 + 18250 + 14600) / (4 * 365 / 7))  # 507.5 yuan a week
    assert "Counted with the machines" in render(own.notes[1], "en")
    unpriced = make_line("rack", role="rack", price_range=Price(low=None))
    assert not look(plan(unpriced)).source("own").week.known


def test_rent_is_the_middle_of_the_known_offers_with_their_range() -> None:
    rent = look(plan()).source("rent")
    assert rent.card_hour.require() == 2.0
    assert (rent.card_hour.low, rent.card_hour.high) == (1.0, 4.0)
    assert rent.week.require() == 200  # 100 GPU-h
    assert rent.hours is None


def test_the_cheaper_one_is_advised_and_the_break_even_told() -> None:
    advice = advise_sourcing(look(plan()))
    assert (advice.state, advice.choice) == ("advised", "rent")
    assert "240" in render(advice.would_change[0], "en")  # 479.02 / 2 hours a week  # type: ignore[arg-type]
    busy = advise_sourcing(look(plan(entry=load(hours=40.0))))  # 400 GPU-h: rent 800, own 479.02
    assert busy.choice == "own"


def test_too_few_cards_of_ones_own_are_said() -> None:
    advice = advise_sourcing(look(plan(entry=load(hours=80.0))))  # 800 of 672 GPU-h
    assert any("less than" in render(note, "en") for note in advice.notes)  # type: ignore[arg-type]


def test_the_plans_own_price_of_a_card_hour_wins_and_instances_are_divided() -> None:
    line = make_line("rent", "cloud", uom="card_hour", price_range=Price(chosen=Decimal("2.5")))
    assert look(plan(line)).source("rent").card_hour.require() == 2.5
    box = (offer("box", 16.0, per="instance", accel_count=8.0),)
    assert look(plan(), box).source("rent").card_hour.require() == 2.0


@pytest.mark.parametrize(
    "strange",
    [
        offer("x", 1.0, accelerator_id="nv-h100-sxm"),
        offer("x", 1.0, country="US"),
        offer("x", 1.0, unit="year"),
        offer("x", 1.0, commitment="reserved"),
    ],
)
def test_offers_of_other_cards_countries_and_terms_do_not_count(strange: Item) -> None:
    rent = look(plan(), (strange,)).source("rent")
    assert not rent.week.known
    assert "source/rent/card_hour" in rent.week.missing


def test_what_is_missing_is_unknown_and_asked() -> None:
    found = look(plan(tariff=None))
    assert found.source("own").week.missing == ("plan/electricity_price",)
    advice = advise_sourcing(found)
    assert (advice.state, advice.choice) == ("unknown", "")
    assert "plan/electricity_price" in advice.missing
    nobody = look(plan(entry=load(hours=None)))
    assert nobody.source("rent").week.missing == ("demand/job/hours_per_session",)
    assert nobody.source("rent").card_hour.known  # the price of an hour is known all the same


def test_years_that_nobody_said_are_an_assumption() -> None:
    own = look(plan(known={"years_of_use": None})).source("own")
    assert own.week.quality is Quality.ASSUMED
    assert own.parts[0].require() == pytest.approx(350)  # four years


def test_machines_that_are_there_and_a_platform_come_off_the_demand() -> None:
    there = (
        Existing(id="old", title=Labelled(zh="旧机", en="old"), card=digest(GPU), facts={"hours_week": Fact(value=30.0)}),
        Existing(id="hpc", title=Labelled(zh="校平台", en="campus"), role="cloud", card=digest(GPU),
                 facts={"hours_week": Fact(value=20.0), "card_hour_cny": Fact(value=1.5)}),
    )  # fmt: skip
    found = look(plan(existing=there))
    assert found.left.require() == 100 - 30 - 20
    stock, platform = found.source("stock"), found.source("platform")
    assert stock.week.require() == 0
    assert stock.hours is not None
    assert stock.hours.require() == 30
    assert platform.week.require() == 30  # 20 h at 1.5 yuan
    assert found.source("rent").week.require() == 100  # the 50 h that are left
    unpriced = look(
        plan(existing=(Existing(id="hpc", title=Labelled(zh="x", en="x"), role="cloud", card=digest(GPU)),))
    )
    assert unpriced.source("platform").week.missing == ("existing/hpc/card_hour_cny",)


def test_an_api_is_reckoned_by_its_tokens_for_what_is_served() -> None:
    item = make_item("api", "api_offer", "DeepSeek", price_in=2.0, price_out=8.0, currency="CNY", region="CN")
    line = make_line("api", "api", item=item)
    served = load(kind="inference", told={"mtok_in_week": 10.0, "mtok_out_week": 5.0})
    found = look(plan(line, entry=served, items=(GPU, item)))
    assert found.source("api").week.require() == 10 * 2 + 5 * 8
    abroad = make_item("api", "api_offer", "OpenAI", price_in=2.0, price_out=8.0, currency="USD", region="global")
    dollars = look(plan(make_line("api", "api", item=abroad), entry=served, items=(GPU, abroad)))
    assert dollars.source("api").week.missing == ("plan/fx_usd_cny",)
    assert look(plan(entry=served)).source("api").week.missing == ("source/api/offer",)
    assert look(plan()).source("api").week.missing == ("workload/services",)  # training does not go to an API


def test_data_that_must_stay_bars_rent_and_api() -> None:
    found = look(plan(switches=Switches(data_may_leave="no")))
    advice = advise_sourcing(found)
    assert [one.allowed for one in found.sources] == [True, False, False]
    assert advice.choice == "own"
    assert len(advice.rejected) == 2


def test_own_machines_are_reckoned_with_the_hours_that_they_have() -> None:
    """4 cards have 672 of the 850 hours asked for: at 479 yuan a week 0.713 an hour, less than the rent of 2."""
    found = look(plan(entry=load(85.0)))  # 2 cards x 5 x 85 h = 850
    assert found.left.require() == 850
    own = found.source("own")
    assert own.card_hour.require() == pytest.approx(own.week.require() / 672)
    advice = advise_sourcing(found)
    assert advice.choice == "own"
    said = render(advice.recommendation, "en")
    assert "For 672 GPU-h/week of the 850 GPU-h/week" in said
    assert "the rest has to come from elsewhere" in said


def test_with_too_few_hours_the_cost_of_an_hour_decides() -> None:
    """Renting all 850 hours at 0.6 costs 510 yuan, more than the week of the machines; but an hour of theirs is dearer."""
    found = look(plan(entry=load(85.0)), (offer("a", 0.6),))
    own, rent = found.source("own"), found.source("rent")
    assert own.week.require() < rent.week.require()
    assert own.card_hour.require() > rent.card_hour.require()
    assert advise_sourcing(found).choice == "rent"

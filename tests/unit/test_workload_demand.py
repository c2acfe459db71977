"""Demand of a mix in a week: hand-worked hours, tiers, people, storage, network, and what owned cards cover."""

from __future__ import annotations

import pytest

from planner.assess.demand import entry_figures, measured_here
from planner.assess.mix import plan_demand
from planner.catalog.load import bundled_item
from planner.errors import InputError
from planner.figure import Figure, Quality, leaf
from planner.messages import Labelled
from planner.plan.document import Existing, Fact, Measurement, People, WorkloadEntry
from planner.workload.demand import ABOVE_TIERS, CARDS_AT_LOAD, Load, Stock, load_hours, mix_demand, tier_of


def need(gib: float) -> Figure:
    return leaf("need", gib, "GiB", Quality.ENTERED)


TUNING = Load(id="tuning", people=12, sessions_per_week=2, hours_per_session=3, need_gib=need(14), online_share=0.25,
              weights_gb=15, data_gb=20, checkpoint_gb=1)  # fmt: skip
LARGE = Load(id="large", people=1, sessions_per_week=1, hours_per_session=10, devices=4, need_gib=need(60),
             online_share=1, weights_gb=140, data_gb=100, checkpoint_gb=140)  # fmt: skip


def test_twelve_students_twice_a_week_three_hours() -> None:
    found = mix_demand((TUNING, LARGE))
    assert [figure.require() for figure in found.loads] == [72, 40]
    assert found.gpu_hours.require() == 112
    assert {tier.memory_gb: tier.gpu_hours.require() for tier in found.tiers} == {16: 72, 80: 40}
    assert found.peak_users.require() == 4
    assert found.storage_gb.require() == 15 + 12 * (20 + 3) + 140 + (100 + 420)
    assert found.network_gbs.require() == pytest.approx(3 * 20 / 300 + 100 / 300)
    assert found.uncovered.require() == 112


def test_owned_cards_serve_the_large_jobs_first_and_small_ones_with_the_rest() -> None:
    stock = (
        Stock(id="old", memory_gb=24, cards=1, hours_week=50),
        Stock(id="school", memory_gb=80, cards=1, hours_week=45),
    )
    left = {tier.memory_gb: tier.uncovered.require() for tier in mix_demand((TUNING, LARGE), stock).tiers}
    assert left == {80: 0, 16: 72 - 50 - 5}
    small = (Stock(id="old", memory_gb=24, cards=8),)
    left = {tier.memory_gb: tier.uncovered.require() for tier in mix_demand((TUNING, LARGE), small).tiers}
    assert left == {80: 40, 16: 0}


def test_unknown_needs_and_hours_stay_unknown() -> None:
    odd = Load(id="md", people=2, sessions_per_week=1, hours_per_session=None)
    found = mix_demand((TUNING, odd))
    assert found.gpu_hours.value is None
    assert "demand/md/hours_per_session" in found.gpu_hours.missing
    assert [tier.memory_gb for tier in found.tiers] == [0, 16]
    assert found.peak_users.value is None
    assert tier_of(need(400)) == ABOVE_TIERS
    assert tier_of(need(23.5)) == 24
    assert tier_of(need(24)) == 32


def test_loads_that_are_no_models_count_alike() -> None:
    md = Load(id="md", people=3, sessions_per_week=5, hours_per_session=8, need_gib=need(8))
    assert mix_demand((md,)).gpu_hours.require() == 120


def test_a_service_holds_its_cards_for_however_many_people() -> None:
    # up seven times a week for 24 h on two cards: 336, for one person as for fifty
    service = Load(
        id="chat", people=50, sessions_per_week=7, hours_per_session=24, devices=2, need_gib=need(8), shared=True
    )
    assert mix_demand((service,)).gpu_hours.require() == 336
    assert mix_demand((service, TUNING)).gpu_hours.require() == 336 + 72


def test_what_nobody_said_makes_the_hours_assumed() -> None:
    found = load_hours(Load(id="x", sessions_per_week=2, hours_per_session=3, assumed=("hours_per_session",)), "x")
    assert (found.require(), found.quality) == (6, Quality.ASSUMED)


def test_cards_for_a_load_that_people_can_wait_for() -> None:
    assert CARDS_AT_LOAD(gpu_hours=400, available_share=0.95, load_share=0.7, widest=1) == 4
    assert CARDS_AT_LOAD(gpu_hours=0, available_share=0.95, load_share=0.7, widest=8) == 0
    assert CARDS_AT_LOAD(gpu_hours=40, available_share=1, load_share=0.7, widest=8) == 8  # one job takes eight at once


@pytest.mark.parametrize("wrong", [{"people": -1.0}, {"online_share": 1.5}, {"hours_per_session": -2.0}])
def test_impossible_loads_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        mix_demand((Load(id="x", **wrong),))  # type: ignore[arg-type]


def entry(**more: object) -> WorkloadEntry:
    return WorkloadEntry(id="w1", title=Labelled(zh="微调", en="tuning"), kind="train", **more)  # type: ignore[arg-type]


def test_a_plan_becomes_loads_with_its_people_and_what_it_owns() -> None:
    one = entry(people="students", sessions_per_week=2.0, hours_per_session=3.0, devices=1,
                facts={"memory_need_gib": Fact(value=14.0), "online_share": Fact(value=0.5)})  # fmt: skip
    card = bundled_item("nv-rtx3090")
    owned = Existing(id="e1", title=Labelled(zh="旧机", en="old"), quantity=1, card="c", cards_per_unit=2,
                     facts={"hours_week": Fact(value=20.0)})  # fmt: skip
    people = (People(id="students", title=Labelled(zh="学生", en="students"), count=12),)
    found = plan_demand((entry_figures(one, None),), people, (owned,), {"c": card})
    assert found.gpu_hours.require() == 72
    assert found.peak_users.require() == 6
    assert found.uncovered.require() == 72 - 40


def test_what_was_measured_is_read_from_the_entry_for_its_card() -> None:
    one = entry(measured={"train_tps": Measurement(value=3100.0, note="own run", card="nv-rtx4090")})
    told = measured_here(one, "train_tps", "nv-rtx4090")
    assert told is not None
    assert (told.value, told.note) == (3100.0, "own run")
    assert measured_here(one, "train_tps", "nv-rtx3090") is None
    assert measured_here(one, "decode_tps", "nv-rtx4090") is None
    anywhere = entry(measured={"train_tps": Measurement(value=3100.0)})
    assert measured_here(anywhere, "train_tps", "nv-rtx3090") is not None

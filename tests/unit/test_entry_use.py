"""Energy of a token, time, electricity and cost of a run, worked by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.assess.entry_use import energy_use, goals_of, has_runs, run_use, service_use, uses
from planner.assess.terms import Terms, card_terms
from planner.catalog.load import bundled_item, bundled_of
from planner.figure import Quality, leaf, unknown
from planner.formulas import recompute
from planner.messages import Labelled
from planner.plan.document import Fact, WorkloadEntry
from planner.workload.models import from_item
from planner.workload.throughput import SpeedJob


def number(name: str, value: float, unit: str = "1") -> Any:
    return leaf(name, value, unit, Quality.ENTERED)


TERMS = Terms(
    machine_w=number("machine_w", 2000.0, "W"),
    devices_there=number("there", 4.0),
    own_hour=number("own_hour", 1.5, "CNY/GPU-h"),
    rent_hour=number("rent_hour", 3.0, "CNY/GPU-h"),
    tariff=number("tariff", 0.8, "CNY/kWh"),
    pue=number("pue", 1.5),
)


def entry(**more: Any) -> WorkloadEntry:
    given: dict[str, Any] = {
        "id": "e",
        "title": Labelled(zh="微调", en="Tuning"),
        "kind": "train",
        "method": "lora",
        **more,
    }
    return WorkloadEntry(**given)


def test_a_token_takes_the_power_of_its_cards_with_their_part_of_the_machine() -> None:
    # two of four cards of 2,000 W: 1,000 W; at 500 tok/s 2 J; 2 / 3.6 kWh a million; x 1.5 x 0.8 yuan
    found = dict(energy_use(number("tps", 500.0, "tok/s"), 2, TERMS, "train", "k"))
    assert found["token_j"].require() == pytest.approx(2.0)
    assert found["mtok_kwh"].require() == pytest.approx(2 / 3.6)
    assert found["mtok_energy_cost"].require() == pytest.approx(2 / 3.6 * 1.5 * 0.8)
    assert found["mtok_energy_cost"].unit == "CNY"
    assert found["token_j"].low is not None
    for figure in found.values():
        assert recompute(figure) == pytest.approx(figure.require())


def test_a_run_costs_its_card_hours_and_electricity() -> None:
    # 36e6 tokens at 1,000 tok/s on two cards: 10 h, 20 card-hours, 1 kW x 10 h x 1.5 = 15 kWh
    told = entry(devices=2, facts={"train_samples": Fact(value=12_000.0), "sample_tokens": Fact(value=1000.0), "epochs": Fact(value=3.0)})  # fmt: skip
    found = dict(run_use(told, number("tps", 1000.0, "tok/s"), TERMS, "k"))
    assert found["run_hours"].require() == pytest.approx(10.0)
    assert found["run_kwh"].require() == pytest.approx(15.0)
    assert found["run_own_cost"].require() == pytest.approx(20 * 1.5 + 15 * 0.8)
    assert found["run_rent_cost"].require() == pytest.approx(60.0)
    twice = msgspec.structs.replace(told, facts={**told.facts, "epochs": Fact(value=6.0)})
    assert dict(run_use(twice, number("tps", 1000.0), TERMS, "k"))["run_own_cost"].require() == pytest.approx(84.0)


def test_without_samples_the_hours_are_those_that_were_said_and_unknown_asks() -> None:
    said = dict(run_use(entry(hours_per_session=3.0), number("tps", 1000.0), TERMS, "k"))
    assert said["run_hours"].value == 3.0
    assert said["run_rent_cost"].require() == pytest.approx(9.0)
    silent = dict(run_use(entry(), number("tps", 1000.0), TERMS, "k"))
    assert list(silent) == ["run_hours"]
    assert silent["run_hours"].missing == ("workload/e/hours_per_session",)
    no_epochs = dict(
        run_use(entry(seq_len=512, facts={"train_samples": Fact(value=10.0)}), number("t", 1.0), TERMS, "k")
    )
    assert no_epochs["run_hours"].missing == ("workload/e/epochs",)


def test_samples_without_a_length_are_taken_as_long_as_the_limit() -> None:
    told = entry(seq_len=500, facts={"train_samples": Fact(value=7200.0), "epochs": Fact(value=1.0)})
    found = dict(run_use(told, number("tps", 1000.0), TERMS, "k"))["run_hours"]
    assert found.require() == pytest.approx(1.0)
    assert found.quality is Quality.ASSUMED


def test_what_nobody_priced_stays_open() -> None:
    assert list(run_use(entry(), None, TERMS, "k")) == []
    open_terms = msgspec.structs.replace(
        TERMS, own_hour=unknown("own", "CNY/GPU-h"), tariff=unknown("tariff", "CNY/kWh")
    )
    found = dict(run_use(entry(hours_per_session=1.0), None, open_terms, "k"))
    assert found["run_own_cost"].missing == ("own", "tariff")
    assert found["run_rent_cost"].known


def test_a_bare_card_draws_its_power_with_the_share_of_a_host() -> None:
    # 450 W x 1.25 / 0.92: the customary host beside the card, through the supply
    terms = card_terms(bundled_item("nv-rtx4090"), {"electricity_price": Fact(value=0.7)})
    assert terms.machine_w.require() == pytest.approx(450 * 1.25 / 0.92)
    assert terms.machine_w.quality is Quality.ASSUMED
    assert terms.tariff.value == 0.7
    assert not terms.own_hour.known


def test_services_show_knee_and_goals_and_runs_none_of_them() -> None:
    model = from_item({item.name: item for item in bundled_of("model")}["Llama-3-8B"])
    job = SpeedJob(model=model, card=bundled_item("nv-rtx4090"), tokens_in=512.0, tokens_out=128.0)
    service = entry(kind="inference", method="infer", facts={"tpot_goal_ms": Fact(value=80.0)})
    assert goals_of(service).tpot_s == 0.08
    names = [name for name, _ in service_use(job, goals_of(service), "k")]
    assert names == ["knee_batch", "slo_batch", "slo_tps", "slo_tpot_s", "slo_ttft_s"]
    assert [name for name, _ in service_use(job, goals_of(entry(kind="inference")), "k")] == ["knee_batch"]
    found = [name for name, _ in uses(service, job, {"served_tps": number("s", 100.0)}, TERMS, "k")]
    assert found[-3:] == ["token_j", "mtok_kwh", "mtok_energy_cost"]
    assert not has_runs(service)
    assert has_runs(entry())

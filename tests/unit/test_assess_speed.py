"""Speed, demand and remedies of an assessed plan: reckoned on demand, with what was measured in place of the estimate."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from planner.assess.mix import demand_of
from planner.assess.run import Assessment, assess
from planner.assess.speed import EntrySpeed, remedies_of, speeds_of
from planner.catalog.items import digest
from planner.catalog.load import bundled_item
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled, render
from planner.plan.document import Existing, Fact, Measurement, People, Plan, WorkloadEntry
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.models import from_item
from planner.workload.throughput import SpeedJob
from tests.checks.factories import facts, make_line, make_plan

GPU, LLAMA = bundled_item("nv-rtx4090"), bundled_item("llama-3-8b")


def entry(**fields: Any) -> WorkloadEntry:
    base: dict[str, Any] = {"kind": "inference", "model": digest(LLAMA), "seq_len": 1024, "output_len": 256, "batch": 1}
    return WorkloadEntry(id="chat", title=Labelled(zh="服务", en="chat"), **{**base, **fields})


def plan(*entries: WorkloadEntry, cards: int = 4, **fields: Any) -> Plan:
    models = {one.model for one in entries}
    items = (GPU, *(bundled_item(name) for name in ("llama-3-8b", "resnet-50", "wan2.1-t2v-14b", "flux.1-dev")))
    kept = tuple(item for item in items if item is GPU or digest(item) in models)
    return make_plan(make_line("ws", card=GPU, cards=cards), items=kept, workload=entries, **fields)


def look(made: Plan) -> Assessment:
    return assess(made, "A", dt.date(2026, 11, 30))


def one_speed(made: Plan) -> EntrySpeed:
    found = speeds_of(look(made))
    assert len(found) == 1
    return found[0]


def values(found: EntrySpeed) -> dict[str, float | None]:
    return {name: settled.figure.value for name, settled in found.results}


def test_an_entry_has_the_speed_of_its_job_on_the_card_of_the_line() -> None:
    found = one_speed(plan(entry()))
    job = SpeedJob(model=from_item(LLAMA), card=GPU, engine="vllm", tokens_in=1024, tokens_out=256)
    assert (found.entry, found.line, found.card) == ("chat", "ws", "nv-rtx4090")
    assert values(found)["decode_tps"] == decode_tps(job).value
    assert values(found)["served_tps"]
    assert found.notes == ()
    for _name, settled in found.results:
        for part in walk(settled.figure):
            if part.formula is not None:
                assert recompute(part) == pytest.approx(part.value)


def test_ranks_of_an_entry_are_those_that_work_on_one_token() -> None:
    whole, pair = entry(devices=4, output_len=256), entry(devices=4, tensor_parallel=2, output_len=256)
    all_four, two = values(one_speed(plan(whole))), values(one_speed(plan(pair)))
    job = SpeedJob(model=from_item(LLAMA), card=GPU, tokens_in=1024, tokens_out=256, devices=2)
    assert two["decode_tps"] == decode_tps(job).value
    assert (all_four["decode_tps"] or 0) > (two["decode_tps"] or 0)
    assert (two["served_batch"] or 0) > (all_four["served_batch"] or 0)  # two cards hold one copy, not one
    assert two["served_tps"] != all_four["served_tps"]


def test_a_measurement_replaces_the_estimate_and_both_are_there() -> None:
    told = Measurement(value=50.0, unit="tok/s", date=dt.date(2026, 11, 20), note="own run")
    found = one_speed(plan(entry(measured={"decode_tps": told})))
    settled = dict(found.results)["decode_tps"]
    assert settled.figure.value == 50.0
    assert (settled.figure.quality, settled.figure.source, settled.figure.source_date) == (
        Quality.MEASURED, "own run", "2026-11-20",
    )  # fmt: skip
    assert settled.estimate.value == values(one_speed(plan(entry())))["decode_tps"]


def test_a_measurement_above_the_roofline_is_refused_with_the_ceiling() -> None:
    job = SpeedJob(model=from_item(LLAMA), card=GPU, tokens_in=1024, tokens_out=256)
    ceiling = upper_bound_tps(job).require()  # about 1008 / 15 GB: some 66 tokens a second
    assert 60 < ceiling < 70
    found = one_speed(
        plan(entry(measured={"decode_tps": Measurement(value=ceiling + 1, date=dt.date(2026, 1, 1), note="x")}))
    )
    settled = dict(found.results)["decode_tps"]
    assert settled.figure is settled.estimate
    assert any("memory and arithmetic of the card allow" in render(note, "en") for note in found.notes)


def test_a_measurement_of_another_card_does_not_count() -> None:
    told = Measurement(value=50.0, card="nv-rtx3090", date=dt.date(2026, 11, 20), note="old box")
    assert values(one_speed(plan(entry(measured={"decode_tps": told})))) == values(one_speed(plan(entry())))


def test_what_cannot_be_estimated_can_be_measured() -> None:
    science = entry(kind="science", model="", measured={"step_time_s": Measurement(value=0.2, note="GROMACS", date=dt.date(2026, 11, 2))},
                    facts=facts(memory_need_gib=10.0))  # fmt: skip
    found = one_speed(plan(science))
    assert values(found) == {"step_time_s": 0.2}
    assert any("names no model" in render(note, "en") for note in found.notes)


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"kind": "train", "method": "qlora", "dtype": "nf4"}, {"train_tps", "step_time_s"}),
        ({"kind": "vision", "model": digest(bundled_item("resnet-50")), "batch": 64}, {"images_s"}),
        ({"kind": "video", "model": digest(bundled_item("wan2.1-t2v-14b"))}, {"clip_s"}),
        ({"kind": "diffusion", "model": digest(bundled_item("flux.1-dev"))}, set()),
    ],
)
def test_the_figures_suit_the_kind_of_entry(fields: dict[str, Any], names: set[str]) -> None:
    found = one_speed(plan(entry(**fields)))
    assert {name for name, settled in found.results if settled.figure.known} == names
    assert any(note.id != "speed.no_fit" for note in found.notes) is not bool(names)


def clip(measured_s: float | None = None, **told: float) -> WorkloadEntry:
    here = (
        {} if measured_s is None else {"clip_s": Measurement(value=measured_s, note="own", date=dt.date(2026, 11, 2))}
    )
    return entry(kind="video", model=digest(bundled_item("wan2.1-t2v-14b")), measured=here, facts=facts(**told))


def test_a_clip_takes_as_long_as_its_length_asks() -> None:
    # 2.5 s are 41 frames, 11 of the model's steps in time instead of 21: less than half of the tokens
    whole, short = (values(one_speed(plan(one)))["clip_s"] for one in (clip(), clip(clip_s=2.5)))
    assert whole is not None
    assert short is not None
    assert short < whole * 11 / 21


def test_a_clip_is_not_made_faster_than_the_arithmetic_of_the_card() -> None:
    # 6.80e17 operations (published example of the model) at 165.2e12 a second: 4,117 s and no less
    made = plan(clip(4000.0))
    refused = one_speed(made)
    assert values(refused)["clip_s"] != 4000
    assert any(note.id == "guard.short" for note in refused.notes)
    finding = next(one for one in look(made).findings if one.check == "FT08")
    assert (finding.outcome, finding.subject) == ("warning", "chat")
    assert finding.fix is not None
    taken = plan(clip(4300.0))
    assert values(one_speed(taken))["clip_s"] == 4300
    assert not any(one.check == "FT08" for one in look(taken).findings)


def test_what_must_be_said_of_the_job_is_said() -> None:
    # 9,000 and 256 tokens are more than the 8,192 of the model; FP4 is not known of the card; 256 are assumed
    odd = one_speed(plan(entry(seq_len=9000, output_len=None, dtype="nvfp4")))
    said = {note.id for note in odd.notes}
    assert said == {"speed.format.unknown", "model.context", "speed.answer"}
    assert dict(odd.results)["decode_tps"].figure.quality is Quality.ASSUMED


def test_an_entry_that_needs_more_cards_than_there_are_has_no_speed() -> None:
    assert speeds_of(look(plan(entry(devices=8), cards=4))) == ()


def test_remedies_are_offered_where_memory_is_short_in_their_order() -> None:
    full = entry(kind="train", method="full", batch=4, seq_len=4096, grad_checkpoint=False)
    found = remedies_of(look(plan(full)))
    assert [one.id for one in found[0].remedies][:5] == ["accumulation", "checkpointing", "lora", "qlora", "length"]
    needs = [one.together.require() for one in found[0].remedies]
    assert needs == sorted(needs, reverse=True)
    assert remedies_of(look(plan(entry(dtype="nf4")))) == ()


# ------------------------------------------------------------------------------------------------ demand of the mix
def test_the_demand_of_an_assessed_plan_counts_people_stock_and_loads_without_a_model() -> None:
    tuning = entry(kind="batch", people="students", sessions_per_week=2.0, hours_per_session=3.0,
                   facts=facts(online_share=0.5, data_gb=20.0))  # fmt: skip
    science = WorkloadEntry(
        id="md", title=Labelled(zh="md", en="md"), kind="science", devices=2, sessions_per_week=5.0,
        hours_per_session=10.0, facts=facts(memory_need_gib=10.0, online_share=1.0, weights_gb=0.0, data_gb=100.0,
                                            checkpoint_gb=1.0),
    )  # fmt: skip
    made = plan(tuning, science, people=(People(id="students", title=Labelled(zh="学生", en="students"), count=12),),
                existing=(Existing(id="old", title=Labelled(zh="旧机", en="old"), card=digest(GPU), cards_per_unit=2,
                                   facts={"hours_week": Fact(value=20.0)}),))  # fmt: skip
    found = demand_of(look(made))
    assert found.gpu_hours.require() == 12 * 2 * 3 + 5 * 10 * 2  # 72 + 100
    assert found.peak_users.require() == 6 + 1
    # weights of 8.03e9 parameters at 2 bytes once, 20 GB for each of 12; 100 + 3 checkpoints of 1 GB
    assert found.storage_gb.require() == pytest.approx(16.06 + 240 + 103, abs=0.05)
    assert found.network_gbs.require() == pytest.approx((6 * 20 + 100) / 300)
    assert found.uncovered.require() == 172 - 40  # 2 cards x 20 h


def test_what_nobody_said_is_unknown_and_named() -> None:
    found = demand_of(look(plan(entry())))
    assert not found.gpu_hours.known
    assert set(found.gpu_hours.missing) == {"demand/chat/sessions_per_week", "demand/chat/hours_per_session"}


def test_the_same_job_twice_needs_twice_the_hours() -> None:
    one = entry(sessions_per_week=2.0, hours_per_session=3.0)
    again = msgspec.structs.replace(one, id="chat-2")
    assert demand_of(look(plan(one, again))).gpu_hours.require() == 2 * demand_of(look(plan(one))).gpu_hours.require()


def test_energy_and_cost_of_a_run_follow_on_the_machine() -> None:
    tuned = entry(kind="train", method="lora", batch=1, seq_len=2048, hours_per_session=4.0)
    drawn = make_line("ws", card=GPU, cards=4, known={"max_power_w": 2400.0})
    made = make_plan(drawn, items=(GPU, LLAMA), workload=(tuned,))
    found = speeds_of(look(made))[0]
    figures = {name: settled.figure for name, settled in found.results}
    joules, speed = figures["token_j"].require(), figures["train_tps"].require()
    machine = figures["token_j"].given["system_w"]
    assert not isinstance(machine, tuple)
    assert joules == pytest.approx(machine.require() / speed)
    assert figures["run_hours"].value == 4.0
    assert figures["run_own_cost"].missing  # nobody told price, share of use and tariff
    assert "plan/electricity_price" in figures["run_own_cost"].missing


def test_speeds_of_a_job_that_does_not_fit_say_so() -> None:
    large = one_speed(plan(entry(batch=400)))
    assert any("does not run so" in render(note, "en") for note in large.notes)
    assert not any("does not run so" in render(note, "en") for note in one_speed(plan(entry())).notes)

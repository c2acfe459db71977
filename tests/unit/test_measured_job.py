"""What was measured holds for the job and the card it was measured on, and for nothing that arithmetic does not allow."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from planner.assess.demand import entry_figures, measured_here
from planner.assess.entry_jobs import entry_job
from planner.assess.speed import entry_speed
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.errors import EditError
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled, render
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import MeasuredJob, Measurement, Plan, WorkloadEntry
from planner.plan.edits import SetValue
from planner.plan.measured import job_now
from planner.plan.typed import edit_from_text
from planner.workload.entry_job import settled_on
from planner.workload.models import from_item
from planner.workload.speed_limits import CLIP_LIMIT_S, IMAGE_LIMIT_S, TRAIN_LIMIT_TPS, image_limit, train_limit_tps
from planner.workload.vision_speed import vision_model

LLAMA, QWEN, CARD = bundled_item("llama-3-8b"), bundled_item("qwen2.5-7b"), bundled_item("nv-rtx4090")
DAY = dt.date(2026, 11, 20)
OF = MeasuredJob(model_id="llama-3-8b", method="qlora", dtype="nf4", seq_len=2048, batch=1, devices=2)
TOLD = Measurement(value=1900.0, unit="tok/s", date=DAY, note="own run", card="nv-rtx4090", job=OF)


def entry(**fields: Any) -> WorkloadEntry:
    base: dict[str, Any] = {"kind": "train", "method": "qlora", "dtype": "nf4", "model": digest(LLAMA)}
    base |= {"seq_len": 2048, "batch": 1, "devices": 2, "measured": {"train_tps": TOLD}}
    return WorkloadEntry(id="job", title=Labelled(zh="任务", en="job"), **{**base, **fields})


def plan(one: WorkloadEntry, *items: Item) -> Plan:
    kept = {digest(item): item for item in (LLAMA, QWEN, *items)}
    return Plan(id="p", title=Labelled(zh="方案", en="plan"), created=DAY, workload=(one,), items=kept)


def speed(one: WorkloadEntry, model: Item = LLAMA, card: Item = CARD) -> tuple[dict[str, Any], str]:
    found = entry_speed(entry_figures(one, model), "line", card)
    return dict(found.results), " ".join(render(note, "en") for note in found.notes)


@pytest.mark.parametrize(
    ("change", "model", "card"),
    [
        ({"model": digest(QWEN)}, QWEN, CARD),
        ({"method": "lora"}, LLAMA, CARD),
        ({"dtype": "bf16"}, LLAMA, CARD),
        ({"seq_len": 4096}, LLAMA, CARD),
        ({"batch": 2}, LLAMA, CARD),
        ({"devices": 4}, LLAMA, CARD),
        ({}, LLAMA, bundled_item("nv-rtx3090")),
    ],
)
def test_a_changed_job_has_its_estimate_again(change: dict[str, Any], model: Item, card: Item) -> None:
    changed = entry(**change)
    found, said = speed(changed, model, card)
    plain, _ = speed(msgspec.structs.replace(changed, measured={}), model, card)
    assert found["train_tps"].figure.value == plain["train_tps"].figure.value
    assert found["step_time_s"].figure.value == plain["step_time_s"].figure.value
    settled = settled_on(entry_job(entry_figures(changed, model), card), card)  # as the matrix has it
    assert settled is not None
    assert settled.figure is settled.estimate
    assert ("was measured for another job (llama-3-8b, QLoRA" in said) is bool(change)
    assert changed.measured["train_tps"] == TOLD  # kept: changing back brings it back


def test_the_same_job_has_its_measurement_and_the_step_follows_from_it() -> None:
    found, said = speed(entry())
    assert found["train_tps"].figure.value == 1900.0
    step = found["step_time_s"].figure
    assert step.value == pytest.approx(2048 / (1900 / 2))  # tokens of a card in a step over the speed of a card: 2.16 s
    assert step.source_date == "2026-11-20"
    assert all(recompute(part) == pytest.approx(part.value) for part in walk(step) if part.formula is not None)
    assert "another job" not in said


def test_an_older_file_that_does_not_say_what_was_measured_counts() -> None:
    old = msgspec.structs.replace(TOLD, job=None)
    assert measured_here(entry(measured={"train_tps": old}, dtype="bf16"), "train_tps", CARD.id, LLAMA) is not None


def test_what_was_measured_is_kept_in_the_file() -> None:
    made = plan(entry())
    assert decode_plan(encode_plan(made)).workload[0].measured["train_tps"].job == OF


def test_a_typed_measurement_remembers_its_job_and_changing_back_brings_it_back() -> None:
    made = plan(entry(measured={}), CARD)
    made, _ = edit_from_text(made, "workload/job/measured/train_tps", "1900", bundled_item).apply(made)
    assert made.workload[0].measured["train_tps"].job == msgspec.structs.replace(OF, setup="1/1/-/-/none/full")
    longer, _ = SetValue(path="workload/job/seq_len", value=4096).apply(made)
    assert speed(longer.workload[0])[0]["train_tps"].figure.quality is not Quality.MEASURED
    back, _ = SetValue(path="workload/job/seq_len", value=2048).apply(longer)
    assert speed(back.workload[0])[0]["train_tps"].figure.value == 1900.0


# ---------------------------------------------------------------------------------------------- what arithmetic allows
def test_limits_by_hand() -> None:
    # 2 cards of 100 TFLOPS, 5e9 parameters: 2 x 100e12 / (6 x 5e9) = 6667 tokens a second, 10000 with adapters
    given = {"devices": 2.0, "rate_tflops": 100.0, "compute_b": 5.0}
    assert TRAIN_LIMIT_TPS.function(**given, per_parameter=6.0) == pytest.approx(6666.67, rel=1e-5)
    assert TRAIN_LIMIT_TPS.function(**given, per_parameter=4.0) == pytest.approx(10000)
    # 4.1e9 multiply-adds at 100 TFLOPS: 100e12 / 8.2e9 = 12195 images a second, a third of it in training
    assert IMAGE_LIMIT_S.function(rate_tflops=100.0, passes=1.0, gmacs=4.1) == pytest.approx(12195.1, rel=1e-5)
    assert IMAGE_LIMIT_S.function(rate_tflops=100.0, passes=3.0, gmacs=4.1) == pytest.approx(4065.04, rel=1e-5)
    # 50 PFLOP on 2 cards of 100 TFLOPS: 50e15 / 200e12 = 250 s
    assert CLIP_LIMIT_S.function(pflop=50.0, devices=2.0, rate_tflops=100.0) == pytest.approx(250)


def test_the_limit_of_a_real_card() -> None:
    # Llama-3-8B: 8.03e9 less the input table 128256 x 4096 = 0.525e9 leaves 7.505e9; A100: 312 TFLOPS dense in BF16
    a100, shape = bundled_item("nv-a100-sxm-80"), from_item(LLAMA)
    assert train_limit_tps(shape, a100, "full", "bf16", 1).require() == pytest.approx(312e3 / (6 * 7.505), rel=1e-3)
    assert train_limit_tps(shape, a100, "qlora", "nf4", 8).require() == pytest.approx(8 * 312e3 / (4 * 7.505), rel=1e-3)
    net = vision_model("ResNet-50")
    assert image_limit(net, a100, True).require() == pytest.approx(312e3 / (6 * net.gmacs))


def test_no_estimate_is_above_its_limit() -> None:
    for method, dtype in (("full", "bf16"), ("lora", "bf16"), ("qlora", "nf4")):
        found, _ = speed(entry(method=method, dtype=dtype, measured={}, grad_checkpoint=False))
        limit = train_limit_tps(from_item(LLAMA), CARD, method, dtype, 2).require()
        assert (found["train_tps"].estimate.high or 0) <= limit * 1.2
        assert found["train_tps"].estimate.require() < limit


@pytest.mark.parametrize("card", ["nv-rtx4090", ""])
def test_an_impossible_speed_is_refused_by_an_edit_and_by_the_reckoning(card: str) -> None:
    huge = msgspec.structs.replace(TOLD, value=99_999_999.0, card=card)
    with pytest.raises(EditError, match="99,999,999 tok/s is more than"):
        SetValue(path="workload/job/measured/train_tps", value=msgspec.to_builtins(huge, str_keys=True)).apply(
            plan(entry(measured={}), CARD)
        )
    found, said = speed(entry(measured={"train_tps": huge}))  # as an old file may hold it
    assert found["train_tps"].figure is found["train_tps"].estimate
    assert "99,999,999 tok/s is more than" in said


def test_an_impossible_number_of_images_is_refused() -> None:
    net = bundled_item("resnet-50")
    one = entry(kind="vision", method="full", dtype="bf16", model=digest(net), measured={}, devices=1)
    made = plan(one, net, CARD)
    with pytest.raises(EditError, match="is more than"):
        edit_from_text(made, "workload/job/measured/images_s", "9999999", bundled_item).apply(made)
    edit_from_text(made, "workload/job/measured/images_s", "900", bundled_item).apply(made)


def test_a_value_without_a_known_card_is_not_judged() -> None:
    made = plan(entry(measured={}))
    after, _ = edit_from_text(made, "workload/job/measured/train_tps", "99999999", bundled_item).apply(made)
    assert after.workload[0].measured["train_tps"].value == 99_999_999.0


def test_a_training_that_is_split_or_offloaded_otherwise_has_its_estimate_again() -> None:
    split = entry(method="full", dtype="bf16", devices=4, zero_stage=2, micro_batches=8)
    of = msgspec.convert(job_now(split, LLAMA), MeasuredJob)
    told = {"train_tps": msgspec.structs.replace(TOLD, value=100.0, job=of)}
    same = msgspec.structs.replace(split, measured=told)
    assert speed(same)[0]["train_tps"].figure.value == 100.0
    for change in ({"zero_stage": 3}, {"offload": "optimizer"}, {"micro_batches": 4}, {"selective": True}):
        found, said = speed(msgspec.structs.replace(same, **change))
        assert found["train_tps"].figure.value != 100.0
        assert "1/1/8/2/none/full" in said
    older = {"train_tps": msgspec.structs.replace(TOLD, value=100.0, job=msgspec.structs.replace(of, setup=""))}
    offloaded = msgspec.structs.replace(split, measured=older, offload="all")
    assert speed(offloaded)[0]["train_tps"].figure.value == 100.0  # older files do not say how it was split

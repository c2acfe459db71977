"""Workload entries: how they are split, what was measured on them, and what an edit may not make of them."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import msgspec
import pytest

from planner.assess.demand import entry_figures
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.errors import EditError, PlanFileError, PlannerError
from planner.figure import Quality
from planner.messages import Labelled, render
from planner.plan import paths
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import SCHEMA_MINOR, MeasuredJob, Measurement, Plan, WorkloadEntry
from planner.plan.edits import Batch, RemovePart, SetValue
from planner.plan.typed import edit_from_text

LLAMA = bundled_item("llama-3-8b")  # 8 key-value heads, 32 layers


def entry(**fields: Any) -> WorkloadEntry:
    fields.setdefault("kind", "inference")
    fields.setdefault("model", digest(LLAMA))
    return WorkloadEntry(id="chat", title=Labelled(zh="服务", en="chat"), **fields)


def plan(**fields: Any) -> Plan:
    return Plan(
        id="p",
        title=Labelled(zh="方案", en="plan"),
        created=dt.date(2026, 11, 30),
        workload=(entry(**fields),),
        items={digest(LLAMA): LLAMA},
    )


def typed(text: str, to: Plan, path: str) -> Plan:
    after, _ = edit_from_text(to, f"workload/chat/{path}", text, bundled_item).apply(to)
    return after


def value(text: str, path: str, **fields: Any) -> Any:
    after = typed(text, plan(**fields), path)
    return paths.read(after, ("workload", "chat", *path.split("/")))


# ------------------------------------------------------------------------------------------------ typing
@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("tensor_parallel", "2", 2),
        ("pipeline_parallel", "两", 2),
        ("zero_stage", "3", 3),
        ("zero_stage", "", None),
        ("offload", "All", "all"),
        ("data_may_leave", "no", "no"),
        ("stack", "pytorch, cuda-only、fp64", ("pytorch", "cuda-only", "fp64")),
        ("stack", "", ()),
        ("measured/decode_tps", "120 tok/s", Measurement(value=120.0, unit="tok/s")),
        ("measured/decode_tps", "120", Measurement(value=120.0, unit="tok/s")),
        ("measured/decode_tps", "1.2k", Measurement(value=1200.0, unit="tok/s")),
        ("measured/ttft_s", "300 ms", Measurement(value=0.3, unit="s")),
        ("measured/memory_gib", "20 GiB", Measurement(value=20.0, unit="GiB")),
    ],
)
def test_what_is_typed_is_read(path: str, text: str, expected: Any) -> None:
    trained = {"kind": "train", "method": "full"} if path in ("zero_stage", "offload") else {}  # no service has these
    found = value(text, path, devices=8, **trained)
    if isinstance(found, Measurement):
        assert found.job == MeasuredJob(model_id="llama-3-8b", devices=8)
        found = msgspec.structs.replace(found, job=None)
    assert found == expected


def test_a_measurement_gets_its_day_note_and_card_one_by_one() -> None:
    after = typed("120", plan(), "measured/decode_tps")
    for path, text in (("date", "2026-11-20"), ("note", "llama-bench, 512 tokens"), ("card", "nv-rtx4090")):
        after = typed(text, after, f"measured/decode_tps/{path}")
    told = after.workload[0].measured["decode_tps"]
    of = MeasuredJob(model_id="llama-3-8b")
    assert told == Measurement(
        value=120.0, unit="tok/s", date=dt.date(2026, 11, 20), note="llama-bench, 512 tokens", card="nv-rtx4090", job=of
    )
    again = typed("130", after, "measured/decode_tps/value")
    assert again.workload[0].measured["decode_tps"] == Measurement(value=130.0, unit="tok/s", job=of)  # of another day
    assert typed("", again, "measured/decode_tps").workload[0].measured == {}
    gone, _ = RemovePart(path="workload/chat/measured/decode_tps").apply(again)
    assert gone.workload[0].measured == {}


# ------------------------------------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("path", "text", "accepted"),
    [
        ("batch", "0", "whole numbers from 1"),
        ("devices", "0", "whole numbers from 1"),
        ("seq_len", "0", "whole numbers from 1"),
        ("lora_rank", "0", "whole numbers from 1"),
        ("tensor_parallel", "0", "whole numbers from 1"),
        ("tensor_parallel", "16", "1, 2, 4, 8"),  # divisors of 8 heads
        ("tensor_parallel", "3", "multiple of tensor parallel x pipeline parallel"),
        ("pipeline_parallel", "64", "1 to 32 stages"),
        ("zero_stage", "4", "0, 1, 2, 3"),
        ("offload", "disk", "none, optimizer, all"),
        ("dtype", "fp7", "fp8, fp4, fp32"),
        ("kv_dtype", "fp7", "fp8, fp32, fp16"),
        ("optimizer", "adam", "adamw"),
        ("measured/decode", "3", "decode_tps"),
        ("measured/decode_tps", "-3", "120 tok/s"),
        ("measured/ttft_s", "3 W", "s"),
        ("model", "lama-3-8b", "llama-3-8b"),
    ],
)
def test_what_cannot_be_run_is_refused_with_what_is_accepted(path: str, text: str, accepted: str) -> None:
    with pytest.raises(PlannerError) as caught:
        typed(text, plan(devices=64), path)
    assert caught.value.remedy is not None
    assert accepted in render(caught.value.remedy, "en")


def test_cards_and_ranks_that_change_together_are_looked_at_together() -> None:
    edits = (SetValue(path="workload/chat/tensor_parallel", value=4), SetValue(path="workload/chat/devices", value=4))
    after, _ = Batch(edits=edits).apply(plan())
    assert (after.workload[0].devices, after.workload[0].tensor_parallel) == (4, 4)
    with pytest.raises(EditError, match="1 devices cannot be divided into groups of 4 x 1"):
        edits[0].apply(plan())


def test_a_model_that_is_not_named_yet_allows_any_split() -> None:
    after = typed("3", plan(model="", devices=3), "tensor_parallel")
    assert after.workload[0].tensor_parallel == 3


def test_a_measurement_in_another_unit_is_refused() -> None:
    edit = SetValue(path="workload/chat/measured/decode_tps", value={"value": 3.0, "unit": "s"})
    with pytest.raises(EditError, match="decoding speed is measured in tok/s, not in s"):
        edit.apply(plan())


# ------------------------------------------------------------------------------------------------ files
def test_an_old_file_with_a_batch_of_zero_opens_and_its_other_values_can_be_changed() -> None:
    raw = json.loads(encode_plan(plan()))
    raw["workload"][0]["batch"] = 0
    old = decode_plan(json.dumps(raw).encode())
    assert old.workload[0].batch == 0
    renamed, _ = SetValue(path="workload/chat/seq_len", value=1024).apply(old)
    assert renamed.workload[0].seq_len == 1024
    told = entry_figures(old.workload[0], LLAMA)
    assert told.fault is not None
    assert told.per_device_gib.missing == ("workload/chat/batch",)


def test_a_file_without_the_new_fields_has_their_defaults_and_gains_none_when_written() -> None:
    raw = json.loads(encode_plan(plan()))
    assert raw["minor"] == SCHEMA_MINOR == 1
    assert {"tensor_parallel", "offload", "measured", "data_may_leave", "zero_stage"} & raw["workload"][
        0
    ].keys() == set()
    again = decode_plan(json.dumps({**raw, "minor": 0}).encode())
    assert again == plan()
    assert (again.workload[0].tensor_parallel, again.workload[0].zero_stage) == (1, None)


def test_new_fields_survive_a_round_trip_with_what_a_newer_program_adds() -> None:
    whole = plan(
        devices=4, tensor_parallel=2, zero_stage=2, offload="optimizer", data_may_leave="no",
        measured={"decode_tps": Measurement(value=52.5, unit="tok/s", date=dt.date(2026, 11, 1), note="x")},
    )  # fmt: skip
    assert decode_plan(encode_plan(whole)) == whole
    raw = json.loads(encode_plan(whole))
    raw["workload"][0]["measured"]["decode_tps"]["engine"] = "vllm"
    assert json.loads(encode_plan(decode_plan(json.dumps(raw).encode()))) == raw


def test_a_negative_degree_in_a_file_is_named() -> None:
    raw = json.loads(encode_plan(plan()))
    raw["workload"][0]["tensor_parallel"] = -1
    with pytest.raises(PlanFileError, match="workload/chat/tensor_parallel is -1"):
        decode_plan(json.dumps(raw).encode())


# ------------------------------------------------------------------------------------------------ memory
def test_degrees_and_stage_reach_the_account() -> None:
    # full tuning of 8.03e9 parameters on 8 cards: ZeRO-0 keeps 16 bytes on each, ZeRO-3 an eighth of it
    base = entry(kind="train", method="full", seq_len=512, batch=1, devices=8)

    def states(**fields: Any) -> float:
        found = entry_figures(msgspec.structs.replace(base, **fields), LLAMA)
        names = ("weights_gib", "gradients_gib", "optimizer_gib")
        return sum(part.require() for part in found.parts if part.key.endswith(names))

    assert states(zero_stage=0) / 8 == pytest.approx(8.03e9 * 16 / 2**30, rel=0.01)
    assert states(zero_stage=3) / 8 == pytest.approx(8.03e9 * 16 / 8 / 2**30, rel=0.03)
    assert states(zero_stage=0, tensor_parallel=8) / 8 == pytest.approx(8.03e9 * 16 / 8 / 2**30, rel=0.03)
    assert states(zero_stage=0, offload="optimizer") < states(zero_stage=0)


def test_memory_that_was_measured_stands_in_for_the_estimate_which_is_kept() -> None:
    one = entry(seq_len=2048, batch=1, measured={"memory_gib": Measurement(value=17.2, note="nvidia-smi")})
    figures = entry_figures(one, LLAMA)
    assert figures.per_device_gib.require() == 17.2
    assert figures.per_device_gib.quality is Quality.MEASURED
    estimate = figures.per_device_gib.given["estimate"]
    assert not isinstance(estimate, tuple)
    assert estimate.require() == pytest.approx(figures.total_gib.require())
    # without a model there is no estimate, and the measured value still counts
    assert entry_figures(msgspec.structs.replace(one, model=""), None).per_device_gib.require() == 17.2


def test_pictures_and_networks_have_their_own_account() -> None:
    # ResNet-50: 0.02556e9 parameters at 16 bytes, and 64 images of 11.11e6 activations
    network: Item = bundled_item("resnet-50")
    one = entry(kind="vision", method="full", batch=64, model=digest(network))
    figures = entry_figures(one, network)
    parts = {part.key.rpartition("/")[2]: part.require() for part in figures.parts}
    assert parts["weights_gib"] == pytest.approx(0.02556e9 * 16 / 2**30)
    assert parts["activations_gib"] > 64 * 11.11e6 * 2 / 2**30
    assert figures.per_device_gib.known
    # nobody told the size of the picture: unknown, not a guess; with 1,024 pixels it is known
    flux = bundled_item("flux.1-dev")
    picture = entry(kind="diffusion", method="infer", model=digest(flux))
    assert not entry_figures(picture, flux).per_device_gib.known


def test_the_cache_of_a_service_holds_prompt_and_answer() -> None:
    # Llama-3-8B keeps 128 KiB a token: 7,168 and 1,024 tokens are 1 GiB
    figures = entry_figures(entry(seq_len=7168, output_len=1024, batch=1), LLAMA)
    assert next(part.require() for part in figures.parts if part.key.endswith("/cache_gib")) == pytest.approx(1.0)

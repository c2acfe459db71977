"""Common statements about memory: right ones are reproduced, wrong ones are shown to be wrong by our own account."""

from __future__ import annotations

import math

import msgspec
import pytest

from planner.catalog.load import bundled_item
from planner.figure import Figure, Quality, leaf
from planner.workload.fit import entry_memory, fit_verdict, visible_from_label, visible_gib
from planner.workload.kv_cache import token_bytes
from planner.workload.memory import WEIGHTS_GB, weights
from planner.workload.models import ModelShape, from_item
from planner.workload.remedies import first_that_fits, remedies
from planner.workload.spec import MemorySpec
from planner.workload.training import STATES_GB, optimizers

GB = 2**30 / 1e9


def shape(id: str) -> ModelShape:  # noqa: A002
    return from_item(bundled_item(id))


def parts(spec: MemorySpec) -> dict[str, float]:
    return {part.key.removeprefix("job/"): part.require() for part in entry_memory(spec).parts}


def visible(label_gb: float) -> Figure:
    return visible_from_label(leaf("card/memory_gb", label_gb, "GB", Quality.PUBLISHED))


def test_s01_weights_gradients_and_adam_are_12_bytes_and_16_need_a_master_copy() -> None:
    named = {name: optimizers()[name].total_bytes for name in optimizers()}
    assert named["adamw-no-master"] == 12
    assert (named["adamw"], named["adamw-fp32-grads"], named["adamw-keep-16bit-grads"]) == (16, 18, 20)


def test_s02_states_of_70_billion_need_14_to_18_cards_of_80_gb() -> None:
    sizes = [STATES_GB(params_b=70, bytes_per_param=size) for size in (16, 20)]
    assert sizes == [1120, 1400]
    assert [math.ceil(size / 80) for size in sizes] == [14, 18]


def test_s03_the_optimizers_12_bytes_include_the_master_copy() -> None:
    adamw = optimizers()["adamw"]
    assert adamw.master_bytes + adamw.state_bytes == 12


def test_s05_wrong_activations_are_not_the_largest_part() -> None:
    # Llama-3-8B, 2,048 tokens, checkpointed: 0.5 + 1.3 GiB of activations, 90 GiB of optimizer
    found = parts(MemorySpec(method="full", model=shape("llama-3-8b"), seq_len=2048))
    assert found["activations_gib"] == pytest.approx(0.5, abs=0.05)
    assert found["optimizer_gib"] == pytest.approx(90, abs=1)
    assert found["activations_gib"] + found["logits_gib"] + found["live_layer_gib"] < found["gradients_gib"]


def test_s06_checkpointing_takes_95_percent_of_activations_but_not_half_of_all() -> None:
    # torchtune Llama-3.2-3B: 42.9 to 24.9 GiB, that is -42 % of the whole
    spec = MemorySpec(method="full", model=shape("llama-3.2-3b"), seq_len=4096, batch=2, optimizer="adamw-bf16",
                      grad_checkpoint="none", chunked_loss=True, accumulate=False)  # fmt: skip
    without, with_it = entry_memory(spec), entry_memory(msgspec.structs.replace(spec, grad_checkpoint="full"))
    assert 1 - with_it.total.require() / without.total.require() == pytest.approx(0.42, abs=0.03)
    kept = [next(p.require() for p in one.parts if p.key.endswith("activations_gib")) for one in (without, with_it)]
    assert kept[1] / kept[0] < 0.06


def test_s07_s08_memory_is_linear_in_length_not_quadratic() -> None:
    # Qwen-7B LoRA: 21.5, 23.8, 29.7, 36.6 GB at 1,024 to 8,192 tokens
    base = MemorySpec(method="lora", model=shape("qwen-7b-(v1)"), lora_rank=64, bucket_gb=3)
    found = [
        entry_memory(msgspec.structs.replace(base, seq_len=size)).total.require() for size in (1024, 2048, 4096, 8192)
    ]
    steps = [
        (after - before) / length for before, after, length in zip(found, found[1:], (1024, 2048, 4096), strict=False)
    ]
    assert steps == pytest.approx([steps[0]] * 3)
    for ours, published in zip(found, (21.5, 23.8, 29.7, 36.6), strict=True):
        assert ours * GB == pytest.approx(published, rel=0.12)


def test_s09_lora_saves_six_to_seven_times_not_ten() -> None:
    base = MemorySpec(method="full", model=shape("llama-3-8b"), seq_len=512)
    times = (
        entry_memory(base).total.require() / entry_memory(msgspec.structs.replace(base, method="lora")).total.require()
    )
    assert 5.5 < times < 7.5


def test_s10_seven_billion_in_16_bits_is_13_5_gb_and_4_to_5_in_nf4() -> None:
    assert weights(shape("llama-2-7b"), "bf16", "job").require() * GB == pytest.approx(13.5, abs=0.1)
    assert 3.9 < weights(shape("llama-2-7b"), "nf4", "job").require() * GB < 4.6


def test_s11_s12_wrong_seventy_billion_on_one_24_gb_card() -> None:
    lean = MemorySpec(
        method="qlora", model=shape("llama-3.1-70b"), seq_len=512, kept_bits=16, chunked_loss=True, dtype="nf4-dq"
    )
    need = entry_memory(lean)
    assert fit_verdict(need.per_device, visible_gib(bundled_item("nv-rtx4090"))).verdict == "no"
    assert fit_verdict(need.per_device, visible(48)).verdict in ("tight", "fits")  # batch 1, short, lean stack only
    long = msgspec.structs.replace(lean, seq_len=8192, kept_bits=32, batch=2, chunked_loss=False)
    assert fit_verdict(entry_memory(long).per_device, visible(48)).verdict == "no"
    # two 24 GB cards with everything on the host: published 19.6 GB a card and 107 GB of host memory
    shared = MemorySpec(method="qlora", model=shape("llama-2-70b"), seq_len=2048, batch=4, kept_bits=16, devices=2,
                        offload="all", accumulate=False)  # fmt: skip
    held = entry_memory(shared)
    assert held.per_device.require() * GB == pytest.approx(19.6, rel=0.1)
    assert held.host is not None
    assert held.host.require() * GB > 40


def test_s13_full_tuning_of_8_billion_is_at_the_limit_of_two_80_gb_cards() -> None:
    # 128-145 GB of states alone; Qwen-7B at 1,024 tokens measured 162 GB on two cards
    spec = MemorySpec(method="full", model=shape("llama-3-8b"), seq_len=1024, devices=2, optimizer="adamw-fp32-grads")
    assert fit_verdict(entry_memory(spec).per_device, visible(80)).verdict in ("tight", "no")


def test_s15_wrong_lora_of_72_billion_on_two_80_gb_cards() -> None:
    # measured on four A100: 215-289 GB
    spec = MemorySpec(method="lora", model=shape("qwen-72b-(v1)"), lora_rank=64, seq_len=4096, devices=2, zero_stage=3)
    assert fit_verdict(entry_memory(spec).per_device, visible(80)).verdict == "no"
    four = entry_memory(msgspec.structs.replace(spec, devices=4)).total.require() * GB
    assert four == pytest.approx(249.0, rel=0.12)


def test_s16_671_billion_in_4_bits_fits_eight_80_gb_but_16_bit_lora_not_eight_141() -> None:
    model = shape("deepseek-v3")
    assert weights(model, "int4", "job").require() * GB == pytest.approx(350, rel=0.03)
    assert WEIGHTS_GB(params_b=671, kept_b=0, bits=16, kept_bits=16) == pytest.approx(1342)
    spec = MemorySpec(method="lora", model=model, seq_len=1024, devices=8)
    assert fit_verdict(entry_memory(spec).per_device, visible(141)).verdict == "no"


def test_s17_wrong_large_batch_full_tuning_of_70_billion_on_eight_141_gb() -> None:
    base = MemorySpec(method="full", model=shape("llama-3-70b"), seq_len=2048, devices=8, chunked_loss=True)
    verdicts = {
        name: fit_verdict(entry_memory(msgspec.structs.replace(base, optimizer=name)).per_device, visible(141)).verdict
        for name in ("adamw", "adamw-bf16", "adamw-8bit")
    }
    assert verdicts == {"adamw": "no", "adamw-bf16": "fits", "adamw-8bit": "fits"}


def test_s18_model_plus_20_percent_misses_the_cache_of_long_contexts() -> None:
    model = shape("llama-3-70b")
    assert token_bytes(model, "bf16", "job").require() * 32768 == 10 * 2**30
    found = parts(MemorySpec(model=model, seq_len=32768, batch=8))
    assert found["cache_gib"] > 0.5 * found["weights_gib"]


def test_s19_int8_70_billion_barely_fits_80_gb_and_serves_nobody() -> None:
    model = shape("llama-3-70b")
    assert weights(model, "gptq-int8", "job").require() == pytest.approx(69.2, abs=0.2)
    one = MemorySpec(model=model, dtype="gptq-int8", seq_len=2048)
    assert fit_verdict(entry_memory(one).per_device, visible(80)).verdict == "tight"
    serving = msgspec.structs.replace(one, batch=32, seq_len=4096)
    assert fit_verdict(entry_memory(serving).per_device, visible(80)).verdict == "no"


def test_s20_full_tuning_of_70_billion_on_one_box_of_eight_needs_offload() -> None:
    spec = MemorySpec(method="full", model=shape("llama-3-70b"), seq_len=2048, devices=8)
    assert fit_verdict(entry_memory(spec).per_device, visible(80)).verdict == "no"
    moved = entry_memory(msgspec.structs.replace(spec, offload="all", chunked_loss=True))
    assert fit_verdict(moved.per_device, visible(80)).verdict == "fits"
    assert moved.host is not None
    assert moved.host.require() * GB > 1120


def test_order_of_remedies_for_a_job_that_is_too_large() -> None:
    spec = MemorySpec(method="full", model=shape("llama-3-8b"), seq_len=4096, batch=4, grad_checkpoint="none")
    found = remedies(spec, visible(24))
    assert [one.id for one in found][:5] == ["accumulation", "checkpointing", "lora", "qlora", "length"]
    enough = first_that_fits(found)
    assert enough is not None
    assert enough.id == "qlora"

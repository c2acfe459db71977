"""Laws of training: what each switch may do to memory and speed, whatever the job."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner.catalog.load import bundled_item, bundled_of
from planner.errors import PlannerError
from planner.workload.fit import entry_memory
from planner.workload.models import from_item
from planner.workload.spec import MemorySpec
from planner.workload.training_speed import TrainingJob, train_tps

QUIET = settings(deadline=None, max_examples=80)
_ITEMS = {item.name: item for item in bundled_of("model")}
NAMES = ("Llama-3-8B", "Llama-2-70B", "Qwen2.5-1.5B", "Qwen3-30B-A3B", "Gemma-2-9B", "TinyLlama-1.1B")
CARDS = ("nv-rtx4090", "nv-a100-sxm-80", "nv-h100-sxm", "nv-l40s", "nv-rtx3090", "amd-mi300x", "nv-a100-pcie-80")
SHAPES = st.sampled_from(NAMES).map(lambda name: from_item(_ITEMS[name]))
_SPLITS = ((1, 1, 1), (2, 1, 1), (4, 1, 1), (8, 1, 1), (8, 2, 1), (8, 1, 2), (8, 1, 4), (8, 2, 4))
SPECS = st.builds(
    MemorySpec,
    model=SHAPES,
    method=st.sampled_from(["full", "lora", "qlora"]),
    seq_len=st.integers(64, 16_384),
    batch=st.integers(1, 16),
    optimizer=st.sampled_from(["adamw", "adamw-bf16", "adamw-8bit", "adamw-fp32-grads"]),
    grad_checkpoint=st.sampled_from(["none", "selective", "full"]),
    chunked_loss=st.booleans(),
    zero_stage=st.sampled_from([None, 0, 1, 2, 3]),
    devices=st.sampled_from([1, 2, 8]),
    offload=st.sampled_from(["none", "optimizer", "all"]),
)
JOBS = st.builds(
    lambda split, **more: TrainingJob(devices=split[0], tensor_parallel=split[1], stages=split[2], **more),
    split=st.sampled_from(_SPLITS),
    model=SHAPES,
    card=st.sampled_from(CARDS).map(bundled_item),
    method=st.sampled_from(["full", "lora", "qlora"]),
    dtype=st.sampled_from(["bf16", "nf4"]),
    seq_len=st.integers(64, 16_384).map(float),
    batch=st.integers(1, 16),
    micro_batches=st.sampled_from([None, 1, 2, 8, 64]),
    recompute=st.sampled_from(["none", "selective", "full"]),
    zero_stage=st.sampled_from([None, 0, 1, 2, 3]),
    offload=st.sampled_from(["none", "optimizer", "all"]),
)


def need(spec: MemorySpec, **changes: Any) -> float:
    return entry_memory(msgspec.structs.replace(spec, **changes)).per_device.require()


def speed(job: TrainingJob, **changes: Any) -> float:
    return train_tps(msgspec.structs.replace(job, **changes)).require()


def no_more(less: float, more: float) -> bool:
    return less <= more * (1 + 1e-9)


@QUIET
@given(SPECS)
def test_parts_sum_to_the_total_and_to_the_cards(spec: MemorySpec) -> None:
    found = entry_memory(spec)
    assert found.total.require() == pytest.approx(sum(part.require() for part in found.parts))
    assert found.per_device.require() * spec.devices == pytest.approx(found.total.require())


@QUIET
@given(SPECS)
def test_each_sharding_stage_needs_no_more_than_the_one_before(spec: MemorySpec) -> None:
    plain = msgspec.structs.replace(spec, bucket_gb=0.0)  # buckets are of the software, not of the stage
    needs = [need(plain, zero_stage=stage) for stage in (0, 1, 2)]
    assert all(no_more(later, earlier) for earlier, later in pairwise(needs))
    states = [_states(msgspec.structs.replace(plain, zero_stage=stage)) for stage in (0, 1, 2, 3)]
    assert all(no_more(later, earlier) for earlier, later in pairwise(states))


def _states(spec: MemorySpec) -> float:
    """Return GiB of what sharding divides: stage 3 has layers that are gathered beside it."""
    found = entry_memory(msgspec.structs.replace(spec, offload="none"))
    names = ("/weights_gib", "/gradients_gib", "/optimizer_gib", "/adapters_gib")
    return sum(part.require() for part in found.parts if part.key.endswith(names))


@QUIET
@given(SPECS)
def test_selective_recomputation_lies_between_none_and_full(spec: MemorySpec) -> None:
    full, some, none = (need(spec, grad_checkpoint=how) for how in ("full", "selective", "none"))
    assert no_more(full, some)
    assert no_more(some, none)


@QUIET
@given(SPECS)
def test_what_is_kept_on_the_host_never_takes_more_of_the_card(spec: MemorySpec) -> None:
    states, everything = need(spec, offload="optimizer"), need(spec, offload="all")
    assert no_more(states, need(spec, offload="none"))
    if spec.batch == 1 or spec.grad_checkpoint != "none":  # gradients that leave at once have no room to share
        assert no_more(everything, need(spec, offload="none"))


@QUIET
@given(SPECS, st.sampled_from([2, 4, 8, 16]), st.sampled_from([1, 2, 4]))
def test_more_accumulation_of_the_same_step_never_needs_more(spec: MemorySpec, parts: int, stages: int) -> None:
    layers = spec.model.layers or 1
    assume(layers >= stages and spec.devices % stages == 0)
    step = 64
    common = {"pipeline_parallel": stages, "zero_stage": 1 if stages > 1 else spec.zero_stage}
    try:
        few = need(spec, batch=step // parts, micro_batches=parts, **common)
        many = need(spec, batch=step // (2 * parts), micro_batches=2 * parts, **common)
    except PlannerError:
        assume(False)
    assert no_more(many, few)


@QUIET
@given(JOBS)
def test_recomputing_less_is_never_slower(job: TrainingJob) -> None:
    full, some, none = (speed(job, recompute=how) for how in ("full", "selective", "none"))
    assert no_more(full, some)
    assert no_more(some, none)


@QUIET
@given(JOBS)
def test_what_is_kept_on_the_host_never_makes_a_step_faster(job: TrainingJob) -> None:
    several = msgspec.structs.replace(job, devices=max(job.devices, 2))  # one card does its optimizer step itself
    none, states, everything = (speed(several, offload=how) for how in ("none", "optimizer", "all"))
    assert no_more(states, none)
    assert no_more(everything, none)


@QUIET
@given(JOBS)
def test_stage_three_is_never_faster_than_stage_one(job: TrainingJob) -> None:
    if job.method == "full":
        assert no_more(speed(job, zero_stage=3), speed(job, zero_stage=1))
    assert no_more(speed(job, zero_stage=3, offload="none"), speed(job, zero_stage=1, offload="none"))


@QUIET
@given(JOBS, st.integers(1, 32))
def test_more_micro_batches_in_a_step_never_make_a_token_slower(job: TrainingJob, count: int) -> None:
    assert no_more(speed(job, micro_batches=count), speed(job, micro_batches=2 * count))


@QUIET
@given(JOBS)
def test_no_split_beats_one_card_that_waits_for_nothing(job: TrainingJob) -> None:
    alone = speed(job, devices=1, tensor_parallel=1, stages=1, zero_stage=0, offload="none", micro_batches=1000)
    assert no_more(speed(job, offload="none"), alone * 1.001)

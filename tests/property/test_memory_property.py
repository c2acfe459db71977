"""What must hold for the memory of any job, whatever the numbers: physical invariants without data."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.load import bundled_of
from planner.figure import Quality, leaf
from planner.formulas import recompute
from planner.workload.fit import entry_memory, fit_verdict, visible_from_label
from planner.workload.models import ModelShape, from_item
from planner.workload.parameters import deviation
from planner.workload.remedies import remedies
from planner.workload.spec import MemorySpec

_ORDER = {"fits": 0, "tight": 1, "no": 2}
_SHAPES = [
    shape
    for shape in (from_item(item) for item in bundled_of("model") if item.text("subkind").startswith("llm"))
    if deviation(shape).known and entry_memory(MemorySpec(model=shape)).total.known
]
SHAPES = st.sampled_from(_SHAPES)
QUIET = settings(deadline=None, max_examples=60)


@st.composite
def jobs(draw: st.DrawFn, method: str = "") -> MemorySpec:
    """Return any job that may be asked for."""
    return MemorySpec(
        method=method or draw(st.sampled_from(["infer", "full", "lora", "qlora"])),  # type: ignore[arg-type]
        model=draw(SHAPES),
        dtype=draw(st.sampled_from(["bf16", "fp8", "awq-int4", "nf4"])),
        kv_dtype=draw(st.sampled_from(["bf16", "fp8"])),
        seq_len=draw(st.integers(16, 40000)),
        batch=draw(st.integers(1, 64)),
        optimizer=draw(st.sampled_from(["adamw", "adamw-bf16", "adamw-8bit", "adamw-fp32-grads"])),
        grad_checkpoint=draw(st.sampled_from(["none", "selective", "full", "offload"])),
        chunked_loss=draw(st.booleans()),
        lora_rank=draw(st.sampled_from([4, 16, 64])),
        lora_targets=draw(st.sampled_from(["all", "attention", "qv", "mlp"])),
        zero_stage=draw(st.sampled_from([None, 0, 1, 2, 3])),
        devices=draw(st.sampled_from([1, 2, 4, 8])),
        engine=draw(st.sampled_from(["serving", "llama.cpp", "eager"])),
        joined_cache=draw(st.booleans()),
        scores_prompt=draw(st.booleans()),
        fused=draw(st.booleans()),
        accumulate=draw(st.booleans()),
        offload=draw(st.sampled_from(["none", "optimizer", "all"])),
    )


def need(spec: MemorySpec, **changes: Any) -> float:
    return entry_memory(msgspec.structs.replace(spec, **changes)).per_device.require()


def states(spec: MemorySpec) -> float:
    names = ("/weights_gib", "/gradients_gib", "/optimizer_gib", "/adapters_gib")
    return sum(part.require() for part in entry_memory(spec).parts if part.key.endswith(names))


@given(jobs())
@QUIET
def test_parts_sum_to_the_total_and_none_is_negative(spec: MemorySpec) -> None:
    demand = entry_memory(spec)
    parts = [part.require() for part in demand.parts]
    assert min(parts) >= 0
    assert demand.total.require() == pytest.approx(sum(parts))
    assert demand.per_device.require() * spec.devices == pytest.approx(demand.total.require())
    assert len({part.key for part in demand.parts}) == len(parts)
    assert all(recompute(part) == pytest.approx(part.value) for part in demand.parts)


@given(jobs(), st.integers(1, 20000), st.integers(1, 64))
@QUIET
def test_more_context_and_more_sequences_never_need_less(spec: MemorySpec, tokens: int, more: int) -> None:
    assert need(spec, seq_len=(spec.seq_len or 0) + tokens) >= need(spec) * (1 - 1e-12)
    # a second sequence may bring the copies of a joined cache: never less either
    assert need(spec, batch=(spec.batch or 0) + more) >= need(spec) * (1 - 1e-12)


@given(jobs(), st.sampled_from([24, 48, 80, 141]))
@QUIET
def test_what_fits_at_a_batch_fits_at_a_smaller_one(spec: MemorySpec, label: int) -> None:
    visible = visible_from_label(leaf("card/memory_gb", float(label), "GB", Quality.PUBLISHED))
    verdicts = [
        _ORDER[fit_verdict(entry_memory(msgspec.structs.replace(spec, batch=batch)).per_device, visible).verdict]
        for batch in (1, 2, 3, 8, 64)
    ]
    assert verdicts == sorted(verdicts)


@given(SHAPES, st.integers(1, 4000), st.integers(2, 30))
@QUIET
def test_cache_is_linear_in_tokens_and_sequences(shape: ModelShape, tokens: int, times: int) -> None:
    def cache(length: int, batch: int) -> float:
        demand = entry_memory(MemorySpec(model=shape, seq_len=length, batch=batch))
        return next(part.require() for part in demand.parts if part.key.endswith("/cache_gib"))

    assert cache(tokens, times) == pytest.approx(times * cache(tokens, 1))
    if shape.cache_rule == "window":
        assert cache(times * tokens, 1) <= times * cache(tokens, 1) * (1 + 1e-9)
    else:
        assert cache(times * tokens, 1) == pytest.approx(times * cache(tokens, 1))


@given(jobs("full"))
@QUIET
def test_qlora_needs_less_than_lora_and_lora_less_than_full(spec: MemorySpec) -> None:
    kept = {"dtype": "bf16", "offload": "none", "kept_bits": 16.0}
    assert need(spec, method="qlora", **kept) <= need(spec, method="lora", **kept) + _workspace(spec)
    assert need(spec, method="lora", **kept) < need(spec, method="full", optimizer="adamw", accumulate=True, **kept)


def _workspace(spec: MemorySpec) -> float:
    """Return what dequantising takes: where weights are spread over many cards it can be more than they save."""
    shape = spec.model
    return 4 * (shape.hidden or 0) * ((shape.moe_ffn if shape.moe else shape.ffn) or 0) / 2**30


@given(jobs("full"))
@QUIET
def test_recomputing_and_smaller_optimizers_never_need_more(spec: MemorySpec) -> None:
    base = msgspec.structs.replace(spec, offload="none", accumulate=True)
    assert need(base, grad_checkpoint="offload") <= need(base, grad_checkpoint="full") * (1 + 1e-12)
    assert need(base, grad_checkpoint="full") <= need(base, grad_checkpoint="none") * (1 + 1e-12)
    assert need(base, optimizer="adamw-8bit") < need(base, optimizer="adamw")
    assert need(base, fused=True) <= need(base, fused=False)
    assert need(base, chunked_loss=True) <= need(base, chunked_loss=False)


@given(jobs("full"))
@QUIET
def test_states_shrink_with_the_stage_and_with_more_ranks(spec: MemorySpec) -> None:
    base = msgspec.structs.replace(spec, devices=8, offload="none", accumulate=True)
    by_stage = [states(msgspec.structs.replace(base, zero_stage=stage)) for stage in range(4)]
    assert by_stage == sorted(by_stage, reverse=True)
    by_ranks = [
        states(msgspec.structs.replace(base, zero_stage=3, devices=count)) / count for count in (1, 2, 4, 8, 64)
    ]
    assert all(after < before for before, after in pairwise(by_ranks))


@given(SHAPES, st.sampled_from([1, 2, 4]), st.sampled_from([1, 2, 4]), st.booleans())
@QUIET
def test_tensor_and_pipeline_parallel_divide_the_model_not_the_ranks(
    shape: ModelShape, tensor: int, pipeline: int, sequence: bool
) -> None:
    if shape.kv_heads and shape.kv_heads % tensor:
        return
    spec = MemorySpec(method="full", model=shape, devices=16, tensor_parallel=tensor, pipeline_parallel=pipeline,
                      zero_stage=0, seq_len=512, sequence_parallel=sequence)  # fmt: skip
    assert spec.data_parallel == 16 // (tensor * pipeline)
    alone = states(msgspec.structs.replace(spec, devices=1, tensor_parallel=1, pipeline_parallel=1))
    # the fullest stage also holds a table of embeddings, so a pipeline divides a little less
    assert states(spec) / 16 >= alone / (tensor * pipeline) * (1 - 1e-9)
    assert states(spec) / 16 <= alone / tensor * (1 + 1e-9)


@given(jobs())
@QUIET
def test_every_remedy_saves_and_together_they_need_ever_less(spec: MemorySpec) -> None:
    found = remedies(spec)
    assert all(one.saves.require() > 0 for one in found)
    assert all(recompute(one.saves) == pytest.approx(one.saves.require()) for one in found)


@given(jobs("full"))
@QUIET
def test_what_leaves_the_devices_is_on_the_host(spec: MemorySpec) -> None:
    gone = entry_memory(msgspec.structs.replace(spec, offload="all"))
    assert gone.host is not None
    assert (
        gone.host.require() >= (spec.model.params_b or 0) * 1e9 * 4 / 2**30
    )  # at least weights, gradients, 8-bit states
    assert entry_memory(msgspec.structs.replace(spec, offload="none")).host is None

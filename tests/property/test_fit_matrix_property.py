"""A mix reckoned in arrays says what the figures of each entry say: parts, need, verdict, speed and its range."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.load import bundled_of
from planner.errors import PlannerError
from planner.workload.account_columns import PARTS, accounts
from planner.workload.engines import engines
from planner.workload.entry_job import EntryJob
from planner.workload.fit import entry_memory, visible_gib
from planner.workload.fit_matrix import Candidate, FitMatrix, PriceSpan
from planner.workload.memory import formats
from planner.workload.model_columns import ModelTable
from planner.workload.models import ModelShape, from_item
from planner.workload.spec import MemorySpec
from planner.workload.throughput import SpeedJob
from planner.workload.training import optimizers
from planner.workload.training_speed import TrainingJob

CARDS = bundled_of("accelerator")
_ALL = [from_item(item) for item in bundled_of("model")]
_LANGUAGE = [shape for shape in _ALL if shape.cache_rule != "none" and shape.layers]
SHAPES = [*_ALL, *_LANGUAGE, *_LANGUAGE, *_LANGUAGE]
_GAPS = (
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "vocab",
    "ffn",
    "params_b",
    "active_b",
    "experts",
    "experts_active",
    "tied",
)
QUIET = settings(deadline=None, max_examples=80)
EXACT = 1e-12
PRICES = (None, PriceSpan(low=20_000.0, high=25_000.0, currency="CNY"))


# What makes a job refused or its account unknown in part; most jobs have nothing of it.
_FLAWS: tuple[dict[str, Any], ...] = (
    *({"seq_len": None}, {"batch": None}, {"seq_len": 0}, {"lora_rank": 0}, {"shard_ranks": 0}, {"zero_stage": 4}),
    *({"dtype": "int5"}, {"kv_dtype": "int3"}, {"optimizer": "none"}, {"devices": 6, "tensor_parallel": 4}),
    *({"devices": 7, "tensor_parallel": 7}, {"devices": 400, "pipeline_parallel": 400}, {"devices": 0}),
)


@st.composite
def shapes(draw: st.DrawFn) -> ModelShape:
    """Return a model of the catalog, of any kind; now and then with a number that nobody told."""
    shape = draw(st.sampled_from(SHAPES))
    gap = draw(st.sampled_from([*(None for _name in range(5 * len(_GAPS))), *_GAPS]))
    return shape if gap is None else msgspec.structs.replace(shape, **{gap: None})


@st.composite
def specs(draw: st.DrawFn) -> MemorySpec:
    """Return any job, now and then one that is refused or says too little."""
    devices, tensor, pipeline = draw(
        st.sampled_from([(1, 1, 1), (1, 1, 1), (2, 1, 1), (4, 2, 1), (8, 2, 2), (16, 1, 4)])
    )
    spec = MemorySpec(
        model=draw(shapes()),
        method=draw(st.sampled_from(["infer", "full", "lora", "qlora"])),  # type: ignore[arg-type]
        dtype=draw(st.sampled_from(["bf16", "bf16", *formats()])),
        kv_dtype=draw(st.sampled_from(["bf16", "bf16", "fp8", "int8", "fp32"])),
        seq_len=draw(st.one_of(st.integers(1, 70000), st.integers(1, 9000))),
        batch=draw(st.one_of(st.just(1), st.integers(1, 64))),
        optimizer=draw(st.sampled_from([*optimizers()])),
        grad_checkpoint=draw(st.sampled_from(["none", "selective", "full", "offload"])),
        chunked_loss=draw(st.booleans()),
        lora_rank=draw(st.sampled_from([4, 16, 64])),
        lora_targets=draw(st.sampled_from(["all", "attention", "qv", "mlp"])),
        train_embeddings=draw(st.booleans()),
        kept_bits=draw(st.sampled_from([16.0, 32.0])),
        zero_stage=draw(st.sampled_from([None, None, 0, 1, 2, 3])),
        shard_ranks=draw(st.sampled_from([None, None, 1, 2, 4])),
        bucket_gb=draw(st.sampled_from([None, 0.0, 3.5])),
        prefill_tokens=draw(st.sampled_from([None, None, 256])),
        devices=devices,
        tensor_parallel=tensor,
        pipeline_parallel=pipeline,
        micro_batches=draw(st.sampled_from([None, None, 1, 3])),
        sequence_parallel=draw(st.booleans()),
        offload=draw(st.sampled_from(["none", "none", "none", "optimizer", "all"])),
        engine=draw(st.sampled_from(["serving", "llama.cpp", "eager"])),
        scores_prompt=draw(st.booleans()),
        joined_cache=draw(st.booleans()),
        fused=draw(st.booleans()),
        accumulate=draw(st.booleans()),
    )
    flaw = draw(st.sampled_from([*({} for _flaw in range(5 * len(_FLAWS))), *_FLAWS]))
    return msgspec.structs.replace(spec, **flaw)


@st.composite
def entries(draw: st.DrawFn) -> EntryJob:
    """Return an entry with account and speed to reckon."""
    spec = draw(specs())
    shared: dict[str, Any] = {
        "model": spec.model if draw(st.booleans()) else draw(shapes()),
        "card": CARDS[0],
        "dtype": spec.dtype,
        "devices": max(spec.devices, 1),
        "engine": draw(st.sampled_from([one.pattern for one in engines()])),
        "limit_w": draw(st.sampled_from([None, None, 250.0])),
    }
    task: SpeedJob | TrainingJob
    if spec.method == "infer":
        lengths = {"tokens_in": spec.seq_len, "tokens_out": draw(st.sampled_from([None, 0, 256, 4000]))}
        link = draw(st.sampled_from(["", "PCIe", "NVLink"]))
        task = SpeedJob(**shared, **lengths, kv_dtype=spec.kv_dtype, batch=spec.batch, link_said=link)
    else:
        task = TrainingJob(
            **shared,
            method=spec.method,
            seq_len=spec.seq_len,
            batch=spec.batch,
            recompute=draw(st.sampled_from(["none", "selective", "full"])),
            compiled=draw(st.booleans()),
            stages=draw(st.sampled_from([1, 1, 4])),
            micro_batches=draw(st.sampled_from([None, 0, 8])),
            zero_stage=draw(st.sampled_from([None, 0, 1, 2, 3])),
            offload=draw(st.sampled_from(["none", "optimizer", "all"])),
        )
    return EntryJob(id="", spec=spec, devices=max(spec.devices, 1), task=task)


def alike(number: float, value: float | None) -> bool:
    """Tell whether a number of an array says what a figure says; NaN is unknown."""
    return math.isnan(number) if value is None else number == pytest.approx(value, rel=EXACT, abs=1e-9)


@QUIET
@given(mix=st.lists(specs(), min_size=1, max_size=12))
def test_accounts_in_arrays_say_what_figures_say(mix: Sequence[MemorySpec]) -> None:
    found = accounts(mix, ModelTable(spec.model for spec in mix))
    for at, spec in enumerate(mix):
        ours = dict(zip(PARTS, found.parts[:, at], strict=True))
        try:
            account = entry_memory(spec, "w")
        except PlannerError:
            assert all(map(math.isnan, [*ours.values(), found.per_device[at], found.at_least[at]])), spec
            continue
        theirs = {part.key.removeprefix("w/"): part.value for part in account.parts}
        assert all(alike(number, theirs.get(name, 0.0)) for name, number in ours.items()), (spec, ours, theirs)
        assert set(theirs) <= set(PARTS)
        assert alike(found.per_device[at], account.per_device.value)
        assert alike(found.at_least[at], account.at_least.value)


@QUIET
@given(mix=st.lists(entries(), min_size=1, max_size=8), start=st.integers(0, 20))
def test_every_cell_of_any_mix_says_what_its_figures_say(mix: Sequence[EntryJob], start: int) -> None:
    jobs = [msgspec.structs.replace(job, id=f"w{at}") for at, job in enumerate(mix)]
    market = CARDS[start::21]
    candidates = [
        Candidate(
            id=one.id,
            name=one.name,
            card=one,
            visible_gib=visible_gib(one),
            devices_there=(None, 1, 8)[at % 3],
            price=PRICES[at % 2],
            whole=at % 5 == 0,
        )
        for at, one in enumerate(market)
    ]
    matrix = FitMatrix(candidates)
    for row in matrix.show(jobs):
        for at, one in enumerate(candidates):
            cell = matrix.cell(row.job.id, one.id)
            assert cell.fit.verdict == row.verdict(at), (row.job, one.id)
            assert alike(row.shares[at], cell.fit.share.value)
            assert alike(row.speeds[at], None if cell.speed is None else cell.speed.value), (row.job, one.id)
            for number, cost in ((row.costs_low[at], cell.cost_low), (row.costs_high[at], cell.cost_high)):
                assert alike(number, None if cost is None else cost.value), (row.job, one.id)
            if cell.speed is not None and cell.speed.value is not None:
                assert alike(row.lows[at], cell.speed.low)
                assert alike(row.highs[at], cell.speed.high)


@pytest.mark.parametrize("offload", ["none", "optimizer", "all"])
def test_a_format_that_names_nothing_leaves_a_training_unknown(offload: Any) -> None:
    shape = next(one for one in SHAPES if one.name == "Llama-2-7B")
    job = TrainingJob(model=shape, card=CARDS[0], method="lora", dtype="int5", devices=4, batch=1, offload=offload)
    matrix = FitMatrix([Candidate(id=CARDS[0].id, name="x", card=CARDS[0], visible_gib=visible_gib(CARDS[0]))])
    (row,) = matrix.show([EntryJob(id="a", devices=4, task=job)])
    cell = matrix.cell("a", CARDS[0].id)
    assert math.isnan(row.speeds[0])
    assert cell.speed is None or cell.speed.value is None

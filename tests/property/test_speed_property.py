"""Laws of speed and demand: no speed above the roofline, more of anything that costs never helps, twice is twice."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.load import bundled_item, bundled_of
from planner.figure import Quality, leaf
from planner.workload.chips import matmul_share, peak
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.demand import Load, Stock, mix_demand
from planner.workload.models import from_item
from planner.workload.prefill import prefill_tps
from planner.workload.serving import fitting_batch, serving
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob, token_gflop, train_tps

_MODELS = {item.name: item for item in bundled_of("model")}
NAMES = ("Llama-3-8B", "Llama-2-70B", "Qwen2.5-1.5B", "Qwen3-30B-A3B", "DeepSeek-V3")
CARDS = ("nv-rtx4090", "nv-a100-sxm-80", "nv-h20-96", "nv-h100-sxm", "nv-l40s", "nv-gb10", "amd-mi300x", "hw-910b2")

jobs = st.builds(
    SpeedJob,
    model=st.sampled_from(NAMES).map(lambda name: from_item(_MODELS[name])),
    card=st.sampled_from(CARDS).map(bundled_item),
    dtype=st.sampled_from(("bf16", "fp8", "int4", "gguf-q4_k_m")),
    devices=st.sampled_from((1, 2, 4, 8)),
    engine=st.sampled_from(("vllm", "llama.cpp", "transformers", "tensorrt-llm")),
    tokens_in=st.integers(1, 32_000).map(float),
    tokens_out=st.integers(1, 4_000).map(float),
    batch=st.integers(1, 64),
)


@settings(max_examples=60, deadline=None)
@given(jobs)
def test_no_speed_exceeds_the_roofline(job: SpeedJob) -> None:
    assert decode_tps(job).require() <= upper_bound_tps(job).require()


@settings(max_examples=60, deadline=None)
@given(jobs, st.integers(2, 8))
def test_longer_contexts_never_generate_faster_and_n_cards_never_more_than_n_times(job: SpeedJob, times: int) -> None:
    longer = msgspec.structs.replace(job, tokens_in=(job.tokens_in or 1) * times)
    assert decode_tps(longer).require() <= decode_tps(job).require()
    single = msgspec.structs.replace(job, devices=1)
    several = msgspec.structs.replace(job, devices=times)
    assert decode_tps(several).require() <= times * decode_tps(single).require() * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(jobs)
def test_what_fits_at_a_batch_fits_below_it_and_more_memory_fits_more(job: SpeedJob) -> None:
    group = serving(job).group
    less = fitting_batch(msgspec.structs.replace(job, tokens_in=(job.tokens_in or 1) * 2), group)
    assert (less.value or 0) <= (fitting_batch(job, group).value or 0)
    assert (fitting_batch(job, group).value or 0) <= (fitting_batch(job, group * 2).value or 0)


@settings(max_examples=60, deadline=None)
@given(jobs, st.floats(0.005, 0.5))
def test_a_stricter_goal_never_serves_more(job: SpeedJob, goal_s: float) -> None:
    strict, loose = serving(job, goal_s).tps.value, serving(job, goal_s * 2).tps.value
    if strict is not None and loose is not None:
        assert strict <= loose * (1 + 1e-6)


@settings(max_examples=60, deadline=None)
@given(jobs)
def test_prompts_stay_below_the_arithmetic_of_the_card(job: SpeedJob) -> None:
    speed, rate = prefill_tps(job).value, peak(job.card, job.dtype).value
    if speed is None or rate is None:
        return
    working = (job.model.active_b or job.model.params_b or 0.0) - 1.5  # the input table does not multiply
    assert speed * 2 * max(working, 0.0) <= rate * job.parallel * 1000


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(CARDS),
    st.sampled_from((512.0, 4096.0, 65536.0)),
    st.sampled_from(("full", "lora", "qlora")),
    st.sampled_from(("none", "full")),
)
def test_training_stays_below_what_matrix_kernels_reach(
    name: str, card: str, length: float, method: str, again: str
) -> None:
    job = TrainingJob(
        model=from_item(_MODELS[name]),
        card=bundled_item(card),
        method=method,  # type: ignore[arg-type]
        seq_len=length,
        recompute=again,  # type: ignore[arg-type]
        devices=8,
    )
    speed = train_tps(job).value
    if speed is None:
        assert not peak(job.card).known
        return
    done = speed * token_gflop(job, "x").require() / 1000
    assert done <= peak(job.card).require() * max(matmul_share(job.card).require(), 0.75)


counts = st.floats(0, 200, allow_nan=False)
loads = st.builds(
    Load,
    id=st.uuids().map(str),
    people=counts,
    sessions_per_week=counts,
    hours_per_session=st.floats(0, 40),
    devices=st.sampled_from((1.0, 2.0, 8.0)),
    need_gib=st.floats(1, 300).map(lambda value: leaf("need", value, "GiB", Quality.ENTERED)),
    online_share=st.floats(0, 1),
    weights_gb=counts,
    data_gb=counts,
    checkpoint_gb=counts,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(loads, min_size=1, max_size=6, unique_by=lambda load: load.id))
def test_the_same_jobs_twice_need_twice_of_everything(mix: list[Load]) -> None:
    again = [msgspec.structs.replace(load, id=f"{load.id}-2") for load in mix]
    once, twice = mix_demand(mix), mix_demand([*mix, *again])
    for name in ("gpu_hours", "peak_users", "storage_gb", "network_gbs", "uncovered"):
        assert getattr(twice, name).require() == pytest.approx(2 * getattr(once, name).require())
    assert [tier.memory_gb for tier in once.tiers] == [tier.memory_gb for tier in twice.tiers]


@settings(max_examples=60, deadline=None)
@given(st.lists(loads, min_size=1, max_size=6, unique_by=lambda load: load.id), st.floats(0, 40), st.floats(8, 200))
def test_stock_covers_at_most_itself_and_never_too_much(mix: list[Load], cards: float, memory: float) -> None:
    stock = Stock(id="s", memory_gb=memory, cards=cards)
    found = mix_demand(mix, (stock,))
    covered = found.gpu_hours.require() - found.uncovered.require()
    assert -1e-6 <= covered <= cards * 168 + 1e-6
    assert sum(tier.gpu_hours.require() for tier in found.tiers) == pytest.approx(found.gpu_hours.require())

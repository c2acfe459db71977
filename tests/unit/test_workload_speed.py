"""Speed of decoding, prompts, serving and training against published and hand-worked numbers, and against common errors."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from planner.catalog.items import Item
from planner.catalog.load import bundled_item, bundled_of
from planner.errors import InputError, UnknownIdError
from planner.figure import Figure, Quality, leaf, walk
from planner.formulas import recompute
from planner.workload.bands import band
from planner.workload.chips import chip_class, link, matmul_share, memory_class, peak, sustained
from planner.workload.constants import free_constants, sizing_constants, sizing_value, trying
from planner.workload.decode import UPPER_BOUND_TPS, decode_tps, knee_batch, layer_us, step_s, upper_bound_tps
from planner.workload.energy import MTOK_COST, MTOK_ENERGY_COST, TOKEN_J
from planner.workload.engines import engine
from planner.workload.guard import judge, refuse_impossible
from planner.workload.job_notes import check_ranks, speed_notes
from planner.workload.measured_here import MeasuredHere, settle
from planner.workload.models import ModelShape, from_item
from planner.workload.prefill import prefill_tps, ttft_s
from planner.workload.serving import CARDS_NEEDED, CONCURRENCY, serving
from planner.workload.speculative import PASS_TOKENS, SPEED_UP, slows
from planner.workload.throughput import READ_EXPERTS_B, SpeedJob, read_gb
from planner.workload.training_speed import (
    RUN_COST,
    TrainingJob,
    all_tps,
    gpu_hours,
    pretrain_gpu_hours,
    run_hours,
    train_tps,
    tuning_tokens,
)
from planner.workload.video_speed import CLIP_COST, VideoJob, clip_pflop, clip_s, video_preset
from planner.workload.vision_speed import images_s, vision_model

_MODELS = {item.name: item for item in bundled_of("model")}


def model(name: str) -> ModelShape:
    return from_item(_MODELS[name])


def card(item_id: str) -> Item:
    return bundled_item(item_id)


def number(value: float, unit: str = "1") -> Figure:
    return leaf("given", value, unit, Quality.ENTERED)


def job(name: str, on: str, **changes: Any) -> SpeedJob:
    base = SpeedJob(model=model(name), card=card(on), tokens_in=0.0, tokens_out=512.0, engine="vllm")
    return msgspec.structs.replace(base, **changes)


def test_bandwidth_over_size_is_kept_as_the_upper_bound() -> None:
    # 3,350 GB/s over 140 GB: 23.9 tokens a second for one stream
    assert UPPER_BOUND_TPS(batch=1, parallel=1, bandwidth_gbs=3350, read_gb=140, cache_gb=0) == pytest.approx(
        23.93, abs=0.01
    )


@pytest.mark.parametrize(
    ("name", "on", "changes", "measured"),
    [
        ("Llama-3-8B", "nv-rtx4090", {"dtype": "gguf-q4_k_m", "engine": "llama.cpp"}, 127.74),
        ("Llama-3-8B", "nv-rtx3090", {"dtype": "fp16", "engine": "llama.cpp"}, 46.51),
        ("Llama-2-7B", "nv-a100-sxm-80", {"dtype": "bf16", "engine": "gpt-fast"}, 104.9),
        ("Llama-2-7B", "nv-a100-sxm-80", {"dtype": "bf16", "engine": "gpt-fast", "devices": 4}, 254.02),
        ("Qwen2.5-7B", "nv-a100-sxm-80", {"dtype": "gptq-int4"}, 154.05),
        ("Llama-3.1-70B", "nv-a100-sxm-80", {"dtype": "bf16", "engine": "gpt-fast", "devices": 4}, 37.45),
    ],
)
def test_single_stream_lies_near_published_speeds_and_below_the_bound(
    name: str, on: str, changes: dict[str, Any], measured: float
) -> None:
    # XiongjieDai/GPU-Benchmarks-on-LLM-Inference, pytorch-labs/gpt-fast, QwenLM/Qwen2.5 speed tables
    one = job(name, on, **changes)
    speed = decode_tps(one)
    assert speed.require() == pytest.approx(measured, rel=0.25)
    assert speed.require() < upper_bound_tps(one).require()
    assert speed.low is not None
    assert speed.high is not None
    assert speed.low < measured < speed.high


def test_seventy_billion_alone_is_slow_on_any_number_of_cards() -> None:
    # published: 62.5 tokens a second on eight A100, 32 on two H100; not 100 to 200
    assert decode_tps(job("Llama-2-70B", "nv-a100-sxm-80", devices=8)).require() < 100
    assert decode_tps(job("Qwen2.5-72B", "nv-h100-sxm", devices=2)).require() == pytest.approx(32.37, rel=0.25)


def test_layers_spread_over_cards_work_one_after_the_other() -> None:
    one = job("Llama-3-70B", "nv-rtx3090", dtype="gguf-q4_k_m", engine="llama.cpp", devices=2)
    six = msgspec.structs.replace(one, devices=6)
    assert decode_tps(one).require() == decode_tps(six).require()
    assert decode_tps(one).require() == pytest.approx(16.5, rel=0.15)  # published: 16 to 17 with one to six cards


def test_link_of_the_card_decides_what_tensor_parallel_costs() -> None:
    assert link(card("nv-a100-sxm-80"), 4) == "nvlink"
    assert link(card("nv-rtx4090"), 4) == "pcie"
    assert link(card("nv-rtx4090"), 2, "NVLink") == "pcie"  # it has none, whatever is said
    assert link(card("nv-a100-pcie-80"), 2) == "nvlink"
    assert link(card("nv-a100-pcie-80"), 4) == "pcie"  # a bridge joins two
    assert link(card("nv-b200"), 8) == "nvlink5"
    bridge, far = job("Llama-2-7B", "nv-a100-pcie-80", devices=2), job("Llama-2-7B", "nv-a100-pcie-80", devices=4)
    assert layer_us(far, "x").require() - layer_us(bridge, "x").require() == pytest.approx(40)


def test_knees_are_those_of_the_printed_rates() -> None:
    # rate x 2 bytes / (2 x bandwidth): A100 153, H100 295, H200 206, H20 37, 4090 164, 5090 117, L40S 419
    wanted = {"nv-a100-sxm-80": 153, "nv-h100-sxm": 295, "nv-h200-sxm": 206, "nv-h20-96": 37}
    wanted |= {"nv-rtx4090": 164, "nv-rtx5090": 117, "nv-l40s": 419}
    for item_id, sequences in wanted.items():
        assert knee_batch(job("Llama-2-7B", item_id), ideal=True).require() == pytest.approx(sequences, abs=0.6)
        assert knee_batch(job("Llama-2-7B", item_id)).require() < sequences


def test_small_batches_read_and_large_ones_compute() -> None:
    base = job("Llama-2-7B", "nv-a100-sxm-80", tokens_out=2.0)
    times = [step_s(base, number(float(batch))).require() for batch in (1, 8, 512, 1024)]
    assert times[1] == pytest.approx(times[0], rel=0.02)
    assert times[3] == pytest.approx(2 * times[2], rel=0.02)


def test_experts_touched_grow_with_the_batch_until_all_are_read() -> None:
    # 256 experts, 8 used: one sequence reads the active part, 64 sequences 1 - (1 - 1/32)^64 = 87 % of all
    def read(batch: float) -> float:
        return READ_EXPERTS_B(active_b=37.6, table_b=0, params_b=671, used=8, experts=256, batch=batch)

    assert read(1) == pytest.approx(37.6)
    assert (read(64) - 37.6) / (671 - 37.6) == pytest.approx((0.869 - 1 / 32) / (1 - 1 / 32), rel=0.01)
    assert read(2000) == pytest.approx(671, rel=1e-3)
    moe = decode_tps(job("Qwen3-30B-A3B", "nv-h20-96", engine="sglang"))
    assert moe.require() == pytest.approx(137.18, rel=0.35)  # Qwen3 speed table
    assert moe.high is not None
    assert moe.high / moe.require() > 2  # told as an order of magnitude
    assert "magnitude" in band("decode_moe").words().id


def test_prompts_are_computed_and_the_first_token_waits_for_them() -> None:
    # Qwen2.5-72B on two H100: 8,192 tokens in 1,063.8 ms; llama.cpp on an RTX 4090: 9,056 tokens a second
    two = job("Qwen2.5-72B", "nv-h100-sxm", devices=2, tokens_in=8192.0, tokens_out=1.0)
    assert ttft_s(two).require() == pytest.approx(1.0638, rel=0.35)
    waiting = ttft_s(two, number(3.0, "s"))
    assert waiting.require() == pytest.approx(ttft_s(two).require() + 3)
    llama = job("Llama-3-8B", "nv-rtx4090", dtype="fp16", engine="llama.cpp", tokens_in=1024.0)
    assert prefill_tps(llama).require() == pytest.approx(9056.26, rel=0.15)
    four_bits = msgspec.structs.replace(llama, dtype="gguf-q4_k_m")
    assert prefill_tps(four_bits).require() < prefill_tps(llama).require()


def test_falling_back_to_pcie_costs_a_prompt_dearly() -> None:
    # 70B on four A100, 2,048 tokens: all-reduces take 34 ms over NVLink and 366 ms over PCIe 4
    fast = job("Llama-2-70B", "nv-a100-sxm-80", devices=4, tokens_in=2048.0)
    slow = msgspec.structs.replace(fast, link_said="PCIe")
    seconds = [2048 / prefill_tps(one).require() for one in (fast, slow)]
    assert seconds[1] - seconds[0] == pytest.approx(0.332, abs=0.02)
    assert 1.4 < seconds[1] / seconds[0] < 2


def test_fleets_are_sized_with_batches_not_by_one_stream() -> None:
    # 20,000 tokens a second of a 70B: 836 cards by one stream; NVIDIA publishes 4,205 on two H100 (about 10 cards)
    base = job("Llama-3.3-70B", "nv-h100-sxm", dtype="fp8", kv_dtype="fp8", engine="TensorRT-LLM", devices=2,
               tokens_in=1000.0, tokens_out=1000.0)  # fmt: skip
    found = serving(base)
    assert found.group == 2
    assert found.tps.require() == pytest.approx(4205, rel=0.3)
    cards = CARDS_NEEDED(tokens_s=20000, replica_tps=found.tps.require(), group=found.group)
    assert 7 <= cards <= 14


def test_arrivals_are_no_concurrency() -> None:
    # 100 requests a second that stay 200 x 30 ms + 0.2 s each: 620 at once
    assert CONCURRENCY(arrivals_s=100, residence_s=0.2 + 200 * 0.03) == pytest.approx(620)


def test_eight_bits_serve_more_than_twice_as_much_through_the_room_for_caches() -> None:
    # published for four H100: 2,474 in FP16 and 6,049 in FP8 with FP8 caches, 2.4 times
    half = job(
        "Llama-3.3-70B",
        "nv-h100-sxm",
        dtype="bf16",
        engine="tensorrt-llm",
        devices=4,
        tokens_in=1000.0,
        tokens_out=1000.0,
    )
    eight = msgspec.structs.replace(half, dtype="fp8", kv_dtype="fp8")
    assert 1.8 < serving(eight).tps.require() / serving(half).tps.require() < 3


def test_a_goal_between_tokens_takes_throughput() -> None:
    # MLPerf Llama-2-70B on eight H200: 35,075 offline, 19,622 with 40 ms between tokens
    base = job("Llama-2-70B", "nv-h200-sxm", dtype="fp8", kv_dtype="fp8", engine="vendor stack", devices=8,
               tokens_in=294.0, tokens_out=294.45)  # fmt: skip
    free, bound = serving(base), serving(base, goal_tpot_s=0.040)
    assert bound.tpot_s.require() <= 0.040
    assert bound.batch.require() < free.batch.require()
    assert 0.25 < bound.tps.require() / free.tps.require() < 0.8
    assert serving(base, goal_tpot_s=10).tps.require() == free.tps.require()


def test_a_job_that_does_not_fit_serves_nothing() -> None:
    found = serving(job("Llama-3.3-70B", "nv-rtx4090", dtype="bf16", tokens_in=1000.0))
    assert found.batch.value == 0


TRAINING = TrainingJob(
    model=model("Llama-2-7B"), card=card("nv-a100-sxm-80"), seq_len=2048.0, batch=6, devices=8, engine="llm-foundry"
)


def test_training_reaches_what_good_stacks_publish() -> None:
    # MPT-7B on A100: 4,641 tokens a second and card (64 % of the peak), H100 10,643: 2.3 times, not 3.2 times
    a100 = train_tps(TRAINING).require()
    h100 = train_tps(msgspec.structs.replace(TRAINING, card=card("nv-h100-sxm"))).require()
    assert a100 == pytest.approx(4641, rel=0.25)
    assert a100 > 2473  # what a "half of 150 to 200 TFLOPS" would give at most
    assert 2.0 < h100 / a100 < 2.7


def test_runs_take_tokens_over_speed_and_cost_is_a_sum() -> None:
    # 300 M tokens at 4,641 a second: 18 hours
    single = msgspec.structs.replace(TRAINING, devices=1)
    hours = run_hours(single, number(300e6, "tokens"))
    assert hours.require() == pytest.approx(300e6 / all_tps(single).require() / 3600)
    assert 12 < hours.require() < 30
    eight = run_hours(TRAINING, number(300e6, "tokens"))
    assert gpu_hours(TRAINING, eight).require() == pytest.approx(eight.require() * 8)
    assert RUN_COST(gpu_hours=100, price_hour=2, labour=500) == 700
    assert tuning_tokens(number(2000), number(500), number(3)).require() == 3e6


def test_recomputation_and_adapters_change_the_work() -> None:
    base = msgspec.structs.replace(TRAINING, devices=8)
    again = msgspec.structs.replace(base, recompute="full")
    assert train_tps(again).require() / train_tps(base).require() == pytest.approx(6 / 8, rel=0.01)
    piped = msgspec.structs.replace(base, stages=4, micro_batches=8)  # 3 of 11 parts of the time are idle
    assert train_tps(piped).require() == pytest.approx(train_tps(base).require() * 8 / 11, rel=0.01)


def test_a_power_limit_lowers_the_rate() -> None:
    limited = sustained(card("nv-h100-sxm"), "x", "bf16", limit_w=175)
    assert limited.require() == pytest.approx(989.5 / 2, rel=0.01)
    assert sustained(card("nv-h100-sxm"), "x", "bf16", limit_w=900).require() == pytest.approx(989.5)


def test_pretraining_hours_are_a_lower_bound() -> None:
    # LLaMA-7B: 82,432 A100-hours for 1 T tokens; the Llama 3 cards book all work and lie far above
    first = pretrain_gpu_hours(model("Llama-2-7B"), card("nv-a100-sxm-80"), number(1e12, "tokens"))
    assert first.require() == pytest.approx(82432, rel=0.1)
    later = pretrain_gpu_hours(model("Llama-3-8B"), card("nv-h100-sxm"), number(15e12, "tokens"))
    assert later.require() < 1.3e6


@pytest.mark.parametrize(
    ("name", "on", "seconds", "steps"),
    [("14b", "nv-a800-sxm-80", 3342.6, 50), ("14b", "nv-h800-sxm", 1837.9, 50), ("14b", "nv-h800-sxm", 1491.6, 40)],
)
def test_video_seconds_follow_published_clips(name: str, on: str, seconds: float, steps: float) -> None:
    # Wan2.1 at 720p, 81 frames (Wan-Video/Wan2.1); 6.80e17 operations at 50 steps
    clip = VideoJob(params_b=14, layers=40, hidden=5120, frames=81, width_px=1280, height_px=720, steps=steps)
    assert clip_pflop(clip).require() == pytest.approx(680 * steps / 50, rel=0.01)
    assert clip_s(clip, card(on)).require() == pytest.approx(seconds, rel=0.05)
    assert name == "14b"


def test_several_cards_help_video_little_over_pcie() -> None:
    small = VideoJob(params_b=1.3, layers=30, hidden=1536, frames=81, width_px=832, height_px=480, steps=50)
    alone = clip_s(small, card("nv-rtx4090")).require()
    eight = clip_s(msgspec.structs.replace(small, devices=8), card("nv-rtx4090")).require()
    assert alone == pytest.approx(261.4, rel=0.05)
    assert alone / eight == pytest.approx(2.3, abs=0.25)
    assert video_preset("Wan2.1-T2V-14B 720p") is not None
    assert video_preset("no such film") is None
    # USD 2.5 an hour: 0.255 a second of video on one H800, above the 0.10 to 0.15 of an API
    assert CLIP_COST(clip_s=1837.9, devices=1, price_hour=2.5, length_s=5) == pytest.approx(0.255, abs=0.001)
    assert CLIP_COST(clip_s=3342.6, devices=1, price_hour=2.0, length_s=5) == pytest.approx(0.371, abs=0.001)


def test_images_follow_published_rates() -> None:
    # timm: ViT-B/16 on RTX 4090 2,993 and 5090 3,916 images a second, Swin-B 1,241; ResNet-50 training 1,582 on A100
    assert images_s(vision_model("ViT-B/16"), card("nv-rtx4090")).require() == pytest.approx(2993, rel=0.1)
    assert images_s(vision_model("Swin-B"), card("nv-rtx4090")).require() == pytest.approx(1241, rel=0.1)
    trained = images_s(vision_model("ResNet-50"), card("nv-a100-sxm-80"), training=True)
    assert trained.require() == pytest.approx(1582, rel=0.1)
    with pytest.raises(UnknownIdError):
        vision_model("ViT-Z/99")


def test_speculation_gives_what_the_series_gives() -> None:
    # a = 0.7, K = 4: 2.7731 tokens and 1.98 times at a draft cost of 0.1; a = 0.3: 1.4251 and no gain; MTP 1.80
    assert PASS_TOKENS(accept_share=0.7, drafted=4) == pytest.approx(2.7731)
    assert PASS_TOKENS(accept_share=0.3, drafted=4) == pytest.approx(1.4251)
    assert PASS_TOKENS(accept_share=1.0, drafted=4) == 5
    assert SPEED_UP(pass_tokens=2.7731, drafted=4, draft_share=0.1) == pytest.approx(1.98, abs=0.005)
    assert SPEED_UP(pass_tokens=1.4251, drafted=4, draft_share=0.1) == pytest.approx(1.02, abs=0.005)
    assert PASS_TOKENS(accept_share=0.8, drafted=1) == pytest.approx(1.80)
    assert SPEED_UP(pass_tokens=PASS_TOKENS(accept_share=0.8, drafted=4), drafted=4, draft_share=0.05) == pytest.approx(
        2.80, abs=0.005
    )
    fast, knee = number(1.98), number(153)
    assert slows(fast, 1, 4, knee) is None
    assert slows(fast, 64, 4, knee) is not None
    assert slows(number(1.02), 1, 4, knee) is not None


def test_energy_and_price_of_tokens() -> None:
    # 464.2 W at 92.49 tokens a second: 5.0 J; 5 J at 0.8 a kWh: 1.1 for a million
    assert TOKEN_J(system_w=464.2, tokens_s=92.49) == pytest.approx(5.02, abs=0.01)
    assert MTOK_ENERGY_COST(token_j=5, pue=1, tariff=0.8) == pytest.approx(1.11, abs=0.01)
    # USD 2.5 x 2,102 tokens a second: 0.33; one stream of 24 at USD 2: 23.1; DeepSeek 16 an hour, 14,800: 0.30
    assert MTOK_COST(price_hour=2.5, devices=1, tokens_s=2102, use_share=1) == pytest.approx(0.33, abs=0.005)
    assert MTOK_COST(price_hour=2, devices=1, tokens_s=24, use_share=1) == pytest.approx(23.1, abs=0.1)
    assert MTOK_COST(price_hour=2, devices=8, tokens_s=14800, use_share=1) == pytest.approx(0.30, abs=0.005)


def test_measurements_above_the_roofline_are_refused_with_the_reason() -> None:
    # Mistral-7B in FP16 at 206.6 tokens a second on an A100: 140 is what 2,039 GB/s can read
    bound = upper_bound_tps(job("Mistral-7B-v0.1", "nv-a100-sxm-80", dtype="fp16", engine="tensorrt-llm"))
    assert bound.require() == pytest.approx(142, abs=3)
    assert judge(206.59, bound).ruling == "impossible"
    with pytest.raises(InputError, match="206.59"):
        refuse_impossible(206.59, bound, "entry")
    refuse_impossible(85, bound, "entry")
    assert judge(10, bound, number(80, "tok/s")).ruling == "doubtful"
    assert judge(85, bound, number(80, "tok/s")).ruling == "accepted"


def test_measured_here_replaces_the_estimate_and_both_are_there() -> None:
    one = job("Llama-3-8B", "nv-rtx4090", dtype="gguf-q4_k_m", engine="llama.cpp")
    estimate, bound = decode_tps(one), upper_bound_tps(one)
    told = settle(estimate, MeasuredHere(value=120, date=dt.date(2026, 11, 2), note="llama-bench, own machine"), bound)
    assert told.figure.value == 120
    assert told.figure.quality is Quality.MEASURED
    assert (told.figure.source_date, told.figure.source) == ("2026-11-02", "llama-bench, own machine")
    assert told.estimate is estimate
    assert estimate in list(walk(told.figure))
    assert told.notes == ()
    assert settle(estimate, None).figure is estimate
    assert [note.id for note in settle(estimate, MeasuredHere(value=40, note="x", date=dt.date(2026, 1, 1))).notes] == [
        "measured.outside"
    ]
    assert [note.id for note in settle(estimate, MeasuredHere(value=110)).notes] == ["measured.undated"]
    for wrong in (0.0, -3.0, float("nan"), 5000.0):
        with pytest.raises(InputError):
            settle(estimate, MeasuredHere(value=wrong), bound)


def test_unknown_numbers_stay_unknown() -> None:
    no_layers = SpeedJob(model=ModelShape(name="typed", params_b=7.0), card=card("nv-rtx4090"))
    assert decode_tps(no_layers).value is None
    assert "model/typed/layers" in decode_tps(no_layers).missing
    assert prefill_tps(job("Llama-3-8B", "apple-m2-ultra", tokens_in=1024.0)).value is None
    assert decode_tps(job("Llama-3-8B", "apple-m2-ultra", dtype="fp16", engine="llama.cpp")).require() == pytest.approx(
        36.25, rel=0.3
    )
    with pytest.raises(UnknownIdError):
        decode_tps(job("Llama-3-8B", "nv-rtx4090", dtype="fp7"))


def test_every_speed_can_be_recomputed_from_its_text() -> None:
    for figure in (
        decode_tps(job("Qwen3-30B-A3B", "nv-h20-96")),
        prefill_tps(job("Llama-2-70B", "nv-a100-sxm-80", devices=4, tokens_in=2048.0)),
        serving(job("Llama-3.3-70B", "nv-h100-sxm", dtype="fp8", devices=2, tokens_in=1000.0)).tps,
        train_tps(TRAINING),
    ):
        for part in walk(figure):
            if part.formula is not None and part.value is not None:
                assert recompute(part) == pytest.approx(part.value), part.key


def test_cards_fall_into_classes_by_what_they_are() -> None:
    assert memory_class(card("nv-h20-96")) == "few_units"
    assert memory_class(card("nv-h100-sxm")) == "hbm"
    assert memory_class(card("nv-gb10")) == "unified"
    assert memory_class(card("nv-rtx4090")) == "gddr"
    assert chip_class(card("hw-910b2")) == "npu"
    assert chip_class(card("amd-mi300x")) == "cdna3"
    assert matmul_share(card("nv-a100-sxm-80")).require() == pytest.approx(0.87)
    assert peak(card("nv-b200"), "nvfp4").require() == 9000
    assert peak(card("nv-a100-sxm-80"), "fp8").require() == 312  # no eight-bit float rate: multiplied in 16 bits
    assert sustained(card("nv-l40s"), "x").require() == pytest.approx(183.2)  # twice its FP32 rate, not 362
    assert peak(card("amd-mi250x")).require() == pytest.approx(191.5)  # one of two devices


def test_software_is_found_by_its_name_and_others_are_told() -> None:
    assert engine("vLLM (Apr 2024)").decode == "serving"
    assert engine("llama.cpp").split == "layer"
    assert engine("transformers+peft").train == "plain"
    assert not engine("house-made").known


def test_constants_are_counted_and_can_be_tried_for_refitting() -> None:
    mine = ("decode_tps", "prefill_tps", "train_throughput", "served_tps", "video_s", "vision", "pretrain_gpu_hours")
    assert sum(len(free_constants(name)) for name in mine) == 61
    assert all(one.low <= one.value <= one.high for one in sizing_constants().values())
    assert all(one.rows for one in free_constants())
    before = decode_tps(job("Llama-3-8B", "nv-rtx4090", dtype="fp16")).require()
    with trying({"decode_reach_gddr_16": sizing_value("decode_reach_gddr_16") / 2}):
        assert decode_tps(job("Llama-3-8B", "nv-rtx4090", dtype="fp16")).require() < 0.6 * before
    assert decode_tps(job("Llama-3-8B", "nv-rtx4090", dtype="fp16")).require() == before


def test_jobs_that_cannot_be_are_refused_and_odd_ones_told() -> None:
    for wrong in ({"batch": 0}, {"devices": 0}, {"tokens_in": -1.0}, {"tokens_out": float("nan")}):
        with pytest.raises(InputError):
            job("Llama-3-8B", "nv-rtx4090", **wrong)
    check_ranks(job("Llama-2-7B", "nv-h100-sxm", devices=32))
    with pytest.raises(InputError, match="32 heads"):
        check_ranks(job("Llama-2-7B", "nv-h100-sxm", devices=64))
    odd = job("Llama-3-8B", "nv-a100-sxm-80", dtype="fp8", devices=16, tokens_in=9000.0, engine="house-made")
    assert [note.id for note in speed_notes(odd)] == [
        "speed.format.unknown",
        "speed.kv_ranks",
        "model.context",
        "rows.engine",
    ]
    assert speed_notes(job("Llama-3-8B", "nv-h100-sxm", dtype="fp8", devices=8)) == ()


def test_sparse_models_without_number_of_experts_read_their_active_part() -> None:
    bare = ModelShape(
        name="typed", params_b=100.0, active_b=10.0, layers=40, hidden=4096, heads=32, kv_heads=8, head_dim=128
    )
    on = SpeedJob(model=bare, card=card("nv-h200-sxm"), tokens_in=0.0, tokens_out=2.0)
    one, many = (read_gb(on, number(float(batch)), "x").require() for batch in (1, 500))
    assert one == pytest.approx(20)
    assert many == pytest.approx(200, rel=0.01)
    assert decode_tps(on).quality is Quality.ASSUMED

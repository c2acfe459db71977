"""Common statements on sizing, one test for each: right ones come out, wrong ones are shown to be wrong by our own numbers.

The numbers beside them are published or worked by hand. Statements on memory are in test_memory_rules_of_thumb.
"""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
import pytest

from planner.advice.records import table
from planner.advice.rules_of_money import all_corrections
from planner.advice.rules_of_thumb import chips_of_sram
from planner.calc.cautions import cautions
from planner.calc.run import calculate
from planner.catalog.items import Item
from planner.catalog.load import bundled_item, bundled_of
from planner.cost.depreciation import STRAIGHT_LINE
from planner.cost.power_bill import ENERGY_COST, ENERGY_KWH, TARIFF_FOR
from planner.cost.renting import COST, EQUAL_HOURS, EQUAL_SHARE
from planner.cost.tokens import NAIVE_CARDS, TUNE_CARDS, TUNE_GB, UNIT_COST
from planner.figure import Figure, Quality, leaf
from planner.workload.chips import bandwidth, peak
from planner.workload.decode import UPPER_BOUND_TPS, decode_tps, knee_batch
from planner.workload.energy import MTOK_COST
from planner.workload.fit import entry_memory, fit_verdict, visible_from_label
from planner.workload.media_memory import MediaSpec, media_memory
from planner.workload.models import ModelShape, from_item
from planner.workload.prefill import prefill_tps
from planner.workload.queueing import many_servers
from planner.workload.serving import CONCURRENCY, RESIDENCE_S, serving
from planner.workload.spec import MemorySpec
from planner.workload.speculative import PASS_TOKENS, SPEED_UP, slows
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import RUN_COST, RUN_HOURS, TrainingJob, train_tps
from planner.workload.video_speed import CLIP_COST, CLIP_TOKENS
from tests.conftest import PROJECT

RULES = {one.id: one for one in all_corrections()}
_MODELS = {item.name: item for item in bundled_of("model")}
GB = 2**30 / 1e9


def shape(name: str) -> ModelShape:
    return from_item(_MODELS[name])


def card(name: str) -> Item:
    return bundled_item(name)


def visible(label_gb: float) -> Figure:
    return visible_from_label(leaf("card/memory_gb", label_gb, "GB", Quality.PUBLISHED))


def job(model: str, on: str, **changes: Any) -> SpeedJob:
    return msgspec.structs.replace(
        SpeedJob(model=shape(model), card=card(on), tokens_in=0.0, tokens_out=512.0), **changes
    )


def shown(rule: str, name: str) -> float:
    found = {figure.key.rpartition("/")[2]: figure for figure in RULES[rule].figures}
    return found[name].require()


# ------------------------------------------------------------------------------------------------ memory
def test_s04_two_bytes_a_parameter_are_the_weights_of_inference_and_not_all_of_it() -> None:
    need = entry_memory(MemorySpec(model=shape("Llama-3-8B"), seq_len=8192, batch=1))
    weights = 8.03e9 * 2 / 2**30
    assert next(part.require() for part in need.parts if part.key.endswith("/weights_gib")) == pytest.approx(
        weights, rel=0.001
    )
    assert need.total.require() > weights + 1.0  # 8,192 tokens x 128 KiB of cache are 1 GiB
    assert [TUNE_GB(params_b=7, bytes_per_param=size) for size in (16, 20)] == [112, 140]


def test_s14_full_tuning_of_13_to_34_billion_takes_9_cards_of_80_gb_for_the_states_alone() -> None:
    assert (TUNE_GB(params_b=13, bytes_per_param=20), TUNE_GB(params_b=34, bytes_per_param=20)) == (260, 680)
    assert TUNE_CARDS(params_b=34, bytes_per_param=20, card_gb=80) == 9
    whole = MemorySpec(method="full", model=shape("CodeLlama-34B"), seq_len=2048, optimizer="adamw-keep-16bit-grads",
                       devices=9, zero_stage=3)  # fmt: skip
    assert fit_verdict(entry_memory(whole).per_device, visible(80)).verdict == "no"  # activations come on top
    # QLoRA on 24 GB: 18.9 to 20.5 GB are taken by inference already, so short sequences at most
    lean = MemorySpec(
        method="qlora", model=shape("CodeLlama-34B"), seq_len=512, dtype="nf4-dq", kept_bits=16, chunked_loss=True
    )
    assert fit_verdict(entry_memory(lean).per_device, visible(24)).verdict in ("tight", "fits")
    long = msgspec.structs.replace(lean, seq_len=8192, batch=2)
    assert fit_verdict(entry_memory(long).per_device, visible(24)).verdict == "no"


def test_s21_video_of_14_billion_takes_48_to_80_gb_on_one_card_and_30_on_eight() -> None:
    item = card("wan2.1-t2v-14b")
    base = MediaSpec(name=item.name, kind="video", params_b=14, hidden=item.number("hidden"), ffn=item.number("ffn"),
                     width_px=1280, height_px=720, frames=81)  # fmt: skip
    held = {n: media_memory(msgspec.structs.replace(base, devices=n)).per_device.require() * GB for n in (1, 2, 8)}
    assert 69.1 < held[1] < 90  # published 69.1 with offload
    assert held[2] == pytest.approx(53.9, rel=0.1)  # published 21.9 + 64 / n
    assert held[8] == pytest.approx(29.9, rel=0.1)


def test_s22_chips_of_230_mb_hold_70_billion_by_the_hundred() -> None:
    assert [one.require() for one in chips_of_sram()] == [609, 305]
    assert card("amd-mi300x").number("memory_gb") == 192
    assert card("tpu-v5e").number("memory_gb") == 16


# ------------------------------------------------------------------------------------------------ speed
def test_s30_bandwidth_over_size_is_the_bound_of_one_stream() -> None:
    bound = UPPER_BOUND_TPS(batch=1, parallel=1, bandwidth_gbs=3350, read_gb=140, cache_gb=0)
    assert bound == pytest.approx(23.9, abs=0.05)
    assert shown("decode_by_bandwidth", "decode_tps") < shown("decode_by_bandwidth", "upper_bound_tps") / 1.3


def test_s31_wrong_requests_a_second_are_no_requests_at_once() -> None:
    assert 100 * 200 == 20_000
    stay = RESIDENCE_S(ttft_s=0.0, tokens_out=200, tpot_s=0.030)
    assert CONCURRENCY(arrivals_s=100, residence_s=stay) == pytest.approx(600)  # and more with the first token
    assert RULES["rate_is_no_concurrency"].verdict == "wrong"


@pytest.mark.parametrize(
    ("tokens_in", "tokens_out", "published"), [(1000.0, 1000.0, 4205), (128.0, 2048.0, 6651), (5000.0, 500.0, 898)]
)
def test_s32_wrong_836_cards_for_20000_tokens_a_second(tokens_in: float, tokens_out: float, published: float) -> None:
    assert NAIVE_CARDS(tok_s=20000, bw_gbs=3350, model_gb=140) == 836
    served = serving(job("Llama-3.3-70B", "nv-h100-sxm", dtype="fp8", kv_dtype="fp8", devices=2, engine="tensorrt-llm",
                         tokens_in=tokens_in, tokens_out=tokens_out))  # fmt: skip
    cards = 2 * math.ceil(20000 / served.tps.require())
    assert served.tps.require() == pytest.approx(published, rel=0.6)  # nine of ten published rows lie within 60 %
    assert 836 / cards > 12


def test_s33_fp8_halves_the_bytes_and_serves_more_than_twice_as_much() -> None:
    # published on four H100: 2,474 in FP16, 6,049 in FP8 with FP8 caches
    half = job("Llama-3.3-70B", "nv-h100-sxm", devices=4, engine="tensorrt-llm", tokens_in=1000.0, tokens_out=1000.0)
    eight = msgspec.structs.replace(half, dtype="fp8", kv_dtype="fp8")
    assert serving(eight).tps.require() / serving(half).tps.require() == pytest.approx(2.4, rel=0.25)


def test_s34_small_batches_wait_for_memory_large_ones_for_arithmetic() -> None:
    knees = {"nv-a100-sxm-80": 153, "nv-h100-sxm": 295, "nv-h20-96": 37, "nv-l40s": 419, "amd-mi300x": 245}
    for name, sequences in knees.items():
        assert knee_batch(job("Llama-2-7B", name), ideal=True).require() == pytest.approx(sequences, rel=0.01)


def test_s35_falling_back_to_pcie_slows_a_prompt_1_7_times() -> None:
    # 70B on four A100, 2,048 tokens: compute 421 ms, all-reduces 34 ms over NVLink, 366 ms over PCIe 4
    fast = job("Llama-2-70B", "nv-a100-sxm-80", devices=4, tokens_in=2048.0)
    slow = msgspec.structs.replace(fast, link_said="PCIe")
    times = [2048 / prefill_tps(one).require() for one in (slow, fast)]
    assert times[0] / times[1] == pytest.approx((421 + 366) / (421 + 34), rel=0.15)


def test_s36_wrong_150_to_200_tflops_are_reached_by_good_stacks() -> None:
    assert peak(card("nv-a100-sxm-80")).require() == 312
    trained = TrainingJob(model=shape("Llama-2-7B"), card=card("nv-a100-sxm-80"), devices=8, engine="foundry")
    assert train_tps(trained).require() == pytest.approx(4641, rel=0.1)  # MPT-7B, 200 TFLOPS
    assert train_tps(trained).require() > 2473  # what half of 150-200 would give at most
    assert RULES["ampere_training_rate"].verdict == "wrong"


def test_s37_a_few_hundred_million_tokens_take_18_to_45_hours() -> None:
    hours = [RUN_HOURS(tokens=300e6, all_tps=speed, goodput=1) for speed in (4641, 1855)]
    assert hours == pytest.approx([17.96, 44.9], abs=0.05)


def test_s38_an_h100_trains_2_3_times_as_fast_as_an_a100_not_3_2() -> None:
    spec = peak(card("nv-h100-sxm")).require() / peak(card("nv-a100-sxm-80")).require()
    assert spec == pytest.approx(3.17, abs=0.01)
    speeds = [train_tps(TrainingJob(model=shape("Llama-2-7B"), card=card(name), devices=8, engine="foundry")).require()
              for name in ("nv-h100-sxm", "nv-a100-sxm-80")]  # fmt: skip
    assert speeds[0] / speeds[1] == pytest.approx(2.29, rel=0.05)  # MPT-7B: 10,643 and 4,641
    read = bandwidth(card("nv-h100-sxm")).require() / bandwidth(card("nv-a100-sxm-80")).require()
    assert read == pytest.approx(1.64, abs=0.01)


def test_s39_variants_of_a_card_differ_in_bandwidth() -> None:
    told = {
        "nv-a100-sxm-80": 2039,
        "nv-a100-sxm-40": 1555,
        "nv-a100-pcie-80": 1935,
        "nv-h100-sxm": 3350,
        "nv-h100-nvl": 3900,
    }
    assert {name: bandwidth(card(name)).require() for name in told} == told
    assert 2000 <= bandwidth(card("nv-h100-pcie")).require() <= 2039


def test_s40_a_5090_reads_78_percent_more_than_a_4090() -> None:
    assert bandwidth(card("nv-rtx5090")).require() / bandwidth(card("nv-rtx4090")).require() == pytest.approx(
        1.78, abs=0.005
    )


def test_s41_tuning_on_one_card_does_not_wait_for_bandwidth() -> None:
    fast = card("nv-rtx4090")
    told = msgspec.structs.replace(fast.attributes["bandwidth_gbs"], value=504.0)
    slow = msgspec.structs.replace(fast, attributes={**fast.attributes, "bandwidth_gbs": told})
    jobs = [TrainingJob(model=shape("Llama-2-7B"), card=one, method="qlora", batch=4) for one in (fast, slow)]
    assert train_tps(jobs[0]).require() == train_tps(jobs[1]).require()
    assert (
        decode_tps(job("Llama-2-7B", "nv-rtx4090")).require()
        > 1.7 * decode_tps(SpeedJob(model=shape("Llama-2-7B"), card=slow, tokens_in=0.0, tokens_out=512.0)).require()
    )


def test_s42_one_stream_of_70_billion_reaches_100_only_in_fp8_on_eight_cards() -> None:
    published = {("nv-a100-sxm-80", 8): 62.5, ("nv-h100-sxm", 2): 32.0}
    for (name, devices), speed in published.items():
        found = decode_tps(job("Llama-2-70B", name, devices=devices, engine="gpt-fast"))
        assert found.require() == pytest.approx(speed, rel=0.15)
    best = decode_tps(job("Llama-2-70B", "nv-h100-sxm", devices=8, dtype="fp8", engine="gpt-fast"))
    assert 100 < best.require() < 200


def test_s43_speculation_gives_2_77_tokens_and_1_98_times_at_70_percent() -> None:
    assert PASS_TOKENS(accept_share=0.7, drafted=4) == pytest.approx(2.7731)
    assert PASS_TOKENS(accept_share=0.3, drafted=4) == pytest.approx(1.4251)
    gains = [SPEED_UP(pass_tokens=tokens, drafted=4, draft_share=0.1) for tokens in (2.7731, 1.4251)]
    assert gains == pytest.approx([1.98, 1.02], abs=0.005)
    assert gains[0] == pytest.approx(48.4 / 25.25, rel=0.05)  # gpt-fast, 70B with a 7B draft


def test_s44_drafts_reach_their_published_ranges() -> None:
    told = {row["id"]: (float(row["speed_low"]), float(row["speed_high"])) for row in table("drafts")}
    assert told == {"independent": (1.5, 2.5), "medusa": (1.8, 2.5), "eagle3": (2, 4), "mtp": (1.8, 1.8)}
    assert PASS_TOKENS(accept_share=0.8, drafted=1) == pytest.approx(1.80)
    chain = SPEED_UP(pass_tokens=PASS_TOKENS(accept_share=0.8, drafted=4), drafted=4, draft_share=0.05)
    assert chain == pytest.approx(2.80, abs=0.005)  # four times needs trees of drafts


def test_s45_the_gain_vanishes_at_large_batches() -> None:
    gain, knee = (leaf("given", value, "1", Quality.ENTERED) for value in (1.98, 153.0))
    assert slows(gain, 30, 4, knee) is None  # 30 x 5 tokens are below the knee
    assert slows(gain, 64, 4, knee) is not None


def test_s46_four_shared_cards_at_70_percent_make_43_percent_wait() -> None:
    waits, mean, _tail, _waiting = many_servers(4, 0.7, 1.0)
    assert waits == pytest.approx(0.43, abs=0.005)
    assert mean == pytest.approx(0.36, abs=0.005)  # in lengths of a job
    prices = {row["id"]: (float(row["price_low_cny"]), float(row["price_high_cny"])) for row in table("tiers")}
    assert prices["lab-a"] == (120000, 180000)


def test_s47_four_4090_are_1_8_kw_before_the_host() -> None:
    assert shown("four_cards_power", "four_cards_w") == 1800


def test_s48_the_limit_of_32k_is_the_providers_not_the_models() -> None:
    assert shape("Llama-3.1-70B").max_context == 131072
    # 30,000 characters are 18,000 to 30,000 tokens: with an answer of 4,096 they may or may not pass 32,768
    assert 18000 + 4096 < 32768 < 30000 + 4096


# ------------------------------------------------------------------------------------------------ money
def test_s60_wrong_cost_is_price_times_time_plus_labour() -> None:
    assert RUN_COST(gpu_hours=100, price_hour=20, labour=10000) == 12000
    assert RULES["cost_is_a_sum"].verdict == "wrong"


def test_s61_a_month_of_owning_an_a100_is_250_to_556() -> None:
    months = [STRAIGHT_LINE(cost=cost, salvage=0, periods=n) for cost, n in ((15000, 60), (20000, 36))]
    assert months == pytest.approx([250, 555.6], abs=0.05)


def test_s62_electricity_over_100_dollars_needs_a_high_price() -> None:
    assert ENERGY_KWH(it_kw=0.4, hours=730, pue=1) == pytest.approx(292)
    assert ENERGY_KWH(it_kw=0.4, hours=730, pue=1.5) == pytest.approx(438)
    assert TARIFF_FOR(cost=100, it_kw=0.4, hours=730, pue=1.5) == pytest.approx(0.228, abs=0.001)
    assert ENERGY_COST(it_kw=0.4, hours=730, pue=1.5, tariff=0.8) == pytest.approx(350, abs=0.5)


def test_s63_monthly_and_hourly_rent_do_not_agree() -> None:
    assert COST(rate=2, hours=730, cards=1, nodes=1, util=1) == 1460
    assert COST(rate=3, hours=730, cards=1, nodes=1, util=1) == 2190  # above the 1,500 a month that is told
    hours = [EQUAL_HOURS(own_month=own, rent_h=rent) for own, rent in ((800, 3), (1200, 2))]
    assert hours == pytest.approx([266.7, 600], abs=0.05)


def test_s64_there_is_no_30_percent_below_which_one_rents() -> None:
    shares = [EQUAL_SHARE(own_month=own, rent_h=rent, hours_month=730) for own, rent in ((800, 3), (1200, 2))]
    assert shares == pytest.approx([0.365, 0.822], abs=0.001)
    assert RULES["rent_below_a_third"].verdict == "loose"


def test_s65_a_7b_lora_run_costs_1_4_to_4_dollars() -> None:
    costs = [RUN_COST(gpu_hours=hours, price_hour=price, labour=0) for hours, price in ((2, 0.7), (4, 1.0))]
    assert costs == pytest.approx([1.4, 4.0])


def test_s66_a_month_of_a_rented_4090_is_1440_to_2880() -> None:
    assert [COST(rate=rate, hours=720, cards=1, nodes=1, util=1) for rate in (2, 4)] == [1440, 2880]


def test_s67_a_rented_70b_qlora_experiment_costs_some_hundreds() -> None:
    hours = [RUN_HOURS(tokens=tokens, all_tps=335, goodput=1) for tokens in (10e6, 50e6)]
    assert hours == pytest.approx([8.29, 41.5], abs=0.05)
    assert [UNIT_COST(quantity=hours[0], price=price) for price in (10, 35)] == pytest.approx([83, 290], abs=0.5)
    assert [UNIT_COST(quantity=hours[1], price=price) for price in (10, 35)] == pytest.approx([415, 1451], abs=1)


def test_s68_the_five_tiers_have_their_prices_and_what_they_do_not_do() -> None:
    prices = {row["id"]: (float(row["price_low_cny"]), float(row["price_high_cny"])) for row in table("tiers")
              if row["sort"] == "tier"}  # fmt: skip
    assert prices == {
        "tier-1": (8e3, 2e4), "tier-2": (8e4, 1.5e5), "tier-3": (6e5, 1.2e6), "tier-4": (1.8e6, 2.4e6), "tier-5": (1e6, 2e6),
    }  # fmt: skip
    fourth = next(row for row in table("tiers") if row["id"] == "tier-4")
    assert "only with an 8-bit optimizer" in fourth["supports_en"]  # S17: full tuning of 70B does not fit otherwise


def test_s69_a_million_seconds_of_video_cost_100000_dollars_and_frames_grow_with_the_square_in_pairs() -> None:
    assert UNIT_COST(quantity=1e6, price=0.10) == pytest.approx(100_000)
    assert 10 * 24 == 240
    assert math.comb(30 * 24, 2) == 258_840


def test_s70_wrong_own_video_at_published_speed_is_dearer_than_the_cheap_offers() -> None:
    costs = [
        CLIP_COST(clip_s=took, devices=1, price_hour=price, length_s=5) for took, price in ((3342.6, 2), (1837.9, 2.5))
    ]
    assert costs == pytest.approx([0.371, 0.255], abs=0.001)
    assert min(costs) > 0.15
    assert RULES["own_video_is_cheaper"].verdict == "wrong"
    assert CLIP_TOKENS(frames=81, height_px=720, width_px=1280) == 75_600


def test_s71_cost_of_a_million_tokens() -> None:
    cases = ((2.5, 1, 2102, 0.33), (2, 1, 24, 23.1), (2, 8, 14800, 0.30))
    for price, devices, speed, cost in cases:
        found = MTOK_COST(price_hour=price, devices=devices, tokens_s=speed, use_share=1)
        assert found == pytest.approx(cost, rel=0.015)


# ------------------------------------------------------------------------------------------------ warnings, and the list
@pytest.mark.parametrize(
    ("kind", "inputs", "rule"),
    [
        ("stream_cards_naive", {"tok_s": "20000", "bw_gbs": "3350", "model_gb": "140"}, "cards_by_bandwidth"),
        ("decode_upper_bound", {"bandwidth_gbs": "3350", "read_gb": "140"}, "decode_by_bandwidth"),
        ("full_tune_cards", {"params_b": "70", "bytes_per_param": "16", "card_gb": "80"}, "bytes_per_parameter"),
    ],
)
def test_a_calculation_in_wrong_use_says_so(kind: str, inputs: dict[str, str], rule: str) -> None:
    assert calculate(kind, inputs).figures
    assert [one.id for one in cautions(kind)] == [rule]
    assert cautions("w_to_btuh") == ()


STATED = [f"s{number:02}" for number in (*range(1, 23), *range(30, 49), *range(60, 72))]


@pytest.mark.parametrize("name", STATED)
def test_every_statement_has_its_test(name: str) -> None:
    tested = "\n".join(
        (PROJECT / "tests" / "unit" / file).read_text(encoding="utf-8")
        for file in ("test_sizing_oracles.py", "test_memory_rules_of_thumb.py")
    )
    assert re.search(rf"def test_(s\d\d_)*{name}_", tested)

"""Rules of thumb in common use: the wrong number is not reproduced, the right one is reckoned.

Published or hand-worked values stand beside each.
"""

from __future__ import annotations

import pytest

from planner.advice.records import Correction
from planner.advice.rules_of_money import all_corrections
from planner.figure import Figure, walk
from planner.formulas import recompute
from planner.messages import render

RULES = {one.id: one for one in all_corrections()}
WRONG = {
    "activations_first",
    "seventy_on_24",
    "seventy_lora_two_cards",
    "seventy_full_eight_141",
    "rate_is_no_concurrency",
    "cards_by_bandwidth",
    "ampere_training_rate",
    "cost_is_a_sum",
    "own_video_is_cheaper",
    "video_memory_is_linear",
}


def value(rule: str, name: str) -> float:
    found = {figure.key.rpartition("/")[2]: figure for figure in RULES[rule].figures}
    return found[name].require()


def test_each_is_told_once_and_wrong_is_told_from_loose() -> None:
    assert len(RULES) == len(all_corrections())
    assert {one.id for one in RULES.values() if one.verdict == "wrong"} == WRONG


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_each_has_numbers_a_source_and_honest_formulas(rule: Correction) -> None:
    assert rule.source
    assert rule.figures
    for figure in rule.figures:
        for part in walk(figure):
            assert part.known or part.key.endswith("live_layer_gib")
            if part.formula is not None:
                assert recompute(part) == pytest.approx(part.value)


def test_twelve_bytes_are_not_sixteen() -> None:
    assert value("bytes_per_parameter", "bytes_without_master") == 12  # 2 + 2 + 8
    assert value("bytes_per_parameter", "bytes_with_master") == 16  # and the FP32 copy of 4


def test_activations_are_small_with_checkpointing() -> None:
    """Llama-3-8B, 2,048 tokens: about half a GiB of activations against 90 GiB of states (12 bytes x 8.03e9)."""
    assert value("activations_first", "activations_gib") < 2
    assert value("activations_first", "optimizer_gib") == pytest.approx(8.03e9 * 12 / 2**30, rel=0.01)


def test_seventy_billion_do_not_fit_24_gb() -> None:
    """Published: NF4 with double quantisation and 16-bit embeddings 39.5 GB."""
    assert value("seventy_on_24", "weights_gib") == pytest.approx(39.5e9 / 2**30, rel=0.02)
    assert value("seventy_on_24", "70b_on_24") > 1.5


def test_two_80_gb_cards_do_not_hold_lora_of_72_billion() -> None:
    need, seen = RULES["seventy_lora_two_cards"].figures
    assert need.require() > seen.require()
    assert need.require() * 2 * 2**30 / 1e9 > 160  # more than the 150 GB that are told


def test_full_tuning_of_70_billion_needs_small_states_on_1128_gb() -> None:
    assert value("seventy_full_eight_141", "70b_full_18") == 1260  # 70 x 18
    assert value("seventy_full_eight_141", "eight_cards_gb") == 1128
    assert value("seventy_full_eight_141", "70b_full_6") == 420  # 8-bit optimizer
    assert value("seventy_full_eight_141", "70b_full_cards") == 16  # 1260 / 80 = 15.75


def test_a_rate_is_no_concurrency() -> None:
    assert value("rate_is_no_concurrency", "in_flight") == pytest.approx(100 * (0.2 + 200 * 0.03))  # 620


def test_cards_are_not_counted_by_the_single_stream_bound() -> None:
    """NVIDIA publishes 4,205 tok/s on two H100 in FP8 (1000/1000): about ten cards, not 836."""
    assert value("cards_by_bandwidth", "naive_cards") == 836
    assert value("cards_by_bandwidth", "served_tps") == pytest.approx(4205, rel=0.25)
    assert 8 <= value("cards_by_bandwidth", "batched_cards") <= 12


def test_bandwidth_over_size_is_a_ceiling() -> None:
    """Published: 32 tok/s for 70B in BF16 on two H100; the bound is half as much again and more."""
    bound, real = (figure.require() for figure in RULES["decode_by_bandwidth"].figures)
    assert real < bound
    assert real == pytest.approx(32, rel=0.25)
    assert bound / real > 1.4


def test_150_to_200_are_reached_not_theoretical() -> None:
    """Published: dense BF16 312; MPT-7B reaches 200."""
    assert value("ampere_training_rate", "bf16_dense_tflops") == 312
    assert value("ampere_training_rate", "a100_reached") == pytest.approx(200, rel=0.15)


def test_a_long_sequence_breaks_the_rule_of_a_fifth() -> None:
    """A token of Llama-3-70B keeps 327,680 bytes: 32,768 of them 10 GiB."""
    cached = RULES["memory_plus_a_fifth"].figures[0]
    assert cached.require() == pytest.approx(10.0)
    assert value("memory_plus_a_fifth", "cache_share") > 0.2


def test_cost_is_a_sum() -> None:
    assert value("cost_is_a_sum", "run_cost") == 12000  # 100 x 20 + 10,000; the product would be 20,000,000


def test_break_even_is_no_constant() -> None:
    assert value("rent_below_a_third", "equal_share_low") == pytest.approx(267 / 730, abs=0.001)
    assert value("rent_below_a_third", "equal_share_high") == pytest.approx(600 / 730, abs=0.001)


def test_own_video_costs_more_than_the_cheap_offers() -> None:
    """Published: Wan2.1-14B 720p, 5 s, on an A800 3,342.6 s; at 2 USD an hour 0.37 for a second of video."""
    assert value("own_video_is_cheaper", "clip_s") == pytest.approx(3342.6, rel=0.05)
    assert value("own_video_is_cheaper", "second_cost") == pytest.approx(0.37, abs=0.02)
    assert value("own_video_is_cheaper", "video_ratio") > 2


def test_video_memory_is_linear() -> None:
    assert value("video_memory_is_linear", "video_memory") == pytest.approx(41 / 21)  # latent frames (F - 1) / 4 + 1
    assert value("video_memory_is_linear", "video_work") > 3  # nearly the square


def test_four_cards_are_more_than_1600_w() -> None:
    assert value("four_cards_power", "four_cards_w") == 1800  # 4 x 450 W


def test_words_say_the_numbers() -> None:
    said = render(RULES["rate_is_no_concurrency"].right, "en")
    assert "620" in said
    assert all(isinstance(figure, Figure) for one in RULES.values() for figure in one.figures)

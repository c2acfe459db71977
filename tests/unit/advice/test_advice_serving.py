"""Quantisation, speculative decoding and precision."""

from __future__ import annotations

import pytest

from planner.advice.precision import Work, advise_precision, fp64_share, weak_fp64, work_of
from planner.advice.quantisation import Aim, advise_quantisation
from planner.advice.speculative import (
    Speculation,
    advise_speculative,
    drafts,
    expected_tokens,
    largest_batch,
    no_knee,
    speed_up,
)
from planner.catalog.load import bundled_item
from planner.figure import Quality, leaf, unknown
from planner.messages import format_value
from planner.workload.models import from_item

QWEN = from_item(bundled_item("qwen2.5-72b"))


@pytest.mark.parametrize(
    ("aim", "card", "choice"),
    [
        ("latency", "nv-rtx4090", "awq"),
        ("concurrency", "nv-h100-sxm", "fp8"),
        ("concurrency", "nv-a100-sxm-80", "smoothquant"),  # no FP8 hardware before Hopper
        ("accuracy", "nv-a100-sxm-80", "qat"),
        ("long_context", "nv-a100-sxm-80", "kv8"),
    ],
)
def test_quantisation_by_aim(aim: Aim, card: str, choice: str) -> None:
    found = advise_quantisation(aim, QWEN, bundled_item(card))
    assert found.choice == choice
    assert len(found.rejected) == 5
    assert any("Shadow" in format_value(one, "en") for one in found.would_change)


def test_weights_by_bit_layout() -> None:
    """Published: Qwen2.5-72B GPTQ-INT4 38.61 GiB of weights: 4.16 bits, embeddings at 16."""
    small = advise_quantisation("latency", QWEN, None).reasons[1].figures[0]
    assert small.value == pytest.approx(38.61, rel=0.005)


def test_eight_bit_cache_halves_a_token() -> None:
    half, whole = advise_quantisation("long_context", QWEN, None).reasons[1].figures
    assert whole.require() / half.require() == pytest.approx(2, rel=0.05)


def test_card_without_rates_is_asked_for() -> None:
    found = advise_quantisation("concurrency", QWEN, bundled_item("hw-910b3"))
    assert found.state == "unknown"
    assert found.missing == ("hw-910b3/fp8_dense_tflops", "hw-910b3/int8_dense_tops")
    assert advise_quantisation("concurrency", QWEN, None).missing == ("line/card",)


# -------------------------------------------------------------------------------------------------------- speculative
@pytest.mark.parametrize(
    ("accept", "tokens", "gain"),
    [(0.7, 2.7731, 1.98), (0.3, 1.4251, 1.02)],  # (1 - a^5) / (1 - a), over 1 + 4 x 0.1
)
def test_expected_speed_up(accept: float, tokens: float, gain: float) -> None:
    use = Speculation(accept=accept, draft_tokens=4, draft_cost=0.1)
    assert expected_tokens(use).value == pytest.approx(tokens, abs=5e-5)
    assert speed_up(use, no_knee()).value == pytest.approx(gain, abs=0.005)


def test_one_head_that_accepts_four_of_five_gives_1_8() -> None:
    assert speed_up(Speculation(accept=0.8, draft_tokens=1, draft_cost=0), no_knee()).value == pytest.approx(1.8)


def test_limit_for_long_drafts() -> None:
    assert expected_tokens(Speculation(accept=0.7, draft_tokens=200)).value == pytest.approx(1 / 0.3)
    assert expected_tokens(Speculation(accept=1.0, draft_tokens=4)).value == 5


def test_gain_vanishes_beyond_the_knee() -> None:
    knee = leaf("knee", 100.0, "1", Quality.COMPUTED)
    gains = [speed_up(Speculation(accept=0.7, draft_tokens=4, draft_cost=0.1, batch=size), knee).require() for size in (1, 20, 21, 100)]  # fmt: skip
    assert gains[0] == gains[1] > gains[2] > gains[3]
    assert gains[3] < 1  # checking five tokens of 100 sequences costs five times the arithmetic
    assert largest_batch(Speculation(draft_tokens=4), knee).value == 20


@pytest.mark.parametrize(
    ("use", "latency", "choice"),
    [
        (Speculation(accept=0.7, draft_cost=0.1), True, "on"),
        (Speculation(accept=0.7, draft_cost=0.1), False, "load_test"),
        (Speculation(accept=0.3, draft_cost=0.1), True, "off"),
        (Speculation(accept=0.7, draft_cost=0.1, temperature=1.5), True, "off"),
        (Speculation(accept=0.7, draft_cost=0.1, batch=500), True, "off"),
    ],
)
def test_when_to_switch_it_on(use: Speculation, latency: bool, choice: str) -> None:
    assert advise_speculative(use, leaf("knee", 150.0, "1", Quality.COMPUTED), latency).choice == choice


def test_customary_values_are_assumed_and_a_missing_rate_unknown() -> None:
    assert speed_up(Speculation(), no_knee()).quality is Quality.ASSUMED
    assert advise_speculative(Speculation(), unknown("card/bf16", "1"), True).state == "unknown"


def test_published_ranges_of_drafts() -> None:
    found = {one.id: (one.accept_low, one.accept_high, one.speed_low, one.speed_high) for one in drafts()}
    assert found == {
        "independent": (0.6, 0.8, 1.5, 2.5),
        "medusa": (0.6, 0.7, 1.8, 2.5),
        "eagle3": (0.7, 0.8, 2, 4),
        "mtp": (0.8, None, 1.8, 1.8),
    }


# ---------------------------------------------------------------------------------------------------------- precision
@pytest.mark.parametrize(
    ("work", "card", "choice"),
    [
        ("training", "nv-a100-sxm-80", "bf16"),
        ("training", "nv-v100-sxm2-32", "fp16"),
        ("inference", "nv-h100-sxm", "fp8"),
        ("inference", "nv-a100-sxm-80", "int8"),
        ("inference", "hw-910b3", "bf16"),
        ("science", "nv-a100-sxm-80", "fp64"),
        ("science", "hw-910b3", ""),
    ],
)
def test_precision(work: Work, card: str, choice: str) -> None:
    found = advise_precision(work, bundled_item(card))
    assert found.choice == choice
    assert (found.state == "unknown") is (choice == "")


def test_fp64_of_a_game_card_is_a_by_product() -> None:
    assert weak_fp64(bundled_item("nv-rtx4090")) is True
    assert weak_fp64(bundled_item("nv-a100-sxm-80")) is False
    assert weak_fp64(bundled_item("hw-910b3")) is None
    assert fp64_share(bundled_item("nv-a100-sxm-80")).value == pytest.approx(9.7 / 19.5, rel=0.01)
    assert advise_precision("science", bundled_item("nv-rtx4090")).notes


def test_work_of_entries() -> None:
    assert [work_of("train", "lora"), work_of("inference"), work_of("science"), work_of("vision", "full")] == [
        "training",
        "inference",
        "science",
        "training",
    ]

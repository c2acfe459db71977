"""What a training step waits for: traffic by sharding stage, links, host, micro-batches, worked by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.catalog.load import bundled_item, bundled_of
from planner.figure import Quality, leaf
from planner.formulas import recompute
from planner.workload.models import ModelShape, from_item
from planner.workload.training_speed import TrainingJob, step_time_s, token_gflop, train_tps
from planner.workload.training_waits import HOST_ADAM_S, host_parts_gb, shard_gb, tensor_gb, waits_s

LLAMA3_8B = from_item({item.name: item for item in bundled_of("model")}["Llama-3-8B"])  # 8.030e9, 32 layers of 4096


def job(card: str = "nv-rtx4090", **more: Any) -> TrainingJob:
    given: dict[str, Any] = {"batch": 1, "seq_len": 2048, "devices": 4, "recompute": "full", **more}
    return TrainingJob(model=LLAMA3_8B, card=bundled_item(card), **given)


def test_stage_three_moves_half_as_much_again_and_accumulation_moves_it_each_time() -> None:
    # Rajbhandari et al. 2020, section 7: 2 x parameters for stages 0 to 2, 3 x for stage 3; 16-bit, ring of 4
    one = 2 * 8.030 * 3 / 4
    for stage, passes in ((0, 2), (1, 2), (2, 2), (3, 3)):
        assert shard_gb(job(zero_stage=stage), "j").require() == pytest.approx(passes * one, rel=1e-3)
    # eight micro-batches: one reduction at the end, eight reductions and one gathering, eight times everything
    for stage, passes in ((1, 2), (2, 9), (3, 24)):
        assert shard_gb(job(zero_stage=stage, micro_batches=8), "j").require() == pytest.approx(passes * one, rel=1e-3)


def test_adapters_move_nothing_but_frozen_weights_that_are_sharded() -> None:
    assert shard_gb(job(method="lora", zero_stage=2), "j").value == 0
    gathered = shard_gb(job(method="lora", zero_stage=3), "j").require()
    assert gathered == pytest.approx(2 * 2 * 8.030 * 3 / 4, rel=1e-3)  # forward and backward, 2 bytes
    packed = shard_gb(job(method="qlora", dtype="nf4", zero_stage=3), "j").require()
    assert packed == pytest.approx(gathered * 4.127 / 16, rel=0.1)  # 4-bit weights with their scales


def test_pcie_makes_cards_wait_where_nvlink_hides_the_traffic() -> None:
    # 4 x 4090, stage 3: 36.1 GB over 31.5 x 0.7 GB/s are 1.64 s; 0.7 of the arithmetic of 2,048 tokens hides part of it
    slow = job(zero_stage=3)
    work = leaf("compute", 1.0, "s", Quality.COMPUTED)
    tokens = leaf("tokens", 2048.0, "tokens", Quality.COMPUTED)
    waits = waits_s(slow, tokens, work, "j")
    assert waits.require() == pytest.approx(36.135 / (31.5 * 0.7) - 0.7, rel=1e-3)
    assert waits_s(job("nv-a100-sxm-80", zero_stage=3), tokens, work, "j").value == 0
    assert train_tps(slow).require() < train_tps(msgspec.structs.replace(slow, devices=1, zero_stage=0)).require()
    assert train_tps(job(zero_stage=1, micro_batches=16)).require() > 1.4 * train_tps(slow).require()


def test_tensor_parallel_over_pcie_is_on_the_way_of_every_layer() -> None:
    # 32 layers x 6 all-reduces (recomputation) x 2 x 3/4 x 2,048 tokens x 4,096 x 2 bytes
    split = job(tensor_parallel=4)
    tokens = leaf("tokens", 2048 / 4, "tokens", Quality.COMPUTED)
    moved = tensor_gb(split, tokens, "j").require()
    assert moved == pytest.approx(32 * 6 * 1.5 * 2048 * 4096 * 2 / 1e9)
    work = leaf("compute", 1.0, "s", Quality.COMPUTED)
    assert waits_s(split, tokens, work, "j").require() == pytest.approx(moved / (31.5 * 0.7), rel=1e-6)
    fast = msgspec.structs.replace(split, card=bundled_item("nv-h100-sxm"))
    assert waits_s(fast, tokens, work, "j").value == 0  # over NVLink it is in the share that is reached


def test_offload_sends_gradients_down_and_weights_up_and_waits_for_the_processor() -> None:
    # ZeRO-Offload (Ren et al. 2021): 2 bytes down and 2 bytes up for each parameter of the rank
    spread = job(offload="optimizer", zero_stage=2, host_gbs=400.0)
    behind, after = host_parts_gb(spread, "j")
    assert behind.require() == after.require() == pytest.approx(2 * 8.030 / 4, rel=1e-3)
    kept = job(offload="all", zero_stage=3, micro_batches=8)
    assert host_parts_gb(kept, "j")[0].require() == pytest.approx(2 * 8.030 / 4 * 8 * 3, rel=1e-3)
    assert host_parts_gb(kept, "j")[1].value == 0
    frozen = job(offload="all", method="qlora", dtype="nf4", zero_stage=3)
    assert host_parts_gb(frozen, "j")[1].value == 0
    for one in (spread, kept, frozen):
        assert train_tps(one).require() <= train_tps(msgspec.structs.replace(one, offload="none")).require()
    assert train_tps(spread).require() < 0.8 * train_tps(job(zero_stage=2)).require()


def test_a_published_offload_lies_in_the_range() -> None:
    # pytorch/ao@072500ab torchao/optim/README.md: ViT-g of 1.1e9 parameters on a 4070 Ti SUPER with two channels of DDR4
    # (51.2 GB/s): 1.27 s a step without, 3.13 s with ZeRO-Offload, so 1.86 s more
    model = ModelShape(name="ViT-g", params_b=1.1, layers=40, hidden=1408)
    small = TrainingJob(model=model, card=bundled_item("nv-rtx4070tis"), offload="optimizer", host_gbs=51.2)
    tokens = leaf("tokens", 1.0, "tokens", Quality.COMPUTED)
    more = waits_s(small, tokens, leaf("compute", 1.27, "s", Quality.COMPUTED), "j").require()
    assert 1.86 / 1.4 <= more <= 1.86 * 1.4
    assert HOST_ADAM_S(part_b=1.1, cards=1, bytes=30, host_gbs=51.2, reach=0.5) == pytest.approx(1.289, rel=1e-3)


def test_an_unknown_host_is_assumed_and_an_unknown_bus_is_asked_for() -> None:
    assert train_tps(job(offload="optimizer")).quality is Quality.ASSUMED
    assert train_tps(job(offload="optimizer", host_gbs=200.0)).quality is not Quality.ASSUMED
    apple = train_tps(job("apple-m2-ultra", offload="all", devices=1))
    assert apple.value is None
    assert any("pcie" in name or "tflops" in name for name in apple.missing)


def test_the_pipeline_idles_less_with_more_micro_batches() -> None:
    piped = job("nv-h100-sxm", devices=8, stages=4, recompute="none")
    assert piped.in_step == 16  # four for each stage where nobody says
    few, many = (train_tps(msgspec.structs.replace(piped, micro_batches=count)).require() for count in (4, 64))
    assert few / many == pytest.approx((4 / 7) / (64 / 67), rel=0.05)
    # a step of one rank: 4 micro-batches of 2,048 tokens on 4 cards
    whole = step_time_s(msgspec.structs.replace(piped, micro_batches=4)).require()
    assert whole == pytest.approx(4 * 2048 / 4 / few)


def test_selective_recomputation_repeats_attention_only() -> None:
    # Korthikanti et al. 2022: causal attention 6 of its operations become 8, the matrices stay at 6
    none, some, full = (token_gflop(job(recompute=how), "j") for how in ("none", "selective", "full"))
    attention = 32 * 4096 * 2048 / 1e9
    assert some.require() - none.require() == pytest.approx(2 * attention)
    assert full.require() - some.require() == pytest.approx(2 * (none.require() - 6 * attention) / 6)


@pytest.mark.parametrize("offload", ["none", "optimizer", "all"])
def test_texts_give_what_the_functions_give(offload: str) -> None:
    figure = train_tps(job(offload=offload, zero_stage=3, tensor_parallel=2))
    assert recompute(figure) == pytest.approx(figure.require())

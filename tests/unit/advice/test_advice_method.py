"""Fine-tuning method and training framework: the guide's tables, and what each needs on real cards."""

from __future__ import annotations

import msgspec
import pytest

from planner.advice.framework import Cluster, advise_framework, family_of
from planner.advice.method import advise_method, method_needs, rule_of_bytes
from planner.catalog.load import bundled_item
from planner.errors import InputError
from planner.figure import Figure, Quality, leaf, unknown
from planner.messages import format_value
from planner.workload.fit import visible_gib
from planner.workload.models import from_item
from planner.workload.spec import MemorySpec


def job(model: str, seq_len: int = 2048, devices: int = 1) -> MemorySpec:
    return MemorySpec(method="lora", model=from_item(bundled_item(model)), seq_len=seq_len, batch=1, devices=devices)


def seen(card: str) -> Figure:
    return visible_gib(bundled_item(card))


def test_bytes_of_70_billion() -> None:
    """Full 1,120 to 1,400 GB, at least 14 to 18 cards of 80 GB; QLoRA weights 35 GB."""
    rows = {one.method: one for one in rule_of_bytes(70)}
    assert (rows["full"].low_gb.value, rows["full"].high_gb.value) == (1120, 1400)
    assert (rows["full"].low_cards.value, rows["full"].high_cards.value) == (14, 18)
    assert rows["lora"].low_gb.value == 140
    assert rows["qlora"].low_gb.value == 35


def test_needs_are_in_order_and_near_published_ones() -> None:
    """Published for 7-8B: LoRA 19.7 to 22 GB, full about 128 to 145 GB of states."""
    needs = {one.method: one.total.require() for one in method_needs(job("llama-3-8b"), seen("nv-rtx4090"))}
    assert needs["qlora"] < needs["lora"] < needs["full"]
    assert needs["lora"] * 2**30 / 1e9 == pytest.approx(21, rel=0.1)
    assert needs["full"] > 110


@pytest.mark.parametrize(
    ("model", "seq_len", "card", "choice"),
    [
        ("llama-3-8b", 2048, "nv-rtx4090", "lora"),  # one 24 GB card
        ("qwen2.5-7b", 512, "nv-rtx3060-12", "qlora"),  # one 12 GB card, with short sequences
        ("qwen2.5-7b", 2048, "nv-rtx3060-12", ""),  # at 2,048 tokens the logits are too much for it
        ("llama-3-70b", 2048, "nv-a100-sxm-80", "qlora"),  # one 80 GB card
        ("llama-3-70b", 2048, "nv-rtx4090", ""),  # a 24 GB card does not
    ],
)
def test_method_by_card(model: str, seq_len: int, card: str, choice: str) -> None:
    found = advise_method(job(model, seq_len), seen(card))
    assert found.choice == choice
    assert found.state == "advised"
    assert {one.id for one in found.corrections} >= {"seventy_on_24", "bytes_per_parameter"}
    assert len(found.rejected) == (2 if choice else 3)


def test_full_tuning_only_for_knowledge_and_where_it_fits() -> None:
    small = job("qwen2.5-0.5b", 1024)
    assert advise_method(small, seen("nv-a100-sxm-80"), "knowledge").choice == "full"
    assert advise_method(small, seen("nv-a100-sxm-80"), "adapt").choice == "lora"
    assert advise_method(job("llama-3-8b"), seen("nv-rtx4090"), "knowledge").choice == "lora"


def test_large_experts_are_never_fully_tuned() -> None:
    room = leaf("seen", 1e6, "GiB", Quality.ENTERED)
    found = advise_method(job("qwen3-235b-a22b"), room, "knowledge")
    assert found.choice in ("lora", "qlora", "")
    full = [one for one in found.rejected if format_value(one.option, "en") == "full fine-tuning"]
    assert full


def test_unknown_card_is_said_to_be_unknown() -> None:
    found = advise_method(job("llama-3-8b"), unknown("line/card", "GiB"))
    assert (found.state, found.choice) == ("unknown", "")
    assert "line/card" in found.missing


def test_unknown_tokens_of_a_step_are_asked_for() -> None:
    found = advise_method(msgspec.structs.replace(job("llama-3-8b"), batch=None), seen("nv-rtx4090"))
    assert found.state == "unknown"
    assert any(name.endswith("tokens") for name in found.missing)


def test_no_devices_are_refused() -> None:
    with pytest.raises(InputError):
        advise_method(msgspec.structs.replace(job("llama-3-8b"), devices=0), seen("nv-rtx4090"))


# -------------------------------------------------------------------------------------------------------- framework
@pytest.mark.parametrize(
    ("params_b", "cluster", "choice"),
    [
        (7.0, Cluster(), "single"),
        (7.0, Cluster(cards=8, fast_link=True), "fsdp"),
        (7.0, Cluster(cards=8, short=True), "deepspeed"),
        (7.0, Cluster(cards=1, short=True), "deepspeed"),
        (7.0, Cluster(cards=8, mixed=True), "deepspeed"),
        (7.0, Cluster(cards=8, family="npu"), "deepspeed"),
        (70.0, Cluster(cards=8, fast_link=True), "deepspeed"),
        (70.0, Cluster(cards=64, machines=8, fast_link=True), "megatron"),
        (405.0, Cluster(cards=512, machines=64, fast_link=True), "hybrid"),
        (70.0, Cluster(cards=64, machines=8, fast_link=False), "deepspeed"),
    ],
)
def test_framework_by_size_and_hardware(params_b: float, cluster: Cluster, choice: str) -> None:
    found = advise_framework(params_b, cluster)
    assert found.choice == choice
    assert len(found.rejected) == 4
    assert any("48 hours" in format_value(one, "en") for one in found.would_change)


def test_states_and_bubble_are_said() -> None:
    """70e9 x 16 / 64 = 17.5 GB a card; four stages, 16 micro-batches: 3 / 19."""
    figures = advise_framework(70.0, Cluster(cards=64, machines=8, fast_link=True)).figures
    assert [one.value for one in figures] == [17.5, pytest.approx(3 / 19)]


@pytest.mark.parametrize("cluster", [Cluster(cards=8, short=None), Cluster(family="unknown")])
def test_what_is_not_known_is_asked(cluster: Cluster) -> None:
    found = advise_framework(7.0, cluster, subject="tune")
    assert (found.state, found.choice) == ("unknown", "")
    assert found.missing
    assert advise_framework(None, Cluster()).missing == ("workload/model",)


def test_families() -> None:
    stacks = {"CUDA": "cuda", "CANN/MindSpore/torch_npu": "npu", "ROCm": "other", "": "unknown"}
    assert {stack: family_of(stack) for stack in stacks} == stacks
    assert family_of("MUSA (CUDA porting tools)") == "other"

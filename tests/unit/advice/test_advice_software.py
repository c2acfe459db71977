"""Software fit SW01 to SW04 and the effort of a move: unknown is said to be unknown, never a pass."""

from __future__ import annotations

import pytest

from planner.advice.records import table
from planner.advice.software import (
    adaptation_cost,
    adaptation_weeks,
    effort,
    fp8_fit,
    fp64_fit,
    runs,
    software_fits,
    stack_fit,
    version_fit,
)
from planner.catalog.items import Item
from planner.catalog.load import bundled_item, bundled_of
from planner.figure import Quality, leaf, unknown
from planner.messages import Labelled, render
from planner.plan.document import Fact, WorkloadEntry

BARE = Item(id="x", kind="accelerator", maker="X", name="X1")


def entry(*stack: str, dtype: str = "bf16", **facts: str) -> WorkloadEntry:
    given = {name: Fact(value=value) for name, value in facts.items()}
    return WorkloadEntry(
        id="job", title=Labelled(zh="任务", en="job"), kind="train", stack=stack, dtype=dtype, facts=given
    )


@pytest.mark.parametrize(
    ("word", "stack", "verdict"),
    [
        ("cuda-only", "CUDA", True),
        ("cuda-only", "CANN/MindSpore/torch_npu", False),
        ("cuda-only", "ROCm", False),
        ("cuda", "MUSA (CUDA porting tools)", None),  # tools to port to it are not it
        ("rocm", "DTK (ROCm derived)", None),
        ("tensorrt-llm", "CUDA", True),
        ("pytorch", "CUDA", True),
        ("pytorch", "CANN/MindSpore/torch_npu", True),
        ("pytorch", "Groq compiler / GroqCloud", None),
        ("deepspeed", "CANN/MindSpore/torch_npu", True),
        ("deepspeed", "TopsRider", None),
        ("gromacs", "CUDA", None),
    ],
)
def test_stack_against_device(word: str, stack: str, verdict: bool | None) -> None:
    assert runs(word, stack) is verdict


@pytest.mark.parametrize(
    ("words", "card", "outcome"),
    [
        (("cuda-only",), "nv-rtx4090", "pass"),
        (("cuda-only",), "hw-910b3", "error"),
        (("pytorch", "cuda-only"), "amd-mi300x", "error"),
        (("pytorch", "gromacs"), "nv-rtx4090", "unknown"),
        (("pytorch",), "hw-910b3", "pass"),
    ],
)
def test_sw01(words: tuple[str, ...], card: str, outcome: str) -> None:
    found = stack_fit(entry(*words), bundled_item(card))
    assert found is not None
    assert (found.id, found.outcome) == ("SW01", outcome)
    assert (found.remedy is None) is (outcome == "pass")


def test_needs_that_are_not_there_are_not_checked() -> None:
    assert software_fits(entry(dtype="int8"), bundled_item("nv-rtx4090")) == ()


def test_sw02_fp64() -> None:
    job = entry("fp64")
    found = {card: fp64_fit(job, bundled_item(card)) for card in ("nv-rtx4090", "nv-a100-sxm-80", "hw-910b3")}
    assert [fit.outcome if fit else "" for fit in found.values()] == ["warning", "pass", "unknown"]
    assert found["hw-910b3"] is not None
    assert found["hw-910b3"].missing == ("hw-910b3/fp64_tflops",)


@pytest.mark.parametrize(
    ("dtype", "card", "outcome"),
    [
        ("fp8", "nv-h100-sxm", "pass"),
        ("fp8", "nv-a100-sxm-80", "unknown"),  # no rate is printed; that is no proof
        ("bf16", "nv-v100-sxm2-32", "unknown"),
        ("bf16", "nv-a100-sxm-80", "pass"),
    ],
)
def test_sw03_formats(dtype: str, card: str, outcome: str) -> None:
    found = fp8_fit(entry(dtype=dtype), bundled_item(card))
    assert found is not None
    assert found.outcome == outcome


def test_sw04_versions_are_a_question() -> None:
    found = version_fit(entry(framework_version="torch 2.9"), bundled_item("nv-rtx4090"))
    assert found is not None
    assert found.outcome == "unknown"
    assert "torch 2.9" in render(found.message, "en")
    assert version_fit(entry(), bundled_item("nv-rtx4090")) is None


def test_nothing_known_never_passes() -> None:
    found = software_fits(entry("pytorch", "fp64", dtype="bf16", framework_version="1"), BARE)
    assert [one.id for one in found] == ["SW01", "SW02", "SW03", "SW04"]
    assert {one.outcome for one in found} == {"unknown"}
    assert all(one.missing for one in found)


def test_effort_is_an_assumption_that_can_be_replaced() -> None:
    card = bundled_item("hw-910b3")
    low, high = adaptation_weeks(card)
    assert low.require() < high.require()
    assert low.quality is high.quality is Quality.ASSUMED
    said = adaptation_weeks(card, (3.0, 3.0))
    assert [one.value for one in said] == [3.0, 3.0]
    assert said[0].quality is Quality.ENTERED
    assert effort(card) == "medium"
    assert adaptation_weeks(bundled_item("nv-rtx4090"))[1].value == 0
    assert adaptation_weeks(BARE)[0].value is None
    assert effort(BARE) == "unknown"


def test_cost_of_a_move_is_its_own_line() -> None:
    price = leaf("price", 8000.0, "CNY/week", Quality.ENTERED)
    assert adaptation_cost(leaf("weeks", 3.0, "week", Quality.ENTERED), price).value == 24000
    assert adaptation_cost(adaptation_weeks(BARE)[0], price).value is None
    assert adaptation_cost(leaf("weeks", 3.0, "week", Quality.ENTERED), unknown("price", "CNY/week")).value is None


def test_words_of_the_table_are_in_stacks_of_the_catalog() -> None:
    stacks = {item.text("software_stack") for item in bundled_of("accelerator")}
    for row in table("adaptation"):
        assert any(row["stack_word"] in stack for stack in stacks), row["stack_word"]
    for row in table("stacks"):
        assert all(any(part in stack for stack in stacks) for part in row["runs_on"].split("|"))

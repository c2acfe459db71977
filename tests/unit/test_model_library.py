"""The shipped models: parameters by the shape against the published count, and the constants table."""

from __future__ import annotations

import csv

import pytest

from planner.catalog.load import bundled_item, bundled_of
from planner.workload.constants import sizing_constants, sizing_figure, trying
from planner.workload.memory import formats
from planner.workload.models import from_item, from_numbers
from planner.workload.parameters import (
    active_parameters,
    deviation,
    feed_forward_matrices,
    parameter_parts,
    parameters,
    with_assumed_width,
)
from tests.conftest import PROJECT

MODELS = bundled_of("model")
# More than 2 % off, and why; a model that is not here must be nearer.
REASONS = {
    "Qwen3.5-27B": "three of four layers are linear attention with gates that the shape does not list; 27 is from the name",
    "Qwen3.5-35B-A3B": "linear attention layers as above; 35 is from the name",
    "Gemma-4-26B-A4B": "26 is from the name; a dense layer beside the experts is not in the shape",
    "Nemotron-3-Nano-30B-A3B": "most layers are Mamba or plain and only some hold experts; the pattern is not in the shape",
}
# Language models whose count cannot be computed, and why.
UNKNOWN = {
    "DeepSeek-V4-Flash": "no count is published",
    "DeepSeek-V4-Pro": "no count is published",
    "Llama-3.3-Nemotron-Super-49B": "every layer has a shape of its own",
    "InternVL3.5-8B": "shape not published here",
    "InternVL3.5-14B": "shape not published here",
    "InternVL3.5-38B": "shape not published here",
    "InternVL3.5-30B-A3B": "shape not published here",
    "InternVL3.5-241B-A28B": "shape not published here",
}


def test_there_are_141_models_each_with_a_source() -> None:
    assert len(MODELS) == 141
    assert len({item.id for item in MODELS}) == 141
    assert all(value.source for item in MODELS for value in item.attributes.values())


def test_parameters_by_the_shape_are_the_published_ones_but_for_named_reasons() -> None:
    language = [item for item in MODELS if item.text("subkind").startswith(("llm", "vlm"))]
    found = {item.name: deviation(from_item(item)).value for item in language}
    assert {name for name, value in found.items() if value is None} == set(UNKNOWN)
    assert {name for name, value in found.items() if value is not None and abs(value) > 0.02} == set(REASONS)
    assert sum(value is not None and abs(value) < 0.001 for value in found.values()) > 60


@pytest.mark.parametrize(
    ("id", "total", "active"),
    [
        # published: Llama 3 8.030, 70.554 and 405.853; DeepSeek-V3 671.0 with 37.6; Qwen3-235B 235.1 with 22.2
        ("llama-3-8b", 8.030, 8.030),
        ("llama-3-70b", 70.554, 70.554),
        ("llama-3.1-405b", 405.853, 405.853),
        ("deepseek-v3", 671.0, 37.6),
        ("qwen3-235b-a22b", 235.1, 22.2),
        ("mixtral-8x7b", 46.703, 12.88),
    ],
)
def test_published_counts(id: str, total: float, active: float) -> None:  # noqa: A002
    shape = from_item(bundled_item(id))
    assert parameters(shape).require() == pytest.approx(total, rel=0.001)
    assert active_parameters(shape).require() == pytest.approx(active, rel=0.01)
    assert sum(part.require() for part in parameter_parts(shape)) == pytest.approx(parameters(shape).require())


@pytest.mark.parametrize(
    ("id", "matrices"), [("falcon-7b", 2), ("phi-2", 2), ("pythia-6.9b", 2), ("llama-3-8b", 3), ("mixtral-8x7b", 3)]
)
def test_layers_without_a_gate_are_recognised_by_the_count(id: str, matrices: int) -> None:  # noqa: A002
    assert feed_forward_matrices(from_item(bundled_item(id))) == matrices


def test_a_model_without_feed_forward_size_gets_one_that_is_marked_as_assumed() -> None:
    # ChatGLM2-6B has 6.244e9 parameters, feed-forward size 13696
    known = {"params_b": 6.244, "layers": 28, "hidden": 4096, "heads": 32, "kv_heads": 2}
    shape = with_assumed_width(from_numbers("ChatGLM2-6B", known))
    assert shape.quality.value == "assumed"
    assert shape.ffn == pytest.approx(13696, rel=0.01)
    assert parameters(shape).require() == pytest.approx(6.244, rel=0.001)
    assert parameters(shape).quality.value == "assumed"
    unknown = from_numbers("typed", {"params_b": 7})
    assert with_assumed_width(unknown) is unknown


def test_every_constant_has_class_range_origin_and_source() -> None:
    for one in sizing_constants().values():
        assert one.result
        assert one.source
        assert one.low <= one.value <= one.high
        assert one.origin in ("fitted", "published", "derived")
        assert one.rows or not one.free
        assert one.label.zh
        assert one.label.en
        assert one.version >= 1
    memory = [one.id for one in sizing_constants().values() if one.free and one.result in ("infer_mem", "train_mem")]
    assert memory == ["prefill_hidden_copies", "selective_share", "runtime_training_gb"]


def test_constants_belong_to_no_row_and_no_source() -> None:
    with (PROJECT / "tests" / "cases" / "memory_cases.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    ids = {row["id"] for row in rows} | {row["source"].split("@")[0] for row in rows}
    for one in sizing_constants().values():
        if one.result in ("infer_mem", "train_mem"):
            assert not any(name in one.rows for name in ids)


def test_other_values_can_be_tried_and_are_gone_afterwards() -> None:
    before = sizing_figure("loss_bytes").require()
    with trying({"loss_bytes": 1.0}):
        assert sizing_figure("loss_bytes").require() == 1
    assert sizing_figure("loss_bytes").require() == before


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        # scale and zero for each group: 16 + 4 bits over 128, 64 and 32 weights; 24 over 128 for INT8
        ("gptq-int4", 4 + 20 / 128), ("int4-g64", 4 + 20 / 64), ("int4-g32", 4 + 20 / 32), ("gptq-int8", 8 + 24 / 128),
        ("nf4", 4 + 32 / 64), ("nf4-dq", 4 + 8 / 64 + 32 / (64 * 256)), ("fp8", 8 + 32 / 128**2),
        ("mxfp4", 17 * 8 / 32), ("nvfp4", 4 + 8 / 16), ("gguf-q8_0", 34 * 8 / 32), ("gguf-q6_k", 210 * 8 / 256),
    ],
)  # fmt: skip
def test_bits_of_a_weight_follow_from_the_layout(name: str, bits: float) -> None:
    assert formats()[name].bits == pytest.approx(bits, abs=0.001)

"""Shapes of the bundled models, and our memory estimates against published measurements."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from planner.calc.memory_rows import memory_rows
from planner.catalog.items import Item
from planner.catalog.load import bundled_item, bundled_of
from planner.errors import InputError
from planner.figure import Quality
from planner.workload.fit import entry_memory, fit_verdict, visible_gib
from planner.workload.kv_cache import token_bytes
from planner.workload.models import from_item
from planner.workload.spec import MemorySpec

_MODELS = {item.name: item for item in bundled_of("model")}
_CASES = Path(__file__).parent.parent / "cases" / "memory_cases.csv"


@pytest.mark.parametrize("name", sorted(_MODELS))
def test_every_bundled_model_has_a_shape_or_says_what_is_missing(name: str) -> None:
    item = _MODELS[name]
    demand = entry_memory(MemorySpec(model=from_item(item), seq_len=2048))
    assert demand.parts[0].known == (item.number("params_total_b") is not None)
    assert demand.total.known or demand.total.missing


_WITH_CACHE = sorted(name for name, item in _MODELS.items() if item.number("kv_bytes_per_token_16bit"))


@pytest.mark.parametrize("name", _WITH_CACHE)
def test_cache_agrees_with_the_published_bytes_of_a_token(name: str) -> None:
    item = _MODELS[name]
    published = item.number("kv_bytes_per_token_16bit")
    assert published is not None
    shape = from_item(item)
    if shape.cache_rule == "unknown":
        return
    ours = token_bytes(shape, "bf16", "job").require()
    if shape.cache_rule == "window":
        assert ours < published  # the table gives the upper bound, all layers full
    else:
        assert ours == pytest.approx(published)


def test_models_without_a_rule_are_unknown_and_say_so() -> None:
    demand = entry_memory(MemorySpec(model=from_item(_MODELS["Nemotron-3-Nano-30B-A3B"]), seq_len=2048))
    assert demand.total.quality is Quality.UNKNOWN
    assert "model.cache.unknown" in [note.id for note in demand.notes]


def test_only_models_have_a_shape() -> None:
    with pytest.raises(InputError):
        from_item(bundled_item("nv-rtx4090"))


def test_board_with_two_chips_is_two_memories() -> None:
    whole, one = bundled_item("hw-300i-duo-48"), visible_gib(bundled_item("hw-300i-duo-48"))
    assert whole.number("memory_gb") == 48
    assert one.require() == pytest.approx(24 * 0.98)


def test_seventy_billion_qlora_needs_more_than_a_24_gb_card() -> None:
    # 35-40 GB of 4-bit weights; one 48 GB card holds it only with short texts
    spec = MemorySpec(
        method="qlora", model=from_item(_MODELS["Llama-3.1-70B"]), seq_len=512, kept_bits=16, chunked_loss=True
    )
    need = entry_memory(spec).per_device
    assert fit_verdict(need, visible_gib(bundled_item("nv-rtx4090"))).verdict == "no"
    assert 37 < need.require() < 46


def _find(name: str) -> Item | None:
    return _MODELS.get(name)


def test_estimates_lie_near_published_measurements() -> None:
    # bounds of the reference for rows not used to fit anything: median 6 % and 18 %, P90 25 % and 40 %
    with _CASES.open(encoding="utf-8", newline="") as file:
        report = memory_rows(csv.DictReader(file), _find)
    assert report.median_error("infer_mem") < 0.04
    assert report.median_error("train_mem") < 0.13
    assert report.covered("infer_mem", 0.15) >= 0.88
    assert report.covered("train_mem", 0.25) >= 0.90
    for kind, bound in (("infer_mem", 0.25), ("train_mem", 0.40)):
        errors = sorted(abs(error) for error in report.errors(kind))
        assert errors[int(0.9 * len(errors))] < bound
    assert len(report.cases) > 130
    assert len(report.not_supported) < 15

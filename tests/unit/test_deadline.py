"""A batch with a deadline: hours by hand, and twice the documents take twice as long."""

from __future__ import annotations

import pytest

from planner.catalog.load import bundled_item, bundled_of
from planner.formulas import recompute
from planner.workload.deadline import run_h
from planner.workload.models import from_item
from planner.workload.throughput import SpeedJob

JOB = SpeedJob(
    model=from_item(next(one for one in bundled_of("model") if one.name == "Qwen2.5-7B")),
    card=bundled_item("nv-rtx4090"),
    tokens_in=8000,
    tokens_out=300,
    batch=8,
)


def test_hours_are_reading_and_answering() -> None:
    found = run_h(JOB, 20_000)
    prompt, answer = found.given["prefill_tps"], found.given["decode_tps"]
    by_hand = 20_000 * (8000 / prompt.value + 300 / answer.value) / 3600  # type: ignore[union-attr,operator]
    assert found.value == pytest.approx(by_hand)
    assert recompute(found) == pytest.approx(by_hand)
    assert found.low is not None
    assert found.low < by_hand


def test_twice_the_documents_take_twice_as_long() -> None:
    assert run_h(JOB, 2000).require() == pytest.approx(2 * run_h(JOB, 1000).require())

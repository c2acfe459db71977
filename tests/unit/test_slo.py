"""Serving within goals of time: the largest batch that keeps them, checked by trying its neighbours."""

from __future__ import annotations

import msgspec
import pytest

from planner.catalog.load import bundled_item, bundled_of
from planner.workload.constants import sizing_value
from planner.workload.models import from_item
from planner.workload.serving import prompt_s, serving, tpot_s
from planner.workload.slo import Goals, within_goals
from planner.workload.throughput import SpeedJob

_MODELS = {item.name: item for item in bundled_of("model")}
JOB = SpeedJob(
    model=from_item(_MODELS["Llama-3-8B"]),
    card=bundled_item("nv-a100-sxm-80"),
    tokens_in=1024.0,
    tokens_out=256.0,
    engine="vllm",
)


def times(size: float) -> tuple[float, float]:
    from planner.figure import Quality, leaf

    step = tpot_s(JOB, 1, leaf("b", size, "1", Quality.ENTERED)).require()
    return step, step + prompt_s(JOB, 1).require()


@pytest.mark.parametrize("goals", [Goals(tpot_s=0.05), Goals(ttft_s=0.15), Goals(tpot_s=0.04, ttft_s=0.3)])
def test_one_more_would_break_a_goal(goals: Goals) -> None:
    found, margin = within_goals(JOB, goals), sizing_value("serve_slo_margin")
    size = found.at_once.require()
    assert 1 <= size < serving(JOB).batch.require()

    def keeps(batch: float) -> bool:
        step, first = times(batch)
        return (goals.tpot_s is None or step <= goals.tpot_s * margin) and (
            goals.ttft_s is None or first <= goals.ttft_s * margin
        )

    assert keeps(size)
    assert not keeps(size + 1)
    assert (found.tpot_s.require(), found.ttft_s.require()) == pytest.approx(times(size))


def test_a_goal_that_nothing_keeps_gives_none_at_once() -> None:
    found = within_goals(JOB, Goals(ttft_s=0.001))
    assert found.at_once.value == 0
    assert found.tps.value == 0


def test_a_loose_goal_gives_what_fits_and_no_goal_is_asked_for() -> None:
    loose = within_goals(JOB, Goals(tpot_s=100.0, ttft_s=100.0))
    assert loose.at_once.require() == int(serving(JOB).batch.require())
    silent = within_goals(JOB, Goals())
    assert silent.at_once.value is None
    assert any(name.endswith("tpot_goal_ms") for name in silent.at_once.missing)


def test_copies_of_the_model_count_together() -> None:
    eight = msgspec.structs.replace(JOB, devices=8)
    goals = Goals(tpot_s=0.05)
    assert within_goals(eight, goals).at_once.require() == 8 * within_goals(JOB, goals).at_once.require()

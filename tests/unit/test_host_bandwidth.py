"""Offloading over a host whose memory nobody told: 200 GB/s are assumed and named; a slow host slows it."""

from __future__ import annotations

import pytest

from planner.assess.speed import training_job
from planner.figure import Quality, walk
from planner.messages import render
from planner.plan.document import Fact
from planner.workload.models import from_item
from planner.workload.training_speed import train_tps
from tests.unit.test_assess_speed import GPU, LLAMA, EntrySpeed, entry, one_speed, plan


def tuned(host_gbs: float | None = None, **fields: object) -> EntrySpeed:
    told = {} if host_gbs is None else {"host_memory_gbs": Fact(value=host_gbs)}
    base: dict[str, object] = {"kind": "train", "method": "qlora", "output_len": None, "offload": "all", "facts": told}
    return one_speed(plan(entry(**{**base, **fields})))


def tps(found: EntrySpeed) -> float:
    return dict(found.results)["train_tps"].figure.require()


def test_the_assumed_bandwidth_is_in_the_figure_and_said() -> None:
    found = tuned()
    used = [one for one in walk(dict(found.results)["train_tps"].figure) if one.key.endswith("host_memory_gbs")]
    assert {(one.value, one.quality) for one in used} == {(200.0, Quality.ASSUMED)}
    assert any("200 GB/s is assumed" in render(note, "en") for note in found.notes)


def test_a_bandwidth_that_was_told_is_not_called_assumed() -> None:
    assert not any("assumed" in render(note, "en") for note in tuned(100).notes)
    assert not any("assumed" in render(note, "en") for note in tuned(offload="none").notes)


def test_weights_on_a_slow_host_slow_even_adapters() -> None:
    assert tps(tuned()) == pytest.approx(tps(tuned(200)))
    assert tps(tuned(10)) < tps(tuned(200)) <= tps(tuned(offload="none"))


def test_cards_of_one_machine_share_the_memory_of_the_host() -> None:
    def speed(devices: int, host: float) -> float:
        job = entry(
            kind="train", method="full", offload="all", devices=devices, facts={"host_memory_gbs": Fact(value=host)}
        )
        return train_tps(training_job(job, from_item(LLAMA), GPU)).require()

    assert speed(8, 50) < speed(8, 400)

"""Serving follows the split that was chosen and the memory that the check sees; a pipeline speeds up no single prompt."""

from __future__ import annotations

import msgspec
import pytest

from planner.catalog.load import bundled_item
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.fit import visible_gib
from planner.workload.models import from_item
from planner.workload.prefill import prefill_tps
from planner.workload.serving import serving, tpot_s
from planner.workload.throughput import SpeedJob, one_copy

JOB = SpeedJob(
    model=from_item(bundled_item("qwen2.5-7b")),
    card=bundled_item("nv-rtx4090"),
    devices=4,
    tokens_in=4096,
    tokens_out=256,
    batch=8,
)


def test_sequences_fit_beside_the_weights_in_the_memory_that_the_check_sees() -> None:
    found = serving(JOB).batch.given["memory_gb"]
    assert found.value == pytest.approx(visible_gib(JOB.card).require() * 1.073741824)  # 23.52 GiB are 25.25 GB
    printed = serving(msgspec.structs.replace(JOB, printed_memory=True)).batch
    assert printed.given["memory_gb"].value == 24.0
    assert printed.require() < serving(JOB).batch.require()


def test_one_copy_over_four_cards_has_the_room_of_four_less_one_set_of_weights() -> None:
    loose, split = serving(JOB), serving(one_copy(JOB, 4, 1))
    assert (loose.group, loose.replicas) == (1, 4.0)
    assert (split.group, split.replicas) == (4, 1.0)
    assert split.batch.require() > 4 * loose.batch.require()  # three sets of weights are not kept
    assert split.tps.require() != pytest.approx(4 * loose.tps.require() / loose.replicas)


def test_a_pipeline_reads_one_prompt_and_one_batch_no_faster_than_a_card() -> None:
    alone, staged, tensor = msgspec.structs.replace(JOB, devices=1), one_copy(JOB, 1, 4), one_copy(JOB, 4, 1)
    assert staged.devices == 4
    assert prefill_tps(staged).value == prefill_tps(alone).value
    assert decode_tps(staged).value == decode_tps(alone).value
    assert prefill_tps(tensor).require() > prefill_tps(staged).require()
    assert decode_tps(tensor).require() > decode_tps(staged).require()


def test_stages_have_a_part_of_the_batch_each_so_a_pipeline_serves_more_at_the_pace_of_a_card() -> None:
    alone, staged = msgspec.structs.replace(JOB, devices=1), one_copy(JOB, 1, 4)
    batch = serving(staged).batch
    part = msgspec.structs.replace(batch, value=batch.require() / 4)
    assert tpot_s(staged, 4, batch).require() == pytest.approx(tpot_s(alone, 1, part).require())


def test_no_limit_of_a_pipeline_is_below_that_of_all_its_cards() -> None:
    staged, tensor = one_copy(JOB, 1, 4), one_copy(JOB, 4, 1)
    assert upper_bound_tps(staged).value == upper_bound_tps(tensor).value

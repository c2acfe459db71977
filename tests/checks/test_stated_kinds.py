"""A service that trains, and settings of a training on a service, are refused in an edit and told of an old file."""

from __future__ import annotations

from typing import Any

import pytest

from planner.catalog.items import digest
from planner.catalog.load import bundled_item
from planner.checks import fit, stated
from planner.errors import EditError
from planner.messages import render
from planner.plan.document import Plan
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan
from tests.checks.test_fit import MODEL, entry

GPU = bundled_item("nv-rtx4090")
CHECKS = (*fit.CHECKS, *stated.CHECKS)


def plan(cards: int = 4, **fields: Any) -> Plan:
    base = {"kind": "inference", "method": "infer", "model": digest(MODEL), "seq_len": 2048, "batch": 1}
    return make_plan(
        make_line("ws", card=GPU, cards=cards), items=(MODEL, GPU), workload=(entry(**{**base, **fields}),)
    )


@pytest.mark.parametrize(
    ("name", "value"), [("method", "qlora"), ("zero_stage", 3), ("offload", "all"), ("micro_batches", 4)]
)
def test_an_edit_that_trains_a_service_is_refused_with_what_is_accepted(name: str, value: Any) -> None:
    with pytest.raises(EditError) as refused:
        SetValue(path=f"workload/job/{name}", value=value).apply(plan())
    assert refused.value.place == f"workload/job/{name}"
    assert str(value) in render(refused.value.message, "en")
    assert refused.value.remedy is not None
    assert "Accepted is" in render(refused.value.remedy, "en")


def test_a_training_may_be_sharded_and_offloaded() -> None:
    made = plan(kind="train", method="qlora")
    for name, value in (("zero_stage", 3), ("offload", "all"), ("micro_batches", 4), ("method", "full")):
        made, _change = SetValue(path=f"workload/job/{name}", value=value).apply(made)
    assert find_all(assess_one(made, CHECKS), "FT08") == ()


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [({"method": "qlora"}, "error"), ({"offload": "all"}, "warning"), ({"micro_batches": 4}, "warning")],
)
def test_an_old_file_that_holds_one_is_told_and_one_step_mends_it(fields: dict[str, Any], outcome: str) -> None:
    made = plan(**fields)
    finding = find(assess_one(made, CHECKS), "FT08", "job")
    assert finding.outcome == outcome
    assert find_all(assess_one(fixed(made, finding), CHECKS), "FT08") == ()


def test_too_many_devices_are_not_called_a_want_of_memory() -> None:
    made = plan(devices=9)
    finding = find(assess_one(made, CHECKS), "FT01", "job")
    assert "9 devices are needed, 4 are in one machine" in render(finding.message, "en")
    assert finding.remedy is not None
    assert "at most 4 devices" in render(finding.remedy, "en")
    assert fixed(made, finding).workload[0].devices == 4

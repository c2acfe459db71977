"""A step names every field as the window does: no name of the program's own stands in the history."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from desktop_app.services.step_labels import step_label
from desktop_app.services.step_words import place_words
from planner.messages import render
from planner.plan.document import (
    Alternative,
    Budget,
    Fund,
    Line,
    Organisation,
    People,
    SiteNode,
    Switches,
    WorkloadEntry,
)
from planner.plan.edits import AddPart, Batch, SetValue
from planner.plan.field_names import JOB_NAMES
from tests.sample_plans import sample

_UNSEEN = {"id", "extra", "title", "model_id"}  # nobody edits an id; a title is called by the word for names
_OWNERS: tuple[tuple[str, type[msgspec.Struct]], ...] = (
    ("alternatives/A", Alternative),
    ("A/ws", Line),
    ("workload/qlora-7b", WorkloadEntry),
    ("site/socket-1", SiteNode),
    ("people/graduates", People),
    ("funds/fund-equipment", Fund),
    ("budget", Budget),
    ("organisation", Organisation),
    ("switches", Switches),
)
_PLACES = [(f"{path}/{name}", name) for path, kind in _OWNERS for name in kind.__struct_fields__ if name not in _UNSEEN]


@pytest.mark.parametrize(("path", "name"), _PLACES)
def test_every_field_has_a_chinese_name(path: str, name: str) -> None:
    plan = sample()
    said = place_words(path, plan, "zh")
    owner = place_words(path.rpartition("/")[0] + "/title", plan, "zh").removesuffix("名称")
    assert not re.search(r"[a-z]{2,}", said.removeprefix(owner)), said
    assert said != owner
    assert not re.search(rf"\b{name}\b", said)


@pytest.mark.parametrize("name", sorted(set(JOB_NAMES) & set(WorkloadEntry.__struct_fields__) - _UNSEEN))
def test_a_field_of_a_job_is_called_as_its_form_calls_it(name: str) -> None:
    assert place_words(f"workload/qlora-7b/{name}", sample(), "zh").endswith(render(JOB_NAMES[name], "zh"))


@pytest.mark.parametrize(
    ("path", "value", "zh"),
    [
        ("workload/qlora-7b/dtype", "bf16", "修改：7B 模型 QLoRA 微调权重格式，从 NF4 改为 BF16"),
        ("workload/qlora-7b/grad_checkpoint", False, "修改：7B 模型 QLoRA 微调梯度检查点，从 是 改为 否"),
        ("workload/qlora-7b/batch", 4, "修改：7B 模型 QLoRA 微调批量或并发，从 1 改为 4"),
        ("site/circuit-1/values/built_year", {"value": 2013}, "修改：回路1线路建成年份，从 2012 改为 2013"),
    ],
)
def test_values_are_said_as_their_fields_show_them(path: str, value: Any, zh: str) -> None:
    before = sample()
    edit = SetValue(path=path, value=value)
    assert render(step_label(edit, before, edit.apply(before)[0]), "zh") == zh


def test_a_part_added_and_filled_in_one_step_is_named_once_and_by_its_title() -> None:
    """The parts that a step adds are not in the plan before it: their ids would be said in place of their names."""
    before = sample()
    rack = {"id": "compute", "title": {"zh": "机柜", "en": "Rack"}, "role": "rack"}
    edit = Batch(
        edits=(
            AddPart(path="alternatives/A/lines", value=rack),
            SetValue(path="A/compute/title", value={"zh": "小机柜", "en": "Small rack"}),
            SetValue(path="alternatives/A/lines/compute/quantity", value=2),
        )
    )
    label = step_label(edit, before, edit.apply(before)[0])
    assert "compute" not in render(label, "zh")
    assert "compute" not in render(label, "en")
    assert "小机柜" in render(label, "zh")

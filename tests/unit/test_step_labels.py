"""A step is called by titles and, for a single value, from what to what; also when it comes back from the store."""

from __future__ import annotations

import pytest

from db.labels import packed_label, unpacked_label
from desktop_app.services.step_labels import step_label
from desktop_app.services.step_words import step_words
from planner.messages import Message, render
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue
from tests.sample_plans import sample

_RACK = {"id": "x", "title": {"zh": "机柜", "en": "Rack"}, "role": "rack"}
_WAIVER = {"check": "PW01", "alternative": "A", "subject": "ws", "reason": "r", "by": "b", "date": "2026-01-01"}


@pytest.mark.parametrize(
    ("edit", "zh", "en"),
    [
        (
            SetValue(path="A/ws/quantity", value=2),
            "修改：四卡工作站数量，从 1 改为 2",
            "Change Workstation with four accelerators Qty from 1 to 2",
        ),
        (
            SetValue(path="site/circuit-1/values/breaker_a", value={"value": 20}),
            "修改：回路1空开额定电流，从 16 A 改为 20 A",
            "Change Circuit 1 breaker rating from 16 A to 20 A",
        ),
        (
            SetValue(path="site/ac-1/values/duty24h", value={"value": True}),
            "修改：空调1可 24 小时运行，从 未填 改为 是",
            "Change Air conditioner 1 made for 24 h duty from nothing to yes",
        ),
        (
            SetValue(path="budget/contingency_rate", value="0.1"),
            "修改：预备费，从 5 % 改为 10 %",
            "Change Contingency from 5 % to 10 %",
        ),
        (SetValue(path="site/socket-2/parent", value="circuit-1"), "修改：插座2上级，从 回路2 改为 回路1", ""),
        (
            Batch(edits=(RemovePart(path="A/nas"), RemovePart(path="A/ups"))),
            "删除：网络存储（NAS）；删除：不间断电源（UPS）",
            "Remove Network storage (NAS); Remove Uninterruptible power supply (UPS)",
        ),
        (AddPart(path="alternatives/A/lines", value=_RACK), "添加：机柜", "Add Rack"),
        (AddPart(path="waivers", value=_WAIVER), "添加：已放行（四卡工作站）", ""),
    ],
)
def test_a_step_says_title_field_and_values(edit: Edit, zh: str, en: str) -> None:
    before = sample()
    after, _change = edit.apply(before)
    label = step_label(edit, before, after)
    stored = unpacked_label(packed_label(label))
    assert isinstance(stored, Message)
    for one in (label, stored):
        assert render(one, "zh") == zh
        assert not en or render(one, "en") == en


def test_steps_stored_as_paths_are_read_as_words() -> None:
    """Workspaces hold labels that were stored before: their paths came back as two languages."""
    label = unpacked_label(packed_label(SetValue(path="A/ws/quantity", value=2).label()))
    assert step_words(label, sample(), "zh") == "修改：四卡工作站数量"
    waived = unpacked_label(packed_label(AddPart(path="waivers", value={}).label()))
    assert step_words(waived, sample(), "zh") == "添加：已放行"
    chosen = unpacked_label(packed_label(SetValue(path="alternatives/A/title", value={}).label()))
    assert step_words(chosen, sample(), "zh") == "修改：方案A：四卡工作站名称"

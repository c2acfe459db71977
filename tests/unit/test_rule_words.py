"""A number that an edit puts out of range is refused in words; the path is the place of the error."""

from __future__ import annotations

from typing import Any

import pytest

from planner.errors import EditError
from planner.messages import render
from planner.plan.edits import SetValue
from tests.sample_plans import sample

_ENTRY = f"workload/{sample().workload[0].id}"
_GROUP = f"people/{sample().people[0].id}"


@pytest.mark.parametrize(
    ("path", "value", "title", "word"),
    [
        (f"{_ENTRY}/sessions_per_week", -1.0, sample().workload[0].title.zh, "每人每周次数"),
        (f"{_ENTRY}/hours_per_session", -2.0, sample().workload[0].title.zh, "每次时长"),
        (f"{_ENTRY}/devices", -1, sample().workload[0].title.zh, "卡"),
        (f"{_GROUP}/count", -3, sample().people[0].title.zh, "人"),
        ("A/ws/price/low", "-1", "", "最低"),
        ("facts/power_factor", {"value": 1e300}, "", "功率因数"),
    ],
)
def test_a_refused_number_is_told_by_title_and_name(path: str, value: Any, title: str, word: str) -> None:
    with pytest.raises(EditError) as refused:
        SetValue(path=path, value=value).apply(sample())
    said = render(refused.value.message, "zh")
    assert title in said
    assert word in said
    assert "/" not in said.replace(title, "")
    assert "-1.0" not in said
    assert refused.value.place.endswith(path.removeprefix("A/ws/"))

"""What is wrong with a damaged plan file is said in the language of the run, with the place."""

from __future__ import annotations

import re

import pytest

from planner.errors import PlanFileError
from planner.plan.codec import decode_plan, encode_plan
from tests.plan_files import packed, plain
from tests.sample_plans import sample


def _wrong_type() -> bytes:
    raw = plain()
    raw["alternatives"][0]["lines"][0]["quantity"] = "two"
    return packed(raw)


def _without_title() -> bytes:
    return packed({key: value for key, value in plain().items() if key != "title"})


def _wrong_choice() -> bytes:
    raw = plain()
    raw["site"][0]["type"] = "garden"
    return packed(raw)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (encode_plan(sample())[:4000], "文件末尾缺失"),
        (b"", "文件末尾缺失"),
        (b"no plan", "从第 "),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"[" * 100_000, "嵌套过深"),
        (_wrong_type(), "此处应为整数，实际为文字（位置 $.alternatives[0].lines[0].quantity）"),
        (_without_title(), "缺少字段 title"),
        (_wrong_choice(), "garden"),
    ],
)
def test_damage_is_told_in_chinese(data: bytes, words: str) -> None:
    with pytest.raises(PlanFileError) as caught:
        decode_plan(data)
    told = caught.value.told("zh")
    assert words in told
    assert not re.search("Expected|malformed|truncated|Invalid|missing|Object", told)

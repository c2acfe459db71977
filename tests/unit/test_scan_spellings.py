"""Names spelled to slip through the scan of papers that go out."""

from __future__ import annotations

import pytest

from planner.render.scan import scan_texts
from planner.tender.brands import forbidden_words


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Nvid\u00eda 加速卡", "nvidia"),
        ("N\u200bV\u200bIDIA", "nvidia"),
        ("R T X 4 0 9 0", "rtx 4090"),
        ("采购 N V I D I A 显卡", "nvidia"),
        ("MI300 加速卡", "mi300"),
        ("Mac Studio 一台", "mac studio"),
    ],
)
def test_a_name_is_found_however_it_is_spelled(text: str, word: str) -> None:
    assert word in {hit.word for hit in scan_texts([("title", text)], forbidden_words())}


@pytest.mark.parametrize("text", ["A B C 三项", "a b c d 四项", "Größe 5 m", "级别 1 2 3 4", "café 休息区"])
def test_plain_words_pass(text: str) -> None:
    assert not list(scan_texts([("title", text)], forbidden_words()))

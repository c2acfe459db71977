"""Titles on one line, without characters nobody sees, cut with an ellipsis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.documents.titles import MOST, one_line, shortened


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("a\nb", "a b"),
        ("  a\r\n\tb\x00c  ", "a b c"),
        ("a\u2028b\u200bc\ufeff", "a b c"),
        ("高校　实验室", "高校　实验室"),
        ("", ""),
    ],
)
def test_one_line(title: str, shown: str) -> None:
    assert one_line(title) == shown


def test_a_long_title_is_cut() -> None:
    assert shortened("x" * 121) == "x" * 119 + "…"
    assert shortened("x" * 120) == "x" * 120
    assert shortened("abc def", 5) == "abc…"


@given(st.text(max_size=300))
def test_any_title_is_printable_and_short(title: str) -> None:
    shown = shortened(title)
    assert len(shown) <= MOST
    assert shown.splitlines() in ([], [shown])
    assert shortened(shown) == shown

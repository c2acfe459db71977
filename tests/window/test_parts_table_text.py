"""The clipboard's text between tables: what spreadsheets write is read, and what is written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.window.parts.table_text import from_table_text, to_table_text

CELLS = st.text(st.sampled_from(["a", "甲", '"', "\t", "\n", ",", " ", "8", "″"]), max_size=6)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", ()),
        ("1", (("1",),)),
        ("1\t2\n3\t4\n", (("1", "2"), ("3", "4"))),  # the line end a spreadsheet puts last is no row
        ("1\t2\r\n3\t4\r\n", (("1", "2"), ("3", "4"))),
        ("1\t\t3", (("1", "", "3"),)),
        ("1\n\n2\n", (("1",), ("",), ("2",))),
        ('"甲\n乙"\t"5"', (("甲\n乙", "5"),)),
        ('"a\tb"\t2', (("a\tb", "2"),)),
        ('"say ""hi"""\t1', (('say "hi"', "1"),)),
        ('19" rack\t1', (('19" rack', "1"),)),  # an inch, not a quote
        ('"19\t1', (('"19', "1"),)),  # a quote that never closes
        ('"a"b\t1', (('"a"b', "1"),)),  # nor one that closes in the middle
    ],
)
def test_rows_of_a_text(text: str, rows: tuple[tuple[str, ...], ...]) -> None:
    assert from_table_text(text) == rows


def test_cells_that_need_quotes_get_them() -> None:
    assert to_table_text([["名称", "数量"], ["甲\n乙", "5"], ['19"', "1"]]) == '名称\t数量\n"甲\n乙"\t5\n"19"""\t1'


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5))
def test_what_is_written_is_read_back(rows: list[list[str]]) -> None:
    assert from_table_text(to_table_text(rows) + "\n") == tuple(tuple(row) for row in rows)

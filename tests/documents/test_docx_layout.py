"""Lines and pages of a Word paper as they are reckoned for its contents, against layouts worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.render.docx_measure import code_lines, line_count, text_em
from planner.render.docx_pages import Slab, marked_pages

# Between the margins of 25 mm an upright page has 297 - 50 = 247 mm, 700.15 points.


def rows(count: int, height: float, **more: object) -> list[Slab]:
    return [Slab(height=height, **more) for _ in range(count)]  # type: ignore[arg-type]


MARK = Slab(height=20, marked=True)


def test_pages_fill_up_and_a_new_page_is_one() -> None:
    assert marked_pages([*rows(34, 20), MARK]) == [1]  # 35 times 20 points are 700
    assert marked_pages([*rows(35, 20), MARK]) == [2]
    assert marked_pages([MARK, Slab(height=20, new_page=True, marked=True), MARK]) == [1, 2, 2]
    assert marked_pages([Slab(height=20, turned=True), Slab(height=20, marked=True)]) == [2]


def test_what_is_kept_with_the_next_goes_with_it() -> None:
    heading = Slab(height=20, kept=True, marked=True)
    assert marked_pages([*rows(33, 20), heading, Slab(height=20)]) == [1]
    assert marked_pages([*rows(34, 20), heading, Slab(height=20)]) == [2]
    # A chain that no page can hold is not kept.
    assert marked_pages([*rows(34, 20), heading, *rows(40, 20, kept=True)]) == [1]


def test_of_two_spaces_the_larger_counts_and_none_at_the_head_of_a_page() -> None:
    spaced = [Slab(height=20, before=10, after=5)] * 23
    # 10 before the first, 20 each, 22 times the larger of 5 and 10 between, 5 after the last: 695.
    assert marked_pages([*spaced, Slab(height=5, before=5, marked=True)]) == [1]
    assert marked_pages([*spaced, Slab(height=6, before=5, marked=True)]) == [2]
    assert marked_pages([*spaced, Slab(height=5, before=6, marked=True)]) == [2]
    # On the second page nothing stands above it: 34 more of 20 have room beside its own 20.
    assert marked_pages([*spaced, Slab(height=20, before=30), *rows(33, 20), MARK]) == [2]
    assert marked_pages([*spaced, Slab(height=20, before=30), *rows(34, 20), MARK]) == [3]


def test_a_long_paragraph_is_parted_but_leaves_and_takes_two_lines() -> None:
    text = Slab(height=80, line=20, marked=True)  # four lines
    assert marked_pages([*rows(33, 20), text, MARK]) == [1, 2]  # two lines of room
    assert marked_pages([*rows(34, 20), text]) == [2]  # room for one
    assert marked_pages([Slab(height=2000, line=20), MARK]) == [3]


def test_a_row_that_goes_to_the_next_page_has_the_heads_above_it() -> None:
    table = rows(34, 20, head=20)
    assert marked_pages([Slab(height=20, kept=True), *table, MARK]) == [2]
    # 35 rows on the first page; on the second a head of 20 and 33 rows, then no room for 20 more of 700.
    assert marked_pages([*rows(35 + 33, 20, head=20), MARK]) == [2]
    assert marked_pages([*rows(35 + 34, 20, head=20), MARK]) == [3]


def test_lines_end_where_word_ends_them() -> None:
    assert line_count("一二三四五六七八九十", 10, "zh") == 1
    assert line_count("一二三四五六七八九十一", 10, "zh") == 2
    assert line_count("一二三四五六七八九十。", 10, "zh") == 1  # a full stop may stand in the margin
    assert line_count("一二三四五六七八九十。", 10, "zh", hanging=False) == 2
    assert line_count("甲\n\n乙", 10, "zh") == 3
    assert line_count("一二三四五六七八（九", 9.5, "zh") == 2
    # Times: "memory" is 0.778 + 0.444 + 0.778 + 0.5 + 0.333 + 0.5 = 3.333 em, a space 0.25.
    assert text_em("memory", "en") == pytest.approx(3.333)
    assert line_count("memory memory", 7, "en") == 1
    assert line_count("memory memory", 6.9, "en") == 2
    assert line_count("x" * 1000, 10, "en") == 50  # a word longer than a line is broken anywhere


def test_codes_are_parted_from_each_other_only() -> None:
    # B is 0.667, a digit 0.5, the mark 1 em: three with their marks are 6.5.
    assert code_lines("B1、B6、B8、B10", 7.0, "zh") == ("B1、B6、B8、", "B10")
    assert code_lines("B1、B6、B8、B10", 6.4, "zh") == ("B1、B6、", "B8、B10")
    assert code_lines("B1、B6、B8、B10", 20, "zh") == ("B1、B6、B8、B10",)
    assert code_lines("读取管理工具（T-01）", 9.0, "zh") == ("读取管理工具", "（T-01）")
    assert code_lines("甲、乙、丙、丁、戊、己", 4.0, "zh") == ("甲、乙、丙、丁、戊、己",)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.floats(1, 60), st.sampled_from(["zh", "en"]))
def test_any_text_takes_at_least_a_line_for_each_of_its_own_and_more_in_less_room(
    text: str, room: float, language: str
) -> None:
    count = line_count(text, room, language)  # type: ignore[arg-type]
    assert count >= text.count("\n") + 1
    assert line_count(text, room * 20 + 200, language) == text.count("\n") + 1  # type: ignore[arg-type]
    assert "".join(code_lines(text, room, language)) == text  # type: ignore[arg-type]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.builds(
            Slab,
            height=st.floats(1, 900),
            before=st.floats(0, 30),
            after=st.floats(0, 30),
            kept=st.booleans(),
            line=st.sampled_from([0.0, 13.0]),
            head=st.sampled_from([0.0, 20.0]),
            new_page=st.booleans(),
            turned=st.booleans(),
            marked=st.just(value=True),
        ),
        max_size=30,
    )
)
def test_pages_never_run_backwards(slabs: list[Slab]) -> None:
    found = marked_pages(slabs)
    assert found == sorted(found)
    assert len(found) == len(slabs)

"""Breaking Chinese and Latin text into lines: forbidden ends, glued pairs, widths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.render.text_lines import TextLine, break_lines, glyphs, is_wide
from planner.render.text_pieces import pieces

# Marks no line may start with, marks no line may end with (W3C, Requirements for Chinese Text Layout, 3.1.2).
NOT_FIRST = "、。，．：；！？）》〉」』】〕”’％～…"
NOT_LAST = "（《〈「『【〔“‘"


def advance(char: str, bold: bool) -> float:
    return 1.0 if is_wide(char) else 0.5


def lines(text: str, width: float, **options: object) -> list[str]:
    broken = break_lines(glyphs(((text, False),), advance), width, **options)  # type: ignore[arg-type]
    return ["".join(glyph.char for glyph in line.glyphs) for line in broken]


@pytest.mark.parametrize("mark", list(NOT_FIRST))
def test_no_line_starts_with_a_closing_mark(mark: str) -> None:
    for width in (4, 5, 6, 7):
        assert not any(line.startswith(mark) for line in lines(f"甲乙丙丁戊{mark}己庚辛壬癸{mark}子丑", width))


@pytest.mark.parametrize("mark", list(NOT_LAST))
def test_no_line_ends_with_an_opening_mark(mark: str) -> None:
    for width in (4, 5, 6, 7):
        assert not any(line.endswith(mark) for line in lines(f"甲乙丙丁{mark}戊己庚辛壬{mark}癸子丑", width))


@pytest.mark.parametrize(
    "kept", ["16位", "24 GB", "≥500", "第3", "包2", "①远", "15 min", "T-03", "GB/s", "7.5 TB", "80%"]
)
def test_pairs_that_stay_on_one_line(kept: str) -> None:
    for ahead in range(1, 12):
        text = "甲" * ahead + kept + "乙" * 12
        for width in (8, 9):
            assert any(kept in line for line in lines(text, width)), (text, width)


def test_a_closing_mark_may_stand_in_half_its_width_at_the_end() -> None:
    # Five ideographs and a comma in 5.6 em: the comma's right half is blank.
    assert lines("甲乙丙丁戊，己庚", 5.6, pull=False) == ["甲乙丙丁戊，", "己庚"]
    assert lines("甲乙丙丁戊，己庚", 5.5, pull=False) == ["甲乙丙丁", "戊，己庚"]


def test_two_marks_close_up_and_latin_has_a_gap() -> None:
    def width(text: str) -> float:
        return break_lines(glyphs(((text, False),), advance), 100)[0].width

    assert width("甲）。") == pytest.approx(3 - 0.42)
    assert width("用A卡") == pytest.approx(2.5 + 2 * 0.14)
    assert width("，A、") == pytest.approx(2.5)
    assert width("①作") == pytest.approx(2)


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert lines("x" * 23, 5) == ["x" * 10, "x" * 10, "xxx"]


def test_line_feeds_and_empty_text() -> None:
    assert lines("甲\n\n乙", 5) == ["甲", "", "乙"]
    assert lines("", 5) == [""]


def test_a_last_line_of_one_character_is_pulled_up() -> None:
    text = "字" * 30
    assert lines(text, 29) == [text]
    assert [len(line) for line in lines(text, 29, pull=False)] == [29, 1]
    assert [len(line) for line in lines("字" * 12, 11)] == [11, 1]


def test_first_line_is_indented() -> None:
    assert [len(line) for line in lines("字" * 20, 10, first_indent=2)] == [8, 10, 2]


texts = st.text(alphabet="甲乙丙字，。；（）“”≥①第 3416.%ABxyz-/\n", max_size=120)


@given(texts, st.integers(3, 30))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, width: int) -> None:
    broken = break_lines(glyphs(((text, False),), advance), width, pull=False)
    kept = "".join(glyph.char for line in broken for glyph in line.glyphs)
    assert kept.replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(line.width <= width + 1e-6 or len(line.glyphs) == 1 for line in broken)


@given(texts, st.integers(3, 30))
def test_lines_break_where_they_may_unless_a_run_fills_the_line(text: str, width: int) -> None:
    broken = break_lines(glyphs(((text, False),), advance), width, pull=False)
    for ahead, line in zip(broken, broken[1:], strict=False):
        if ahead.goes_on and line.glyphs and not line.glyphs[0].may_start:
            assert not any(glyph.may_start for glyph in ahead.glyphs[1:])


@given(texts, st.integers(3, 30), st.booleans())
def test_pieces_hold_the_line_and_stay_inside(text: str, width: int, justify: bool) -> None:
    for line in break_lines(glyphs(((text, False),), advance), width):
        made = pieces(line, width, justify)
        assert "".join(piece.text for piece in made) == "".join(glyph.char for glyph in line.glyphs)
        assert _end(made) <= max(width, 1) + 0.43


def _end(made: tuple[object, ...]) -> float:
    ends = [
        piece.x + sum(advance(c, False) for c in piece.text) + piece.spacing * (len(piece.text) - 1) for piece in made
    ]  # type: ignore[attr-defined]
    return max(ends, default=0.0)


def test_justified_line_reaches_the_margin() -> None:
    line = break_lines(glyphs((("甲乙丙丁戊己庚ABC辛壬癸子丑", False),), advance), 9.8)[0]
    assert isinstance(line, TextLine)
    assert _end(pieces(line, 9.8, justify=True)) == pytest.approx(9.8)
    assert _end(pieces(line, 9.8)) == pytest.approx(line.width)

"""Line counts and widths of workbook cells: against a plain greedy reckoning, and never a broken word or ####."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from planner.documents.house_style import HouseStyle
from planner.documents.model import Column, DateCell, Language, MoneyCell, Number, Row, Table, Text
from planner.render.text_lines import may_start
from planner.render.xlsx_formats import look_of
from planner.render.xlsx_lines import height_of, line_count, room_em, tallest, text_em, width_mm_of
from planner.render.xlsx_widths import fitted_columns
from tests.documents.papers import DAY

WORDS = st.text(alphabet="技术要求，。（）《》：；≥24 GBkW./-%①②aM\n“”1", max_size=60)
LANGUAGES: st.SearchStrategy[Language] = st.sampled_from(["zh", "en"])


def plainly(text: str, room: float, language: Language) -> int:
    """Return the lines of ``text`` by trying every end of every line."""
    count = 0
    for paragraph in text.split("\n"):
        start = 0
        count += 1
        while True:
            end = start
            while end < len(paragraph) and text_em(paragraph[start : end + 1], language) <= room + 1e-6:
                end += 1
            while end < len(paragraph) and paragraph[end] == " ":
                end += 1
            if end == len(paragraph):
                break
            ends = [at for at in range(start + 1, end + 1) if may_start(paragraph, at)]
            start = ends[-1] if ends else max(end, start + 1)
            count += 1
    return count


@given(WORDS, st.integers(5, 90), LANGUAGES)
@example("1.1.100", 13, "zh")
@example("长" * 40, 25, "zh")
def test_lines_are_those_of_a_plain_reckoning(text: str, width: int, language: Language) -> None:
    assert line_count(text, width, language) == plainly(text, room_em(width, 10), language)


@given(st.lists(st.tuples(WORDS, st.integers(5, 90)), max_size=6), LANGUAGES)
def test_the_tallest_cell_decides_whatever_is_left_uncounted(cells: list[tuple[str, int]], language: Language) -> None:
    counted = max((line_count(text, width, language) for text, width in cells), default=1)
    assert tallest([(text, room_em(width, 10)) for text, width in cells], language) == counted


def test_wide_characters_of_four_bytes_count_as_one() -> None:
    assert line_count("\U00020000" * 19, 72, "zh") == 1
    assert line_count("\U00020000" * 39, 72, "zh") == 3


def test_heights_are_capped_and_grow_with_the_type() -> None:
    assert height_of(1, 10) == 19.5
    assert height_of(2, 12) == pytest.approx(2 * 13.5 * 1.2 + 6)
    assert height_of(1000, 10) == 409


def test_widths_and_rooms_are_inverse() -> None:
    assert width_mm_of(room_em(40, 11), 11) == pytest.approx(40)


def columns_of(*specs: tuple[str, str, float]) -> tuple[Column, ...]:
    return tuple(Column(key=key, title=key, width_mm=width, kind=kind) for key, kind, width in specs)  # type: ignore[arg-type]


def fitted(columns: tuple[Column, ...], *rows: Row) -> list[float]:
    table = Table(columns=columns, rows=rows, caption="x")
    return [column.width_mm for column in fitted_columns(columns, table, look_of(HouseStyle(), "en"))]


def test_a_word_is_not_broken_in_a_narrow_column() -> None:
    columns = columns_of(("item", "text", 22), ("need", "text", 60))
    words = "Uninterruptible power supply"
    narrow, wide = fitted(columns, Row((Text(words), Text(words))))
    assert wide == 60
    assert 22 < narrow < 35
    assert room_em(narrow, 10) >= text_em("Uninterruptible", "en")
    assert room_em(22, 10) < text_em("Uninterruptible", "en")


def test_a_code_without_an_end_does_not_swell_its_column() -> None:
    (width,) = fitted(columns_of(("item", "text", 20)), Row((Text("x" * 300),)))
    assert 30 < width < 33


def test_numbers_have_room() -> None:
    columns = columns_of(("a", "number", 10), ("b", "money", 15), ("c", "date", 12))
    row = Row((Number(1_234_567, decimals=2), MoneyCell(Decimal("12345678.90")), DateCell(DAY)))
    found = fitted(columns, row)
    assert [width > column.width_mm for width, column in zip(found, columns, strict=True)] == [True, True, True]
    assert room_em(found[1], 10) >= text_em("12,345,678.90", "en")
    assert fitted(columns_of(("a", "number", 20)), Row((Number(12),))) == [20]

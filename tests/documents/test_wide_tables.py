"""Tables wider than a page: whole, turned or in parts, by a rule whose numbers are worked here by hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.documents.model import Column, Group, Row, Table, Text
from planner.render.wide_tables import Columns, Rooms, arranged, table_parts

ROOMS = Rooms(upright=162, turned=247)


def columns(*wanted: float, keys: int = 1, least: tuple[float, ...] = ()) -> Columns:
    return Columns(wanted=wanted, keys=keys, least=least)


def test_a_table_is_turned_before_it_is_split() -> None:
    # 162 mm take 200 mm at four fifths (160), not 204 (163.2); 247 mm take 380 at 0.65, not 381.
    assert arranged(columns(100, 100), ROOMS, landscape=False).landscape is False
    assert arranged(columns(100, 104), ROOMS, landscape=False).landscape is True
    assert len(arranged(columns(100, 100, 180), ROOMS, landscape=False).parts) == 1
    assert len(arranged(columns(100, 100, 181), ROOMS, landscape=False).parts) == 2
    assert arranged(columns(10, 10), ROOMS, landscape=True).landscape is True


def test_long_words_count_and_one_endless_word_does_not() -> None:
    assert arranged(columns(50, 50, 50, least=(60, 60, 60)), ROOMS, landscape=False).landscape is True
    assert arranged(columns(50, 50, 50, least=(9000, 0, 0)), ROOMS, landscape=False).landscape is False


def test_parts_repeat_the_keys_and_are_about_equal() -> None:
    # Eleven columns of 40 mm, two of them keys: at 0.8 32 mm each, 247 - 64 = 183 mm take five more; 9 = 5 + 4.
    found = arranged(columns(*[40] * 11, keys=2), ROOMS, landscape=False).parts
    assert found == ((0, 1, 2, 3, 4, 5, 6), (0, 1, 7, 8, 9, 10))
    # Thirty columns of 20 mm: 16 each, (247 - 16) / 16 = 14; 29 = 10 + 10 + 9 in the fewest parts, three.
    thirty = arranged(columns(*[20] * 30), ROOMS, landscape=False).parts
    assert [len(part) for part in thirty] == [11, 11, 10]


def test_keys_that_would_fill_the_page_are_not_repeated() -> None:
    # At 0.8 the first key takes 80 of 247 mm, both 176, which is more than half; each other column then stands alone.
    found = arranged(columns(100, 120, 130, 130, keys=2), ROOMS, landscape=False).parts
    assert found == ((0, 1), (0, 2), (0, 3))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(4, 120), min_size=1, max_size=40), st.integers(0, 6), st.booleans())
def test_every_column_is_shown_and_only_keys_twice(wanted: list[float], keys: int, turned: bool) -> None:
    found = arranged(columns(*wanted, keys=min(keys, len(wanted))), ROOMS, landscape=turned)
    shown = [at for part in found.parts for at in part]
    assert set(shown) == set(range(len(wanted)))
    assert all(shown.count(at) == 1 for at in range(len(wanted)) if at >= keys)
    assert all(list(part) == sorted(part) for part in found.parts)
    for part in found.parts if len(found.parts) > 1 else ():
        assert sum(wanted[at] * 0.8 for at in part) <= 247 + 1e-6 or len([at for at in part if at >= keys]) == 1


def test_a_table_in_parts_keeps_rows_groups_and_one_anchor() -> None:
    table = Table(
        columns=tuple(Column(key=str(at), title=f"列{at}", width_mm=40) for at in range(11)),
        rows=(Group("组"), Row(tuple(Text(str(at)) for at in range(11)))),
        caption="宽表",
        anchor="wide",
        key_columns=2,
    )
    first, second = table_parts(table, arranged(columns(*[40] * 11, keys=2), ROOMS, landscape=False), "zh")
    assert (first.caption, second.caption) == ("宽表（第1～7列，共11列）", "宽表（续，第8～11列，共11列）")
    assert (first.anchor, second.anchor) == ("wide", "")
    assert [cell.text for cell in second.rows[1].cells] == ["0", "1", "7", "8", "9", "10"]  # type: ignore[union-attr]
    assert second.rows[0] == Group("组")
    assert [column.title for column in second.columns] == ["列0", "列1", "列7", "列8", "列9", "列10"]

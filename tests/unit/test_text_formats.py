"""Texts of a set form: what people type is written down in one form, what is none is refused with what was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.catalog.load import bundled_by_id
from planner.errors import InputError
from planner.facility.ups_runtime import points_of
from planner.text_formats import fault_of, odd_text, written


@pytest.mark.parametrize(
    ("key", "typed", "plain"),
    [
        ("runtime_points", "500:40;1000:15", "500:40;1000:15"),
        ("runtime_points", "40@500; 15@1000", "500:40;1000:15"),
        ("runtime_points", "40分钟@500W；15分钟@1kW", "500:40;1000:15"),
        ("runtime_points", "0.5kW：40分钟，1kW：15分钟", "500:40;1000:15"),
        ("runtime_points", "500=1h,1000=0.5h", "500:60;1000:30"),
        ("runtime_points", "50%:12;100%:4.5", "50%:12;100%:4.5"),
        ("runtime_points", "满载:15", "100%:15"),
        # the curve of a maker, APC SMT750: falls throughout, and at 50 W has more minutes than watts
        ("runtime_points", "50:90;75:64;100:49", "50:90;75:64;100:49"),
        ("psu_redundancy", "2 + 2 冗余", "2+2"),
        ("psu_redundancy", "n+n", "N+N"),
        ("psu_redundancy", "2N", "2N"),
        ("psu_redundancy", "无", "N"),
        ("psu_redundancy", "5＋1", "5+1"),
        ("class_cn", "大3匹", "大3匹"),
        ("class_cn", "1.5匹变频", "1.5匹变频"),
        ("psu_range_v", "200–240V", "200-240"),
        ("psu_curve", "100-127: 1kW；200~240:1200", "100-127:1000;200-240:1200"),
        ("note", "anything", "anything"),
    ],
)
def test_what_people_type_is_written_in_the_form_that_is_read(key: str, typed: str, plain: str) -> None:
    assert written(key, typed) == plain
    assert odd_text(key, plain) is None


@pytest.mark.parametrize(
    ("key", "typed", "says"),
    [
        ("runtime_points", "about an hour", "no point of a runtime"),
        ("runtime_points", "40", "no point of a runtime"),
        ("runtime_points", "500:15;1000:40", "a larger load lasts less long"),
        ("runtime_points", "500:15;500:12", "stands twice"),
        ("runtime_points", "500VA:15", "gives the load in VA"),
        ("runtime_points", "0:15", "no UPS runs"),
        ("runtime_points", "120%:3", "no UPS runs"),
        ("psu_redundancy", "双电源", "no redundancy of supplies"),
        ("psu_redundancy", "3+3 or 5+1", "no redundancy of supplies"),
        ("class_cn", "大号", "no size class"),
        ("class_cn", "2匹 x 2", "no size class"),
        ("class_cn", "7.2kW", "no size class"),
        ("psu_range_v", "220", "no range of voltages"),
        ("psu_range_v", "240-200", "no range of voltages"),
        ("psu_curve", "1200", "no output of a supply"),
    ],
)
def test_what_is_none_is_refused_with_a_remedy_and_the_place(key: str, typed: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        written(key, typed, "site/u1/values/x")
    assert caught.value.remedy is not None
    assert caught.value.place == "site/u1/values/x"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("15:1000;40:500", "500:40;1000:15"),  # minutes:watts
        ("10:2000;30:1000", "1000:30;2000:10"),
    ],
)
def test_load_and_minutes_the_wrong_way_round_are_told_the_right_way(typed: str, meant: str) -> None:
    with pytest.raises(InputError) as caught:
        written("runtime_points", typed)
    assert meant in str(caught.value.remedy)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("2匹 x 2", "add an air conditioner"),
        ("5200W", "cooling capacity"),
        ("7200", "cooling capacity"),
        ("大号", "1.5匹"),
    ],
)
def test_the_likely_meaning_of_a_size_is_said(typed: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        written("class_cn", typed)
    assert says in str(caught.value.remedy)


@given(
    st.lists(st.integers(20, 20000), min_size=1, max_size=8, unique=True),
    st.lists(st.integers(1, 300), min_size=8, max_size=8, unique=True),
)
def test_points_that_fall_come_back_as_they_were(loads: list[int], minutes: list[int]) -> None:
    points = [*zip(sorted(loads), sorted(minutes, reverse=True), strict=False)]
    if len(points) > 1 and all(there > load for load, there in points):
        return
    text = written("runtime_points", ";".join(f"{load}:{there}" for load, there in points))
    assert list(points_of(text)) == points


def test_every_row_of_the_catalog_can_be_read() -> None:
    for item in bundled_by_id().values():
        for key in ("runtime_points", "class_cn"):
            if item.text(key):
                assert fault_of(key, item.text(key)) is None, (item.id, key)

"""Rows in the order a person expects: numbers in texts counted, Chinese by pinyin, unknown at the end."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.services.row_order import named, natural, ordered


@pytest.mark.parametrize(
    "right",
    [
        ("L4", "L40", "L40S", "L100"),
        ("RTX 4090 24GB", "RTX 4090 48GB", "RTX 5090"),
        ("24GB", "80GB", "141 GB", "1.5TB"),  # the sizes of field report E06
        ("800 W", "1.2kW", "1.5 kW", "10kW"),
        ("1.5 kVA", "2kVA", "3000VA"),
        ("2.25 m", "2.5 m", "10 m"),
        ("9", "A9", "a10", "Ａ11"),
        ("北京", "广州", "上海", "深圳", "天津"),  # Bei, Guang, Shang, Shen, Tian
        ("服务器 2U", "服务器 4U", "服务器 10U", "工作站"),  # fu before gong
        ("插座", "NAS", "UPS 3 kVA", "硬盘 8 TB", "硬盘 16 TB"),  # cha, nas, ups, ying
    ],
)
def test_natural_order(right: tuple[str, ...]) -> None:
    mixed = list(right)
    random.Random(7).shuffle(mixed)
    assert tuple(sorted(mixed, key=natural)) == right


def test_digits_inside_a_model_are_no_size() -> None:
    assert natural("A100kwx") == "a000000000100kwx"
    assert natural("4TB") == natural("4000 GB")


@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 5)), st.integers()), max_size=30), st.booleans())
def test_unknown_is_last_and_equals_keep_their_order(rows: list[tuple[int | None, int]], descending: bool) -> None:
    numbered = [(key, at) for at, (key, _) in enumerate(rows)]
    found = ordered(numbered, lambda row: row[0], descending=descending)
    assert sorted(at for _, at in found) == list(range(len(rows)))
    known = [row for row in found if row[0] is not None]
    assert list(found[len(known) :]) == [row for row in numbered if row[0] is None]
    assert [key for key, _ in known] == sorted((key for key, _ in known if key is not None), reverse=descending)
    for (one, first), (two, second) in zip(known, known[1:], strict=False):
        assert one != two or first < second


def test_money_is_compared_by_value() -> None:
    assert ordered([Decimal("9.5"), Decimal(10), Decimal("9.50")], lambda one: one) == (
        Decimal("9.5"),
        Decimal("9.50"),
        Decimal(10),
    )


def test_an_empty_text_is_unknown() -> None:
    assert named("") is None
    assert named("甲") is not None

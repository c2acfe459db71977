"""Words of price around an amount: taken off where money is asked, refused where they contradict the field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.entry import parse_money, parse_money_range, parse_quantity
from planner.errors import InputError


@pytest.mark.parametrize(
    ("typed", "yuan"),
    [
        ("28w", 280_000),
        ("15 W", 150_000),
        ("约15万", 150_000),
        ("15万左右", 150_000),
        ("15万元（含税）", 150_000),
        ("大约15w左右，含税价", 150_000),
        ("廿八万", 280_000),
        ("卅万", 300_000),
    ],
)
def test_words_of_price_are_no_hindrance_to_an_amount(typed: str, yuan: int) -> None:
    assert parse_money(typed).amount == yuan


def test_the_price_of_one_piece_may_say_so_and_a_budget_may_not() -> None:
    assert [end.amount for end in parse_money_range("15万/台")] == [150_000, 150_000]
    assert [end.amount for end in parse_money_range("约25-35w每台（含税）")] == [250_000, 350_000]
    with pytest.raises(InputError):
        parse_money("15万/台")


@pytest.mark.parametrize(("typed", "tax"), [("15万（不含税）", "included"), ("15万含税", "excluded")])
def test_the_contrary_of_the_fields_tax_is_refused_with_what_to_write(typed: str, tax: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_money(typed, tax=tax)  # type: ignore[arg-type]
    assert refused.value.message.id == "entry.tax"
    assert refused.value.remedy is not None


def test_w_stays_a_watt_where_no_money_is_asked() -> None:
    assert parse_quantity("28w", unit="W").value == 28


@given(st.integers(1, 9_999), st.sampled_from(["约{}万", "{}w", "{}万左右", "大概{}W元", "{}万元（含税）"]))
def test_each_wording_says_the_same_amount(ten_thousands: int, wording: str) -> None:
    assert parse_money(wording.format(ten_thousands)).amount == ten_thousands * 10_000

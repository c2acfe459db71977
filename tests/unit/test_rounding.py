"""Rounded numbers side by side add up; by hand and for any numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.services.start_page import short_money, short_rest
from planner.figure import Figure, entered
from planner.money import Money
from planner.pictures.bar_groups import money_text, rest_text
from planner.rounding import adding_up, rest_shown, rounded


def test_the_last_digit_goes_where_rounding_took_most() -> None:
    # 1.44 + 1.44 + 1.42 = 4.30; each rounded alone is 1.4 + 1.4 + 1.4 = 4.2
    assert adding_up([1.44, 1.44, 1.42], 1) == (Decimal("1.5"), Decimal("1.4"), Decimal("1.4"))
    assert adding_up([0.25, 0.25, 0.5], 1) == (Decimal("0.3"), Decimal("0.2"), Decimal("0.5"))
    assert adding_up([], 2) == ()


@given(st.lists(st.floats(0, 1e6), max_size=20), st.integers(0, 3))
def test_parts_add_up_and_none_is_far_from_what_it_is(parts: list[float], places: int) -> None:
    shown = adding_up(parts, places)
    step = Decimal(1).scaleb(-places)
    assert all(abs(one - Decimal(str(part))) <= step for one, part in zip(shown, parts, strict=True))
    assert abs(sum(shown, Decimal(0)) - sum((Decimal(str(part)) for part in parts), Decimal(0))) <= step
    assert sum(shown, Decimal(0)) % step == 0


def yuan(amount: float) -> Figure:
    return entered("x", amount, "CNY")


@pytest.mark.parametrize(
    ("language", "whole", "part", "left"), [("zh", "30.0 万", "28.3 万", "1.7 万"), ("en", "300 k", "283 k", "17 k")]
)
def test_planned_and_left_of_an_offer_add_up_to_the_budget(language: str, whole: str, part: str, left: str) -> None:
    # 282,500 of 300,000: 28.25 and 1.75 would both be rounded up, to 28.3 + 1.8 = 30.1
    assert short_money(yuan(300000), language) == whole
    assert short_money(yuan(282500), language) == part
    assert short_rest(yuan(300000), yuan(282500), language) == left


def test_planned_and_left_of_a_picture_add_up() -> None:
    # 282,450 of 300,000: 28.25 (28.245 up) and 1.76 (1.755 up) would be 30.01
    budget, planned = Money.of("300000"), Money.of("282450")
    assert (money_text(planned, "zh"), rest_text(budget, planned, "zh")) == ("28.25 万元", "1.75 万元")
    assert rest_text(Money.of("300000"), Money.of("282450.50"), "en") == "CNY 17,549"


def test_rounding_is_half_up_from_the_digits() -> None:
    assert rounded(2.675, 2) == Decimal("2.68")
    assert rest_shown(268449.5 + 13422.475, 268449.5, 0) == Decimal(13422)

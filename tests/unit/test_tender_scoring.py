"""Scoring: price points, deductions, abnormal low prices and weights, against hand-worked examples."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.money import Money
from planner.tender.law import laws
from planner.tender.policy import policies, policy_value
from planner.tender.scoring import (
    Offer,
    comparison_price,
    deviation_points,
    evaluated_price,
    factors,
    low_lines,
    price_points,
    price_rise,
    steps,
)

SHARES = {"low_mean": Decimal("0.50"), "low_second": Decimal("0.50"), "low_cap": Decimal("0.45")}


def offer(name: str, yuan: int, domestic: str = "0", small: str = "0") -> Offer:
    return Offer(name=name, price=Money.of(yuan), domestic=Decimal(domestic), small=Decimal(small))


def test_deductions_are_added_on_the_price_offered() -> None:
    # 980,000 x (1 - 0.2 - 0.1) = 686,000; 900,000 x 0.8 = 720,000
    assert evaluated_price(offer("A", 980_000, "0.2", "0.1")).amount == 686_000
    assert evaluated_price(offer("B", 900_000, "0.2")).amount == 720_000
    assert evaluated_price(offer("C", 860_000)).amount == 860_000


def test_price_points_are_in_proportion_to_the_lowest() -> None:
    # 30 x 686 / 720 = 28.583, 30 x 686 / 860 = 23.930
    lowest = Money.of(686_000)
    points = [price_points(Decimal(30), lowest, Money.of(own)) for own in (686_000, 720_000, 860_000)]
    assert [str(one) for one in points] == ["30.00", "28.58", "23.93"]


def test_lines_of_low_prices_use_prices_without_deductions() -> None:
    # mean 913,333.33 -> 456,666.67; second lowest 900,000 -> 450,000; ceiling 1,000,000 -> 450,000
    found = low_lines((offer("A", 980_000), offer("B", 900_000), offer("C", 860_000)), Money.of(1_000_000), SHARES)
    assert [str(one.line.amount) for one in found] == ["456666.67", "450000.00", "450000.00"]
    assert [one.triggered for one in found] == [0, 0, 0]


def test_below_excludes_the_line_itself() -> None:
    on_it = (offer("A", 1_000_000), offer("B", 1_000_000), offer("C", 500_000))
    second = low_lines(on_it, Money.of(1_000_000), SHARES)[1]
    assert (second.line.amount, second.triggered) == (500_000, 0)
    below = (offer("A", 1_000_000), offer("B", 1_000_000), offer("C", 499_999))
    assert low_lines(below, Money.of(1_000_000), SHARES)[1].triggered == 1


def test_what_a_lost_point_weighs_in_price() -> None:
    # 3.4 of 30 points: 3.4 / 26.6 = 12.8 %; 3 of 40: 3 / 37 = 8.1 %
    assert round(price_rise(Decimal("3.4"), Decimal(30)) * 100, 1) == Decimal("12.8")
    assert round(price_rise(Decimal(3), Decimal(40)) * 100, 1) == Decimal("8.1")


def test_a_company_raises_the_price_for_what_falls_short() -> None:
    # 100,000 x (1 + 2 x 2 % + 3 x 0.5 %) = 105,500
    one = Offer(name="A", price=Money.of(100_000), important=2, general=3)
    assert comparison_price(one, Decimal("0.02"), Decimal("0.005")).amount == 105_500


def test_points_of_a_step_are_halved_until_all_fit() -> None:
    assert steps(Decimal(24), Decimal(3), 5) == 3
    assert steps(Decimal(24), Decimal(3), 10) == Decimal("1.5")
    assert steps(Decimal(17), Decimal(1), 34) == Decimal("0.5")


@pytest.mark.parametrize("terms", [0, 5, 10])
@pytest.mark.parametrize("circumstances", [frozenset(), frozenset({"compute"})])
def test_weights_sum_to_a_hundred_without_any_parameter(terms: int, circumstances: frozenset[str]) -> None:
    found = {one.key: one for one in factors((), terms, circumstances)}
    assert sum(one.points for one in found.values()) == 100
    assert "important" not in found and "general" not in found
    assert ("label" in found) == bool(circumstances)


def test_deviations_cost_points_down_to_nothing() -> None:
    commercial = next(one for one in factors((), 10, frozenset()) if one.key == "commercial")
    assert [deviation_points(commercial, missed) for missed in (0, 1, 4, 9)] == [4, 3, 0, 0]


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_no_price_earns_more_than_the_lowest(first: int, second: int) -> None:
    low, high = sorted((Money.of(first), Money.of(second)), key=lambda one: one.amount)
    assert price_points(Decimal(40), low, low) == 40
    assert 0 <= price_points(Decimal(40), low, high) <= 40


def test_policies_and_their_numbers_have_their_time() -> None:
    before, after = dt.date(2025, 12, 31), dt.date(2026, 1, 1)
    assert policy_value("domestic_rate", before) is None
    assert policy_value("domestic_rate", after) == Decimal("0.20")
    assert "domestic" not in {one.key for one in policies("university", before)}
    assert "domestic" in {one.key for one in policies("university", after)}
    assert "domestic" not in {one.key for one in policies("company", after)}


def test_laws_are_for_a_profile_and_a_day() -> None:
    keys = {one.key for one in laws("university", dt.date(2026, 1, 31))}
    assert "lowprice" not in keys and "g34" in keys and "civil" not in keys
    assert {"civil", "sme802"} <= {one.key for one in laws("company", dt.date(2026, 11, 30))}

"""How a budget is named in titles, and which small ones are asked back."""

from __future__ import annotations

import pytest

from desktop_app.services.first_start_sheet import refuse_bare
from desktop_app.services.first_start_words import plain_amount
from planner.errors import InputError
from planner.money import Money


@pytest.mark.parametrize(
    ("amount", "zh", "en"),
    [
        ("300000", "30 万元", "CNY 300,000"),
        ("1234500", "123.45 万元", "CNY 1,234,500"),
        ("300000.01", "300,000.01 元", "300,000.01 yuan"),
        ("5000", "5,000.00 元", "CNY 5,000"),
    ],
)
def test_a_budget_is_named_as_people_say_it(amount: str, zh: str, en: str) -> None:
    assert plain_amount(Money.of(amount), "zh") == zh
    if amount != "300000.01":
        assert plain_amount(Money.of(amount), "en") == en


@pytest.mark.parametrize(("typed", "amount"), [("30", "30"), ("0.5", "0.5"), ("9999.99", "9999.99"), ("3,000", "3000")])
def test_a_bare_small_number_is_refused(typed: str, amount: str) -> None:
    with pytest.raises(InputError):
        refuse_bare(typed, Money.of(amount))


@pytest.mark.parametrize(
    ("typed", "amount"), [("30元", "30"), ("30万", "300000"), ("10000", "10000"), ("¥30", "30"), ("0", "0")]
)
def test_a_number_that_is_clear_is_taken(typed: str, amount: str) -> None:
    refuse_bare(typed, Money.of(amount))

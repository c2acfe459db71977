"""Which small budgets are asked back."""

from __future__ import annotations

import pytest

from desktop_app.services.first_start_sheet import refuse_bare
from planner.errors import InputError
from planner.money import Money


@pytest.mark.parametrize(("typed", "amount"), [("30", "30"), ("0.5", "0.5"), ("9999.99", "9999.99"), ("3,000", "3000")])
def test_a_bare_small_number_is_refused(typed: str, amount: str) -> None:
    with pytest.raises(InputError):
        refuse_bare(typed, Money.of(amount))


@pytest.mark.parametrize(
    ("typed", "amount"), [("30元", "30"), ("30万", "300000"), ("10000", "10000"), ("¥30", "30"), ("0", "0")]
)
def test_a_number_that_is_clear_is_taken(typed: str, amount: str) -> None:
    refuse_bare(typed, Money.of(amount))

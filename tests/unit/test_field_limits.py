"""Fields of money and rates: what is out of range says the range, coins of a tariff are read, a bare budget is asked about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.fields import edit_of
from desktop_app.services.first_start_lines import blank_plan
from planner.entry import parse_quantity
from planner.errors import InputError
from planner.messages import Labelled, render
from planner.plan.document import Plan


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = open_desk(tmp_path_factory.mktemp("limits") / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


@pytest.fixture(scope="module")
def plan(desk: Desk) -> Plan:
    return blank_plan(desk, "p", Labelled(zh="p", en="p"))


def typed(plan: Plan, desk: Desk, path: str, text: str) -> Plan:
    after, _ = edit_of(plan, path, text, desk.store.catalog.get).apply(plan)
    return after


@pytest.mark.parametrize(
    ("path", "text", "remedy"),
    [
        ("budget/contingency_rate", "1000", "0 to 50 %"),
        ("budget/contingency_rate", "200%", "0 to 50 %"),
        ("budget/contingency_rate", "-5", "0 to 50 %"),
        ("budget/vat_rate", "300", "0 to 30 %"),
        ("facts/electricity_price", "600", "0.05 to 5 CNY/kWh"),
        ("facts/electricity_price", "-1", "0.05 to 5 CNY/kWh"),
        ("facts/electricity_price", "600分", "0.05 to 5 CNY/kWh"),
        ("budget/amount", "30", "30 yuan or 30万"),
    ],
)
def test_what_is_out_of_range_says_what_to_enter(plan: Plan, desk: Desk, path: str, text: str, remedy: str) -> None:
    with pytest.raises(InputError) as fault:
        typed(plan, desk, path, text)
    assert fault.value.remedy is not None
    assert remedy in render(fault.value.remedy, "en")


def test_rates_and_budgets_within_their_range_are_taken(plan: Plan, desk: Desk) -> None:
    assert typed(plan, desk, "budget/contingency_rate", "5").budget.contingency_rate == Decimal("0.05")
    assert typed(plan, desk, "budget/vat_rate", "13%").budget.vat_rate == Decimal("0.13")
    for text in ("30万", "300000"):
        amount = typed(plan, desk, "budget/amount", text).budget.amount
        assert amount is not None
        assert amount.amount == 300_000
    amount = typed(plan, desk, "budget/amount", "30元").budget.amount
    assert amount is not None
    assert amount.amount == 30


@pytest.mark.parametrize(
    "text", ["0.6", "0.6元", "60分", "六角", "6毛", "0.6元/度", "60分/度", "每度0.6元", "60分钱一度"]
)
def test_the_price_of_a_kilowatt_hour_in_coins(plan: Plan, desk: Desk, text: str) -> None:
    assert typed(plan, desk, "facts/electricity_price", text).facts["electricity_price"].value == pytest.approx(0.6)


@pytest.mark.parametrize("text", ["一大间", "两间教室"])
def test_words_ask_for_a_number_and_not_for_a_unit(text: str) -> None:
    with pytest.raises(InputError) as fault:
        parse_quantity(text, unit="m2")
    assert fault.value.message.id == "entry.no_number"
    assert fault.value.remedy is not None
    assert fault.value.remedy.id == "entry.write"


def test_a_han_number_with_its_unit_is_read() -> None:
    assert parse_quantity("二十平方米", unit="m2").value == 20
    assert parse_quantity("三平方米", unit="m2").value == 3

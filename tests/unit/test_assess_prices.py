"""Money of an alternative: line amounts, tax, ranges, contingency, funds; exact to the fen, worked by hand."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from planner.assess.prices import Amount, PriceTotals
from planner.figure import Quality
from planner.money import Money
from planner.plan.document import Budget, Fund, Line, Plan, Price
from tests.checks.factories import assess_one, make_line, make_plan
from tests.sample_plans import TEMPLATES, assessed, sample


def yuan(amount: Amount) -> str | None:
    return None if amount.money is None else str(amount.money.amount)


def bought(quantity: int = 1, id: str = "ws", fund: str = "", **price: Any) -> Line:  # noqa: A002
    decimals = {key: Decimal(value) for key, value in price.items() if key in ("low", "chosen", "high", "vat_rate")}
    return make_line(id, "software", quantity, fund=fund, price_range=Price(**{**price, **decimals}))


def plan_of(*lines: Line, known: dict[str, Any] | None = None, **fields: Any) -> Plan:
    return make_plan(*lines, known=known, **fields)


def money_of(*lines: Line, **how: Any) -> PriceTotals:
    return assess_one(plan_of(*lines, **how)).context.money


def test_the_sample_plan_as_worked_by_hand() -> None:
    context = assessed(sample()).context
    # VAT in a price with tax: 150,000 - 150,000 / 1.13 = 17,256.64 and so on, summed as printed
    lines = {
        name: (yuan(one.low), yuan(one.chosen), yuan(one.high), yuan(one.vat)) for name, one in context.prices.items()
    }
    assert lines == {
        "ws": ("120000.00", "150000.00", "180000.00", "17256.64"),
        "nas": ("20000.00", "30000.00", "40000.00", "3451.33"),
        "ups": ("12000.00", "18000.00", "22000.00", "2070.80"),
        "cloud": ("50000.00", "50000.00", "50000.00", "2830.19"),  # 6 %
        "works": ("8000.00", "16000.00", "24000.00", "1321.10"),  # 9 %
    }
    money = context.money
    assert [yuan(one) for one in (money.low, money.chosen, money.high, money.vat)] == [
        *("210000.00", "264000.00", "316000.00", "26930.06")
    ]
    assert [yuan(one) for one in (money.contingency, money.planned, money.budget, money.left)] == [
        *("13200.00", "277200.00", "300000.00", "22800.00")
    ]
    assert {name: yuan(one) for name, one in money.by_fund.items()} == {
        "fund-equipment": "198000.00",
        "fund-operating": "50000.00",
        "fund-works": "16000.00",
    }


@pytest.mark.parametrize("template", TEMPLATES)
def test_figures_say_what_the_money_says_and_printed_sums_add_up(template: str) -> None:
    for one in sample(template).alternatives:
        context = assessed(sample(template), one.id).context
        for prices in context.prices.values():
            for amount in (prices.low, prices.chosen, prices.high, prices.vat):
                assert amount.figure.value == (None if amount.money is None else float(amount.money.amount))
        money = context.money
        for name, total in (("low", money.low), ("chosen", money.chosen), ("high", money.high), ("vat", money.vat)):
            parts = [getattr(prices, name).money for prices in context.prices.values()]
            if total.money is not None:
                assert total.money.amount == sum(part.amount for part in parts)


def test_a_line_is_rounded_once_and_the_sum_is_that_of_the_lines() -> None:
    # 3 x 0.335 = 1.005 -> 1.01 each; two lines printed 2.02, not 2.01
    money = money_of(bought(3, "a", chosen="0.335"), bought(3, "b", chosen="0.335"))
    assert yuan(money.chosen) == "2.02"


def test_a_price_without_tax_gets_the_tax_of_its_line_or_of_the_plan() -> None:
    line = bought(2, chosen="1000", tax="excluded", vat_rate="0.06")
    assert yuan(money_of(line).chosen) == "2120.00"
    assert yuan(money_of(line).vat) == "120.00"
    without = bought(2, chosen="1000", tax="excluded")
    assert yuan(money_of(without, budget=Budget(vat_rate=Decimal("0.13"))).chosen) == "2260.00"
    unknown = money_of(without, budget=Budget())
    assert yuan(unknown.chosen) is None
    assert unknown.chosen.figure.missing == ("A/ws/vat_rate",)


def test_6999_with_13_percent_comes_back_as_it_was() -> None:
    # 6,999.00 / 1.13 = 6,193.81 net, 805.19 tax
    money = money_of(bought(chosen="6999.00", vat_rate="0.13"))
    assert (yuan(money.chosen), yuan(money.vat)) == ("6999.00", "805.19")
    net = bought(chosen=str(Decimal("6999.00") / Decimal("1.13")), tax="excluded", vat_rate="0.13")
    assert yuan(money_of(net).chosen) == "6999.00"


def test_a_price_whose_tax_nobody_said_is_unknown() -> None:
    money = money_of(bought(chosen="1000", tax="unknown"))
    assert yuan(money.chosen) is None
    assert money.chosen.figure.missing == ("A/ws/tax",)


def test_low_and_high_fall_back_on_the_chosen_price_and_nothing_on_nothing() -> None:
    money = money_of(bought(2, chosen="100"))
    assert [yuan(one) for one in (money.low, money.chosen, money.high)] == ["200.00", "200.00", "200.00"]
    only_range = money_of(bought(2, low="80", high="120"))
    assert [yuan(one) for one in (only_range.low, only_range.chosen, only_range.high)] == ["160.00", None, "240.00"]
    assert only_range.chosen.figure.missing == ("A/ws/unit_price_chosen",)


def test_one_unknown_price_leaves_the_total_unknown_and_the_known_part_known() -> None:
    money = money_of(bought(id="a", chosen="100"), bought(id="b"))
    assert (yuan(money.chosen), yuan(money.planned), yuan(money.left)) == (None, None, None)
    assert money.planned.figure.missing == ("A/b/unit_price_chosen",)
    assert yuan(money.known_part) == "100.00"


def test_a_foreign_price_needs_the_rate_somebody_entered() -> None:
    line = bought(2, chosen="1599.00", currency="USD")
    unknown = money_of(line)
    assert yuan(unknown.chosen) is None
    assert unknown.chosen.figure.missing == ("plan/fx_usd_cny",)
    # 1599 x 7.1 x 2 = 22,705.80
    assert yuan(money_of(line, known={"fx_usd_cny": 7.1}).chosen) == "22705.80"


@pytest.mark.parametrize(
    ("budget", "contingency", "planned", "left"),
    [
        (Budget(amount=Money.of(1000), contingency_rate=Decimal("0.05")), "40.00", "840.00", "160.00"),
        (Budget(amount=Money.of(500), contingency_rate=Decimal("0.05")), "40.00", "840.00", "-340.00"),
        (Budget(amount=Money.of(1000), contingency_rate=Decimal(0)), "0.00", "800.00", "200.00"),
        (Budget(amount=Money.of(1000)), None, None, None),
        (Budget(contingency_rate=Decimal("0.05")), "40.00", "840.00", None),
        (Budget(amount=Money.of(1000, "USD"), contingency_rate=Decimal("0.05")), "40.00", "840.00", None),
        (Budget(amount=Money.of(1000, tax="excluded"), contingency_rate=Decimal("0.05")), "40.00", "840.00", None),
    ],
)
def test_contingency_and_what_is_left(
    budget: Budget, contingency: str | None, planned: str | None, left: str | None
) -> None:
    money = money_of(bought(8, chosen="100"), budget=budget)
    assert (yuan(money.contingency), yuan(money.planned), yuan(money.left)) == (contingency, planned, left)


def test_each_fund_pays_for_its_lines() -> None:
    funds = tuple(Fund(id=f"fund-{name}", title=name, amount=Money.of(1000)) for name in ("a", "b"))
    lines = (bought(id="x", fund="fund-a", chosen="300"), bought(id="y", chosen="500"), bought(id="z", fund="fund-a"))
    money = money_of(*lines, funds=funds)
    assert yuan(money.by_fund["fund-a"]) is None
    assert yuan(money.by_fund["fund-b"]) == "0.00"
    money = money_of(*lines[:2], funds=funds)
    assert {name: yuan(one) for name, one in money.by_fund.items()} == {"fund-a": "300.00", "fund-b": "0.00"}


def test_a_price_keeps_source_date_and_quality_in_its_figure() -> None:
    line = bought(chosen="100", source="quote 7", observed=dt.date(2026, 10, 1), quality=Quality.ASSUMED)
    context = assess_one(plan_of(line)).context
    (price,) = next(given for given in context.prices["ws"].chosen.figure.inputs if given.name == "price").figures
    assert (price.source, price.source_date, price.quality) == ("quote 7", "2026-10-01", Quality.ASSUMED)
    assert context.money.planned.figure.quality is Quality.ASSUMED


def test_an_empty_plan_costs_nothing() -> None:
    money = money_of()
    assert (yuan(money.chosen), yuan(money.planned), yuan(money.left)) == ("0.00", "0.00", "300000.00")

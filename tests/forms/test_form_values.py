"""What a plan says in the words of forms: sample plan A by hand, unknowns that stay unknown, values given beside it."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from planner.errors import InputError
from planner.exchange.form_fields import field_rows, fields_in
from planner.exchange.form_format import Quantity
from planner.exchange.form_values import FormValues, form_values
from planner.money import Money
from planner.plan.document import Fact, Fund, Organisation, Plan, Price
from planner.tender.derive import derive
from tests.sample_plans import TODAY, assessed, sample


def of(plan: Plan, language: str = "zh", **typed: str) -> FormValues:
    assessment = assessed(plan)
    return form_values(assessment, derive(assessment), TODAY, language, typed)


def with_line(plan: Plan, number: int, **changes: Any) -> Plan:
    """Return the plan with one line of its chosen alternative changed."""
    one = plan.alternatives[0]
    lines = list(one.lines)
    lines[number] = msgspec.structs.replace(lines[number], **changes)
    return msgspec.structs.replace(plan, alternatives=(msgspec.structs.replace(one, lines=tuple(lines)),))


def test_every_field_of_the_table_has_a_place_for_its_value() -> None:
    values = of(sample())
    for row in field_rows():
        if row.group:
            assert all(row.key in one for one in values.rows[row.group]), row.id
        elif row.origin == "plan":
            assert row.key in values.single, row.id
        else:
            assert row.key not in values.single, row.id
    assert set(values.single) == {row.key for row in field_rows() if not row.group and row.origin == "plan"}


def test_sample_plan_a() -> None:
    """Lines of template lab-a: 150,000 + 30,000 + 18,000 + 50,000 + 16,000 yuan; 5 % contingency; 13, 6 and 9 % VAT."""
    single = of(sample()).single
    assert single["budget"] == Money.of(300_000)
    assert single["total"] == Money.of(264_000)
    assert single["contingency"] == Money.of(13_200)
    assert single["left"] == Money.of(22_800)
    assert single["net_total"] == Money.of(264_000) - single["vat"]  # type: ignore[operator]
    assert single["users"] == 72
    assert single["item_count"] == 5
    assert single["max_power"] == Quantity(value=2650.0, unit="W")
    assert single["funds"] == "设备费、业务费、修缮费"
    assert single["spending_deadline"] == dt.date(2027, 6, 30)
    assert single["user_groups"] == "研究生 12 人、课程学生 60 人"
    assert single["domestic"] == "不限"


def test_goods_of_sample_plan_a() -> None:
    goods = of(sample()).rows["goods"]
    assert [one["no"] for one in goods] == [1, 2, 3, 4, 5]
    assert [one["class"] for one in goods] == ["货物", "货物", "货物", "服务", "工程"]
    assert [one["amount"] for one in goods] == [Money.of(one) for one in (150_000, 30_000, 18_000, 50_000, 16_000)]
    assert goods[0]["tax_rate"] == Decimal("0.13")
    assert str(goods[0]["requirements"]).startswith("1. ★")
    assert (
        str(goods[0]["requirements"]).count("\n")
        == len([one for one in derive(assessed(sample())) if one.line == "ws"]) - 1
    )
    assert goods[4]["requirements"] == "—"


def test_english_values() -> None:
    values = of(sample(), "en")
    assert values.single["domestic"] == "any"
    assert values.rows["goods"][0]["name"] == "Workstation with four accelerators"
    assert values.rows["goods"][0]["uom"] == "set"


def test_unknown_price_leaves_total_unknown_and_names_what_is_missing() -> None:
    values = of(with_line(sample(), 1, price=Price()))
    assert values.single["total"] is None
    assert values.single["net_total"] is None
    assert "A/nas/unit_price_chosen" in values.open["total"]
    assert values.rows["goods"][1]["unit_price"] is None
    assert values.rows["goods"][1]["amount"] is None


def test_unit_prices_in_other_currencies_and_without_tax() -> None:
    facts = {**sample().facts, "fx_usd_cny": Fact(value=7.1)}
    dollars = with_line(
        sample(), 1, price=Price(chosen=Decimal("1299.99"), currency="USD", vat_rate=Decimal("0.13")), quantity=2
    )
    row = of(msgspec.structs.replace(dollars, facts=facts)).rows["goods"][1]
    assert row["unit_price"] == Decimal("9229.929")  # 1299.99 * 7.1
    assert row["amount"] == Money.of("18459.86")  # 18,459.858
    net = of(with_line(sample(), 1, price=Price(chosen=Decimal(100), tax="excluded", vat_rate=Decimal("0.13")))).rows[
        "goods"
    ][1]
    assert (net["unit_price"], net["amount"]) == (Decimal(113), Money.of(113))


def test_line_of_which_nothing_is_bought_is_no_row() -> None:
    goods = of(with_line(sample(), 1, quantity=0)).rows["goods"]
    assert [one["no"] for one in goods] == [1, 3, 4, 5]  # the numbers of the parameter sheet


def test_account_numbers_and_organisation() -> None:
    plan = msgspec.structs.replace(
        sample(),
        organisation=Organisation(name="计算机学院"),
        funds=(Fund(id="f", title="专项", amount=Money.of(5), account="0012345678901234567"),),
    )
    single = of(plan).single
    assert single["organisation"] == "计算机学院"
    assert single["fund_account"] == "0012345678901234567"
    assert of(sample()).single["organisation"] is None


def test_values_that_rest_on_assumptions_are_named() -> None:
    assert "max_power" in of(sample()).assumed
    assert "users" not in of(sample()).assumed


def test_given_values_are_read_by_the_type_of_their_field() -> None:
    plan = msgspec.structs.replace(sample(), budget=msgspec.structs.replace(sample().budget, amount=None))
    values = of(plan, 预算="31万", 联系人="张三", 课题编号="007", 到位日期="2027-03-01", 存放地点="A101")
    assert values.single["budget"] == Money.of(310_000)
    assert values.single["contact"] == "张三"
    assert values.single["wanted_by"] == dt.date(2027, 3, 1)
    assert values.single["place"] == "A101"
    assert values.value(fields_in("{{课题编号}}")[0].field) == "007"


@pytest.mark.parametrize(
    "typed",
    [{"预算": "31万"}, {"总价": "1"}, {"货物.名称": "x"}, {"到位日期": "明天"}, {"最大功率": "5kW"}],
)
def test_given_values_that_contradict_the_plan_or_cannot_be_read_are_refused(typed: dict[str, str]) -> None:
    with pytest.raises(InputError) as caught:
        of(sample(), **typed)
    assert next(iter(typed)) in caught.value.told("zh")

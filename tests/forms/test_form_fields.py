"""How fields are written: spellings people type, known and unknown names, formats; and the table of fields itself."""

from __future__ import annotations

import pytest

from planner.exchange.form_fields import field_rows, fields_in, is_torn, known_field
from planner.plan.document import BudgetLine, Domestic
from planner.tables import rows


def one(text: str) -> tuple[str | None, str, str, bool]:
    (match,) = fields_in(text)
    field = match.field
    return field.row.id if field.row else None, field.format, field.choice, field.optional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{项目名称}}", ("project", "", "", False)),
        ("{{project}}", ("project", "", "", False)),
        ("{{Project Name}}", ("project", "", "", False)),
        ("{{project_name}}", ("project", "", "", False)),
        ("{{ 预算 }}", ("budget", "", "", False)),
        ("｛｛预算｝｝", ("budget", "", "", False)),
        ("{｛预 算｝}", ("budget", "", "", False)),
        ("{ {预算} }", ("budget", "", "", False)),
        ("{{　预算　}}", ("budget", "", "", False)),
        ("{{预算大写}}", ("budget", "大写", "", False)),
        ("{{总价万元}}", ("total", "万元", "", False)),
        ("{{budget in words}}", ("budget", "大写", "", False)),
        ("{{预算|万元}}", ("budget", "万元", "", False)),
        ("{{预算｜万元}}", ("budget", "万元", "", False)),
        ("{{日期|yyyy年m月d日}}", ("date", "yyyy年m月d日", "", False)),
        ("{{货物.名称}}", ("goods.name", "", "", False)),
        ("{{货物。名称}}", ("goods.name", "", "", False)),
        ("{{货物．单价}}", ("goods.unit_price", "", "", False)),
        ("{{item.unit price}}", ("goods.unit_price", "", "", False)),
        ("{{参数.编号}}", ("parameters.code", "", "", False)),
        ("{{经费.卡号}}", ("funds.account", "", "", False)),
        ("{{联系人?}}", ("contact", "", "", True)),
        ("{{联系人？}}", ("contact", "", "", True)),
        ("{{国产要求=必须}}", ("domestic", "", "必须", False)),
        ("{{国产要求＝必须}}", ("domestic", "", "必须", False)),
        ("{{预\u200b算}}", ("budget", "", "", False)),
        ("{{课题编号}}", (None, "", "", False)),
        ("{{项目名称大写}}", (None, "", "", False)),  # a title has no capitals
    ],
)
def test_spellings_people_type(text: str, expected: tuple[str | None, str, str, bool]) -> None:
    assert one(text) == expected


@pytest.mark.parametrize(
    "text", ["{项目名称}", "{{}}", "{{ }}", "项目名称", "{{项目\n名称}}", "{{a" + "b" * 90 + "}}", "{{项目\ufffc名称}}"]
)
def test_what_is_no_field(text: str) -> None:
    assert fields_in(text) == ()


def test_fields_of_one_text_come_from_left_to_right() -> None:
    assert [match.field.raw for match in fields_in("甲{{预算}}乙{{总价}}{{日期}}")] == [
        "{{预算}}",
        "{{总价}}",
        "{{日期}}",
    ]


@pytest.mark.parametrize(
    ("text", "torn"), [("{{预算", True), ("预算}}", True), ("{{预算}}", False), ("{预算}", False), ("", False)]
)
def test_braces_of_no_field_are_told(text: str, torn: bool) -> None:
    assert is_torn(text) is torn


def test_every_field_is_found_by_all_its_names_and_no_name_means_two() -> None:
    heads = {
        "": [""],
        "goods": ["货物.", "item.", "设备."],
        "parameters": ["参数.", "parameter."],
        "funds": ["经费.", "fund."],
    }
    for row in field_rows():
        for head in heads[row.group]:
            for name in (row.key, row.name.zh, row.name.en, *row.aliases):
                assert known_field(head + name)[0] is row, head + name


def test_choices_name_every_value_a_plan_can_have() -> None:
    import typing

    there = {(row["field"], row["value"]) for row in rows("forms/choices.csv")}
    wanted = {("domestic", one) for one in typing.get_args(Domestic)} | {
        ("budget_line", one) for one in typing.get_args(BudgetLine)
    }
    assert wanted <= there

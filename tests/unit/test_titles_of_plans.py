"""Amounts of money in titles: found as people write them, and taken out without leaving brackets or commas behind."""

from __future__ import annotations

import datetime as dt

import pytest

from planner.assess.run import assess
from planner.catalog.load import bundled_by_id, bundled_prices
from planner.plan.edits import SetValue
from planner.plan.templates import new_plan, template_ids
from planner.plan.titles import amount_in, without_amount
from tests.sample_plans import sample

DAY = dt.date(2026, 11, 30)


@pytest.mark.parametrize(
    ("title", "amount", "bare"),
    [
        ("高校实验室 30 万元 方案A", "30 万元", "高校实验室方案A"),
        ("视觉实验室（预算30万元）采购", "预算30万元", "视觉实验室采购"),
        ("30万算力采购项目", "30万", "算力采购项目"),
        ("三十万元GPU服务器", "三十万元", "GPU服务器"),
        ("５０万元级算力平台", "５０万元级", "算力平台"),
        ("算力平台（一期），预算：120万", "预算：120万", "算力平台（一期）"),
        ("University lab, 300,000 yuan, plan A", "300,000 yuan", "University lab, plan A"),
        ("CNY 300,000.00 GPU lab", "CNY 300,000.00", "GPU lab"),
        ("GPU lab 300k CNY (budget of 300,000 yuan)", "300k CNY", "GPU lab"),
        ("8 元", "8 元", ""),
    ],
)
def test_amounts_are_found_and_taken_out(title: str, amount: str, bare: str) -> None:
    assert amount_in(title) == amount
    assert without_amount(title) == bare
    assert not amount_in(without_amount(title))


@pytest.mark.parametrize(
    "title",
    [
        *("2026 年算力采购", "A100 80G x 4", "RTX 4090 采购", "30万卡时租用", "百万级参数模型平台", "万元以下设备"),
        *("Vision lab", "Room 300, 4 cards", "5 million tokens a day", ""),
    ],
)
def test_other_numbers_are_left_alone(title: str) -> None:
    assert amount_in(title) == ""
    assert without_amount(title) == title


def test_the_finding_takes_the_amount_out_in_one_step() -> None:
    named, _ = SetValue(path="title", value={"zh": "视觉实验室 30 万元", "en": "Vision lab"}).apply(sample())
    found = next(one for one in assess(named, "A", DAY).findings if one.check == "BU19")
    assert found.outcome == "warning"
    assert found.fix is not None
    after, _ = found.fix.edit.apply(named)
    assert (after.title.zh, after.title.en) == ("视觉实验室", "Vision lab")
    assert not [one for one in assess(after, "A", DAY).findings if one.check == "BU19"]


def test_a_title_of_nothing_but_money_has_no_fix() -> None:
    named, _ = SetValue(path="title", value={"zh": "30 万元", "en": "300,000 yuan"}).apply(sample())
    found = next(one for one in assess(named, "A", DAY).findings if one.check == "BU19")
    assert found.fix is None


@pytest.mark.parametrize("template", template_ids())
def test_no_template_names_an_amount_in_its_plan(template: str) -> None:
    plan = new_plan(template, "p", DAY, bundled_by_id(), {one.id: one for one in bundled_prices()})
    assert not amount_in(plan.title.zh)
    assert not amount_in(plan.title.en)

"""Typed text becomes an edit: each kind of field, as people write it, and every refusal with place and remedy."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from planner.catalog.load import bundled_item
from planner.errors import EditError, InputError, PlannerError, UnknownIdError
from planner.figure import Quality
from planner.messages import Labelled
from planner.money import Money
from planner.plan import paths
from planner.plan.codec import encode_plan
from planner.plan.document import Fact, Plan
from planner.plan.edits import SetValue
from planner.plan.typed import edit_from_text
from tests.sample_plans import sample


def typed(path: str, text: str, plan: Plan | None = None) -> Any:
    """Return what stands at ``path`` after ``text`` was typed there."""
    edit = edit_from_text(plan or sample(), path, text, bundled_item)
    after, _ = edit.apply(plan or sample())
    return paths.read(after, paths.segments_of(after, path))


def entered(value: float | str | bool) -> Fact:
    return Fact(value=value, quality=Quality.ENTERED)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        # whole numbers
        ("A/ws/quantity", "2", 2),
        ("A/ws/quantity", "两", 2),
        ("A/ws/quantity", "２", 2),
        ("A/ws/quantity", "十二", 12),
        ("A/ws/quantity", "2台", 2),
        ("A/ws/quantity", "0", 0),
        ("A/ws/quantity", "1,200", 1200),
        ("workload/chat-7b/seq_len", "8192", 8192),
        # prices, money, rates
        ("A/ws/price/chosen", "15万", Decimal(150000)),
        ("A/ws/price/chosen", "13万2", Decimal(132000)),
        ("A/ws/price/chosen", "¥158,000.50", Decimal("158000.50")),
        ("A/ws/price/high", "２０万元", Decimal(200000)),
        ("budget/amount", "33.5万", Money.of("335000")),
        ("funds/fund-works/amount", "两万五", Money.of("25000")),
        ("budget/contingency_rate", "8%", Decimal("0.08")),
        ("budget/contingency_rate", "８％", Decimal("0.08")),
        ("budget/contingency_rate", "0.08", Decimal("0.08")),
        ("A/ws/price/vat_rate", "13 %", Decimal("0.13")),
        # days
        ("funds/fund-works/latest_spending", "2027-12-31", dt.date(2027, 12, 31)),
        ("funds/fund-works/latest_spending", "2027年3月1日", dt.date(2027, 3, 1)),
        ("A/ws/price/observed", "2026/10/8", dt.date(2026, 10, 8)),
        # choices, texts, titles, flags
        ("switches/domestic", "Required", "required"),
        ("A/ws/condition", "used", "used"),
        ("organisation/name", "某大学 物理学院", "某大学 物理学院"),
        ("A/ws/note", "  x  ", "x"),
        ("A/ws/title", "八卡服务器", Labelled(zh="八卡服务器", en="八卡服务器")),
        ("workload/chat-7b/grad_checkpoint", "否", False),
        ("workload/chat-7b/grad_checkpoint", "yes", True),
        ("workload/chat-7b/sessions_per_week", "2.5", 2.5),
        ("alternatives/A/connections/0/share", "50%", 0.5),
        # facts, in the unit of their attribute
        ("site/circuit-1/values/breaker_a", "16A", entered(16.0)),
        ("site/circuit-1/values/breaker_a", "二十", entered(20.0)),
        ("site/circuit-1/values/breaker_a/value", "32 A", 32.0),
        ("site/circuit-1/values/shared", "是", entered(True)),
        ("site/circuit-1/values/shared", "不是", entered(False)),
        ("site/circuit-1/values/breaker_curve", "c", entered("C")),
        ("site/panel/values/volts", "380V", entered(380.0)),
        ("A/ws/facts/max_power_w", "1.6kW", entered(1600.0)),
        ("A/ws/facts/max_power_w", "2.4k", entered(2400.0)),
        ("facts/utilisation", "60%", entered(0.6)),
        ("facts/fx_usd_cny", "7.1", entered(7.1)),
        ("facts/fx_usd_cny", "1", entered(1.0)),  # a rate, not a yes
        ("facts/backup", "是", entered(True)),
        ("calendar/unattended_overnight", "否", entered(False)),
        ("site/ac-1/values/class_cn", "3匹", entered("3匹")),
        ("site/circuit-1/values/breaker_a/quality", "assumed", Quality.ASSUMED),
    ],
)
def test_each_kind_of_field_takes_what_people_write(path: str, text: str, expected: Any) -> None:
    found = typed(path, text)
    assert found == expected
    assert type(found) is type(expected)
    if isinstance(expected, Fact):
        assert type(found.value) is type(expected.value)  # a yes is no 1


def test_a_typed_fact_is_no_longer_the_assumption_it_was() -> None:
    assert sample().facts["power_factor"].quality is Quality.ASSUMED
    now = typed("facts/power_factor", "0.95")
    assert now == entered(0.95)
    assert now.source == ""


def test_a_row_is_named_by_its_id() -> None:
    plan = sample()
    after, _ = edit_from_text(plan, "A/ws/card", " nv-rtx5090 ", bundled_item).apply(plan)
    chosen = paths.read(after, ("alternatives", "A", "lines", "ws", "card"))
    assert after.item_of(chosen) == bundled_item("nv-rtx5090")
    after, _ = edit_from_text(plan, "workload/chat-7b/model", "qwen2.5-1.5b", bundled_item).apply(plan)
    assert after.item_of(after.workload[1].model) == bundled_item("qwen2.5-1.5b")
    with pytest.raises(UnknownIdError) as caught:
        edit_from_text(plan, "A/ws/card", "nv-rtx5900", bundled_item)
    assert "nv-rtx5090" in caught.value.told("en")


def test_a_price_in_another_currency_takes_its_own_unit() -> None:
    plan, _ = SetValue(path="A/ws/price", value={"currency": "USD", "chosen": "20000"}).apply(sample())
    assert typed("A/ws/price/chosen", "21,000 USD", plan) == Decimal(21000)
    with pytest.raises(InputError):
        edit_from_text(plan, "A/ws/price/chosen", "15万元", bundled_item)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("A/ws/price/low", None),
        ("budget/amount", None),
        ("funds/fund-works/latest_spending", None),
        ("A/ws/note", ""),
        ("A/ws/item", ""),
        ("A/ws/fund", ""),
        ("workload/chat-7b/batch", None),
    ],
)
def test_empty_text_takes_an_optional_value_away(path: str, expected: Any) -> None:
    assert typed(path, "") == expected
    assert typed(path, "  ") == expected


@pytest.mark.parametrize("path", ["facts/power_factor", "site/circuit-1/values/breaker_a", "facts/power_factor/value"])
def test_empty_text_makes_a_fact_unknown(path: str) -> None:
    after, _ = edit_from_text(sample(), path, "", bundled_item).apply(sample())
    segments = tuple(path.removesuffix("/value").split("/"))
    assert segments[-1] not in paths.read(after, segments[:-1])


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("A/ws/quantity", "", "typed.empty"),
        ("A/ws/condition", "", "typed.empty"),
        ("title", " ", "entry.empty_name"),
        ("A/ws/quantity", "many", "entry.no_number"),
        ("A/ws/quantity", "1.5", "entry.not_whole"),
        ("A/ws/quantity", "1e5", "entry.unit_unknown"),
        ("A/ws/quantity", "1_000", "entry.unit_unknown"),
        ("A/ws/quantity", "约2", "entry.no_number"),
        ("A/ws/quantity", "2-3", "entry.range_unwanted"),
        ("A/ws/price/chosen", "cheap", "entry.no_number"),
        ("A/ws/price/chosen", "15 kW", "entry.unit_other"),
        ("budget/amount", "1.005", "entry.decimals"),
        ("budget/amount", "-5万", "entry.too_small"),
        ("budget/amount", "300 USD", "entry.unit_other"),
        ("A/ws/price/observed", "3月", "entry.no_date"),
        ("A/ws/price/observed", "2027-02-30", "entry.no_date"),
        ("A/ws/price/observed", "03/04/2027", "entry.no_date"),
        ("switches/domestic", "maybe", "typed.choice"),
        ("workload/chat-7b/grad_checkpoint", "maybe", "entry.no_flag"),
        ("workload/chat-7b/grad_checkpoint", "不知道", "typed.flag"),
        ("site/circuit-1/values/shared", "不知道", "typed.flag"),
        ("site/circuit-1/values/shared", "2", "entry.no_flag"),
        ("site/circuit-1/values/breaker_a", "16 kg", "entry.unit_other"),
        ("site/circuit-1/values/breaker_a", "16000", "attribute.high"),
        ("site/circuit-1/values/breaker_curve", "Q", "typed.choice.of"),
        ("facts/power_factor", "0", "attribute.zero"),
        ("facts/power_factor", "98", "attribute.high"),
        ("facts/backup", "不知道", "typed.flag"),
        ("facts/told_by_nobody", "是", "typed.unknown"),
        ("A/ws/facts/max_power_w", "-5", "attribute.low"),
    ],
)
def test_what_is_not_understood_names_the_place_and_a_remedy(path: str, text: str, message: str) -> None:
    before = encode_plan(sample())
    with pytest.raises(InputError) as caught:
        edit_from_text(sample(), path, text, bundled_item)
    error = caught.value
    assert error.message.id == message
    assert error.place.split("/")[-1] == path.split("/")[-1]
    assert error.remedy is not None
    assert error.told("zh") != error.told("en")
    assert encode_plan(sample()) == before


@pytest.mark.parametrize("path", ["A/ws", "A/ws/price", "alternatives/A", "site", "facts", "budget", "workload"])
def test_a_whole_part_cannot_be_typed(path: str) -> None:
    with pytest.raises(EditError) as caught:
        edit_from_text(sample(), path, "1", bundled_item)
    assert caught.value.message.id == "typed.part"


@pytest.mark.parametrize(
    "path", ["", "nothing", "A/printer/quantity", "A/ws/colour", "site/c9/values/breaker_a", "Z/x"]
)
def test_a_path_that_leads_nowhere(path: str) -> None:
    with pytest.raises(PlannerError):
        edit_from_text(sample(), path, "1", bundled_item).apply(sample())

"""The templates: made from catalog rows, prices and customary values by reference, and what they are for holds."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from planner.catalog.load import bundled_by_id, bundled_prices
from planner.errors import UnknownIdError
from planner.figure import Quality
from planner.limits import limit
from planner.plan.document import Plan
from planner.plan.rules import broken_rules
from planner.plan.templates import new_plan, template_ids, templates
from tests.sample_plans import TEMPLATES, TODAY, assessed, sample

IDS = ("lab-a", "lab-b", "lab-c", "lab-d", "tier-1", "tier-2", "tier-3", "tier-4", "tier-5", "edge-lab")
PRICES = {price.id: price for price in bundled_prices()}


def test_the_ids_are_the_promised_ones() -> None:
    assert template_ids() == IDS


def test_each_says_in_both_languages_what_it_is_for() -> None:
    for one in templates():
        for text in (one.title.zh, one.title.en, one.about.zh, one.about.en):
            assert text.strip()
        assert one.title.zh != one.title.en


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_makes_a_whole_plan_of_its_own(template: str) -> None:
    plan = sample(template)
    assert tuple(broken_rules(plan)) == ()
    assert (plan.id, plan.created) == (f"plan-{template}", TODAY)
    assert plan.alternative(plan.chosen) is not None
    used = {digest for one in plan.alternatives for line in one.lines for digest in (line.item, line.card)}
    used |= {entry.model for entry in plan.workload}
    assert set(plan.items) == used - {""}  # every row that is used, and no other


@pytest.mark.parametrize("template", TEMPLATES)
def test_prices_are_those_observed_and_customary_values_are_assumed(template: str) -> None:
    plan = sample(template)
    for one in plan.alternatives:
        for line in one.lines:
            price = line.price
            assert price.chosen is not None
            assert price.source, line.id
            assert price.low is None or price.low <= price.chosen, line.id
            assert price.high is None or price.chosen <= price.high, line.id
    for name, fact in plan.facts.items():
        assert fact.quality is Quality.ASSUMED, name
        assert fact.value == limit(f"default.{name}").value
        assert fact.source


def lines(plan: Plan) -> dict[str, str]:
    return {line.role: line.id for one in plan.alternatives for line in one.lines}


@pytest.mark.parametrize("template", ["lab-a", "lab-b", "lab-d", "edge-lab"])
def test_the_rooms_have_storage_a_ups_rented_compute_and_a_contingency(template: str) -> None:
    assert {"compute", "storage", "ups", "cloud"} <= set(lines(sample(template)))
    assert sample(template).budget.contingency_rate == Decimal("0.05")


def test_plan_a_stays_within_300_000_yuan() -> None:
    # 150,000 + 30,000 + 18,000 + 50,000 + 16,000 = 264,000; 5 % of it 13,200; 300,000 - 277,200 = 22,800
    money = assessed(sample()).context.money
    assert [
        str(one.money.amount) for one in (money.chosen, money.contingency, money.planned, money.left) if one.money
    ] == [*("264000.00", "13200.00", "277200.00", "22800.00")]


def test_a_price_for_several_units_is_shared_out() -> None:
    workstation = sample("lab-b").alternatives[0].lines[0]  # two of them for the price of pr-007
    seen = PRICES["pr-007"]
    assert seen.low is not None
    assert seen.high is not None
    assert (workstation.quantity, workstation.price.low, workstation.price.high) == (2, seen.low / 2, seen.high / 2)
    assert workstation.price.source == seen.source


def test_a_missing_row_price_or_template_is_named() -> None:
    items = bundled_by_id()
    with pytest.raises(UnknownIdError) as caught:
        new_plan("lab-z", "x", TODAY, items, PRICES)
    assert "lab-d" in caught.value.told("en")
    with pytest.raises(UnknownIdError) as caught:
        new_plan("_lab", "x", TODAY, items, PRICES)  # the shared part is no template
    without_card = {key: item for key, item in items.items() if key != "nv-rtx4090"}
    with pytest.raises(UnknownIdError) as caught:
        new_plan("lab-a", "x", TODAY, without_card, PRICES)
    assert "nv-rtx4090" in caught.value.told("en")
    assert caught.value.remedy is not None
    with pytest.raises(UnknownIdError) as caught:
        new_plan("lab-a", "x", TODAY, items, {key: one for key, one in PRICES.items() if key != "pr-006"})
    assert "pr-006" in caught.value.told("en")


def test_two_plans_of_one_template_share_nothing_that_could_change() -> None:
    one = new_plan("lab-a", "one", dt.date(2027, 1, 5), bundled_by_id(), PRICES)
    assert (one.id, one.created) == ("one", dt.date(2027, 1, 5))
    assert one.alternatives == sample().alternatives
    assert one.facts is not sample().facts

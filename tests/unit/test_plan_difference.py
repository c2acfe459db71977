"""What differs between two plans: by ids, with values before and after, and nothing where they are equal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.catalog.load import bundled_item
from planner.plan.codec import plan_from_builtins
from planner.plan.difference import Difference, differences
from planner.plan.edits import Batch, RemovePart, SetValue, UseItem
from tests.plan_files import plain
from tests.sample_plans import TEMPLATES, sample


def told(*edits: Any) -> dict[str, tuple[Any, Any]]:
    after, _ = Batch(edits=edits).apply(sample())
    return {one.path: (one.before, one.after) for one in differences(sample(), after)}


@pytest.mark.parametrize("template", TEMPLATES)
def test_equal_plans_do_not_differ(template: str) -> None:
    plan = sample(template)
    assert differences(plan, plan_from_builtins(plain(template))) == ()
    assert differences(plan, msgspec.structs.replace(plan, items={})) == ()


def test_a_value_a_default_and_a_part_that_is_new() -> None:
    assert told(SetValue(path="A/ws/quantity", value=2)) == {"alternatives/A/lines/ws/quantity": (1, 2)}
    assert told(SetValue(path="A/ws/condition", value="used")) == {"alternatives/A/lines/ws/condition": ("new", "used")}
    found = told(SetValue(path="facts/fx_usd_cny", value={"value": 7.1}))
    assert list(found) == ["facts/fx_usd_cny"]
    assert found["facts/fx_usd_cny"][0] is None
    assert found["facts/fx_usd_cny"][1]["value"] == 7.1


def test_a_part_that_is_gone_names_what_went_with_it() -> None:
    found = told(RemovePart(path="A/nas"))
    assert found["alternatives/A/lines/nas"][0]["role"] == "storage"
    assert found["alternatives/A/lines/nas"][1] is None
    assert found["alternatives/A/connections/1"][1] is None
    assert len(found) == 2


def test_money_and_rows_count_by_amount_and_digest() -> None:
    found = told(
        SetValue(path="budget/amount", value={"amount": "350000.00", "currency": "CNY", "tax": "included"}),
        UseItem(path="A/ws/card", item=bundled_item("nv-rtx5090")),
    )
    assert {path: type(after).__name__ for path, (_, after) in found.items()} == {
        "alternatives/A/lines/ws/card": "str",
        "budget/amount/amount": "Decimal",
    }


def test_another_order_is_a_difference() -> None:
    raw = plain()
    raw["alternatives"][0]["lines"].reverse()
    assert differences(sample(), plan_from_builtins(raw)) == (
        Difference(
            path="alternatives/A/lines/order",
            before=["ws", "nas", "ups", "cloud", "works"],
            after=["works", "cloud", "ups", "nas", "ws"],
        ),
    )


def test_a_field_of_a_newer_version_is_a_difference_even_when_it_is_null() -> None:
    raw, other = plain(), plain()
    raw["switches"]["of_tomorrow"] = None
    assert [one.path for one in differences(sample(), plan_from_builtins(raw))] == ["switches/extra"]
    raw["switches"]["kept"] = other["switches"]["kept"] = 1
    found = differences(plan_from_builtins(other), plan_from_builtins(raw))
    assert [one.path for one in found] == ["switches/extra/of_tomorrow"]

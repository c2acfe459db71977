"""A year of power as a finding: the bill, what is open, and tariff periods that do not make up a day."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan


def plan(**known: Any) -> Any:
    machine = make_line("ws", known={"max_power_w": 2000, "idle_power_w": 400})
    return make_plan(machine, known={"utilisation": 0.5, **known})


def test_the_bill_of_a_year() -> None:
    # 1,200 W x 8,760 h x 1.6 = 16,819.2 kWh; at 0.6 yuan 10,091.52; 0.5306 kg each
    finding = find(assess_one(plan(electricity_price=0.6)), "BU04")
    assert finding.outcome == "pass"
    said = render(finding.message, "en")
    assert "16,8" in said
    assert "50 % (as entered)" in said
    values = {figure.key.rpartition("/")[2]: figure.value for figure in finding.figures}
    assert values["year_cost"] == pytest.approx(10091.52)
    assert values["carbon_kg"] == pytest.approx(16819.2 * 0.5306)


def test_without_a_price_the_question_is_named() -> None:
    finding = find(assess_one(plan()), "BU04")
    assert (finding.outcome, finding.missing) == ("note", ("plan/electricity_price",))


def test_hours_that_do_not_make_up_a_day_are_told_and_can_be_filled_up() -> None:
    short = plan(hours_peak=8.0, price_peak=1.2, hours_valley=8.0, price_valley=0.3, price_flat=0.7)
    finding = find(assess_one(short), "BU04")
    assert finding.outcome == "warning"
    assert finding.fix is not None
    assert isinstance(finding.fix.edit, SetValue)
    after = find(assess_one(fixed(short, finding)), "BU04")
    assert after.outcome == "pass"
    assert {figure.key: figure.value for figure in after.figures}["plan/mean_price"] == pytest.approx(2.2 / 3)


def test_an_open_idle_power_is_asked_for_with_the_customary_share_at_hand() -> None:
    machine = make_line("ws", known={"max_power_w": 2000})
    bare = make_plan(machine)
    from msgspec.structs import replace

    bare = replace(bare, facts={name: fact for name, fact in bare.facts.items() if name != "idle_share"})
    finding = find(assess_one(bare), "BU04")
    assert finding.outcome == "unknown"
    assert finding.fix is not None
    after = find(assess_one(fixed(bare, finding)), "BU04")
    assert after.outcome == "note"

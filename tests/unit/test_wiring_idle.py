"""The wiring planner says of a UPS that has no place in the wiring that it has none, and which step helps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.services.wiring import plan_wiring_of, wiring_json, wiring_lines, wiring_summary
from planner.messages import render
from planner.plan.document import Plan, SiteNode
from tests.sample_plans import TODAY, sample


def ids(plan: Plan) -> list[str]:
    return [one.id for one in plan_wiring_of(plan, "", TODAY).idle]


def with_ups(parent: str) -> Plan:
    plan = sample()
    return replace(plan, site=(*plan.site, SiteNode(id="ups-1", type="ups", title="UPS 1", parent=parent)))


def without_line() -> Plan:
    plan = sample()
    (one,) = plan.alternatives
    return replace(plan, alternatives=(replace(one, lines=tuple(line for line in one.lines if line.role != "ups")),))


def test_a_bought_ups_that_stands_nowhere_is_told() -> None:
    found = plan_wiring_of(sample(), "", TODAY)
    said = [render(one, "en") for one in wiring_summary(found)]
    assert said[0].startswith("Uninterruptible power supply (UPS) is in the build and stands nowhere")
    assert "press Add, UPS" in said[0]
    assert said[0] in [render(one, "en") for one in wiring_lines(sample(), found)]
    assert "请在“场地”" in str(wiring_json(sample(), found, "zh")["idle_ups"])


@pytest.mark.parametrize("parent", ["", "room"])
def test_a_ups_of_the_site_that_nothing_feeds_is_told(parent: str) -> None:
    assert ids(with_ups(parent)) == ["wire.ups.unfed"]  # it is the one that is bought


def test_a_ups_with_a_supply_is_not_told() -> None:
    assert ids(with_ups("socket-2")) == []


def test_without_a_ups_nothing_is_told() -> None:
    assert ids(without_line()) == []

"""Numbers that cannot be true together, and what was likely meant."""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, room, unit


def plan(known: dict[str, Any], cards: int = 4) -> Plan:
    line = make_line("ws", card=CARD, cards=cards, known=known)
    return make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=(CARD,))


def test_amperes_typed_as_watts_are_taken_as_what_they_mean() -> None:
    typed = plan({"max_power_w": 11.4})
    finding = find(assess_one(typed), "DQ02", "ws")
    assert finding.outcome == "error"
    after = fixed(typed, finding)
    assert after.alternatives[0].lines[0].facts["max_power_w"].value == 2508  # 11.4 A x 220 V
    assert find_all(assess_one(after), "DQ02") == ()


@pytest.mark.parametrize(("power_w", "expected"), [(224.0, "error"), (225.0, ""), (2500.0, "")])
def test_machine_draws_more_than_half_of_one_card(power_w: float, expected: str) -> None:
    assert outcome(assess_one(plan({"max_power_w": power_w}, 2)), "DQ02", "ws") == expected


def test_small_machines_may_draw_little() -> None:
    line = make_line("pi", known={"max_power_w": 15.0})
    assert find_all(assess_one(make_plan(line)), "DQ02") == ()


def test_watts_above_volt_amperes() -> None:
    # APC SMT1500RMI2UC: 3,600 W is its input
    machine = make_line("ws", known={"max_power_w": 500.0})
    ups = make_line("ups", "ups", known={"rated_w": 3600.0, "rated_va": 1500.0})
    typed = make_plan(machine, ups)
    finding = find(assess_one(typed), "DQ02", "ups")
    assert finding.outcome == "error"
    assert (
        find_all(assess_one(typed), "UP01", "ups")[0].outcome == "pass"
    )  # 500 W of the 1,500 W that it carries at most
    assert find_all(assess_one(fixed(typed, finding)), "DQ02") == ()
    site = (room(), unit(), circuit(), node("u1", "ups", "c1", rated_w=1600.0, rated_va=1500.0))
    assert outcome(assess_one(make_plan(machine, site=site, plugged={"ws": "u1"})), "DQ02", "u1") == "error"


@pytest.mark.parametrize(("rated_va", "expected"), [(2000.0, "error"), (2500.0, ""), (2600.0, "")])
def test_a_machine_draws_no_more_watts_than_volt_amperes(rated_va: float, expected: str) -> None:
    assert outcome(assess_one(plan({"max_power_w": 2500.0, "rated_va": rated_va})), "DQ02", "ws") == expected


def test_what_was_reckoned_with_amperes_for_watts_is_not_shown_until_they_are_put_right() -> None:
    # "11.4 W" passes every circuit and UPS; 11.4 A are 2,508 W: 11.6 A at 0.98, above the 10 A of the breaker
    site = (room(), unit(), circuit(breaker_a=10.0), node("u1", "ups", "c1", rated_w=2700.0, rated_va=3000.0))
    line = make_line("ws", card=CARD, cards=4, known={"max_power_w": 11.4})
    typed = make_plan(line, site=site, plugged={"ws": "u1"}, items=(CARD,))
    found = assess_one(typed)
    assert outcome(found, "DQ02", "ws") == "error"
    assert find_all(found, "PW01") == find_all(found, "PW02") == find_all(found, "UP01") == ()
    after = assess_one(fixed(typed, find(found, "DQ02", "ws")))
    assert outcome(after, "PW01", "c1") == "error"
    assert outcome(after, "UP01", "u1") == "warning"

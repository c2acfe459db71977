"""What the place takes of the cooling: 1 % for each K above 35 °C outdoors, and thin air; by hand on 7,000 W sensible."""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, outcome
from tests.checks.rooms import circuit, room, unit


def cooled(heat_w: float, **rooms: Any) -> Plan:
    site = (room(**rooms), unit(total_kw=10.0), circuit(breaker_a=63.0))
    return make_plan(make_line("ws", known={"max_power_w": heat_w}), site=site, plugged={"ws": "c1"})


@pytest.mark.parametrize(
    ("heat_w", "rooms", "expected"),
    [
        # 40 °C: 0.95 x 7,000 W = 6,650 W at sea level
        (6649.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, "pass"),
        (6651.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, "warning"),
        (6651.0, {"outdoor_max_c": 40.0}, "warning"),
        (6999.0, {"outdoor_max_c": 35.0, "altitude_m": 0.0}, "pass"),  # as it is rated
        # 1,900 m: 80,493 Pa, 0.9565 kg/m3, 0.7944; x 0.95 x 7,000 W = 5,283 W
        (5250.0, {"outdoor_max_c": 40.0, "altitude_m": 1900.0}, "pass"),
        (5310.0, {"outdoor_max_c": 40.0, "altitude_m": 1900.0}, "warning"),
        (6651.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0, "cooling_method": "rear_door"}, "pass"),  # water takes it
        (6649.0, {"outdoor_max_c": 40.0}, "unknown"),  # the altitude is open
    ],
)
def test_hot_days_and_thin_air(heat_w: float, rooms: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(cooled(heat_w, **rooms)), "CO12", "room") == expected


def test_what_is_needed_counts_the_place() -> None:
    plan = cooled(6651.0, outdoor_max_c=40.0, altitude_m=0.0)
    finding = find(assess_one(plan), "CO01", "room")
    needed = next(one for one in finding.figures if one.key.endswith("cooling_needed_w"))
    assert needed.value == pytest.approx(6651 / 0.7 / 0.95 * 1.2, rel=1e-4)
    plain = find(assess_one(cooled(6651.0)), "CO01", "room")
    there = next(one for one in plain.figures if one.key.endswith("cooling_needed_w"))
    assert there.value == pytest.approx(6651 / 0.7 * 1.2)


def test_step_of_a_hot_place_is_enough_there() -> None:
    plan = cooled(6651.0, outdoor_max_c=45.0, altitude_m=1900.0)
    finding = find(assess_one(plan), "CO12", "room")
    assert finding.fix is not None
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "CO12", "room") == "pass"
    assert find_all(after, "CO01", "room")[0].outcome == "pass"

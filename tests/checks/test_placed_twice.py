"""A machine that is placed twice counts once: no rack holds more than the build has."""

from __future__ import annotations

from planner.plan.document import Placement
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import room, unit


def test_a_machine_placed_twice_counts_once_and_is_told() -> None:
    # one machine of 2,500 W, 4 U and 30 kg: 2.5 kW in the rack, however often it is placed
    line = make_line("ws", known={"max_power_w": 2500.0, "rack_u": 4.0, "weight_kg": 30.0})
    site = (room(), unit(), node("r1", "rack", "room", u_height=42.0), node("r2", "rack", "room", u_height=42.0))
    marks = (
        Placement(line="ws", node="r1"),
        Placement(line="ws", node="r1", bottom_u=9),
        Placement(line="ws", node="r2"),
    )
    plan = make_plan(line, site=site, placements=marks)
    assessment = assess_one(plan)
    racks = assessment.context.site.racks
    assert [rack.used_u.value for rack in racks] == [4.0, 0.0]
    assert [rack.weight_kg.value for rack in racks] == [30.0, 0.0]
    assert find(assessment, "CO09", "r1").figures[0].value == 2.5
    finding = next(one for one in find_all(assessment, "RK08", "ws") if one.message.id == "RK08.over")
    after = fixed(plan, finding)
    assert after.alternatives[0].placements == (Placement(line="ws", node="r1"),)
    assert find_all(assess_one(after), "RK08", "ws") == ()

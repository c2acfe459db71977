"""Machines moved to another rack as a remedy: how many, where to, and what both racks are after it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.messages import render
from planner.plan.document import Placement, Plan
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

RACK = {"u_height": 42.0, "max_load_kg": 1000.0, "width_mm": 600.0, "depth_mm": 1200.0, "empty_weight_kg": 125.0}


def two(
    units: int, rack: dict[str, float] | None = None, other: dict[str, float] | None = None, **machine: float
) -> Plan:
    """Return a plan with machines of 8 U and 100 kg in the first of two racks."""
    told = {"max_power_w": 500.0, "rack_u": 8.0, "weight_kg": 100.0, **machine}
    line = make_line("srv", quantity=units, known=told)
    site = (
        room(occupancy="machine_room", floor_load_kg_m2=2000.0),
        unit(total_kw=60.0),
        circuit(breaker_a=63.0),
        node("r1", "rack", "room", **{**RACK, **(rack or {})}),
        node("r2", "rack", "room", **{**RACK, **(other or {})}),
    )
    return make_plan(
        line, site=site, plugged={"srv": "c1"}, placements=(Placement(line="srv", node="r1", units=units),)
    )


def label(plan: Plan, check: str) -> str:
    fix = find(assess_one(plan), check, "r1").fix
    return "" if fix is None else render(fix.label, "en")


@pytest.mark.parametrize(
    ("check", "rack", "machine", "units", "expected"),
    [
        # 40 of 42 U is 95 %: one of 8 U leaves 32 U, 76 %
        ("RK01", {}, {}, 5, "Move 1 × machine srv to r2: r1 goes down to 32 U"),
        # 48 U: two leave 32 U
        ("RK01", {}, {}, 6, "Move 2 × machine srv to r2: r1 goes down to 32 U"),
        # 24 U are free of 15: two leave 8 U
        ("RK01", {"u_free": 15.0}, {}, 3, "Move 2 × machine srv to r2: r1 goes down to 8 U"),
        # 400 of 350 kg
        ("RK03", {"max_load_kg": 350.0}, {}, 4, "Move 1 × machine srv to r2: r1 goes down to 300 kg"),
        # 2,000 of 1,200 W
        ("RK05", {"power_budget_w": 1200.0}, {}, 4, "Move 2 × machine srv to r2: r1 goes down to 1 kW"),
        # 897 mm and 150 mm for cables in 1,000 mm
        ("RK02", {"depth_mm": 1000.0}, {"depth_mm": 897.0}, 2, "Move 2 × machine srv to r2, which is 1,200 mm deep"),
    ],
)
def test_what_is_too_much_goes_to_the_other_rack(
    check: str, rack: dict[str, float], machine: dict[str, float], units: int, expected: str
) -> None:
    other: dict[str, float] = {"power_budget_w": 5000.0} if check == "RK05" else {}
    plan = two(units, rack, other, **machine)
    assert outcome(assess_one(plan), check, "r1") in ("warning", "error")
    assert label(plan, check) == expected
    after = assess_one(fixed(plan, find(assess_one(plan), check, "r1")))
    assert outcome(after, check, "r1") in ("", "pass")
    for one in ("RK01", "RK02", "RK03", "RK05", "RK08", "FL01"):
        assert outcome(after, one, "r2") in ("", "pass"), one


def test_a_floor_is_relieved_by_the_machines_that_are_too_much() -> None:
    # 725 kg on 0.72 m2 are 9.87 kN/m2; 900 kg/m2 are 8.83: 648 kg, 523 kg of machines; one of 100 kg leaves 500 kg
    plan = two(6, {"u_height": 60.0}, {"u_height": 60.0}, rack_u=4.0)
    site = tuple(room(floor_load_kg_m2=900.0) if one.id == "room" else one for one in plan.site)
    plan = msgspec.structs.replace(plan, site=site)
    finding = find(assess_one(plan), "FL01", "r1")
    assert finding.outcome == "warning"
    assert label(plan, "FL01") == "Move 1 × machine srv to r2: r1 goes down to 500 kg"
    after = assess_one(fixed(plan, finding))
    assert {outcome(after, "FL01", name) for name in ("r1", "r2")} == {"pass"}


@pytest.mark.parametrize(
    ("check", "rack", "other", "why"),
    [
        ("RK01", {}, {"u_height": 9.0}, "8 of 9 U is more than four fifths"),
        ("RK01", {}, {"u_free": 7.0}, "no 8 U are free"),
        ("RK03", {"max_load_kg": 350.0}, {"max_load_kg": 50.0}, "it carries no machine"),
        ("RK05", {"power_budget_w": 1200.0}, {"power_budget_w": 400.0}, "its budget is below a machine's power"),
        ("RK02", {"depth_mm": 1000.0}, {"depth_mm": 1040.0}, "1,047 mm are needed"),
        ("RK05", {"power_budget_w": 1200.0}, {}, "its budget is not known"),
    ],
)
def test_none_where_the_other_rack_does_not_take_them(
    check: str, rack: dict[str, float], other: dict[str, float], why: str
) -> None:
    units = 5 if check == "RK01" else 4
    plan = two(units, rack, other, depth_mm=897.0)
    assert outcome(assess_one(plan), check, "r1") in ("warning", "error")
    assert label(plan, check) == "", why


def test_a_rack_of_which_less_is_known_is_none_to_move_to() -> None:
    plan = two(5)
    site = tuple(node("r2", "rack", "room", u_height=42.0) if one.id == "r2" else one for one in plan.site)
    assert label(msgspec.structs.replace(plan, site=site), "RK01") == ""


def test_a_machine_with_a_place_of_its_own_finds_a_new_one_by_itself() -> None:
    plan: Any = two(5)
    mounts = tuple(Placement(line="srv", node="r1", bottom_u=1 + 8 * number) for number in range(5))
    one = msgspec.structs.replace(plan.alternatives[0], placements=mounts)
    plan = msgspec.structs.replace(plan, alternatives=(one,))
    after = fixed(plan, find(assess_one(plan), "RK01", "r1"))
    moved = [mount for mount in after.alternatives[0].placements if mount.node == "r2"]
    assert moved == [Placement(line="srv", node="r2")]

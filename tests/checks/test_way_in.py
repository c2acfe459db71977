"""Checks of door, corridor and lift, of feet on tiles, and of the engineer's word."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Placement
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit

# APC AR3100: 600 x 1,070 x 1,991 mm, 125 kg empty
RACK = {
    "width_mm": 600.0,
    "depth_mm": 1070.0,
    "height_mm": 1991.0,
    "empty_weight_kg": 125.0,
    "u_height": 42.0,
    "max_load_kg": 1701.0,
}
WAY: dict[str, Any] = {
    "door_width_mm": 900.0,
    "door_height_mm": 2100.0,
    "lift_load_kg": 1000.0,
    "lift_width_mm": 1000.0,
    "lift_depth_mm": 1400.0,
    "lift_height_mm": 2100.0,
}


def rack(weight_kg: float = 0.0, without: tuple[str, ...] = (), **values: Any) -> Any:
    told = {key: value for key, value in {**WAY, **values}.items() if key not in without}
    machine = make_line("srv", known={"max_power_w": 500.0, "rack_u": 8.0, "weight_kg": weight_kg or 30.0})
    site = (room(**told), unit(), node("r1", "rack", "room", **RACK))
    return make_plan(machine, site=site, placements=(Placement(line="srv", node="r1"),))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, "pass"),
        ({"door_height_mm": 2020.0}, "error"),  # 1,991 + 30
        ({"door_height_mm": 2021.0}, "pass"),
        ({"door_width_mm": 629.0}, "error"),  # 600 + 30
        ({"corridor_mm": 620.0}, "error"),
        ({"lift_depth_mm": 1069.0}, "error"),
        ({"lift_load_kg": 320.0}, "error"),  # 125 + 50 + 2 x 75 = 325 kg
        ({"lift_load_kg": 325.0}, "pass"),
        ({"lift_load_kg": 320.0, "ground_floor": True}, "pass"),
    ],
)
def test_rack_on_its_way(values: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(rack(**values)), "FL03", "r1") == expected


def test_what_nobody_measured_is_asked_for() -> None:
    finding = find(assess_one(rack(without=("door_width_mm", "lift_load_kg"))), "FL03", "room")
    assert finding.missing == ("site/room/door_width_mm", "site/room/lift_load_kg")
    stairs = rack(without=tuple(one for one in WAY if one.startswith("lift")), ground_floor=True)
    assert outcome(assess_one(stairs), "FL03", "r1") == "pass"
    # what is known may be too small already
    assert outcome(assess_one(rack(without=("lift_load_kg",), door_height_mm=1900.0)), "FL03", "r1") == "error"


def test_remedy_names_the_difference() -> None:
    finding = find(assess_one(rack(door_height_mm=2000.0)), "FL03", "r1")
    assert render(finding.message, "en") == "r1 does not pass: the height of the door is 2,000 mm, 2,021 mm are needed."
    assert finding.remedy is not None
    assert "21 mm lower" in render(finding.remedy, "en")


def test_heavy_machine_is_a_piece_of_its_own_and_a_workstation_is_none() -> None:
    dgx = {"max_power_w": 500.0, "weight_kg": 130.45, "width_mm": 482.3, "depth_mm": 897.1, "height_mm": 356.0}
    plan = make_plan(make_line("dgx", known=dgx), site=(room(**WAY), unit()))
    assert outcome(assess_one(plan), "FL03", "dgx") == "pass"
    small = {"max_power_w": 500.0, "weight_kg": 35.0, "width_mm": 240.0, "depth_mm": 560.0, "height_mm": 550.0}
    assert find_all(assess_one(make_plan(make_line("ws", known=small), site=(room(), unit()))), "FL03") == ()


@pytest.mark.parametrize(
    ("weight_kg", "tile_kg", "expected"),
    [(522.0, 450.0, "pass"), (522.0, 240.0, "warning"), (522.0, 243.0, "pass")],  # (125 + 522) x 1.5 / 4 = 242.6 kg
)
def test_foot_on_a_tile(weight_kg: float, tile_kg: float, expected: str) -> None:
    assert outcome(assess_one(rack(weight_kg, tile_kg=tile_kg)), "FL02", "r1") == expected


def test_engineer_is_asked_above_the_load_of_a_classroom() -> None:
    # four DGX H100: 125 + 521.8 = 646.8 kg on 0.642 m2: 9.88 kN/m2
    plan = rack(521.8)
    finding = find(assess_one(plan), "FL04", "r1")
    assert finding.outcome == "warning"
    assert finding.figures[0].require() == pytest.approx(9.88, abs=0.01)
    assert outcome(assess_one(fixed(plan, finding)), "FL04", "r1") == "pass"
    # 125 + 30 kg: 2.37 kN/m2
    assert find_all(assess_one(rack()), "FL04") == ()

"""Checks of what stands in a rack: depth, units taken twice, heavy machines, power, air, aisle."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Placement
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit


def racked(
    machine: dict[str, Any],
    rack: dict[str, Any] | None = None,
    *more: Placement,
    role: Any = "compute",
    bottom_u: int | None = None,
) -> Any:
    line = make_line(
        "srv", role, quantity=2, known={"max_power_w": 5000.0, "rack_u": 4.0, "weight_kg": 30.0, **machine}
    )
    site = (room(), unit(), node("r1", "rack", "room", **{"u_height": 42.0, **(rack or {})}))
    return make_plan(line, site=site, placements=(Placement(line="srv", node="r1", bottom_u=bottom_u), *more))


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ({"depth_mm": 1200.0}, "pass"),  # 897.1 + 150 = 1,047.1 mm
        ({"depth_mm": 1047.0}, "warning"),
        ({"mounting_depth_mm": 1000.0}, "error"),
        ({"mounting_depth_mm": 1050.0}, "pass"),
        ({"depth_mm": 800.0}, "error"),  # a server of 897 mm in 800 mm
        ({}, "unknown"),
    ],
)
def test_depth(rack: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(racked({"depth_mm": 897.1}, rack)), "RK02", "r1") == expected
    assert find_all(assess_one(racked({}, rack)), "RK02") == ()  # nobody told the machine's depth


@pytest.mark.parametrize(
    ("width_mm", "rack", "expected"),
    [
        (447.0, {"width_mm": 800.0}, ""),
        (482.6, {}, ""),  # 19 inches: IEC 60297
        (900.0, {"width_mm": 800.0}, "error"),  # wider than the rack
        (482.6, {"width_mm": 312.0}, "error"),  # a small rack of 10 inches
        (536.0, {"width_mm": 600.0}, "unknown"),  # 21 inches (Open Rack): whether this one has such posts nobody told
        (536.0, {}, "unknown"),
        (536.0, {"usable_width_mm": 537.0}, ""),
        (536.0, {"usable_width_mm": 482.6, "width_mm": 600.0}, "error"),
        (482.6, {"usable_width_mm": 450.0}, "error"),
    ],
)
def test_machine_that_is_wider_than_the_rack_takes(width_mm: float, rack: dict[str, Any], expected: str) -> None:
    assessment = assess_one(racked({"width_mm": width_mm}, rack))
    assert outcome(assessment, "RK02", "srv") == expected
    if expected == "unknown":
        assert find(assessment, "RK02", "srv").missing == ("site/r1/usable_width_mm",)


def test_units_taken_twice_and_above_the_top() -> None:
    def at(first: int, second: int, height: float = 42.0) -> Any:
        other = Placement(line="srv", node="r1", bottom_u=second)
        return assess_one(racked({}, {"u_height": height}, other, bottom_u=first))

    assert outcome(at(1, 5), "RK08", "r1") == "pass"  # U1-4 and U5-8
    finding = find(at(1, 4), "RK08", "r1")
    assert finding.outcome == "error"
    assert render(finding.message, "en") == "machine srv and machine srv both take U4 of r1."
    # 42U changed to 24U with a machine at U30
    assert outcome(at(1, 30, 24.0), "RK08", "r1") == "error"
    assert outcome(at(1, 21, 24.0), "RK08", "r1") == "pass"  # U21-24
    assert find_all(assess_one(racked({})), "RK08") == ()


@pytest.mark.parametrize(
    ("weight_kg", "bottom_u", "expected"),
    [(24.0, 30, ""), (30.0, 30, "note"), (130.45, None, "note"), (130.45, 1, "note"), (130.45, 20, "warning")],
)
def test_heavy_machines_stand_low(weight_kg: float, bottom_u: int | None, expected: str) -> None:
    assert outcome(assess_one(racked({"weight_kg": weight_kg}, bottom_u=bottom_u)), "RK04", "r1") == expected


def test_what_one_person_must_not_lift_is_for_two() -> None:
    # HSE L23: 25 kg for one, close to the body; two people carry 50 kg
    for kilograms, said in ((30.0, "RK04.two"), (51.0, "RK04.lift")):
        finding = find(assess_one(racked({"weight_kg": kilograms})), "RK04", "r1")
        assert finding.message.id == said


def heavy(*bottoms: int, other_u: int | None = None) -> Any:
    """Return heavy machines at these units, and light ones of 12 U from ``other_u`` on."""
    told = {"max_power_w": 500.0, "rack_u": 4.0, "weight_kg": 130.45}
    light = {"max_power_w": 500.0, "rack_u": 12.0, "weight_kg": 20.0}
    lines = (make_line("srv", quantity=len(bottoms), known=told), make_line("light", known=light))
    mounts = tuple(Placement(line="srv", node="r1", bottom_u=bottom) for bottom in bottoms)
    if other_u is not None:
        mounts = (*mounts, Placement(line="light", node="r1", bottom_u=other_u))
    return make_plan(*lines, site=(room(), unit(), node("r1", "rack", "room", u_height=42.0)), placements=mounts)


@pytest.mark.parametrize(
    ("bottoms", "other_u", "label"),
    [
        ((20,), None, "Place the heavy machines automatically: machine srv in U1"),
        ((1, 20), None, "Place the heavy machines automatically: machine srv in U5"),  # the one at U1 hides it no more
        ((30, 20), None, "Place the heavy machines automatically: machine srv in U1, machine srv in U5"),
        ((20,), 1, "Place all of r1 automatically: machine srv in U1"),  # U1 to U12 are taken by what is light
    ],
)
def test_a_heavy_machine_is_put_low(bottoms: tuple[int, ...], other_u: int | None, label: str) -> None:
    plan = heavy(*bottoms, other_u=other_u)
    finding = find(assess_one(plan), "RK04", "r1")
    assert finding.outcome == "warning"
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == label
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "RK04", "r1") == "note"
    assert outcome(after, "RK08", "r1") in ("", "pass")


def test_more_heavy_machines_than_find_room_low_are_no_step() -> None:
    assert find(assess_one(heavy(1, 5, 9, 13)), "RK04", "r1").fix is None  # the fourth stands in U13 at the lowest


@pytest.mark.parametrize(("budget_w", "expected"), [(5000.0, "pass"), (4999.0, "error"), (None, "unknown")])
def test_power_budget(budget_w: float | None, expected: str) -> None:
    rack = {} if budget_w is None else {"power_budget_w": budget_w}
    assert outcome(assess_one(racked({}, rack)), "RK05", "r1") == expected


@pytest.mark.parametrize(("airflow", "expected"), [("C2P", "warning"), ("P2C or C2P", "unknown"), ("P2C", "pass")])
def test_direction_of_a_switch(airflow: str, expected: str) -> None:
    assert outcome(assess_one(racked({"airflow": airflow}, role="network")), "RK06", "srv") == expected


@pytest.mark.parametrize(("aisle_mm", "expected"), [(1199.0, "warning"), (1200.0, "pass"), (None, "unknown")])
def test_aisle(aisle_mm: float | None, expected: str) -> None:
    rack = {} if aisle_mm is None else {"aisle_mm": aisle_mm}
    assert outcome(assess_one(racked({}, rack)), "RK07", "r1") == expected

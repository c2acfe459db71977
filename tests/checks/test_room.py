"""Checks of racks, noise and floor."""

from __future__ import annotations

import pytest

from planner.plan.document import Placement
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, find_all, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

RACK = {
    "u_height": 42.0,
    "max_load_kg": 1000.0,
    "width_mm": 600.0,
    "depth_mm": 1070.0,
    "empty_weight_kg": 125.0,
}


def racked(units: int, rack: dict[str, float], use: str = "machine_room", **machine: float) -> object:
    told = {"max_power_w": 500.0, "rack_u": 8.0, "weight_kg": 130.5, **machine}
    line = make_line("srv", quantity=units, known={key: value for key, value in told.items() if value is not None})
    site = (room(occupancy=use), unit(total_kw=60.0), circuit(breaker_a=63.0), node("r1", "rack", "room", **rack))
    placements = (Placement(line="srv", node="r1", units=units),) if units else ()
    return make_plan(line, site=site, plugged={"srv": "c1"}, placements=placements)


@pytest.mark.parametrize(("units", "expected"), [(4, "pass"), (5, "warning"), (6, "error")])
def test_rack_units(units: int, expected: str) -> None:
    # 32 of 42 U is 76 %; 40 U is 95 %; 48 U do not fit
    assert outcome(assess_one(racked(units, RACK)), "RK01", "r1") == expected


def test_free_units_of_a_used_rack_decide() -> None:
    assert outcome(assess_one(racked(2, {**RACK, "u_free": 15.0})), "RK01", "r1") == "error"
    assert outcome(assess_one(racked(2, {**RACK, "u_free": 16.0})), "RK01", "r1") == "pass"


@pytest.mark.parametrize(("units", "expected"), [(7, "pass"), (8, "error")])
def test_weight_in_the_rack(units: int, expected: str) -> None:
    # 7 x 130.5 = 913.5 kg, 8 x 130.5 = 1,044 kg of 1,000
    assert outcome(assess_one(racked(units, RACK)), "RK03", "r1") == expected


def test_rack_of_which_nothing_is_known_is_one_question() -> None:
    assessment = assess_one(racked(1, {}))
    asking = [one.check for one in assessment.findings if one.outcome == "unknown" and one.subject == "r1"]
    finding = find(assessment, "RK01", "r1")
    assert asking == ["RK01"]
    wanted = ("u_height", "max_load_kg", "width_mm", "depth_mm", "height_mm", "empty_weight_kg", "aisle_mm")
    assert set(finding.missing) == {f"site/r1/{name}" for name in wanted}


def test_height_of_a_machine_that_is_missing_is_asked_for() -> None:
    finding = find(assess_one(racked(1, RACK, rack_u=None)), "RK01", "r1")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/srv/unit_rack_u",))
    finding = find(assess_one(racked(1, RACK, weight_kg=None)), "RK03", "r1")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/srv/unit_weight_kg",))


def test_empty_rack_says_nothing_of_weight() -> None:
    assessment = assess_one(racked(0, RACK))
    assert outcome(assessment, "RK01", "r1") == "pass"
    assert find_all(assessment, "RK03") == find_all(assessment, "FL01") == ()


@pytest.mark.parametrize(
    ("units", "use", "expected"),
    [
        (1, "machine_room", "pass"),  # 255.5 kg on 0.642 m2: 3.90 kN/m2 of 6
        (4, "machine_room", "warning"),  # 647 kg: 9.88 kN/m2, below twice the limit
        (4, "classroom", "error"),  # of 2.5
        (1, "classroom", "warning"),  # 3.90, below twice 2.5
    ],
)
def test_load_on_the_floor(units: int, use: str, expected: str) -> None:
    finding = find(assess_one(racked(units, RACK, use)), "FL01", "r1")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx((125 + units * 130.5) * 9.80665 / 1000 / 0.642)


def test_area_to_spread_the_weight_over_is_told() -> None:
    # 647 kg to 2.5 kN/m2: 2.54 m2
    finding = find(assess_one(racked(4, RACK, "classroom")), "FL01", "r1")
    assert finding.figures[-1].value == pytest.approx(2.538, abs=1e-3)


def test_floor_load_that_somebody_told_wins() -> None:
    told = SetValue(path="site/room/values/floor_load_kg_m2", value={"value": 1020.0})
    plan, _change = told.apply(racked(4, RACK, "classroom"))
    # 1,020 kg/m2 is 10.0 kN/m2, the rack puts 9.88
    assert outcome(assess_one(plan), "FL01", "r1") == "pass"


def test_floor_of_a_rack_without_dimensions_is_a_question() -> None:
    rack = {key: value for key, value in RACK.items() if key not in ("width_mm", "depth_mm")}
    assessment = assess_one(racked(1, rack))
    finding = find(assessment, "FL01", "r1")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/r1/width_mm", "site/r1/depth_mm"))
    assert assessment.verdict != "infeasible"


def loud(*levels_db: float | None, **values: object) -> object:
    lines = [
        make_line(f"m{number}", known={"max_power_w": 300.0, **({} if level is None else {"noise_db": level})})
        for number, level in enumerate(levels_db)
    ]
    plugged = {line.id: "c1" for line in lines}
    return make_plan(*lines, site=(room(**values), unit(), circuit(breaker_a=63.0)), plugged=plugged)


@pytest.mark.parametrize(
    ("levels_db", "use", "expected"),
    [
        ((42, 42), "office", "warning"),  # two equal sources add 3.01 dB: 45.01 of 45
        ((41.9, 41.9), "office", "pass"),  # 44.91
        ((43, 43), "office", "warning"),  # 46.01
        ((51, 51), "lab", "pass"),  # 54.01 of 55
        ((57, 57), "lab", "error"),  # 60.01: above what a seat may have anywhere
        ((80, None), "classroom", "error"),  # one is enough
        ((40, None), "office", "unknown"),
    ],
)
def test_noise_where_people_work(levels_db: tuple[float | None, ...], use: str, expected: str) -> None:
    assert outcome(assess_one(loud(*levels_db, occupancy=use)), "NO01", "room") == expected


def test_own_noise_limit_of_the_room_wins() -> None:
    assert outcome(assess_one(loud(50, occupancy="lab", noise_limit_db=48.0)), "NO01", "room") == "warning"


def test_missing_noise_level_names_the_machines_and_leaves_the_verdict_open() -> None:
    assessment = assess_one(loud(40, None, occupancy="office"))
    finding = find(assessment, "NO01", "room")
    assert finding.missing == ("A/m1/noise_db",)
    assert find_all(assessment, "NO03") == ()


def test_machine_room_only_asks_for_the_level_in_the_tender() -> None:
    assessment = assess_one(loud(80, None, occupancy="machine_room"))
    assert find_all(assessment, "NO01") == ()
    assert find(assessment, "NO03", "plan").missing == ("A/m1/noise_db",)
    assert outcome(assess_one(loud(80, occupancy="machine_room")), "NO03", "plan") == "pass"

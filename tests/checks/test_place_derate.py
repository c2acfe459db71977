"""What the place takes of the cooling: 1 % for each K above 35 °C outdoors, and thin air; by hand on 7,000 W sensible."""

from __future__ import annotations

from typing import Any

import pytest

from planner.facility.cooling_loss import Room, temperature_c
from planner.figure import Figure
from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, outcome
from tests.checks.rooms import circuit, room, unit


def cooled(heat_w: float, **rooms: Any) -> Plan:
    site = (room(**rooms), unit(total_kw=10.0), circuit(breaker_a=63.0))
    return make_plan(make_line("ws", known={"max_power_w": heat_w}), site=site, plugged={"ws": "c1"})


@pytest.mark.parametrize(
    ("heat_w", "rooms", "expected"),
    [
        # 40 °C: 0.95 x 7,000 W = 6,650 W at sea level; with the margin of 1.2 that is 5,541 W of heat
        (5541.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, ("pass", "pass")),
        (5543.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, ("warning", "note")),
        (6649.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, ("warning", "note")),
        (6651.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0}, ("error", "note")),
        (6651.0, {"outdoor_max_c": 40.0}, ("error", "note")),
        (5832.0, {"outdoor_max_c": 35.0, "altitude_m": 0.0}, ("pass", "pass")),  # 7,000 / 1.2 = 5,833 W: as it is rated
        (5832.0, {"altitude_m": -154.0}, ("pass", "pass")),  # below the sea no unit gives more than it is rated at
        (5834.0, {"altitude_m": -154.0}, ("warning", "pass")),
        # 1,900 m: 80,493 Pa, 0.9565 kg/m3, 0.7944; x 0.95 x 7,000 W = 5,283 W, with the margin 4,402 W
        (4400.0, {"outdoor_max_c": 40.0, "altitude_m": 1900.0}, ("pass", "pass")),
        (4405.0, {"outdoor_max_c": 40.0, "altitude_m": 1900.0}, ("warning", "note")),
        (5310.0, {"outdoor_max_c": 40.0, "altitude_m": 1900.0}, ("error", "note")),
        # water takes the heat outdoors
        (5832.0, {"outdoor_max_c": 40.0, "altitude_m": 0.0, "cooling_method": "rear_door"}, ("pass", "pass")),
        (6649.0, {"outdoor_max_c": 40.0}, ("warning", "unknown")),  # the altitude is open
    ],
)
def test_hot_days_and_thin_air(heat_w: float, rooms: dict[str, Any], expected: tuple[str, str]) -> None:
    assessment = assess_one(cooled(heat_w, **rooms))
    assert (outcome(assessment, "CO01", "room"), outcome(assessment, "CO12", "room")) == expected


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
    finding = find(assess_one(plan), "CO01", "room")
    assert finding.fix is not None
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "CO12", "room") == "pass"
    assert find_all(after, "CO01", "room")[0].outcome == "pass"


def lhasa(heat_w: float = 10_080.0, **rooms: Any) -> Plan:
    """Return two units of 12.5 kW (8,750 W sensible each) at 3,600 m and 40 °C: 0.6408 x 0.95 = 0.6087 of it is left."""
    site = (
        room(area_m2=30.0, height_m=3.0, altitude_m=3600.0, outdoor_max_c=40.0, **rooms),
        unit("ac1", total_kw=12.5),
        unit("ac2", total_kw=12.5),
        circuit(breaker_a=63.0),
    )
    return make_plan(make_line("ws", known={"max_power_w": heat_w}), site=site, plugged={"ws": "c1"})


def test_capacity_that_counts_is_what_is_left_at_the_place() -> None:
    # 101325 (1 - 2.25577e-5 x 3600)^5.2559 = 64,922 Pa / (287.055 x 293.15) = 0.7715; / 1.2041 = 0.6407; x 0.95 = 0.6087
    assessment = assess_one(lhasa())
    cooling = assessment.context.totals.sensible_cooling_w
    assert cooling.value == pytest.approx(17_500 * 0.6087, rel=2e-4)
    given = {name: one.value for name, one in cooling.given.items() if isinstance(one, Figure)}
    assert given == {"rated_w": 17_500.0, "derate": pytest.approx(0.6087, rel=2e-4)}
    assert outcome(assessment, "CO01", "room") == "warning"  # 10,652 / 10,080 = 1.057, below 1.2


def test_largest_unit_off_at_the_place() -> None:
    # 8,750 W x 0.6087 = 5,326 W: not enough for 5,400 W, though 8,750 W would be
    finding = find(assess_one(lhasa(5_400.0)), "CO02", "room")
    assert finding.outcome == "warning"
    assert finding.figures[0].value == pytest.approx(8_750 * 0.6087, rel=2e-4)
    assert outcome(assess_one(lhasa(5_300.0)), "CO02", "room") == "pass"


def test_people_and_sun_at_the_place() -> None:
    # 8,800 W x 1.2 = 10,560 W is carried by 10,652 W; with one person and 1 m2 of window (100 + 255 W) it is not
    finding = find(assess_one(lhasa(8_800.0, people_count=1.0, window_area_m2=1.0)), "CO18", "room")
    assert finding.outcome == "warning"
    whole, left = finding.figures[1].require(), 17_500 * 0.6087
    assert whole == pytest.approx(8_800 + 100 + 255, abs=30)
    assert finding.remedy is not None
    # (9,155 x 1.2 - 10,652) W at the place are that over 0.6087 as rated
    assert finding.remedy.values["more"] == pytest.approx((whole * 1.2 - left) / 0.6087, rel=0.01)


def test_same_cause_is_one_error() -> None:
    found = [one for one in assess_one(lhasa(12_000.0)).findings if one.check in ("CO01", "CO02", "CO12", "CO18")]
    assert {one.check: one.outcome for one in found if one.outcome != "pass"} == {"CO01": "error", "CO12": "note"}


def test_air_warms_faster_where_it_is_thin_and_walls_do_not() -> None:
    # 30 m2 x 3 m, 10,080 W, 26 to 35 °C, factor 3: 1.2 x 1.006 x 90 x 3 x 9 / 10.08 / 60 = 4.850 min at sea level;
    # at 3,600 m (2 x 1.2 + 0.7715) / 3.6 of that for 9 K: 4.273 min; from 20 °C to the 26 °C allowed there 6 / 9: 2.849 min
    high = find(assess_one(lhasa(setpoint_c=20.0)), "CO03", "room").figures[0]
    assert high.value == pytest.approx(2.849, abs=0.002)
    site = (room(area_m2=30.0, height_m=3.0), unit(total_kw=25.0), circuit(breaker_a=63.0))
    low = make_plan(make_line("ws", known={"max_power_w": 10_080.0}), site=site, plugged={"ws": "c1"})
    assert find(assess_one(low), "CO03", "room").figures[0].value == pytest.approx(4.850, abs=0.002)


def test_course_of_air_alone_goes_with_its_density() -> None:
    # air alone at 0.7715 kg/m3: 0.643 of the heat that 1.2 kg/m3 takes; with racks and walls (2 + 0.643) / 3
    sea, high = Room(air_m3=90, mass_factor=1), Room(air_m3=90, mass_factor=1, air_share=0.643)
    rise = temperature_c(sea, 10.08, 60) - 26
    assert temperature_c(high, 10.08, 60) - 26 == pytest.approx(rise / 0.643)
    racks = Room(air_m3=90, mass_factor=3, air_share=0.643)
    assert temperature_c(racks, 10.08, 60) - 26 == pytest.approx(rise / 2.643)


@pytest.mark.parametrize(("height_m", "stop_c"), [(0.0, 35.0), (900.0, 35.0), (1800.0, 32.0), (2260.0, 30.4667)])
def test_machines_must_stop_earlier_at_altitude(height_m: float, stop_c: float) -> None:
    # ASHRAE A2: 1 C less for each 300 m above 900 m; at 2,260 m 35 - 1,360 / 300 = 30.47 C
    found = find(assess_one(cooled(5000.0, altitude_m=height_m)), "CO03", "room")
    minutes = next(one for one in found.figures if one.key.endswith("failure_min"))
    told = next(figure for one in minutes.inputs if one.name == "stop_c" for figure in one.figures)
    assert told.value == pytest.approx(stop_c, abs=1e-4)
    # 120 m3 x 1.006 x (density + 1.2 x 2) x (stop - 26) / 5 kW / 60
    density = {0.0: 1.2, 900.0: 1.081, 1800.0: 0.968, 2260.0: 0.9146}[height_m]
    by_hand = 1.006 * 120 * (density + 2.4) * (stop_c - 26) / 5 / 60
    assert minutes.value == pytest.approx(by_hand, rel=5e-3)


def test_warm_inlets_are_too_warm_earlier_at_altitude() -> None:
    # A1: 32 - 1,360 / 300 = 27.5 C
    found = find(assess_one(cooled(2000.0, altitude_m=2260.0, inlet_c=28.0)), "CO10", "room")
    assert found.outcome == "error"
    assert find(assess_one(cooled(2000.0, altitude_m=0.0, inlet_c=28.0)), "CO10", "room").outcome == "warning"


def test_a_room_kept_above_the_stop_has_no_minutes_left() -> None:
    found = find(assess_one(cooled(5000.0, altitude_m=2260.0, setpoint_c=31.0)), "CO03", "room")
    assert found.outcome == "error"
    assert next(one for one in found.figures if one.key.endswith("failure_min")).value == 0.0

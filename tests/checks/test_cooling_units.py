"""Checks of cooling units and of the place they work at, of measured air, and of the noise that people bear."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Placement
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def lab(
    power_w: float = 2500.0, *, rooms: dict[str, Any] | None = None, ac: dict[str, Any] | None = None, **fields: Any
) -> Any:
    machine = make_line("ws", known={"max_power_w": power_w})
    return make_plan(
        machine, site=(room(**(rooms or {})), unit(**(ac or {})), circuit()), plugged={"ws": "c1"}, **fields
    )


def test_air_conditioner_on_the_machines_circuit() -> None:
    machine = make_line("ws", known={"max_power_w": 1000.0})
    same = (room(), circuit(), node("ac1", "ac", "c1", total_kw=5.0))
    other = (room(), circuit(), circuit("c2"), node("ac1", "ac", "c2", total_kw=5.0))
    assert outcome(assess_one(make_plan(machine, site=same, plugged={"ws": "c1"})), "CO06", "ac1") == "error"
    assert outcome(assess_one(make_plan(machine, site=other, plugged={"ws": "c1"})), "CO06", "ac1") == "pass"
    asking = find(assess_one(lab()), "CO06")  # its circuit is not told
    assert (asking.outcome, asking.missing) == ("unknown", ("site/ac1/own_circuit",))
    assert outcome(assess_one(lab(ac={"own_circuit": True})), "CO06", "ac1") == "pass"
    assert outcome(assess_one(lab(ac={"own_circuit": False})), "CO06", "ac1") == "warning"


def test_unit_that_stays_off_after_a_power_cut() -> None:
    plan = lab(ac={"auto_restart": False})
    finding = find(assess_one(plan), "CO07", "ac1")
    assert finding.outcome == "warning"
    assert outcome(assess_one(fixed(plan, finding)), "CO07", "ac1") == "pass"
    assert outcome(assess_one(lab(ac={"auto_restart": True})), "CO07", "ac1") == "pass"
    day = lab(ac={"auto_restart": False}, calendar={"unattended_overnight": False})
    assert find_all(assess_one(day), "CO07") == ()


@pytest.mark.parametrize(("units_m3h", "expected"), [(1877.0, "warning"), (1878.0, "pass"), (None, "unknown")])
def test_air_moved_against_air_blown(units_m3h: float | None, expected: str) -> None:
    # a DGX H100 blows 1,105 CFM: 1,105 x 1.699 = 1,877.4 m3/h
    machine = make_line("dgx", known={"max_power_w": 10200.0, "airflow_cfm": 1105.0})
    ac = unit(total_kw=30.0, **({} if units_m3h is None else {"airflow_m3h": units_m3h}))
    finding = find(assess_one(make_plan(machine, site=(room(), ac))), "CO08", "room")
    assert finding.outcome == expected
    if expected == "unknown":
        assert finding.missing == ("site/ac1/airflow_m3h",)


def racked(power_w: float, rooms: dict[str, Any] | None = None, ac: dict[str, Any] | None = None, **rack: Any) -> Any:
    machine = make_line("srv", known={"max_power_w": power_w, "rack_u": 4.0, "weight_kg": 30.0})
    site = (
        room(occupancy="machine_room", **(rooms or {})),
        unit(total_kw=60.0, **(ac or {})),
        node("r1", "rack", "room", u_height=42.0, **rack),
    )
    return make_plan(machine, site=site, placements=(Placement(line="srv", node="r1"),))


@pytest.mark.parametrize(
    ("power_w", "method", "expected"),
    [
        (3000.0, "comfort", "pass"),
        (3001.0, "comfort", "warning"),
        (6001.0, "comfort", "error"),  # more than twice the customary 3 kW
        (5000.0, "room", "pass"),
        (14300.0, "in_row", "pass"),
        (14300.0, "room", "error"),
        (35000.0, "rear_door", "warning"),
    ],
)
def test_heat_of_a_rack_and_the_way_of_cooling(power_w: float, method: str, expected: str) -> None:
    assert outcome(assess_one(racked(power_w, {"cooling_method": method})), "CO09", "r1") == expected


def test_size_class_tells_a_comfort_unit_and_nothing_is_a_question() -> None:
    assert outcome(assess_one(racked(6500.0, ac={"class_cn": "5匹"})), "CO09", "r1") == "error"
    finding = find(assess_one(racked(6500.0)), "CO09", "r1")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/room/cooling_method",))
    assert outcome(assess_one(racked(6500.0, cooling_method="contained")), "CO09", "r1") == "pass"
    finding = find(assess_one(racked(6500.0, {"cooling_method": "room"})), "CO09", "r1")
    assert finding.remedy is not None
    assert "over 2 racks, or change to contained aisles" in render(finding.remedy, "en")


@pytest.mark.parametrize(
    ("cold", "low", "expected"),
    [(-15.0, -5.0, "warning"), (-15.0, -20.0, "pass"), (-15.0, None, "unknown"), (2.0, None, "")],
)
def test_winter_outdoors(cold: float, low: float | None, expected: str) -> None:
    ac = {} if low is None else {"low_ambient_c": low}
    assert outcome(assess_one(lab(rooms={"outdoor_min_c": cold}, ac=ac)), "CO05", "ac1") == expected


def test_summer_outdoors() -> None:
    plan = lab(rooms={"outdoor_max_c": 46.0}, ac={"high_ambient_c": 43.0})
    assert outcome(assess_one(plan), "CO05", "ac1") == "warning"


def test_thin_air_carries_less() -> None:
    # Kunming, 1,900 m: 101325 (1 - 2.25577e-5 x 1900)^5.2559 = 80,504 Pa, 0.9567 kg/m3, 0.7946 of 1.2041
    finding = find(assess_one(lab(2500.0, rooms={"altitude_m": 1900.0}, ac={"total_kw": 4.5})), "CO12", "room")
    # 4.5 kW x 0.7 = 3,150 W x 0.7946 = 2,503 W of 2,500 W: no margin of 1.2, which CO01 tells and CO12 gives the reason of
    assert finding.outcome == "note"
    assert finding.figures[0].require() == pytest.approx(3150 * 0.79463, rel=1e-3)
    assert "26 % more air" in render(finding.message, "en")
    easy = assess_one(lab(2080.0, rooms={"altitude_m": 1900.0}, ac={"total_kw": 4.5}))  # x 1.2 = 2,496 W
    assert (outcome(easy, "CO12", "room"), outcome(easy, "CO01", "room")) == ("pass", "pass")


@pytest.mark.parametrize(("there", "expected"), [(True, "pass"), (False, "error"), (None, "unknown")])
def test_water_for_liquid_cooling(there: bool | None, expected: str) -> None:
    item = make_item("wet", cooling="liquid", max_power_w=5000.0)
    machine = make_line("wet", item=item)
    values = {} if there is None else {"water_supply": there}
    plan = make_plan(machine, site=(room(**values), unit()), items=(item,))
    assert outcome(assess_one(plan), "CO14", "wet") == expected


def test_leak_sensor() -> None:
    plan = racked(3000.0)
    finding = find(assess_one(plan), "CO15", "room")
    assert finding.outcome == "unknown"
    assert finding.missing == ("site/room/leak_sensor",)
    assert outcome(assess_one(fixed(plan, finding)), "CO15", "room") == "pass"
    none = SetValue(path="site/room/values/leak_sensor", value={"value": False}).apply(plan)[0]
    assert outcome(assess_one(none), "CO15", "room") == "note"
    assert find_all(assess_one(lab()), "CO15") == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [(17.9, "warning"), (18.0, "pass"), (27.0, "pass"), (27.1, "warning"), (32.1, "error"), (None, "")],
)
def test_inlet(value: float | None, expected: str) -> None:
    values = {} if value is None else {"inlet_c": value}
    assert outcome(assess_one(lab(rooms=values)), "CO10", "room") == expected


@pytest.mark.parametrize(("value", "expected"), [(7.0, "warning"), (45.0, "pass"), (61.0, "warning")])
def test_humidity(value: float, expected: str) -> None:
    assert outcome(assess_one(lab(rooms={"humidity_pct": value})), "CO11", "room") == expected


def noisy(level_db: float, count: int = 1, **values: Any) -> Any:
    machine = make_line("srv", quantity=count, known={"max_power_w": 500.0, "noise_db": level_db})
    return assess_one(make_plan(machine, site=(room(**values), unit())))


@pytest.mark.parametrize(
    ("level_db", "hours", "expected"),
    [
        (85.0, None, "pass"),  # 8 h of 8
        (88.0, None, "warning"),  # 4 h of 8
        (88.0, 4.0, "pass"),
        (91.0, 2.1, "error"),  # 2 h
        (79.0, None, ""),
    ],
)
def test_hours_that_may_be_borne(level_db: float, hours: float | None, expected: str) -> None:
    values = {} if hours is None else {"hours_stayed": hours}
    assert outcome(noisy(level_db, **values), "NO02", "room") == expected


def test_ten_machines_are_ten_decibels_louder_and_four_metres_twelve_less() -> None:
    # ten of 75 dB(A): 85; at 4 m 20 log 4 = 12.04 less
    assert outcome(noisy(75.1, 10), "NO02", "room") == "warning"  # 8 h are assumed
    finding = find(noisy(75.0, 10, distance_m=4.0, occupancy="lab"), "NO01", "room")
    assert finding.figures[0].require() == pytest.approx(72.96, abs=0.01)
    assert outcome(noisy(66.9, 1, distance_m=4.0), "NO01", "room") == "pass"  # 54.9 of 55 dB(A)


@pytest.mark.parametrize(
    ("altitude_m", "units_m3h", "need_m3h", "expected"),
    [
        # 10,200 W at sea level, 1.2041 kg/m3: 3600 x 10,200 / (1.2041 x 1,006 x 11.7) = 2,591 m3/h, 1,525 CFM (150 a kW: 1,530)
        (None, None, 2591.0, "pass"),
        (None, 2592.0, 2591.0, "pass"),
        (None, 2590.0, 2591.0, "warning"),
        # Kunming, 1,900 m: 0.9567 kg/m3, 1 / 0.7946 as much
        (1900.0, None, 3260.8, "pass"),
    ],
)
def test_air_that_the_heat_wants(
    altitude_m: float | None, units_m3h: float | None, need_m3h: float, expected: str
) -> None:
    rooms = {} if altitude_m is None else {"altitude_m": altitude_m}
    ac = {"total_kw": 40.0, **({} if units_m3h is None else {"airflow_m3h": units_m3h})}
    finding = find(assess_one(lab(10200.0, rooms=rooms, ac=ac)), "CO19", "room")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(need_m3h, abs=1.0)
    assert finding.figures[1].value == pytest.approx(need_m3h / 1.699, abs=1.0)


def bought(*nodes: Any, at: str = "", quantity: int = 1, **known: Any) -> Any:
    told = {"total_kw": 5.0, "power_in_kw": 1.65, **known}
    lines = (make_line("ws", known={"max_power_w": 1000.0}), make_line("ac", "cooling", quantity, known=told))
    plugged = {"ws": "c1", **({"ac": at} if at else {})}
    return make_plan(*lines, site=(room(), circuit(), *nodes), plugged=plugged)


def test_a_bought_air_conditioner_on_no_circuit_is_asked_for() -> None:
    plan = bought(circuit("c2"))
    finding = find(assess_one(plan), "PW33", "ac")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/ac/plugged_in",))
    assert finding.fix is not None
    after = assess_one(fixed(plan, finding))  # on c2, that no machine hangs on
    assert find_all(after, "PW33", "ac") == ()
    assert outcome(after, "CO06", "ac") == "pass"


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ((), {}),  # only the circuit of the machines
        ((circuit("c2", breaker_a=6.0),), {}),  # 1,650 W / 215.6 = 7.7 A
        ((circuit("c2", breaker_a=None),), {}),
    ],
)
def test_no_circuit_that_takes_it_is_no_step(nodes: Any, told: dict[str, Any]) -> None:
    assert find(assess_one(bought(*nodes, **told)), "PW33", "ac").fix is None


def test_units_of_it_that_are_left_are_asked_for() -> None:
    plan = bought(circuit("c2"), at="c2", quantity=2)
    assert find_all(assess_one(plan), "PW33", "ac") == ()  # both
    assert find_all(assess_one(bought(circuit("c2"), quantity=0)), "PW33", "ac") == ()


def test_the_largest_unit_off_counts_people_and_sun() -> None:
    # two units of 5 kW: 3.5 kW sensible left for 3.0 kW of machines, not for 3.0 + 10 x 0.1 kW of people
    site = [
        room(people_count=0.0, window_area_m2=0.0),
        unit("ac1", total_kw=5.0),
        unit("ac2", total_kw=5.0),
        circuit(breaker_a=32.0),
    ]
    line = make_line("srv", known={"max_power_w": 3000.0})
    assert outcome(assess_one(make_plan(line, site=tuple(site), plugged={"srv": "c1"})), "CO02", "room") == "pass"
    site[0] = room(people_count=10.0, window_area_m2=0.0)
    assert outcome(assess_one(make_plan(line, site=tuple(site), plugged={"srv": "c1"})), "CO02", "room") == "warning"

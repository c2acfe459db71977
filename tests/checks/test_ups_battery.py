"""Checks of a UPS on battery and of the UPS itself; runtimes by hand from makers' points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.figure import Quality
from planner.messages import render
from planner.plan.document import Connection
from tests.checks.factories import (
    assess_one,
    facts,
    find,
    find_all,
    fixed,
    make_item,
    make_line,
    make_plan,
    node,
    outcome,
)
from tests.checks.rooms import circuit, room, unit

# 1,350 W: 30 min, 2,700 W: 12 min, so t = 30 (1350/P)^n with n = ln(30/12)/ln 2 = 1.3219
POINTS = "1350:30;2700:12"


def behind(
    power_w: float,
    *,
    plan: dict[str, Any] | None = None,
    calendar: dict[str, Any] | None = None,
    rooms: dict[str, Any] | None = None,
    **ups: Any,
) -> Any:
    """A machine whose expected power is ``power_w`` (it always runs full) on a UPS on a circuit."""
    machine = make_line("ws", known={"max_power_w": power_w, "idle_power_w": power_w})
    values = {"rated_w": 2700.0, "rated_va": 3000.0, **ups}
    site = (room(**(rooms or {})), unit(), circuit(), node("u1", "ups", "c1", **values))
    return make_plan(machine, site=site, plugged={"ws": "u1"}, known=plan or {}, calendar=calendar or {})


@pytest.mark.parametrize(
    ("power_w", "minutes"),
    [(1350.0, 30.0), (2700.0, 12.0), (2000.0, 17.84), (500.0, 30.0)],  # below the points at least theirs
)
def test_runtime_between_the_points(power_w: float, minutes: float) -> None:
    finding = find(assess_one(behind(power_w, runtime_points=POINTS)), "UP03", "u1")
    assert finding.outcome == "pass"
    assert finding.figures[0].require() == pytest.approx(minutes, abs=0.01)


def test_runtime_that_was_asked_for_is_an_error_where_it_is_too_short() -> None:
    finding = find(assess_one(behind(2000.0, plan={"runtime_wanted_min": 20.0}, runtime_points=POINTS)), "UP03", "u1")
    assert finding.outcome == "error"
    assert finding.remedy is not None
    assert "another 2.2 min" in render(finding.remedy, "en")  # 20 - 17.84
    # 5 + 2 x 3 + 4 = 15 min (Eaton); 17.8 min are there
    assert (
        outcome(assess_one(behind(2000.0, plan={"shutdown_min": 3.0}, runtime_points=POINTS)), "UP03", "u1") == "pass"
    )
    # 5 + 2 x 5 + 4 = 19 min
    assert (
        outcome(assess_one(behind(2000.0, plan={"shutdown_min": 5.0}, runtime_points=POINTS)), "UP03", "u1")
        == "warning"
    )


def test_load_above_the_largest_point_is_never_extrapolated() -> None:
    assessment = assess_one(behind(2800.0, rated_w=3000.0, rated_va=3300.0, runtime_points=POINTS))
    assert find_all(assessment, "UP03") == ()
    assert outcome(assessment, "UP04", "u1") == "warning"


def test_estimate_from_the_battery_is_marked() -> None:
    # 60 x 2,000 Wh x 0.8 x 0.92 x 0.8 / 2,000 W = 35.3 min
    assessment = assess_one(behind(2000.0, battery_wh=2000.0))
    finding = find(assessment, "UP03", "u1")
    assert finding.figures[0].require() == pytest.approx(35.328, abs=1e-3)
    assert finding.figures[0].quality is Quality.ASSUMED
    assert outcome(assessment, "UP04", "u1") == "warning"


def test_runtime_that_nobody_told_is_one_question() -> None:
    assessment = assess_one(behind(2000.0))
    assert find(assessment, "UP03", "u1").missing == ("site/u1/runtime_points",)
    assert find_all(assessment, "UP04") == find_all(assessment, "UP05") == find_all(assessment, "UP06") == ()
    assert outcome(assess_one(behind(2000.0, runtime_points="full:15")), "UP03", "u1") == "unknown"


def test_points_in_volt_amperes_are_compared_with_volt_amperes() -> None:
    # 1,372 W / 0.98 = 1,400 VA: APC's own point, 11 min
    item = make_item(
        "apc", "ups", runtime_points="140:190;1400:11", runtime_basis="VA:minutes", rated_w=1400.0, rated_va=1400.0
    )
    machine = make_line("ws", known={"max_power_w": 1372.0, "idle_power_w": 1372.0})
    ups = make_line("ups", "ups", item=item)
    finding = find(assess_one(make_plan(machine, ups, items=(item,))), "UP03", "ups")
    assert finding.figures[0].require() == pytest.approx(11, abs=1e-6)


def test_battery_does_not_help_where_the_room_is_hot_before() -> None:
    # 2.5 kW (2.7 with the loss of the UPS) into 120 m3: 26 to 35 C takes some 24 min with factor 3; the battery lasts an hour
    hot = behind(2500.0, runtime_points="1000:90;2700:60")
    finding = find(assess_one(hot), "UP05", "u1")
    assert finding.outcome == "warning"
    assert outcome(assess_one(fixed(hot, finding)), "UP05", "u1") == "pass"
    assert outcome(assess_one(behind(2500.0, runtime_points=POINTS)), "UP05", "u1") == "pass"  # 13.3 min
    cooled = behind(2500.0, rooms={"cooling_on_ups": True}, runtime_points="1000:90;2700:60")
    assert outcome(assess_one(cooled), "UP05", "u1") == "pass"


@pytest.mark.parametrize(
    ("rated_w", "cooling", "expected"),
    [
        (2700.0, {"power_in_kw": 3.0}, "UP05.remedy.large"),  # 2,500 and 3,000 W of 2,700 W
        (8000.0, {"power_in_kw": 3.0}, "UP05.remedy"),  # 5,500 of 6,400 W
        (8000.0, {"power_in_kw": 3.0, "phases": 3.0}, "UP05.remedy.large"),  # on a UPS of one phase
        (8000.0, {"power_in_kw": 4.0}, "UP05.remedy.large"),  # 6,500 of 6,400 W
        (8000.0, {}, "UP05.remedy.generator"),  # nobody told what it draws
    ],
)
def test_cooling_goes_on_the_ups_only_where_that_carries_it(
    rated_w: float, cooling: dict[str, float], expected: str
) -> None:
    plan = behind(2500.0, runtime_points="1000:90;2700:60", rated_w=rated_w, rated_va=rated_w, phases=1.0)
    site = tuple(unit(**cooling) if one.type == "ac" else one for one in plan.site)
    finding = find(assess_one(msgspec.structs.replace(plan, site=site)), "UP05", "u1")
    assert finding.remedy is not None
    assert finding.remedy.id == expected


def test_shutdown_within_half_of_the_runtime() -> None:
    def at(minutes: float) -> str:
        return outcome(assess_one(behind(2000.0, plan={"shutdown_min": minutes}, runtime_points=POINTS)), "UP06", "u1")

    assert at(8.9) == "pass"  # half of 17.84 min is 8.92
    assert at(9.0) == "warning"
    plan = behind(2000.0, runtime_points=POINTS)
    finding = find(assess_one(plan), "UP06", "u1")
    assert finding.missing == ("plan/shutdown_min",)
    assert outcome(assess_one(fixed(plan, finding)), "UP06", "u1") == "pass"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # 2,700 W and the loss of 0.04 x 2,700 + 0.05 x 2,700 = 243 W are 13.65 A at 215.6 W/A, with 300 W 15.04 A of 16
        ({"charger_w": 300.0}, "pass"),
        ({"charger_w": 400.0, "efficiency_pct": 90.0}, "pass"),  # 15.5 A: the loss counts once, not by efficiency too
        ({"charger_w": 1000.0}, "error"),  # 18.3 A
        ({}, "unknown"),  # 0.3 x 2,700 = 810 W would make 17.4 A
    ],
)
def test_circuit_carries_load_and_charging(values: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(behind(2700.0, **values)), "UP07", "u1") == expected
    assert (
        outcome(assess_one(behind(1500.0)), "UP07", "u1") == "pass"
    )  # 2,310 / 215.6 = 10.7 A, with the customary charger


def test_growth_that_is_told() -> None:
    # 2,000 / 2,700 = 74.1 %; with 40 % more 103.7 %
    assert outcome(assess_one(behind(2000.0, plan={"ups_growth": 0.4})), "UP02", "u1") == "warning"
    assert outcome(assess_one(behind(2000.0, plan={"ups_growth": 0.3})), "UP02", "u1") == "pass"
    assert find_all(assess_one(behind(2000.0)), "UP02") == ()


def test_three_phases_in_want_a_three_phase_circuit() -> None:
    def at(ups: float, supply: float) -> str:
        machine = make_line("ws", known={"max_power_w": 2000.0})
        site = (room(), unit(), circuit(phases=supply), node("u1", "ups", "c1", rated_w=6000.0, phases=ups))
        return outcome(assess_one(make_plan(machine, site=site, plugged={"ws": "u1"})), "UP08", "u1")

    assert at(3.0, 1.0) == "error"
    assert at(1.0, 1.0) == "pass"
    assert at(1.0, 3.0) == "pass"


def test_modules_that_remain() -> None:
    # Eaton 93PS: 5 modules of 8 kW, one spare: 32 kW
    base = {"modules": 5.0, "module_w": 500.0, "spare_modules": 1.0}
    assert outcome(assess_one(behind(2000.0, **base)), "UP09", "u1") == "pass"
    assert outcome(assess_one(behind(2001.0, **base)), "UP09", "u1") == "error"
    assert outcome(assess_one(behind(2000.0, modules=5.0, module_w=500.0)), "UP09", "u1") == "unknown"


def test_kind_altitude_and_battery() -> None:
    assert outcome(assess_one(behind(2000.0, topology="line-interactive")), "UP12", "u1") == "pass"
    big = {"rated_w": 9000.0, "rated_va": 10000.0}
    assert outcome(assess_one(behind(5000.0, topology="line-interactive", **big)), "UP12", "u1") == "warning"
    assert outcome(assess_one(behind(5000.0, topology="online", **big)), "UP12", "u1") == "pass"
    # Lhasa, 3,650 m: 100 - 26.5 = 73.5 % of 2,700 W = 1,984.5 W
    high = {"altitude_m": 3650.0}
    assert outcome(assess_one(behind(1984.0, rooms=high)), "UP13", "u1") == "pass"
    over = assess_one(behind(1985.0, rooms=high))  # which UP01 tells with the altitude in it
    assert (outcome(over, "UP13", "u1"), outcome(over, "UP01", "u1")) == ("", "error")
    assert find(assess_one(behind(2000.0)), "UP10", "u1").missing == ("site/u1/battery_kind",)
    assert outcome(assess_one(behind(2000.0, battery_kind="lead")), "UP10", "u1") == "pass"  # 4 of 4 years
    assert outcome(assess_one(behind(2000.0, battery_years=3.9)), "UP10", "u1") == "note"
    assert outcome(assess_one(behind(2000.0, battery_kind="lithium")), "UP10", "u1") == "pass"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"weight_kg": 20.0, "battery_kg": 60.0}, ""),  # carried by two people
        ({"weight_kg": 60.0, "battery_kg": 240.0}, "unknown"),  # its size is asked for
        (
            {"weight_kg": 60.0, "battery_kg": 240.0, "width_mm": 600.0, "depth_mm": 1000.0},
            "warning",
        ),  # 4.9 of 2.0 kN/m2
        ({"weight_kg": 60.0, "battery_kg": 50.0, "width_mm": 800.0, "depth_mm": 1000.0}, "pass"),  # 1.35 kN/m2
    ],
)
def test_weight_of_the_battery(told: dict[str, Any], expected: str) -> None:
    machine = make_line("ws", known={"max_power_w": 2000.0})
    ups = make_line("ups", "ups", known={"rated_w": 2700.0, **told})
    assert outcome(assess_one(make_plan(machine, ups, site=(room(), unit()))), "UP11", "ups") == expected


def test_a_ups_of_the_build_is_judged_where_the_wiring_has_none() -> None:
    machine = make_line("ws", known={"max_power_w": 2000.0, "idle_power_w": 2000.0})
    ups = make_line("ups", "ups", known={"rated_w": 2700.0, "runtime_min": 8.0})
    finding = find(
        assess_one(make_plan(machine, ups, connections=(Connection(line="ws", node="c1"),), site=(circuit(),))),
        "UP03",
        "ups",
    )
    assert finding.outcome == "warning"  # 8 of the customary 10 min


def test_a_ups_of_the_wiring_lasts_as_its_line_says() -> None:
    # 1,000 W: the maker's own point of the row, 15 min
    row = make_item(
        "row", "ups", runtime_points="500:40;1000:15", runtime_basis="W:minutes", rated_w=2700.0, rated_va=3000.0
    )
    machine = make_line("ws", known={"max_power_w": 1000.0, "idle_power_w": 1000.0})
    site = (room(), unit(), circuit(), node("u1", "ups", "c1"))
    plan = make_plan(machine, make_line("ups", "ups", item=row), site=site, plugged={"ws": "u1"}, items=(row,))
    assert find(assess_one(plan), "UP03", "u1").figures[0].require() == pytest.approx(15)
    told = msgspec.structs.replace(site[-1], values=facts(runtime_points="500:60;1000:30"))
    plan = msgspec.structs.replace(plan, site=(*site[:-1], told))
    assert find(assess_one(plan), "UP03", "u1").figures[0].require() == pytest.approx(30)


@pytest.mark.parametrize(
    ("told", "setpoint_c", "used", "count"),
    [
        ({"battery_kind": "lead"}, 24.0, 5.0, 1),  # 4 years: ceil(5 / 4) - 1
        ({"battery_years": 5.0}, 24.0, 5.0, 0),
        ({"battery_years": 5.0}, 35.0, 5.0, 1),  # 10 K above 25 degrees C: 2.5 years
        ({"battery_years": 5.0}, 35.0, 5.1, 2),
    ],
)
def test_battery_is_replaced_as_often_as_it_wears_out(
    told: dict[str, Any], setpoint_c: float, used: float, count: int
) -> None:
    plan = behind(2000.0, plan={"years_of_use": used}, rooms={"setpoint_c": setpoint_c}, **told)
    finding = find(assess_one(plan), "UP10", "u1")
    assert finding.outcome == ("note" if count else "pass")
    if count:
        assert f"Plan {count} replacement" in render(finding.remedy, "en")
        assert outcome(assess_one(fixed(plan, finding)), "UP10", "u1") == "pass"


def test_a_large_lead_battery_wants_air() -> None:
    # IEC 62485-2: 0.05 x n x 8 mA/Ah x C / 1000, n x C = 20,000 Wh / 2 V: 4 m3/h, openings of 28 x 4 = 112 cm2
    finding = find(assess_one(behind(2000.0, battery_kind="lead", battery_wh=20000.0)), "UP11", "u1")
    assert finding.outcome == "note"
    assert [one.require() for one in finding.figures[:2]] == pytest.approx([4.0, 112.0])
    for told in ({"battery_kind": "lithium", "battery_wh": 20000.0}, {"battery_kind": "lead", "battery_wh": 4900.0}):
        assert outcome(assess_one(behind(2000.0, **told)), "UP11", "u1") == ""
    assert outcome(assess_one(behind(2000.0, battery_wh=20000.0)), "UP11", "u1") == ""  # UP10 asks for its kind

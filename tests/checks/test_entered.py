"""What a file may hold and nobody can have meant: bounds, words for numbers, pairs the wrong way round; by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.checks.entered import odd_facts
from planner.messages import render as say
from planner.plan.document import Fact, Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import circuit, one_machine, room, unit


@pytest.mark.parametrize(
    ("breaker", "meant"),
    [(0.0, None), (-16.0, 16.0), (2500.0, None), ("16A", 16.0), ("C16", 16.0), ("large", None)],
)
def test_breaker_that_cannot_be(breaker: float | str, meant: float | None) -> None:
    values = {**circuit().values, "breaker_a": Fact(value=breaker)}
    plan = one_machine(1000, node("c1", "circuit", "room", **{key: fact.value for key, fact in values.items()}))
    finding = find(assess_one(plan), "DQ02", "c1")
    assert finding.outcome == "error"
    assert [
        one for one in assess_one(plan).findings if one.check in ("PW01", "PW04", "PW24")
    ] == []  # nothing rests on it
    assert len([*odd_facts(plan)]) == 1
    assert (finding.fix is not None) == (meant is not None)
    if meant is not None:
        after = fixed(plan, finding)
        told = after.node("c1")
        assert told is not None
        assert told.values["breaker_a"].value == meant
        assert find_all(assess_one(after), "DQ02") == ()


@pytest.mark.parametrize(
    ("rated", "count"),
    [
        ({"total_kw": 5.0, "sensible_kw": 5.0, "power_in_kw": 2.0}, 0),
        ({"total_kw": 5.0, "sensible_kw": 7.0}, 1),  # a sensible share of 1.4
        ({"total_kw": 5.0, "sensible_kw": 7.0, "power_in_kw": 9.0}, 2),  # and less cooling than power
    ],
)
def test_rating_plate_of_a_unit(rated: dict[str, float], count: int) -> None:
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=(room(), unit(**rated), circuit()))
    assert len(find_all(assess_one(plan), "DQ02", "ac1")) == count


@pytest.mark.parametrize(
    ("panel", "phases", "is_odd"),
    [
        ({"volts": 220.0, "volts_kind": "L-N"}, 3.0, True),
        ({"phases": 1.0}, 3.0, True),
        ({"volts": 220.0, "volts_kind": "L-N", "phases": 3.0}, 3.0, False),
        ({"volts": 380.0, "volts_kind": "L-L"}, 3.0, False),
        ({"phases": 1.0}, 1.0, False),
        ({}, 3.0, False),
    ],
)
def test_three_phases_below_one(panel: dict[str, Any], phases: float, is_odd: bool) -> None:  # noqa: FBT001 - a case
    below = circuit(phases=phases, volts=380.0, volts_kind="L-L")
    site = (
        room(),
        unit(),
        node("p1", "panel", "room", **panel),
        node("c1", "circuit", "p1", **{k: v.value for k, v in below.values.items()}),
    )
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=site, plugged={"ws": "c1"})
    assert bool(find_all(assess_one(plan), "DQ02", "c1")) == is_odd


@pytest.mark.parametrize(
    ("powers", "is_odd"),
    [
        ({"idle_power_w": 60.0, "max_power_w": 100.0, "nameplate_w": 250.0}, False),
        ({"idle_power_w": 180.0, "max_power_w": 100.0}, True),
        ({"max_power_w": 400.0, "nameplate_w": 250.0}, True),
        ({"max_power_w": 250.0, "nameplate_w": 250.0}, False),
    ],
)
def test_powers_of_a_machine_rise(powers: dict[str, float], is_odd: bool) -> None:  # noqa: FBT001 - a case
    plan = make_plan(make_line("nas", "storage", known=powers), site=(room(), unit(), circuit()))
    assert bool(find_all(assess_one(plan), "DQ02", "nas")) == is_odd


@pytest.mark.parametrize(
    ("own", "is_odd"),
    [
        ({}, False),
        ({"pw.drop_warn": 3.0}, False),
        ({"pw.drop_warn": 9.0, "pw.drop_max": 4.0}, True),
        ({"co.start_c": 35.0, "co.stop_c": 30.0}, True),
        ({"pw.inrush_low_a": 100.0}, True),  # above the customary 60 A of the upper end
    ],
)
def test_limits_that_cross(own: dict[str, float], is_odd: bool) -> None:  # noqa: FBT001 - a case
    plan = one_machine(1000, limits={key: Fact(value=value) for key, value in own.items()})
    found = [one for one in find_all(assess_one(plan), "DQ02") if one.message.id == "DQ02.limits"]
    assert bool(found) == is_odd
    if found:
        assert "not below" in say(found[0].message, "en")


def test_an_overload_is_told_beside_watts_above_volt_amperes() -> None:
    # 2,000 VA and "3,000 W": no more than 2 kW can be carried, 2.65 kW hang on it
    site = (room(), unit(), circuit(breaker_a=32.0), node("u1", "ups", "c1", rated_w=3000.0, rated_va=2000.0))
    plan: Plan = make_plan(make_line("ws", known={"max_power_w": 2650.0}), site=site, plugged={"ws": "u1"})
    found = assess_one(plan)
    assert find(found, "DQ02", "u1").outcome == "error"
    assert find(found, "UP01", "u1").outcome == "error"


@pytest.mark.parametrize(("scheme", "is_odd"), [("3+3", False), ("4+2", False), ("7+3", True), ("N+1", False)])
def test_scheme_of_more_supplies_than_there_are(scheme: str, is_odd: bool) -> None:  # noqa: FBT001 - a case
    known = {"max_power_w": 14_000.0, "psu_count": 6.0, "psu_w": 5250.0, "psu_redundancy": scheme}
    plan = make_plan(make_line("ws", known=known), site=(room(), unit(), circuit()))
    assert bool(find_all(assess_one(plan), "DQ02", "ws")) == is_odd

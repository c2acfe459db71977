"""Checks of cable, banks and single lines of a three-phase feed; limits worked by hand from the tables."""

from __future__ import annotations

from typing import Any

import pytest

from planner.checks.site_parts import left_w
from planner.messages import render
from planner.plan.document import Connection
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"breaker_a": 16.0, "cable_mm2": 2.5}, "pass"),  # 2.5 mm2 in conduit carries 24 A
        ({"breaker_a": 24.0, "cable_mm2": 2.5}, "pass"),
        ({"breaker_a": 25.0, "cable_mm2": 2.5}, "unknown"),  # 24 A in conduit, 27 A on the wall
        ({"breaker_a": 25.0, "cable_mm2": 2.5, "cable_method": "wall"}, "pass"),
        ({"breaker_a": 25.0, "cable_mm2": 2.5, "cable_method": "conduit"}, "error"),
        ({"breaker_a": 32.0, "cable_mm2": 2.5}, "error"),
        ({"breaker_a": 32.0, "cable_mm2": 4.0}, "pass"),
        ({"breaker_a": 32.0, "cable_mm2": 5.0}, "pass"),  # no size of the table: as the next smaller one
        ({"breaker_a": 20.0, "cable_mm2": 2.5, "cable_material": "aluminium"}, "unknown"),  # 18.5 and 21 A
        ({"breaker_a": 25.0, "cable_mm2": 2.5, "cable_material": "aluminium"}, "error"),
        ({"breaker_a": 32.0, "cable_mm2": 2.5, "cable_iz_a": 34.0}, "pass"),  # the drawing says so
        ({"breaker_a": 20.0, "cable_mm2": 2.5, "cable_iz_a": 18.0}, "error"),
    ],
)
def test_breaker_is_no_larger_than_its_cable_carries(values: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(one_machine(1000, circuit(**values))), "PW04", "c1") == expected


def test_three_loaded_conductors_carry_less() -> None:
    three = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0, "breaker_a": 24.0, "cable_method": "conduit"}
    assert outcome(assess_one(one_machine(1000, circuit(**three))), "PW04", "c1") == "error"  # 21 A


def test_smaller_breaker_is_the_remedy_where_the_load_allows_it() -> None:
    # 32 A on 2.5 mm2: on the wall 27 A, so the largest breaker is 25 A and the least cable for 32 A in conduit 4 mm2
    plan = one_machine(1000, circuit(breaker_a=32.0, cable_mm2=2.5, cable_method="wall"))
    finding = find(assess_one(plan), "PW04", "c1")
    assert render(finding.message, "en") == (
        "The breaker of c1 is 32 A, its cable carries 27 A: the cable burns before the breaker trips."
    )
    assert finding.remedy is not None
    assert render(finding.remedy, "en") == "Have a 4 mm² cable laid, or the breaker replaced by one of 25 A."
    after = fixed(plan, finding)
    assert after.site[2].values["breaker_a"].value == 25
    assert outcome(assess_one(after), "PW04", "c1") == "pass"


def test_the_smaller_breaker_fits_however_the_cable_is_laid() -> None:
    # 2.5 mm2 carries 24 A in conduit and 27 A on the wall: behind 25 A it would be asked how it is laid, 20 A is safe
    plan = one_machine(1000, circuit(breaker_a=32.0, cable_mm2=2.5))
    finding = find(assess_one(plan), "PW04", "c1")
    assert finding.remedy is not None
    assert render(finding.remedy, "en") == "Have a 4 mm² cable laid, or the breaker replaced by one of 20 A."
    after = fixed(plan, finding)
    assert after.site[2].values["breaker_a"].value == 20
    assert outcome(assess_one(after), "PW04", "c1") == "pass"


def test_a_smaller_breaker_has_to_carry_the_load_for_hours() -> None:
    # 3,600 W / 215.6 V = 16.7 A: more than 80 % of 20 A, so the cable gives way
    plan = one_machine(3600, circuit(breaker_a=32.0, cable_mm2=2.5))
    after = fixed(plan, find(assess_one(plan), "PW04", "c1"))
    assert (after.site[2].values["breaker_a"].value, after.site[2].values["cable_mm2"].value) == (32, 4)


@pytest.mark.parametrize(("mm2", "breaker_a", "needed"), [(0.75, 100.0, 25.0), (1.0, 16.0, 2.5), (1.0, 10.0, 2.5)])
def test_cable_thinner_than_fixed_wiring_has_no_value(mm2: float, breaker_a: float, needed: float) -> None:
    # copper in conduit: 1.5 mm2 carries 17.5 A, 25 mm2 101 A; of less than 1.5 mm2 the table says nothing;
    # what is laid new is 2.5 mm2 at least
    plan = one_machine(1000, circuit(breaker_a=breaker_a, cable_mm2=mm2))
    finding = find(assess_one(plan), "PW04", "c1")
    assert finding.outcome == "error"
    assert "thinner than any cable for fixed wiring (1.5 mm² at least)" in render(finding.message, "en")
    assert {figure.value for figure in finding.figures} == {mm2, 1.5, breaker_a}
    after = fixed(plan, finding)
    assert after.site[2].values["cable_mm2"].value == needed
    assert outcome(assess_one(after), "PW04", "c1") == "pass"
    told = one_machine(1000, circuit(breaker_a=10.0, cable_mm2=mm2, cable_iz_a=12.0))
    assert outcome(assess_one(told), "PW04", "c1") == "pass"  # somebody told what it carries


def test_thicker_cable_is_the_remedy_where_the_load_needs_the_breaker() -> None:
    # 6 kW / 215.6 V = 27.8 A
    plan = one_machine(6000, circuit(breaker_a=32.0, cable_mm2=2.5, cable_method="conduit"))
    after = fixed(plan, find(assess_one(plan), "PW04", "c1"))
    assert after.site[2].values["cable_mm2"].value == 4
    assert outcome(assess_one(after), "PW04", "c1") == "pass"


def test_section_that_nobody_told_is_asked_for_with_the_other_data_of_the_cable() -> None:
    assessment = assess_one(one_machine(1000, circuit(cable_mm2=None)))
    assert "site/c1/cable_mm2" in find(assessment, "PW08", "c1").missing
    assert find_all(assessment, "PW04") == ()


def with_banks(first_w: float, second_w: float, **bank: float) -> Any:
    site = (
        room(),
        unit(),
        circuit(breaker_a=32.0, cable_mm2=6.0),
        node("d1", "pdu", "c1", rating_a=32.0),
        node("b1", "pdu", "d1", **{"rating_a": 16.0, **bank}),
        node("b2", "pdu", "d1", rating_a=16.0),
    )
    lines = (make_line("ws", known={"max_power_w": first_w}), make_line("nas", known={"max_power_w": second_w}))
    return make_plan(*lines, site=site, plugged={"ws": "b1", "nas": "b2"})


def test_bank_is_over_though_the_whole_is_not() -> None:
    # netbox #9759: 18 A and 10 A of 32 A, banks of 16 A; 18 A x 215.6 V = 3,880.8 W
    assessment = assess_one(with_banks(3880.8, 2156))
    assert outcome(assessment, "PW10", "b1") == "error"
    assert outcome(assessment, "PW10", "b2") == "pass"
    assert outcome(assessment, "PW09", "d1") == "pass"  # 28 of 32 A
    assert find_all(assessment, "PW09", "b1") == ()


def test_bank_without_a_rating_is_asked_for() -> None:
    plan = with_banks(1000, 1000)
    site = tuple(one if one.id != "b1" else node("b1", "pdu", "d1") for one in plan.site)
    finding = find(assess_one(make_plan(*plan.alternatives[0].lines, site=site, plugged={"ws": "b1"})), "PW10", "b1")
    assert finding.outcome == "unknown"
    assert finding.missing == ("site/b1/rating_a",)


def on_three_lines(first: int, second: int, third: int) -> Any:
    """Machines of 2,156 W (10 A) on the lines of a 32 A panel."""
    legs = {"L1": first, "L2": second, "L3": third}
    site = [
        room(),
        unit(),
        node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0, other_load_a=0.0),
    ]
    site += [circuit(f"c{leg}", volts=220.0, breaker_a=63.0, cable_mm2=16.0, leg=leg) for leg in legs]
    site = [
        one if one.type != "circuit" else one.__class__(id=one.id, type="circuit", parent="p", values=one.values)
        for one in site
    ]
    line = make_line("ws", quantity=first + second + third, known={"max_power_w": 2156.0})
    links = tuple(Connection(line="ws", node=f"c{leg}", units=count) for leg, count in legs.items() if count)
    return make_plan(line, site=tuple(site), connections=links)


def test_fullest_line_is_told_line_by_line() -> None:
    # 4, 1, 1 machines of 10 A (219.39 V to neutral at 380 V: 10.03 A): L1 carries 40.1 A of 32 A
    assessment = assess_one(on_three_lines(4, 1, 1))
    finding = find(assessment, "PW12", "p")
    assert finding.outcome == "error"
    values = {figure.key.rpartition("/")[2]: figure.value for figure in finding.figures}
    assert values["L1_a"] == pytest.approx(4 * 2156 / (380 / 3**0.5 * 0.98), rel=1e-6)
    assert values["L2_a"] == pytest.approx(2156 / (380 / 3**0.5 * 0.98), rel=1e-6)
    assert find_all(assessment, "PW01", "p") == ()  # said better by PW12
    assert outcome(assess_one(on_three_lines(2, 2, 2)), "PW12", "p") == "pass"


@pytest.mark.parametrize(
    ("breaker_a", "expected_w"),
    [
        # 10 A of 16 A, 2.5 mm2 on the wall 27 A: 0.8 x 16 - 10 = 2.8 A; 40 A breaker: the cable's 27 - 10 = 17 A, not 22 A
        (16.0, 2.8 * 220 * 0.98),
        (40.0, 17.0 * 220 * 0.98),
    ],
)
def test_what_is_left_is_what_the_cable_carries_where_that_is_less(breaker_a: float, expected_w: float) -> None:
    plan = one_machine(2156, circuit(breaker_a=breaker_a, cable_mm2=2.5, cable_method="wall"))
    left = left_w(assess_one(plan).context.site.loads["c1"], "GB")
    assert left is not None
    assert left.value == pytest.approx(expected_w, rel=1e-3)

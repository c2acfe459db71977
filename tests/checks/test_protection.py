"""Checks of inrush, leakage and the residual current device; customary 30 to 60 A and 1 to 3.5 mA for each supply."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Connection
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def machines(count: int, told: dict[str, Any] | None = None, **values: Any) -> Any:
    """So many machines of 200 W with one supply each on a 16 A circuit."""
    line = make_line("ws", quantity=count, known={"max_power_w": 200.0, "psu_count": 1.0, **(told or {})})
    return make_plan(line, site=(room(), unit(), circuit(**values)), plugged={"ws": "c1"})


@pytest.mark.parametrize(
    ("count", "values", "told", "expected"),
    [
        (1, {}, {}, ""),  # a single supply is no matter
        (2, {"breaker_curve": "D"}, {}, "pass"),  # 120 A below 160 A
        (2, {"breaker_curve": "C"}, {}, "unknown"),  # 60 to 120 A around 80 A
        (3, {"breaker_curve": "C"}, {}, "warning"),  # 90 A and more, 80 A
        (2, {"breaker_curve": "B"}, {}, "warning"),  # 60 A and more, 48 A
        (2, {}, {}, "unknown"),  # the letter decides
        (6, {}, {}, "warning"),  # 180 A: even a D breaker trips (160 A)
        (2, {"breaker_curve": "C"}, {"inrush_a": 35.0}, "pass"),  # 70 A
        (2, {"breaker_curve": "C"}, {"inrush_a": 40.0}, "warning"),  # 80 A is not below 80 A
    ],
)
def test_inrush_against_the_curve(count: int, values: dict[str, Any], told: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(machines(count, told, **values)), "PW24", "c1") == expected


def test_letter_of_the_breaker_is_asked_for_where_it_decides() -> None:
    assert find(assess_one(machines(2)), "PW24", "c1").missing == ("site/c1/breaker_curve",)
    assert find(assess_one(machines(2, breaker_curve="C")), "PW24", "c1").missing == ("A/ws/inrush_a",)


def test_breaker_of_curve_d_is_the_remedy() -> None:
    plan = machines(3, breaker_curve="C")
    finding = find(assess_one(plan), "PW24", "c1")
    values = {figure.key.rpartition("/")[2]: figure.value for figure in finding.figures}
    assert values["together"] == 2  # 80 A / 30 A
    after = fixed(plan, finding)
    assert outcome(assess_one(after), "PW24", "c1") == "unknown"  # 90 to 180 A around 160 A


def test_supplies_that_are_on_another_circuit_do_not_count() -> None:
    line = make_line("srv", known={"max_power_w": 2000.0, "psu_count": 4.0})
    site = (room(), unit(), circuit(breaker_curve="C"), circuit("c2", breaker_curve="C"))
    links = tuple(Connection(line="srv", node=name, share=0.5) for name in ("c1", "c2"))
    # two supplies on each: 60 to 120 A around 80 A
    assert outcome(assess_one(make_plan(line, site=site, connections=links)), "PW24", "c1") == "unknown"


@pytest.mark.parametrize(
    ("count", "rcd_ma", "told", "expected"),
    [
        (2, 30.0, {}, "pass"),  # 7 mA of 9 mA
        (3, 30.0, {}, "unknown"),  # 3 to 10.5 mA
        (9, 30.0, {}, "unknown"),  # 9 mA is still within
        (10, 30.0, {}, "warning"),
        (8, 100.0, {}, "pass"),  # 28 mA of 30 mA
        (5, 30.0, {"leakage_ma": 1.8}, "pass"),  # 9.0 mA
        (5, 30.0, {"leakage_ma": 1.9}, "warning"),
    ],
)
def test_leakage_against_the_device(count: int, rcd_ma: float, told: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(machines(count, told, rcd_ma=rcd_ma)), "PW25", "c1") == expected


def test_a_small_machine_leaks_as_well() -> None:
    """Two machines of 40 W are no matter for inrush, but leak 2 to 7 mA: around the 3 mA of a 10 mA device."""
    line = make_line("nas", quantity=2, known={"max_power_w": 40.0})
    made = make_plan(line, site=(room(), unit(), circuit(rcd_ma=10.0)), plugged={"nas": "c1"})
    assert outcome(assess_one(made), "PW24", "c1") == ""
    finding = find(assess_one(made), "PW25", "c1")
    assert finding.outcome == "unknown"  # 2 to 7 mA around 3 mA


def test_device_of_sockets() -> None:
    def at(**values: Any) -> Any:
        line = make_line("ws", known={"max_power_w": 200.0})
        site = (room(), unit(), circuit(**values), node("s1", "socket", "c1", rating_a=10.0))
        return assess_one(make_plan(line, site=site, plugged={"ws": "s1"}))

    assert outcome(at(), "PW26", "c1") == "unknown"
    assert find(at(), "PW26", "c1").missing == ("site/c1/rcd_ma",)
    assert outcome(at(rcd_ma=30.0), "PW26", "c1") == "pass"
    assert outcome(at(rcd_ma=100.0), "PW26", "c1") == "note"
    assert find_all(assess_one(machines(1)), "PW26") == ()  # no sockets on it


def on_three_lines(*legs: str) -> Any:
    """One machine of 200 W on the socket of each leg of a three-phase circuit of 16 A, curve C (trips from 80 A)."""
    sockets = tuple(node(f"s{at}", "socket", "c1", **({"leg": leg} if leg else {})) for at, leg in enumerate(legs))
    line = make_line("ws", quantity=len(legs), known={"max_power_w": 200.0, "psu_count": 1.0, "inrush_a": 40.0})
    links = tuple(Connection(line="ws", node=one.id) for one in sockets)
    feed = circuit(breaker_curve="C", volts=400.0, volts_kind="L-L", phases=3.0)
    return make_plan(line, site=(room(), unit(), feed, *sockets), connections=links)


@pytest.mark.parametrize(
    ("legs", "expected"),
    [
        (("L1", "L2", "L3"), ""),  # 40 A on each pole: one supply is no matter
        (("L1", "L1", "L2", "L3"), "warning"),  # 80 A on the first pole is not below 80 A
        (("L1", "L2", "L3", "L1-L2"), "warning"),  # what lies between two lines is on both
        (("L1", "L2", "", "L3"), "unknown"),  # the open one may hang on a line that is taken
    ],
)
def test_a_pole_trips_by_the_inrush_of_its_own_line(legs: tuple[str, ...], expected: str) -> None:
    assert outcome(assess_one(on_three_lines(*legs)), "PW24", "c1") == expected


@pytest.mark.parametrize(
    ("topology", "expected"), [("online", "pass"), ("line-interactive", "warning"), ("", "warning")]
)
def test_an_online_ups_parts_what_is_behind_it_from_the_breaker(topology: str, expected: str) -> None:
    line = make_line("ws", quantity=3, known={"max_power_w": 200.0, "psu_count": 1.0})
    told = {"topology": topology} if topology else {}
    ups = node("u1", "ups", "c1", rated_w=2700.0, rated_va=3000.0, **told)
    made = make_plan(line, site=(room(), unit(), circuit(breaker_curve="C"), ups), plugged={"ws": "u1"})
    assert outcome(assess_one(made), "PW24", "c1") == expected  # 90 A and more, 80 A
    said = render(find(assess_one(made), "PW24", "c1").message, "en")
    assert (said == "u1 starts softly: what it feeds does not count at switch-on of c1.") is (topology == "online")


def test_what_an_online_ups_feeds_is_said_to_be_left_out() -> None:
    behind = make_line("behind", quantity=3, known={"max_power_w": 200.0, "psu_count": 1.0})
    before = make_line("before", quantity=3, known={"max_power_w": 200.0, "psu_count": 1.0})
    ups = node("u1", "ups", "c1", rated_w=2700.0, rated_va=3000.0, topology="online")
    made = make_plan(
        behind,
        before,
        site=(room(), unit(), circuit(breaker_curve="C"), ups),
        plugged={"behind": "u1", "before": "c1"},
    )
    finding = find(assess_one(made), "PW24", "c1")
    assert finding.outcome == "warning"
    assert finding.figures[0].value == 90  # three supplies, not six
    assert render(finding.message, "en").endswith("What u1 feeds is left out: it starts softly.")

"""Outlets behind a breaker that is larger than they are, and what is certain beside a machine of unknown power."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit


def behind(breaker_a: float, kind: Any, power_w: float = 2000.0, **values: Any) -> Plan:
    return one_machine(power_w, circuit(breaker_a=breaker_a), node("o", kind, "c1", **values), at="o")


@pytest.mark.parametrize(
    ("breaker_a", "kind", "values", "expected"),
    [
        (32.0, "pdu", {"rating_a": 16.0}, "error"),
        (32.0, "socket", {"form": "gb1002_10a"}, "error"),
        (32.0, "socket", {"form": "iec60309_32"}, ""),
        (32.0, "pdu", {"rating_a": 32.0}, ""),
        (16.0, "socket", {"form": "gb1002_10a"}, ""),  # the ordinary circuit of a classroom
        (20.0, "socket", {"form": "gb1002_16a"}, "warning"),
        (20.0, "strip", {"rating_a": 10.0}, "warning"),
        (16.0, "pdu", {"rating_a": 10.0}, "error"),  # no plug of its own limits what flows through it
        (32.0, "pdu", {}, ""),  # not told: PW09 asks
    ],
)
def test_an_outlet_below_its_breaker(breaker_a: float, kind: str, values: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(behind(breaker_a, kind, **values)), "PW04", "o") == expected


def test_what_has_a_breaker_of_its_own_is_protected() -> None:
    nodes = (
        circuit(breaker_a=63.0),
        node("sub", "circuit", "c1", breaker_a=16.0, shared=False, volts=220.0, volts_kind="L-N"),
        node("o", "pdu", "sub", rating_a=16.0),
        node("u", "ups", "c1", rated_va=6000.0, rated_w=6000.0),
        node("behind", "pdu", "u", rating_a=10.0),
        node("whole", "pdu", "c1", rating_a=63.0),
        node("bank", "pdu", "whole", rating_a=16.0),
    )
    lines = tuple(make_line(name, known={"max_power_w": 900.0}) for name in ("one", "two", "three"))
    plugged = {"one": "o", "two": "behind", "three": "bank"}
    plan = make_plan(*lines, site=(room(), unit(), *nodes), plugged=plugged)
    found = [one.subject for one in find_all(assess_one(plan), "PW04") if one.message.id == "PW04.outlet"]
    assert found == []


def test_a_smaller_breaker_is_the_step_where_the_load_allows_it() -> None:
    # 2,000 / 215.6 = 9.3 A of 0.8 x 16 = 12.8 A
    plan = behind(32.0, "pdu", rating_a=16.0)
    finding = find(assess_one(plan), "PW04", "o")
    assert finding.fix is not None
    assert outcome(assess_one(fixed(plan, finding)), "PW04", "o") == ""
    assert find(assess_one(behind(32.0, "pdu", 3000.0, rating_a=16.0)), "PW04", "o").fix is None  # 13.9 A


def unknown_beside(power_w: float, **panel: Any) -> Plan:
    panel_node = node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=400.0, **panel)
    lines = (make_line("srv", quantity=8, known={"max_power_w": power_w}), make_line("box"))
    site = (room(), unit(), panel_node, node("c1", "circuit", "p", breaker_a=250.0, phases=3.0))
    return make_plan(*lines, site=site, plugged={"srv": "c1", "box": "c1"})


def test_a_machine_of_unknown_power_does_not_hide_the_transformer() -> None:
    # 8 x 14.3 kW = 114.4 kW for sure, / 0.98 = 116.7 kVA, more than 100
    finding = find(assess_one(unknown_beside(14300.0, supply_kva=100.0)), "PW27", "p")
    assert finding.outcome == "warning"
    assert finding.figures[0].require() == pytest.approx(114.4 / 0.98, rel=0.03)
    assert "at least" in render(finding.message, "en")
    asked = find(assess_one(unknown_beside(14300.0)), "PW27", "p")
    assert asked.outcome == "unknown"
    assert "at least 114 kW" in render(asked.message, "en")
    assert find_all(assess_one(unknown_beside(1000.0, supply_kva=100.0)), "PW27") == ()

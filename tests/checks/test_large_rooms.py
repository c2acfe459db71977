"""In a room too large for a step of its own each overload says that the wiring planner looks for other places."""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Plan, SiteNode
from tests.checks.factories import assess_one, find, make_line, make_plan, node
from tests.checks.rooms import circuit, room, unit


def crowded(at: str, *nodes: SiteNode, circuits: int = 9, amps: float = 12.0) -> Plan:
    """A machine of so many amperes at a node; other circuits make the room larger than 8."""
    others = [circuit(f"x{number}") for number in range(circuits - 1)]
    line = make_line("ws", known={"max_power_w": amps * 215.6})
    return make_plan(line, site=(room(), unit(), circuit("c1", breaker_a=63.0), *nodes, *others), plugged={"ws": at})


PDU = node("p1", "pdu", "c1", rating_a=10.0)
CASES: list[tuple[str, str, tuple[SiteNode, ...]]] = [
    ("PW03", "s1", (node("s1", "strip", "c1", rating_a=10.0),)),
    ("PW09", "p1", (PDU,)),
    ("PW10", "b1", (node("p1", "pdu", "c1", rating_a=32.0), node("b1", "pdu", "p1", rating_a=10.0))),
]


@pytest.mark.parametrize(("check", "at", "nodes"), CASES)
def test_an_overload_points_to_the_planner(check: str, at: str, nodes: tuple[SiteNode, ...]) -> None:
    finding = find(assess_one(crowded(at, *nodes)), check, at)
    assert finding.outcome == "error"
    assert finding.fix is None
    assert finding.remedy is not None
    assert finding.remedy.id == "PW.planner"
    small = find(assess_one(crowded(at, *nodes, circuits=2)), check, at)
    assert small.remedy is not None
    assert small.remedy.id != "PW.planner"


def test_a_line_that_is_too_full_points_to_it() -> None:
    told: dict[str, Any] = {"volts": 220.0, "volts_kind": "L-N", "phases": 3.0, "breaker_a": 16.0, "shared": False}
    three = (node("c3", "circuit", "room", **told), node("b1", "pdu", "c3", phases=1.0, leg="L1", rating_a=32.0))
    finding = find(assess_one(crowded("b1", *three, amps=20.0)), "PW12", "c3")
    assert finding.remedy is not None
    assert finding.remedy.id == "PW.planner"

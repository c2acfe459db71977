"""Circuits of their own as a remedy: how many, how large, and what the plan says after it; 2,156 W = 10 A at 215.6 V."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit


def label(plan: Plan, check: str, subject: str = "c1") -> str:
    fix = find(assess_one(plan), check, subject).fix
    return "" if fix is None else render(fix.label, "en")


def test_a_large_machine_on_a_shared_circuit_gets_one_of_its_own() -> None:
    plan = one_machine(1500.0, circuit(shared=True, other_load_a=3.0))
    assert label(plan, "PW07") == "Plan 1 dedicated 16 A circuit(s) for machine ws"
    after = fixed(plan, find(assess_one(plan), "PW07", "c1"))
    assert [one.node for one in after.alternatives[0].connections] == ["socket-1"]
    assessment = assess_one(after)
    assert assessment.context.site.loads["circuit-1"].total_a.value == pytest.approx(1500 / 215.6)
    assert outcome(assessment, "PW07", "circuit-1") == "pass"
    assert outcome(assessment, "PW04", "circuit-1") == "pass"
    assert outcome(assessment, "PW03", "socket-1") == "pass"
    assert assessment.context.site.loads["circuit-1"].rating_a.quality == "assumed"  # nobody has laid it yet


@pytest.mark.parametrize(
    ("power_w", "expected"),
    [
        (3500.0, "Plan 1 dedicated 32 A circuit(s) for machine ws"),  # 16.2 A
        (5519.0, "Plan 1 dedicated 32 A circuit(s) for machine ws"),  # 25.6 A, 80 % of 32 A
        (5530.0, ""),  # that is three-phase
    ],
)
def test_what_is_too_large_for_an_office_circuit(power_w: float, expected: str) -> None:
    plan = one_machine(power_w)
    assert label(plan, "PW31") == expected
    if expected:
        after = assess_one(fixed(plan, find(assess_one(plan), "PW31", "c1")))
        assert outcome(after, "PW31", "c1") == ""
        assert outcome(after, "PW01", "circuit-1") == "pass"


def several(quantity: int, *links: Connection, **values: Any) -> Plan:
    line = make_line("ws", quantity=quantity, known={"max_power_w": 2156.0})
    site = (room(), unit(), circuit(**values), node("s1", "socket", "c1", rating_a=16.0, outlet_count=6.0))
    return make_plan(line, site=site, connections=links or (Connection(line="ws", node="s1", units=quantity),))


def test_as_many_as_have_to_leave() -> None:
    # 30 A on 16 A: two machines of 10 A leave
    plan = several(3)
    assert label(plan, "PW01") == "Plan 2 dedicated 16 A circuit(s) for machine ws"
    after = fixed(plan, find(assess_one(plan), "PW01", "c1"))
    found = {(one.node, one.units) for one in after.alternatives[0].connections}
    assert found == {("s1", 1), ("socket-1", 1), ("socket-2", 1)}
    assessment = assess_one(after)
    assert {outcome(assessment, "PW01", name) for name in ("c1", "circuit-1", "circuit-2")} == {"pass"}


def test_none_where_others_alone_are_too_much_or_it_would_be_the_same_circuit() -> None:
    assert label(several(1, shared=True, other_load_a=18.0), "PW01") == ""  # 8 A are left when it has gone: 18 A
    assert label(several(6), "PW01") == ""  # 60 A: five circuits are a new panel
    nec = one_machine(2900.0)  # 13.5 A alone on 16 A: another one of 16 A would be no better
    assert label(nec, "PW02") == "Plan 1 dedicated 32 A circuit(s) for machine ws"


def test_machines_on_two_feeds_are_left_alone() -> None:
    line = make_line("ws", known={"max_power_w": 6500.0})
    links = tuple(Connection(line="ws", node=name, share=0.5) for name in ("c1", "c2"))
    plan = make_plan(line, site=(room(), unit(), circuit(), circuit("c2", breaker_a=10.0)), connections=links)
    assert label(plan, "PW01", "c2") == ""

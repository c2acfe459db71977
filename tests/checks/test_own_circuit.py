"""Circuits of their own as a remedy: how many, how large, and what the plan says after it; 2,156 W = 10 A at 215.6 V."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, fixed, make_item, make_line, make_plan, node, outcome
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


def behind_ups(*nodes: Any, rating_w: float = 2700.0) -> Plan:
    """Return a machine of 2,000 W and one of 100 W behind a UPS at a socket of a shared circuit, and a small one beside it."""
    lines = [
        make_line(name, known={"max_power_w": power_w}) for name, power_w in (("ws", 2e3), ("pc", 1e2), ("nas", 50.0))
    ]
    shared = circuit(shared=True, other_load_a=3.0)
    ups = node("u1", "ups", "s1", rated_w=rating_w, rated_va=3000.0)
    site = (room(), unit(), shared, node("s1", "socket", "c1", rating_a=16.0, outlet_count=3.0), ups, *nodes)
    return make_plan(*lines, site=site, plugged={"ws": "u1", "pc": "u1", "nas": "s1"})


def test_a_machine_leaves_together_with_its_ups() -> None:
    # 2,100 W behind it, 0.04 x 2,700 + 0.05 x 2,100 = 213 W lost: 2,313 W are 10.73 A
    plan = behind_ups()
    said = "Plan 1 dedicated 16 A circuit for u1, which stays in front of machine ws, machine pc"
    assert label(plan, "PW07") == said
    after = fixed(plan, find(assess_one(plan), "PW07", "c1"))
    assert after.alternatives[0].connections == plan.alternatives[0].connections
    assessment = assess_one(after)
    loads = assessment.context.site.loads
    assert loads["circuit-1"].total_a.value == pytest.approx(2313 / 215.6)
    assert loads["c1"].own_a.value == pytest.approx(50 / 215.6)
    assert outcome(assessment, "PW07", "circuit-1") == "pass"
    assert outcome(assessment, "PW07", "c1") == "pass"


def test_a_ups_that_is_alone_on_a_circuit_of_nobody_else_stays() -> None:
    plan = several(1)
    ups = node("u1", "ups", "s1", rated_w=2700.0, rated_va=3000.0)
    site = (*plan.site, ups)
    assert (
        label(make_plan(make_line("ws", known={"max_power_w": 2500.0}), site=site, plugged={"ws": "u1"}), "PW02") == ""
    )


def test_the_machine_that_is_named_gets_the_circuit_with_all_its_cords() -> None:
    # half of 2,500 W on each of two shared circuits; the other machine is whole, but small
    lines = (make_line("ws", known={"max_power_w": 2500.0}), make_line("nas", known={"max_power_w": 150.0}))
    shared = {"shared": True, "other_load_a": 1.0}
    links = (
        Connection(line="ws", node="c1", share=0.5),
        Connection(line="nas", node="c1"),
        Connection(line="ws", node="c2", share=0.5),
    )
    site = (room(), unit(), circuit(**shared), circuit("c2", **shared))
    plan = make_plan(*lines, site=site, connections=links)
    assert label(plan, "PW07", "c1") == "Plan 1 dedicated 16 A circuit(s) for machine ws"
    after = fixed(plan, find(assess_one(plan), "PW07", "c1"))
    assert [(one.line, one.node, one.share) for one in after.alternatives[0].connections] == [
        ("ws", "socket-1", 1.0),
        ("nas", "c1", 1.0),
    ]
    assessment = assess_one(after)
    assert {outcome(assessment, "PW07", one) for one in ("c1", "circuit-1")} == {"pass"}
    assert outcome(assessment, "PW07", "c2") == ""  # nothing is plugged in there any more


def test_cords_that_are_apart_for_a_reason_stay_apart() -> None:
    box = make_item("box", max_power_w=2500.0, psu_count=2.0, psu_redundancy="1+1")
    shared = {"shared": True, "other_load_a": 1.0}
    links = tuple(Connection(line="ws", node=name, share=0.5) for name in ("c1", "c2"))
    site = (room(), unit(), circuit(**shared), circuit("c2", **shared))
    plan = make_plan(make_line("ws", item=box), site=site, items=(box,), connections=links)
    assert label(plan, "PW07", "c1") == ""


def test_each_of_several_large_machines_leaves_a_shared_circuit() -> None:
    plan = several(2, shared=True, other_load_a=1.0)
    assert label(plan, "PW07") == "Plan 2 dedicated 16 A circuit(s) for machine ws"
    assert outcome(assess_one(fixed(plan, find(assess_one(plan), "PW07", "c1"))), "PW07", "c1") == ""

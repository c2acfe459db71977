"""Plugging machines in elsewhere, as the remedy of an overload; currents at 215.6 V (220 V, power factor 0.98)."""

from __future__ import annotations

from typing import Any

from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, four_cards, room, unit


def two_circuits(power_w: float, quantity: int = 2, **second: Any) -> Any:
    """So many machines on the first of two circuits of 16 A, each with a socket of 16 A that takes four plugs."""
    site = (
        room(),
        unit(),
        circuit("c1"),
        circuit("c2", **second),
        node("s1", "socket", "c1", rating_a=16.0, outlet_count=4.0),
        node("s2", "socket", "c2", rating_a=16.0, outlet_count=4.0),
    )
    line = make_line("ws", quantity=quantity, known={"max_power_w": power_w})
    return make_plan(line, site=site, connections=(Connection(line="ws", node="s1", units=quantity),))


def label_of(plan: Plan) -> str:
    """Return the id of what the step against the overload of c1 is called."""
    fix = find(assess_one(plan), "PW01", "c1").fix
    return "" if fix is None else fix.label.id


def test_machine_moves_to_the_other_circuit() -> None:
    # 2 x 2,156 W = 20 A on 16 A; one on each is 10 A
    plan = two_circuits(2156.0)
    assessment = assess_one(plan)
    for check, subject in (("PW01", "c1"), ("PW03", "s1")):
        finding = find(assessment, check, subject)
        assert finding.outcome == "error"
        assert finding.fix is not None
        assert render(finding.fix.label, "en") == "Move machine ws to c2"
        after = fixed(plan, finding)
        links = {(one.node, one.units) for one in after.alternatives[0].connections}
        assert links == {("s1", 1), ("s2", 1)}
        found = assess_one(after)
        assert outcome(found, check, subject) == "pass"
        assert outcome(found, "PW01", "c2") == "pass"


def test_no_such_step_where_it_would_not_do() -> None:
    # three of 10 A do not fit twice 16 A; with 12 A of others on the second circuit two do not either
    assert label_of(two_circuits(2156.0, 3)) == "PW.fix.own"
    full = two_circuits(2156.0, shared=True, other_load_a=12.0)
    assert label_of(full) == "PW.fix.own"
    # nobody knows the second circuit: it takes no part
    assert label_of(two_circuits(2156.0, breaker_a=None)) == "PW.fix.own"


def test_it_comes_before_capping_the_cards_and_capping_where_it_would_not_help() -> None:
    # 2,500 W: 11.6 A on a 10 A socket; the 16 A one beside it carries it without a cap
    site = (room(), unit(), circuit("c1"), node("s1", "socket", "c1", rating_a=10.0))
    with_large = (*site, circuit("c2"), node("s2", "socket", "c2", rating_a=16.0))
    alone = make_plan(four_cards(), site=site, plugged={"ws": "s1"}, items=(CARD,))
    beside = make_plan(four_cards(), site=with_large, plugged={"ws": "s1"}, items=(CARD,))
    capped, moved = find(assess_one(alone), "PW30", "s1"), find(assess_one(beside), "PW30", "s1")
    assert capped.fix is not None
    assert moved.fix is not None
    assert (capped.fix.label.id, moved.fix.label.id) == ("PW.fix.cap", "PW.fix.move")
    after = assess_one(fixed(beside, moved))
    assert after.context.lines["ws"].unit_max_w.value == 2500.0
    assert outcome(after, "PW03", "s2") == "pass"


def test_the_advised_level_counts_for_the_margin() -> None:
    # 1,400 + 1,400 W: 12.99 A of 16 A, 12.8 A are advised; one on each is 6.5 A
    plan = two_circuits(1400.0)
    finding = find(assess_one(plan), "PW02", "c1")
    assert finding.outcome == "warning"
    assert finding.fix is not None
    assert outcome(assess_one(fixed(plan, finding)), "PW02", "c1") == "pass"


def test_the_step_can_be_taken_back() -> None:
    plan = two_circuits(2156.0)
    finding = find(assess_one(plan), "PW01", "c1")
    assert finding.fix is not None
    after, change = finding.fix.edit.apply(plan)
    assert "alternatives" in change.areas
    assert after != plan
    assert plan.alternatives[0].connections == (Connection(line="ws", node="s1", units=2),)


def test_a_step_that_splits_a_machine_over_two_outlets_says_so() -> None:
    # 2,500 W is 11.6 A: two cords of 5.8 A fit the two sockets of 10 A, one cord fits neither
    site = (
        room(),
        unit(),
        circuit("c1"),
        node("s1", "socket", "c1", rating_a=10.0),
        node("s2", "socket", "c1", rating_a=10.0),
    )
    box = make_item("box", "system", psu_count=2.0, psu_w=2000.0)
    line = make_line("ws", item=box, known={"max_power_w": 2500.0})
    plan = make_plan(line, site=site, connections=(Connection(line="ws", node="s1"),), items=(box,))
    finding = find(assess_one(plan), "PW03", "s1")
    assert finding.fix is not None
    after = fixed(plan, finding)
    assert {(one.node, one.share) for one in after.alternatives[0].connections} == {("s1", 0.5), ("s2", 0.5)}
    assert render(finding.fix.label, "en") == "Move machine ws (its power in parts at: s1, s2)"


def test_no_step_takes_a_machine_off_its_ups() -> None:
    # 2,000 W and the loss of 208 W are 10.2 A on a 10 A circuit; the other circuit is free, but has no UPS
    ups = node("u1", "ups", "c1", rated_w=2700.0, rated_va=3000.0)
    site = (
        room(),
        unit(),
        circuit("c1", breaker_a=10.0),
        ups,
        circuit("c2"),
        node("s2", "socket", "c2", rating_a=16.0),
    )
    plan = make_plan(make_line("ws", known={"max_power_w": 2000.0}), site=site, plugged={"ws": "u1"})
    fix = find(assess_one(plan), "PW01", "c1").fix
    assert fix is not None
    assert render(fix.label, "en") == "Plan 1 dedicated 16 A circuit for u1, which stays in front of machine ws"

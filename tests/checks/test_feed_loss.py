"""What is left of the wiring when a feed is lost, feed by feed; currents by hand: 2,156 W / (220 V x 0.98) = 10 A."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.after_loss import after_loss, units_of
from planner.messages import render
from planner.plan.document import Connection, Line, Organisation, Plan, SiteNode
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import CARD, circuit, room, unit


def server(id: str = "srv", quantity: int = 2, power_w: float = 2156.0, scheme: str = "1+1", **told: Any) -> Line:  # noqa: A002
    """Return machines with two supplies of 3 kW, each of which carries a machine alone."""
    known = {"max_power_w": power_w, "psu_count": 2.0, "psu_w": 3000.0, "psu_redundancy": scheme, **told}
    return make_line(id, quantity=quantity, known=known)


def circuits(*names: str, **values: Any) -> list[SiteNode]:
    """Return circuits of 16 A, each a feed of its own."""
    return [circuit(name, feed=name, **values) for name in names]


def on(line: str, *nodes: str, units: int = 2) -> tuple[Connection, ...]:
    return tuple(Connection(line=line, node=name, units=units, share=1 / len(nodes)) for name in nodes)


def plan_of(*lines: Line, site: list[SiteNode], links: tuple[Connection, ...], **fields: Any) -> Plan:
    return make_plan(*lines, site=(room(), unit(), *site), connections=links, **fields)


def told(plan: Plan) -> dict[str, tuple[str, float]]:
    """Return outcome and first figure by the node that PW20 speaks of, machines left out."""
    found = find_all(assess_one(plan), "PW20")
    return {one.subject: (one.outcome, round(one.figures[0].value or 0.0, 2)) for one in found if one.subject != "srv"}


def test_what_remains_carries_twice_and_trips() -> None:
    # 2 machines of 10 A: 10 A on each of two circuits, 20 A of 16 A on the one that is left
    plan = plan_of(server(), site=circuits("A", "B"), links=on("srv", "A", "B"))
    assert told(plan) == {"A": ("error", 20.0), "B": ("error", 20.0)}
    finding = find(assess_one(plan), "PW20", "B")
    assert render(finding.message, "en") == (
        "When A is lost, B would carry 20 A of 16 A and trip; machine srv would stop."
    )
    assert finding.remedy is not None
    assert "4 A off" in render(finding.remedy, "en")
    # the machines themselves go on: 3,000 W for 2,156 W
    assert find(assess_one(plan), "PW20", "srv").outcome == "pass"


def test_half_on_each_feed_is_enough() -> None:
    plan = plan_of(server(quantity=1), site=circuits("A", "B"), links=on("srv", "A", "B", units=1))
    assert set(told(plan).values()) == {("pass", 10.0)}  # 5 A, then 10 A


def test_others_count_and_no_promise_is_a_warning() -> None:
    # 5 + 7 A before, 10 + 7 A after
    site = circuits("A", "B", other_load_a=7.0, shared=True)
    plan = plan_of(server(quantity=1, scheme=""), site=site, links=on("srv", "A", "B", units=1))
    assert told(plan) == {"A": ("warning", 17.0), "B": ("warning", 17.0)}


def test_three_feeds_bear_what_two_do_not() -> None:
    # 2 machines over three: 6.67 A each; two thirds moved over: 10 A
    plan = plan_of(server(psu_count=3.0), site=circuits("A", "B", "C"), links=on("srv", "A", "B", "C"))
    assert set(told(plan).values()) == {("pass", 10.0)}


def test_machines_that_switch_off_load_nothing() -> None:
    # supplies of 2,000 W: a machine stops with one of them, so the other circuit gets no more
    plan = plan_of(server(psu_w=2000.0), site=circuits("A", "B"), links=on("srv", "A", "B"))
    assert told(plan) == {}
    assert find(assess_one(plan), "PW20", "srv").outcome == "error"


def test_machines_on_the_lost_feed_alone_take_their_load_with_them() -> None:
    # B carries 5 A of the redundant machine; the single one on A is gone with it
    lines = (server(quantity=1), make_line("one", known={"max_power_w": 1078.0}))
    links = (*on("srv", "A", "B", units=1), Connection(line="one", node="A"))
    plan = plan_of(*lines, site=circuits("A", "B"), links=links)
    assert told(plan) == {"B": ("pass", 10.0), "A": ("pass", 15.0)}  # A: 10 A and 5 A


def test_nec_keeps_a_fifth_back() -> None:
    # 120 V: 1,176 W = 10 A a machine; 12.8 A of a 16 A breaker may be used: 5 + 5 and 10 A; 13 A are too many
    nec = Organisation(profile="NEC")
    for power_w, expected in ((1500.0, "pass"), (1528.8, "error")):
        site = circuits("A", "B", volts=120.0)
        plan = plan_of(
            server(quantity=1, power_w=power_w), site=site, links=on("srv", "A", "B", units=1), organisation=nec
        )
        assert {outcome for outcome, _amps in told(plan).values()} == {expected}


def test_the_panel_above_both_carries_no_more_than_before() -> None:
    panel = node("p", "panel", "room", volts=220.0, breaker_a=21.0, other_load_a=0.0)
    site = [panel, *(node(name, "circuit", "p", feed=name, breaker_a=32.0, shared=False) for name in ("A", "B"))]
    plan = plan_of(server(), site=site, links=on("srv", "A", "B"))
    assert "p" not in told(plan)
    assert set(told(plan)) == {"A", "B"}


def test_lines_of_a_panel_are_reckoned_one_by_one() -> None:
    # feed B: 5 A on L1 and 5 A on L2; after the loss of A 10 A on each of them, not 15 A on one
    def panel(name: str) -> list[SiteNode]:
        told_ = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0, "breaker_a": 12.0, "other_load_a": 0.0}
        legs = [(f"{name}{turn}", f"L{turn}") for turn in (1, 2)]
        below = [node(one, "circuit", f"p{name}", breaker_a=16.0, shared=False, leg=leg) for one, leg in legs]
        return [node(f"p{name}", "panel", "room", feed=name, **told_), *below]

    lines = (server("srv", 1, 2150.0), server("two", 1, 2150.0))
    links = (*on("srv", "A1", "B1", units=1), *on("two", "A2", "B2", units=1))
    plan = plan_of(*lines, site=[*panel("A"), *panel("B")], links=links)
    found = told(plan)
    assert {name: outcome for name, (outcome, _amps) in found.items() if name.startswith("p")} == {
        "pA": "pass",
        "pB": "pass",
    }
    assert found["pB"][1] == pytest.approx(10.0, abs=0.01)


def test_a_ups_that_is_left_alone() -> None:
    # 2 x 2,156 W: 2,156 W on each UPS of 3 kW, 4,312 W on the one that is left
    site = [node(name, "ups", "room", feed=name, volts=220.0, rated_w=3000.0, rated_va=3300.0) for name in ("A", "B")]
    plan = plan_of(server(), site=site, links=on("srv", "A", "B"))
    finding = find(assess_one(plan), "PW20", "B")
    assert (finding.outcome, finding.figures[0].value) == ("error", pytest.approx(4312.0))
    large = [node(name, "ups", "room", feed=name, volts=220.0, rated_w=4500.0) for name in ("A", "B")]
    assert all(
        outcome != "error" for outcome, _w in told(plan_of(server(), site=large, links=on("srv", "A", "B"))).values()
    )


def test_cards_are_capped_where_that_is_enough() -> None:
    # 2,500 W = 11.6 A a machine: 23.2 A on the circuit that is left; with 4 x 300 W 1,848 W = 8.6 A: 17.1 A of 20 A
    line = make_line(
        "srv",
        quantity=2,
        card=CARD,
        cards=4,
        known={"max_power_w": 2500.0, "psu_count": 2.0, "psu_w": 3000.0, "psu_redundancy": "1+1"},
    )
    site = circuits("A", "B", breaker_a=20.0, cable_mm2=4.0)
    plan = plan_of(line, site=site, links=on("srv", "A", "B"), items=(CARD,))
    finding = find(assess_one(plan), "PW20", "B")
    assert finding.outcome == "error"
    after = find(assess_one(fixed(plan, finding)), "PW20", "B")
    assert (after.outcome, after.figures[0].value) == ("pass", pytest.approx(17.1, abs=0.1))


def test_a_circuit_that_nobody_told_is_asked_for() -> None:
    site = [*circuits("A"), circuit("B", feed="B", breaker_a=None)]
    plan = plan_of(server(quantity=1), site=site, links=on("srv", "A", "B", units=1))
    assert {one.outcome for one in find_all(assess_one(plan), "PW20") if one.subject != "srv"} == {"pass"}  # PW06 asks
    assert "site/B/breaker_a" in find(assess_one(plan), "PW06", "B").missing


def test_units_are_told_apart_by_what_they_hang_on() -> None:
    links = (
        Connection(line="srv", node="a", units=2, share=0.5),
        Connection(line="srv", node="b", units=3, share=0.5),
        Connection(line="srv", node="c", units=1, share=0.5),
    )
    assert {(frozenset(unit), count) for unit, count in units_of(links, {})} == {
        (frozenset({("a", 0.5), ("b", 0.5)}), 2),
        (frozenset({("b", 0.5), ("c", 0.5)}), 1),
    }
    after = after_loss(links, {"a"}, {}, lambda _line, _share: True)
    assert {(one.node, one.units, one.share) for one in after} == {("b", 2, 1.0), ("b", 1, 0.5), ("c", 1, 0.5)}
    stopped = after_loss(links, {"a"}, {}, lambda _line, share: share < 0.5)
    assert {(one.node, one.units, one.share) for one in stopped} == {("b", 1, 0.5), ("c", 1, 0.5)}


@pytest.mark.parametrize(
    ("psu_w", "expected"), [(2000.0, "PW20.one.none"), (2500.0, "PW20.one"), (None, "PW20.one.open")]
)
def test_two_cords_on_one_panel_claim_no_more_than_the_supplies_left_carry(psu_w: float | None, expected: str) -> None:
    # 2 supplies, one of them lost: 2,000 W do not carry 2,500 W
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10), node("s2", "socket", "c1", rating_a=10))
    told: dict[str, float | str | bool] = {"max_power_w": 2500.0, "psu_count": 2.0}
    line = make_line("ws", known=told if psu_w is None else {**told, "psu_w": psu_w})
    links = tuple(Connection(line="ws", node=name, share=0.5) for name in ("s1", "s2"))
    found = find_all(assess_one(make_plan(line, site=site, connections=links)), "PW20", "ws")
    assert [(one.outcome, one.message.id) for one in found] == [("note", expected)]

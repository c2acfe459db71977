"""Cords that go to another outlet so that a loss does no harm; by hand: 2,156 W / (220 V x 0.98) = 10 A."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Connection, Line, Plan, SiteNode
from tests.checks.factories import assess_one, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import circuit, room, unit

RATED: dict[str, Any] = {"rated_w": 6000.0, "rated_va": 6600.0, "bypass": False}


def server(quantity: int = 1, power_w: float = 2156.0, **told: Any) -> Line:
    """Return machines with two supplies of 3 kW, each of which carries a machine alone."""
    known = {"max_power_w": power_w, "psu_count": 2.0, "psu_w": 3000.0, "psu_redundancy": "1+1", **told}
    return make_line("srv", quantity=quantity, known=known)


def behind(name: str, breaker_a: float = 32.0, feed: str = "", **rated: float) -> list[SiteNode]:
    """Return a circuit with a UPS of 6 kW on it."""
    return [
        circuit(f"c{name}", breaker_a=breaker_a, feed=feed or None),
        node(f"u{name}", "ups", f"c{name}", **{**RATED, **rated}),
    ]


def plan_of(*lines: Line, site: list[SiteNode], links: tuple[Connection, ...]) -> Plan:
    return make_plan(*lines, site=(room(), unit(), *site), connections=links, known={"power_factor": 0.98})


def said(plan: Plan, key: str, subject: str) -> Any:
    (found,) = [one for one in find_all(assess_one(plan), "PW20", subject) if one.message.id == key]
    return found


@pytest.mark.parametrize(
    "links",
    [
        (Connection(line="srv", node="uA"),),
        (Connection(line="srv", node="uA", share=0.5), Connection(line="srv", node="uA", share=0.5)),
    ],
    ids=["whole", "two cords"],
)
def test_one_of_two_cords_goes_to_the_other_ups(links: tuple[Connection, ...]) -> None:
    plan = plan_of(server(), site=[*behind("A"), *behind("B")], links=links)
    finding = said(plan, "PW20.off", "uA")
    assert render(finding.fix.label, "en") == "Plug in elsewhere: 1 of 2 cords of machine srv to uB"
    after = fixed(plan, finding)
    assert {(link.node, link.share) for link in after.alternatives[0].connections} == {("uA", 0.5), ("uB", 0.5)}
    found = assess_one(after)
    assert [one.outcome for one in find_all(found, "PW20", "srv")] == ["pass"]
    assert all(one.message.id != "PW20.off" for one in find_all(found, "PW20"))
    loads = found.context.site.loads
    assert (loads["uA"].load_w.value, loads["uB"].load_w.value) == (1078.0, 1078.0)


@pytest.mark.parametrize(
    "other",
    [
        behind("B", rated_w=2000.0, rated_va=2200.0),  # after the loss of A 2,156 of 2,000 W
        behind("B", breaker_a=10.0),  # 1.05 x 2,156 + 240 W are 11.6 A
        [],  # there is no other
    ],
    ids=["small UPS", "small breaker", "none"],
)
def test_no_step_where_the_other_supply_does_not_hold(other: list[SiteNode]) -> None:
    links = (Connection(line="srv", node="uA"),)
    plan = plan_of(server(), site=[*behind("A"), *other], links=links)
    assert said(plan, "PW20.off", "uA").fix is None


def test_a_machine_of_one_supply_gets_no_such_step() -> None:
    plan = plan_of(server(psu_count=1.0), site=[*behind("A"), *behind("B")], links=(Connection(line="srv", node="uA"),))
    assert said(plan, "PW20.off", "uA").fix is None


def test_cords_on_one_feed_go_to_the_other() -> None:
    site = [circuit("A1", feed="A"), circuit("A2", feed="A"), circuit("B1", feed="B")]
    links = tuple(Connection(line="srv", node=name, share=0.5) for name in ("A1", "A2"))
    plan = plan_of(server(), site=site, links=links)
    finding = said(plan, "PW20.one", "srv")
    after = fixed(plan, finding)
    assert {link.node for link in after.alternatives[0].connections} == {"A1", "B1"}
    assert [one.message.id for one in find_all(assess_one(after), "PW20", "srv")] == ["PW20.pass"]


def test_a_circuit_that_would_trip_gives_cords_to_a_third() -> None:
    # two machines on A and B: 20 of 16 A after a loss; one of them on A and C: 15 A on A at most
    site = [circuit(name, feed=name) for name in ("A", "B", "C")]
    links = tuple(Connection(line="srv", node=name, units=2, share=0.5) for name in ("A", "B"))
    plan = plan_of(server(2), site=site, links=links)
    finding = said(plan, "PW20.trips", "B")
    assert render(finding.fix.label, "en") == "Plug in elsewhere: 1 of 4 cords of machine srv to C"
    after = fixed(plan, finding)
    assert all(one.outcome == "pass" for one in find_all(assess_one(after), "PW20"))
    currents = {name: load.total_a.value for name, load in assess_one(after).context.site.loads.items()}
    assert currents == {name: pytest.approx(amps) for name, amps in (("A", 10.0), ("B", 5.0), ("C", 5.0))}


def test_a_ups_that_would_be_too_small_gives_cords_to_a_third() -> None:
    # 2 x 2,156 W on the one that is left, of 4,000 W; with a third each carries one machine, or one and a half at most
    site = [one for name in ("A", "B", "C") for one in behind(name, feed=name, rated_w=4000.0, rated_va=4400.0)]
    links = tuple(Connection(line="srv", node=f"u{name}", units=2, share=0.5) for name in ("A", "B"))
    plan = plan_of(server(2), site=site, links=links)
    finding = said(plan, "PW20.ups", "uB")
    after = fixed(plan, finding)
    assert all(one.outcome != "error" for one in find_all(assess_one(after), "PW20"))


def test_a_crowded_outlet_takes_no_more_cords() -> None:
    full = [circuit("cB"), node("sB", "socket", "cB", outlet_count=1.0, form="gb1002_16a")]
    nas = make_line("nas", "storage", known={"max_power_w": 100.0})
    links = (Connection(line="srv", node="uA"), Connection(line="nas", node="sB"))
    assert said(plan_of(server(), nas, site=[*behind("A"), *full], links=links), "PW20.off", "uA").fix is None
    assert said(plan_of(server(), nas, site=[*behind("A"), *full], links=links[:1]), "PW20.off", "uA").fix is not None


@pytest.mark.parametrize(("circuits", "machines", "large"), [(8, 16, False), (9, 2, True), (3, 17, True)])
def test_a_larger_room_is_sent_to_the_wiring_planner(circuits: int, machines: int, *, large: bool) -> None:
    spare = [circuit(f"c{number}", breaker_a=6.0) for number in range(circuits - 1)]
    lines = (server(psu_count=1.0), make_line("ws", quantity=machines - 1, known={"max_power_w": 100.0}))
    plan = plan_of(*lines, site=[*behind("A"), *spare], links=(Connection(line="srv", node="uA"),))
    finding = said(plan, "PW20.off", "uA")
    assert finding.fix is None
    assert ("plan wire" in render(finding.remedy, "en")) is large


def test_an_overload_of_a_large_room_names_the_planner_too() -> None:
    # 22 machines of 1,000 W on one circuit of 16 A
    line = make_line("ws", quantity=22, known={"max_power_w": 1000.0})
    plan = make_plan(line, site=(room(), unit(), circuit(), circuit("c2")), plugged={"ws": "c1"})
    (over,) = find_all(assess_one(plan), "PW01", "c1")
    assert over.outcome == "error"
    assert over.fix is not None or "plan wire" in render(over.remedy, "en")


def test_no_step_to_what_is_itself_over_after_the_loss() -> None:
    # 4 machines, 8,624 W on the UPS that is left, of 6,000 W, its rail at 40 A of 32 A: a cord moved from the rail to the
    # UPS itself would relieve the rail and not the UPS
    site = [
        *behind("A", breaker_a=63.0, feed="A", rated_w=12000.0, rated_va=12000.0),
        *behind("B", breaker_a=63.0, feed="B"),
        node("pB", "pdu", "uB", feed="B", rating_a=32.0, outlet_count=12.0),
    ]
    links = tuple(Connection(line="srv", node=name, units=4, share=0.5) for name in ("uA", "pB"))
    finding = said(plan_of(server(4), site=site, links=links), "PW20.ups.way", "uB")
    assert finding.fix is None


def test_no_step_takes_the_second_supply_of_a_machine() -> None:
    # both cords on A would clear the overload of B, at the price of the spare supply
    site = [
        *behind("A", breaker_a=63.0, feed="A", rated_w=12000.0, rated_va=12000.0),
        *behind("B", breaker_a=63.0, feed="B", rated_w=4000.0, rated_va=4400.0),
    ]
    links = tuple(Connection(line="srv", node=name, units=2, share=0.5) for name in ("uA", "uB"))
    plan = plan_of(server(2), site=site, links=links)
    assert said(plan, "PW20.ups", "uB").fix is None

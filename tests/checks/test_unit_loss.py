"""The loss of a single UPS or PDU behind one feed; by hand: 2,156 W / (220 V x 0.98) = 10 A."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.memo import Memo
from planner.assess.run import assess
from planner.checks.unit_loss import lost_share
from planner.messages import render
from planner.plan.document import Connection, Line, Plan, SiteNode
from planner.plan.edits import SetValue
from tests.checks.factories import TODAY, assess_one, find, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import CARD, circuit, room, unit

SUPPLIES: dict[str, Any] = {"psu_count": 2.0, "psu_w": 3000.0, "psu_redundancy": "1+1"}
RATED: dict[str, Any] = {"volts": 220.0, "volts_kind": "L-N", "rated_w": 6000.0, "rated_va": 6600.0, "bypass": False}


def server(id: str = "srv", quantity: int = 1, power_w: float | None = 2156.0, **told: Any) -> Line:  # noqa: A002
    """Return machines with two supplies of 3 kW, each of which carries a machine alone."""
    power = {} if power_w is None else {"max_power_w": power_w}
    return make_line(id, quantity=quantity, known={**SUPPLIES, **power, **told})


def inverter(name: str, parent: str = "c1", **changes: Any) -> SiteNode:
    """Return a UPS of 6 kW and 6.6 kVA without bypass; None takes a value away."""
    values = {key: value for key, value in {**RATED, **changes}.items() if value is not None}
    return node(name, "ups", parent, **values)


def strip(name: str, parent: str = "c1", rating_a: float = 16.0) -> SiteNode:
    return node(name, "pdu", parent, volts=220.0, volts_kind="L-N", rating_a=rating_a)


def on(line: str, *nodes: str, units: int = 1) -> tuple[Connection, ...]:
    return tuple(Connection(line=line, node=name, units=units, share=1 / len(nodes)) for name in nodes)


def plan_of(*lines: Line, site: tuple[SiteNode, ...], links: tuple[Connection, ...]) -> Plan:
    """Return a plan where all hangs on one circuit of 63 A, so that there is one feed."""
    supply = circuit("c1", breaker_a=63.0)
    return make_plan(*lines, site=(room(), unit(), supply, *site), connections=links)


def told(plan: Plan) -> dict[tuple[str, str], str]:
    """Return what PW20 says: outcome by subject and key of the text."""
    return {(one.subject, one.message.id): one.outcome for one in find_all(assess_one(plan), "PW20")}


def text(plan: Plan, key: str) -> tuple[str, str]:
    """Return message and remedy of the one finding with this text."""
    (found,) = [one for one in find_all(assess_one(plan), "PW20") if one.message.id == key]
    return render(found.message, "en"), render(found.remedy, "en") if found.remedy else ""


def test_two_ups_on_one_feed_carry_each_other() -> None:
    # 1,078 W on each UPS, 2,156 W of 6,000 W on the one that is left; a supply of 3,000 W carries the machine
    plan = plan_of(server(), site=(inverter("u1"), inverter("u2")), links=on("srv", "u1", "u2"))
    assert told(plan) == {("srv", "PW20.one"): "note", ("srv", "PW20.pass"): "pass"}
    assert text(plan, "PW20.pass")[0] == "machine srv goes on when u1 is lost: 3 kW are left for 2.16 kW."


def test_a_machine_that_cannot_go_on_is_a_broken_promise() -> None:
    # 2,000 W of one supply for 2,156 W
    plan = plan_of(server(psu_w=2000.0), site=(inverter("u1"), inverter("u2")), links=on("srv", "u1", "u2"))
    assert told(plan)[("srv", "PW20.each")] == "error"
    message, remedy = text(plan, "PW20.each")
    assert "2 kW left for 2.16 kW" in message
    assert "156 W" in remedy
    no_promise = plan_of(
        server(psu_w=2000.0, psu_redundancy=""), site=(inverter("u1"), inverter("u2")), links=on("srv", "u1", "u2")
    )
    assert told(no_promise)[("srv", "PW20.each")] == "warning"


@pytest.mark.parametrize(
    ("rated", "expected"),
    [
        ({"rated_w": 4000.0, "rated_va": 6600.0}, "4.31 kW of 4 kW"),
        ({"rated_w": 4400.0, "rated_va": 4200.0}, "4,400 VA of 4,200 VA"),  # 4,312 / 0.98
        ({"rated_w": 4400.0, "rated_va": 4500.0}, ""),
    ],
)
def test_the_other_ups_is_held_to_watts_and_volt_amperes(rated: dict[str, float], expected: str) -> None:
    # two machines of 2,156 W: 2,156 W on each UPS, 4,312 W on the one that is left
    site = (inverter("u1", **rated), inverter("u2", **rated))
    plan = plan_of(server(quantity=2), site=site, links=on("srv", "u1", "u2", units=2))
    found = [one for one in find_all(assess_one(plan), "PW20") if one.message.id == "PW20.ups"]
    assert [one.outcome for one in found] == (["error", "error"] if expected else [])
    assert all(expected in render(one.message, "en") for one in found)


def test_the_excess_is_told_in_watts() -> None:
    site = (inverter("u1", rated_va=4200.0), inverter("u2", rated_va=4200.0))
    plan = plan_of(server(quantity=2), site=site, links=on("srv", "u1", "u2", units=2))
    finding = find(assess_one(plan), "PW20", "u2")
    assert finding.remedy is not None
    assert "by 196 W in all" in render(finding.remedy, "en")  # (4,400 - 4,200) VA x 0.98


def test_cards_are_capped_where_that_is_enough() -> None:
    # 2 x 2,500 W = 5,000 W of 4,000 W; with four cards at 300 W a machine draws 1,848 W: 3,696 W
    line = make_line("srv", quantity=2, card=CARD, cards=4, known={**SUPPLIES, "max_power_w": 2500.0})
    site = (inverter("u1", rated_w=4000.0), inverter("u2", rated_w=4000.0))
    plan = make_plan(
        line,
        site=(room(), unit(), circuit("c1", breaker_a=63.0), *site),
        connections=on("srv", "u1", "u2", units=2),
        items=(CARD,),
    )
    finding = find(assess_one(plan), "PW20", "u2")
    assert finding.outcome == "error"
    assert ("u2", "PW20.ups") not in told(fixed(plan, finding))


def test_a_rating_that_nobody_read_is_asked_for() -> None:
    site = (inverter("u1"), inverter("u2", rated_va=None))
    plan = plan_of(server(), site=site, links=on("srv", "u1", "u2"))
    (found,) = [one for one in find_all(assess_one(plan), "PW20") if one.outcome == "unknown"]
    assert found.missing == ("site/u2/rated_va",)
    assert found.message.id == "PW20.open"


def test_a_pdu_that_fails_fills_the_other() -> None:
    # two machines: 10 A on each PDU, 20 A of 16 A on the one that is left
    site = (strip("p1"), strip("p2"))
    plan = plan_of(server(quantity=2), site=site, links=on("srv", "p1", "p2", units=2))
    assert told(plan)[("p1", "PW20.trips")] == "error"
    (message, remedy) = (render(one, "en") for one in _texts(plan, "p2"))
    assert message == "When p1 is lost, p2 would carry 20 A of 16 A and trip; machine srv would stop."
    assert "4 A off" in remedy
    large = (strip("p1", rating_a=32.0), strip("p2", rating_a=32.0))
    assert set(told(plan_of(server(quantity=2), site=large, links=on("srv", "p1", "p2", units=2))).values()) == {
        "note",  # all on one feed
        "pass",
    }


def _texts(plan: Plan, subject: str) -> tuple[Any, Any]:
    found = find(assess_one(plan), "PW20", subject)
    return found.message, found.remedy


def test_what_has_no_other_supply_switches_off() -> None:
    # the storage of 500 W is on the UPS alone, the machine on both
    lines = (server(), make_line("nas", "storage", known={"max_power_w": 500.0, "psu_count": 1.0}))
    links = (*on("srv", "u1", "u2"), *on("nas", "u1"))
    plan = plan_of(*lines, site=(inverter("u1"), inverter("u2")), links=links)
    assert told(plan)[("u1", "PW20.off")] == "note"
    assert ("u2", "PW20.off") not in told(plan)
    message, remedy = text(plan, "PW20.off")
    assert message == "When u1 fails it takes machine nas with it: 500 W have no other supply."
    assert "500 W to spare" in remedy


def test_power_that_is_not_known_is_not_told() -> None:
    plan = plan_of(server(power_w=None), site=(inverter("u1"),), links=on("srv", "u1"))
    assert told(plan) == {("u1", "PW20.off.open"): "note"}


def test_of_a_pdu_only_machines_that_could_have_another_are_told() -> None:
    lines = (server(), make_line("nas", "storage", known={"max_power_w": 500.0, "psu_count": 1.0}))
    plan = plan_of(*lines, site=(strip("p1"), strip("p2")), links=(*on("srv", "p1"), *on("nas", "p2")))
    assert told(plan) == {("p1", "PW20.off"): "note"}


def test_of_a_row_that_carries_the_same_only_the_first_is_told() -> None:
    site = (inverter("u1"), strip("p1", "u1"))
    assert told(plan_of(server(), site=site, links=on("srv", "p1"))) == {("u1", "PW20.off"): "note"}


def test_a_bypass_keeps_all_on_the_mains() -> None:
    site = (inverter("u1", bypass=True, rated_w=3000.0), inverter("u2", bypass=True, rated_w=3000.0))
    plan = plan_of(server(quantity=2, psu_w=2000.0), site=site, links=on("srv", "u1", "u2", units=2))
    assert told(plan) == {
        ("srv", "PW20.one.none"): "note",  # 2,000 W left of two do not carry a machine
        ("u1", "PW20.bypassed"): "pass",
        ("u2", "PW20.bypassed"): "pass",
    }


def test_a_pdu_behind_a_bypass_fails_all_the_same() -> None:
    site = (inverter("u1", bypass=True), strip("p1", "u1"))
    assert told(plan_of(server(), site=site, links=on("srv", "p1"))) == {
        ("u1", "PW20.bypassed"): "pass",
        ("p1", "PW20.off"): "note",
    }


def test_a_bypass_that_nobody_told_is_asked_for_once_and_no_error() -> None:
    site = (inverter("u1", bypass=None), inverter("u2", bypass=None))
    plan = plan_of(server(psu_w=2000.0), site=site, links=on("srv", "u1", "u2"))
    found = told(plan)
    assert found[("srv", "PW20.each")] == "warning"
    assert [key for key in found if key[1] == "PW20.bypass"] == [("u1", "PW20.bypass")]
    asked = find(assess_one(plan), "PW20", "u1")
    assert asked.missing == ("site/u1/bypass", "site/u2/bypass")
    # nothing comes of it where the machine goes on with what is left
    good = plan_of(server(), site=site, links=on("srv", "u1", "u2"))
    assert not any(outcome == "unknown" for outcome in told(good).values())


def test_supplies_that_nobody_told_are_asked_for() -> None:
    line = make_line("srv", known={"max_power_w": 2156.0})
    plan = plan_of(line, site=(inverter("u1"), inverter("u2")), links=on("srv", "u1", "u2"))
    assert told(plan)[("srv", "PW20.unit.unknown")] == "unknown"
    assert "u1" in text(plan, "PW20.unit.unknown")[0]


def test_a_ups_that_is_its_own_feed_is_told_once() -> None:
    site = (inverter("u1", "room"), inverter("u2", "room"))
    plan = plan_of(server(psu_w=2000.0), site=site, links=on("srv", "u1", "u2"))
    assert [key for key in told(plan) if key[0] == "srv"] == [("srv", "PW20.each")]
    assert text(plan, "PW20.each")[0].count("u1") == 1


@pytest.mark.parametrize("path", ["A/nas/facts/max_power_w", "A/srv/facts/max_power_w", "site/u2/values/rated_w"])
def test_after_an_edit_all_is_as_from_nothing(path: str) -> None:
    # the storage is on the other UPS alone: 2,156 + 500 W, then 4,500 W more than it carries
    lines = (server(), make_line("nas", "storage", known={"max_power_w": 500.0, "psu_count": 1.0}))
    links = (*on("srv", "u1", "u2"), *on("nas", "u2"))
    plan = plan_of(*lines, site=(inverter("u1"), inverter("u2")), links=links)
    memo = Memo()
    for value in (500.0, 4500.0, 5800.0, 500.0):
        edited = SetValue(path=path, value={"value": value, "quality": "entered"}).apply(plan)[0]
        again = assess(edited, "A", TODAY, memo)
        assert find_all(again, "PW20") == find_all(assess(edited, "A", TODAY, Memo()), "PW20")


def test_the_share_that_is_lost() -> None:
    links = (
        Connection(line="srv", node="a", units=2, share=0.5),
        Connection(line="srv", node="b", units=1, share=0.5),
        Connection(line="srv", node="c", units=1, share=0.5),
    )
    assert lost_share(links, {"a"}, {}) == 0.5
    assert lost_share(links, {"a", "b"}, {}) == 0.5  # the second machine keeps half, the first has nothing left
    assert lost_share(links, {"a", "b", "c"}, {}) == 0.0

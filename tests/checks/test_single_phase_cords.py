"""Single-phase cords on three phases: each lies on one line, whatever the outlet is."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.cords import on_fullest
from planner.plan.document import Connection, Plan, SiteNode
from tests.checks.factories import assess_one, find, find_all, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit

LN = 230.0


def feed(name: str, breaker_a: float = 16.0, pdu: dict[str, Any] | None = None) -> tuple[SiteNode, ...]:
    three: dict[str, Any] = {"phases": 3.0, "volts": 400.0, "volts_kind": "L-L"}
    return (
        node(f"p{name}", "panel", "room", breaker_a=63.0, other_load_a=0.0, feed=name.upper(), **three),
        node(f"c{name}", "circuit", f"p{name}", breaker_a=breaker_a, breaker_curve="C", shared=False, **three),
        node(
            f"d{name}",
            "pdu",
            f"c{name}",
            **{"phases": 3.0, "rating_a": 16.0, "volts": LN, "volts_kind": "L-N", **(pdu or {})},
        ),
    )


def server(power_w: float, supplies: int, **known: Any) -> Any:
    told = {"max_power_w": power_w, "psu_count": supplies, "psu_w": min(power_w, 6000.0), "inlet": "C20", **known}
    return make_line("srv", known=told)


def on_two_feeds(power_w: float, supplies: int, scheme: str, **changes: Any) -> Plan:
    links = tuple(Connection(line="srv", node=one, share=0.5) for one in ("da", "db"))
    site = (room(), unit(), *feed("a", **changes), *feed("b", **changes))
    return make_plan(server(power_w, supplies, psu_redundancy=scheme), site=site, connections=links)


def on_one(supplies: int, power_w: float = 6000.0, pdu: dict[str, Any] | None = None, **known: Any) -> Plan:
    return make_plan(
        server(power_w, supplies, **known), site=(room(), unit(), *feed("a", pdu=pdu)), plugged={"srv": "da"}
    )


def amps(plan: Plan, name: str) -> float:
    return assess_one(plan).context.site.loads[name].total_a.require()


def test_one_cord_of_two_loads_one_line_of_each_feed() -> None:
    # 3,000 / (230 x 0.98) = 13.31 A on one line, not 3,000 / (3 x 230 x 0.98) = 4.44 A on each
    plan = on_two_feeds(6000.0, 2, "1+1")
    assert amps(plan, "da") == pytest.approx(13.31, abs=0.005)
    assert amps(plan, "ca") == pytest.approx(3000 / (400 / 3**0.5 * 0.98))
    assert outcome(assess_one(on_two_feeds(6000.0, 2, "1+1", breaker_a=10.0)), "PW12", "ca") == "error"


def test_after_the_loss_of_a_feed_the_only_cord_left_carries_all_on_one_line() -> None:
    # 6,000 / (230 x 0.98) = 26.62 A of the PDU's 16 A and of a C19 cord's 16 A
    found = find_all(assess_one(on_two_feeds(6000.0, 2, "1+1", breaker_a=32.0)), "PW20")
    over = {(one.subject, round(one.figures[0].require(), 2)) for one in found if one.outcome == "error"}
    assert over == {("da", 26.62), ("db", 26.62), ("srv", 26.62)}


def test_a_cord_that_carries_what_is_left_is_not_told() -> None:
    # 3,500 / (230 x 0.98) = 15.5 A of 16 A
    found = find_all(assess_one(on_two_feeds(3500.0, 2, "1+1", breaker_a=32.0)), "PW20")
    assert [one for one in found if one.outcome in ("error", "warning")] == []


def test_three_cords_on_each_feed_are_a_balanced_load() -> None:
    # 7,000 / (3 x 230 x 0.98) = 10.35 A, after a loss 20.7 A
    plan = on_two_feeds(14000.0, 6, "3+3", breaker_a=32.0)
    assert amps(plan, "da") == pytest.approx(10.35, abs=0.005)
    over = {
        one.subject: one.figures[0].require() for one in find_all(assess_one(plan), "PW20") if one.outcome == "error"
    }
    assert over["da"] == pytest.approx(20.7, abs=0.01)


@pytest.mark.parametrize(("cords", "most"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (8, 3), (12, 4)])
def test_cords_are_parted_as_evenly_as_whole_ones_can_be(cords: int, most: int) -> None:
    assert on_fullest(cords) == most
    # of 6 kW in so many equal cords the fullest line has that many
    assert amps(on_one(cords), "da") == pytest.approx(6000 * most / cords / (LN * 0.98))


def test_a_line_that_was_told_holds_all_cords_of_the_pdu() -> None:
    assert amps(on_one(2, pdu={"leg": "L2"}), "da") == pytest.approx(6000 / (LN * 0.98))


def test_a_machine_of_three_phases_and_what_is_behind_a_three_phase_ups_load_all_lines() -> None:
    assert amps(on_one(1, phases=3.0), "da") == pytest.approx(6000 / (3 * LN * 0.98))
    ups = node("u", "ups", "ca", phases=3.0, rated_w=20000.0, rated_va=20000.0, topology="online")
    site = (room(), unit(), *feed("a"), ups)
    plan = make_plan(server(6000.0, 1), site=site, plugged={"srv": "u"})
    three = 400 / 3**0.5 * 0.98
    load = assess_one(plan).context.site.loads
    assert load["u"].total_a.require() == pytest.approx(6000 / three)
    assert load["ca"].total_a.require() == pytest.approx(load["ca"].load_w.require() / (3 * three))


def test_at_208_v_a_cord_hangs_between_two_lines() -> None:
    # 2,000 / (208 x 0.98) = 9.81 A in two of the lines
    site = (
        room(),
        unit(),
        node("c", "circuit", "room", phases=3.0, volts=208.0, volts_kind="L-L", breaker_a=30.0, shared=False),
    )
    plan = make_plan(server(2000.0, 1), site=site, plugged={"srv": "c"})
    assert amps(plan, "c") == pytest.approx(9.81, abs=0.005)


def two_machines(breaker_a: float, each_w: float = 2000.0) -> Plan:
    lines = tuple(make_line(name, known={"max_power_w": each_w}) for name in ("one", "two"))
    site = (room(), unit(), *feed("a", breaker_a=breaker_a))
    return make_plan(*lines, site=site, plugged={"one": "da", "two": "da"})


def test_cords_of_two_machines_may_be_on_one_line_until_it_is_told() -> None:
    # 2 x 2,000 / (230 x 0.98) = 17.7 A at most, 8.9 A at least
    assessment = assess_one(two_machines(16.0))
    load = assessment.context.site.loads["da"]
    assert load.total_a.require() == pytest.approx(4000 / (LN * 0.98))
    assert load.least_a.require() == pytest.approx(2000 / LN, rel=0.03)
    assert load.open_legs == ("site/da/leg",)
    assert outcome(assessment, "PW09", "da") == "unknown"
    assert outcome(assess_one(two_machines(16.0, 4000.0)), "PW09", "da") == "error"  # 17.7 A of one alone
    assert outcome(assess_one(two_machines(32.0, 1700.0)), "PW09", "da") == "pass"  # 15.1 A of both


def test_the_neutral_carries_the_only_load_of_a_line() -> None:
    finding = find(assess_one(on_one(1, 3000.0)), "PW12", "da")
    assert finding.outcome == "pass"
    assert finding.figures[1].require() == pytest.approx(3000 / (LN * 0.98))


def test_inrush_is_of_the_supplies_on_one_pole() -> None:
    # three supplies of a feed lie on three poles: 30 to 60 A on each, not 90 to 180 A
    assert outcome(assess_one(on_two_feeds(14000.0, 6, "3+3", breaker_a=32.0)), "PW24", "ca") == ""
    # four: two on the fullest, 60 to 120 A of 160 A
    finding = find(assess_one(on_one(4)), "PW24", "ca")
    assert finding.outcome in ("unknown", "warning")
    wide = make_plan(server(6000.0, 4), site=(room(), unit(), *feed("a", breaker_a=32.0)), plugged={"srv": "da"})
    assert find(assess_one(wide), "PW24", "ca").figures[0].require() == pytest.approx(120.0)


@pytest.mark.parametrize(("own", "volts"), [({}, 230.94), ({"volts": 230.0, "volts_kind": "L-N"}, 230.0)])
def test_a_pdu_of_a_400_v_circuit_gives_230_v(own: dict[str, Any], volts: float) -> None:
    outlet = node("d", "pdu", "ca", phases=3.0, rating_a=32.0, **own)
    site = (room(), unit(), *feed("a", breaker_a=32.0)[:2], outlet)
    line = server(6000.0, 3, psu_range_v="200-240")
    finding = find(assess_one(make_plan(line, site=site, plugged={"srv": "d"})), "PW17", "srv")
    assert finding.outcome == "pass"
    assert finding.figures[0].require() == pytest.approx(volts, abs=0.01)
    three = server(6000.0, 3, psu_range_v="200-240", phases=3.0)  # told to have three phases: 400 V reach it
    assert outcome(assess_one(make_plan(three, site=site, plugged={"srv": "d"})), "PW17", "srv") == (
        "error" if not own else "pass"
    )

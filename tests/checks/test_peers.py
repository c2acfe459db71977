"""What other tools of the trade got wrong, with their users' own inputs and the right values.

The numbers are those of the reports (netbox, nautobot, openstreetmap/operations, nut, EnergyPlus); the arithmetic is beside
each.
"""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.facility.circuits import FEED_1PH_VA, FEED_3PH_VA, FEED_PHASES_VA
from planner.plan.document import Connection, Placement, Plan, SiteNode
from planner.plan.typed import edit_from_text
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit


def feed(name: str, volts: float, amps: float, parent: str = "room", /, **values: Any) -> SiteNode:
    """Return a supply with a breaker that nobody else uses."""
    return node(name, "circuit", parent, volts=volts, breaker_a=amps, shared=False, **values)


def plugged(plan: Plan) -> Assessment:
    return assess_one(plan)


def plan_of(*parts: Any, site: tuple[SiteNode, ...], factor: float = 1.0, **fields: Any) -> Plan:
    """Return a plan whose power factor is 1, as the reports reckon in VA."""
    known = {"power_factor": factor, **fields.pop("known", {})}
    return make_plan(*parts, site=(room(), unit(), *site), known=known, **fields)


def load(assessment: Assessment, name: str) -> NodeLoad:
    return assessment.context.site.loads[name]


def share_pct(assessment: Assessment, name: str, derate: float = 0.8) -> float:
    """Return the current of a node over what its breaker may carry for hours (%)."""
    one = load(assessment, name)
    return 100 * one.total_a.require() / (one.rating_a.require() * derate)


# --- netbox and nautobot: sums ------------------------------------------------------------------------------------------


def test_netbox_8738_three_phases_of_230_v_to_neutral() -> None:
    # 3 x 230 x 32 = 22,080 VA (shown: 1.732 x 230 x 32 = 12,748)
    assert FEED_PHASES_VA(phases=3.0, volts_ln_v=230.0, amps_a=32.0, derate=1.0) == 22080.0
    supply = feed("f", 230.0, 32.0, volts_kind="L-N", phases=3.0)
    for power_w, expected in ((22080.0, "pass"), (22081.0, "error")):
        known = {"max_power_w": power_w, "phases": 3.0}  # a load on all three lines
        plan = plan_of(make_line("ws", known=known), site=(supply,), plugged={"ws": "f"})
        assert outcome(plugged(plan), "PW01", "f") == expected


@pytest.mark.parametrize("number", ["4838", "8617"])
def test_netbox_4838_and_8617_plugged_straight_into_the_feed(number: str) -> None:
    # 220 V, 10 A, 80 %: 1,760 VA; 500 / 1,760 = 28.4 % (shown: blank, and 0 %, as no outlet was between)
    plan = plan_of(
        make_line("ws", known={"max_power_w": 500.0, "nameplate_w": 1000.0}),
        site=(feed("f", 220.0, 10.0),),
        plugged={"ws": "f"},
    )
    assessment = plugged(plan)
    assert load(assessment, "f").load_w.value == 500.0
    assert share_pct(assessment, "f") == pytest.approx(28.4, abs=0.05), number


@pytest.mark.parametrize("lost", ["f1", "f2"])
def test_netbox_10999_a_machine_on_two_feeds(lost: str) -> None:
    # 120 V, 15 A, 80 %: 1,440 VA each; 400 W: half on each, and 400 / 1,440 = 27.8 % on the one that is left
    machine = make_line("ws", known={"max_power_w": 400.0, "psu_count": 2.0, "psu_w": 500.0})
    site = (feed("f1", 120.0, 15.0), feed("f2", 120.0, 15.0))
    halves = (Connection(line="ws", node="f1", share=0.5), Connection(line="ws", node="f2", share=0.5))
    both = plugged(plan_of(machine, site=site, connections=halves))
    assert [load(both, name).load_w.value for name in ("f1", "f2")] == [200.0, 200.0]
    assert both.context.totals.max_w.value == 400.0  # the machine counts once
    left = "f2" if lost == "f1" else "f1"
    alone = plugged(plan_of(machine, site=site, connections=(Connection(line="ws", node=left),)))
    assert share_pct(alone, left) == pytest.approx(27.8, abs=0.05)


DEEP = (  # panel > feed > PDU 1 > PDU 2 > machines, and a UPS between
    node("panel", "panel", "room", volts=230.0, volts_kind="L-N", breaker_a=63.0, other_load_a=0.0),
    node("feed", "circuit", "panel", breaker_a=32.0, shared=False),
    node("pdu1", "pdu", "feed", rating_a=32.0),
    node("pdu2", "pdu", "pdu1", rating_a=16.0),
    node("ups", "ups", "pdu1", rated_w=2700.0, rated_va=3000.0),
    node("pdu3", "pdu", "ups", rating_a=16.0),
)


def test_netbox_17843_17894_3377_4815_sums_go_up_through_any_depth() -> None:
    lines = [
        make_line(name, known={"max_power_w": power}) for name, power in (("a", 300.0), ("b", 500.0), ("c", 700.0))
    ]
    plan = plan_of(*lines, site=DEEP, plugged={"a": "pdu1", "b": "pdu2", "c": "pdu3"})
    loads = {name: load(plugged(plan), name).load_w.value for name in ("panel", "feed", "pdu1", "pdu2", "ups", "pdu3")}
    # above the UPS its loss too: 0.04 x 2,700 + 0.05 x 700 = 143 W
    assert loads == {"panel": 1643.0, "feed": 1643.0, "pdu1": 1643.0, "pdu2": 500.0, "ups": 700.0, "pdu3": 700.0}


def test_netbox_21949_fuses_inside_a_pdu_keep_the_lines() -> None:
    # 230 V, 32 A, three phases; six fuses of 16 A in the PDU, two on each line, a machine of 1,150 W (5 A) behind each
    site = [
        node("feed", "circuit", "room", volts=230.0, volts_kind="L-N", phases=3.0, breaker_a=32.0, shared=False),
        node("pdu", "pdu", "feed", rating_a=32.0, phases=3.0),
    ]
    site += [node(f"fuse{number}", "pdu", "pdu", rating_a=16.0, leg=f"L{number % 3 + 1}") for number in range(6)]
    line = make_line("ws", quantity=6, known={"max_power_w": 1150.0})
    links = tuple(Connection(line="ws", node=f"fuse{number}") for number in range(6))
    assessment = plugged(plan_of(line, site=tuple(site), connections=links))
    lines_w = load(assessment, "pdu").own_a.given["lines_w"]
    assert [one.value for one in lines_w] == [2300.0, 2300.0, 2300.0]  # type: ignore[union-attr]
    assert load(assessment, "feed").total_a.value == 10.0
    assert load(assessment, "feed").load_w.value == 6900.0


@pytest.mark.parametrize(("power_w", "expected"), [(2400.0, "pass"), (2401.0, "error")])
def test_netbox_8177_the_inlet_is_less_than_the_feed(power_w: float, expected: str) -> None:
    # 240 V: socket of 13 A, inlet C14 of 10 A: min(3,120, 2,400) VA; the sum stands although a maximum is set
    site = (feed("f", 240.0, 13.0), node("s", "socket", "f", rating_a=13.0), node("d", "pdu", "s", rating_a=10.0))
    assessment = plugged(plan_of(make_line("ws", known={"max_power_w": power_w}), site=site, plugged={"ws": "d"}))
    assert outcome(assessment, "PW09", "d") == expected
    assert load(assessment, "d").load_w.value == power_w
    assert outcome(assessment, "PW01", "f") == "pass"  # 10 of 13 A


def test_netbox_3503_lines_are_told_although_the_pdu_has_a_maximum() -> None:
    # 380 V, 16 A: 1.732 x 380 x 16 = 10,531 VA, less than the 11,600 of the PDU; 17.6 A of it is its rating
    assert FEED_3PH_VA(volts_ll_v=380.0, amps_a=16.0, derate=1.0) == pytest.approx(10531, abs=1)
    supply = feed("f", 380.0, 16.0, volts_kind="L-L", phases=3.0)
    pdu = node("d", "pdu", "f", rating_a=17.6, phases=3.0)
    banks = [node(f"b{leg}", "pdu", "d", rating_a=16.0, leg=leg) for leg in ("L1", "L2", "L3")]
    line = make_line("ws", quantity=3, known={"max_power_w": 1000.0})
    links = tuple(Connection(line="ws", node=one.id) for one in banks)
    assessment = plugged(plan_of(line, site=(supply, pdu, *banks), connections=links))
    lines_w = load(assessment, "d").own_a.given["lines_w"]
    assert [one.value for one in lines_w] == [1000.0, 1000.0, 1000.0]  # type: ignore[union-attr]
    assert find(assessment, "PW09", "d").figures[0].value == 16.0  # the weaker of 17.6 and 16 A


def test_netbox_3335_the_line_of_a_single_phase_branch_is_asked_for() -> None:
    site = (
        node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=16.0, other_load_a=0.0),
        feed("c1", 220.0, 32.0, "p"),
        feed("c2", 220.0, 32.0, "p"),
    )
    lines = (make_line("a", known={"max_power_w": 2200.0}), make_line("b", known={"max_power_w": 2200.0}))
    assessment = plugged(plan_of(*lines, site=site, plugged={"a": "c1", "b": "c2"}))
    assert set(load(assessment, "p").open_legs) == {"site/c1/leg", "site/c2/leg"}
    assert find(assessment, "PW01", "p").outcome == "unknown"  # on one line 20 A of 16, on two 10


def test_nautobot_7202_an_inlet_with_a_maximum_has_a_share() -> None:
    # 2,300 of 9,600 VA = 24.0 % (shown 0 %)
    site = (feed("f", 240.0, 50.0), node("d", "pdu", "f", rating_a=32.0))
    assessment = plugged(plan_of(make_line("ws", known={"max_power_w": 2300.0}), site=site, plugged={"ws": "d"}))
    assert FEED_1PH_VA(volts_v=240.0, amps_a=50.0, derate=0.8) == 9600.0
    assert share_pct(assessment, "f") == pytest.approx(24.0, abs=0.05)


def test_nautobot_2099_and_2646_machines_without_a_pdu_are_in_the_sum_of_the_rack() -> None:
    site = (
        feed("f", 220.0, 32.0),
        node("r", "rack", "room", u_height=42.0, power_budget_w=2000.0),
        node("d", "pdu", "f"),
    )
    lines = (
        make_line("direct", known={"max_power_w": 1500.0, "rack_u": 2.0}),
        make_line("through", known={"max_power_w": 600.0, "rack_u": 2.0}),
    )
    mounts = (Placement(line="direct", node="r"), Placement(line="through", node="r"))
    assessment = plugged(plan_of(*lines, site=site, plugged={"direct": "f", "through": "d"}, placements=mounts))
    assert find(assessment, "RK05", "r").outcome == "error"  # 2,100 of 2,000 W
    assert assessment.context.totals.max_w.value == 2100.0


@pytest.mark.parametrize(("power_w", "alone"), [(3000.0, False), (3900.0, True)])
def test_openstreetmap_224_half_on_each_side_and_all_on_one(power_w: float, alone: bool) -> None:
    # 230 V, 16 A: 13.0 A, and 17.0 when redundancy is lost; each side alone would carry half of it
    machine = make_line("rack", known={"max_power_w": power_w})
    site = (feed("f1", 230.0, 16.0), feed("f2", 230.0, 16.0))
    halves = (Connection(line="rack", node="f1", share=0.5), Connection(line="rack", node="f2", share=0.5))
    both = plugged(plan_of(machine, site=site, connections=halves))
    assert [load(both, name).total_a.value for name in ("f1", "f2")] == [power_w / 460] * 2
    assert outcome(both, "PW01", "f1") == "pass"
    one = load(plugged(plan_of(machine, site=site, connections=(Connection(line="rack", node="f1"),))), "f1")
    assert (one.total_a.require() > one.rating_a.require()) is alone


# --- field reports, section I -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "volts", "expected_va"),
    [("L-N", 230.0, 17664), ("L-L", 400.0, 17736), ("L-L", 380.0, 16849)],  # 3 x 230 x 32 x 0.8; 1.732 x 400 x 32 x 0.8
)
def test_i01_line_or_phase_voltage(kind: str, volts: float, expected_va: float) -> None:
    supply = feed("f", volts, 32.0, volts_kind=kind, phases=3.0)
    for power_w, expected in ((expected_va - 1.0, "pass"), (expected_va + 1.0, "warning")):
        known = {"max_power_w": power_w, "phases": 3.0}  # a load on all three lines
        plan = plan_of(make_line("ws", known=known), site=(supply,), plugged={"ws": "f"})
        assert outcome(plugged(plan), "PW02", "f") == expected


def test_i01_a_voltage_of_three_phases_without_its_kind_is_asked_for() -> None:
    supply = feed("f", 230.0, 32.0, phases=3.0)
    plan = plan_of(make_line("ws", known={"max_power_w": 9000.0}), site=(supply,), plugged={"ws": "f"})
    assert load(plugged(plan), "f").own_a.missing == ("site/f/volts_kind",)


@pytest.mark.parametrize(
    ("text", "value"), [("0.8", 0.8), ("80 %", 0.8), ("80％", 0.8), ("0.83", 0.83), ("83.5%", 0.835)]
)
def test_i02_a_factor_is_any_fraction(text: str, value: float) -> None:
    plan = plan_of(make_line("ws", known={"max_power_w": 2200.0}), site=(feed("f", 220.0, 16.0),), plugged={"ws": "f"})
    after, _ = edit_from_text(plan, "facts/power_factor", text, str).apply(plan)  # type: ignore[arg-type]
    assert after.facts["power_factor"].value == pytest.approx(value, abs=1e-12)
    assert load(plugged(after), "f").own_a.value == pytest.approx(2200 / 220 / value)


@pytest.mark.parametrize(("more_w", "expected"), [(2500.0, "pass"), (2530.0, "pass"), (2531.0, "warning")])
def test_i04_what_is_left_of_a_feed(more_w: float, expected: str) -> None:
    # 240 V, 30 A, 80 %: 5,760 VA; 3,230 are taken, 2,530 are left
    lines = (make_line("there", known={"max_power_w": 3230.0}), make_line("more", known={"max_power_w": more_w}))
    site = (feed("f", 240.0, 30.0),)
    before = plugged(plan_of(lines[0], site=site, plugged={"there": "f"}))
    assert find(before, "PW02", "f").outcome == "pass"
    after = plugged(plan_of(*lines, site=site, plugged={"there": "f", "more": "f"}))
    assert outcome(after, "PW02", "f") == expected


def test_i06_the_smallest_of_a_chain_decides() -> None:
    # feed 30 A, UPS 20 A (4,400 VA), PDU 15 A: 15.5 A go through the first two
    site = (
        feed("f", 220.0, 30.0),
        node("u", "ups", "f", rated_va=4400.0, rated_w=4400.0),
        node("d", "pdu", "u", rating_a=15.0),
    )
    assessment = plugged(plan_of(make_line("ws", known={"max_power_w": 15.5 * 220}), site=site, plugged={"ws": "d"}))
    assert outcome(assessment, "PW09", "d") == "error"
    assert find(assessment, "PW09", "d").figures[1].value == 15.0
    assert outcome(assessment, "PW01", "f") == "pass"


def test_i08_two_supplies_share_and_each_feed_bears_all() -> None:
    machine = make_line("ws", known={"max_power_w": 1200.0, "psu_count": 2.0, "psu_w": 1300.0})
    site = (
        node("pa", "panel", "room", feed="A"),
        feed("a", 220.0, 16.0, "pa"),
        node("pb", "panel", "room", feed="B"),
        feed("b", 220.0, 16.0, "pb"),
    )
    halves = (Connection(line="ws", node="a", share=0.5), Connection(line="ws", node="b", share=0.5))
    assessment = plugged(plan_of(machine, site=site, connections=halves))
    assert [load(assessment, name).load_w.value for name in ("a", "b")] == [600.0, 600.0]
    assert assessment.context.totals.max_w.value == 1200.0
    assert outcome(assessment, "PW20", "ws") == "pass"  # the supply that is left gives 1,300 W


@pytest.mark.parametrize("told", [{}, {"rated_va": 3000.0}])
def test_i10_the_power_of_a_ups_is_asked_for_and_never_reckoned_from_a_factor(told: dict[str, float]) -> None:
    lines = (make_line("ws", known={"max_power_w": 2000.0}), make_line("ups", "ups", known=told))
    finding = find(plugged(plan_of(*lines, site=())), "UP01", "ups")
    assert finding.outcome == "unknown"
    assert "A/ups/rated_w" in finding.missing


def test_i11_watts_times_1_4_is_an_old_rule() -> None:
    # 1,000 W at a power factor of 0.98 are 1,020 VA: a UPS of 1,100 VA is at 93 %, by the old rule it would be at 127 %
    lines = (
        make_line("ws", known={"max_power_w": 1000.0}),
        make_line("ups", "ups", known={"rated_va": 1100.0, "rated_w": 1100.0}),
    )
    finding = find(plugged(plan_of(*lines, site=(), factor=0.98)), "UP01", "ups")
    assert finding.figures[0].value == pytest.approx(100 * 1000 / 0.98 / 1100, abs=0.01)


def test_i15_a_rack_that_got_smaller_says_what_no_longer_fits() -> None:
    line = make_line("srv", known={"max_power_w": 500.0, "rack_u": 2.0})
    mounts = (Placement(line="srv", node="r", bottom_u=30),)
    for height, expected in ((42.0, "pass"), (24.0, "error")):
        plan = plan_of(line, site=(node("r", "rack", "room", u_height=height),), placements=mounts)
        assert outcome(plugged(plan), "RK08", "r") == expected


@pytest.mark.parametrize(("rear_u", "expected"), [(10, "error"), (9, "error"), (11, "pass"), (8, "pass")])
def test_i16_a_machine_in_the_rear_against_a_deep_one_in_the_front(rear_u: int, expected: str) -> None:
    # front: 1 U in U10, as deep as the rack; rear: 2 U from U10 up (one lower they meet too, beside it they do not)
    lines = (
        make_line("front", known={"max_power_w": 500.0, "rack_u": 1.0, "depth_mm": 900.0}),
        make_line("rear", known={"max_power_w": 500.0, "rack_u": 2.0, "depth_mm": 400.0}),
    )
    mounts = (
        Placement(line="front", node="r", bottom_u=10),
        Placement(line="rear", node="r", bottom_u=rear_u, face="rear"),
    )
    rack = node("r", "rack", "room", u_height=42.0, mounting_depth_mm=1000.0)
    assert outcome(plugged(plan_of(*lines, site=(rack,), placements=mounts)), "RK08", "r") == expected


def test_i18_three_servers_on_one_line_and_one_on_another() -> None:
    # 1,100 W each at 220 V and 0.98: 15.3 A on L1, 5.1 on L2; the mean of the three lines would say 6.8
    site = (
        node("p", "panel", "room", volts=220.0, volts_kind="L-N", phases=3.0, breaker_a=16.0, other_load_a=0.0),
        feed("c1", 220.0, 32.0, "p", leg="L1"),
        feed("c2", 220.0, 32.0, "p", leg="L2"),
    )
    line = make_line("srv", quantity=4, known={"max_power_w": 1100.0})
    links = (Connection(line="srv", node="c1", units=3), Connection(line="srv", node="c2"))
    assessment = plugged(plan_of(line, site=site, connections=links, factor=0.98))
    one = load(assessment, "p")
    assert [part.value for part in one.own_a.given["lines_w"]] == [3300.0, 1100.0, 0.0]  # type: ignore[union-attr]
    assert one.total_a.value == pytest.approx(3300 / 220 / 0.98)
    assert one.own_a.given["power_factor"].value == 0.98  # type: ignore[union-attr]

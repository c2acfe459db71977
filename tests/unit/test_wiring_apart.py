"""Cords of one machine on different feeds or UPS, before balance and moves, on rooms counted by hand. 220 V, power factor 1."""

from __future__ import annotations

import msgspec
import pytest

from desktop_app.services.wiring import plan_wiring_of, wiring_json, wiring_lines
from planner.facility.wiring import WiringPlan, first_plan, plan_wiring
from planner.facility.wiring_apart import least_together
from planner.facility.wiring_model import Branch, Device, Outlet, Problem, Site
from planner.facility.wiring_reasons import reasons
from planner.messages import render
from planner.plan.document import Connection, Line, Plan, SiteNode
from planner.wiring.room import wanted
from tests.checks.factories import TODAY, assess_one, make_line, make_plan, node
from tests.checks.rooms import room
from tests.wiring_cases import circuit, machine, socket


def _problem(devices: list[Device], branches: list[Branch], outlets: list[Outlet]) -> Problem:
    return Problem(branches=tuple(branches), outlets=tuple(outlets), devices=tuple(devices))


def _two_feeds(*devices: Device, left: int = 4, right: int = 4, **breakers: float) -> Problem:
    """Return a circuit of 16 A on each of two feeds, with so many outlets."""
    branches = [circuit("C1", breakers.get("first", 16.0), "A"), circuit("C2", breakers.get("second", 16.0), "B")]
    return _problem(list(devices), branches, [socket("S1", "C1", left), socket("S2", "C2", right)])


def _feeds(plan: WiringPlan) -> list[tuple[str, ...]]:
    return [tuple(sorted(feeds)) for feeds in plan.feeds_of.values()]


def test_two_supplies_of_a_machine_nobody_described_go_to_both_feeds() -> None:
    # 1,000 W on each feed either way: nothing but the feeds tells the two plans apart, and parting them moves two cords
    machines = [machine("a", 1000.0, "S1", "S1", parted=2), machine("b", 1000.0, "S2", "S2", parted=2)]
    plan = plan_wiring(_two_feeds(*machines))
    assert _feeds(plan) == [("A", "B"), ("A", "B")]
    assert (plan.score.together, plan.score.moves, plan.proven) == (0, 2, True)
    assert reasons(plan) == ()


def test_feeds_come_before_what_is_advised_and_before_balance() -> None:
    # A has 3,000 W of its own: with half of the machine, 3,250 W, it is above 80 % of 3,520 W; all of it on B would not be
    lamp = machine("lamp", 3000.0, "S1")
    plan = plan_wiring(_two_feeds(lamp, machine("a", 500.0, "S2", "S2", parted=2), left=2, right=2))
    assert _feeds(plan) == [("A", "B")]


def test_an_overload_is_never_the_price() -> None:
    # B carries 5 A = 1,100 W: half of 3,000 W is too much there
    plan = plan_wiring(_two_feeds(machine("a", 3000.0, parted=2), second=5.0))
    assert (plan.unplaced, plan.score.together, plan.score.overload_a) == ((), 1, 0)
    (told,) = reasons(plan)
    assert str(told.message) == (
        "a: 2 of 2 cords hang on A, because no circuit of another feed carries a cord of it beside what hangs there."
    )


def test_outlets_that_are_too_few_are_counted_and_told() -> None:
    # three machines, six cords; B has two outlets: four cords on A, so at least one machine has both there
    machines = [machine(name, 300.0, parted=2) for name in "abc"]
    problem = _two_feeds(*machines, left=6, right=2)
    site, plan = Site(problem), plan_wiring(problem)
    assert least_together(site, tuple((0, 0) for _one in machines)) == 1
    level = next(one for one in plan.levels if one.name == "together")
    assert (level.value, level.bound, level.proven) == (1, 1, True)
    (told,) = reasons(plan)
    assert str(told.message).endswith(
        "2 of 2 cords hang on A, because no outlet that they fit is free on another feed."
    )


def test_a_form_that_one_feed_alone_has_is_told() -> None:
    box = machine("a", 300.0, parted=2)
    fixed = tuple(msgspec.structs.replace(cord, plugs=("iec_c13",)) for cord in box.cords)
    problem = _two_feeds(msgspec.structs.replace(box, cords=fixed))
    forms = ("iec_c13", "gb1002_16a")
    outlets = tuple(msgspec.structs.replace(one, form=form) for one, form in zip(problem.outlets, forms, strict=True))
    plan = plan_wiring(msgspec.structs.replace(problem, outlets=outlets))
    assert [str(one.message) for one in reasons(plan)] == [
        "a: 2 of 2 cords hang on A, because no other feed has an outlet that they fit."
    ]


def test_spare_supplies_that_want_more_feeds_are_spread_evenly() -> None:
    # 4+2 of 10.2 kW bears two lost supplies, so it wants three feeds; on two each has three, 23.2 A
    plan = plan_wiring(_two_feeds(machine("dgx", 10200.0, sides="AABBCC"), left=6, right=6, first=63.0, second=63.0))
    assert [at.count("S1") for at in plan.outlets if at] == [3]
    assert plan.score.together == 0
    assert first_plan(plan.problem).score.together == 0
    assert [one.kind for one in reasons(plan)] == ["feeds"]


def test_what_a_loss_would_stop_stays_together_and_says_so() -> None:
    # a promise of 1+1: apart, B alone would have to carry 3,000 W on 5 A; no half of it fits there either
    plan = plan_wiring(_two_feeds(machine("srv", 3000.0, sides="AB"), second=7.0))
    (told,) = [one for one in reasons(plan) if one.kind == "together"]
    assert plan.feeds_of == {"srv": ("A",)}
    assert "2 of 2 cords hang on A" in str(told.message)


def test_one_feed_alone_asks_for_nothing() -> None:
    problem = _problem(
        [machine("a", 300.0, parted=2)], [circuit("C1"), circuit("C2")], [socket("S1", "C1"), socket("S2", "C2")]
    )
    plan = plan_wiring(problem)
    assert (plan.score.together, reasons(plan)) == (0, ())


def _server(**facts: float | str) -> Line:
    return make_line("srv", known={"max_power_w": 800.0, "psu_count": 2.0, **facts})


def _lab(line: Line, *nodes: SiteNode, links: tuple[Connection, ...] = ()) -> Plan:
    return make_plan(line, site=(room(), *nodes), connections=links, known={"power_factor": 1.0})


def _two_ups() -> tuple[SiteNode, ...]:
    """Return a panel with two circuits of 16 A, a UPS of 2,700 W on each."""
    rated = {"rated_w": 2700.0, "rated_va": 3000.0}
    return (
        node("p", "panel", breaker_a=63.0, volts=220.0, volts_kind="L-N"),
        node("c1", "circuit", "p", breaker_a=16.0, shared=False),
        node("c2", "circuit", "p", breaker_a=16.0, shared=False),
        node("u1", "ups", "c1", **rated),
        node("u2", "ups", "c2", **rated),
    )


@pytest.mark.parametrize(
    ("facts", "sides", "parted"),
    [
        ({}, (), True),  # two supplies and no word on them
        ({"psu_redundancy": "1+1"}, ("A", "B"), False),
        ({"psu_w": 1000.0}, ("A", "B"), False),  # one of 1,000 W carries 800 W
        ({"psu_w": 500.0}, (), False),  # one does not: nothing would be gained
        ({"psu_redundancy": "2+0"}, (), False),
    ],
)
def test_what_a_line_says_of_its_supplies_decides(
    facts: dict[str, float | str], sides: tuple[str, ...], parted: bool
) -> None:
    plan = _lab(_server(**facts), *_two_ups())
    assessment = assess_one(plan)
    (device,) = wanted(plan, assessment.context.alternative, assessment.context.lines).problem.devices
    assert (device.sides, device.parted, len(device.cords)) == (sides, parted, 2)


@pytest.mark.parametrize("facts", [{}, {"psu_redundancy": "1+1"}, {"psu_w": 1000.0}])
def test_two_ups_on_one_feed_fail_apart(facts: dict[str, float | str]) -> None:
    plan = _lab(_server(**facts), *_two_ups(), links=(Connection(line="srv", node="u1"),))
    found = plan_wiring_of(plan, "A", TODAY)
    assert [(one.node, one.share) for one in found.links] == [("u1", 0.5), ("u2", 0.5)]
    assert wiring_json(plan, found, "en")["feeds"] == [{"device": "srv#1", "feeds": ["u1", "u2"]}]
    said = [render(one, "en") for one in wiring_lines(plan, found)]
    assert any(one.startswith("machine srv: the cords of each machine hang on different feeds or UPS") for one in said)


def test_one_ups_is_no_second_feed() -> None:
    nodes = tuple(one for one in _two_ups() if one.id != "u2")
    plan = _lab(_server(), *nodes, links=(Connection(line="srv", node="u1"),))
    found = plan_wiring_of(plan, "A", TODAY)
    assert (found.edit, found.answer.score.together) == (None, 0)

"""What a UPS loses is in the plan of the wiring: on the circuit above it, in what is said, and in what charging takes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from desktop_app.services.wiring import plan_wiring_of, wiring_json, wiring_lines
from planner.assess.run import Assessment
from planner.facility.wiring import WiringPlan, plan_wiring
from planner.facility.wiring_model import Problem
from planner.facility.wiring_reasons import reasons
from planner.facility.wiring_ups import behind_ups
from planner.messages import render
from planner.plan.document import Connection, Plan
from planner.wiring.room import wanted
from tests.checks.factories import TODAY, assess_one, make_line, make_plan, node
from tests.checks.rooms import circuit as site_circuit
from tests.checks.rooms import room
from tests.wiring_cases import circuit, machine, socket, ups


def _alone(power_w: float, **own: Any) -> WiringPlan:
    """Return the plan of one machine, the only outlet behind a UPS of 2,700 W on a 16 A circuit of 220 V."""
    branches = (circuit("C"), ups("U", "C", 2700.0, **own))
    return plan_wiring(Problem(branches=branches, outlets=(socket("S", "U"),), devices=(machine("ws", power_w),)))


@pytest.mark.parametrize(
    ("power_w", "charger_w", "fits"),
    [
        # 1.05 x 2,650 + 108 = 2,890.5 W of 3,520 W
        (2650.0, 0.0, True),
        # with 600 W of charger 3,490.5 W, with 700 W 3,590.5 W
        (2650.0, 600.0, True),
        (2650.0, 700.0, False),
        # more than the UPS gives out, though 1.05 x 2,750 + 108 = 2,995.5 W is not too much for the circuit
        (2750.0, 0.0, False),
    ],
)
def test_a_circuit_carries_what_its_ups_loses_and_charges_with(power_w: float, charger_w: float, fits: bool) -> None:
    assert (_alone(power_w, charger_w=charger_w).unplaced == ()) is fits


def _shared(first_w: float, loss: bool = True) -> WiringPlan:
    """Return the plan of a machine of ``first_w`` and one of 1,000 W behind a UPS of 6 kW on a circuit of 16 A (3,520 W)."""
    one = ups("U", "C", 6000.0) if loss else circuit("U", 32.0, parent="C")
    machines = (machine("ws", first_w), machine("nas", 1000.0))
    return plan_wiring(Problem(branches=(circuit("C"), one), outlets=(socket("S", "U"),), devices=machines))


def test_machines_that_the_circuit_carries_without_the_loss_are_told_so() -> None:
    # 3,400 W fit in 3,520 W; 1.05 x 3,400 + 240 = 3,810 W do not
    assert _shared(2400.0, loss=False).unplaced == ()
    plan = _shared(2400.0)
    assert len(plan.unplaced) == 1
    assert [one.kind for one in reasons(plan)] == ["ups"]
    assert "what U lose or charge with" in str(reasons(plan)[0].message)


def test_a_machine_too_large_by_the_loss_alone_is_told_the_circuit_it_needs() -> None:
    # 3,200 W are 14.5 A; 1.05 x 3,200 + 240 = 3,600 W are 16.4 A: 20 A, or past the UPS
    plan = plan_wiring(
        Problem(
            branches=(circuit("C"), ups("U", "C", 6000.0)),
            outlets=(socket("S", "U"),),
            devices=(machine("ws", 3200.0),),
        )
    )
    (told,) = reasons(plan)
    assert (told.kind, told.size_a) == ("ups", 20.0)
    assert "draws 14.5 A" in str(told.message)
    assert "would carry 16.4 A" in str(told.message)


def test_a_machine_too_large_for_the_ups_is_told_that() -> None:
    (told,) = reasons(_alone(2750.0))
    assert told.kind == "bank"
    assert "U (2,700 W)" in str(told.message)


def test_a_ups_with_nothing_behind_it_loses_nothing() -> None:
    # 3,500 W on the circuit's own socket: 15.9 A; 240 W of an idle UPS would be too much
    branches = (circuit("C"), ups("U", "C", 6000.0))
    outlets = (socket("S", "U"), socket("W", "C"))
    plan = plan_wiring(Problem(branches=branches, outlets=outlets, devices=(machine("ws", 3500.0),)))
    assert plan.outlets == (("W",),)
    assert list(behind_ups(plan)) == []


def test_what_a_ups_loses_is_said() -> None:
    (found,) = behind_ups(_alone(2000.0))
    assert (found.load_w, found.loss_w) == (pytest.approx(2000.0), pytest.approx(208.0))


def test_one_ups_behind_another_is_a_load_with_its_loss() -> None:
    # inner: 500 W, loses 40 + 25; outer: 565 W, loses 108 + 28.25: 701.25 W of a 3 A circuit (660 W)
    branches = (circuit("C", 3.0), ups("U", "C", 2700.0), ups("V", "U", 1000.0))
    small = Problem(branches=branches, outlets=(socket("S", "V"),), devices=(machine("pc", 500.0),))
    assert plan_wiring(small).unplaced == ("pc",)
    branches = (circuit("C", 701.3 / 220), *branches[1:])
    plan = plan_wiring(Problem(branches=branches, outlets=small.outlets, devices=small.devices))
    assert plan.unplaced == ()
    assert [(one.branch.id, round(one.loss_w, 2)) for one in behind_ups(plan)] == [("U", 136.25), ("V", 65.0)]


def _lab(*machines_w: float, links: tuple[Connection, ...] = (), **values: float) -> Plan:
    """Return machines in a room with a UPS of 2,700 W on one circuit and sockets on another, 16 A each."""
    lines = [make_line(f"m{number}", known={"max_power_w": power_w}) for number, power_w in enumerate(machines_w)]
    site = (
        room(),
        site_circuit("c1"),
        site_circuit("c2", breaker_a=10.0),
        node("u1", "ups", "c1", **{"rated_w": 2700.0, "rated_va": 3000.0, **values}),
        node("s2", "socket", "c2", outlet_count=4.0, form="gb1002_16a"),
    )
    return make_plan(*lines, site=site, connections=links, known={"power_factor": 1.0})


def _wanted(plan: Plan) -> tuple[Problem, tuple[str, ...], Assessment]:
    assessment = assess_one(plan)
    ask = wanted(plan, assessment.context.alternative, assessment.context.lines)
    return ask.problem, ask.missing, assessment


def test_the_ratings_and_losses_of_a_plan_are_those_of_the_assessment() -> None:
    links = (Connection(line="m0", node="u1"),)
    problem, missing, assessment = _wanted(_lab(2000.0, links=links))
    plan = plan_wiring(problem)
    assert missing == ()
    assert plan.outlets == (("u1",),)
    (found,) = behind_ups(plan)
    load = assessment.context.site.loads["c1"].load_w.require()
    assert found.load_w + found.loss_w == pytest.approx(load)
    assert load == 2208.0


def test_a_ups_nobody_knows_the_rating_of_is_asked_for() -> None:
    plan = _lab(2000.0)
    nodes = tuple(node("u1", "ups", "c1") if one.id == "u1" else one for one in plan.site)
    _problem, missing, _assessment = _wanted(msgspec.structs.replace(plan, site=nodes))
    assert missing == ("site/u1/rated_w", "site/u1/rated_va")


def test_what_stays_behind_a_ups_counts_with_its_loss() -> None:
    # the other unit hangs on a circuit nobody knows, so that the line stays: 700 of 2,700 W at the UPS are taken;
    # 1.05 x 700 + 108 = 843 W are 3.83 A on the circuit, and 500 W of charger are kept free there
    plan = _lab(700.0, 2000.0, charger_w=500.0)
    links = (Connection(line="m0", node="u1"), Connection(line="m0", node="c3"))
    one = msgspec.structs.replace(plan.alternatives[0], connections=links)
    plan = msgspec.structs.replace(plan, alternatives=(one,), site=(*plan.site, node("c3", "circuit")))
    problem, _missing, _assessment = _wanted(plan)
    branches = {one.id: one for one in problem.branches}
    assert (branches["u1"].limit_w, branches["u1"].loss_w, branches["u1"].charger_w) == (2000.0, 0.0, 0.0)
    assert branches["c1"].other_a == pytest.approx(843 / 220)
    assert branches["c1"].reserve_a == pytest.approx(500 / 220)


def test_the_loss_is_told_in_words_and_in_the_answer() -> None:
    # 2,000 W behind the UPS: 108 + 100 W lost, on a circuit of 16 A; the other circuit carries 10 A at most
    plan = _lab(2000.0, 1900.0, links=(Connection(line="m0", node="u1"), Connection(line="m1", node="s2")))
    found = plan_wiring_of(plan, "A", TODAY)
    lines = [render(line, "en") for line in wiring_lines(plan, found)]
    assert "u1 gives 2,000 W to what is planned here and loses 208 W; its circuit is reckoned with both." in lines
    assert wiring_json(plan, found, "en")["ups"] == [{"node": "u1", "load_w": 2000.0, "loss_w": 208.0}]

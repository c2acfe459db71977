"""Steps of findings that one edit of the plan answers: what is to be fitted, asked for, or hung elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Plan
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def cleared(plan: Plan, check: str, subject: str) -> str:
    """Return the outcome of a check on a subject after its step."""
    return outcome(assess_one(fixed(plan, find(assess_one(plan), check, subject))), check, subject)


def one(*nodes: Any, known: dict[str, Any] | None = None, at: str = "c1", rooms: dict[str, Any] | None = None) -> Plan:
    line = make_line("ws", known={"max_power_w": 1000.0, **(known or {})})
    return make_plan(line, site=(room(**(rooms or {})), *nodes), plugged={"ws": at})


@pytest.mark.parametrize("rcd_ma", [0.0, 100.0])
def test_a_residual_current_device_is_fitted(rcd_ma: float) -> None:
    plan = one(unit(), circuit(rcd_ma=rcd_ma), node("s1", "socket", "c1", rating_a=10.0), at="s1")
    assert cleared(plan, "PW26", "c1") == "pass"


def test_a_fire_detector_is_put_in() -> None:
    assert cleared(one(unit(), circuit(), rooms={"fire_detector": False}), "LS03", "room") == "pass"


def test_a_low_ambient_kit_is_put_in() -> None:
    plan = one(unit(low_ambient_c=-5.0), circuit(), rooms={"outdoor_min_c": -15.0})
    assert cleared(plan, "CO05", "ac1") == "pass"


def test_an_air_conditioner_gets_a_circuit_of_its_own() -> None:
    there = one(circuit(), node("ac1", "ac", "c1", total_kw=5.0))
    assert find(assess_one(there), "CO06", "ac1").outcome == "error"
    assert cleared(there, "CO06", "ac1") == "pass"
    lines = (make_line("ws", known={"max_power_w": 1000.0}), make_line("ac", "cooling", known={"total_kw": 5.0}))
    bought = make_plan(*lines, site=(room(), circuit()), plugged={"ws": "c1", "ac": "c1"})
    assert cleared(bought, "CO06", "ac") == "pass"
    assert find_all(assess_one(fixed(bought, find(assess_one(bought), "CO06", "ac"))), "PW33", "ac") == ()
    large = make_plan(
        lines[0], make_line("ac", "cooling", known={"total_kw": 20.0}), site=(room(), circuit(breaker_a=63.0)),
        plugged={"ws": "c1", "ac": "c1"},
    )  # fmt: skip
    assert find(assess_one(large), "CO06", "ac").fix is None  # 20 kW / 3 / 215.6 = 30.9 A


def test_an_online_ups_is_asked_for() -> None:
    ups = make_line("ups", "ups", known={"rated_w": 9000.0, "rated_va": 10000.0, "topology": "line-interactive"})
    machine = make_line("ws", known={"max_power_w": 5000.0})
    plan = make_plan(machine, ups, site=(room(), unit(), circuit(breaker_a=63.0)), plugged={"ws": "c1"})
    assert cleared(plan, "UP12", "ups") == "pass"


def test_cables_and_inlets_are_asked_for() -> None:
    card = make_item("rtx4090", "accelerator", tdp_w=450.0)
    line = make_line("ws", card=card, cards=4, known={"max_power_w": 2300.0, "gpu_cables": 3.0, "inlet": "C14"})
    plan = make_plan(line, site=(room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=16.0)),
                     plugged={"ws": "s1"}, items=(card,))  # fmt: skip
    assert cleared(plan, "PW23", "ws") == "pass"
    assert find(assess_one(plan), "PW16", "ws").outcome == "error"  # 2,300 / 215.6 = 10.7 A of 10
    assert cleared(plan, "PW16", "ws") == "pass"


@pytest.mark.parametrize(("supplies", "power_w", "expected"), [(2.0, 10.0, "error"), (1.0, 10.0, ""), (2.0, 33.0, "")])
def test_a_machine_of_two_supplies_draws_no_few_watts(supplies: float, power_w: float, expected: str) -> None:
    plan = one(unit(), circuit(), known={"max_power_w": power_w, "psu_count": supplies})
    assert outcome(assess_one(plan), "DQ02", "ws") == expected


def test_a_socket_of_the_right_form_is_put_in() -> None:
    plan = one(unit(), circuit(), node("s1", "socket", "c1", rating_a=10.0, form="gb1002_10a"), at="s1",
               known={"inlet": "C20"})  # fmt: skip
    assert find(assess_one(plan), "PW14", "s1").outcome == "error"
    assert cleared(plan, "PW14", "s1") == ""
    small = one(unit(), circuit(), node("s1", "socket", "c1", rating_a=16.0, form="gb1002_16a"), at="s1",
                known={"inlet": "C14"})  # fmt: skip
    assert find(assess_one(small), "PW14", "s1").fix is None  # a larger socket takes it no better


def test_a_cap_bears_the_peaks() -> None:
    card = make_item("rtx4090", "accelerator", tdp_w=450.0)
    line = make_line("ws", card=card, cards=4, known={"max_power_w": 2500.0, "psu_count": 1.0, "psu_w": 2400.0})
    plan = make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=(card,))
    # 2,500 x 0.92 + 4 x 450 = 4,100 W at the peak; an ATX 3.x supply bears 1.8 x 2,400 = 4,320 W, others 3,480 W
    plain = fixed_of(plan, atx3=False)
    finding = find(assess_one(plain), "PW22", "ws")
    assert finding.outcome == "warning"
    # at 300 W each: 1,700 + 1,200 = 2,900 W
    assert outcome(assess_one(fixed(plain, finding)), "PW22", "ws") == "pass"


def fixed_of(plan: Plan, **facts: bool) -> Plan:
    """Return a plan with facts of its machine told."""
    for name, value in facts.items():
        plan, _change = SetValue(path=f"alternatives/A/lines/ws/facts/{name}", value={"value": value}).apply(plan)
    return plan

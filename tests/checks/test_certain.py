"""What is told before everything is known: fails or holds at every customary voltage (220 to 400 V), else is asked for.

Power factor 0.98 unless it is not told; a power factor is at most 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.checks.catalogue import ALL_CHECKS
from planner.plan.document import Connection, Organisation, Plan
from tests.checks import factories
from tests.checks.factories import find, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit

LOOKED_AT = tuple(one for one in ALL_CHECKS if one.id in ("PW01", "PW02", "PW06", "PW13"))


def assess_one(plan: Plan) -> Assessment:
    """Return the assessment by the checks of current alone: PW31 speaks first of a large machine."""
    return factories.assess_one(plan, LOOKED_AT)


@pytest.mark.parametrize(
    ("power_w", "values", "expected"),
    [
        # nothing is told: three-phase at 400 V is least. 12,000 / (692.8 x 0.98) = 17.7 A; 10,800 W: 15.9 A
        (12000.0, {}, "error"),
        (10800.0, {}, "unknown"),
        # at most at 220 V: 3,400 / 215.6 = 15.8 A
        (3400.0, {}, "pass"),
        # one phase: least at 400 V between lines. 6,400 / 392 = 16.3 A; 6,200 / 392 = 15.8 A
        (6400.0, {"phases": 1.0}, "error"),
        (6200.0, {"phases": 1.0}, "unknown"),
        # on one line, so to neutral: 3,700 / (230 x 0.98) = 16.4 A; 3,500 W: 15.5 A at 230 V, 16.2 A at 220 V
        (3700.0, {"leg": "L1"}, "error"),
        (3500.0, {"leg": "L1"}, "unknown"),
        # three phases: from 658.2 V (380 V between lines) to 692.8 V (400 V). 11,000 W: 16.2 A
        (11000.0, {"phases": 3.0}, "error"),
    ],
)
def test_a_voltage_that_nobody_told(power_w: float, values: dict[str, Any], expected: str) -> None:
    site = circuit(volts=None, volts_kind=None, **values)
    assessment = assess_one(one_machine(power_w, site))
    assert outcome(assessment, "PW01", "c1") == (expected if expected != "unknown" else "")  # PW06 asks for it
    assert outcome(assessment, "PW06", "c1") == "unknown"


def test_a_household_socket_has_a_line_and_the_neutral() -> None:
    site = (circuit(volts=None, volts_kind=None), node("s1", "socket", "c1", form="gb1002_16a"))
    assert outcome(assess_one(one_machine(3700.0, *site, at="s1")), "PW01", "c1") == "error"  # 16.4 A at 230 V


@pytest.mark.parametrize(("power_w", "expected"), [(12000.0, "error"), (10000.0, "")])
def test_a_kind_of_voltage_that_nobody_told(power_w: float, expected: str) -> None:
    # 380 V, three phases, between lines for sure: 12,000 / (658.2 x 0.98) = 18.6 A; PW13 asks
    site = circuit(volts=380.0, volts_kind=None, phases=3.0)
    assessment = assess_one(one_machine(power_w, site, phases=3.0))
    assert outcome(assessment, "PW01", "c1") == expected
    assert outcome(assessment, "PW13", "c1") == "unknown"


@pytest.mark.parametrize(("power_w", "expected"), [(3600.0, "error"), (3500.0, "")])
def test_a_power_factor_that_nobody_told(power_w: float, expected: str) -> None:
    # at 1: 3,600 / 220 = 16.4 A; 3,500 / 220 = 15.9 A
    plan = one_machine(power_w, known={"power_factor": None})
    assert outcome(assess_one(plan), "PW01", "c1") == expected


def test_a_machine_of_unknown_power_does_not_hide_what_is_certain() -> None:
    lines = (make_line("ws", known={"max_power_w": 3600.0}), make_line("box"))
    plan = make_plan(*lines, site=(room(), unit(), circuit()), plugged={"ws": "c1", "box": "c1"})
    finding = find(assess_one(plan), "PW01", "c1")
    assert finding.outcome == "error"
    assert finding.figures[0].value == pytest.approx(3600 / 215.6)  # 16.7 A


def test_margin_for_hours_is_told_when_it_is_certain() -> None:
    # 13.2 A at 230 V, 13.8 A at 220 V: below 16 A, above 12.8 A in either case
    assessment = assess_one(one_machine(2980.0, circuit(volts=None, volts_kind=None, leg="L1")))
    assert outcome(assessment, "PW01", "c1") == "pass"
    assert outcome(assessment, "PW02", "c1") == "warning"


def test_other_profiles_have_their_own_voltages() -> None:
    # NEC: 277 V to neutral at most. 4,500 / (277 x 0.98) = 16.6 A; under GB 230 V
    site = circuit(volts=None, volts_kind=None, leg="L1")
    nec = Organisation(profile="NEC")
    assert outcome(assess_one(one_machine(4500.0, site, organisation=nec)), "PW01", "c1") == "error"
    assert outcome(assess_one(one_machine(4200.0, site, organisation=nec)), "PW01", "c1") == ""


def test_a_bound_by_lines_that_nobody_told_is_no_overload() -> None:
    # 2 x 10 A on lines that nobody told, others at the panel not told: 20 A on one line or 10 A on two; 16 A
    panel = node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=16.0)
    below = [node(name, "circuit", "p", breaker_a=16.0, shared=False) for name in ("c1", "c2")]
    line = make_line("ws", quantity=2, known={"max_power_w": 2150.0})
    links = tuple(Connection(line="ws", node=name) for name in ("c1", "c2"))
    plan = make_plan(line, site=(room(), unit(), panel, *below), connections=links)
    assert find(assess_one(plan), "PW01", "p").outcome == "unknown"
    # six on each: wherever it lies, a line has 6 x 10 A
    many = make_line("ws", quantity=12, known={"max_power_w": 2150.0})
    links = tuple(Connection(line="ws", node=name, units=6) for name in ("c1", "c2"))
    plan = make_plan(many, site=(room(), unit(), panel, *below), connections=links)
    finding = find(assess_one(plan), "PW01", "p")
    assert finding.outcome == "error"
    assert finding.figures[0].value == pytest.approx(6 * 2150 / (380 / 3**0.5 * 0.98))


@pytest.mark.parametrize(("values", "expected"), [({}, ""), ({"phases": 1.0}, "error"), ({"volts": 220.0}, "error")])
def test_a_large_machine_on_a_circuit_that_may_be_three_phase(values: dict[str, Any], expected: str) -> None:
    # 5 kW on 16 A: 7.4 A on three lines of 400 V, 23 A on one of 220 V
    site = circuit(**{"volts": None, "volts_kind": None, **values})
    assert outcome(factories.assess_one(one_machine(5000.0, site)), "PW31", "c1") == expected

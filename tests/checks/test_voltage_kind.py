"""What a voltage is under the standard in force: 208 V is between lines in North America, 277 V to neutral where told so."""

from __future__ import annotations

import msgspec
import pytest

from planner.assess.current import Phases
from planner.assess.voltage_kind import is_line_to_line, is_of_three_phases, kind_of
from planner.figure import entered
from planner.plan.document import Organisation, Plan
from planner.wiring.supply import Supply
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit

NEC = Organisation(profile="NEC")


@pytest.mark.parametrize(
    ("volts_v", "kind", "profile", "between", "three"),
    [
        (220, "", "", False, False),
        (380, "", "", True, True),
        (380, "L-N", "", True, True),  # a contradiction that PW13 tells: it is none to neutral
        (208, "", "NEC", True, True),  # 120 V x sqrt 3
        (208, "", "", False, False),
        (240, "L-L", "NEC", True, False),  # a split phase of 2 x 120 V, or three phases
        (277, "L-N", "NEC", False, False),  # told first
        (277, "", "NEC", True, False),  # above 200 V and not told: asked for, and surely not of three phases
        (480, "L-L", "NEC", True, True),
        (480, "L-N", "NEC", True, True),
        (120, "", "NEC", False, False),
    ],
)
def test_told_kind_first_then_the_limits_of_the_standard(
    volts_v: float, kind: str, profile: str, between: bool, three: bool
) -> None:
    volts = entered("site/p/volts", float(volts_v), "V")
    assert is_line_to_line(volts, kind, profile) is between
    assert is_of_three_phases(volts, kind, profile) is three


def test_kind_that_is_offered_where_none_was_told() -> None:
    assert [kind_of(entered("v", volts, "V"), "NEC") for volts in (120.0, 208.0, 240.0, 277.0, 480.0)] == [
        "L-N",
        "L-L",
        "L-L",
        "L-N",
        "L-L",
    ]


def american(volts: float, **more: float | str) -> Plan:
    """A machine of 2,000 W on a circuit below a panel of such a voltage, under the NEC."""
    site = (
        room(),
        unit(),
        node("p", "panel", "room", volts=volts, breaker_a=60.0, shared=False, **more),
        node("c", "circuit", "p", breaker_a=30.0, shared=False, phases=1.0),
    )
    plan = make_plan(make_line("ws", known={"max_power_w": 2000.0}), site=site, plugged={"ws": "c"})
    return msgspec.structs.replace(plan, organisation=NEC)


def test_a_panel_of_208_v_has_three_phases_and_its_circuits_120_v() -> None:
    # 208 / sqrt 3 = 120.1 V: 2,000 / (120.1 x 0.98) = 16.99 A, on one line of the panel; 208 V would give 9.81 A
    loads = assess_one(american(208.0, volts_kind="L-L")).context.site.loads
    assert loads["c"].total_a.require() == pytest.approx(16.99, abs=0.01)
    assert loads["p"].total_a.require() == pytest.approx(16.99, abs=0.01)


def test_a_panel_of_277_v_to_neutral_is_that() -> None:
    # 2,000 / (277 x 0.98) = 7.37 A
    loads = assess_one(american(277.0, volts_kind="L-N")).context.site.loads
    assert loads["c"].total_a.require() == pytest.approx(7.37, abs=0.01)


def test_a_panel_of_240_v_is_not_taken_for_three_phases() -> None:
    # two lines of 120 V or three of 240 V: what its circuit has is not known
    loads = assess_one(american(240.0, volts_kind="L-L")).context.site.loads
    assert not loads["c"].total_a.known
    assert loads["c"].total_a.missing == ("site/c/volts",)


def test_208_v_of_which_no_kind_is_told_is_asked_for() -> None:
    found = assess_one(american(208.0))
    assert found.context.site.loads["c"].total_a.missing == ("site/p/volts_kind",)
    assert outcome(found, "PW13", "p") == "unknown"
    fix = find(found, "PW13", "p").fix
    assert fix is not None
    assert getattr(fix.edit, "value", {})["value"] == "L-L"


def test_the_wiring_planner_sees_the_same_voltages() -> None:
    for volts, kind, expected in ((208.0, "L-L", 120.09), (277.0, "L-N", 277.0), (480.0, "L-L", 277.13)):
        plan = american(volts, volts_kind=kind)
        supply = Supply(plan.site, "NEC")
        circuit = supply.by_id["c"]
        assert supply.volts(circuit) == pytest.approx(expected, abs=0.01)
        assert not supply.between(circuit)
    at_it = node("c", "circuit", volts=208.0, volts_kind="L-L", phases=1.0)
    alone = Supply((at_it,), "NEC")
    assert alone.between(at_it)  # 208 V of one phase lie between two lines
    assert not Supply((node("c", "circuit", volts=208.0, phases=1.0),), "").between(node("c", "circuit"))


def test_phases_hold_for_the_profile_they_are_looked_up_for() -> None:
    panel = node("p", "panel", volts=208.0, volts_kind="L-L")
    assert Phases({"p": panel}, "NEC").three(panel)
    assert not Phases({"p": panel}, "").three(panel)

"""What a step may bring: an overload that is cured here for a warning there is no remedy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.checks.trial import is_worse
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

BOX = make_item("box", "system", psu_count=2.0, psu_w=3000.0)


def split_or_not(**second: Any) -> Plan:
    """A machine of 2,500 W and two cords (11.6 A at 215.6 V) on a 10 A socket; the other circuit of the panel has one like it."""
    site = (
        room(),
        unit(),
        node("panel", "panel", "room", volts=220.0, volts_kind="L-N", phases=1.0, breaker_a=63.0),
        msgspec.structs.replace(circuit("c1"), parent="panel"),
        msgspec.structs.replace(circuit("c2", **second), parent="panel"),
        node("s1", "socket", "c1", rating_a=10.0),
        node("s2", "socket", "c2", rating_a=10.0),
    )
    line = make_line("ws", item=BOX, known={"max_power_w": 2500.0})
    return make_plan(line, site=site, connections=(Connection(line="ws", node="s1"),), items=(BOX,))


def step_of(plan: Plan) -> str:
    fix = find(assess_one(plan), "PW03", "s1").fix
    return "" if fix is None else fix.label.id


def test_a_machine_is_parted_over_two_circuits_that_carry_it() -> None:
    plan = split_or_not()
    assert step_of(plan) == "PW.fix.move"
    after = assess_one(fixed(plan, find(assess_one(plan), "PW03", "s1")))
    assert (outcome(after, "PW03", "s1"), outcome(after, "PW07", "c2")) == ("pass", "pass")


@pytest.mark.parametrize(
    "second",
    [
        {"shared": True, "other_load_a": 2.0},  # PW07: half of it is 1.25 kW on a circuit that others use
        {"cable_length_m": 150.0},  # PW05: 5.8 A x 2 x 0.0225 x 150 / 2.5 mm2 = 15.7 V, 7.1 % of 220 V
        {"breaker_a": 10.0, "shared": False, "other_load_a": 3.0},  # PW02: 5.8 + 3 A are more than 8 A
    ],
)
def test_it_is_not_parted_for_a_warning_on_the_other_circuit(second: dict[str, Any]) -> None:
    assert step_of(split_or_not(**second)) != "PW.fix.move"


def test_it_is_not_parted_over_two_feeds_of_which_one_does_not_carry_it_alone() -> None:
    # without the panel each circuit is a feed: with c2 lost all 11.6 A are on the 10 A of s1 (PW20)
    plan = split_or_not()
    apart = tuple(one if one.type != "circuit" else msgspec.structs.replace(one, parent="room") for one in plan.site)
    assert step_of(msgspec.structs.replace(plan, site=apart)) != "PW.fix.move"


def test_what_was_hidden_by_an_error_or_was_there_is_not_new() -> None:
    assert is_worse({}, {("PW02", "c1"): 1})
    assert not is_worse({("PW01", "c1"): 2}, {("PW02", "c1"): 1})  # PW01 hides PW02
    assert not is_worse({("PW05", "c1"): 2}, {("PW05", "c1"): 1})
    assert is_worse({("PW05", "c1"): 1}, {("PW05", "c1"): 2})
    assert is_worse({("PW05", "c1"): 1}, {("PW05", "c2"): 1})


def test_age_goes_with_the_place_and_sharing_with_the_machine() -> None:
    assert not is_worse({}, {("PW08", "c2"): 1})  # the wiring was as old before
    assert not is_worse({("PW07", "c1"): 1}, {("PW07", "c2"): 1})  # one shared circuit for another
    assert is_worse({("PW07", "c1"): 1}, {("PW07", "c1"): 1, ("PW07", "c2"): 1})


def test_a_smaller_breaker_is_no_remedy_where_it_trips_at_switch_on() -> None:
    # 2 supplies of 30 A at least are 60 A: curve B holds up to 3 x 32 = 96 A, with 16 A only up to 48 A (PW24)
    def plan(curve: str) -> Plan:
        line = make_line("ws", item=BOX, known={"max_power_w": 2500.0})
        site = (room(), unit(), circuit("c1", breaker_a=32.0, cable_mm2=2.5, breaker_curve=curve))
        return make_plan(line, site=site, connections=(Connection(line="ws", node="c1"),), items=(BOX,))

    def label(curve: str) -> str:
        fix = find(assess_one(plan(curve)), "PW04", "c1").fix
        return "" if fix is None else fix.label.id

    assert label("B") == "PW04.fix.cable"
    assert label("C") == "PW04.fix.breaker"  # 5 x 16 = 80 A
    after = assess_one(fixed(plan("B"), find(assess_one(plan("B")), "PW04", "c1")))
    assert outcome(after, "PW24", "c1") != "warning"

"""DQ06: the load of others that was told, and the air conditioner on the same circuit, are asked about once."""

from __future__ import annotations

import msgspec
import pytest

from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, node, outcome
from tests.checks.rooms import circuit, one_machine


def _plan(ac: dict[str, float | str], at: str = "c1", **of_circuit: float) -> Plan:
    plan = one_machine(1000.0, circuit(**of_circuit), node("s1", "socket", "c1"))
    units = tuple(node("ac1", "ac", at, **ac) if one.type == "ac" else one for one in plan.site)
    return msgspec.structs.replace(plan, site=units)


@pytest.mark.parametrize("at", ["c1", "s1"])
def test_both_are_counted_and_asked_about_once(at: str) -> None:
    plan = _plan({"power_in_kw": 1.1}, at, other_load_a=8.0)
    (told,) = find_all(assess_one(plan), "DQ06")
    assert (told.outcome, told.subject) == ("note", "ac1")
    assert "1.1 kW" in str(told.message)
    assert "8" in str(told.message)


def test_the_step_leaves_what_the_unit_does_not_draw() -> None:
    # 1,078 W at 220 V and 0.98 are 5 A of the 8 A that were told
    plan = _plan({"power_in_kw": 1.078}, other_load_a=8.0)
    before = assess_one(plan)
    after = fixed(plan, find(before, "DQ06", "ac1"))
    left = next(one for one in after.site if one.id == "c1").values["other_load_a"].value
    factor = before.context.site.loads["c1"].power_factor.value or 1.0
    assert left == pytest.approx(round(8 - 1078 / 220 / factor, 1))


@pytest.mark.parametrize(
    ("ac", "at", "told"),
    [
        ({"power_in_kw": 1.1}, "c1", {}),  # nobody told what others draw
        ({"power_in_kw": 1.1}, "room", {"other_load_a": 8.0}),  # it hangs elsewhere
        ({}, "c1", {"other_load_a": 8.0}),  # nothing of it is counted
        ({"power_in_kw": 1.1}, "c1", {"other_load_a": 8.0, "reading_a": 9.0}),  # the reading has it
        ({"power_in_kw": 1.1}, "c1", {"other_load_a": 0.0}),
    ],
)
def test_where_nothing_can_be_twice_nothing_is_asked(
    ac: dict[str, float | str], at: str, told: dict[str, float]
) -> None:
    assert outcome(assess_one(_plan(ac, at, **told)), "DQ06") == ""

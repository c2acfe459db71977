"""What an air conditioner that is there draws counts on the circuit and the panel that feed it; currents worked by hand.

1.65 kW / (220 V x 0.98) = 7.653 A; 2,156 W / (220 V x 0.98) = 10 A; 6.45 kW / (sqrt(3) x 380 V x 0.98) = 10.0 A.
"""

from __future__ import annotations

from typing import Any

import pytest

from planner.figure import walk
from planner.plan.document import Plan, SiteNode
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import room

UNIT_A = 1650 / (220 * 0.98)


def split(parent: str = "c1", **values: Any) -> SiteNode:
    """Return an air conditioner that hangs on ``parent``."""
    return node("ac-1", "ac", parent, **{"power_in_kw": 1.65, **values})


def small(power_w: float, *site: SiteNode, at: str = "c1") -> Plan:
    """Return a plan of one machine at a node of these."""
    return make_plan(make_line("ws", known={"max_power_w": power_w}), site=(room(), *site), plugged={"ws": at})


def branch(name: str = "c1", **values: Any) -> SiteNode:
    """Return a circuit of 16 A on the panel, of its voltage."""
    told = {"breaker_a": 16, "shared": False, "cable_mm2": 2.5, "cable_length_m": 20, **values}
    return node(name, "circuit", "p1", **told)


def main(**values: Any) -> SiteNode:
    """Return a panel of one phase and 40 A on which nobody else draws anything."""
    return node(
        "p1", "panel", "room", **{"breaker_a": 40, "other_load_a": 0, "volts": 220, "volts_kind": "L-N", **values}
    )


def test_a_unit_counts_on_its_circuit_and_on_the_panel() -> None:
    plan = small(150.92, main(), branch(shared=True, other_load_a=8), split())  # 0.7 A
    found = assess_one(plan)
    loads = found.context.site.loads
    assert loads["c1"].total_a.value == pytest.approx(8 + 0.7 + UNIT_A)  # 16.35 A
    assert loads["p1"].total_a.value == pytest.approx(8 + 0.7 + UNIT_A)
    assert outcome(found, "PW01", "c1") == "error"  # of 16 A
    named = {one.key: one.value for one in walk(loads["c1"].total_a)}  # what Why? shows
    assert named["site/ac-1/power_in_kw"] == 1.65


def test_a_unit_on_a_circuit_without_machines_counts_on_the_panel_only() -> None:
    plan = small(2156, main(), branch(), branch("c2"), split("c2"))
    loads = assess_one(plan).context.site.loads
    assert loads["c1"].total_a.value == pytest.approx(10)
    assert loads["p1"].total_a.value == pytest.approx(10 + UNIT_A)


def test_a_reading_holds_the_unit_already() -> None:
    plan = small(2156, main(), branch(reading_a=5.0, reading_on="2026-11-20"), split())
    loads = assess_one(plan).context.site.loads
    assert loads["c1"].total_a.value == pytest.approx(15)
    assert loads["p1"].total_a.value == pytest.approx(15)


def test_a_unit_of_three_phases_draws_on_each_line() -> None:
    panel = main(volts=380, volts_kind="L-L", phases=3)
    three = split("c2", power_in_kw=6.45, phases=3)
    plan = small(2156, panel, branch(leg="L1"), branch("c2", phases=3), three)
    loads = assess_one(plan).context.site.loads
    at_220 = 2156 / (380 / 3**0.5 * 0.98)
    assert loads["c2"].total_a.value == pytest.approx(6450 / (3**0.5 * 380 * 0.98))
    assert loads["p1"].total_a.value == pytest.approx(at_220 + 6450 / (3**0.5 * 380 * 0.98))


def test_lines_apart_do_not_add_up() -> None:
    panel = main(volts=380, volts_kind="L-L", phases=3)
    plan = small(2156, panel, branch(leg="L1"), branch("c2", leg="L2"), split("c2"))
    loads = assess_one(plan).context.site.loads
    assert loads["p1"].total_a.value == pytest.approx(2156 / (380 / 3**0.5 * 0.98))


def test_without_its_power_nothing_is_added() -> None:
    bare = node("ac-1", "ac", "c1")
    loads = assess_one(small(2156, main(), branch(), bare)).context.site.loads
    assert loads["c1"].total_a.value == pytest.approx(10)


def test_the_wiring_planner_reckons_with_the_unit() -> None:
    plan = small(150.92, main(), branch(shared=True, other_load_a=8), split())
    one = plan.alternatives[0]
    problem = wanted(plan, one, assess_one(plan).context.lines).problem
    others = {branch.id: branch.other_a for branch in problem.branches}
    assert others["c1"] == pytest.approx(8 + UNIT_A)
    assert others["p1"] == pytest.approx(8 + UNIT_A)


def test_a_unit_on_the_panel_is_on_no_circuit_of_machines() -> None:
    site = (main(), branch(), split("p1"))
    assert outcome(assess_one(small(2156, *site)), "CO06", "ac-1") == "pass"
    told = (main(), branch(), split("p1", own_circuit=False))  # said to share a circuit all the same
    assert outcome(assess_one(small(2156, *told)), "CO06", "ac-1") == "warning"


def test_a_second_unit_is_advised_only_where_there_is_one() -> None:
    one = (main(), branch(), split("room", total_kw=5.0))
    two = (*one, node("ac-2", "ac", "room", total_kw=5.0))
    ids = [find(assess_one(small(9000, *site)), "CO03", "room").remedy for site in (one, two)]
    assert [said.id for said in ids if said is not None] == ["CO03.remedy", "CO03.remedy.several"]

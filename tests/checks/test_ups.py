"""UP01: what a UPS carries, in W and VA."""

from __future__ import annotations

import msgspec

from planner.checks.ups import CHECKS
from planner.figure import Quality
from planner.plan.document import Connection, Plan, SiteNode
from tests.checks.factories import assess_one, find, make_line, make_plan, node


def lab(load_w: float, rated_w: float = 2700.0, rated_va: float = 3000.0) -> Plan:
    machine = make_line("ws", known={"max_power_w": load_w})
    ups = make_line("ups", "ups", known={"rated_w": rated_w, "rated_va": rated_va})
    return make_plan(machine, ups, known={"power_factor": 0.98})


def test_a_load_with_room_to_spare_passes() -> None:
    # 2000/2700 = 74.1 %; 2000/0.98/3000 = 68.0 %: the larger counts
    finding = find(assess_one(lab(2000.0), CHECKS), "UP01", "ups")
    assert finding.outcome == "pass"
    assert abs(finding.figures[0].require() - 74.0741) < 1e-3


def test_volt_amperes_count_where_they_are_tighter() -> None:
    # 2000/0.98/2100 = 97.2 % although 2000 W of 2700 W would be 74 %
    finding = find(assess_one(lab(2000.0, rated_va=2100.0), CHECKS), "UP01", "ups")
    assert finding.outcome == "warning"
    assert abs(finding.figures[0].require() - 97.182) < 1e-2


def test_all_machines_on_a_small_ups_are_a_warning_until_the_wiring_is_known() -> None:
    assert find(assess_one(lab(2800.0), CHECKS), "UP01", "ups").message.id == "UP01.all"


def test_an_overloaded_ups_of_the_wiring_is_an_error() -> None:
    machine = make_line("ws", known={"max_power_w": 2800.0})
    site = (node("u1", "ups", rated_w=2700.0, rated_va=3000.0),)
    plan = make_plan(machine, site=site, connections=(Connection(line="ws", node="u1"),), known={"power_factor": 0.98})
    finding = find(assess_one(plan, CHECKS), "UP01", "u1")
    assert finding.outcome == "error"
    assert finding.remedy is not None


def test_without_a_rating_it_is_a_question() -> None:
    plan = make_plan(
        make_line("ws", known={"max_power_w": 500.0}), make_line("ups", "ups"), known={"power_factor": 0.98}
    )
    finding = find(assess_one(plan, CHECKS), "UP01", "ups")
    assert finding.outcome == "unknown"
    assert set(finding.missing) == {"A/ups/rated_w", "A/ups/rated_va"}


def two(load_w: float, *marks: Connection, site: tuple[SiteNode, ...] = ()) -> Plan:
    machine = make_line("ws", known={"max_power_w": load_w})
    small = make_line("small", "ups", known={"rated_w": 1000.0, "rated_va": 1200.0})
    large = make_line("large", "ups", known={"rated_w": 3000.0, "rated_va": 3600.0})
    return make_plan(machine, small, large, site=site, connections=marks, known={"power_factor": 0.98})


def test_two_ups_share_the_load_by_rating_and_say_that_it_is_assumed() -> None:
    assessment = assess_one(two(2000.0), CHECKS)
    # 2000 W x 1000/4000 and x 3000/4000; heat 0.04 x 4000 + 0.05 x 2000
    assert [one.behind_w.value for one in assessment.context.site.ups] == [500.0, 1500.0]
    assert {one.behind_w.quality for one in assessment.context.site.ups} == {Quality.ASSUMED}
    assert sum(one.heat_w.require() for one in assessment.context.site.ups) == 260.0
    assert assessment.context.totals.heat_w.value == 2260.0
    for name in ("small", "large"):
        finding = find(assessment, "UP01", name)
        assert (finding.outcome, finding.message.id) == ("note", "UP01.shared")
        assert abs(finding.figures[0].require() - 50.0) < 1e-9


def test_two_ups_that_cannot_carry_all_together_are_a_warning() -> None:
    finding = find(assess_one(two(4500.0), CHECKS), "UP01", "large")
    assert (finding.outcome, finding.message.id) == ("warning", "UP01.all.shared")


def test_a_ups_that_stands_in_the_wiring_carries_what_is_plugged_in_behind_it() -> None:
    site = (node("u1", "ups", rated_w=1000.0, rated_va=1200.0),)
    marks = (Connection(line="ws", node="u1"), Connection(line="small", node="u1"))
    found = {one.line.line.id: one for one in assess_one(two(800.0, *marks, site=site), CHECKS).context.site.ups}
    assert (found["small"].behind_w.value, found["small"].basis) == (800.0, "placed")
    # nothing is left for the other one
    assert (found["large"].behind_w.value, found["large"].basis) == (0.0, "alone")


def test_a_planned_ups_of_no_units_takes_no_share() -> None:
    plan = two(2000.0)
    one = plan.alternatives[0]
    gone = tuple(msgspec.structs.replace(line, quantity=0) if line.id == "small" else line for line in one.lines)
    plan = msgspec.structs.replace(plan, alternatives=(msgspec.structs.replace(one, lines=gone),))
    found = assess_one(plan, CHECKS).context.site.ups
    assert [one.behind_w.value for one in found] == [0.0, 2000.0]
    assert find(assess_one(plan, CHECKS), "UP01", "large").message.id == "UP01.pass"

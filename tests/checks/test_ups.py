"""UP01: what a UPS carries, in W and VA."""

from __future__ import annotations

from planner.checks.ups import CHECKS
from planner.plan.document import Connection, Plan
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

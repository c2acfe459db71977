"""What was told of a machine's supplies at its line counts before its row, wherever supplies are reckoned with."""

from __future__ import annotations

import pytest

from planner.plan.document import Plan
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, make_item, make_line, make_plan, outcome
from tests.checks.rooms import circuit, room, unit

ROW = make_item("dgx", psu_count=6, psu_w=3300.0, psu_redundancy="5+1", max_power_w=14300.0, power_max_w=14300.0)
TOLD = {"psu_w": 5250.0, "psu_redundancy": "3+3", "max_power_w": 14000.0}


def plan_of(**known: float | str) -> Plan:
    line = make_line("srv", item=ROW, known=dict(known))
    site = (room(), unit(), circuit(breaker_a=63.0, phases=3, volts=400.0, volts_kind="L-L"))
    return make_plan(line, site=site, plugged={"srv": "c1"}, items=(ROW,))


def test_the_label_is_of_the_supplies_that_were_told() -> None:
    # (6 - 3) x 5,250 W, not (6 - 1) x 3,300 W of the row
    assert assess_one(plan_of(**TOLD)).context.lines["srv"].nameplate_w.value == pytest.approx(15750.0)
    assert assess_one(plan_of()).context.lines["srv"].nameplate_w.value == pytest.approx(16500.0)


def test_what_is_left_after_the_promised_loss_is_of_the_supplies_that_were_told() -> None:
    finding = find(assess_one(plan_of(**TOLD)), "PW19", "srv")
    assert finding.outcome == "pass"
    assert finding.figures[0].value == pytest.approx(15750.0)
    assert outcome(assess_one(plan_of(**{**TOLD, "psu_w": 4500.0})), "PW19", "srv") == "warning"  # 13.5 of 14 kW


def test_a_machine_without_a_row_has_the_supplies_of_its_line() -> None:
    line = make_line("own", known={"psu_count": 2, "psu_w": 3000.0, "psu_redundancy": "1+1", "max_power_w": 3500.0})
    site = (room(), unit(), circuit(breaker_a=32.0))
    assessment = assess_one(make_plan(line, site=site, plugged={"own": "c1"}))
    assert assessment.context.lines["own"].nameplate_w.value == pytest.approx(3000.0)
    assert outcome(assessment, "PW19", "own") == "warning"  # 3 kW are left for 3.5 kW


def test_the_wiring_planner_plugs_in_the_supplies_that_were_told() -> None:
    def sides(**known: float | str) -> str:
        plan = plan_of(**known)
        devices = wanted(plan, plan.alternatives[0], assess_one(plan).context.lines).problem.devices
        return "".join(cord.side for cord in devices[0].cords)

    assert sides(**TOLD) == "AAABBB"
    assert sides() == "ABCDEF"  # one of six may be lost: six sides
    assert sides(psu_count=2, psu_redundancy="1+1", psu_w=14000.0) == "AB"

"""The strip, the bar pictures and the findings say the same of one thing; a waived finding is no pass."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.services.build_table import build_lines
from desktop_app.services.desk import Desk
from desktop_app.services.strip import strip_of
from planner.assess.run import Assessment, assess
from planner.pictures.bar_groups import money_state
from planner.plan.document import Plan
from planner.plan.edits import SetValue, waive


def seen(plan: Plan, desk: Desk) -> Assessment:
    return assess(plan, plan.chosen, desk.today)


def state(assessment: Assessment, name: str) -> str:
    return next(item.state for item in strip_of(assessment, "en").items if item.name == name)


def room_of(plan: Plan) -> str:
    return next(node.id for node in plan.site if node.type == "room")


@pytest.mark.parametrize(("facts", "expected"), [({"people_count": 3, "window_area_m2": 6}, "error")])
def test_heat_of_people_and_sun_is_in_the_tone(desk: Desk, facts: dict[str, Any], expected: str) -> None:
    plan = desk.create("lab-a").plan
    for key, value in facts.items():
        plan = SetValue(path=f"site/{room_of(plan)}/values/{key}", value={"value": value}).apply(plan)[0]
    found = seen(plan, desk)
    assert "error" in {one.outcome for one in found.findings if one.check == "CO18"}
    assert state(found, "heat") == expected


def test_the_budget_has_the_tone_of_its_bar(desk: Desk) -> None:
    found = seen(desk.create("lab-a").plan, desk)
    words = {"tight": "warn", "fits": "fine", "over": "error", "unknown": "unknown"}
    assert state(found, "money") == words[money_state(found.context, "en")[0]]
    assert money_state(found.context, "en")[0] == "tight"


def test_a_waived_finding_is_not_passed(desk: Desk) -> None:
    plan = desk.create("lab-a").plan
    ids = {line.id for line in plan.alternatives[0].lines}
    for one in seen(plan, desk).findings:
        if one.subject in ids and one.outcome != "pass":
            plan = waive(one.check, plan.chosen, one.subject, "known", "Li", desk.today).apply(plan)[0]
    lines = build_lines(seen(plan, desk), "en")
    waived = [line for line in lines if line.waived]
    assert waived
    assert all(line.worst == "pass" and not line.found for line in waived)

"""The rack in the status strip: what is placed in no rack is not taken for nothing in it."""

from __future__ import annotations

from desktop_app.services.desk import Desk
from desktop_app.services.strip import StripItem, strip_of
from planner.assess.run import assess
from planner.plan.document import Plan
from planner.plan.edits import AddPart, SetValue


def rack(plan: Plan, desk: Desk) -> StripItem:
    strip = strip_of(assess(plan, plan.chosen, desk.today), "en")
    return next(item for item in strip.items if item.name == "rack")


def placed(plan: Plan, units: int) -> Plan:
    mount = {"line": "srv", "node": "rack-1", "units": units}
    return AddPart(path=f"alternatives/{plan.chosen}/placements", value=mount).apply(plan)[0]


def test_a_server_that_is_placed_nowhere_leaves_the_filling_open(desk: Desk) -> None:
    plan = desk.create("tier-3").plan  # one server of 4 U, a rack of 42 U, nothing placed
    item = rack(plan, desk)
    assert (item.value, item.limit, item.share, item.state) == ("4 U", "not placed", None, "unknown")


def test_what_is_placed_counts_and_the_rest_may_come_on_top(desk: Desk) -> None:
    plan = placed(desk.create("tier-3").plan, 1)
    item = rack(plan, desk)
    assert (item.value, item.limit, item.state, item.at_least) == ("4", "42 U", "fine", False)
    two, _ = SetValue(path=f"alternatives/{plan.chosen}/lines/srv/quantity", value=2).apply(plan)
    item = rack(two, desk)
    assert (item.value, item.limit, item.state, item.at_least) == ("4", "42 U", "unknown", True)

"""The rack in the status strip: what is placed in no rack is not taken for nothing in it."""

from __future__ import annotations

from desktop_app.services.desk import Desk
from desktop_app.services.plan_overview import comparison
from desktop_app.services.strip import StripItem, strip_of
from planner.assess.run import assess
from planner.plan.document import Plan
from planner.plan.edits import AddPart, SetValue

OPEN = {"id": "more", "title": {"zh": "存储", "en": "Store"}, "role": "storage"}


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


def loose(plan: Plan, role: str, rack_u: float | None) -> Plan:
    """Return the plan with a line of a role whose height is given, or open."""
    facts = {} if rack_u is None else {"rack_u": {"value": rack_u}}
    line = {"id": "more", "title": {"zh": "设备", "en": "Thing"}, "role": role, "facts": facts}
    return AddPart(path=f"alternatives/{plan.chosen}/lines", value=line).apply(plan)[0]


def test_a_height_that_is_open_makes_the_sum_the_least_and_never_nothing(desk: Desk) -> None:
    plan = desk.create("lab-a").plan  # a workstation of 4 U, no rack in the room
    assert rack(plan, desk).value == "4 U"
    item = rack(loose(plan, "storage", None), desk)
    assert (item.value, item.state, item.share) == ("≥ 4 U", "unknown", None)
    item = rack(loose(desk.create("tier-1").plan, "storage", None), desk)  # beside a tower that stands on the floor
    assert (item.value, item.state) == ("unknown", "unknown")


def test_what_stands_outside_of_racks_is_said_and_not_counted_as_nothing(desk: Desk) -> None:
    plan = desk.create("tier-1").plan  # one tower
    item = rack(plan, desk)
    assert (item.value, item.state) == ("nothing in a rack", "none")


def test_the_comparison_says_the_same_as_the_strip(desk: Desk) -> None:
    session = desk.create("lab-a")
    assert session.do(AddPart(path="alternatives/A/lines", value=OPEN)) is not None
    _titles, rows = comparison(session, "en")
    assert next(row for row in rows if row.key == "rack_u").cells[0].text == "≥ 4 U"

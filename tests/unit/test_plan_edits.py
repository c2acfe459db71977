"""Edits: the plan before stays as it was, untouched parts stay the same objects, and what hangs on a part goes with it."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from planner.catalog.items import digest
from planner.catalog.load import bundled_item
from planner.errors import EditError
from planner.messages import render
from planner.money import Money
from planner.plan import paths
from planner.plan.codec import encode_plan
from planner.plan.difference import differences
from planner.plan.document import Alternative, Fact, Line, Plan
from planner.plan.edits import AddPart, Batch, Change, Edit, RemovePart, SetValue, UseItem, waive
from tests.sample_plans import sample


def line(plan: Plan, name: str, alternative: str = "A") -> Line:
    found = [one for one in variant(plan, alternative).lines if one.id == name]
    assert len(found) == 1
    return found[0]


def variant(plan: Plan, alternative: str = "A") -> Alternative:
    one = plan.alternative(alternative)
    assert one is not None
    return one


def refused(edit: Edit, plan: Plan | None = None) -> EditError:
    """Apply an edit that must fail; the plan must be the same object with the same content as before."""
    before = plan or sample()
    data = encode_plan(before)
    with pytest.raises(EditError) as caught:
        edit.apply(before)
    assert encode_plan(before) == data
    return caught.value


# ------------------------------------------------------------------------------------------------------------ set
@pytest.mark.parametrize(
    ("path", "value", "now"),
    [
        ("A/ws/quantity", 3, 3),
        ("alternatives/A/lines/ws/quantity", 3, 3),
        ("/A/ws/quantity/", 3, 3),
        ("A/ws/price/chosen", "160000.50", Decimal("160000.50")),
        ("A/ws/price/observed", "2026-10-01", dt.date(2026, 10, 1)),
        ("funds/fund-works/latest_spending", None, None),
        ("A/ws/condition", "used", "used"),
        ("A/ws/facts/max_power_w", {"value": 1800.0}, Fact(value=1800.0)),
        ("site/circuit-1/values/breaker_a/value", 32.0, 32.0),
        ("site/circuit-1/values/shared/value", False, False),
        ("budget/amount", {"amount": "350000.00", "currency": "CNY", "tax": "included"}, Money.of("350000")),
        ("funds/fund-works/latest_spending", "2027-12-31", dt.date(2027, 12, 31)),
        ("alternatives/A/connections/1/units", 2, 2),
        ("workload/chat-7b/stack", ["pytorch", "vllm"], ("pytorch", "vllm")),
        ("facts/fx_usd_cny", {"value": 7.1, "quality": "entered"}, Fact(value=7.1)),
        ("switches/domestic", "required", "required"),
        ("chosen", "", ""),
    ],
)
def test_a_value_is_put_at_its_path_in_the_type_of_the_place(path: str, value: Any, now: Any) -> None:
    before = sample()
    after, change = SetValue(path=path, value=value).apply(before)
    assert paths.read(after, paths.segments_of(after, path)) == now
    assert all(one.path.startswith(change.paths[0]) for one in differences(before, after))
    assert differences(before, after) != ()
    assert change.areas == {change.paths[0].partition("/")[0]}


def test_parts_beside_the_path_stay_the_same_objects() -> None:
    before = sample()
    after, change = SetValue(path="A/ws/quantity", value=2).apply(before)
    for name in Plan.__struct_fields__:
        if name != "alternatives":
            assert getattr(after, name) is getattr(before, name), name
    one, other = variant(before), variant(after)
    assert other.connections is one.connections
    assert [a is b for a, b in zip(one.lines, other.lines, strict=True)] == [False, True, True, True, True]
    assert line(after, "ws").price is line(before, "ws").price
    assert line(before, "ws").quantity == 1
    assert change == Change(
        paths=("alternatives/A/lines/ws/quantity",), areas=frozenset({"alternatives"}), updated=("ws",)
    )


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("", 1, "edit.fixed"),
        ("/", 1, "edit.fixed"),
        ("id", "other", "edit.fixed"),
        ("created", "2026-01-01", "edit.fixed"),
        ("items", {}, "edit.fixed"),
        ("extra/x", 1, "edit.fixed"),
        ("colour", "red", "edit.nowhere"),
        ("alternative", "A", "edit.nowhere"),  # a method is no part
        ("A/ws/colour", "red", "edit.nowhere"),
        ("A/printer/quantity", 1, "edit.nowhere"),
        ("Z/ws/quantity", 1, "edit.nowhere"),
        ("alternatives/Z/lines/ws/quantity", 1, "edit.nowhere"),
        ("alternatives/A/connections/7/units", 1, "edit.nowhere"),
        ("alternatives/A/connections/" + "9" * 5000 + "/units", 1, "edit.nowhere"),
        ("alternatives/A/lines/0/quantity", 1, "edit.nowhere"),  # lines have ids, not numbers
        ("facts/nothing/value", 1.0, "edit.nowhere"),
        ("A/ws/quantity/more", 1, "edit.nowhere"),
        ("A/ws/quantity", "2", "edit.value"),
        ("A/ws/quantity", 1.5, "edit.value"),
        ("A/ws/quantity", True, "edit.value"),
        ("A/ws/quantity", None, "edit.value"),
        ("A/ws/role", "toaster", "edit.value"),
        ("A/ws/price/chosen", "much", "edit.value"),
        ("budget/amount", {"amount": "1.5", "currency": "CNY"}, "edit.value"),
        ("funds/fund-works/latest_spending", "2027-02-30", "edit.value"),
        ("A/ws/price", {"choosen": "5"}, "edit.stranger"),
        ("A/ws/quantity", -1, "rule.quantity"),
        ("A/ws/price/low", "190000", "rule.price_range"),
        ("A/ws/price/chosen", "NaN", "rule.negative"),
        ("A/ws/price/vat_rate", "13", "rule.rate"),
        ("A/ws/fund", "purse", "rule.dangling"),
        ("A/ws/id", "nas", "rule.twice"),
        ("A/ws/id", "work/station", "rule.id"),
        ("site/socket-1/id", "socket-x", "rule.dangling"),  # something is plugged in there
        ("site/panel/parent", "socket-1", "rule.loop"),
        ("alternatives/A/id", "B", "rule.dangling"),  # it is the chosen one
    ],
)
def test_what_does_not_go_is_told_and_changes_nothing(path: str, value: Any, message: str) -> None:
    error = refused(SetValue(path=path, value=value))
    assert error.message.id == message
    assert error.told("zh") != error.told("en")
    if message in ("edit.value", "edit.stranger", "edit.nowhere") and len(path) < 100:
        assert path.strip("/").split("/")[-1] in error.told("en") or "nothing called" in error.told("en")


def test_what_is_there_is_offered_for_a_path_that_leads_nowhere() -> None:
    told = refused(SetValue(path="A/printer/quantity", value=1)).told("en")
    assert "printer" in told
    assert "ws, nas, ups, cloud, works" in told


# ----------------------------------------------------------------------------------------------------- add, remove
def test_a_part_is_added_at_its_place_and_named_in_the_change() -> None:
    value = {"id": "switch", "title": {"zh": "交换机", "en": "switch"}, "role": "network", "price": {"chosen": "4000"}}
    after, change = AddPart(path="alternatives/A/lines", value=value, index=1).apply(sample())
    assert [one.id for one in variant(after).lines] == ["ws", "switch", "nas", "ups", "cloud", "works"]
    assert (change.added, change.removed, change.areas) == (("switch",), (), {"alternatives"})
    assert change.inverse().removed == ("switch",)
    last, _ = AddPart(path="alternatives/A/lines", value=value, index=99).apply(sample())
    assert variant(last).lines[-1].id == "switch"
    back, gone = RemovePart(path="A/switch").apply(after)
    assert back == sample()
    assert gone.removed == ("switch",)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("alternatives/A/lines", {"id": "ws", "title": {"zh": "", "en": ""}, "role": "other"}, "rule.twice"),
        ("alternatives/A/lines", {"id": "x", "role": "other"}, "edit.value"),
        ("alternatives/A/lines", {"id": "x", "title": {"zh": "", "en": ""}, "rolle": "other"}, "edit.stranger"),
        ("alternatives/A/connections", {"line": "ws", "node": "nowhere"}, "rule.dangling"),
        ("budget", {"amount": None}, "edit.nowhere"),
        ("facts", {"value": 1.0}, "edit.nowhere"),
        ("A/ws", {"id": "x"}, "edit.nowhere"),
        ("people", [], "edit.value"),
    ],
)
def test_what_cannot_be_added(path: str, value: Any, message: str) -> None:
    assert refused(AddPart(path=path, value=value)).message.id == message


@pytest.mark.parametrize(
    "path", ["A/printer", "site/socket-9", "facts/nothing", "budget", "budget/amount", "A/ws/quantity", "title", "site"]
)
def test_what_cannot_be_removed(path: str) -> None:
    refused(RemovePart(path=path))


def plan_with_everything() -> Plan:
    """The sample with a rack, a placement, a stage, and a second alternative of the same wiring."""
    edits = (
        AddPart(path="site", value={"id": "rack-1", "type": "rack", "parent": "room"}),
        AddPart(path="alternatives/A/placements", value={"line": "nas", "node": "rack-1"}),
        AddPart(path="alternatives/A/stages", value={"id": "s1", "title": {"zh": "一期", "en": "first"}}),
        SetValue(path="A/ws/stage", value="s1"),
        SetValue(path="A/nas/stage", value="s1"),
    )
    plan, _ = Batch(edits=edits).apply(sample())
    raw = msgspec.to_builtins(variant(plan), builtin_types=(dt.date,))
    after, _ = AddPart(path="alternatives", value={**raw, "id": "B"}).apply(plan)
    return after


def test_removing_a_line_takes_its_connections_and_placements_with_it() -> None:
    plan = plan_with_everything()
    after, _ = RemovePart(path="A/nas").apply(plan)
    assert [link.line for link in variant(after).connections] == ["ws"]
    assert variant(after).placements == ()
    assert variant(after, "B") is variant(plan, "B")
    assert after.site is plan.site


def test_removing_a_site_node_unplugs_in_every_alternative_and_frees_what_hung_on_it() -> None:
    plan = plan_with_everything()
    after, _ = RemovePart(path="site/socket-1").apply(plan)
    for name in ("A", "B"):
        assert [link.node for link in variant(after, name).connections] == ["socket-2"]
        assert variant(after, name).lines is variant(plan, name).lines
    after, _ = RemovePart(path="site/rack-1").apply(plan)
    assert [variant(after, name).placements for name in ("A", "B")] == [(), ()]
    after, _ = RemovePart(path="site/circuit-1").apply(plan)
    socket = after.node("socket-1")
    assert socket is not None
    assert socket.parent == ""
    assert after.node("socket-2") is plan.node("socket-2")
    assert variant(after).connections is variant(plan).connections


def test_removing_a_fund_frees_its_lines_in_every_alternative() -> None:
    plan = plan_with_everything()
    after, _ = RemovePart(path="funds/fund-equipment").apply(plan)
    for name in ("A", "B"):
        assert [one.fund for one in variant(after, name).lines] == ["", "", "", "fund-operating", "fund-works"]
        assert line(after, "cloud", name) is line(plan, "cloud", name)


def test_removing_a_stage_frees_its_lines_in_its_alternative_only() -> None:
    plan = plan_with_everything()
    after, _ = RemovePart(path="alternatives/A/stages/s1").apply(plan)
    assert [one.stage for one in variant(after).lines] == ["", "", "", "", ""]
    assert variant(after, "B") is variant(plan, "B")


def test_removing_people_frees_their_workload() -> None:
    after, _ = RemovePart(path="people/graduates").apply(sample())
    assert [one.people for one in after.workload] == ["", "", "", "course-students"]
    assert after.workload[3] is sample().workload[3]


def test_removing_the_chosen_alternative_leaves_none_chosen() -> None:
    after, _ = RemovePart(path="alternatives/A").apply(plan_with_everything())
    assert after.chosen == ""
    assert [one.id for one in after.alternatives] == ["B"]
    other, _ = RemovePart(path="alternatives/B").apply(plan_with_everything())
    assert other.chosen == "A"


def test_removing_a_fact_makes_it_unknown_again() -> None:
    after, _ = RemovePart(path="facts/power_factor").apply(sample())
    assert "power_factor" not in after.facts
    assert after.site is sample().site


# ------------------------------------------------------------------------------------------------- rows, batches
def test_using_a_row_keeps_it_in_the_plan_once() -> None:
    item = bundled_item("nv-rtx5090")
    after, change = UseItem(path="A/ws/card", item=item).apply(sample())
    assert after.item_of(line(after, "ws").card) == item
    assert set(after.items) == {*sample().items, digest(item)}
    assert change.paths == ("alternatives/A/lines/ws/card",)
    again, _ = UseItem(path="A/ws/card", item=bundled_item("nv-rtx4090")).apply(after)
    assert again.items is after.items  # it was there already
    assert refused(UseItem(path="A/ws/colour", item=item)).message.id == "edit.nowhere"


def test_a_batch_is_one_step_judged_as_a_whole() -> None:
    both = (SetValue(path="A/ws/price/low", value="190000"), SetValue(path="A/ws/price/high", value="220000"))
    after, change = Batch(edits=both).apply(sample())
    assert (line(after, "ws").price.low, line(after, "ws").price.high) == (Decimal(190000), Decimal(220000))
    assert change.paths == tuple(f"alternatives/A/lines/ws/price/{which}" for which in ("low", "high"))
    assert change.updated == ("ws",)
    refused(Batch(edits=both[:1]))
    refused(Batch(edits=(SetValue(path="A/ws/quantity", value=2), RemovePart(path="A/printer"))))
    assert Batch(edits=()).apply(sample())[0] is sample()


def test_edits_say_what_the_undo_menu_shows() -> None:
    item = bundled_item("nv-rtx5090")
    labels = [
        SetValue(path="A/ws/quantity", value=2).label(),
        AddPart(path="people", value={}).label(),
        RemovePart(path="A/nas").label(),
        UseItem(path="A/ws/card", item=item).label(),
        Batch(edits=(RemovePart(path="A/nas"), RemovePart(path="A/ups"))).label(),
        Batch(edits=(), title="粘贴 3 行").label(),
    ]
    assert [render(label, "en") for label in labels] == [
        "Change A/ws/quantity",
        "Add to people",
        "Remove A/nas",
        f"Use {item.maker} {item.name}",
        "2 changes",
        "粘贴 3 行",
    ]


EDITS: tuple[Edit, ...] = (
    SetValue(path="A/ws/quantity", value=2),
    AddPart(path="people", value={"id": "staff", "title": {"zh": "职工", "en": "staff"}, "count": 4}, index=0),
    RemovePart(path="A/nas"),
    UseItem(path="A/ws/card", item=bundled_item("nv-rtx5090")),
    waive("PW30", "A", "socket-1", "插座将更换", "李老师", dt.date(2026, 11, 30)),
)


@pytest.mark.parametrize("edit", [*EDITS, Batch(edits=EDITS, title="all")], ids=lambda one: type(one).__name__)
def test_an_edit_can_be_stored_and_replayed(edit: Edit) -> None:
    again = msgspec.json.decode(msgspec.json.encode(edit), type=Edit)
    assert again == edit
    assert again.apply(sample()) == edit.apply(sample())


def test_a_waiver_needs_a_reason_and_a_name() -> None:
    today = dt.date(2026, 11, 30)
    after, change = waive("PW30", "A", "socket-1", "插座将更换", "李老师", today).apply(sample())
    assert [(one.reason, one.by, one.date) for one in after.waivers] == [("插座将更换", "李老师", today)]
    assert change.areas == {"waivers"}
    for reason, by in (("", "李老师"), ("  ", "李老师"), ("because", " ")):
        with pytest.raises(EditError):
            waive("PW30", "A", "socket-1", reason, by, today)

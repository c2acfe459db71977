"""What nobody reckons with: storage, UPS, rent, administrator, works, backup, existing equipment."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.checks import operation, storage
from planner.messages import Labelled
from planner.plan.document import Existing, Plan, Switches, WorkloadEntry
from planner.plan.edits import waive
from tests.checks.factories import (
    TODAY,
    assess_one,
    facts,
    find,
    find_all,
    fixed,
    make_item,
    make_line,
    make_plan,
    node,
)

CHECKS = (*operation.CHECKS, *storage.CHECKS)
PITFALLS = [("BU01", "storage"), ("BU16", "ups"), ("BU17", "cloud")]


def machine(**fields: Any) -> Plan:
    return make_plan(make_line("ws", known={"max_power_w": 2500.0}), **fields)


def look(plan: Plan) -> Assessment:
    return assess_one(plan, CHECKS)


@pytest.mark.parametrize(("check", "role"), PITFALLS)
def test_a_missing_line_is_added_without_a_price(check: str, role: str) -> None:
    plan = machine()
    finding = find(look(plan), check, "plan")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    added = after.alternatives[0].lines[-1]
    assert (added.role, added.quantity, added.price.chosen) == (role, 1, None)
    assert "price to be asked" in added.note
    assert find(look(after), check, "plan").outcome == "pass"


@pytest.mark.parametrize(("check", "role"), PITFALLS)
def test_existing_equipment_counts(check: str, role: str) -> None:
    there = Existing(id="old", title=Labelled(zh="旧设备", en="old"), role=role)  # type: ignore[arg-type]
    assert find(look(machine(existing=(there,))), check, "plan").outcome == "pass"


def test_a_ups_of_the_room_counts_where_something_hangs_behind_it() -> None:
    site = (node("room", "room"), node("c1", "circuit", "room"), node("u1", "ups", "c1", rated_w=9000.0))
    line = make_line("srv", known={"max_power_w": 3804.0})
    finding = find(look(make_plan(line, site=site, plugged={"srv": "u1"})), "BU16", "plan")
    assert (finding.outcome, finding.message.id) == ("pass", "BU16.there")
    idle = find(look(make_plan(line, site=site, plugged={"srv": "c1"})), "BU16", "plan")
    assert (idle.outcome, idle.message.id, idle.fix) == ("warning", "BU16.idle", None)  # no second UPS


@pytest.mark.parametrize(("check", "role"), PITFALLS)
def test_a_line_of_none_does_not_count(check: str, role: str) -> None:
    plan = make_plan(make_line("ws"), make_line("x", role, 0))  # type: ignore[arg-type]
    assert find(look(plan), check, "plan").outcome == "warning"


def test_an_added_line_gets_a_free_id() -> None:
    plan = make_plan(make_line("ws"), make_line("nas", "other"))
    after = fixed(plan, find(look(plan), "BU01"))
    assert after.alternatives[0].lines[-1].id == "nas-2"


def test_each_pitfall_is_waived_by_itself() -> None:
    waived, _ = waive("BU01", "A", "plan", "the school has storage", "Li", TODAY).apply(machine())
    assessment = look(waived)
    assert find(assessment, "BU01").waiver is not None
    assert find(assessment, "BU16").waiver is None


def test_rent_is_not_missed_where_data_stays_or_an_api_is_planned() -> None:
    assert find(look(machine(switches=Switches(data_may_leave="no"))), "BU17").outcome == "pass"
    assert find(look(make_plan(make_line("ws"), make_line("api", "api"))), "BU17").outcome == "pass"


def test_without_machines_nothing_is_missed() -> None:
    assessment = look(make_plan(make_line("api", "api")))
    assert [one.check for one in assessment.findings if one.check in ("BU01", "BU16", "BU17", "BU02", "BU03")] == []


@pytest.mark.parametrize(("hours", "outcome"), [(None, "unknown"), (0.0, "warning"), (0.5, "pass")])
def test_administrator(hours: float | None, outcome: str) -> None:
    plan = machine(known={} if hours is None else {"admin_hours_per_week": hours})
    finding = find(look(plan), "BU02")
    assert finding.outcome == outcome
    if outcome != "pass":
        after = fixed(plan, finding)
        assert after.facts["admin_hours_per_week"].value == 4.0
        assert after.facts["admin_hours_per_week"].quality == "assumed"
        assert find(look(after), "BU02").outcome == "pass"


def test_works_are_needed_above_what_a_power_strip_carries() -> None:
    assert find(look(make_plan(make_line("ws", known={"max_power_w": 1200.0}))), "BU03").outcome == "pass"
    plan = machine()
    finding = find(look(plan), "BU03")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    # the added line has no price yet: whether it is enough cannot be told
    assert find(look(after), "BU03").outcome == "unknown"
    unknown = find(look(make_plan(make_line("ws"))), "BU03")
    assert (unknown.outcome, unknown.missing) == ("unknown", ("A/ws/max_power_w",))


# 5 % of 100,000 are 5,000
@pytest.mark.parametrize(("price", "outcome"), [("5000", "pass"), ("4999", "note")])
def test_the_share_of_works(price: str, outcome: str) -> None:
    plan = make_plan(make_line("ws"), make_line("works", "works", price=price))
    assert find(look(plan), "BU03").outcome == outcome


ROOM = (node("c1", "circuit", breaker_a=16.0), node("u1", "ups", "c1"), node("s1", "socket", "c1"))


def test_the_storage_hangs_on_the_ups() -> None:
    lines = (make_line("nas", "storage", known={"max_power_w": 150.0}), make_line("ups", "ups"))
    behind = make_plan(*lines, site=ROOM, plugged={"nas": "u1"})
    assert find(look(behind), "UP14").outcome == "pass"
    beside = make_plan(*lines, site=ROOM, plugged={"nas": "s1"})
    assert find(look(beside), "UP14").outcome == "warning"
    unsaid = make_plan(*lines, site=ROOM[:1], plugged={"nas": "c1"})
    assert find(look(unsaid), "UP14").missing == ("site/ups",)
    assert find_all(look(make_plan(lines[0])), "UP14") == ()


TRAINING = WorkloadEntry(id="t", title=Labelled(zh="训练", en="training"), kind="train", method="lora")


@pytest.mark.parametrize(
    ("ports", "outcome"),
    [("1000base-tx4", "warning"), ("10gbase-tx2;1000base-tx1", "pass"), ("32gfc-sfp28x2", "unknown")],
)
def test_the_ports_of_the_storage(ports: str, outcome: str) -> None:
    nas = make_item("nas", "storage", "QNAP", interface_or_ports=ports)
    plan = make_plan(make_line("nas", "storage", item=nas), items=(nas,), workload=(TRAINING,))
    finding = find(look(plan), "ST04", "nas")
    assert finding.outcome == outcome
    if outcome != "pass":
        assert find(look(fixed(plan, finding)), "ST04", "nas").outcome == "pass"


def test_a_typed_port_wins_and_serving_needs_no_fast_port() -> None:
    plan = make_plan(make_line("nas", "storage", known={"network_gbps": 1.0}), workload=(TRAINING,))
    assert find(look(plan), "ST04", "nas").outcome == "warning"
    assert find_all(look(make_plan(make_line("nas", "storage"))), "ST04") == ()


def test_a_second_copy_of_the_data() -> None:
    def stored(**known: bool) -> Plan:
        return make_plan(make_line("nas", "storage"), known=dict(known))

    assert find(look(stored()), "ST05").missing == ("plan/backup",)
    assert find(look(stored(backup=True)), "ST05").outcome == "pass"
    plan = stored(backup=False)
    finding = find(look(plan), "ST05")
    assert finding.outcome == "warning"
    assert find(look(fixed(plan, finding)), "ST05").outcome == "pass"


def test_existing_equipment_is_asked_for() -> None:
    plan = machine()
    finding = find(look(plan), "OP01")
    assert finding.outcome == "note"
    assert find(look(fixed(plan, finding)), "OP01").outcome == "pass"
    there = Existing(id="old", title=Labelled(zh="旧服务器", en="old server"), facts=facts(hours=10.0))
    assert find(look(machine(existing=(there,))), "OP01").outcome == "pass"

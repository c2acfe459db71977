"""Works and a larger supply against the day machines are wanted; dates by hand, today is 2026-11-30."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from planner.checks.registry import Finding
from planner.messages import Labelled, render
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import Plan, Stage, Waiver
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node

FEBRUARY = dt.date(2027, 2, 1)  # 63 days after today


def plan(days: float | None = None, wanted: dt.date | None = None, **fields: Any) -> Plan:
    told = {} if days is None else {"delivery_days": days}
    machine = make_line("ws", known={"max_power_w": 6000, "idle_power_w": 600}, stage="s1")
    works = make_line("circuit", "works", known=told)
    stage = Stage(id="s1", title=Labelled(zh="一期", en="first"), wanted_by=wanted)
    return make_plan(machine, works, stages=(stage,), **fields)


def look(made: Plan, subject: str = "circuit") -> Finding:
    return find(assess_one(made), "BU05", subject)


@pytest.mark.parametrize(("days", "outcome"), [(62.0, "pass"), (63.0, "pass"), (64.0, "warning"), (62.5, "pass")])
def test_works_are_done_on_the_day_or_too_late(days: float, outcome: str) -> None:
    assert look(plan(days, FEBRUARY)).outcome == outcome


def test_the_remedy_names_days_and_dates_and_can_be_applied() -> None:
    # 90 days from 2026-11-30 is 2027-02-28, 27 days after 2027-02-01; in time it was to be ordered by 2026-11-03
    late = plan(90.0, FEBRUARY)
    finding = look(late)
    said = render(finding.message, "en")
    assert "2027-02-28" in said
    assert "27 days after" in said
    assert finding.remedy is not None
    assert "2026-11-03" in render(finding.remedy, "en")
    after = fixed(late, finding)
    assert after.alternatives[0].stages[0].wanted_by == dt.date(2027, 2, 28)
    assert look(after).outcome == "pass"


def test_what_is_missing_is_asked_for() -> None:
    assert (look(plan(None, FEBRUARY)).outcome, look(plan(None, FEBRUARY)).missing) == (
        "unknown",
        ("A/circuit/delivery_days",),
    )
    assert look(plan(30.0)).outcome == "unknown"
    assert look(plan()).outcome == "note"


def test_without_a_stage_the_delivery_of_the_machines_counts() -> None:
    machine = make_line("ws", known={"max_power_w": 6000, "delivery_days": 45})
    works = make_line("ac", "cooling", known={"delivery_days": 60})
    finding = look(make_plan(machine, works), "ac")
    assert finding.outcome == "warning"
    assert "15 days after" in render(finding.message, "en")
    assert finding.fix is None  # no stage has a day to move


def test_a_plan_without_works_has_nothing_to_wait_for() -> None:
    assert find_all(assess_one(make_plan(make_line("ws"))), "BU05") == ()


@pytest.mark.parametrize(("days", "outcome"), [(None, "unknown"), (60.0, "pass"), (120.0, "warning")])
def test_a_larger_supply_takes_its_time_too(days: float | None, outcome: str) -> None:
    # 6 kW at a power factor of 0.98 are 6.1 kVA; the transformer has 4
    told = {} if days is None else {"upgrade_days": days}
    site = (
        node("p", "panel", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0, supply_kva=4.0, **told),
        node("c", "circuit", "p", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0, shared=False),
    )
    machine = make_line("ws", known={"max_power_w": 6000, "idle_power_w": 600}, stage="s1")
    stage = Stage(id="s1", title=Labelled(zh="一期", en="first"), wanted_by=FEBRUARY)
    made = make_plan(machine, stages=(stage,), site=site, plugged={"ws": "c"})
    finding = look(made, "p")
    assert finding.outcome == outcome
    assert "2.1" in render(finding.message, "en")  # kVA more


@pytest.mark.parametrize(
    ("check", "subject", "today"),
    [
        ("BU05", "plan", "BU18"),
        ("BU05", "circuit", "BU05"),
        ("DQ02", "plan", "DQ03"),
        ("DQ03", "circuit", "DQ02"),
        ("DQ03", "plan", "DQ03"),
        ("PW01", "plan", "PW01"),
    ],
)
def test_a_waiver_from_before_keeps_its_check(check: str, subject: str, today: str) -> None:
    waiver = Waiver(check=check, alternative="A", subject=subject, reason="r", by="b", date=dt.date(2026, 11, 1))
    read = decode_plan(encode_plan(replace(plan(), waivers=(waiver,))))
    assert [one.check for one in read.waivers] == [today]
    assert decode_plan(encode_plan(read)) == read


def test_works_of_quantity_nothing_do_not_count() -> None:
    made = plan(90.0, FEBRUARY)
    one = made.alternatives[0]
    none = replace(one, lines=tuple(replace(line, quantity=0) if line.role == "works" else line for line in one.lines))
    assert find_all(assess_one(replace(made, alternatives=(none,))), "BU05") == ()

"""What others draw: read with a clamp meter, told, and on the circuits below a panel; currents worked by hand.

2,156 W / (220 V x 0.98) = 10 A; 2,150 W / (380 V / sqrt(3) x 0.98) = 10.0 A.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from planner.figure import Quality, walk
from planner.messages import render
from planner.plan.document import Fact, Plan, SiteNode
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit


def read(site_node: SiteNode, amps: float, day: str = "2026-11-20") -> SiteNode:
    """Return a node with a reading as a survey sheet fills it in."""
    told = {"reading_a": Fact(value=amps), **({"reading_on": Fact(value=day)} if day else {})}
    return msgspec.structs.replace(site_node, values={**site_node.values, **told})


def guessed(amps: float = 8.0, **values: Any) -> SiteNode:
    """Return a shared circuit on which others are assumed to draw something."""
    bare = circuit(shared=True, **values)
    fact = Fact(value=amps, quality=Quality.ASSUMED)
    return msgspec.structs.replace(bare, values={**bare.values, "other_load_a": fact})


def test_a_reading_beats_the_assumption_and_keeps_its_day() -> None:
    before, after = assess_one(one_machine(2156, guessed())), assess_one(one_machine(2156, read(guessed(), 5.0)))
    assert outcome(before, "PW01", "c1") == "error"  # 10 + 8 = 18 A of 16 A
    assert outcome(before, "PW07", "c1") == "warning"
    load = after.context.site.loads["c1"]
    assert load.total_a.value == pytest.approx(15.0)
    assert outcome(after, "PW01", "c1") == "pass"
    named = {one.key: one for one in walk(load.total_a)}["site/c1/reading_a"]  # what Why? shows
    assert (named.value, named.quality, named.source_date) == (5.0, Quality.MEASURED, "2026-11-20")


def test_a_reading_beats_what_was_told_and_says_so() -> None:
    site = read(circuit(shared=True, other_load_a=8.0), 5.0)
    assessment = assess_one(one_machine(1000, site))
    assert assessment.context.site.loads["c1"].other_a.value == 5.0
    assert "2026-11-20" in render(find(assessment, "PW07", "c1").message, "en")


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2026-11-20", "pass"),
        ("2025-11-30", "pass"),  # 365 days before 2026-11-30
        ("2025-11-29", "note"),
        ("", "note"),
        ("2026-12-01", "warning"),  # to come
    ],
)
def test_old_or_undated_readings_are_told_once(day: str, expected: str) -> None:
    plan = one_machine(1000, read(guessed(), 5.0, day), read(circuit("c2", shared=True), 2.0, day))
    assert outcome(assess_one(plan), "DQ04", "plan") == expected


def test_the_day_of_the_value_counts_as_well() -> None:
    bare = guessed()
    fact = Fact(value=5.0, date=dt.date(2026, 11, 1))
    site = msgspec.structs.replace(bare, values={**bare.values, "reading_a": fact})
    assert outcome(assess_one(one_machine(1000, site)), "DQ04", "plan") == "pass"


def test_a_reading_where_nobody_else_should_be() -> None:
    plan = one_machine(1000, read(circuit(), 3.0))
    finding = find(assess_one(plan), "DQ04", "c1")
    assert finding.outcome == "warning"
    assert outcome(assess_one(fixed(plan, finding)), "DQ04", "c1") == ""


def test_no_reading_no_word() -> None:
    assert outcome(assess_one(one_machine(1000)), "DQ04") == ""


def under_a_panel(panel: SiteNode, *below: SiteNode, power_w: float = 2156.0) -> Plan:
    line = make_line("ws", known={"max_power_w": power_w})
    return make_plan(line, site=(room(), unit(), panel, *below), plugged={"ws": "c1"})


def branch(name: str, **values: Any) -> SiteNode:
    return node(name, "circuit", "p", breaker_a=16.0, **values)


@pytest.mark.parametrize(("breaker_a", "expected"), [(25.0, "pass"), (22.0, "pass"), (20.0, "error")])
def test_a_panel_carries_what_others_draw_on_its_circuits(breaker_a: float, expected: str) -> None:
    # 10 A + 6 A on c1 and 6 A on c2, which this plan does not use: 22 A; without them 10 A would have been told
    panel = node("p", "panel", "room", volts=220.0, breaker_a=breaker_a, other_load_a=0.0)
    plan = under_a_panel(panel, branch("c1", other_load_a=6.0), branch("c2", other_load_a=6.0))
    assessment = assess_one(plan)
    assert assessment.context.site.loads["p"].total_a.value == pytest.approx(22.0)
    assert outcome(assessment, "PW01", "p") == expected


def test_what_was_told_of_the_panel_comes_on_top_and_a_reading_there_is_all_of_it() -> None:
    panel = node("p", "panel", "room", volts=220.0, breaker_a=40.0, other_load_a=4.0)
    below = (branch("c1", other_load_a=6.0), branch("c2", other_load_a=6.0))
    loads = assess_one(under_a_panel(panel, *below)).context.site.loads
    assert (loads["p"].other_a.value, loads["p"].total_a.value) == (pytest.approx(16.0), pytest.approx(26.0))
    loads = assess_one(under_a_panel(read(panel, 9.0), *below)).context.site.loads
    assert (loads["p"].other_a.value, loads["p"].total_a.value) == (9.0, pytest.approx(19.0))


def test_sub_panels_and_ups_pass_it_on() -> None:
    top = node("top", "panel", "room", volts=220.0, breaker_a=40.0, other_load_a=1.0)
    panel = node("p", "panel", "top", volts=220.0, breaker_a=40.0, other_load_a=2.0)
    loads = assess_one(under_a_panel(top, panel, branch("c1", other_load_a=6.0))).context.site.loads
    assert loads["p"].total_a.value == pytest.approx(18.0)
    assert loads["top"].total_a.value == pytest.approx(19.0)
    loads = assess_one(under_a_panel(top, read(panel, 3.0), branch("c1", other_load_a=6.0))).context.site.loads
    assert loads["top"].total_a.value == pytest.approx(14.0)  # 10 + 1 + the 3 A read below


def test_a_used_circuit_that_nobody_told_leaves_the_panel_open_but_what_is_certain_is_told() -> None:
    panel = node("p", "panel", "room", volts=220.0, breaker_a=25.0, other_load_a=0.0)
    open_ = under_a_panel(panel, branch("c1", shared=True), branch("c2", other_load_a=6.0))
    assert assess_one(open_).context.site.loads["p"].total_a.missing == ("site/c1/other_load_a",)
    assert outcome(assess_one(open_), "PW01", "p") == ""  # PW06 asks for it at c1
    full = under_a_panel(panel, branch("c1", shared=True), branch("c2", other_load_a=16.0))
    finding = find(assess_one(full), "PW01", "p")  # 10 + 16 = 26 A of 25 A whatever c1 has
    assert finding.outcome == "error"
    assert finding.figures[0].value == pytest.approx(26.0)


THREE: dict[str, Any] = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0}


def test_others_are_added_line_by_line() -> None:
    panel = node("p", "panel", "room", breaker_a=16.0, other_load_a=0.0, **THREE)
    legs = (branch("c1", leg="L1", other_load_a=5.0), branch("c2", leg="L2", other_load_a=9.0))
    assessment = assess_one(under_a_panel(panel, *legs, power_w=2150.0))
    assert assessment.context.site.loads["p"].total_a.value == pytest.approx(15.0, abs=0.01)  # L1 10 + 5, L2 9
    finding = find(assessment, "PW12", "p")
    told = {one.key.rpartition("/")[2]: one.value for one in finding.figures}
    assert told["neutral_a"] == pytest.approx((15**2 + 9**2 - 15 * 9) ** 0.5, abs=0.01)  # 13.08 A
    same = (branch("c1", leg="L1", other_load_a=5.0), branch("c2", leg="L1", other_load_a=9.0))
    assert outcome(assess_one(under_a_panel(panel, *same, power_w=2150.0)), "PW12", "p") == "error"  # 24 A


def test_lines_that_nobody_told_make_a_bound_of_others_too() -> None:
    panel = node("p", "panel", "room", breaker_a=20.0, other_load_a=0.0, **THREE)
    open_ = (branch("c1", other_load_a=5.0), branch("c2", other_load_a=9.0))
    finding = find(assess_one(under_a_panel(panel, *open_, power_w=2150.0)), "PW01", "p")  # up to 24 A, maybe 15 A
    assert (finding.outcome, finding.missing) == ("unknown", ("site/c1/leg", "site/c2/leg"))


def test_the_wiring_planner_counts_others_below_a_panel() -> None:
    panel = node("p", "panel", "room", volts=220.0, breaker_a=40.0, other_load_a=4.0)
    plan = under_a_panel(panel, branch("c1", other_load_a=6.0), read(branch("c2", shared=True), 5.0))
    assessment = assess_one(plan)
    ask = wanted(plan, plan.alternatives[0], assessment.context.lines)
    assert {one.id: one.other_a for one in ask.problem.branches} == {"p": 15.0, "c1": 6.0, "c2": 5.0}


def test_a_reading_of_a_day_to_come_is_not_called_old() -> None:
    found = find(assess_one(one_machine(1000, read(guessed(), 5.0, "2036-01-01"))), "DQ04", "plan")
    assert found.message.id == "DQ04.future"
    assert "2036-01-01" in render(found.message, "en")


def test_watts_typed_as_a_reading_are_taken_as_what_they_mean() -> None:
    # 1,500 W / 220 V = 6.8 A; 24 A behind 16 A trips within the hour (1.45 x 16 = 23.2 A) and is no watts either way
    plan = one_machine(1000, read(guessed(), 1500.0))
    finding = find(assess_one(plan), "DQ02", "c1")
    assert (finding.outcome, finding.message.id) == ("error", "DQ02.watts")
    after = fixed(plan, finding)
    assert assess_one(after).context.site.loads["c1"].other_a.value == 6.8
    assert outcome(assess_one(after), "DQ02", "c1") == ""
    assert outcome(assess_one(one_machine(1000, read(guessed(), 23.0))), "DQ02", "c1") == ""
    assert find(assess_one(one_machine(1000, read(guessed(), 9000.0))), "DQ02", "c1").fix is None


def test_a_reading_in_watts_hides_what_was_reckoned_with_it() -> None:
    # 1,500 A would be too much on the circuit and on its panel; 1,500 W are 6.8 A, which is not
    panel = node("p", "panel", "room", volts=220.0, breaker_a=40.0, other_load_a=0.0)
    plan = under_a_panel(panel, read(branch("c1"), 1500.0), branch("c2", other_load_a=1.0), power_w=1000.0)
    found = assess_one(plan)
    assert outcome(found, "DQ02", "c1") == "error"
    for check in ("PW01", "PW02", "PW07", "PW12"):
        assert [one for name in ("c1", "p") for one in find_all(found, check, name)] == []
    after = assess_one(fixed(plan, find(found, "DQ02", "c1")))
    assert (outcome(after, "PW01", "c1"), outcome(after, "PW01", "p")) == ("pass", "pass")

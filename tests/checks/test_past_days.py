"""Days that are past: told in the findings with the year that is meant, and where they are typed."""

from __future__ import annotations

import datetime as dt

import pytest

from desktop_app.services.site_list import site_rows
from desktop_app.window.parts.reading import date_reader
from planner.entry import likely_day
from planner.messages import Labelled
from planner.plan.document import Stage
from tests.checks.factories import TODAY, assess_one, find, find_all, fixed, make_line, make_plan, node
from tests.checks.rooms import circuit, room, unit


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-03-01", "2027-03-01"),  # before today, 30 November 2026
        ("2025-12-31", "2026-12-31"),
        ("2026-11-30", "2026-11-30"),
        ("2024-02-29", "2028-02-29"),  # the next year that has the day
    ],
)
def test_the_day_of_the_same_name_that_comes_next(typed: str, meant: str) -> None:
    assert likely_day(dt.date.fromisoformat(typed), TODAY).isoformat() == meant


def test_a_past_day_is_doubted_where_it_is_typed() -> None:
    found = date_reader(TODAY)("2026年3月1日", "en")
    assert (found.value, found.echo) == (dt.date(2026, 3, 1), "2026-03-01")
    assert "2027-03-01" in found.doubt
    assert date_reader(TODAY)("2026-12-01", "en").doubt == ""
    assert date_reader()("2026-03-01", "en").doubt == ""


def test_a_stage_wanted_in_the_past_is_told_and_turned_over_by_one_step() -> None:
    stage = Stage(id="s1", title=Labelled(zh="到货", en="Delivery"), wanted_by=dt.date(2026, 3, 1))
    plan = make_plan(make_line("ws", stage="s1"), stages=(stage,))
    after = fixed(plan, find(assess_one(plan), "BU20"))
    assert after.alternatives[0].stages[0].wanted_by == dt.date(2027, 3, 1)
    assert find_all(assess_one(after), "BU20") == ()
    assert find_all(assess_one(make_plan(make_line("ws"), stages=(stage,))), "BU20") == ()  # nothing comes in it


def test_the_list_of_the_room_says_what_a_socket_carries_and_has_left() -> None:
    # 1,000 W / (220 x 0.98) = 4.638 A; the socket: (10 - 4.638) x 220 x 0.98 = 1,156 W; the circuit 16 x 0.8 = 12.8 A:
    # 8.162 A, 1,760 W; so 1,156 W
    socket = node("s1", "socket", "c1", form="gb1002_10a")
    plan = make_plan(
        make_line("ws", known={"max_power_w": 1000}), site=(room(), unit(), circuit(), socket), plugged={"ws": "s1"}
    )
    rows = {row.id: row for row in site_rows(assess_one(plan), "en")}
    assert rows["s1"].rating == "10 A"
    assert rows["s1"].left_figure is not None
    assert rows["s1"].left_figure.value == pytest.approx(10 * 220 * 0.98 - 1000)
    assert rows["c1"].left_figure.value == pytest.approx(12.8 * 220 * 0.98 - 1000)  # type: ignore[union-attr]


def test_what_a_circuit_has_left_is_unknown_and_not_a_dash_while_its_account_is_open() -> None:
    plan = make_plan(
        make_line("ws", known={"max_power_w": 1000}),
        site=(room(), unit(), circuit(shared=True)),
        plugged={"ws": "c1"},
    )
    row = next(row for row in site_rows(assess_one(plan), "en") if row.id == "c1")
    assert row.left_figure is not None
    assert row.left_figure.missing == ("site/c1/other_load_a",)
    assert row.left == "unknown" or "verif" in row.left

"""Proposals of the first sheet say what a course comes to while all its students work; the start page dates what it counts."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec

from desktop_app.services.desk import open_desk
from desktop_app.services.first_start_compare import _at_once
from desktop_app.services.start_page import workspace_state
from planner.assess.run import assess
from planner.messages import Labelled
from planner.plan.document import Line, People, Plan
from tests.checks.factories import TODAY, make_line, make_plan


def _plan(*lines: Line, students: int | None = 60) -> Plan:
    plan = make_plan(*lines)
    if students is None:
        return plan
    group = People(id="course-students", title=Labelled(zh="课程学生", en="course students"), count=students)
    return msgspec.structs.replace(plan, people=(*plan.people, group))


def test_students_at_once_are_shared_among_the_cards_of_the_proposal() -> None:
    """60 students on 2 x 4 cards: 60 / 8 = 7.5, so 8 on the fullest."""
    line = msgspec.structs.replace(make_line("ws", quantity=2), card="x", cards_per_unit=4)
    (row,) = _at_once(assess(_plan(line), "A", TODAY), "en")
    assert row.text == "60 on 8 cards, 8 to a card"


def test_rented_cards_are_not_counted_and_a_plan_without_a_course_has_no_such_row() -> None:
    (row,) = _at_once(assess(_plan(make_line("cloud", role="cloud")), "A", TODAY), "en")
    assert row.text == "60, as rented"
    assert _at_once(assess(_plan(make_line("ws"), students=None), "A", TODAY), "en") == ()


def test_the_start_page_dates_prices_and_rents_that_it_counts(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "w.db", lambda: dt.datetime(2026, 12, 1, tzinfo=dt.UTC))
    try:
        state = workspace_state(desk)
        rents = [
            one.attributes["price_low"].source_date
            for one in desk.store.catalog.items("cloud_offer")
            if "price_low" in one.attributes
        ]
        seen = [one.observed_date for one in desk.store.catalog.prices()]
        assert state.prices_until > max(seen)  # rents were looked at later: "up to" must not stop before them
        assert state.prices_until >= max(day for day in rents if day)
        assert state.prices_from <= min(day for day in seen if day)
    finally:
        desk.close()

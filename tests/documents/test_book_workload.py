"""The weekly use in the requirement book: people x sessions x hours x cards, worked by hand, as the engine reckons it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from planner.assess.mix import plan_demand
from planner.assess.run import assess
from planner.documents.model import Language
from planner.messages import Labelled
from planner.plan.document import People, Plan, WorkloadEntry
from tests.documents.books import DAY, book_of, lines, plan_of, table


def mixed() -> Plan:
    """Return a plan of 12 graduates and 60 students: two jobs of the graduates, a course, and a job of nobody named."""
    groups = (
        People(id="graduates", title=Labelled(zh="研究生", en="graduate students"), count=12),
        People(id="students", title=Labelled(zh="课程学生", en="course students"), count=60),
    )
    common = {"kind": "train", "method": "full", "seq_len": 1024, "batch": 1}
    entries = (
        ("tune", {"people": "graduates", "sessions_per_week": 1.0, "hours_per_session": 3.0}),
        ("detect", {"people": "graduates", "sessions_per_week": 0.5, "hours_per_session": 4.0, "devices": 2}),
        ("course", {"people": "students", "sessions_per_week": 1.0, "hours_per_session": 1.0}),
        ("nobody", {"sessions_per_week": 5.0, "hours_per_session": 3.0}),
        ("untold", {"people": "graduates"}),
    )
    made = tuple(WorkloadEntry(id=name, title=Labelled(zh=name, en=name), **common, **own) for name, own in entries)  # type: ignore[arg-type]
    return replace(plan_of("lab-a"), people=groups, workload=made)


@pytest.mark.parametrize(
    ("language", "weekly"),
    [
        ("zh", ["每人1次×3 h", "每人0.5次×4 h", "每人1次×1 h", "5次×3 h", "待核实"]),
        ("en", ["1 × 3 h each", "0.5 × 4 h each", "1 × 1 h each", "5 × 3 h", "To be verified"]),
    ],
)
def test_card_hours_are_those_of_all_people(language: Language, weekly: list[str]) -> None:
    # 12 x 1 x 3 = 36; 12 x 0.5 x 4 x 2 cards = 48; 60 x 1 x 1 = 60; nobody named counts as one: 5 x 3 = 15
    plan = mixed()
    assessment = assess(plan, plan.chosen, DAY, checks=())
    rows = lines(table(book_of(assessment, language), "workload"))
    assert [row["weekly"] for row in rows] == weekly
    assert [row["hours"] for row in rows[:4]] == ["36.0", "48.0", "60.0", "15.0"]
    assert not rows[4]["hours"].replace(".", "").isdigit()


def test_paper_and_engine_add_up_to_the_same_week() -> None:
    # 36 + 48 + 60 + 15
    plan = replace(mixed(), workload=mixed().workload[:4])
    assessment = assess(plan, plan.chosen, DAY, checks=())
    printed = sum(float(row["hours"]) for row in lines(table(book_of(assessment), "workload")))
    engine = plan_demand(tuple(assessment.context.demand.values()), plan.people)
    assert printed == engine.gpu_hours.value == 159.0

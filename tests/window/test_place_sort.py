"""Sorting the jobs of Workload and the parts of Site by a head: of the view alone, numbers by value, unknown at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.window.main_window import MainWindow
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def click_head(qtbot: QtBot, table: Any, column: str) -> None:
    head, at = table.horizontalHeader(), table.model().column_of(column)
    spot = QPoint(head.sectionViewportPosition(at) + head.sectionSize(at) // 2, head.height() // 2)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QApplication.processEvents()


def ids(table: Any) -> list[str]:
    return [row.id for row in table.model().rows]


@pytest.fixture
def jobs(window: MainWindow) -> Any:
    window.show_place("workload")
    return window.stack.place._table  # type: ignore[union-attr]


def test_jobs_go_by_number_up_down_and_back(qtbot: QtBot, window: MainWindow, jobs: Any) -> None:
    plan = window.bench.plan
    own = ids(jobs)
    needs = {name: window.bench.assessment.context.demand[name].per_device_gib.require() for name in own}
    click_head(qtbot, jobs, "memory")
    assert ids(jobs) == sorted(own, key=lambda name: needs[name])
    click_head(qtbot, jobs, "memory")
    assert ids(jobs) == sorted(own, key=lambda name: -needs[name])
    click_head(qtbot, jobs, "memory")
    assert ids(jobs) == own
    assert window.bench.plan is plan


def test_hours_nobody_said_are_last_in_both_directions(qtbot: QtBot, window: MainWindow, jobs: Any) -> None:
    for name, hours in (("detection", 10.0), ("qlora-7b", 9.0)):
        assert window.bench.do(SetValue(path=f"workload/{name}/hours_per_session", value=hours))
    click_head(qtbot, jobs, "hours")
    assert ids(jobs)[:2] == ["qlora-7b", "detection"]  # 9 before 10
    click_head(qtbot, jobs, "hours")
    assert ids(jobs)[:2] == ["detection", "qlora-7b"]


def test_the_order_of_jobs_outlasts_an_edit_and_other_cards(qtbot: QtBot, window: MainWindow, jobs: Any) -> None:
    click_head(qtbot, jobs, "people")
    before = ids(jobs)
    assert window.bench.do(SetValue(path="workload/chat-7b/batch", value=64))
    assert ids(jobs) == before
    fit = next(one.key for one in jobs.model().columns if one.key.startswith("fit-"))
    click_head(qtbot, jobs, fit)
    assert ids(jobs)[-1] == "chat-7b"  # 64 sequences at once are too much for the card
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/quantity", value=2))
    assert ids(jobs)[-1] == "chat-7b"


def test_the_marked_job_stays_marked_when_rows_move(qtbot: QtBot, window: MainWindow, jobs: Any) -> None:
    place: Any = window.stack.place
    place.reveal("course")
    click_head(qtbot, jobs, "title")
    assert jobs.model().rows[jobs.currentIndex().row()].id == "course"
    assert place._entry == "course"


def test_parts_of_the_site_leave_their_tree_while_sorted(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site")
    place: Any = window.stack.place
    place._tabs.show_key("room")
    place._show_tab("room")
    table = place._list
    own = ids(table)
    assert any(row.cells[0].indent for row in table.model().rows)
    click_head(qtbot, table, "rating")
    told = [row.texts[3] for row in table.model().rows]
    assert told[-1] in ("", "unknown")
    assert not any(row.cells[0].indent for row in table.model().rows)
    click_head(qtbot, table, "rating")
    click_head(qtbot, table, "rating")
    assert ids(table) == own
    click_head(qtbot, table, "load")
    loads = [row.figures[2].value for row in table.model().rows if row.figures[2] is not None and row.figures[2].known]
    assert loads == sorted(loads)

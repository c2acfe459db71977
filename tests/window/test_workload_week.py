"""The views Demand, Waiting and Calendar of Workload: driven as a person, every number explained, edits shown at once."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.workload.week_table import WeekTable
from planner.figure import Figure
from planner.plan.edits import SetValue


@pytest.fixture
def place(window: MainWindow) -> Any:
    window.show_place("workload")
    QApplication.processEvents()
    return window.stack.place


def go(window: MainWindow, key: str) -> None:
    tabs = window.findChild(SubTabs, "workload-tabs")
    at = next(at for at in range(tabs.count()) if tabs.tabData(at) == key)
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(at).center())
    QApplication.processEvents()


def table(window: MainWindow, name: str) -> WeekTable:
    return window.findChild(WeekTable, name)


def texts(shown: WeekTable, row: str) -> tuple[str, ...]:
    model: Any = shown.model()
    return model.rows[model.row_of(row)].texts


def explain(window: MainWindow, shown: WeekTable, row: str, column: str) -> Figure:
    found: list[Figure] = []
    window.bench.explained.connect(found.append)
    model: Any = shown.model()
    index = model.index(model.row_of(row), model.column_of(column))
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=shown.visualRect(index).center())
    return found[-1]


def settle_hours(window: MainWindow) -> None:
    finding = next(one for one in window.bench.assessment.findings if one.check == "FT10" and one.fix is not None)
    assert finding.fix is not None
    assert window.bench.do(finding.fix.edit)


def test_demand_is_shown_by_job_and_what_is_not_known_is_said(window: MainWindow, place: Any) -> None:
    go(window, "demand")
    jobs = table(window, "demand-jobs")
    assert jobs.ids == ("qlora-7b", "chat-7b", "detection", "course", "-total")
    assert texts(jobs, "qlora-7b")[2] == "72 GPU-h/week"
    assert texts(jobs, "chat-7b")[2] == "unknown"
    assert texts(jobs, "-total")[2] == "unknown"
    figure = explain(window, jobs, "qlora-7b", "hours")
    assert (figure.value, figure.formula is not None) == (72, True)
    settle_hours(window)
    # 72 + a service all week 168 + 12 x 2 x 5 + 60 x 1 x 2
    assert texts(jobs, "-total")[2] == "480 GPU-h/week"


def test_what_is_typed_below_the_demand_changes_it(window: MainWindow, place: Any) -> None:
    go(window, "demand")
    jobs = table(window, "demand-jobs")
    model: Any = jobs.model()
    index = model.index(model.row_of("chat-7b"), 0)
    QTest.mouseClick(jobs.viewport(), Qt.MouseButton.LeftButton, pos=jobs.visualRect(index).center())
    view = place.week.currentWidget()
    for name, typed in (("sessions_per_week", "7"), ("hours_per_session", "24")):
        field = view._form.field(f"workload/chat-7b/{name}")
        edit = field.findChild(QLineEdit)
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, typed)
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert texts(jobs, "chat-7b")[2] == "168 GPU-h/week"
    window.bench.undo()
    assert texts(jobs, "chat-7b")[2] == "unknown"


def test_waits_are_shown_for_the_cards_there_are_and_for_others(window: MainWindow, place: Any) -> None:
    settle_hours(window)
    go(window, "waiting")
    use, counts = table(window, "waiting-use"), table(window, "waiting-counts")
    assert texts(use, "24")[:3] == ("24 GB and more", "672 GPU-h/week", "71 %")
    assert texts(counts, "-2")[4:] == ("never", "never", "never")
    assert texts(counts, "0")[2:] == texts(use, "24")[2:]
    figure = explain(window, use, "24", "mean")
    assert figure.unit == "h"
    assert figure.require() == pytest.approx(1.12, abs=0.01)
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/quantity", value=2))
    assert texts(use, "24")[1] == "1,344 GPU-h/week"


def test_without_hours_the_views_say_so(window: MainWindow, place: Any) -> None:
    edit = SetValue(path="workload/qlora-7b/sessions_per_week", value=None)
    assert window.bench.do(edit)
    for key in ("waiting", "calendar"):
        go(window, key)
        view = place.week.currentWidget()
        said = view._note.text() if key == "waiting" else view._none.text()
        assert "Nothing can be reckoned yet" in said


def test_a_block_of_the_calendar_explains_itself_and_opens_its_job(window: MainWindow, place: Any) -> None:
    settle_hours(window)
    go(window, "calendar")
    grid = window.findChild(SceneView, "calendar-grid")
    assert grid.scene is not None
    found: list[Figure] = []
    window.bench.explained.connect(found.append)
    spot = next(one for one in grid.scene.spots if one.key == "course/8")
    grid.pressed.emit(spot)
    # 120 card-hours over 5 days x 14 hours of begin: in the first hour half of what runs later
    assert found[-1].require() == pytest.approx(120 / 70 / 2)
    view = place.week.currentWidget()
    assert "Course lab: runs begin Mon to Fri, 8 to 22 h (customary, not told)" in view._title.text()
    edit = view._form.field("workload/course/facts/hour_from").findChild(QLineEdit)
    edit.setFocus()
    QTest.keyClicks(edit, "14")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert window.bench.plan.workload[3].facts["hour_from"].value == 14
    whole = next(one for one in grid.scene.spots if one.key == "/8")
    grid.pressed.emit(whole)
    assert found[-1].key.endswith("week/hour_8")


def test_tabs_keep_the_jobs_as_they_were(window: MainWindow, place: Any) -> None:
    place.reveal("detection")
    go(window, "waiting")
    assert not place._choice.isVisible()
    go(window, "jobs")
    assert place._choice.isVisible()
    assert place._panel.entry == "detection"
    place.reveal("calendar")
    assert place._tabs.key == "calendar"
    place.reveal("course")
    assert place._tabs.key == "jobs"
    assert place._panel.entry == "course"


def test_the_other_language_reaches_heads_and_rows(window: MainWindow, place: Any, qtmodeltester: Any) -> None:
    go(window, "demand")
    window.bench.speak("zh")
    QApplication.processEvents()
    jobs = table(window, "demand-jobs")
    assert jobs.head_text(2) == "每周卡时"
    assert texts(jobs, "qlora-7b")[2] == "72 卡时/周"
    model = jobs.model()
    assert isinstance(model, RecordModel)
    qtmodeltester.check(model)


def test_a_finding_on_hours_lands_on_the_view_that_mends_it(window: MainWindow) -> None:
    window.show_place("build")
    from desktop_app.services.findings import finding_list

    def rows() -> Any:
        found = finding_list(window.bench.assessment, "en").rows
        return [row for group in found.values() for row in group if row.check == "FT10"]

    assert [(row.place, row.lands) for row in rows()] == [("workload", "demand")]
    window.bench.go("workload", "demand")
    assert window.stack.place._tabs.key == "demand"
    settle_hours(window)
    assert window.bench.do(SetValue(path="workload/course/hours_per_session", value=40.0))
    assert [(row.place, row.lands) for row in rows()] == [("workload", "waiting")]


def test_hours_nobody_said_are_unknown_and_not_inapplicable(window: MainWindow, place: Any) -> None:
    row = place._model.rows[place._model.row_of("chat-7b")]
    assert row.texts[2:4] == ("Unknown", "Unknown")
    assert row.cells[2].status == "unknown"


def test_cards_that_the_plan_buys_stand_beside_what_is_to_add(window: MainWindow, place: Any) -> None:
    """Four cards of 24 GB are planned: they serve every class up to theirs, and none above it."""
    go(window, "demand")
    tiers = table(window, "demand-tiers")
    assert [texts(tiers, row)[-1] for row in tiers.ids] == ["4"] * len(tiers.ids)
    assert texts(tiers, "tier/24")[0] == "24 GB and more"
    assert window.bench.do(SetValue(path="A/ws/quantity", value=2))
    assert texts(tiers, "tier/24")[-1] == "8"

"""Whole plans in the window: names of their own, rename, duplicate, delete into the bin, and back; nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton

from desktop_app.window.places.start.recent import RecentTable
from planner.messages import render
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def switcher(window: MainWindow) -> list[QAction]:
    menu = window.findChild(QPushButton, "top-plan").menu()
    menu.aboutToShow.emit()
    return menu.actions()


def titles(window: MainWindow) -> list[str]:
    return sorted(one.title.en for one in window.bench.desk.plans())


def choose(window: MainWindow, text: str) -> None:
    next(one for one in switcher(window) if one.text() == text).trigger()


def said(window: MainWindow) -> str:
    notice = window.notice_bar.notice
    assert notice is not None
    return render(notice.text, "en")


def test_a_second_plan_of_a_template_gets_a_name_of_its_own(window: MainWindow) -> None:
    first = window.bench.plan.title
    window.bench.lay_out(window.bench.desk.create("lab-a"))
    assert window.bench.plan.title.en == f"{first.en} (2)" and window.bench.plan.title.zh == f"{first.zh} (2)"
    window.bench.lay_out(window.bench.desk.create("lab-a"))
    assert window.bench.plan.title.zh == f"{first.zh} (3)"


def test_a_name_that_another_plan_has_is_refused_with_a_free_one(window: MainWindow) -> None:
    taken = window.bench.plan.title
    window.bench.lay_out(window.bench.desk.create("lab-b"))
    before = window.bench.plan.title
    fault = window.bench.attempt(SetValue(path="title/zh", value=taken.zh))
    assert fault is not None and fault.message.id == "plan.title_taken" and fault.remedy is not None
    assert f"{taken.zh} (2)" in render(fault.remedy, "zh")
    assert window.bench.plan.title == before
    assert window.bench.attempt(SetValue(path="title/zh", value="我的方案")) is None


def test_duplicate_leaves_the_plan_and_lays_the_copy_on_the_bench(window: MainWindow) -> None:
    plan = window.bench.plan
    choose(window, "Duplicate this plan")
    copy = window.bench.plan
    assert copy.id != plan.id and copy.alternatives == plan.alternatives
    assert titles(window) == sorted([plan.title.en, f"{plan.title.en} (2)"])
    window.bench.do(SetValue(path="organisation/name", value="Another"))
    assert window.bench.desk.open(plan.id).plan.organisation.name == ""


def test_rename_leads_to_the_name(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "Rename this plan")
    assert window.stack.spec is not None and window.stack.spec.name == "plan"
    focus = window.focusWidget()
    assert focus is not None and getattr(focus.parent(), "path", getattr(focus, "path", "title")) == "title"


def test_a_deleted_plan_lies_in_the_bin_and_comes_back_with_its_steps(window: MainWindow, qtbot: QtBot) -> None:
    window.bench.do(SetValue(path="organisation/name", value="Institute"))
    plan = window.bench.plan
    choose(window, "Delete this plan")
    assert not window.bench.has_plan and titles(window) == [] and "is in the bin" in said(window)
    bin_menu = next(one.menu() for one in switcher(window) if one.text() == "Bin")
    assert isinstance(bin_menu, QMenu)
    (row,) = bin_menu.actions()
    assert plan.title.en in row.text()
    row.trigger()
    assert window.bench.has_plan and window.bench.plan == plan
    window.bench.undo()
    assert window.bench.plan.organisation.name == ""


def test_the_button_of_the_message_brings_a_deleted_plan_back(window: MainWindow, qtbot: QtBot) -> None:
    plan = window.bench.plan
    choose(window, "Delete this plan")
    qtbot.mouseClick(window.findChild(QPushButton, "notice-action"), Qt.MouseButton.LeftButton)
    assert window.bench.has_plan and window.bench.plan == plan


def test_the_start_page_deletes_shows_the_bin_and_brings_back(window: MainWindow, qtbot: QtBot) -> None:
    plan = window.bench.plan
    window.bench.lay_out(None)
    table = window.findChild(RecentTable)
    remove = window.findChild(QPushButton, "recent-remove")
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert said(window) == "Mark a plan in the list first." and titles(window) == [plan.title.en]
    table.selectRow(0)
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert titles(window) == [] and table.isHidden()
    bin_button = window.findChild(QPushButton, "recent-bin")
    assert bin_button.isVisible() and bin_button.text() == "Bin (1)"
    bin_button.menu().aboutToShow.emit()
    bin_button.menu().actions()[0].trigger()
    assert titles(window) == [plan.title.en] and not table.isHidden() and bin_button.isHidden()


def test_every_plan_can_be_reached_from_the_start_page_and_the_switcher(window: MainWindow, qtbot: QtBot) -> None:
    desk, plan = window.bench.desk, window.bench.plan
    for _ in range(13):
        desk.duplicate(plan)
    more = next(one for one in switcher(window) if one.text() == "More plans: 2")
    assert len(more.menu().actions()) == 2
    window.bench.lay_out(None)
    table = window.findChild(RecentTable)
    assert table.model().rowCount() == 5
    qtbot.mouseClick(window.findChild(QPushButton, "recent-all"), Qt.MouseButton.LeftButton)
    assert table.model().rowCount() == 14

"""The place Start as a person uses it: templates, filter, recent plans, files dropped, and the state of the workspace."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit
from pytestqt.modeltest import ModelTester

from desktop_app.services.start_page import fitting, group_counts, local_words, template_cards
from desktop_app.window.main_window import MainWindow
from desktop_app.window.places.start.place import StartPlace
from planner.plan.codec import write_plan
from tests.window.conftest import MakeWindow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

NOW = dt.datetime(2026, 11, 30, 15, 0, tzinfo=dt.UTC)


def start(window: MainWindow) -> StartPlace:
    place = window.stack.place
    assert isinstance(place, StartPlace)
    return place


def reckon(place: StartPlace) -> None:
    while place.home.reckon_next():
        pass


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window(template="")


def test_templates_with_totals(window: MainWindow) -> None:
    place = start(window)
    assert [tile.template for tile in place.home.grid.tiles][:2] == ["lab-a", "lab-b"]
    reckon(place)
    first = place.home.grid.tiles[0]
    # 264,000 and 5 % contingency, as the template is priced: 277,200
    assert "277 k" in first.accessibleDescription()
    assert "24 GB × 4" in first.accessibleDescription()
    assert place.home.detail.title.text() == "University lab, 300 k: A"
    said = " ".join(child.text() for child in place.home.detail.findChildren(type(place.home.detail.title)))
    assert "277 k, budget 300 k" in said
    assert "10 A Socket 1" in said


def test_a_template_is_used_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    place = start(window)
    first = place.home.grid.tiles[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert place.home.grid.tiles[1].chosen
    qtbot.keyClick(place.home.detail.use, Qt.Key.Key_Space)
    assert window.bench.has_plan
    assert window.bench.plan.title.en == "University lab compute, plan B"
    assert window.stack.spec is not None
    assert window.stack.spec.name == "build"


def test_enter_uses_a_template_and_tab_leads_to_its_button(window: MainWindow, qtbot: QtBot) -> None:
    place = start(window)
    first, second = place.home.grid.tiles[:2]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    assert window.focusWidget() is place.home.detail.use
    qtbot.keyClick(place.home.detail.use, Qt.Key.Key_Backtab)
    assert window.focusWidget() is first
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert not window.bench.has_plan
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert window.bench.plan.title.en == "University lab compute, plan B"


def test_a_second_plan_of_a_file_has_a_name_of_its_own(window: MainWindow) -> None:
    desk = window.bench.desk
    plan = desk.create("lab-a").plan
    again = [desk.take_in(plan, "a.lpplan", as_new=True).plan for _ in range(2)]
    assert [one.title.zh for one in again] == [f"{plan.title.zh} (2)", f"{plan.title.zh} (3)"]
    assert [one.title.en for one in again] == [f"{plan.title.en} (2)", f"{plan.title.en} (3)"]
    assert len({plan.id, *(one.id for one in again)}) == 3
    third = desk.take_in(again[0], "b.lpplan", as_new=True).plan
    assert third.title.en == f"{plan.title.en} (4)"  # not '… (2) (2)'
    assert desk.take_in(plan, "a.lpplan", as_new=False).plan.title == plan.title


def test_a_blank_plan(window: MainWindow, qtbot: QtBot) -> None:
    place = start(window)
    blank = next(tile for tile in place.home.grid.tiles if tile.template == "blank")
    qtbot.mouseClick(blank, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(place.home.detail.use, Qt.MouseButton.LeftButton)
    assert window.bench.plan.alternatives[0].lines == ()
    assert window.bench.assessment.context.money.budget.money is None


def test_filter_by_pinyin_and_group(window: MainWindow, qtbot: QtBot) -> None:
    place = start(window)
    assert place.seek()
    qtbot.keyClicks(place.home.filter, "guochan")  # 国产
    assert [tile.template for tile in place.home.grid.tiles] == ["tier-5"]
    qtbot.keyClick(place.home.filter, Qt.Key.Key_Escape)
    assert len(place.home.grid.tiles) == 11
    chip = place.home.findChild(QAbstractButton, "template-group-tier")
    assert chip is not None
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert len(place.home.grid.tiles) == 5
    qtbot.keyClicks(place.home.filter, "xk")
    assert place.home.grid.tiles == ()
    none = place.home._no_match
    assert not none.isHidden()
    qtbot.mouseClick(none.button, Qt.MouseButton.LeftButton)
    assert len(place.home.grid.tiles) == 11


def test_groups_hold_every_card() -> None:
    cards = template_cards()
    counts = group_counts(cards)
    assert counts[""] == len(cards) == 11
    assert sum(count for group, count in counts.items() if group) == len(cards)
    assert [card.id for card in cards if card.recommended] == ["lab-a"]
    assert fitting(cards, "lab", "fang an d")


def test_recent_plans_say_how_they_stand(window: MainWindow, qtbot: QtBot) -> None:
    desk = window.bench.desk
    made = desk.create("lab-a").plan
    place = start(window)
    place.home.show_recent()
    reckon(place)
    row = place.home.recent.records.rows[0]
    assert row.texts[0] == made.title.en
    assert row.texts[1:4] == ("277 k", "Errors 1", "Questions to answer: 17")
    assert row.texts[4].startswith("today ")
    ModelTester(None).check(place.home.recent.records)
    place.home.recent.go_to(0, 0)
    qtbot.keyClick(place.home.recent, Qt.Key.Key_Return)
    assert window.bench.plan.id == made.id


def test_a_plan_is_removed_and_brought_back(window: MainWindow, qtbot: QtBot) -> None:
    desk = window.bench.desk
    desk.create("lab-a")
    place = start(window)
    place.home.show_recent()
    told = []
    window.bench.told.connect(told.append)
    place.home.recent.go_to(0, 0)
    qtbot.keyClick(place.home.recent, Qt.Key.Key_Delete)
    assert desk.plans() == ()
    assert place.home.recent.records.rows == ()
    notice = told[-1]
    assert notice.action is not None
    notice.action()
    assert len(desk.plans()) == 1
    assert len(place.home.recent.records.rows) == 1


def test_a_damaged_plan_is_listed_as_such(window: MainWindow) -> None:
    desk = window.bench.desk
    plan = desk.create("lab-a").plan
    desk._sessions.clear()
    with desk.store.database.writing() as connection:
        connection.execute("UPDATE plan_revisions SET body = x'00'")
    place = start(window)
    place.home.show_recent()
    reckon(place)
    row = place.home.recent.records.rows[0]
    assert row.id == plan.id
    assert row.texts[2] == "damaged"
    told = []
    window.bench.told.connect(told.append)
    place.home.opened.emit(plan.id)
    assert told[-1].tone == "error"
    assert not window.bench.has_plan


def drop(place: StartPlace, file: Path) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), Qt.DropAction.CopyAction, mime, buttons, keys)
    enter.ignore()
    place.dragEnterEvent(enter)
    if not enter.isAccepted():
        return False
    place.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys))
    return True


def test_a_file_is_dropped(window: MainWindow, tmp_path: Path) -> None:
    from desktop_app.services.plans import plan_from_template

    plan = plan_from_template("tier-1", window.bench.desk.store, window.bench.desk.today, plan_id="dropped")
    file = tmp_path / "一档.lpplan"
    write_plan(plan, file)
    assert not drop(start(window), tmp_path / "quote.xlsx")
    assert drop(start(window), file)
    assert window.bench.plan.id == "dropped"


def test_a_file_is_opened(window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app.services.plans import plan_from_template
    from desktop_app.window import prompts

    plan = plan_from_template("tier-1", window.bench.desk.store, window.bench.desk.today, plan_id="opened")
    file = tmp_path / "a.lpplan"
    write_plan(plan, file)
    monkeypatch.setattr(prompts, "open_file", lambda *_given: file)
    qtbot.keyClick(start(window).home.ways["open"], Qt.Key.Key_Return)
    assert window.bench.plan.id == "opened"


def test_the_foot_says_what_there_is(window: MainWindow) -> None:
    start(window).show_foot()
    foot = start(window).findChild(object, "start-foot")
    assert foot is not None
    said = " ".join(child.text() for child in foot.children() if hasattr(child, "text"))
    assert "Catalog 1,519 rows" in said
    assert "prices and rents of 2020-09 to 2026-11-30" in said
    assert "Database in order" in said
    assert "All data stays on this computer" in said


@pytest.mark.parametrize(
    ("moment", "zh", "en"),
    [
        (dt.datetime(2026, 11, 30, 14, 32, tzinfo=dt.UTC), "今天 14:32", "today 14:32"),
        (dt.datetime(2026, 11, 29, 8, 5, tzinfo=dt.UTC), "昨天 08:05", "yesterday 08:05"),
        (dt.datetime(2026, 11, 21, 8, 5, tzinfo=dt.UTC), "11月21日", "21 Nov"),
        (dt.datetime(2025, 11, 21, 8, 5, tzinfo=dt.UTC), "2025-11-21", "2025-11-21"),
    ],
)
def test_times_in_local_words(moment: dt.datetime, zh: str, en: str) -> None:
    assert local_words(moment, NOW, "zh") == zh
    assert local_words(moment, NOW, "en") == en


def test_the_zone_of_the_reader_counts() -> None:
    shanghai = dt.timezone(dt.timedelta(hours=8))
    late = dt.datetime(2026, 11, 29, 17, 0, tzinfo=dt.UTC)  # 01:00 on the 30th there
    assert local_words(late, NOW.astimezone(shanghai), "zh") == "今天 01:00"


def test_language_and_width(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(template="", language="zh", size=(1024, 740), theme="dark")
    place = start(window)
    assert place.home.ways["budget"].accessibleName() == "我有一笔预算"
    reckon(place)
    window.bench.speak("en")
    assert place.home.ways["budget"].accessibleName() == "I have a budget"
    assert window.width() == 1024
    qtbot.waitUntil(lambda: place.home.grid.width() > 0)
    assert all(tile.width() >= 150 for tile in place.home.grid.tiles)


def unnamed(place: StartPlace) -> list[str]:
    return [
        child.objectName() or type(child).__name__
        for kind in (QAbstractButton, QLineEdit)
        for child in place.findChildren(kind)
        if child.isVisibleTo(place)
        and not child.objectName().startswith("qt_")
        and not (child.accessibleName() or (isinstance(child, QAbstractButton) and child.text()))
    ]


def test_everything_has_a_name(window: MainWindow) -> None:
    place = start(window)
    assert unnamed(place) == []
    for way in ("budget", "lines"):
        place.go_way(way)
        assert unnamed(place) == []

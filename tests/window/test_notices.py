"""Quiet messages: their button belongs to one step, nothing moves under the pointer, steps are named in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.services.step_words import step_words
from desktop_app.window.notice import Notice
from desktop_app.window.parts.choice_box import ChoiceBox
from planner.messages import msg
from planner.plan.edits import RemovePart, SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def test_the_button_of_a_message_goes_with_the_next_change(qtbot: QtBot, window: MainWindow) -> None:
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    button = window.findChild(QPushButton, "notice-action")
    assert isinstance(button, QPushButton)
    assert button.isVisible()
    window.bench.do(SetValue(path="A/ws/quantity", value=2))
    assert not window.notice_bar.isVisible()


def test_a_message_moves_nothing(qtbot: QtBot, window: MainWindow) -> None:
    add = window.findChild(QWidget, "build-add")
    strip = window.findChild(QWidget, "strip")
    assert add is not None
    assert strip is not None
    before = (add.mapToGlobal(add.rect().center()), strip.geometry(), window.stack.geometry())
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    assert window.notice_bar.isVisible()
    assert (add.mapToGlobal(add.rect().center()), strip.geometry(), window.stack.geometry()) == before
    assert not window.notice_bar.geometry().intersects(strip.geometry())


def test_steps_are_named_in_words(make_window: MakeWindow) -> None:
    plan = make_window().bench.plan
    for edit, zh, en in (
        (
            SetValue(path="A/ws/quantity", value=2),
            "修改：四卡工作站数量",
            "Change Workstation with four accelerators Qty",
        ),
        (SetValue(path="site/ac-1/values/duty24h", value={"value": True}), "修改：空调1可 24 小时运行", ""),
        (SetValue(path="budget/amount", value=None), "修改：金额", "Change Amount"),
        (RemovePart(path="A/nas"), "删除：网络存储（NAS）", "Remove Network storage (NAS)"),
    ):
        assert step_words(edit.label(), plan, "zh").replace(" ", "") == zh.replace(" ", "")
        if en:
            assert step_words(edit.label(), plan, "en") == en


def test_the_wheel_never_changes_a_choice(qtbot: QtBot, window: MainWindow) -> None:
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    window.show_place("site", "ac-1")
    more = window.findChild(QPushButton, "node-more")
    assert more is not None
    more.click()
    plan = window.bench.plan
    box = next(one for one in window.findChildren(ChoiceBox) if one.objectName().endswith("duty24h"))
    box.setFocus()
    centre = QPointF(box.rect().center())
    for _ in range(3):
        turn = QWheelEvent(
            centre,
            QPointF(box.mapToGlobal(box.rect().center())),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, turn)
    assert window.bench.plan is plan


def test_a_circuit_that_is_too_small_for_this_plan_alone_is_said_in_the_strip(window: MainWindow) -> None:
    assert window.bench.do(SetValue(path="site/circuit-2/values/breaker_a", value={"value": 0.5}))
    strip = window.findChild(QWidget, "strip-power")
    assert strip is not None
    # 150 W on 220 V x 0.98 are 0.70 A: 139 % of 0.5 A, and what others draw is not known
    assert "Circuit 2" in strip.accessibleName()
    assert "over the limit" in strip.accessibleName()


def test_a_filter_goes_when_nothing_is_left_in_it(window: MainWindow) -> None:
    assert window.side is not None
    window.side.show_findings("error")
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[arg-type]
    assert [one.row.group for one in window.side.findings._items if one.isVisible() and one.row][0] == "warning"


def test_a_message_covers_no_sums_of_the_place(window: MainWindow) -> None:
    """The foot of Build shows the totals that the applied proposal just changed."""
    window.show_place("build")
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    total = window.findChild(QWidget, "sum-planned")
    assert total is not None
    foot = total.parentWidget()
    assert foot is not None
    area = foot.rect().translated(foot.mapTo(window, foot.rect().topLeft()))
    assert not window.notice_bar.geometry().intersects(area)
    window.bench.tell(Notice(text=msg("test.short", "Saved")))
    assert window.notice_bar.width() < 200  # a short message is no longer than its words


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_history_tells_moments_in_words_and_leads_only_to_another_state(window: MainWindow) -> None:
    from PySide6.QtWidgets import QListView

    window.bench.do(SetValue(path="A/ws/quantity", value=2))
    window.actions_by_name["history"].trigger()
    listed = window.findChild(QListView, "history-list")
    back = window.findChild(QPushButton, "history-back")
    assert listed is not None
    assert back is not None
    assert listed.model().index(0, 0).data().startswith("today ")
    assert not back.isEnabled()
    listed.setCurrentIndex(listed.model().index(1, 0))
    assert back.isEnabled()
    listed.window().close()


def test_a_message_with_a_button_goes_after_a_while_but_not_from_under_the_hand(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = window.notice_bar
    undo = msg("command.undo", "Undo")
    window.bench.tell(Notice(text=msg("test.back", "The workspace is another."), tone="done", label=undo, action=str))
    assert bar._timer.isActive() and bar._timer.interval() > 8000
    monkeypatch.setattr(bar, "underMouse", lambda: True)
    bar._go()
    assert bar.isVisible() and bar._timer.isActive()
    monkeypatch.setattr(bar, "underMouse", lambda: False)
    bar._go()
    assert not bar.isVisible()
    window.bench.tell(Notice(text=msg("test.fault", "It is full."), tone="error"))
    assert not bar._timer.isActive()


def test_what_was_not_understood_is_no_longer_said_once_it_is_right(window: MainWindow) -> None:
    window.bench.tell_dropped("2027-02-30", "Write the year.")
    assert window.notice_bar.isVisible()
    window.bench.do(SetValue(path="A/ws/quantity", value=2))
    assert not window.notice_bar.isVisible()


def test_a_message_makes_room_for_the_sums_of_the_next_place(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("settings")
    undo = msg("command.undo", "Undo")
    long = "The workspace is now that of a backup; the one before is kept beside it, under a name of its own."
    window.bench.tell(Notice(text=msg("test.long", long), tone="done", label=undo, action=str))
    window.show_place("build")
    qtbot.wait(20)
    foot = window.findChild(QWidget, "sum-planned").parentWidget()
    area = foot.rect().translated(foot.mapTo(window, foot.rect().topLeft()))
    assert window.notice_bar.isVisible()
    assert not window.notice_bar.geometry().intersects(area)

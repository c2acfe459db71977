"""Undo and redo by their keys right after typing into a field: the step of the plan, not nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_undo_and_redo_work_right_after_typing_and_tab(window: MainWindow, qtbot: QtBot) -> None:
    bench = window.bench
    window.show_place("site")
    bench.go("site", "room")
    field = window.findChild(QLineEdit, "field-site/room/values/area_m2")
    assert field is not None
    before = bench.plan
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    qtbot.keyClicks(field, "55")
    qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)  # what is being typed is taken back first
    assert bench.plan is before
    field.selectAll()
    qtbot.keyClicks(field, "66")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    changed = bench.plan
    assert changed is not before
    now = window.focusWidget()
    assert isinstance(now, QLineEdit)
    qtbot.keyClick(now, Qt.Key.Key_Z, CONTROL)
    assert bench.plan.site == before.site
    assert field.text() == "40"
    qtbot.keyClick(now, Qt.Key.Key_Y, CONTROL)
    assert bench.plan.site == changed.site


def test_undo_works_right_after_enter_in_the_same_field(window: MainWindow, qtbot: QtBot) -> None:
    bench = window.bench
    bench.go("site", "room")
    field = window.findChild(QLineEdit, "field-site/room/values/area_m2")
    assert field is not None
    before = bench.plan
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    qtbot.keyClicks(field, "66")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert bench.plan is not before
    qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert bench.plan.site == before.site
    assert field.text() == "40"

"""The focus ring: where the keyboard is, outside the control, gone after a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop_app.window.look.focus_ring import FocusRing, FocusRings
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.look.tokens import look
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.chips import FilterChip

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def row(qapp: QApplication, qtbot: QtBot) -> QWidget:
    apply_theme(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    layout = QHBoxLayout(window)
    for widget in (Button("甲"), Button("乙"), QLineEdit(), FilterChip("筛选", 3), Card("卡片", clickable=True)):
        layout.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    child(window, 2).setFocus()
    return window


def rings(window: QWidget) -> list[FocusRing]:
    QApplication.processEvents()
    return [ring for ring in window.findChildren(FocusRing) if ring.isVisible()]


def child(window: QWidget, at: int) -> QWidget:
    return window.layout().itemAt(at).widget()


def around(target: QWidget, host: QWidget) -> QRect:
    return QRect(target.mapTo(host, QPoint(0, 0)), target.size()).adjusted(-2, -2, 2, 2)


def test_tab_puts_the_ring_two_pixels_around_each_control(row: QWidget, qtbot: QtBot) -> None:
    child(row, 0).setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _step in range(5):
        focused = QApplication.focusWidget()
        found = rings(row)
        seen.append((type(focused).__name__, len(found)))
        if found:
            assert found[0].geometry() == around(focused, row)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    # A field shows its focus by its own frame.
    assert seen == [("Button", 1), ("Button", 1), ("QLineEdit", 0), ("FilterChip", 1), ("Card", 1)]


def test_ring_is_painted_in_the_colour_of_focus(row: QWidget) -> None:
    target = child(row, 1)
    target.setFocus(Qt.FocusReason.TabFocusReason)
    place = around(target, row)
    QApplication.processEvents()
    picture = row.grab().toImage()
    left = picture.pixelColor(place.left(), place.center().y())
    assert left.name().upper() == look("light").colour["focus"]


def test_click_shows_no_ring(row: QWidget, qtbot: QtBot) -> None:
    child(row, 0).setFocus(Qt.FocusReason.TabFocusReason)
    assert len(rings(row)) == 1
    spot = child(row, 1).geometry().center()
    QTest.mouseClick(row.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    assert QApplication.focusWidget() is child(row, 1)
    assert rings(row) == []


def test_ring_follows_a_control_that_moves_hides_and_goes(row: QWidget, qtbot: QtBot) -> None:
    target = child(row, 0)
    target.setFocus(Qt.FocusReason.TabFocusReason)
    row.resize(row.width() + 200, row.height() + 60)
    assert rings(row)[0].geometry() == around(target, row)
    target.hide()
    assert [ring for ring in rings(row) if ring.target is target] == []
    last = child(row, 3)
    last.setFocus(Qt.FocusReason.TabFocusReason)
    assert len(rings(row)) == 1
    last.deleteLater()
    qtbot.waitUntil(lambda: len(row.findChildren(FilterChip)) == 0)
    assert all(ring.target is not last for ring in rings(row))


def test_ring_is_not_cut_by_a_tight_box_but_stays_in_what_scrolls(qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    outer = QVBoxLayout(window)
    tight = QWidget()
    box = QHBoxLayout(tight)
    box.setContentsMargins(0, 0, 0, 0)
    first = Button("紧")
    box.addWidget(first)
    area = QScrollArea()
    inner = QWidget()
    column = QVBoxLayout(inner)
    second = Button("滚")
    column.addWidget(second)
    area.setWidget(inner)
    outer.addWidget(tight)
    outer.addWidget(area)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    area.verticalScrollBar().setFocus()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    assert rings(window)[0].parentWidget() is window
    second.setFocus(Qt.FocusReason.TabFocusReason)
    assert rings(window)[0].parentWidget() is inner


def test_window_opens_without_a_ring_and_gets_it_back_when_it_returns(row: QWidget, qtbot: QtBot) -> None:
    keeper = QApplication.instance().findChild(FocusRings)
    first = child(row, 0)
    row.setFocus()
    keeper.follow(None, first)
    assert keeper.ring is None
    first.setFocus(Qt.FocusReason.TabFocusReason)
    assert len(rings(row)) == 1
    keeper.follow(first, None)
    assert rings(row) == []
    keeper.follow(None, first)
    assert len(rings(row)) == 1


def test_application_has_one_keeper_of_rings(qapp: QApplication) -> None:
    for choice in ("dark", "light"):
        apply_theme(qapp, choice)  # type: ignore[arg-type]
    assert len(qapp.findChildren(FocusRings)) == 1

"""What the user calls a plan stands there letter by letter: & is no key of a button, <b> is no markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import ElidedLabel
from desktop_app.window.parts.plain import keyless, plain_tip
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.pictures.dragging import Act
from desktop_app.window.pictures.sheet import fill_menu
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

NAME = "a/b <b>x</b> & 30%"
KEYLESS = "a/b <b>x</b> && 30%"


def rename(window: MainWindow) -> None:
    window.bench.do(SetValue(path="title/zh", value=NAME))
    window.bench.do(SetValue(path="title/en", value=NAME))


def actions(window: MainWindow) -> list[QAction]:
    menu = window.findChild(QPushButton, "top-plan").menu()
    menu.aboutToShow.emit()
    return menu.actions()


def test_the_name_of_a_plan_in_the_bar_and_in_the_menus(window: MainWindow) -> None:
    rename(window)
    plan = window.findChild(QPushButton, "top-plan")
    assert plan.text() == KEYLESS
    assert "&lt;b&gt;" in plan.toolTip()
    assert KEYLESS in [one.text() for one in actions(window)]
    next(one for one in actions(window) if one.text() == "Delete this plan").trigger()
    said = window.findChild(QLabel, "notice-text")
    assert NAME in said.text()
    assert said.textFormat() == Qt.TextFormat.PlainText
    inside = next(one.menu() for one in actions(window) if one.text() == "Bin")
    assert isinstance(inside, QMenu)
    assert KEYLESS in inside.actions()[0].text()


def test_no_label_of_the_window_guesses_markup(make_window: MakeWindow) -> None:
    window = make_window()
    for place in ("plan", "workload", "build", "site", "cost", "purchase", "catalog", "settings", "start"):
        window.show_place(place)
        guessing = [
            one.text()
            for one in window.findChildren(QLabel)
            if one.text() and one.textFormat() != Qt.TextFormat.PlainText and one.property("part") != "key"
        ]
        assert guessing == [], place


def test_parts_show_letters(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    button = Button(NAME, parent=owner)
    assert button.text() == NAME and QPushButton.text(button) == KEYLESS
    button.setText("R&D")
    assert button.text() == "R&D" and QPushButton.text(button) == "R&&D"
    tabs = SubTabs(owner)
    tabs.show_tabs([("one", NAME)])
    assert tabs.tabText(0) == KEYLESS
    menu = QMenu(owner)
    fill_menu(
        menu, (Act(name="act", text=NAME, run=None), Act(name="more", text=NAME, rows=(Act(name="x", text="x"),)))
    )
    assert [one.text() for one in menu.actions()] == [KEYLESS, KEYLESS]
    cut = ElidedLabel(NAME * 4, parent=owner)
    cut.resize(40, 20)
    cut.setText(NAME * 5)
    assert cut.toolTip() == plain_tip(NAME * 5) != NAME * 5
    assert keyless("a") == "a" and plain_tip("2 < 3 & 4") == "2 < 3 & 4"

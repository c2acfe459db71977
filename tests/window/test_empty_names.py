"""An emptied name is refused in words wherever one can be typed, and the old one stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from desktop_app.services.costs import add_fund_edit
from desktop_app.window.parts.floating import Echo
from desktop_app.window.parts.record_table import RecordTable
from tests.window.test_build_place import open_editor
from tests.window.test_told_in_words import notice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

SAID = "A name is needed here. The old one stays until you type another."


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_empty_name_of_the_plan_is_refused_in_words(qtbot: QtBot, make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language)
    window.show_place("plan")
    before = window.bench.plan.title
    field = window.findChild(QLineEdit, "field-title")
    assert field is not None
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    said = {"en": SAID, "zh": "请填写名称。填好之前，保留原来的名称。"}[language]
    assert said in [one.text for one in window.findChildren(Echo) if one.isVisible()]
    assert window.bench.plan.title == before


@pytest.mark.parametrize(
    ("place", "table", "row", "column"),
    [("plan", "people-table", 0, 0), ("build", "build-table", 1, 0), ("cost", "fund-table", 0, 0)],
)
def test_an_empty_name_in_a_table_is_refused_in_words(
    qtbot: QtBot, window: MainWindow, place: str, table: str, row: int, column: int
) -> None:
    assert window.bench.do(add_fund_edit(window.bench.plan)[1])
    window.show_place(place)
    view = window.findChild(RecordTable, table)
    assert view is not None
    before = window.bench.plan
    view.setFocus()
    view.go_to(row, column)
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = open_editor(view)
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.accessibleDescription() == SAID
    assert window.bench.plan == before


def test_an_empty_name_of_an_alternative_is_refused_in_words(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    menu = window.findChild(QLineEdit, "alternative-name")
    assert menu is not None
    tabs = menu.parentWidget()
    before = window.bench.plan
    tabs._rename("A")  # type: ignore[attr-defined]
    menu.clear()
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert SAID in notice(window)
    assert window.bench.plan == before

"""Everything that keys can reach has a name that is read aloud, in both languages; Tab gets there; no key means two things."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit, QMessageBox, QWidget

from desktop_app.window.main_window import MainWindow
from desktop_app.window.qt_texts import speak_qt
from desktop_app.window.shell.actions import COMMANDS
from tests.window.surface import called, close_popups, focusable, read_aloud, settle, shown_in, states, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
STATES = tuple(states())
# What an input method or the desktop takes for itself.
TAKEN = ("Ctrl+Space", "Shift+Space", "Ctrl+Shift", "Ctrl+.", "Ctrl+Shift+F", "Alt+F4", "Alt+Tab", "Shift+Shift")


def cjk(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_whatever_keys_reach_has_a_name(make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language)
    nameless: dict[str, set[str]] = {}
    for state in STATES:
        for root in shown_in(window, state):
            for one in focusable(root):
                if not read_aloud(one):
                    nameless.setdefault(called(one), set()).add(state)
    close_popups()
    assert nameless == {}


def names_in(window: MainWindow) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for state in STATES:
        for root in shown_in(window, state):
            for one in focusable(root):
                if one.objectName():
                    found[state, one.objectName()] = read_aloud(one)
    close_popups()
    return found


def test_names_are_of_the_language_of_the_window(make_window: MakeWindow) -> None:
    """The plan of a template has words of both languages, so nothing needs to be said in the other one."""
    window = make_window(language="en")
    english = names_in(window)
    window.bench.speak("zh")
    chinese = names_in(window)
    assert {key: text for key, text in english.items() if cjk(text)} == {}
    products = {"Word", "PDF", "Excel"}
    assert {key: text for key, text in chinese.items() if not cjk(text) and text not in products} == {}
    same = {key for key, text in english.items() if chinese.get(key) == text and text not in products}
    assert same == set()


def test_tab_comes_to_everything(make_window: MakeWindow) -> None:
    """Each control is in the chain of Tab; a table is left after its last cell, or by Ctrl+Tab."""
    window = make_window()
    missed: dict[str, set[str]] = {}
    for state in STATES:
        for root in shown_in(window, state):
            missed[state] = {called(one) for one in set(focusable(root)) - set(chain(root))}
    close_popups()
    assert {state: names for state, names in missed.items() if names} == {}


def chain(window: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in the order of Tab."""
    first = window.nextInFocusChain()
    yield first
    one = first.nextInFocusChain()
    while one is not first:
        yield one
        one = one.nextInFocusChain()


def test_tab_goes_from_bar_to_rail_to_place_to_side(make_window: MakeWindow) -> None:
    window = make_window()
    shown_in(window, "build")
    parts = [window.top_bar, window.rail, window.stack, window.side]
    order = [
        next((at for at, part in enumerate(parts) if part and part.isAncestorOf(one)), None) for one in chain(window)
    ]
    seen = [at for at in dict.fromkeys(order) if at is not None]
    assert sorted(seen) == [0, 1, 2, 3]


def shortcuts(window: MainWindow) -> Iterator[tuple[str, str]]:
    for action in window.findChildren(QAction):
        for keys in action.shortcuts():
            yield keys.toString(), action.objectName()
    for shortcut in window.findChildren(QShortcut):
        yield shortcut.key().toString(), called(shortcut)


def test_no_key_means_two_things_and_none_is_taken_from_the_input_method(make_window: MakeWindow) -> None:
    window = make_window()
    for state in STATES:
        shown_in(window, state)
    close_popups()
    found = [(keys, name) for keys, name in dict.fromkeys(shortcuts(window)) if keys]
    assert [keys for keys, count in Counter(keys for keys, _name in found).items() if count > 1] == []
    taken = {QKeySequence(one).toString() for one in TAKEN}
    assert [keys for keys, _name in found if keys in taken] == []
    bare = [keys for keys, _name in found if len(keys) == 1]
    assert bare == []  # a letter alone belongs to whoever types
    assert len(found) >= len([one for one in COMMANDS if one.shortcut])


def test_keys_of_a_composition_open_nothing(qtbot: QtBot, make_window: MakeWindow) -> None:
    from PySide6.QtGui import QInputMethodEvent

    window = make_window()
    window.activateWindow()
    for state, name in (("build", "build-filter"), ("catalog", "catalog-field")):
        shown_in(window, state)
        field = next(one for one in visible(window, QLineEdit) if one.objectName() == name)
        field.setFocus()
        QApplication.sendEvent(field, QInputMethodEvent("ka", []))
        for key in (Qt.Key.Key_K, Qt.Key.Key_H, Qt.Key.Key_Z):
            QTest.keyClick(field, key, Qt.KeyboardModifier.ControlModifier)
        settle()
        assert QApplication.activePopupWidget() is None
        QApplication.sendEvent(field, QInputMethodEvent("", []))


@pytest.mark.parametrize(("language", "yes", "cancel"), [("zh", "是(&Y)", "取消"), ("en", "&Yes", "Cancel")])
def test_buttons_of_qt_speak_the_language_of_the_window(qtbot: QtBot, language: str, yes: str, cancel: str) -> None:
    try:
        assert speak_qt(language)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Yes | QDialogButtonBox.StandardButton.Cancel)
        qtbot.addWidget(box)
        said = {one.text() for one in box.buttons()}
        assert said == {yes, cancel} or said == {yes, f"&{cancel}"}
        asked = QMessageBox()
        qtbot.addWidget(asked)
        asked.setStandardButtons(QMessageBox.StandardButton.Yes)
        assert asked.button(QMessageBox.StandardButton.Yes).text() == yes
    finally:
        speak_qt("en")


def test_menu_of_a_field_speaks_the_language_of_the_window(qtbot: QtBot) -> None:
    try:
        speak_qt("zh")
        field = QLineEdit("a")
        qtbot.addWidget(field)
        said = [one.text() for one in field.createStandardContextMenu().actions() if one.text()]
        assert said
        assert [text for text in said if not cjk(text)] == []
    finally:
        speak_qt("en")

"""On a screen of 1366 by 768 no head, state, label or button of a place is cut, in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget

from desktop_app.window.parts import cell_painting
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import CheckBox
from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.parts.labels import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.main_window import MainWindow

PAINTED = ("_status", "_origin", "paint_head")
VIEWS = ("site", "site/room", "site/device", "cost", "purchase", "purchase/papers", "catalog", "settings")


def show(window: MainWindow, view: str) -> None:
    """Bring a place into sight, and a part of it."""
    name, _, part = view.partition("/")
    window.show_place(name, part if name == "purchase" else "")
    place: Any = window.stack.place
    if part == "room":
        place._tabs.show_key("room")
        place._show_tab("room")
    elif part == "device":
        place.choose_device("ws")
    elif name == "settings":
        place.show_backups(True)
    QTest.qWait(160)


def cut_in_tables(window: MainWindow, patch: pytest.MonkeyPatch) -> list[str]:
    """Return heads and words of states and origins that have no room, as the tables paint themselves."""
    import sys

    found: list[str] = []
    whole = cell_painting.elided

    def noted(text: str, width: int, *size: Any, **bold: Any) -> str:
        shown = whole(text, width, *size, **bold)
        if shown != text and sys._getframe(1).f_code.co_name in PAINTED:
            found.append(text)
        return shown

    patch.setattr(cell_painting, "elided", noted)
    assert window.stack.place is not None
    window.stack.place.grab()
    patch.undo()
    return found


def cut_widgets(window: MainWindow) -> list[str]:
    """Return the texts of labels and buttons that are wider than they are, or cut off at the side by what they lie in."""
    place = window.stack.place
    assert place is not None
    found = []
    for one in place.findChildren(QWidget):
        if not one.isVisible() or not isinstance(one, QLabel | Button | CheckBox | FigureLabel) or not one.text():
            continue
        if isinstance(one, ElidedLabel):
            if one.is_cut():
                found.append(one.text())
        elif is_narrow(one) or is_off(one, place):
            found.append(f"{one.objectName()} {one.text()}")
    return found


def is_narrow(one: QWidget) -> bool:
    if isinstance(one, QLabel):
        lines = [] if one.wordWrap() else one.text().split("\n")
        room = one.contentsRect().width() + 1
        return any(QFontMetrics(one.font()).horizontalAdvance(line) > room for line in lines)
    assert isinstance(one, QAbstractButton)
    return one.width() < one.sizeHint().width() - 1


def is_off(one: QWidget, place: QWidget) -> bool:
    """Tell whether something lies over the edge of what it stands in, to the left or right."""
    parent = one.parentWidget()
    while parent is not None and parent is not place.parentWidget():
        held = QRect(one.mapTo(parent, QPoint(0, 0)), one.size())
        if held.left() < 0 or held.right() > parent.width():
            return not isinstance(parent, QScrollArea)
        parent = parent.parentWidget()
    return False


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_head_state_label_and_button_is_whole(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The window begins in the other language, as one that was switched: widths follow the words."""
    window = make_window("lab-a", language="en" if language == "zh" else "zh", size=(1366, 768))
    for view in VIEWS:
        show(window, view)
    window.bench.speak("zh" if language == "zh" else "en")
    cut: dict[str, list[str]] = {}
    for view in VIEWS:
        show(window, view)
        found = [*cut_in_tables(window, monkeypatch), *cut_widgets(window)]
        if found:
            cut[view] = found
    assert cut == {}

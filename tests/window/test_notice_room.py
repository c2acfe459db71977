"""A message lies over nothing that can be pressed or typed into, in every place, at the usual size and in a narrow window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPushButton, QWidget

from desktop_app.window.notice import Notice
from desktop_app.window.shell.notice_room import free_spot, seen
from planner.messages import msg

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

PLACES = ("start", "plan", "workload", "build", "site", "cost", "purchase", "catalog", "settings")
LONG = msg(
    "test.long", "12 new lines were added at the end. Row 4, workstation with four cards: the price was not read."
)


def covered(window: MainWindow) -> list[str]:
    """Return the names of what the message lies over, of all that can be pressed or typed into."""
    bar, found = window.notice_bar, []
    for one in window.findChildren(QWidget):
        pressable = isinstance(one, QAbstractButton | QLineEdit) and one.isEnabled() and one.isVisible()
        if pressable and not bar.isAncestorOf(one) and seen(one, window).intersects(bar.geometry()):
            found.append(one.objectName() or type(one).__name__)
    return found


@pytest.mark.parametrize("size", [(1366, 768), (1024, 740)])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_message_covers_no_control_in_any_place(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int], language: str
) -> None:
    window = make_window(language=language, size=size)
    undo = msg("command.undo", "Undo")
    for place in PLACES:
        window.show_place(place)
        qtbot.wait(1)
        for text, label in ((LONG, undo), (msg("test.short", "Saved"), None)):
            window.bench.tell(Notice(text=text, label=label, action=None if label is None else str))
            assert window.notice_bar.isVisible()
            assert covered(window) == [], place
            assert window.rect().contains(window.notice_bar.geometry())


def test_a_message_moves_away_from_what_comes_to_lie_below_it(window: MainWindow) -> None:
    window.bench.tell(Notice(text=msg("test.short", "Saved")))
    button = QPushButton("late", window)
    button.setGeometry(window.notice_bar.geometry().adjusted(10, 2, -10, -2))
    button.lower()
    button.show()
    window.notice_bar._keep_off()
    assert not window.notice_bar.geometry().intersects(button.geometry())


def test_the_lowest_spot_is_taken_and_there_the_one_nearest_to_the_middle() -> None:
    room, size = QRect(0, 0, 400, 100), QSize(100, 20)
    assert free_spot(room, size, []) == QRect(QPoint(150, 80), size)
    assert free_spot(room, size, [QRect(180, 85, 20, 10)]) == QRect(QPoint(204, 80), size)
    assert free_spot(room, size, [QRect(0, 85, 400, 10)]) == QRect(QPoint(150, 61), size)
    assert free_spot(room, size, [QRect(0, 0, 400, 100)]) is None

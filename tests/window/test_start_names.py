"""What stands on the proposals has room for all of it, in both languages on the smallest screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.window.places.start.place import StartPlace
from tests.window.test_start_sheet import propose, write

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow


@pytest.mark.parametrize("language", ["zh", "en"])
def test_names_of_the_proposals_are_whole(make_window: MakeWindow, qtbot: QtBot, language: str) -> None:
    window = make_window(template="", language=language, size=(1366, 768))
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.mouseClick(place.home.ways["budget"], Qt.MouseButton.LeftButton)
    page = place._sheet
    assert page is not None
    write(page, qtbot, "budget", "300000")
    propose(page, qtbot)
    qtbot.wait(20)
    named = [one for one in page.offers.findChildren(QLabel) if one.text() and one.isVisible()]
    assert any("contingency" in one.text() or "预备费" in one.text() for one in named)
    for one in named:
        wide = one.fontMetrics().horizontalAdvance(one.text())
        assert wide <= one.width() + 1 or (one.wordWrap() and one.heightForWidth(one.width()) <= one.height()), (
            one.text()
        )

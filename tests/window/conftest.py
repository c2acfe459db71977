"""A window on a workspace of its own, with a plan on the bench, for tests that drive it as a person would."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.services.desk import Desk, open_desk
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.main_window import MainWindow
from desktop_app.window.shell.commands import Commands
from desktop_app.window.workbench import Workbench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)
MakeWindow = Callable[..., MainWindow]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk on an empty workspace with the shipped catalog."""
    made = open_desk(tmp_path / "labprocure.db", lambda: MORNING)
    yield made
    made.close()


@pytest.fixture
def make_window(qtbot: QtBot, desk: Desk) -> Iterator[MakeWindow]:
    """Return a maker of windows: template ('' for none), language, size, theme."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made: list[MainWindow] = []

    def make(
        template: str = "lab-a", language: str = "en", size: tuple[int, int] = (1366, 768), theme: str = "light"
    ) -> MainWindow:
        apply_theme(application, theme)  # type: ignore[arg-type]
        bench = Workbench(language)  # type: ignore[arg-type]
        window = MainWindow(bench)
        bench.setParent(window)
        window.commands = Commands(bench, window)  # type: ignore[attr-defined]
        window.resize(*size)
        qtbot.addWidget(window)
        bench.sit_down(desk)
        window.furnish()
        window.show()
        if template:
            bench.lay_out(desk.create(template))
        else:
            window.show_place("start")
        made.append(window)
        return window

    yield make
    for window in made:
        assert window.bench.jobs.stop()
        window.close()
        window.bench.leave()


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    """Return a window with the plan of template lab-a on the bench, in English."""
    return make_window()

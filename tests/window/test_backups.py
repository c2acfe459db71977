"""Putting a backup back in Settings, as a person does: back up, change something, look into the list, go back, and again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.window import prompts
from desktop_app.window.parts.record_table import RecordTable
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.notice import Notice


def press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert isinstance(button, QPushButton)
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def listed(window: MainWindow) -> list[str]:
    """Return the rows of the list of backups."""
    table = window.findChild(RecordTable, "backups-table")
    assert isinstance(table, RecordTable)
    return [str(table.model().index(row, 1).data()) for row in range(table.model().rowCount())]


def said(window: MainWindow) -> str:
    told = window.findChild(QLabel, "backups-contents")
    assert isinstance(told, QLabel)
    return told.text()


def quantity(window: MainWindow) -> int:
    return next(line.quantity for line in window.bench.alternative.lines if line.id == "ws")


@pytest.fixture
def backed_up(window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """Return a window in Settings with a backup of one workstation in another folder, and two in the plan now."""
    away = tmp_path / "documents"
    away.mkdir()
    monkeypatch.setattr(prompts, "save_file", _answer(away / "labprocure-2026-11-30.db"))
    window.show_place("catalog")
    window.show_place("settings")
    press(qtbot, window, "settings-backup")
    qtbot.waitUntil(lambda: not window.bench.jobs.running)
    assert window.bench.do(SetValue(path="A/ws/quantity", value=2))
    return window


def _answer(file: Path) -> Callable[..., Path]:
    def given(*_asked: object) -> Path:
        return file

    return given


def test_a_backup_is_put_back_and_the_workspace_before_it_is_kept(
    backed_up: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    told: list[Notice] = []
    backed_up.bench.told.connect(told.append)
    press(qtbot, backed_up, "settings-restore")
    assert listed(backed_up) == ["Backup labprocure-2026-11-30.db"]
    assert "Plans in it: 1" in said(backed_up)
    assert "University lab compute, plan A, last changed 2026-11-30" in said(backed_up)
    press(qtbot, backed_up, "backups-restore")
    assert quantity(backed_up) == 1
    assert backed_up.stack.spec is not None
    assert backed_up.stack.spec.name == "settings"
    kept = next(tmp_path.glob("labprocure.db.replaced-*"))
    assert f"Kept when another backup was put back {kept.name}" in listed(backed_up)
    notice = told[-1]
    assert notice.tone == "done"
    assert kept.name in backed_up.bench.text(notice.text)
    assert notice.action is not None
    notice.action()  # back to the one before
    assert quantity(backed_up) == 2
    assert len(listed(backed_up)) == 3


def test_the_plan_can_be_edited_on_after_it(backed_up: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, backed_up, "settings-restore")
    press(qtbot, backed_up, "backups-restore")
    assert backed_up.bench.do(SetValue(path="A/ws/quantity", value=3))
    backed_up.show_place("build")
    backed_up.show_place("catalog")
    assert quantity(backed_up) == 3
    session = backed_up.bench.session
    assert session is not None
    assert backed_up.bench.desk.store.plans.load(session.plan.id).plan == session.plan
    assert backed_up.bench.desk.store.settings.get("backup.folders")  # where backups lie outlives the state


def test_a_damaged_file_is_said_to_be_so_and_cannot_be_put_back(
    backed_up: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "documents" / "labprocure-2026-11-30.db"
    file.write_bytes(file.read_bytes()[:8192])
    press(qtbot, backed_up, "settings-restore")
    button = backed_up.findChild(QPushButton, "backups-restore")
    assert isinstance(button, QPushButton)
    assert not button.isEnabled()
    assert "Sound" not in said(backed_up)
    assert said(backed_up)
    assert quantity(backed_up) == 2


def test_a_file_from_elsewhere_is_looked_at_first(
    backed_up: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "documents" / "labprocure-2026-11-30.db").rename(stick / "mine.db")
    (stick / "letter.db").write_text("no database", encoding="utf-8")
    press(qtbot, backed_up, "settings-restore")
    assert "No backup lies" in said(backed_up)
    monkeypatch.setattr(prompts, "open_file", _answer(stick / "letter.db"))
    press(qtbot, backed_up, "backups-other")
    assert listed(backed_up) == []
    monkeypatch.setattr(prompts, "open_file", _answer(stick / "mine.db"))
    press(qtbot, backed_up, "backups-other")
    assert listed(backed_up) == ["Backup mine.db"]
    press(qtbot, backed_up, "backups-restore")
    assert quantity(backed_up) == 1


def test_without_any_backup_it_says_so(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("settings")
    press(qtbot, window, "settings-restore")
    assert "No backup lies" in said(window)
    window.bench.speak("zh")
    assert "备份" in said(window)

"""A fault of ours: told with a report to copy, written to the log, the plan is kept and the window goes on."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QPushButton

from desktop_app.window.crash import CrashNet, report
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def fail() -> None:
    raise ZeroDivisionError("fault of ours")


@pytest.mark.qt_no_exception_capture
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_fault_in_a_slot_is_told_and_nothing_is_lost(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    net = CrashNet(window.bench, window)
    before = sys.excepthook
    net.spread(tmp_path)
    try:
        assert window.bench.do(SetValue(path="A/ws/quantity", value=2))
        QTimer.singleShot(0, fail)
        qtbot.waitUntil(lambda: window.findChild(QDialog, "crash") is not None)
        dialog = window.findChild(QDialog, "crash")
        assert isinstance(dialog, QDialog)
        assert not dialog.isModal()
        text = dialog.findChild(QPlainTextEdit, "crash-report")
        assert isinstance(text, QPlainTextEdit)
        assert "ZeroDivisionError: fault of ours" in text.toPlainText()
        assert "LabProcure" in text.toPlainText()
        copy = dialog.findChild(QPushButton, "crash-copy")
        assert isinstance(copy, QPushButton)
        copy.click()
        assert QApplication.clipboard().text() == text.toPlainText()
        dialog.close()
        assert window.bench.desk.store.plans.load(window.bench.plan.id).plan.alternatives[0].lines[0].quantity == 2
        window.bench.undo()
        assert window.bench.plan.alternatives[0].lines[0].quantity == 1
    finally:
        net.fold()
    assert sys.excepthook is before
    assert "fault of ours" in (tmp_path / "labprocure.log").read_text(encoding="utf-8")


@pytest.mark.qt_log_ignore("strange", extend=True)
def test_warnings_of_qt_go_to_the_log(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    net = CrashNet(window.bench, window)
    net.spread(tmp_path)
    try:
        logging.getLogger().setLevel(logging.WARNING)
        qWarning("strange")
    finally:
        net.fold()
    assert "strange" in (tmp_path / "labprocure.log").read_text(encoding="utf-8")


def test_a_report_masks_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/wang")
    assert "/home/wang" not in report('File "/home/wang/x.py", line 1', "zh")
    assert "~/x.py" in report('File "/home/wang/x.py", line 1', "zh")

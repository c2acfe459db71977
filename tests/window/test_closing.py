"""Closing the window while something is written: asked, waited for or stopped; what is there is whole."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_app.services.file_set import published
from desktop_app.window import prompts
from planner.errors import EditError
from planner.messages import Message, msg, render

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.jobs import Progress
    from desktop_app.window.main_window import MainWindow

TITLE = msg("test.writing", "Writing papers")


class Writing:
    """A job that writes a file when it is let go, and can be stopped before."""

    def __init__(self, file: Path, fault: EditError | None = None) -> None:
        self._file = file
        self._fault = fault
        self.let_go = threading.Event()

    def __call__(self, progress: Progress) -> Path:
        while not self.let_go.wait(0.01):
            progress(0.5, None)
        if self._fault is not None:
            raise self._fault
        self._file.write_text("whole", encoding="utf-8")
        return self._file


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    return []


def answer(monkeypatch: pytest.MonkeyPatch, asked: list[str], given: int | None) -> None:
    def choose(bench: object, parent: object, question: Message, ways: tuple[Message, ...], over: object) -> int | None:
        asked.append(render(question, "en"))
        return given

    monkeypatch.setattr(prompts, "choose", choose)


def test_a_window_at_rest_closes_without_a_question(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    answer(monkeypatch, asked, None)
    window.bench.jobs.start(TITLE, lambda progress: 1)  # what only reckons is not asked about
    assert window.close() and asked == []


def test_waiting_closes_when_the_file_is_there(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    answer(monkeypatch, asked, 0)
    work = Writing(tmp_path / "paper.txt")
    window.bench.jobs.start(TITLE, work, "write")
    assert not window.close() and window.isVisible()
    assert len(asked) == 1 and "Writing papers" in asked[0]
    work.let_go.set()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert (tmp_path / "paper.txt").read_text(encoding="utf-8") == "whole"


@pytest.mark.parametrize("fault", [None, EditError(msg("test.full", "The disk is full."))])
def test_the_question_goes_when_all_is_written_while_it_stands(
    window: MainWindow, tmp_path: Path, fault: EditError | None
) -> None:
    work = Writing(tmp_path / "paper.txt", fault)
    window.bench.jobs.start(TITLE, work, "write")
    pressed: list[bool] = []

    def give_up() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            pressed.append(True)
            box.reject()

    QTimer.singleShot(100, work.let_go.set)
    late = QTimer()
    late.setSingleShot(True)
    late.timeout.connect(give_up)
    late.start(4000)
    closed = window.close()
    late.stop()
    assert not pressed
    assert closed is (fault is None)
    assert window.isVisible() is (fault is not None)


def test_stopping_closes_and_leaves_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    answer(monkeypatch, asked, 1)
    window.bench.jobs.start(TITLE, Writing(tmp_path / "paper.txt"), "write")
    assert window.close() and not window.isVisible()
    assert window.bench.jobs.stop()
    assert not (tmp_path / "paper.txt").exists()


def test_not_closing_goes_on_writing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    answer(monkeypatch, asked, None)
    work = Writing(tmp_path / "paper.txt")
    window.bench.jobs.start(TITLE, work, "write")
    assert not window.close()
    work.let_go.set()
    qtbot.waitUntil(lambda: not window.bench.jobs.running)
    assert window.isVisible() and (tmp_path / "paper.txt").exists()


def test_a_fault_while_waiting_keeps_the_window_to_be_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    answer(monkeypatch, asked, 0)
    work = Writing(tmp_path / "paper.txt", EditError(msg("test.full", "The disk is full.")))
    handle = window.bench.jobs.start(TITLE, work, "write")
    handle.failed.connect(window.bench.tell_fault)
    assert not window.close()
    work.let_go.set()
    qtbot.waitUntil(lambda: not window.bench.jobs.running)
    qtbot.wait(30)
    told = window.notice_bar.notice
    assert window.isVisible() and told is not None and render(told.text, "en") == "The disk is full."


def test_what_a_crash_left_is_swept_and_what_another_computer_writes_stays(tmp_path: Path) -> None:
    stale, fresh = tmp_path / ".labprocure-crashed", tmp_path / ".labprocure-other"
    for left in (stale, fresh):
        left.mkdir()
        (left / "half.pdf").write_bytes(b"%PDF")
    two_days = stale.stat().st_mtime - 2 * 86_400
    os.utime(stale, (two_days, two_days))

    def write(workshop: Path) -> tuple[str, ...]:
        (workshop / "a.txt").write_text("a", encoding="utf-8")
        return ("a.txt",)

    assert published(tmp_path, ("a.txt",), write) == ("a.txt",)
    assert sorted(one.name for one in tmp_path.iterdir()) == [".labprocure-other", "a.txt"]


def test_a_process_killed_while_it_writes_leaves_no_final_name(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from desktop_app.services.file_set import published\n"
        "def write(workshop):\n"
        "    (workshop / 'a.pdf').write_bytes(b'%PDF'); os._exit(9)\n"
        "published(Path(sys.argv[1]), ('a.pdf', 'b.pdf'), write)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert ended.returncode == 9
    assert all(one.name.startswith(".labprocure-") for one in tmp_path.iterdir())

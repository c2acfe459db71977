"""Jobs beside the window: results come whole and in the window's thread, cancel ends them, faults are told."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from desktop_app.window.jobs import JobRunner, Progress
from planner.errors import EditError, PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

TITLE = msg("test.job", "Work")


def test_result_arrives_in_the_windows_thread(qtbot: QtBot) -> None:
    runner = JobRunner()
    seen: list[tuple[object, bool]] = []

    def work(progress: Progress) -> int:
        assert threading.current_thread() is not threading.main_thread()
        progress(0.5, None)
        return 42

    handle = runner.start(TITLE, work)
    handle.finished.connect(lambda value: seen.append((value, threading.current_thread() is threading.main_thread())))
    qtbot.waitUntil(lambda: not runner.running)
    assert seen == [(42, True)]
    assert runner.stop()


def test_cancel_ends_the_work_at_its_next_step(qtbot: QtBot) -> None:
    runner = JobRunner()
    going, ends = threading.Event(), []

    def work(progress: Progress) -> str:
        going.set()
        while True:
            progress(0.1, None)

    handle = runner.start(TITLE, work)
    handle.cancelled.connect(lambda: ends.append("cancelled"))
    handle.finished.connect(lambda _: ends.append("finished"))
    qtbot.waitUntil(going.is_set)
    handle.cancel()
    qtbot.waitUntil(lambda: not runner.running)
    assert ends == ["cancelled"]
    assert runner.stop()


def test_known_and_unknown_faults_are_told(qtbot: QtBot) -> None:
    runner = JobRunner()
    told: list[PlannerError] = []

    def known(progress: Progress) -> None:
        raise EditError(msg("test.fault", "No."))

    def unknown(progress: Progress) -> None:
        raise ZeroDivisionError("by zero")

    for work in (known, unknown):
        runner.start(TITLE, work, "write").failed.connect(told.append)
    qtbot.waitUntil(lambda: not runner.running)
    assert [str(fault) for fault in told] == [
        "No.",
        "The work failed unexpectedly (ZeroDivisionError: by zero). Nothing was lost; please report it.",
    ]
    assert runner.stop()


def test_writing_jobs_run_one_after_the_other(qtbot: QtBot) -> None:
    runner = JobRunner()
    inside, most = [0], [0]
    lock = threading.Lock()

    def work(progress: Progress) -> None:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        for step in range(2000):
            progress(step / 2000, None)
        with lock:
            inside[0] -= 1

    for _ in range(3):
        runner.start(TITLE, work, "write")
    qtbot.waitUntil(lambda: not runner.running)
    assert most == [1]
    assert runner.stop()

"""A second start hands its request to the running program."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from desktop_app.window.app import _Opening
from desktop_app.window.content import Options
from desktop_app.window.single_instance import Listener, hand_over, server_name
from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from desktop_app.services.desk import Desk
    from desktop_app.window.main_window import MainWindow


SECOND = """
import sys
from PySide6.QtCore import QCoreApplication
from desktop_app.window.single_instance import hand_over
application = QCoreApplication([])
sys.exit(0 if hand_over(sys.argv[1], {"plan": sys.argv[2], "place": "site"}) else 3)
"""


def test_request_reaches_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    name = server_name(str(tmp_path / "labprocure.db"))
    owner = QObject()
    listener = Listener(name, owner)
    assert listener.is_listening
    command = [sys.executable, "-c", SECOND, name, "/x/方案.lpplan"]
    with qtbot.waitSignal(listener.asked, timeout=30_000) as asked:
        second = subprocess.Popen(command, cwd=PROJECT)  # another process: a thread of ours would wait for itself
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=30_000)
    listener.stop()
    assert asked.args == [{"plan": "/x/方案.lpplan", "place": "site"}]
    assert second.returncode == 0


def test_nobody_listens_for_another_workspace(qtbot: QtBot, tmp_path: Path) -> None:
    assert not hand_over(server_name(str(tmp_path / "other.db")), {"plan": ""})
    assert server_name("/a") != server_name("/b")


class Watched(Listener):
    """A listener that knows whether it is still within the signal of its socket."""

    reading = False

    def _read(self) -> None:
        self.reading = True
        super()._read()
        self.reading = False


def test_what_is_asked_is_heard_after_the_socket_s_signal(qtbot: QtBot, tmp_path: Path) -> None:
    """A box that asks back outlives the caller, whose socket is deleted when he hangs up: the program ended without a word."""
    name = server_name(str(tmp_path / "labprocure.db"))
    owner = QObject()
    listener = Watched(name, owner)
    within: list[bool] = []
    listener.asked.connect(lambda _request: within.append(listener.reading))
    with qtbot.waitSignal(listener.asked, timeout=30_000):
        second = subprocess.Popen([sys.executable, "-c", SECOND, name, "/x/方案.lpplan"], cwd=PROJECT)
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=30_000)
    listener.stop()
    assert within == [False]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("方案.lpplan", "LabProcure is running already; its window opens 方案.lpplan."),
        ("", "LabProcure is running already; its window was brought to the front."),
    ],
)
def test_the_second_start_says_at_the_terminal_where_the_window_is(
    qtbot: QtBot, tmp_path: Path, plan: str, said: str
) -> None:
    database = tmp_path / "labprocure.db"
    owner = QObject()
    listener = Listener(server_name(str(database.resolve())), owner)
    command = [
        sys.executable,
        "-m",
        "desktop_app",
        "gui",
        *([plan] if plan else []),
        "--db",
        str(database),
        "--lang",
        "en",
    ]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONIOENCODING": "utf-8"}
    with qtbot.waitSignal(listener.asked, timeout=60_000) as asked:
        second = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=60_000)
    out, err = second.communicate()
    listener.stop()
    assert asked.args == [{"plan": str(tmp_path / plan) if plan else "", "place": ""}]
    assert second.returncode == 0
    assert out.decode("utf-8").splitlines() == [said]
    assert err == b""
    assert not database.exists()  # the one that runs works on it, not the second


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_running_window_comes_back_from_the_task_bar(window: MainWindow) -> None:
    opening = _Opening(Options(), window, open_desk=_no_desk)
    window.showMinimized()
    opening._open_for_another({"plan": "", "place": "site"})
    assert window.isVisible()
    assert not window.isMinimized()
    assert window.stack.place.objectName() == "place-site"


def _no_desk() -> Desk:
    raise AssertionError("the desk is there already")

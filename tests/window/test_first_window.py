"""The first moments of the window: it opens, leaves a picture, closes by itself when asked, and says its faults."""

from __future__ import annotations

import datetime as dt
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from desktop_app.cli.opening import read_opening
from desktop_app.services.desk import Desk, open_desk
from desktop_app.window import app
from desktop_app.window.content import Options
from desktop_app.window.shell import geometry
from desktop_app.window.shell.notice_bar import NoticeBar
from planner.errors import ExportError, PlanFileError, PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


def desk_at(folder: Path) -> Desk:
    return open_desk(folder / "labprocure.db", lambda: MORNING)


@pytest.mark.parametrize(("moment", "opened"), [("first-paint", 0), ("ready", 1)])
def test_window_closes_by_itself_and_leaves_a_picture(qtbot: QtBot, tmp_path: Path, moment: str, opened: int) -> None:
    asked: list[int] = []

    def open_it() -> Desk:
        asked.append(1)
        return desk_at(tmp_path)

    shot = tmp_path / "shot.png"
    options = Options(exit_after=moment, shot=str(shot), size=(1100, 700), theme="dark")  # type: ignore[arg-type]
    assert app.run(options, open_it) == 0
    assert len(asked) == opened
    picture = QImage(str(shot))
    assert (picture.width(), picture.height()) == (1100, 700)


def test_picture_that_cannot_be_written_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    options = Options(exit_after="ready", shot=str(tmp_path / "nowhere" / "shot.png"))
    with pytest.raises(ExportError, match="could not be written"):
        app.run(options, lambda: desk_at(tmp_path))


def test_fault_of_the_workspace_is_shown_and_raised_at_the_end(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_it() -> Desk:
        raise PlanFileError("damaged", msg("plan_file.missing", "There is no such plan file."), place="a.lpplan")

    shown: list[str] = []
    kept = NoticeBar.show_notice
    monkeypatch.setattr(
        NoticeBar, "show_notice", lambda bar, notice: (kept(bar, notice), shown.append(bar.accessibleName()))
    )
    with pytest.raises(PlanFileError):
        app.run(Options(exit_after="ready", language="en"), open_it)
    assert shown == ["a.lpplan: There is no such plan file."]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_missing_display_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(PlannerError, match="no display"):
        app.run(Options(), lambda: desk_at(tmp_path))


@pytest.mark.parametrize("given", [True, False])
def test_a_size_that_is_given_goes_before_the_one_kept(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    kept = [0, 0, 640, 500, 0]
    desk = desk_at(tmp_path)
    desk.store.settings.set(geometry.KEY, kept)
    desk.close()
    restored: list[object] = []
    monkeypatch.setattr(geometry, "restore", lambda _window, told: restored.append(told))
    monkeypatch.setattr(app._Opening, "_when_ready", lambda opening: opening._window.close())
    assert app.run(Options(size=(720, 520), size_given=given), lambda: desk_at(tmp_path)) == 0
    assert restored == [None if given else kept]


def test_the_command_line_tells_whether_a_size_is_given() -> None:
    told = read_opening(["--size", "1024x740"])
    assert told is not None and told.size == (1024, 740) and told.size_given
    told = read_opening([])
    assert told is not None and not told.size_given

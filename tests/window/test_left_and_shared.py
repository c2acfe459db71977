"""What a lab does to a program: the stick with the workspace is pulled, two people work in one, a file is read-only, midnight passes."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.services.desk import Desk, open_desk
from planner.errors import PlanFileError
from planner.messages import render
from planner.plan.codec import read_plan
from planner.plan.edits import SetValue
from planner.render.atomic import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.notice import Notice

MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@pytest.fixture
def other(desk: Desk) -> Iterator[Desk]:
    """The same workspace in a program on another machine."""
    made = open_desk(desk.store.path, lambda: MORNING)
    yield made
    made.close()


def told(window: MainWindow) -> Notice:
    notice = window.notice_bar.notice
    assert notice is not None
    return notice


def named(window: MainWindow, name: str) -> bool:
    return window.bench.do(SetValue(path="organisation/name", value=name))


def test_a_change_of_another_machine_is_told_and_shown_by_a_button(
    window: MainWindow, qtbot: QtBot, other: Desk
) -> None:
    other.open(window.bench.plan.id).do(SetValue(path="organisation/region", value="Elsewhere"))
    assert not named(window, "Here")
    assert told(window).text.id == "store.changed_elsewhere"
    qtbot.mouseClick(window.findChild(QPushButton, "notice-action"), Qt.MouseButton.LeftButton)
    assert window.bench.plan.organisation.region == "Elsewhere"
    assert named(window, "Here")
    newest = other.open(window.bench.plan.id).plan.organisation
    assert (newest.region, newest.name) == ("Elsewhere", "Here")  # neither was lost


def test_choosing_the_plan_again_shows_what_another_machine_did(window: MainWindow, other: Desk) -> None:
    other.open(window.bench.plan.id).do(SetValue(path="organisation/region", value="Elsewhere"))
    window.commands.open_plan(window.bench.plan.id)  # type: ignore[attr-defined]
    assert window.bench.plan.organisation.region == "Elsewhere" and named(window, "Here")


@pytest.mark.parametrize("pulled", ["moved", "deleted", "replaced"])
def test_a_workspace_that_was_pulled_out_is_told_and_nothing_pretends_to_be_saved(
    window: MainWindow, tmp_path: Path, pulled: str
) -> None:
    path = window.bench.desk.store.path
    away = path.with_name("away.db")
    before = window.bench.plan
    path.rename(away)
    if pulled == "replaced":
        path.write_bytes(away.read_bytes())
    assert not named(window, "Lost?")
    fault = told(window)
    assert fault.text.id == "store.gone" and window.bench.plan == before
    assert fault.detail is not None and "Save a copy" in render(fault.detail, "en")
    window.bench.desk.save_copy(window.bench.plan, tmp_path / "kept.lpplan")  # what is seen can be kept
    assert read_plan(tmp_path / "kept.lpplan") == before
    if pulled == "moved":
        away.rename(path)
        assert named(window, "Saved")
        assert window.bench.desk.store.plans.load(before.id).plan.organisation.name == "Saved"


def test_a_copy_onto_a_pulled_stick_says_so(window: MainWindow, tmp_path: Path) -> None:
    with pytest.raises(PlanFileError) as caught:
        window.bench.desk.save_copy(window.bench.plan, tmp_path / "stick" / "a.lpplan")
    assert "was the disk unplugged" in render(caught.value.message, "en")


def test_a_read_only_file_is_opened_and_never_written_over(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "given.lpplan"
    window.bench.desk.save_copy(window.bench.plan, file)
    file.chmod(0o444)
    given = file.read_bytes()
    assert named(window, "Changed")
    with pytest.raises(PlanFileError) as caught:
        window.bench.desk.save_copy(window.bench.plan, file)
    assert "read-only" in render(caught.value.message, "en")
    with pytest.raises(Exception, match="read-only"):
        write_whole(file, b"paper", lambda _: None)
    assert file.read_bytes() == given and [one.name for one in tmp_path.glob(".*")] == []


def test_opening_a_file_says_where_changes_go(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "colleague.lpplan"
    window.bench.desk.save_copy(window.bench.desk.create("lab-b").plan, file)
    window.bench.desk.remove(read_plan(file).id)
    window.commands.open_path(file)  # type: ignore[attr-defined]
    detail = told(window).detail
    assert detail is not None and "not in the file" in render(detail, "en")


def test_a_window_left_open_overnight_reckons_with_today(tmp_path: Path) -> None:
    moments = [MORNING]
    desk = open_desk(tmp_path / "w.db", lambda: moments[-1])
    session = desk.create("lab-a")
    assert not desk.new_day() and desk.open(session.plan.id) is session
    moments.append(MORNING + dt.timedelta(days=1))
    assert desk.new_day() and desk.today == dt.date(2026, 12, 1)
    again = desk.open(session.plan.id)
    assert again is not session and again.plan == session.plan
    again.do(SetValue(path="organisation/name", value="Tomorrow"))
    again.undo()
    desk.close()

"""The first window: opens, shows the table it is given, leaves a picture, closes by itself when asked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTableView

from desktop_app.window import app
from desktop_app.window.content import Options, Table, Texts
from desktop_app.window.main_window import MainWindow
from desktop_app.window.table_model import TableModel
from planner.errors import ExportError, PlanFileError, PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

TEXTS = Texts(title="算采", heading="方案 A", table_name="合计")
TABLE = Table(headings=("项目", "数值"), rows=(("总价", "298,000.00"), ("功率", "1.9 kW")), right=frozenset({1}))


def test_model_is_sound_before_and_after_it_is_filled(qtmodeltester: ModelTester) -> None:
    model = TableModel()
    qtmodeltester.check(model)
    model.show_table(TABLE)
    qtmodeltester.check(model)
    assert (model.rowCount(), model.columnCount()) == (2, 2)
    assert model.data(model.index(1, 1)) == "1.9 kW"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "项目"


def test_numbers_are_set_to_the_right(qtmodeltester: ModelTester) -> None:
    model = TableModel()
    model.show_table(TABLE)
    role = Qt.ItemDataRole.TextAlignmentRole
    assert model.data(model.index(0, 1), role) & Qt.AlignmentFlag.AlignRight
    assert model.data(model.index(0, 0), role) & Qt.AlignmentFlag.AlignLeft


def test_window_shows_what_it_is_given(qtbot: QtBot) -> None:
    window = MainWindow(TEXTS)
    qtbot.addWidget(window)
    window.show_table(TABLE)
    view = window.findChild(QTableView, "table")
    assert isinstance(view, QTableView)
    assert window.windowTitle() == "算采"
    assert view.accessibleName() == "合计"
    assert view.model().rowCount() == 2


@pytest.mark.parametrize(("moment", "loads"), [("first-paint", 0), ("ready", 1)])
def test_window_closes_by_itself_and_leaves_a_picture(qtbot: QtBot, tmp_path: Path, moment: str, loads: int) -> None:
    asked: list[int] = []

    def load() -> Table:
        asked.append(1)
        return TABLE

    shot = tmp_path / "shot.png"
    options = Options(exit_after=moment, shot=str(shot), size=(640, 400), theme="dark")  # type: ignore[arg-type]
    assert app.run(options, TEXTS, load) == 0
    assert len(asked) == loads
    picture = QImage(str(shot))
    assert (picture.width(), picture.height()) == (640, 400)


def test_picture_that_cannot_be_written_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    options = Options(exit_after="ready", shot=str(tmp_path / "nowhere" / "shot.png"))
    with pytest.raises(ExportError, match="could not be written"):
        app.run(options, TEXTS, lambda: TABLE)


def test_fault_of_the_plan_is_shown_and_raised_at_the_end(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Table:
        raise PlanFileError("damaged", msg("plan_file.missing", "There is no such plan file."), place="a.lpplan")

    shown: list[str] = []
    monkeypatch.setattr(MainWindow, "show_fault", lambda _window, text: shown.append(text))
    with pytest.raises(PlanFileError):
        app.run(Options(exit_after="ready", language="en"), TEXTS, load)
    assert shown == ["a.lpplan: There is no such plan file."]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_missing_display_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(PlannerError, match="no display"):
        app.run(Options(), TEXTS, lambda: TABLE)

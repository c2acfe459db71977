"""The survey sheet and the wiring planner in the window: found by words, shown before they are done, one step to take back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.window import prompts
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.record_table import RecordTable
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

POPUPS = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def written(window: MainWindow, file: Path, monkeypatch: pytest.MonkeyPatch, answers: dict[str, object]) -> Path:
    """Let the window write its sheet, fill it in, and offer it as the file that is opened next."""
    monkeypatch.setattr(prompts, "save_file", lambda *_given, **_named: file)
    monkeypatch.setattr(prompts, "open_file", lambda *_given, **_named: file)
    window.actions_by_name["survey_out"].trigger()
    book = openpyxl.load_workbook(file)
    for row in book.active.iter_rows():
        if row[0].value in answers:
            row[3].value = answers[row[0].value]
    book.save(file)
    return file


def words(window: MainWindow) -> list[list[str]]:
    table = window.findChild(RecordTable, "proposal-table")
    assert table is not None
    model = table.model()
    return [
        [str(model.index(row, column).data()) for column in range(1, model.columnCount())]
        for row in range(model.rowCount())
    ]


def button(window: MainWindow, name: str) -> Button:
    found = window.findChild(Button, name)
    assert found is not None
    return found


def test_answers_are_shown_then_taken_as_one_step(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    bench = window.bench
    answers = {
        "site/circuit-1/breaker_curve": "C16",
        "site/circuit-1/cable_length_m": "约20",
        "site/circuit-2/other_load_a": "很多",
        "site/circuit-2/rcd_ma": "不知道",
    }
    written(window, tmp_path / "s.xlsx", monkeypatch, answers)
    path = "site/circuit-1/values/cable_length_m"
    bench.do(SetValue(path=path, value={"value": 25.0}))  # told meanwhile: the sheet would overwrite it
    before = bench.plan
    window.actions_by_name["survey_in"].trigger()
    assert bench.plan is before  # nothing is done before it was looked at
    rows = {row[1]: row for row in words(window)}
    assert rows["Circuit 1 breaker curve"][0] == "New"
    length = rows["Circuit 1 cable length"]
    assert (length[0], length[2], length[3]) == ("Overwrites", "25 m", "20 m")
    assert rows["Circuit 2 current of other loads"][0] == "Not read"
    assert rows["Circuit 2 residual current device"][0] == "Left open"
    apply = button(window, "proposal-apply")
    assert apply.text() == "Take 2 answers"
    qtbot.mouseClick(apply, Qt.MouseButton.LeftButton)
    node = bench.plan.node("circuit-1")
    assert node is not None
    assert (node.values["breaker_curve"].value, node.values["cable_length_m"].quality) == ("C", "assumed")
    assert not apply.isVisible()  # the site is shown again
    bench.undo()
    assert bench.plan.site == before.site


def test_esc_leaves_the_plan_as_it_is(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    written(window, tmp_path / "s.xlsx", monkeypatch, {"site/circuit-1/breaker_curve": "C"})
    window.actions_by_name["survey_in"].trigger()
    before = window.bench.plan
    qtbot.keyClick(button(window, "proposal-apply"), Qt.Key.Key_Escape)
    assert window.bench.plan is before
    assert not button(window, "proposal-apply").isVisible()


def test_the_sheet_of_another_plan_is_said_to_be_one(
    make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    file = written(window, tmp_path / "s.xlsx", monkeypatch, {"site/room/extinguisher": "yes"})
    window.bench.lay_out(window.bench.desk.create("tier-3"))
    assert file.exists()
    window.actions_by_name["survey_in"].trigger()
    warning = window.findChild(QLabel, "proposal-warning")
    assert warning is not None
    assert warning.isVisible()
    assert "another plan" in warning.text()


def test_the_preview_follows_language_and_plan(
    make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    written(window, tmp_path / "s.xlsx", monkeypatch, {"site/circuit-1/breaker_curve": "C"})
    window.actions_by_name["survey_in"].trigger()
    window.bench.speak("zh")
    assert words(window)[0][:2] == ["新填", "回路1 空开脱扣曲线"]
    window.bench.do(SetValue(path="site/circuit-1/values/breaker_curve", value={"value": "C"}))
    assert words(window)[0][0] == "未变"
    assert not button(window, "proposal-apply").isVisible()  # nothing is left to take


def test_the_wiring_is_planned_shown_and_plugged_in(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    bench = window.bench
    for path, value in (
        ("site/panel/values/breaker_a", 63.0),
        ("site/circuit-2/values/other_load_a", 0.0),
        ("site/socket-1/values/rating_a", 16.0),
        ("site/socket-1/values/form", "gb1002_16a"),
        ("site/socket-2/values/rating_a", 16.0),
        ("site/socket-2/values/form", "gb1002_16a"),
    ):
        bench.do(SetValue(path=path, value={"value": value}))
    for _ in range(len(bench.alternative.connections)):
        from planner.plan.edits import RemovePart

        bench.do(RemovePart(path=f"alternatives/{bench.alternative.id}/connections/0"))
    window.actions_by_name["wire"].trigger()
    qtbot.waitUntil(button(window, "proposal-apply").isVisible, timeout=20_000)
    assert {row[0] for row in words(window)} <= {"Moves", "No place"}
    qtbot.mouseClick(button(window, "proposal-apply"), Qt.MouseButton.LeftButton)
    assert bench.alternative.connections
    bench.undo()
    assert not bench.alternative.connections


@POPUPS
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("调查", "survey_out"),
        ("diaocha", "survey_out"),
        ("survey", "survey_out"),
        ("接线", "wire"),
        ("jiexian", "wire"),
        ("wiring", "wire"),
        ("导出", "export"),
    ],
)
def test_the_palette_finds_commands_by_words_of_both_languages(
    make_window: MakeWindow, language: str, typed: str, name: str
) -> None:
    window = make_window(language=language)
    window.actions_by_name["search"].trigger()
    palette = window.commands._palette  # type: ignore[attr-defined]
    palette._field.insert(typed)  # as an input method commits it
    palette.search()
    hits = [palette._model.item(at).data(Qt.ItemDataRole.UserRole + 1) for at in range(palette._model.rowCount())]
    assert name in [hit.name for hit in hits]


@POPUPS
def test_the_palette_says_that_nothing_was_found(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    window.actions_by_name["search"].trigger()
    palette = window.commands._palette  # type: ignore[attr-defined]
    qtbot.keyClicks(palette._field, "zzqqxx")
    palette.search()
    said = palette.findChild(QLabel, "palette-nothing")
    assert said is not None
    assert said.isVisible()
    assert "zzqqxx" in said.text()
    palette._field.clear()
    palette.search()
    assert not said.isVisible()


def test_single_answers_can_be_left_out(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    bench = window.bench
    answers = {
        "site/circuit-1/breaker_curve": "C16",
        "site/circuit-1/cable_length_m": "20",
        "site/circuit-2/other_load_a": "很多",
        "site/room/extinguisher": "yes",
    }
    written(window, tmp_path / "s.xlsx", monkeypatch, answers)
    window.actions_by_name["survey_in"].trigger()
    table = window.findChild(RecordTable, "proposal-table")
    assert table is not None
    model = table.model()
    ticks = {model.index(row, 2).data(): model.index(row, 0).data() for row in range(model.rowCount())}
    assert set(ticks.values()) == {"☑", ""}
    assert ticks["Circuit 2 current of other loads"] == ""  # not read: there is nothing to leave out
    apply = button(window, "proposal-apply")
    assert apply.text() == "Take 3 answers"
    length = next(row for row in range(model.rowCount()) if model.index(row, 2).data() == "Circuit 1 cable length")
    box = table.visualRect(model.index(length, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert model.index(length, 0).data() == "☐"
    assert apply.text() == "Take 2 answers"
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert apply.text() == "Take 3 answers"
    qtbot.mouseClick(button(window, "proposal-none"), Qt.MouseButton.LeftButton)
    assert not apply.isVisible()
    qtbot.mouseClick(button(window, "proposal-all"), Qt.MouseButton.LeftButton)
    assert apply.text() == "Take 3 answers"
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    bench.speak("zh")  # the ticks stay
    assert apply.text() == "采用 2 个回答" or "2" in apply.text()
    qtbot.mouseClick(apply, Qt.MouseButton.LeftButton)
    node = bench.plan.node("circuit-1")
    assert node is not None
    assert node.values["breaker_curve"].value == "C"
    assert "cable_length_m" not in node.values
    bench.undo()
    written(window, tmp_path / "t.xlsx", monkeypatch, answers)
    window.actions_by_name["survey_in"].trigger()
    assert "3" in button(window, "proposal-apply").text()  # another sheet begins with all of them

"""The card of cost over time: three pictures that lead to Why?, follow the language, and can be saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.services.cost_outlook import PICTURES
from desktop_app.window import prompts
from desktop_app.window.pictures.scene_view import PIXELS_PER_MM, SceneView
from planner.figure import Figure
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def filled(window: MainWindow) -> None:
    bench = window.bench
    assert bench.do(SetValue(path="facts/electricity_price", value={"value": 0.6, "quality": "entered"}))
    for entry in bench.plan.workload:
        assert bench.do(SetValue(path=f"workload/{entry.id}/sessions_per_week", value=3.0))
        assert bench.do(SetValue(path=f"workload/{entry.id}/hours_per_session", value=5.0))
    window.show_place("cost")


def view_of(window: MainWindow, name: str) -> SceneView:
    found = window.findChild(SceneView, f"cost-{name}")
    assert found is not None and found.scene is not None
    return found


def test_a_number_in_each_picture_leads_to_why(qtbot: QtBot, window: MainWindow) -> None:
    filled(window)
    asked: list[Figure] = []
    window.bench.explained.connect(asked.append)
    for name in PICTURES:
        view = view_of(window, name)
        scene = view.scene
        assert scene is not None
        spot = scene.spots[0]
        canvas = view.widget()
        scale = canvas.width() / (scene.width_mm * PIXELS_PER_MM) * PIXELS_PER_MM
        place = QPoint(round((spot.x + spot.width / 2) * scale), round((spot.y + spot.height / 2) * scale))
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
        assert asked, name
        assert asked[-1].key.startswith("outlook/")
    assert len(asked) == len(PICTURES)


def test_the_pictures_change_with_the_plan_and_the_language(window: MainWindow) -> None:
    filled(window)
    before = view_of(window, "years").scene
    assert window.bench.do(SetValue(path="A/ws/price/chosen", value="170000"))
    after = view_of(window, "years").scene
    assert before is not None and after is not None and before != after
    window.bench.speak("zh")
    assert "五年累计花费" in view_of(window, "years").accessibleName()
    assert "哪个假设最要紧" in view_of(window, "tornado").accessibleName()


@pytest.mark.parametrize(("ending", "head"), [("png", b"\x89PNG"), ("svg", b"<"), ("pdf", b"%PDF")])
def test_a_picture_is_saved_in_the_kind_of_its_ending(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, head: bytes
) -> None:
    filled(window)
    file = tmp_path / f"x.{ending}"
    monkeypatch.setattr(prompts, "save_file", lambda *_args: file)
    button = window.findChild(QPushButton, "outlook-save-tornado")
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert file.read_bytes().startswith(head)
    assert str(file) in window.notice_bar.accessibleName()


def test_another_ending_is_refused_in_words_and_nothing_is_written(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(window)
    monkeypatch.setattr(prompts, "save_file", lambda *_args: tmp_path / "x.docx")
    button = window.findChild(QPushButton, "outlook-save-cash")
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "cannot be written as docx" in window.notice_bar.accessibleName()
    assert not list(tmp_path.glob("x.*"))


def test_what_is_open_is_said_in_the_pictures(window: MainWindow) -> None:
    window.show_place("cost")
    assert isinstance(window.findChild(QWidget, "cost-outlook"), QWidget)
    assert "Cannot be drawn yet" in view_of(window, "tornado").accessibleDescription()

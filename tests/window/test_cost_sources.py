"""The card "Own, rent or API" in Cost: rows, the sentence, unknowns that say what is missing, and the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.pictures.scene_view import SceneView
from planner.plan.edits import Batch, SetValue

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel
    from pytestqt.modeltest import ModelTester

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def card(window: MainWindow) -> tuple[RecordTable, SceneView, QLabel]:
    """Return table, picture and sentence of the card."""
    from PySide6.QtWidgets import QLabel

    window.show_place("cost")
    found = window.findChild(RecordTable, "sources-table"), window.findChild(SceneView, "cost-even")
    sentence = window.findChild(QLabel, "sources-verdict")
    assert isinstance(found[0], RecordTable)
    assert isinstance(found[1], SceneView)
    assert isinstance(sentence, QLabel)
    return found[0], found[1], sentence


def texts(table: RecordTable) -> list[list[str]]:
    """Return the rows as texts."""
    model = table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def told(window: MainWindow, hours: float, tariff: float = 0.8) -> None:
    """Say the price of power and that each of four jobs runs five times a week.

    At 0.2 yuan/kWh own cards cost 1,026 + 123 yuan a week, less than 672 hours at 1.88; at 0.8 yuan they cost more.
    """
    jobs = [one.id for one in window.bench.plan.workload]
    edits = [SetValue(path="facts/electricity_price", value={"value": tariff})]
    edits += [SetValue(path=f"workload/{job}/sessions_per_week", value=5.0) for job in jobs]
    edits += [SetValue(path=f"workload/{job}/hours_per_session", value=hours) for job in jobs]
    assert window.bench.do(Batch(edits=tuple(edits)))


def test_what_is_not_known_is_said_and_the_picture_names_it(window: MainWindow, qtmodeltester: ModelTester) -> None:
    table, picture, sentence = card(window)
    qtmodeltester.check(table.model())
    assert [row[:2] for row in texts(table)] == [
        ["Own machines", "unknown"],
        ["Renting", "unknown"],
        ["API", "unknown"],
    ]
    assert sentence.text() == "Which source is cheapest is not known yet: prices or hours are missing."
    assert "electricity" in picture.scene.items[2].text.lower()  # type: ignore[union-attr]


def test_the_cheaper_one_is_marked_and_follows_the_hours(window: MainWindow) -> None:
    table, picture, sentence = card(window)
    told(window, 0.2)
    assert [row[4] for row in texts(table)] == ["", "costs least", ""]
    assert "renting" in sentence.text()
    told(window, 2.0, 0.2)
    assert [row[4] for row in texts(table)] == ["costs least", "", ""]
    assert texts(table)[0][3] == "672 GPU-h/week"  # four cards x 168 h
    assert "owning costs less" in picture.scene.description  # type: ignore[union-attr]


def test_what_may_not_leave_is_not_rented(window: MainWindow) -> None:
    table, _picture, _sentence = card(window)
    window.bench.do(SetValue(path="switches/data_may_leave", value="no"))
    assert [row[4] for row in texts(table)] == ["", "not allowed", "not allowed"]


def test_a_number_of_the_picture_is_explained(window: MainWindow) -> None:
    _table, picture, _sentence = card(window)
    told(window, 2.0, 0.2)
    asked: list[object] = []
    window.bench.explained.connect(asked.append)
    spot = next(one for one in picture.scene.spots if one.key == "source/equal_hours")  # type: ignore[union-attr]
    picture.pressed.emit(spot)
    assert [one.key for one in asked] == ["source/equal_hours"]  # type: ignore[attr-defined]


def test_heads_follow_the_language(make_window: MakeWindow) -> None:
    made = make_window(language="en")
    table, _picture, _sentence = card(made)
    head = table.model().headerData
    from PySide6.QtCore import Qt

    assert head(1, Qt.Orientation.Horizontal) == "Cost of a week"
    made.bench.speak("zh")
    assert head(1, Qt.Orientation.Horizontal) == "每周费用"
    assert texts(table)[0][0] == "自购设备"

"""The card of a year's running on the page Cost, and the pictures of phases and months on the page Site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.pictures.scene_view import SceneView
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def said(window: MainWindow, key: str) -> str:
    shown = window.findChild(FigureLabel, f"cost-{key}")
    assert shown is not None
    return shown.accessibleName()


def tell(window: MainWindow, name: str, value: float) -> None:
    window.bench.do(SetValue(path=f"facts/{name}", value={"value": value, "quality": "entered"}))


def test_energy_is_there_and_the_bill_with_the_price(window: MainWindow) -> None:
    # lab-a: 1,643 W x 8,760 h x 1.6 = 23,028 kWh; at 0.62 yuan 14,277.54
    window.show_place("cost")
    assert "23,028 kWh" in said(window, "year_kwh")
    assert "14,277" not in said(window, "year_cost")
    tell(window, "electricity_price", 0.62)
    assert "14,277" in said(window, "year_cost")
    notes = window.findChild(QLabel, "running-notes")
    assert notes is not None
    assert "4,380 h a year" in notes.text()


def test_a_number_explains_itself(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("cost")
    shown = window.findChild(FigureLabel, "cost-year_kwh")
    assert shown is not None
    with qtbot.waitSignal(window.bench.explained) as told:
        shown.click()
    assert told.args[0].key.endswith("/year_kwh")


def test_periods_open_take_sample_prices_and_make_the_mean(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("cost")
    more = window.findChild(QPushButton, "running-periods")
    assert more is not None
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    sample = window.findChild(QPushButton, "running-sample")
    assert sample is not None
    before = window.bench.plan
    qtbot.mouseClick(sample, Qt.MouseButton.LeftButton)
    facts = window.bench.plan.facts
    assert (facts["price_peak"].value, facts["price_peak"].quality.value) == (1.12, "assumed")
    for name, hours in (("peak", 8.0), ("flat", 8.0), ("valley", 8.0)):
        tell(window, f"hours_{name}", hours)
    assert window.bench.assessment.context.energy.price.value == pytest.approx((1.12 + 0.62 + 0.21) / 3)
    for _ in range(4):
        window.bench.undo()
    assert window.bench.plan.facts == before.facts  # filling in is one step


def test_pictures_of_phases_and_months_have_their_tabs(window: MainWindow) -> None:
    window.show_place("site")
    place = window.stack.place
    for key, words in (("phases", "Current by phase"), ("energy", "Energy by month")):
        place._tabs.show_key(key)  # type: ignore[attr-defined]
        place._show_tab(key)  # type: ignore[attr-defined]
        view = window.findChild(SceneView, f"site-{key}")
        assert view is not None
        assert view.scene is not None
        assert view.scene.title.startswith(words)


def test_numbers_stand_in_columns_and_an_assumption_is_said_beside_its_field(window: MainWindow) -> None:
    window.show_place("cost")
    for keys in (("planned", "left", "vat"), ("year_kwh", "year_cost")):
        shown = [one for key in keys if (one := window.findChild(FigureLabel, f"cost-{key}")) is not None]
        assert len(shown) >= 2
        ends = {round(one.mapTo(window, one.rect().topLeft()).x() + one._value_at() + one.room[1]) for one in shown}
        assert len(ends) == 1
    field = window.findChild(QWidget, "field-facts/utilisation")
    said = next(one for one in window.findChildren(QLabel) if one.text() == "assumed" and one.isVisible())
    assert field is not None
    beside = said.mapTo(window, said.rect().topLeft()).x() - field.mapTo(window, field.rect().topRight()).x()
    assert 0 < beside < 40

"""The page Cost: amounts beside each other are of one kind, and the picture of prices is seen whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.pictures.scene_view import SceneView
from planner.messages import format_figure

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def test_the_picture_of_prices_is_as_high_as_it_is(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("cost")
    view = window.findChild(SceneView, "cost-prices")
    assert view is not None and view.scene is not None
    for width in (1024, 1600):
        window.resize(width, 740)
        qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)
        assert view.widget().height() > 60


def test_ranges_have_the_contingency_like_the_total(window: MainWindow) -> None:
    # lab-a: 264,000 x 1.05 = 277,200
    window.show_place("cost")
    money = window.bench.assessment.context.money
    assert money.planned_low.figure.require() < money.planned.figure.require() < money.planned_high.figure.require()
    for key in ("planned_low", "planned", "planned_high"):
        shown = window.findChild(FigureLabel, f"cost-{key}")
        assert shown is not None
        assert format_figure(getattr(money, key).figure, "en") in shown.accessibleName() + shown.toolTip()

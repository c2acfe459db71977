"""Pictures are laid out anew for another width, so that their words keep the size of the words around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.scene_painter import PIXELS_PER_MM

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def scale(view: SceneView) -> float:
    """Return how much larger than on paper a picture is shown."""
    assert view.scene is not None
    return (view.viewport().width() - 2) / PIXELS_PER_MM / view.scene.width_mm


@pytest.mark.parametrize(
    ("place", "name"), [("cost", "cost-prices"), ("site", "site-wiring"), ("workload", "calendar-grid")]
)
def test_a_wider_window_does_not_enlarge_the_words(
    make_window: Callable[..., MainWindow], qtbot: QtBot, place: str, name: str
) -> None:
    """At 1366 and at 1920 pixels the same 1.2: 8 points of paper are 12 to 13 pixels of the window."""
    window = make_window("lab-a", size=(1366, 768))
    window.show_place(place)
    if place == "workload":
        window.stack.place.reveal("calendar")
    view = window.findChild(SceneView, name)
    assert isinstance(view, SceneView)
    for size in ((1366, 768), (1920, 1080)):
        window.resize(*size)
        qtbot.waitUntil(lambda: scale(view) == pytest.approx(1.2, abs=0.02))  # it waits until an edge has come to rest


@pytest.mark.parametrize("tab", ["warming", "energy"])
def test_a_plot_takes_the_height_there_is(make_window: Callable[..., MainWindow], qtbot: QtBot, tab: str) -> None:
    """Curves grow with the window instead of leaving its lower half empty; they never need to scroll for it."""
    window = make_window("lab-a", size=(1366, 768))
    window.show_place("site")
    place: Any = window.stack.place
    place._tabs.show_key(tab)
    place._show_tab(tab)
    view = place._views[tab]
    heights = []
    for size in ((1366, 660), (1366, 768)):
        window.resize(*size)
        qtbot.waitUntil(lambda: view.widget().height() > 0.8 * view.viewport().height())
        qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)
        heights.append(view.widget().height())
    assert heights[1] > heights[0] + 50


def test_a_plot_that_is_out_of_sight_again_is_laid_out_as_itself(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    """Its turn comes a moment after a resize, when another tab may be in sight."""
    window = make_window("lab-a", size=(1366, 768))
    window.show_place("site")
    place: Any = window.stack.place
    for tab in ("warming", "loads"):
        place._tabs.show_key(tab)
        place._show_tab(tab)
        window.resize(1366, 800 if tab == "warming" else 840)
    qtbot.wait(150)
    assert place._views["warming"].scene.title.startswith("Room temperature")

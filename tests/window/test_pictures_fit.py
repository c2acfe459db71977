"""Pictures are laid out anew for another width, so that their words keep the size of the words around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtTest import QTest

from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.scene_painter import PIXELS_PER_MM

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.main_window import MainWindow

AFTER_MS = 160  # the picture waits until the dragging of an edge has stopped


def scale(view: SceneView) -> float:
    """Return how much larger than on paper a picture is shown."""
    assert view.scene is not None
    return (view.viewport().width() - 2) / PIXELS_PER_MM / view.scene.width_mm


@pytest.mark.parametrize(
    ("place", "name"), [("cost", "cost-prices"), ("site", "site-wiring"), ("workload", "calendar-grid")]
)
def test_a_wider_window_does_not_enlarge_the_words(
    make_window: Callable[..., MainWindow], place: str, name: str
) -> None:
    """At 1366 and at 1920 pixels the same 1.2: 8 points of paper are 12 to 13 pixels of the window."""
    window = make_window("lab-a", size=(1366, 768))
    window.show_place(place)
    if place == "workload":
        window.stack.place.reveal("calendar")
    QTest.qWait(AFTER_MS)
    view = window.findChild(SceneView, name)
    assert isinstance(view, SceneView)
    assert scale(view) == pytest.approx(1.2, abs=0.02)
    window.resize(1920, 1080)
    QTest.qWait(AFTER_MS)
    assert scale(view) == pytest.approx(1.2, abs=0.02)

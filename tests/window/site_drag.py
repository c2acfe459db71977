"""What tests of dragging share: a point of the picture by its part, and a drag as a person makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.scene_painter import PIXELS_PER_MM

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.window.main_window import MainWindow


def tab(window: MainWindow, name: str) -> SceneView:
    """Show a tab of the Site place and return its picture."""
    window.show_place("site")
    place: Any = window.stack.place
    place._tabs.show_key(name)
    place._show_tab(name)
    QTest.qWait(80)  # the picture is laid out once the window has its size
    view: SceneView = {"wiring": place._wiring, "racks": place._racks}[name]
    return view


def canvas(view: SceneView) -> QWidget:
    """Return the sheet of a picture."""
    found = view.widget()
    assert found is not None
    return found


def point(view: SceneView, part: str, down: float = 0.5) -> QPoint:
    """Return the middle of a part of the picture on its sheet, ``down`` of its height."""
    scene = view.scene
    assert scene is not None
    spot = next(one for one in scene.spots if one.part == part)
    per_mm = PIXELS_PER_MM * view._scale(scene)
    return (QPointF(spot.x + spot.width / 2, spot.y + spot.height * down) * per_mm).toPoint()


def hold(view: SceneView, start: QPoint, end: QPoint) -> None:
    """Press at a place and carry what stands there to another, without letting go."""
    sheet = canvas(view)
    QTest.mousePress(sheet, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for part in (0.2, 0.6, 1.0):
        QTest.mouseMove(sheet, start + (end - start) * part)


def drag(view: SceneView, start: QPoint, end: QPoint) -> None:
    """Drag what stands at a place to another."""
    hold(view, start, end)
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)


def landing(view: SceneView) -> Any:
    """Return where what is held would land."""
    return view._canvas.drag.landing

"""What a picture in the window is drawn from: its marked spots, its painted sheet, its image for the clipboard, its menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QMenu

from desktop_app.window.look.paint import colour
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.plain import keyless
from desktop_app.window.pictures.dragging import Act
from desktop_app.window.scene_painter import PIXELS_PER_MM, paint_scene
from planner.pictures.scene import Scene, Spot


def marked_spots(scene: Scene, key: str) -> tuple[Spot, ...]:
    """Return the spots that a frame for ``key`` stands around: all of a part, else the first of a figure."""
    if not key:
        return ()
    parts = tuple(spot for spot in scene.spots if spot.part == key)
    return parts or tuple(spot for spot in scene.spots if spot.key == key)[:1]


def fill_menu(menu: QMenu, acts: tuple[Act, ...]) -> None:
    """Put the acts into a menu, further ones below theirs."""
    for act in acts:
        if act.rows:
            below = menu.addMenu(keyless(act.text))
            below.setObjectName(act.name)
            fill_menu(below, act.rows)
            continue
        row = QAction(keyless(act.text), menu)
        row.setObjectName(act.name)
        row.setEnabled(act.run is not None)
        if act.run is not None:
            row.triggered.connect(partial(_run, act.run))
        menu.addAction(row)


def _run(act: Callable[[], object], _checked: bool = False) -> None:
    act()


def painted(scene: Scene, size: QSize, dpr: float, scale: float) -> QPixmap:
    """Return a scene as a picture of ``size`` logical pixels in the theme in force."""
    made = QPixmap(QSize(round(size.width() * dpr), round(size.height() * dpr)))
    made.setDevicePixelRatio(dpr)
    made.fill(colour("surface"))
    painter = QPainter(made)
    paint_scene(painter, scene, current_look().theme, PIXELS_PER_MM * scale)
    painter.end()
    return made


def image_of(scene: Scene, size: QSize) -> QImage:
    """Return a scene as an image for the clipboard, in the colours of print."""
    made = QImage(size, QImage.Format.Format_ARGB32)
    painter = QPainter(made)
    paint_scene(painter, scene, "print", size.width() / scene.width_mm)
    painter.end()
    return made

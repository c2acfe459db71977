"""The window shows what the paper shows: the same ink in the same places, and the same widths of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from desktop_app.window.scene_painter import paint_scene, scene_font, spot_at
from planner.pictures.bars import bars_scene
from planner.pictures.metrics import ems
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.prices import prices_scene
from planner.pictures.wiring import wiring_scene
from planner.render.picture_png import scene_png
from tests.pictures.pixels import Pixels
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from planner.pictures.scene import Scene

PER_MM = 5.0
CELL_MM = 4


def painted(scene: Scene, theme: Theme) -> Pixels:
    width, height = round(scene.width_mm * PER_MM), round(scene.height_mm * PER_MM)
    image = QImage(width, height, QImage.Format.Format_RGB888)
    painter = QPainter(image)
    paint_scene(painter, scene, theme, PER_MM)
    painter.end()
    return Pixels([bytes(image.constScanLine(y))[: 3 * width] for y in range(height)], PER_MM)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["wiring", "bars", "prices"])
def test_window_and_paper_show_the_same(qtbot: QtBot, theme: Theme, kind: str) -> None:
    one = assessed(sample("lab-a"))
    scene = {
        "wiring": wiring_scene(one.context, "zh"),
        "bars": bars_scene(one.context, "zh"),
        "prices": prices_scene([one], "zh"),
    }[kind]
    ground = PALETTES[theme]["surface"]
    across, down = int(scene.width_mm / CELL_MM), int(scene.height_mm / CELL_MM)
    window = painted(scene, theme).coarse(across, down, ground)
    paper = Pixels.of_png(scene_png(scene, theme, round(PER_MM * 25.4))).coarse(across, down, ground)
    pairs = [(a, b) for here, there in zip(window, paper, strict=True) for a, b in zip(here, there, strict=True)]
    assert max(abs(a - b) for a, b in pairs) < 0.25
    assert sum(abs(a - b) for a, b in pairs) / len(pairs) < 0.03
    assert not any(max(a, b) > 0.06 and min(a, b) == 0.0 for a, b in pairs)  # a line on a cell's edge is 0.05
    assert sum(a > 0.05 for a, _ in pairs) / len(pairs) > 0.1


@pytest.mark.parametrize("bold", [False, True])
def test_words_are_as_wide_as_on_paper(qtbot: QtBot, bold: bool) -> None:
    text = "插座 1 负载 14.6 / 16 A，91 % overload AVATAR"
    assert QFontMetricsF(scene_font(bold)).horizontalAdvance(text) / 100 == pytest.approx(ems(text, bold), rel=0.002)


def test_painter_is_left_as_it_was(qtbot: QtBot) -> None:
    image = QImage(10, 10, QImage.Format.Format_RGB888)
    painter = QPainter(image)
    before = painter.transform()
    paint_scene(painter, prices_scene([], "en"), "dark")
    assert painter.transform() == before
    painter.end()


def test_what_stands_under_the_mouse() -> None:
    scene = wiring_scene(assessed(sample("lab-a")).context, "en")
    socket = next(spot for spot in scene.spots if spot.tip.startswith("Socket 1"))
    found = spot_at(scene, socket.x + 1, socket.y + 1)
    assert found is not None
    assert found.key == "A/socket-1/current_a"
    assert "overload" in found.tip
    assert spot_at(scene, 0.1, 0.1) is None

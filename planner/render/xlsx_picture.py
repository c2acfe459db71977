"""A picture on a sheet: as an image over rows made high enough for it, with its words for those who do not see it."""

from __future__ import annotations

import io
from typing import Any

from planner.documents.model import Picture
from planner.render.picture_png import DPI, dots, scene_png

_TALLEST_ROW_PT = 400.0
_PT_PER_MM = 72 / 25.4
_WIDEST_MM = 170.0


def insert_picture(sheet: Any, row: int, picture: Picture) -> int:
    """Place ``picture`` at ``row`` and return the row below it."""
    scene = picture.scene
    scale = min(1.0, picture.width_mm / scene.width_mm, _WIDEST_MM / scene.width_mm)
    height = scene.height_mm * scale * _PT_PER_MM
    # The writer reckons with whole dots per inch as the file says them.
    said = round(dots(scene, DPI) / 25.4 * 1000) * 0.0254
    fitted = scale * said / dots(scene, DPI)
    sheet.insert_image(
        row,
        0,
        "picture.png",
        {
            "image_data": io.BytesIO(scene_png(scene)),
            "x_scale": fitted,
            "y_scale": fitted,
            "description": picture.words,
            "object_position": 2,
        },
    )
    count = int(height // _TALLEST_ROW_PT) + 1
    for at in range(row, row + count):
        sheet.set_row(at, height / count)
    return row + count

"""A picture on a sheet: as an image over rows made high enough for it, with its words for those who do not see it."""

from __future__ import annotations

import io
import struct
from typing import Any

from planner.documents.house_style import Logo
from planner.documents.model import Language, Picture
from planner.render.picture_png import DPI, dots, scene_png

_TALLEST_ROW_PT = 400.0
_PT_PER_MM = 72 / 25.4
_WIDEST_MM = 170.0
_DPI = 96
_MM_PER_INCH = 25.4
_LOGO_PAD_PT = 6.0
_JFIF, _HEAD_BYTES, _PER_CM, _CM_PER_INCH = b"JFIF\0", 64, 2, 2.54


def insert_picture(sheet: Any, row: int, picture: Picture) -> list[float]:
    """Place ``picture`` at ``row`` and return the heights in points of the rows it covers."""
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
    return [height / count] * count


def insert_logo(sheet: Any, row: int, logo: Logo, width_mm: float, language: Language) -> float:
    """Place the house's logo at ``row``, at most half of ``width_mm`` wide, and return the row's height in points."""
    height_mm = logo.cover_height_mm * min(1.0, width_mm / 2 / logo.width_mm(logo.cover_height_mm))
    scale = height_mm / _MM_PER_INCH * _dots_per_inch(logo) / logo.height_px
    place = {"image_data": io.BytesIO(logo.content), "x_scale": scale, "y_scale": scale, "object_position": 3}
    words = {"description": logo.alt.label(language), "x_offset": 2, "y_offset": 2}
    sheet.insert_image(row, 0, f"logo.{logo.kind}", place | words)
    return height_mm * _PT_PER_MM + _LOGO_PAD_PT


def _dots_per_inch(logo: Logo) -> float:
    """Return the dots per inch that the library reads from ``logo``: a JPEG says them, our PNG says nothing."""
    at = logo.content.find(_JFIF, 0, _HEAD_BYTES)
    if logo.kind != "jpeg" or at < 0:
        return _DPI
    unit, across = struct.unpack_from(">BH", logo.content, at + len(_JFIF) + 2)
    return (across if unit == 1 else across * _CM_PER_INCH if unit == _PER_CM else _DPI) or _DPI

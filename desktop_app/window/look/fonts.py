"""The fonts of the window: which family, how large, and the shipped Chinese face where it is needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase

import resources
from desktop_app.window.look.tokens import look

TextSize = Literal["caption", "body", "title", "figure"]


@lru_cache(maxsize=1)
def provide_fonts() -> str:
    """Register the shipped faces with Qt and return the family they go by."""
    family = look("light").family
    for name in resources.names("fonts", ".ttf"):
        number = QFontDatabase.addApplicationFont(str(resources.path(name)))
        family = next(iter(QFontDatabase.applicationFontFamilies(number)), family)
    return family


@lru_cache(maxsize=16)
def text_font(size: TextSize = "body", *, bold: bool = False) -> QFont:
    """Return the font of one of the four text sizes; sizes are logical pixels, so they grow with the screen's scale."""
    font = QFont(provide_fonts())
    font.setPixelSize(look("light").text[size])
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font

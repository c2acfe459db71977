"""Colours and pens of the look for painting, made once for each theme: nothing is constructed while painting."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from desktop_app.window.look.tokens import Theme, look
from desktop_app.window.look.worn import current_look


def colour(name: str) -> QColor:
    """Return a colour of the look in force; it is shared, so change nothing on it."""
    return _colour(name, current_look().theme)


def pen(name: str, width: float = 1.0, *, dashed: bool = False, dotted: bool = False) -> QPen:
    """Return a pen with round ends in a colour of the look; it is shared, so change nothing on it."""
    return _pen(name, current_look().theme, width, (5.0, 4.0) if dashed else (2.0, 2.0) if dotted else ())


def hatch(name: str) -> QBrush:
    """Return the hatching for what is unknown, free or beyond, in a colour of the look; shared."""
    return _hatch(name, current_look().theme)


@lru_cache(maxsize=128)
def _colour(name: str, theme: Theme) -> QColor:
    return QColor(look(theme).colour[name])


@lru_cache(maxsize=128)
def _pen(name: str, theme: Theme, width: float, dash: tuple[float, ...]) -> QPen:
    made = QPen(_colour(name, theme), width)
    made.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash:
        made.setDashPattern([length / width for length in dash])  # Qt counts in pen widths
    return made


@lru_cache(maxsize=32)
def _hatch(name: str, theme: Theme) -> QBrush:
    return QBrush(_colour(name, theme), Qt.BrushStyle.BDiagPattern)

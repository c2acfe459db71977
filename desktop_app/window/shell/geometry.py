"""Where the window stands on the screens: kept from one start to the next, and always in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from db.store import Store

KEY = "window.geometry"
_TITLE_BAR = 40  # what must be in sight of a window to take hold of it
_NUMBERS = 5


def brought_back(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """Return ``wanted`` moved and, where it is too large, made smaller, so that all of it is on one screen.

    The screen is the one that shows most of it; where none does (a screen was taken away), the first.
    """
    if not screens:
        return wanted

    def shown(screen: QRect) -> int:
        both = screen.intersected(wanted)
        return both.width() * both.height() if both.isValid() else 0

    screen = max(screens, key=shown)
    placed = QRect(wanted)
    placed.setSize(wanted.size().boundedTo(screen.size()))
    placed.moveLeft(min(max(placed.left(), screen.left()), screen.right() + 1 - placed.width()))
    placed.moveTop(min(max(placed.top(), screen.top()), screen.bottom() + 1 - placed.height()))
    return placed


def _screens() -> list[QRect]:
    return [screen.availableGeometry() for screen in QGuiApplication.screens()]


def keep(window: QWidget, store: Store) -> None:
    """Remember where the window stands; raises KnownStoreError."""
    area = window.normalGeometry() if window.isMaximized() else window.geometry()
    store.settings.set(KEY, [area.x(), area.y(), area.width(), area.height(), int(window.isMaximized())])


def restore(window: QWidget, kept: object) -> None:
    """Put the window where it stood last, in sight; what is damaged or missing is left alone, only the size is fitted."""
    area, most = window.geometry(), False
    if isinstance(kept, list) and len(kept) == _NUMBERS and all(isinstance(one, int) for one in kept):
        area, most = QRect(*kept[:4]), bool(kept[4])
    placed = brought_back(area, _screens())
    if placed.height() >= _TITLE_BAR and placed != window.geometry():
        window.setGeometry(placed)
    if most:
        window.showMaximized()

"""Which look is in force, and who tells when it changes; set by ``theme`` alone."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from desktop_app.window.look.tokens import Look, look

_NAME = "labprocure-theme"


class ThemeSignals(QObject):
    """Tells of the theme: ``changed`` comes after palette and style sheet are in force."""

    changed = Signal()
    worn: ClassVar[Look | None] = None  # of the class: painting asks for it thousands of times a second

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)


def theme_signals(application: QApplication | None = None) -> ThemeSignals:
    """Return the one object that tells of theme changes; it belongs to the application."""
    owner = application or QApplication.instance()
    assert isinstance(owner, QApplication)
    found = owner.findChild(ThemeSignals, _NAME, Qt.FindChildOption.FindDirectChildrenOnly)
    return found or ThemeSignals(owner)


def current_look() -> Look:
    """Return the values in force; those of the light theme before any was applied."""
    return ThemeSignals.worn or look("light")

"""Dresses the application in a theme: the system's or the one chosen, and tells when it changes."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.window.look.focus_ring import FocusRings
from desktop_app.window.look.fonts import provide_fonts, text_font
from desktop_app.window.look.style_sheet import style_sheet
from desktop_app.window.look.tokens import Look, Theme, look
from desktop_app.window.look.worn import ThemeSignals, current_look, theme_signals

__all__ = ["Choice", "apply_theme", "current_look", "palette", "theme_signals"]

Choice = Literal["light", "dark", "system"]
_NAME = "labprocure-dresser"

# Qt's role for each colour; the second list is what disabled widgets show instead.
_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "surface"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "field"),
    (QPalette.ColorRole.AlternateBase, "sunken"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "text3"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "on_accent"),
    (QPalette.ColorRole.Highlight, "selected_strong"),
    (QPalette.ColorRole.HighlightedText, "text"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "accent"),
    (QPalette.ColorRole.Light, "surface"),
    (QPalette.ColorRole.Midlight, "border"),
    (QPalette.ColorRole.Mid, "border_strong"),
    (QPalette.ColorRole.Dark, "border_control"),
    (QPalette.ColorRole.Shadow, "shadow"),
    (QPalette.ColorRole.Accent, "accent_fill"),
)
_FADED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


class Dresser(QObject):
    """Dresses the application as was chosen, and anew when the system changes its mind."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self._choice: Choice = "system"
        self._dressed: Theme | None = None
        hints = application.styleHints()
        self._scheme = hints.colorScheme()
        hints.colorSchemeChanged.connect(self._follow)
        application.setStyle("Fusion")
        provide_fonts()
        FocusRings(application)

    def wear(self, choice: Choice) -> None:
        """Dress the application as ``choice`` says; nothing happens where it already is."""
        self._choice = choice
        theme = self._theme()
        if self._dressed == theme:
            return
        first = self._dressed is None
        self._dressed = theme
        self._dress(look(theme))
        if not first:
            theme_signals().changed.emit()

    def _theme(self) -> Theme:
        if self._choice != "system":
            return self._choice
        return "dark" if self._scheme == Qt.ColorScheme.Dark else "light"

    def _follow(self, scheme: Qt.ColorScheme) -> None:
        self._scheme = scheme
        if self._choice == "system":
            self.wear("system")

    def _dress(self, values: Look) -> None:
        application = self.parent()
        assert isinstance(application, QApplication)
        ThemeSignals.worn = values
        application.setPalette(palette(values))
        application.setFont(text_font("body"))
        application.setStyleSheet(style_sheet(values))


def apply_theme(application: QApplication, choice: Choice) -> None:
    """Dress the application in a theme, or have it follow the system's from now on."""
    found = application.findChild(Dresser, _NAME, Qt.FindChildOption.FindDirectChildrenOnly)
    (found or Dresser(application)).wear(choice)


def palette(values: Look) -> QPalette:
    """Return Qt's palette with the colours of a theme."""
    made = QPalette()
    for role, name in _ROLES:
        made.setColor(role, QColor(values.colour[name]))
    for role in _FADED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(values.colour["disabled"]))
    return made

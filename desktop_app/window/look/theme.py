"""Dresses the application in a theme: the system's or the one chosen, and tells when it changes."""

from __future__ import annotations

from typing import ClassVar, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.window.look.fonts import provide_fonts, text_font
from desktop_app.window.look.style_sheet import style_sheet
from desktop_app.window.look.tokens import Look, Theme, look

Choice = Literal["light", "dark", "system"]
_NAME = "labprocure-theme"

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


class ThemeSignals(QObject):
    """Tells of the theme: ``changed`` comes after palette and style sheet are in force."""

    changed = Signal()
    worn: ClassVar[Look | None] = None  # of the class: painting asks for it thousands of times a second

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self.choice: Choice = "system"
        self.look: Look | None = None
        self._scheme = application.styleHints().colorScheme()
        application.styleHints().colorSchemeChanged.connect(self._follow)

    def wear(self, choice: Choice) -> None:
        """Dress the application as ``choice`` says; nothing happens where it already is."""
        self.choice = choice
        theme = self._theme()
        if self.look is not None and self.look.theme == theme:
            return
        first = self.look is None
        self.look = ThemeSignals.worn = look(theme)
        self._dress(self.look)
        if not first:
            self.changed.emit()

    def _theme(self) -> Theme:
        if self.choice != "system":
            return self.choice
        return "dark" if self._scheme == Qt.ColorScheme.Dark else "light"

    def _follow(self, scheme: Qt.ColorScheme) -> None:
        """The system changed its mind."""
        self._scheme = scheme
        if self.choice == "system":
            self.wear("system")

    def _dress(self, values: Look) -> None:
        application = self.parent()
        assert isinstance(application, QApplication)
        application.setPalette(palette(values))
        application.setFont(text_font("body"))
        application.setStyleSheet(style_sheet(values))


def apply_theme(application: QApplication, choice: Choice) -> None:
    """Dress the application in a theme, or have it follow the system's from now on."""
    signals = theme_signals(application)
    if signals.look is None:
        application.setStyle("Fusion")
        provide_fonts()
        _put_rings(application)
    signals.wear(choice)


def _put_rings(application: QApplication) -> None:
    from desktop_app.window.look.focus_ring import FocusRings  # it paints in the colours of this module

    FocusRings(application)


def theme_signals(application: QApplication | None = None) -> ThemeSignals:
    """Return the one object that tells of theme changes; it belongs to the application."""
    owner = application or QApplication.instance()
    assert isinstance(owner, QApplication)
    found = owner.findChild(ThemeSignals, _NAME, Qt.FindChildOption.FindDirectChildrenOnly)
    return found or ThemeSignals(owner)


def current_look() -> Look:
    """Return the values in force; those of the light theme before any was applied."""
    return ThemeSignals.worn or look("light")


def palette(values: Look) -> QPalette:
    """Return Qt's palette with the colours of a theme."""
    made = QPalette()
    for role, name in _ROLES:
        made.setColor(role, QColor(values.colour[name]))
    for role in _FADED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(values.colour["disabled"]))
    return made

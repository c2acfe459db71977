"""Buttons: primary (one in each region at most), plain, tool (no frame) and remedy (tint), with icons that follow the theme."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.window.look.icons import icon
from desktop_app.window.look.worn import theme_signals
from desktop_app.window.parts.plain import keyless

_ROOM = 4  # between an icon and a text, beyond what Qt leaves
Kind = Literal["primary", "plain", "tool", "remedy"]
_ICON_COLOURS: dict[Kind, str] = {"primary": "on_accent", "plain": "text2", "tool": "text2", "remedy": "accent"}


class Button(QPushButton):
    """A push button of a kind; Enter presses it as Space does. Its icon is named and takes the theme's colour."""

    def __init__(
        self, text: str = "", *, kind: Kind = "plain", small: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(keyless(text), parent)
        self._said = text
        self._kind: Kind = kind
        self._small = small
        self._icon_name = ""
        self.setProperty("kind", kind)
        self.setProperty("small", "true" if small else "false")
        self.setAutoDefault(False)

    def set_kind(self, kind: Kind) -> None:
        """Make it a button of another kind."""
        self._kind = kind
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self._draw_icon()

    @property
    def icon_name(self) -> str:
        """Return the name of the icon, '' without one."""
        return self._icon_name

    def set_icon(self, name: str) -> None:
        """Show an icon before the text; '' takes it away. A button without text becomes square."""
        if not self._icon_name and name:
            theme_signals().changed.connect(self._draw_icon)
        self._icon_name = name
        self.setProperty("square", "true" if name and not self.text() else "false")
        self._draw_icon()

    def text(self) -> str:
        """Return the text as it is read."""
        return self._said

    def setText(self, text: str) -> None:
        """Show another text letter by letter; a button that had none is square no longer."""
        self._said = text
        super().setText(keyless(text))
        if self._icon_name:
            square = "false" if text else "true"
            if self.property("square") != square:
                self.setProperty("square", square)
                self.style().unpolish(self)
                self.style().polish(self)
                self._draw_icon()  # which keeps clear of a text, and stands alone without one

    def _draw_icon(self) -> None:
        if self._icon_name:
            size = 14 if self._small else 16
            room = _ROOM if self.text() else 0
            self.setIconSize(QSize(size + room, size))
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:  # the icon stands behind the words
                room = -room
            self.setIcon(icon(self._icon_name, _ICON_COLOURS[self._kind], size, room=room))


def button(
    text: str = "",
    *,
    kind: Kind = "plain",
    icon: str = "",
    small: bool = False,
    tip: str = "",
) -> Button:
    """Return a button; one without text needs ``tip``, which is its accessible name too."""
    made = Button(text, kind=kind, small=small)
    if icon:
        made.set_icon(icon)
    if tip:
        made.setToolTip(tip)
        if not text:
            made.setAccessibleName(tip)
    made.setCursor(Qt.CursorShape.ArrowCursor)
    return made

"""A message of one line: icon, text, at most one button, and a cross; quiet ones float, those that warn have a tint."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.tokens import Status
from desktop_app.window.look.worn import theme_signals
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.floating import SHADE, paint_raised
from desktop_app.window.parts.labels import label

_ICON = 16
_HEIGHT = 40
_TINTED: tuple[Status, ...] = ("warn", "error")


class MessageBar(QWidget):
    """Shows one message; ``acted`` is told when its button is pressed, ``closed`` when the cross is."""

    acted = Signal()
    closed = Signal()

    def __init__(self, close_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status: Status = "info"
        self._mark = QLabel()
        self._text = label(wrap=True)
        self.button = Button(kind="remedy")
        self.button.clicked.connect(self.acted)
        self.cross = Button(kind="tool", small=True)
        self.cross.set_icon("close")
        self.cross.clicked.connect(self.closed)
        self.cross.clicked.connect(self.hide)
        self.name_cross(close_name)
        row = QHBoxLayout(self)
        row.setContentsMargins(SHADE + 12, SHADE + 6, SHADE + 6, SHADE + 6)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        row.addWidget(self.cross)
        self.setMinimumHeight(_HEIGHT + 2 * SHADE)
        theme_signals().changed.connect(self._draw_mark)

    @property
    def text(self) -> str:
        """Return what is said."""
        return self._text.text()

    def name_cross(self, name: str) -> None:
        """Give the cross its name."""
        self.cross.setAccessibleName(name)
        self.cross.setToolTip(name)

    def show_message(self, status: Status, text: str, button: str = "") -> None:
        """Say a text; ``button`` is what its button says, '' for none."""
        self._status = status
        self._text.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.button.set_kind("plain" if status in _TINTED else "remedy")
        self.setAccessibleName(text)
        self._draw_mark()
        self.show()
        self.update()

    def _draw_mark(self) -> None:
        self._mark.setPixmap(status_pixmap(self._status, _ICON, self.devicePixelRatioF()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the body and its shadow."""
        body = QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE)
        if self._status in _TINTED:
            paint_raised(QPainter(self), body, ground=f"{self._status}_tint", frame=f"{self._status}_fill")
        else:
            paint_raised(QPainter(self), body)

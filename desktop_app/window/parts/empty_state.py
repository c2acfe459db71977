"""What a place or a table shows while it is empty: what belongs here, why it matters now, and one button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import pen
from desktop_app.window.look.worn import theme_signals
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label

_HEIGHT = 72
_ICON = 20


class EmptyState(QWidget):
    """A dashed frame with an icon, a sentence, a reason and a button; ``asked`` is told when that is pressed."""

    asked = Signal()

    def __init__(self, *, icon: str = "", button_icon: str = "add", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self._icon = QLabel()
        self._icon.setVisible(bool(icon))
        self._sentence = label(bold=True)
        self._reason = label(size="caption", tone="text2", wrap=True)
        self.button = Button()
        if button_icon:
            self.button.set_icon(button_icon)
        self.button.clicked.connect(self.asked)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self._sentence)
        words.addWidget(self._reason)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(16)
        row.addWidget(self._icon)
        row.addLayout(words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumHeight(_HEIGHT)
        theme_signals().changed.connect(self._draw_icon)
        self._draw_icon()

    def show_words(self, sentence: str, reason: str = "", button: str = "") -> None:
        """Say what belongs here, why it matters and what the button does; '' hides the part."""
        self._sentence.setText(sentence)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.button.set_icon(self.button.icon_name)
        self.setAccessibleName(f"{sentence} {reason}".strip())

    def _draw_icon(self) -> None:
        if self._icon_name:
            self._icon.setPixmap(pixmap(self._icon_name, "text3", _ICON, self.devicePixelRatioF()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen("border_strong", dashed=True))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

"""Cards and boxes: what stands together on the start page and in panels; and a figure with its caption."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.window.look.paint import pen
from desktop_app.window.parts.labels import label, set_tone


class Card(QFrame):
    """A white plate with a title; its content goes into ``body``. ``clickable`` cards can be pressed and chosen."""

    clicked = Signal()

    def __init__(self, title: str = "", *, clickable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("part", "card")
        self._clickable = clickable
        self._chosen = False
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 10, 16, 16)
        self.body.setSpacing(8)
        self.title = label(title, size="title")
        self.title.setVisible(bool(title))
        self.body.addWidget(self.title)
        if clickable:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setProperty("ring", "yes")
            self.setAttribute(Qt.WidgetAttribute.WA_Hover)
            self.setAccessibleName(title)

    @property
    def chosen(self) -> bool:
        """Tell whether this is the chosen one."""
        return self._chosen

    def set_chosen(self, chosen: bool) -> None:
        """Frame the card as the chosen one of several."""
        self._chosen = chosen
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press the card."""
        if self._clickable and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click presses the card."""
        super().mouseReleaseEvent(event)
        inside = self.rect().contains(event.position().toPoint())
        if self._clickable and inside and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plate, and a frame where it is chosen or under the mouse."""
        super().paintEvent(event)
        hovered = self._clickable and self.underMouse()
        if not (self._chosen or hovered):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen("accent", 2.0) if self._chosen else pen("border_control"))
        inset = 1.0 if self._chosen else 0.5
        painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), 7, 7)


class KeyFigure(QWidget):
    """A figure of 22 pixels with its unit, below a caption; ``tone`` says how it stands, with a word beside it."""

    def __init__(
        self, caption: str = "", value: str = "", unit: str = "", *, tone: str = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._caption = label(caption, size="caption", tone="text2")
        self._value = label(value, size="figure", tone=tone)
        self._unit = label(unit, size="body", tone="text2")
        self._unit.setContentsMargins(0, 0, 0, 4)  # on one base line with the figure
        line = QHBoxLayout()
        line.setSpacing(4)
        for shown in (self._value, self._unit):
            line.addWidget(shown, 0, Qt.AlignmentFlag.AlignBottom)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._caption)
        column.addLayout(line)
        self.show_figure(value, unit, caption=caption, tone=tone)

    @property
    def value(self) -> QLabel:
        """Return the label of the figure, for whom a click on it means something."""
        return self._value

    def show_figure(self, value: str, unit: str = "", *, caption: str | None = None, tone: str = "text") -> None:
        """Show a figure; all of it is what is read aloud."""
        if caption is not None:
            self._caption.setText(caption)
            self._caption.setVisible(bool(caption))
        self._value.setText(value)
        self._unit.setText(unit)
        set_tone(self._value, tone)
        self.setAccessibleName(" ".join(part for part in (self._caption.text(), value, unit) if part))

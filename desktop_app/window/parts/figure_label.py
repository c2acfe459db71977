"""A number with its word that can be clicked to see where it comes from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.window.look.fonts import TextSize, text_font
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.painted import LEFT, advance

_GAP = 8


class FigureLabel(QAbstractButton):
    """Word, number and a note behind it; underlined under the mouse, with a ring while it has the focus."""

    def __init__(self, *, big: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size: TextSize = "title" if big else "body"
        self._bold = big
        self._word = ""
        self._value = ""
        self._note = ""
        self._known = True
        self._columns = (0.0, 0.0)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_value(self, word: str, value: str, *, known: bool = True, note: str = "") -> None:
        """Show a word and a number; what is not known is said in its colour, ``note`` tells what the number leaves out."""
        self._word, self._value, self._known, self._note = word, value, known, note
        self.setText(value)
        self.setAccessibleName(f"{word} {value}  {note}".rstrip())
        self.updateGeometry()
        self.update()

    @property
    def room(self) -> tuple[float, float]:
        """Return how wide word and number are, in logical pixels."""
        return advance(self._word, "caption"), advance(self._value, self._size, bold=self._bold)

    def stand_in(self, columns: tuple[float, float]) -> None:
        """Stand in columns of these widths: words begin and numbers end below each other."""
        if columns != self._columns:
            self._columns = columns
            self.updateGeometry()
            self.update()

    def _value_at(self) -> float:
        """Return where the number begins."""
        word, value = self.room
        words, values = self._columns
        return max(word, words) + _GAP + max(0.0, values - value)

    def sizeHint(self) -> QSize:
        """Return the room of word, number and note."""
        width = self._value_at() + self.room[1]
        if self._note:
            width += _GAP + advance(self._note, "caption")
        return QSize(round(width) + 4, 28)

    def event(self, event: QEvent) -> bool:
        """Repaint when the mouse comes and goes."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint word, number and note."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(2, 0, 0, 0)
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text2"))
        painter.drawText(area, LEFT, self._word)
        x = self._value_at()
        painter.setFont(text_font(self._size, bold=self._bold))
        painter.setPen(colour("text" if self._known else "unknown"))
        painter.drawText(area.adjusted(x, -1, 0, -1), LEFT, self._value)
        end = x + advance(self._value, self._size, bold=self._bold)
        if self._note:
            painter.setFont(text_font("caption"))
            painter.setPen(colour("text2"))
            painter.drawText(area.adjusted(end + _GAP, 0, 0, 0), LEFT, self._note)
        if self.underMouse():
            bottom = area.center().y() + 10
            painter.setPen(pen("border_control"))
            painter.drawLine(round(area.left() + x), round(bottom), round(area.left() + end), round(bottom))
        if self.hasFocus():
            painter.setPen(pen("focus", 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class FigureColumn(QVBoxLayout):
    """Numbers below each other: their words begin, and the numbers end, in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.setSpacing(8)  # the row it stands in has a wider one
        self._labels: list[FigureLabel] = []

    def put(self, made: FigureLabel) -> None:
        """Put a number below the others."""
        self._labels.append(made)
        self.insertWidget(len(self._labels) - 1, made)

    def line_up(self) -> None:
        """Give all numbers the room of the widest; to be called when they were shown."""
        rooms = [one.room for one in self._labels]
        columns = max((word for word, _ in rooms), default=0.0), max((value for _, value in rooms), default=0.0)
        for one in self._labels:
            one.stand_in(columns)

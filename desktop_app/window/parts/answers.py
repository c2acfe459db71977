"""The readings of a text that has two, below its field: a click takes one, the field keeps the focus and its text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.floating import SHADE, paint_raised
from desktop_app.window.parts.labels import label

_MARGIN = 6


class Answers(QWidget):
    """Two or more readings as buttons, the likely one first; ``picked`` brings the text of the one that was clicked."""

    picked = Signal(str)

    def __init__(self, field: QWidget) -> None:
        super().__init__(field.window())
        self._field = field
        self._buttons: list[Button] = []
        self._hint = label(size="caption", tone="text2")
        self._hint.setObjectName("answers-hint")
        self._row = QHBoxLayout(self)
        edge = SHADE + _MARGIN
        self._row.setContentsMargins(edge, edge, edge, edge)
        self._row.setSpacing(8)
        self._row.addWidget(self._hint)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def offer(self, answers: tuple[str, ...], hint: str) -> None:
        """Show the readings below the field with what to do."""
        while len(self._buttons) < len(answers):
            self._add()
        for at, made in enumerate(self._buttons):
            made.setVisible(at < len(answers))
            if at < len(answers):
                made.setText(answers[at])
                made.setAccessibleName(answers[at])
        self._hint.setText(hint)
        if self._field.isVisible():
            self._place()
            self.show()
            self.raise_()

    def _add(self) -> None:
        made = Button(kind="plain", small=True)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setObjectName(f"answer-{len(self._buttons)}")
        made.clicked.connect(partial(self._pick, len(self._buttons)))
        self._row.insertWidget(len(self._buttons), made)
        self._buttons.append(made)

    def _pick(self, at: int, _checked: bool = False) -> None:
        self.picked.emit(self._buttons[at].text())

    def _place(self) -> None:
        """Below the field, its right edge at the field's, within the window; above where there is no room below."""
        window, size = self.window(), self._size()
        below = self._field.mapTo(window, QPoint(self._field.width() + SHADE, self._field.height() + 2 - SHADE))
        left = max(min(below.x(), window.width() + SHADE) - size.width(), -SHADE)
        top = below.y()
        if top + size.height() - SHADE > window.height():
            top = self._field.mapTo(window, QPoint(0, 0)).y() - size.height() + SHADE - 2
        self.setGeometry(left, top, size.width(), size.height())

    def _size(self) -> QSize:
        self._row.activate()
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the body."""
        painter = QPainter(self)
        paint_raised(painter, QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE))

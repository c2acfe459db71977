"""A line to type into: unit or lock at its right end; composing Chinese never counts as typed, nor does the wheel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour
from desktop_app.window.parts.painted import RIGHT, advance

_LOCK = 14
_LEAD = 16
_COMPOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


_REDO = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y)  # on every system, as the window has it


class Field(QLineEdit):
    """A line edit that knows when an input method is composing; ``escaped`` is told for Esc."""

    escaped = Signal()

    def __init__(self, text: str = "", *, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._composing = False
        self._unit = ""
        self._lead = ""
        self.set_unit(unit)

    @property
    def composing(self) -> bool:
        """Tell whether an input method holds a text that is not typed yet."""
        return self._composing

    @property
    def unit(self) -> str:
        """Return the unit shown at the right end."""
        return self._unit

    def set_unit(self, unit: str) -> None:
        """Show a unit at the right end."""
        self._unit = unit
        self._make_room()

    def set_lead(self, icon: str) -> None:
        """Show an icon at the left end: what the field is for, before anything stands in it."""
        self._lead = icon
        self._make_room()

    def set_state(self, state: str) -> None:
        """Take the look of a state: '' or rejected."""
        if (self.property("state") or "") != state:
            self.setProperty("state", state)
            self.style().unpolish(self)
            self.style().polish(self)

    def setReadOnly(self, read_only: bool) -> None:
        """Lock the field, and show the lock."""
        super().setReadOnly(read_only)
        self._make_room()

    def _make_room(self) -> None:
        right = _LOCK + 4 if self.isReadOnly() else round(advance(self._unit, "caption")) + 6 if self._unit else 0
        self.setTextMargins(_LEAD + 6 if self._lead else 0, 0, right, 0)
        self.update()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a composition is open; a locked field takes none."""
        if self.isReadOnly():
            event.ignore()
            return
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave keys to an open composition: none becomes a shortcut, a commit, or a step to the next field.

        A field in which nothing is being typed leaves undo and redo to the window: Qt would keep them and do nothing.
        """
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return False
        if self._composing:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if isinstance(event, QKeyEvent) and event.key() in _COMPOSING:
                event.accept()
                return True
        return super().event(event)

    def _leaves(self, event: QKeyEvent) -> bool:
        if self._composing:
            return False
        if event.matches(QKeySequence.StandardKey.Undo):
            return not (self.isModified() and self.isUndoAvailable())
        if event.matches(QKeySequence.StandardKey.Redo) or event.keyCombination() == _REDO:
            return not self.isRedoAvailable()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Esc; one that brought another text back here is used up and leaves nothing further out."""
        if event.key() == Qt.Key.Key_Escape:
            before = self.text()
            self.escaped.emit()
            if self.text() != before:
                event.accept()
                return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, then icon, unit or lock."""
        super().paintEvent(event)
        if not (self._unit or self._lead or self.isReadOnly()):
            return
        painter = QPainter(self)
        if self._lead:
            place = QPoint(8, (self.height() - _LEAD) // 2)
            painter.drawPixmap(place, pixmap(self._lead, "text3", _LEAD, self.devicePixelRatioF()))
        if self.isReadOnly():
            place = QPoint(self.width() - _LOCK - 8, (self.height() - _LOCK) // 2)
            painter.drawPixmap(place, pixmap("lock", "text3", _LOCK, self.devicePixelRatioF()))
            return
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text3"))
        painter.drawText(QRect(0, 0, self.width() - 9, self.height()), RIGHT, self._unit)

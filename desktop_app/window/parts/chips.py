"""Chips: a status as icon, word and number on a tint, and a filter that says how much it holds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.tokens import Status
from desktop_app.window.parts.painted import CENTRE, LEFT, advance, draw_pill, draw_status

_HEIGHT = 22
_ICON = 14
_EDGE = 7
_GAP = 4
_FILTER_HEIGHT = 26
_FILTER_EDGE = 11


class StatusChip(QAbstractButton):
    """A status with its word and a number. ``clickable`` chips take the focus; compact ones drop the word."""

    def __init__(
        self,
        status: Status,
        word: str,
        count: int | None = None,
        *,
        clickable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._compact = False
        self.setProperty("ring", "pill")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if clickable else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_status(status, word, count)

    @property
    def status(self) -> Status:
        """Return the status shown."""
        return self._status

    def show_status(self, status: Status, word: str, count: int | None = None) -> None:
        """Show a status, its word and a number; both are what is read aloud."""
        self._status = status
        self._word = word
        self._count = count
        self.setText(word if count is None else f"{word} {count}")
        self.setAccessibleName(self.text())
        self._fit()

    def set_compact(self, compact: bool) -> None:
        """Drop the word where there is no room; it becomes the tooltip."""
        self._compact = compact
        self._fit()

    def _fit(self) -> None:
        self.setToolTip(self.text() if self._compact else "")
        self.updateGeometry()
        self.update()

    def _shown(self) -> str:
        if not self._compact:
            return self.text()
        return "" if self._count is None else str(self._count)

    def sizeHint(self) -> QSize:
        """Return icon and text with a little air."""
        text = self._shown()
        return QSize(round(2 * _EDGE + _ICON + (_GAP + advance(text, "caption") if text else 0)), _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon and text on the status' tint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        draw_pill(painter, area, f"{self._status}_tint")
        if self.underMouse() or self.isChecked():
            painter.setPen(pen(self._status))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), _HEIGHT / 2 - 0.5, _HEIGHT / 2 - 0.5)
        x = draw_status(painter, self._status, _EDGE, area.center().y(), _ICON, self.devicePixelRatioF())
        painter.setFont(text_font("caption"))
        painter.setPen(colour(self._status))
        painter.drawText(area.adjusted(x + _GAP, -0.5, 0, -0.5), LEFT, self._shown())


class FilterChip(QAbstractButton):
    """A filter to switch on and off: text and count; active is tint, frame and bold, empty is outline only."""

    def __init__(self, text: str, count: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("ring", "pill")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_filter(text, count)

    def show_filter(self, text: str, count: int | None = None) -> None:
        """Show a name and how many rows it holds."""
        self._count = count
        self.setText(text if count is None else f"{text} {count}")
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of the bold text, so that nothing moves when it is switched on."""
        return QSize(round(2 * _FILTER_EDGE + advance(self.text(), "caption", bold=True)), _FILTER_HEIGHT)

    def event(self, event: QEvent) -> bool:
        """Repaint under the mouse."""
        if event.type() in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline, the tint where it is on, and the text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        on = self.isChecked()
        if on or self._count != 0:
            painter.setBrush(colour("accent_tint" if on else "hover" if self.underMouse() else "raised"))
        painter.setPen(pen("accent" if on else "border_strong"))
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        painter.setFont(text_font("caption", bold=on))
        painter.setPen(colour("accent" if on else "text3" if self._count == 0 else "text2"))
        painter.drawText(area.translated(0, -0.5), CENTRE, self.text())

"""What floats above the rest: a raised body with a soft shadow, painted, and the echo below a field."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap, status_pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.painted import LEFT, advance

SHADE = 12  # pixels around the body that its shadow takes
_ECHO_HEIGHT = 24
_ICON = 14


def paint_raised(painter: QPainter, body: QRectF, *, ground: str = "raised", frame: str = "border_strong") -> None:
    """Paint a floating body with its shadow; ``SHADE`` pixels around it must be free."""
    look = current_look()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = look.radius["card"]
    for down, blur, opacity in look.shadow:
        shade = QColor(look.colour["shadow"])
        shade.setAlphaF(opacity)
        painter.setBrush(shade)
        spread = blur / 2
        painter.drawRoundedRect(
            body.adjusted(-spread, down - spread, spread, down + spread), radius + spread, radius + spread
        )
    painter.setBrush(colour(ground))
    painter.setPen(pen(frame))
    painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.restore()


class Echo(QWidget):
    """Says below a field what was understood, or what to write instead; lies on top of the window, takes no clicks."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field.window())
        self._field = field
        self._text = ""
        self._good = True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the field: out of sight when its place is left, back when it is shown again with the same words."""
        if watched is self._field and event.type() == QEvent.Type.Hide:
            self.hide()
        elif watched is self._field and event.type() == QEvent.Type.Show and self._text and not self._good:
            QTimer.singleShot(0, self._say_again)
        return False

    def _say_again(self) -> None:
        self.say(self._text, good=self._good)

    @property
    def text(self) -> str:
        """Return what is said."""
        return self._text

    def say(self, text: str, *, good: bool) -> None:
        """Say a text below the field; '' says nothing."""
        self._text, self._good = text, good
        if not text or not self._field.isVisible():
            self.hide()
            return
        self.setGeometry(self._place())
        self.raise_()
        self.show()
        self.update()

    def sizeHint(self) -> QSize:
        """Return icon, text and the shadow around them."""
        return QSize(round(advance(self._text, "caption")) + _ICON + 24 + 2 * SHADE, _ECHO_HEIGHT + 2 * SHADE)

    def _place(self) -> QRect:
        """Below the field, its right edge at the field's, within the window; above where there is no room below."""
        window = self.window()
        size = self.sizeHint()
        below = self._field.mapTo(window, QPoint(self._field.width() + SHADE, self._field.height() + 2 - SHADE))
        left = max(min(below.x(), window.width() + SHADE) - size.width(), -SHADE)
        top = below.y()
        if top + size.height() - SHADE > window.height():
            top = self._field.mapTo(window, QPoint(0, 0)).y() - size.height() + SHADE - 2
        return QRect(QPoint(left, top), size)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint body, icon and text."""
        painter = QPainter(self)
        body = QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE)
        paint_raised(painter, body)
        dpr = self.devicePixelRatioF()
        mark = pixmap("check", "ok", _ICON, dpr) if self._good else status_pixmap("error", _ICON, dpr)
        painter.drawPixmap(QPoint(round(body.left()) + 8, round(body.center().y() - _ICON / 2)), mark)
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text" if self._good else "error"))
        painter.drawText(body.adjusted(8 + _ICON + 4, -0.5, 0, -0.5), LEFT, self._text)

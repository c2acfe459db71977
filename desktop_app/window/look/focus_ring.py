"""The ring of two pixels around what has the focus: drawn outside buttons, boxes and cards, never after a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from desktop_app.window.look.paint import pen

_WIDTH = 2
_RADIUS = 4
_RINGED = (QPushButton, QToolButton, QCheckBox, QRadioButton)
_FOLLOWED = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Hide, QEvent.Type.Show, QEvent.Type.ParentChange)


class FocusRing(QWidget):
    """The ring itself: lies in the nearest ancestor with room for it and moves with its widget."""

    def __init__(self, target: QWidget) -> None:
        host = _host(target)
        super().__init__(host)
        self._target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        followed: QWidget | None = target
        while followed is not None and followed is not host:
            followed.installEventFilter(self)
            followed = followed.parentWidget()
        target.destroyed.connect(self.deleteLater)
        self._place()

    @property
    def target(self) -> QWidget:
        """Return the widget with the focus."""
        return self._target

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget."""
        if event.type() in _FOLLOWED and isValid(self._target):
            self._place()
        return False

    def _place(self) -> None:
        host = self.parentWidget()
        visible = self._target.isVisible()
        if visible and host is not None:
            self.setGeometry(_around(self._target, host))
            self.raise_()
        self.setVisible(visible)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen("focus", _WIDTH))
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        radius = area.height() / 2 if self._target.property("ring") == "pill" else _RADIUS + 1
        painter.drawRoundedRect(area, radius, radius)


class FocusRings(QObject):
    """Puts the ring where the focus goes by keyboard; belongs to the application."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._ring: FocusRing | None = None
        self._last: QWidget | None = None
        application.focusChanged.connect(self.follow)

    @property
    def ring(self) -> FocusRing | None:
        """Return the ring in sight, None without one."""
        return self._ring if self._ring is not None and isValid(self._ring) else None

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Take the ring off the old widget, and put one on the new if it wants one.

        A window that comes to the front gets its ring back where it was, but none for the focus it opens with.
        """
        if self.ring is not None:
            self.ring.hide()
            self.ring.deleteLater()
        self._ring = None
        if new is None:
            return
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        came_back = old is None and new is not self._last
        if _wants_ring(new) and not by_mouse and not came_back:
            self._ring = FocusRing(new)
            self._last = new


def _wants_ring(widget: QWidget) -> bool:
    """Say ``ring``: property on others: yes or pill; no keeps it off."""
    said = widget.property("ring")
    return said != "no" and (said in ("yes", "pill") or isinstance(widget, _RINGED)) and not widget.isWindow()


def _around(target: QWidget, host: QWidget) -> QRect:
    corner = target.mapTo(host, QPoint(0, 0))
    return QRect(corner, target.size()).adjusted(-_WIDTH, -_WIDTH, _WIDTH, _WIDTH)


def _host(target: QWidget) -> QWidget:
    """Return the nearest ancestor that holds the ring whole; a window or what scrolls is the last to be asked."""
    host = target
    while (above := host.parentWidget()) is not None and not host.isWindow():
        scrolls = host is not target and isinstance(above, QAbstractScrollArea)
        if scrolls or (host is not target and host.rect().contains(_around(target, host))):
            break
        host = above
    return host

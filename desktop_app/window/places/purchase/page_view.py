"""One page of a paper on a desk: fits the width until it is zoomed; keys, wheel and drag move on it and to the next one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.worn import theme_signals

_MARGIN = 16
_PIXELS_PER_POINT = 96 / 72
_LEAST, _MOST, _STEP = 0.25, 4.0, 1.2
_WIDEST_FIT = 1.25  # a page that fits a wide screen is not blown up past this
_SHADE = 4
_NEXT = (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Space)
_BEFORE = (Qt.Key.Key_PageUp, Qt.Key.Key_Left, Qt.Key.Key_Backspace)


class PageView(QAbstractScrollArea):
    """Shows a page as an image of about the right width, and asks for a better one with ``width_wanted``.

    ``turned`` brings +1 or -1, ``went`` 0 for the first page and -1 for the last one.
    """

    turned = Signal(int)
    went = Signal(int)
    width_wanted = Signal()
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._size = (0.0, 0.0)
        self._image: QImage | None = None
        self._zoom = 0.0  # 0 fits the width
        self._dragged: QPointF | None = None
        self.verticalScrollBar().setSingleStep(40)
        self.horizontalScrollBar().setSingleStep(40)
        theme_signals().changed.connect(self.viewport().update)

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def image(self) -> QImage | None:
        """Return the image of the page, None while it is not there yet."""
        return self._image

    @property
    def scale(self) -> float:
        """Return the size of the page on the screen, 1 being its size on paper."""
        if self._zoom:
            return self._zoom
        wide = self._size[0] * _PIXELS_PER_POINT
        room = self.viewport().width() - 2 * _MARGIN
        return min(max(room / wide, _LEAST), _WIDEST_FIT) if wide else 1.0

    @property
    def fits(self) -> bool:
        """Tell whether the page follows the width of the window."""
        return not self._zoom

    @property
    def pixels(self) -> int:
        """Return how many pixels of the screen the page is wide."""
        return max(1, round(self._page().width() * self.devicePixelRatioF()))

    def show_page(self, size: tuple[float, float], image: QImage | None, *, top: bool) -> None:
        """Show a page of ``size`` points; ``top`` starts at its upper end. None is a page still in the making."""
        self._size = size
        self._image = image
        self._fit_bars()
        if top:
            self.verticalScrollBar().setValue(0)
        self.viewport().update()

    def put_image(self, image: QImage) -> None:
        """Show a sharper image of the page that is shown."""
        self._image = image
        self.viewport().update()

    # --- zoom --------------------------------------------------------------------------------------------------------

    def zoom_in(self) -> None:
        """Show the page larger."""
        self._zoom_to(self.scale * _STEP)

    def zoom_out(self) -> None:
        """Show the page smaller."""
        self._zoom_to(self.scale / _STEP)

    def fit(self) -> None:
        """Let the page follow the width of the window."""
        self._zoom_to(0.0)

    def _zoom_to(self, zoom: float) -> None:
        bar = self.verticalScrollBar()
        share = (bar.value() + bar.pageStep() / 2) / max(1, bar.maximum() + bar.pageStep())
        self._zoom = min(max(zoom, _LEAST), _MOST) if zoom else 0.0
        self._fit_bars()
        bar.setValue(round(share * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))
        self.viewport().update()
        self.width_wanted.emit()
        self.zoomed.emit()

    # --- geometry ----------------------------------------------------------------------------------------------------

    def _page(self) -> QRectF:
        """Return where the page lies in the viewport."""
        width, height = (round(side * _PIXELS_PER_POINT * self.scale) for side in self._size)
        left = max(_MARGIN, (self.viewport().width() - width) // 2) - self.horizontalScrollBar().value()
        return QRectF(left, _MARGIN - self.verticalScrollBar().value(), width, height)

    def _fit_bars(self) -> None:
        page, room = self._page(), self.viewport().size()
        for bar, length, there in (
            (self.verticalScrollBar(), page.height(), room.height()),
            (self.horizontalScrollBar(), page.width(), room.width()),
        ):
            bar.setPageStep(there)
            bar.setRange(0, max(0, round(length) + 2 * _MARGIN - there))

    def sizeHint(self) -> QSize:
        """Return room for a page that can be read."""
        return QSize(560, 640)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page, and ask for an image of its new width."""
        super().resizeEvent(event)
        self._fit_bars()
        self.width_wanted.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint anew where the page has moved to."""
        self.viewport().update()

    # --- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the desk, and the page with its shadow."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), colour("rail"))
        if not self._size[0]:
            return
        page = self._page()
        for spread in range(_SHADE, 0, -1):
            painter.setOpacity(0.05)
            painter.fillRect(page.adjusted(-spread, -spread + 1, spread, spread + 1), colour("shadow"))
        painter.setOpacity(1.0)
        painter.fillRect(page, colour("page"))
        if self._image is not None:
            painter.setRenderHint(
                QPainter.RenderHint.SmoothPixmapTransform,
                self._image.width() != round(page.width() * self.devicePixelRatioF()),
            )
            painter.drawImage(page, self._image)
        painter.setPen(pen("border"))
        painter.drawRect(page.adjusted(-0.5, -0.5, 0.5, 0.5))

    # --- hands -------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, go to the first and last, scroll, zoom."""
        key = event.key()
        bar = self.verticalScrollBar()
        if key in _NEXT:
            self._on(1, whole=key != Qt.Key.Key_Right)
        elif key in _BEFORE:
            self._on(-1, whole=key != Qt.Key.Key_Left)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.went.emit(0 if key == Qt.Key.Key_Home else -1)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            bar.setValue(bar.value() + (1 if key == Qt.Key.Key_Down else -1) * bar.singleStep())
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key == Qt.Key.Key_Minus:
            self.zoom_out()
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def _on(self, step: int, *, whole: bool) -> None:
        """Go a screen on where there is more of the page, to the next page at its end; arrows turn at once."""
        bar = self.verticalScrollBar()
        end = bar.maximum() if step > 0 else 0
        if whole and bar.value() != end:
            bar.setValue(bar.value() + step * (bar.pageStep() - 2 * _MARGIN))
            return
        self.turned.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; zoom with Ctrl; turn the page at its end."""
        turn = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if turn:
                self.zoom_in() if turn > 0 else self.zoom_out()
            event.accept()
            return
        bar = self.verticalScrollBar()
        at_end = (turn < 0 and bar.value() == bar.maximum()) or (turn > 0 and bar.value() == 0)
        if at_end:
            self.turned.emit(1 if turn < 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the page."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the page with the hand."""
        if self._dragged is None:
            return
        moved = event.position() - self._dragged
        self._dragged = event.position()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(moved.x()))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(moved.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the page."""
        self._dragged = None
        self.viewport().unsetCursor()

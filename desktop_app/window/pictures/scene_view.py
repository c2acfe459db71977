"""A picture of the plan in the window: painted once for each size and theme, panned and zoomed, its spots can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QScrollArea, QToolTip, QWidget

from desktop_app.window.look.paint import pen
from desktop_app.window.look.worn import theme_signals
from desktop_app.window.pictures.dragging import Drag, Hand
from desktop_app.window.pictures.sheet import fill_menu, image_of, marked_spots, painted
from desktop_app.window.scene_painter import PIXELS_PER_MM, spot_at, spots_at
from planner.pictures.scene import Scene, Spot

_LEAST, _MOST = 0.4, 3.0
_STEP = 1.2
_BAR_PX = 14  # room for a bar to scroll sideways, where the window is narrower than the picture
_READING = 1.2  # paper's 8 points are read at arm's length; the window's small text is 12 pixels
LEAST_MM = 166.0  # narrower pictures would cut words; they are scaled instead
_AFTER_MS = 60  # a picture is laid out anew once the dragging of an edge has stopped
_INSET = 10  # with the picture's own edge its words stand in line with tabs and forms


class _Canvas(QWidget):
    """The sheet the picture is painted on."""

    pressed = Signal(object)
    dragged = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.hand: Hand | None = None
        self.drag = Drag()
        self._scene: Scene | None = None
        self._scale = 1.0
        self._pixmap: QPixmap | None = None
        self._marked = "-"  # no spot is called so
        self.setMouseTracking(True)

    @property
    def scene(self) -> Scene | None:
        """Return what is painted."""
        return self._scene

    def show_scene(self, scene: Scene | None, scale: float) -> None:
        """Show a picture at a scale; the same one at the same scale is not painted again."""
        if scene is self._scene and scale == self._scale and self._pixmap is not None:
            return
        self._scene, self._scale, self._pixmap = scene, scale, None
        if scene is not None:
            per_mm = PIXELS_PER_MM * scale
            self.setFixedSize(round(scene.width_mm * per_mm), round(scene.height_mm * per_mm))
        self.update()

    def mark(self, key: str) -> None:
        """Put a frame around the spot with this key."""
        self._marked = key or "-"  # '' would be the part of every spot that has none
        self.update()

    def forget(self) -> None:
        """Paint anew, in another theme."""
        self._pixmap = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the kept picture, and the frame of the marked spot."""
        if self._scene is None:
            return
        if self._pixmap is None or self._pixmap.devicePixelRatio() != self.devicePixelRatioF():
            self._pixmap = painted(self._scene, self.size(), self.devicePixelRatioF(), self._scale)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._pixmap)
        per_mm = PIXELS_PER_MM * self._scale
        for spot in marked_spots(self._scene, self._marked):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pen("accent", 2))
            area = QRectF(spot.x * per_mm, spot.y * per_mm, spot.width * per_mm, spot.height * per_mm)
            painter.drawRoundedRect(area.adjusted(-3, -3, 3, 3), 4, 4)
        self.drag.paint(painter, per_mm, self._pixmap, QRectF(self.visibleRegion().boundingRect()))

    def spot(self, place: QPointF) -> Spot | None:
        """Return what stands under a place of the canvas."""
        if self._scene is None:
            return None
        per_mm = PIXELS_PER_MM * self._scale
        return spot_at(self._scene, place.x() / per_mm, place.y() / per_mm)

    def spots(self, place: QPointF) -> tuple[Spot, ...]:
        """Return all that stands under a place of the canvas, the topmost first."""
        if self._scene is None:
            return ()
        per_mm = PIXELS_PER_MM * self._scale
        return spots_at(self._scene, place.x() / per_mm, place.y() / per_mm)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which spot was pressed; of one that can be dragged only when it was let go without."""
        if self.drag.is_on:
            self.let_go()  # another button: put back what is held
            return
        left = event.button() == Qt.MouseButton.LeftButton
        spots = self.spots(event.position()) if left else ()
        spot = self.spot(event.position()) if left else None
        if spot is None:
            event.ignore()
        elif self.hand is not None and self.hand.grips(spots):
            self.drag.press(event.position(), spots)
        else:
            self.pressed.emit(spot)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what is held, else show a hand over what can be pressed."""
        if self.drag.is_armed and self.hand is not None:
            if self.drag.move(self.hand, event.position(), self.spots(event.position())):
                landing = self.drag.landing
                refused = landing is not None and landing.tone == "error"
                self.setCursor(Qt.CursorShape.ForbiddenCursor if refused else Qt.CursorShape.ClosedHandCursor)
                self.dragged.emit(event.position().toPoint())
                self.update()
            return
        self._point(event.position())
        event.ignore()

    def _point(self, place: QPointF) -> None:
        spots = self.spots(place)
        shape = Qt.CursorShape.ArrowCursor
        if any(not spot.is_slot for spot in spots):
            shape = Qt.CursorShape.PointingHandCursor
            if self.hand is not None and self.hand.grips(spots):
                shape = Qt.CursorShape.OpenHandCursor
        self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what is held; without a drag it was a press."""
        if event.button() != Qt.MouseButton.LeftButton or not self.drag.is_armed:
            event.ignore()
            return
        held, was_on = self.drag.pressed, self.drag.is_on
        self.let_go()
        self._point(event.position())
        if was_on and self.hand is not None:
            self.hand.drop(self.spots(event.position()))
        elif held:
            self.pressed.emit(next(spot for spot in held if not spot.is_slot))

    def let_go(self) -> None:
        """Hold nothing any more, without doing anything."""
        self.drag.end()
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Say what a spot stands for where the mouse rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            spot = self.spot(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), spot.tip if spot else "", self)
            return True
        return super().event(event)


class SceneView(QScrollArea):
    """A picture that fits the width until it is zoomed; dragging pans, Ctrl and wheel zoom, + - 0 do too.

    ``pressed`` brings the spot that was pressed.
    """

    pressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._canvas = _Canvas()
        self._canvas.pressed.connect(self.pressed)
        self._canvas.dragged.connect(self._keep_in_sight)
        self._marked = ""
        self._zoom: float | None = None
        self._whole = False
        self._make: Callable[[float], Scene] | None = None
        self._least_mm, self._grows = LEAST_MM, False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_AFTER_MS)
        self._later.timeout.connect(self._redraw)
        self._dragged: QPoint | None = None
        self.setWidget(self._canvas)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("part", "sheet")
        theme_signals().changed.connect(self._canvas.forget)

    @property
    def scene(self) -> Scene | None:
        """Return the picture that is shown."""
        return self._canvas.scene

    def stand_whole(self) -> None:
        """Be as high as the picture from now on: on a page that scrolls, a picture that scrolls as well hides its end."""
        self._whole = True

    def stand_in_line(self) -> None:
        """Leave room around the picture, so that its words begin where those of the tabs and forms do."""
        self.setViewportMargins(_INSET, 8, _INSET, 0)

    def draw(self, make: Callable[[float], Scene], least_mm: float = LEAST_MM, *, grows: bool = False) -> None:
        """Show the picture that ``make`` lays out for a width in mm, and have it laid out anew for each other width.

        ``grows`` tells that it asks for the height too: ``room_high_mm``.
        """
        self._make, self._least_mm, self._grows = make, least_mm, grows
        self._redraw()

    def _redraw(self) -> None:
        if self._make is not None:
            self.show_scene(self._make(self.room_mm(self._least_mm)))

    def show_scene(self, scene: Scene) -> None:
        """Show a picture; zoom and place stay."""
        self.setAccessibleName(scene.title)
        self.setAccessibleDescription(scene.description)
        self._show(scene)

    def _show(self, scene: Scene) -> None:
        self._canvas.show_scene(scene, self._scale(scene))
        if self._whole:
            self.setFixedHeight(self._canvas.height() + 2 * self.frameWidth() + _BAR_PX)

    def room_mm(self, least: float) -> float:
        """Return the width a picture has at its own size, in mm, ``least`` where the window is narrower."""
        return max(least, (self.viewport().width() - 2) / PIXELS_PER_MM / _READING)

    def room_high_mm(self) -> float:
        """Return the height a picture has at its own size without scrolling, in mm."""
        return self.viewport().height() / PIXELS_PER_MM / _READING

    def give(self, hand: Hand) -> None:
        """Let parts be dragged, moved by keys and asked for their menu."""
        self._canvas.hand = hand

    @property
    def marked(self) -> str:
        """Return what the frame stands around, '' for nothing."""
        return self._marked

    def _keep_in_sight(self, place: QPoint) -> None:
        self.ensureVisible(place.x(), place.y(), 24, 24)

    def mark(self, key: str) -> None:
        """Put a frame around a spot and bring it into sight."""
        self._marked = key
        self._canvas.mark(key)
        scene = self._canvas.scene
        spot = next(iter(marked_spots(scene, key)), None) if scene else None
        if spot is not None and not self._canvas.drag.is_armed:
            per_mm = PIXELS_PER_MM * self._scale(scene)  # type: ignore[arg-type]
            x, y = (spot.x + spot.width / 2) * per_mm, (spot.y + spot.height / 2) * per_mm
            self.ensureVisible(round(x), round(y), 80, 60)

    def zoom(self, factor: float) -> None:
        """Show the picture larger or smaller; 0 fits it to the width."""
        scene = self._canvas.scene
        if scene is None:
            return
        self._zoom = None if factor == 0 else max(_LEAST, min(_MOST, self._scale(scene) * factor))
        self._canvas.show_scene(scene, self._scale(scene))

    def zoom_in(self) -> None:
        """Show the picture larger."""
        self.zoom(_STEP)

    def zoom_out(self) -> None:
        """Show the picture smaller."""
        self.zoom(1 / _STEP)

    def fit(self) -> None:
        """Fit the picture to the width."""
        self.zoom(0)

    def copy(self) -> None:
        """Put the picture on the clipboard, twice as large as on a screen."""
        scene = self._canvas.scene
        if scene is not None:
            size = QSize(round(scene.width_mm * PIXELS_PER_MM * 2), round(scene.height_mm * PIXELS_PER_MM * 2))
            QGuiApplication.clipboard().setImage(image_of(scene, size))

    def _scale(self, scene: Scene) -> float:
        if self._zoom is not None:
            return self._zoom
        room = max(200, self.viewport().width() - 2)
        return max(_LEAST, min(_MOST, room / (scene.width_mm * PIXELS_PER_MM)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit anew while nobody zoomed."""
        super().resizeEvent(event)
        scene = self._canvas.scene
        if scene is not None and self._zoom is None:
            self._show(scene)
        wider = event.size().width() != event.oldSize().width()
        if self._make is not None and (wider or (self._grows and event.size() != event.oldSize())):
            self._later.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_STEP if event.angleDelta().y() > 0 else 1 / _STEP)
            event.accept()
        else:
            super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with what was asked for: below the mouse, or the marked part."""
        scene, hand = self._canvas.scene, self._canvas.hand
        if scene is None or hand is None:
            super().contextMenuEvent(event)
            return
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            spots = self._canvas.spots(QPointF(self._canvas.mapFromGlobal(at)))
        else:
            spots = marked_spots(scene, self._marked)
            if spots:
                per_mm = PIXELS_PER_MM * self._scale(scene)
                middle = QPointF(spots[0].x + spots[0].width / 2, spots[0].y + spots[0].height / 2) * per_mm
                at = self._canvas.mapToGlobal(middle.toPoint())
        acts = hand.acts(spots)
        if acts:
            menu = QMenu(self)
            menu.setObjectName("picture-menu")
            menu.aboutToHide.connect(menu.deleteLater)
            fill_menu(menu, acts)
            menu.popup(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom with + and -, fit with 0; Esc puts back what is held, other keys are the place's."""
        if event.key() == Qt.Key.Key_Escape and self._canvas.drag.is_armed:
            self._canvas.let_go()
            return
        if self._canvas.hand is not None and self._canvas.hand.key(event):
            return
        works = {Qt.Key.Key_Plus: self.zoom_in, Qt.Key.Key_Minus: self.zoom_out, Qt.Key.Key_0: self.fit}
        work = works.get(Qt.Key(event.key()))
        if work is not None:
            work()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag."""
        self._dragged = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture."""
        if self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            here = event.position().toPoint()
            moved = here - self._dragged
            self._dragged = here
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End dragging."""
        self._dragged = None

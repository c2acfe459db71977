"""The rail on the left: one button for each place, in the order of the job, with the number of errors waiting there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.badge import HEIGHT as BADGE_HEIGHT
from desktop_app.window.parts.badge import badge_width, paint_badge
from desktop_app.window.places.registry import PlaceSpec
from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import msg

_ICON = 20
_ITEM = 56  # height of a place's button
_ITEM_LEAST = 42  # where the screen is small: icon and word touch
_PLATE = 6  # from the edge of the rail to the plate of the active place


class RailButton(QAbstractButton):
    """A place in the rail: icon over word, a white plate while it is shown, an octagon with a number for its errors."""

    def __init__(self, spec: PlaceSpec) -> None:
        super().__init__()
        self.spec = spec
        self._errors = 0
        self._title = ""
        self.setObjectName(f"rail-{spec.name}")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedWidth(current_look().width["rail"])
        self.setMinimumHeight(_ITEM_LEAST)
        self.setMaximumHeight(_ITEM)

    def entitle(self, title: str) -> None:
        """Show the word of the place, and say it with the number of errors where it is read aloud."""
        self._title = title
        self.setText(title)
        self.setAccessibleName(title)
        self.setToolTip(title)
        self.update()

    def show_errors(self, count: int, told: str) -> None:
        """Show how many errors wait there; ``told`` says it in words."""
        self._errors = count
        self.setAccessibleDescription(told if count else "")
        self.setToolTip(f"{self._title}: {told}" if count else self._title)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size where there is room."""
        return QSize(self.width(), _ITEM)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint plate, bar, icon, word and badge."""
        look = current_look()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QRectF(self.rect()).adjusted(_PLATE, 2, -_PLATE, -2)
        active = self.isChecked()
        if active or self.underMouse():
            painter.setPen(QPen(QColor(look.colour["border"]), 1) if active else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.colour["surface" if active else "hover"]))
            painter.drawRoundedRect(plate, 6, 6)
        if active:
            painter.fillRect(QRectF(0, plate.top() + 10, 3, plate.height() - 20), QColor(look.colour["accent"]))
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.colour["focus"]), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(plate.adjusted(1, 1, -1, -1), 5, 5)
        colour = "accent" if active else "text2"
        mark = pixmap(self.spec.icon, colour, _ICON, self.devicePixelRatioF())
        top = self._icon_top()
        painter.drawPixmap(QPointF((self.width() - _ICON) / 2, top), mark)
        painter.setFont(text_font("caption", bold=active))
        painter.setPen(QColor(look.colour["accent" if active else "text2"]))
        painter.drawText(QRect(0, top + 23, self.width(), 18), Qt.AlignmentFlag.AlignCenter, self.text())
        if self._errors:
            self._paint_badge(painter)

    def _icon_top(self) -> int:
        return max(1, (self.height() - 38) // 2)

    def _paint_badge(self, painter: QPainter) -> None:
        wide, y = badge_width(self._errors), max(10.0, self._icon_top() + 4.0)
        left = min(self.width() / 2 + 17 - wide / 2, self.width() - wide - 1.0)
        paint_badge(painter, QRectF(left, y - BADGE_HEIGHT / 2, wide, BADGE_HEIGHT), self._errors)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the arrows walk along the rail, and Enter and Space press."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)


class Rail(QWidget):
    """All place buttons; ``chosen`` carries the name of the place that was pressed."""

    chosen = Signal(str)

    def __init__(self, bench: Workbench, specs: Iterable[PlaceSpec]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setProperty("part", "rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(current_look().width["rail"])
        self._bench = bench
        self._wording = Wording(bench, self)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(0)
        below: list[RailButton] = []
        for spec in specs:
            button = self._make(spec)
            if spec.below:
                below.append(button)
            else:
                layout.addWidget(button)
        layout.addStretch(1)
        for button in below:
            layout.addWidget(button)
        self._wording.put(self.setAccessibleName, msg("rail.name", "Places"))

    def _make(self, spec: PlaceSpec) -> RailButton:
        button = RailButton(spec)
        self._wording.put(button.entitle, spec.title)
        button.clicked.connect(partial(self.chosen.emit, spec.name))
        self._group.addButton(button)
        self._buttons[spec.name] = button
        return button

    def show_active(self, name: str) -> None:
        """Mark the place that is shown."""
        if name in self._buttons:
            self._buttons[name].setChecked(True)

    def show_available(self, names: Iterable[str]) -> None:
        """Show the buttons of the places that can be gone to."""
        there = set(names)
        for name, button in self._buttons.items():
            button.setVisible(name in there)

    def show_errors(self, counts: Mapping[str, int]) -> None:
        """Show how many errors wait in each place."""
        for name, button in self._buttons.items():
            count = counts.get(name, 0)
            button.show_errors(count, self._bench.text(msg("rail.errors", "Errors: {count}", count=count)))

"""Choosing: a drop-down and a check box. The wheel never changes one that has not the focus."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider, QStyle, QStyledItemDelegate, QStyleOptionButton, QWidget

from desktop_app.window.look.icons import pixmap

_CHEVRON = 14
_TICK = 12


class ChoiceBox(QComboBox):
    """A drop-down of (key, text) pairs; ``chosen`` brings the key when the user chooses another."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(16)
        self.setItemDelegate(QStyledItemDelegate(self))  # the other delegate of Qt heeds no style sheet
        self.activated.connect(self._tell)
        self._last = ""

    @property
    def key(self) -> str:
        """Return the key of what is chosen, '' where nothing is."""
        return str(self.currentData() or "")

    def show_choices(self, choices: Iterable[tuple[str, str]], key: str = "") -> None:
        """Show what can be chosen, and what is; an unknown key chooses nothing. Nothing is told."""
        self.clear()
        for each, text in choices:
            self.addItem(text, each)
        self.show_key(key)

    def show_key(self, key: str) -> None:
        """Show what is chosen; nothing is told."""
        self.setCurrentIndex(self.findData(key))
        self._last = self.key

    def _tell(self, _row: int) -> None:
        if self.key != self._last:
            self._last = self.key
            self.chosen.emit(self.key)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls: a choice is made by opening the list or by keys, never in passing."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then its chevron."""
        super().paintEvent(event)
        place = QPoint(self.width() - _CHEVRON - 7, (self.height() - _CHEVRON) // 2)
        name = "text2" if self.isEnabled() else "disabled"
        QPainter(self).drawPixmap(place, pixmap("chevron_down", name, _CHEVRON, self.devicePixelRatioF()))


class CheckBox(QCheckBox):
    """A check box with a tick of the look."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then its tick."""
        super().paintEvent(event)
        if self.checkState() == Qt.CheckState.Unchecked:
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        name = "check" if self.checkState() == Qt.CheckState.Checked else "minus"
        tone = "on_accent" if self.isEnabled() else "disabled"
        place = QPoint(box.center().x() - _TICK // 2 + 1, box.center().y() - _TICK // 2 + 1)
        QPainter(self).drawPixmap(place, pixmap(name, tone, _TICK, self.devicePixelRatioF()))


class StepSlider(QSlider):
    """A slider the wheel moves only while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls, unless the slider has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

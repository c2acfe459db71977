"""Tiles in as many columns as there is room for; arrows walk through them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_app.window.places.start.tiles import TemplateTile

_LEAST = 205
_MOST_COLUMNS = 6
_BAR_PX = 20  # what a scroll bar may take
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class TileGrid(QWidget):
    """The templates; ``pressed`` brings the one that was pressed, ``opened`` the one that is to be used: Enter on it.

    Tab stops at the chosen one only; the arrows walk to the others.
    """

    pressed = Signal(str)
    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        self._shown: list[TemplateTile] = []
        self._columns = 0

    @property
    def tiles(self) -> tuple[TemplateTile, ...]:
        """Return the tiles that are shown."""
        return tuple(self._shown)

    def show_tiles(self, tiles: Sequence[TemplateTile]) -> None:
        """Show these tiles in their order; the others are hidden."""
        for tile in self._shown:
            if tile not in tiles:
                tile.hide()
        self._shown = list(tiles)
        if tiles and not any(tile.chosen for tile in tiles):
            tiles[0].setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # else no key would lead here
        self._place()
        for tile in tiles:
            tile.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the columns there is room for."""
        super().resizeEvent(event)
        if self._fitting() != self._columns:
            self._place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, use with Enter."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        step = step or {Qt.Key.Key_Up: -self._columns, Qt.Key.Key_Down: self._columns}.get(Qt.Key(event.key()), 0)
        at = next((number for number, tile in enumerate(self._shown) if tile is self.focusWidget()), -1)
        if step and at >= 0 and 0 <= at + step < len(self._shown):
            self._shown[at + step].setFocus()
            self.pressed.emit(self._shown[at + step].template)
            return
        if at >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self._shown[at].template)
            self.opened.emit(self._shown[at].template)
            return
        super().keyPressEvent(event)

    def _fitting(self) -> int:
        """Return the columns there is room for; a scroll bar that comes or goes moves no tile."""
        least, most = (
            max(1, min(_MOST_COLUMNS, (width + 12) // (_LEAST + 12)))
            for width in (self.width(), self.width() + _BAR_PX)
        )
        return self._columns if least <= self._columns <= most else least

    def _place(self) -> None:
        while self._grid.count():
            self._grid.takeAt(0)
        for column in range(self._columns):
            self._grid.setColumnStretch(column, 0)
        self._columns = self._fitting()
        for at, tile in enumerate(self._shown):
            self._grid.addWidget(tile, at // self._columns, at % self._columns)
        for column in range(self._columns):
            self._grid.setColumnStretch(column, 1)

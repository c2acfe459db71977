"""The row of tabs of a place: text, bold and underlined where active; the wheel changes nothing."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QTabBar, QWidget

from desktop_app.window.parts.painted import advance
from desktop_app.window.parts.plain import keyless

_PAD = 12


class SubTabs(QTabBar):
    """Tabs of (key, text) pairs; ``chosen`` brings the key of the one the user goes to."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._quiet = False
        self.currentChanged.connect(self._tell)

    @property
    def key(self) -> str:
        """Return the key of the active tab, '' without any."""
        return str(self.tabData(self.currentIndex()) or "")

    def show_tabs(self, tabs: Iterable[tuple[str, str]]) -> None:
        """Show tabs, or say the texts of the same ones anew; the active one stays active."""
        wanted = list(tabs)
        if [key for key, _text in wanted] == [self.tabData(at) for at in range(self.count())]:
            for at, (_key, text) in enumerate(wanted):
                self.setTabText(at, keyless(text))
            return
        before = self.key
        self._quiet = True
        while self.count():
            self.removeTab(0)
        for key, text in wanted:
            self.setTabData(self.addTab(keyless(text)), key)
        self._quiet = False
        self.show_key(before)

    def show_key(self, key: str) -> None:
        """Make a tab the active one; nothing is told, an unknown key changes nothing."""
        found = [at for at in range(self.count()) if self.tabData(at) == key]
        self._quiet = True
        self.setCurrentIndex(found[0] if found else self.currentIndex())
        self._quiet = False

    def _tell(self, _at: int) -> None:
        if not self._quiet:
            self.chosen.emit(self.key)

    def tabSizeHint(self, index: int) -> QSize:
        """Return room for the bold text: Qt measures the plain one and would cut the active tab."""
        return QSize(
            round(advance(self.tabText(index).replace("&&", "&"), bold=True)) + 2 * _PAD + 2,
            super().tabSizeHint(index).height(),
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()

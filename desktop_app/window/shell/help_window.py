"""Help on the place that is shown, and the keys; offline, in the window's language, beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

import resources
from desktop_app.window.look.fonts import text_font
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.workbench import Workbench

_SIZE = (460, 560)


class HelpWindow(QWidget):
    """A window of its own that can stay open while one works."""

    def __init__(self, bench: Workbench, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("help")
        self._bench = bench
        self._topic = "start"
        wording = Wording(bench, self)
        wording.put(self.setWindowTitle, msg("help.title", "LabProcure help"))
        self._tabs = SubTabs()
        self._tabs.setObjectName("help-tabs")
        wording.put(self._tabs.setAccessibleName, msg("help.tabs", "Help on this place or on keys"))
        self._tabs.chosen.connect(self._show_tab)
        self._text = QTextBrowser()
        self._text.setObjectName("help-text")
        wording.put(self._text.setAccessibleName, msg("help.text", "Help"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 12)
        layout.addWidget(self._tabs)
        layout.addWidget(self._text, 1)
        self.resize(*_SIZE)
        bench.language_changed.connect(self._say)

    def show_topic(self, topic: str) -> None:
        """Show the help of a place."""
        self._topic = topic
        self._tabs.show_key("place")
        self._say()
        self.show()
        self.raise_()
        self.activateWindow()

    def _say(self) -> None:
        text = self._bench.text
        self._tabs.show_tabs(
            [("place", text(msg("help.place", "This place"))), ("keys", text(msg("help.keys", "Keys")))]
        )
        self._show_tab(self._tabs.key or "place")

    def _show_tab(self, key: str) -> None:
        topic = "keys" if key == "keys" else self._topic
        self._text.setMarkdown(resources.read_text(f"help/{self._bench.language}/{topic}.md"))
        self._dress()

    def _dress(self) -> None:
        """Set heads in the sizes of the window: Markdown comes with sizes of its own."""
        document = self._text.document()
        document.setDocumentMargin(12)
        block = document.begin()
        while block.isValid():
            if level := block.blockFormat().headingLevel():
                worn = QTextCharFormat()
                worn.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
                worn.setFont(text_font("title" if level == 1 else "body", bold=True))
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                cursor.mergeCharFormat(worn)
            block = block.next()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

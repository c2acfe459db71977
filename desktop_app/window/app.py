"""Opens the window and runs it until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

import resources
from desktop_app.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.content import Options, Table, Texts

_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, None: Qt.ColorScheme.Unknown}


def run(options: Options, texts: Texts, load: Callable[[], Table]) -> int:
    """Show the window, fill it with what ``load`` returns, and return 0 when it was closed.

    ``load`` is called after the first paint; what it raises goes to ``sys.excepthook``.

    Raises:
        OSError: the picture asked for could not be written.
    """
    application = QApplication.instance() or QApplication(["labprocure"])
    assert isinstance(application, QApplication)
    application.setApplicationName("LabProcure")
    application.setStyle("Fusion")
    application.styleHints().setColorScheme(_SCHEMES[options.theme])
    _provide_chinese_font()
    window = MainWindow(texts)
    window.resize(*options.size)
    opening = _Opening(options, window, load)
    window.show()
    application.exec()
    if opening.shot_failed:
        raise OSError(f"{options.shot}: the picture could not be written")
    return 0


def _provide_chinese_font() -> None:
    """Take the shipped font where the system has none for Chinese: boxes instead of text help nobody."""
    if QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        return
    for name in resources.names("fonts", ".ttf"):
        QFontDatabase.addApplicationFont(str(resources.path(name)))


class _Opening(QObject):
    """The steps from the first paint to a filled window, and the early end where one was asked for."""

    def __init__(self, options: Options, window: MainWindow, load: Callable[[], Table]) -> None:
        super().__init__(window)
        self.shot_failed = False
        self._options = options
        self._window = window
        self._load = load
        # Queued: the paint that is told of is over when the slot runs.
        window.painted.connect(self._after_first_paint, Qt.ConnectionType.QueuedConnection)

    def _after_first_paint(self) -> None:
        if self._options.exit_after == "first-paint":
            self._end()
            return
        self._window.show_table(self._load())
        QTimer.singleShot(0, self._when_ready)

    def _when_ready(self) -> None:
        if self._options.exit_after == "ready":
            self._end()
        elif self._options.shot:
            self._take_shot()

    def _end(self) -> None:
        if self._options.shot:
            self._take_shot()
        self._window.close()

    def _take_shot(self) -> None:
        self.shot_failed = not self._window.grab().save(self._options.shot or "")

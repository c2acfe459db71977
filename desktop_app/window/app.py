"""Opens the window and runs it until it is closed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

import resources
from desktop_app.window.main_window import MainWindow
from planner.errors import ExportError, PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.content import Options, Table, Texts

_DISPLAYS = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, None: Qt.ColorScheme.Unknown}


def run(options: Options, texts: Texts, load: Callable[[], Table]) -> int:
    """Show the window, fill it with what ``load`` returns, and return 0 when it was closed.

    ``load`` is called after the first paint. A fault of it is shown in the window, and raised when that is closed.

    Raises:
        PlannerError: there is no display, or ``load`` failed.
        ExportError: the picture asked for could not be written.
    """
    _find_display(options)
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
    if opening.fault is not None:
        raise opening.fault
    return 0


def _find_display(options: Options) -> None:
    """Without a display Qt ends the process: say so instead, or draw off screen where nobody is to see the window."""
    if sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in _DISPLAYS):
        return
    if options.exit_after is None:
        raise PlannerError(
            msg("window.no_display", "There is no display here, so the window cannot open."),
            msg("window.no_display.remedy", "Start it from a desktop session, or use the commands: labprocure --help."),
        )
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


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
        self.fault: PlannerError | None = None
        self._options = options
        self._window = window
        self._load = load
        # Queued: the paint that is told of is over when the slot runs.
        window.painted.connect(self._after_first_paint, Qt.ConnectionType.QueuedConnection)

    def _after_first_paint(self) -> None:
        if self._options.exit_after == "first-paint":
            self._end()
            return
        try:
            self._window.show_table(self._load())
        except PlannerError as error:
            self.fault = error
            self._window.show_fault(error.told(self._options.language))
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
        path = self._options.shot or ""
        if not self._window.grab().save(path):
            self.fault = self.fault or ExportError(
                msg("window.shot", "The picture could not be written."),
                msg("window.shot.remedy", "Name a file ending in .png in a folder you may write to."),
                path,
            )

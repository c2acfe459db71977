"""Opens the window and runs it until it is closed."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.collector import rest_collector
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.main_window import MainWindow
from desktop_app.window.qt_texts import speak_qt
from desktop_app.window.workbench import Workbench
from planner.errors import ExportError, PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.desk import Desk
    from desktop_app.window.content import Options
    from desktop_app.window.crash import CrashNet
    from desktop_app.window.single_instance import Listener

_BUSY_MS = 300
_DISPLAYS = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")


def run(options: Options, open_desk: Callable[[], Desk]) -> int:
    """Show the window, lay out the plan that ``options`` name, and return 0 when it was closed.

    ``open_desk`` is called after the first paint. A fault of it is shown in the window, and raised when that is closed.

    Raises:
        PlannerError: there is no display, or the workspace could not be opened.
        ExportError: the picture asked for could not be written.
    """
    _find_display(options)
    application = QApplication.instance() or QApplication(["labprocure"])
    assert isinstance(application, QApplication)
    application.setApplicationName("LabProcure")
    apply_theme(application, options.theme or "system")
    bench = Workbench(options.language or options.system_language)
    window = MainWindow(bench)
    window.resize(*options.size)
    opening = _Opening(options, window, open_desk)
    window.show()
    application.exec()
    opening.end()
    bench.jobs.stop()
    if bench.has_desk:
        desk = bench.desk
        bench.leave()
        desk.close()
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


class _Opening(QObject):
    """The steps from the first paint to a window that is ready, and the early end where one was asked for."""

    def __init__(self, options: Options, window: MainWindow, open_desk: Callable[[], Desk]) -> None:
        super().__init__(window)
        self.fault: PlannerError | None = None
        self._options = options
        self._window = window
        self._open_desk = open_desk
        self._net: CrashNet | None = None
        self._listener: Listener | None = None
        # Queued: the paint that is told of is over when the slot runs.
        window.painted.connect(self._after_first_paint, Qt.ConnectionType.QueuedConnection)

    def _after_first_paint(self) -> None:
        if self._options.exit_after == "first-paint":
            self._end()
            return
        try:
            self._set_up()
        except PlannerError as error:
            self.fault = error
            self._window.bench.tell_fault(error)
        gc.enable()
        QTimer.singleShot(0, self._when_ready)

    def _set_up(self) -> None:
        """Open the workspace, put on what the user has set, lay out the plan, go to the place."""
        from desktop_app.window.notice import Notice
        from desktop_app.window.shell.commands import Commands

        window, bench, options = self._window, self._window.bench, self._options
        self._commands = Commands(bench, window)
        desk = self._open_desk()
        bench.sit_down(desk)
        self._wear_settings(desk.store.settings.all())
        window.furnish()
        for told in desk.notices:
            bench.tell(Notice(text=told, tone="info" if told.id == "workspace.new" else "warning"))
        self._open({"plan": options.plan, "place": options.place})
        if options.exit_after is None:
            self._watch(desk)
        rest_collector()

    def _open(self, request: dict[str, str]) -> None:
        """Lay out the plan that a call names, its own or that of a second start, and go to its place."""
        from desktop_app.services.plans import looks_like_path

        plan, place = request.get("plan", ""), request.get("place", "")
        bench, window = self._window.bench, self._window
        if plan and looks_like_path(plan):
            self._commands.open_path(Path(plan), quietly=self._options.exit_after is not None)
        elif plan:
            bench.lay_out(bench.desk.open(plan))
        if not bench.has_plan:
            window.show_place("start")
        if place:
            window.show_place(place)

    def _watch(self, desk: Desk) -> None:
        """Catch faults of ours, and hear of second starts."""
        from desktop_app.window.crash import CrashNet
        from desktop_app.window.single_instance import Listener, server_name

        self._net = CrashNet(self._window.bench, self._window)
        self._net.spread(desk.store.path.parent)
        self._listener = Listener(server_name(str(desk.store.path.resolve())), self)
        self._listener.asked.connect(self._open_for_another)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.applicationStateChanged.connect(self._look_at_day)

    def _look_at_day(self, state: Qt.ApplicationState) -> None:
        """Reckon with today once somebody is back at a window left open overnight, unless a text is being typed."""
        bench = self._window.bench
        if state != Qt.ApplicationState.ApplicationActive or not bench.has_desk:
            return
        if isinstance(QApplication.focusWidget(), QLineEdit) or QApplication.activeModalWidget() is not None:
            return
        if bench.desk.new_day() and bench.has_plan:
            bench.show_newest()

    def _open_for_another(self, request: dict[str, str]) -> None:
        if QApplication.activeModalWidget() is not None:  # somebody is answering a question: one after the other
            QTimer.singleShot(_BUSY_MS, self, partial(self._open_for_another, request))
            return
        try:
            self._open(request)
        except PlannerError as fault:
            self._window.bench.tell_fault(fault)
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        QApplication.alert(self._window)  # where the desktop lets no program come to the front by itself

    def end(self) -> None:
        """Stop catching and hearing."""
        if self._net is not None:
            self._net.fold()
        if self._listener is not None:
            self._listener.stop()

    def _wear_settings(self, settings: dict[str, Any]) -> None:
        """Put on language and theme of the user where the call did not name others."""
        theme, language = settings.get("window.theme"), settings.get("window.language")
        application = QApplication.instance()
        if self._options.theme is None and theme in ("light", "dark") and isinstance(application, QApplication):
            apply_theme(application, theme)
        if self._options.language is None and language in ("zh", "en"):
            self._window.bench.speak(language)
        self._speak_qt()
        self._window.bench.language_changed.connect(self._speak_qt)
        if self._options.exit_after is None and self._options.shot is None:
            from desktop_app.window.shell.geometry import KEY, restore

            restore(self._window, None if self._options.size_given else settings.get(KEY))
            self._window.closing.connect(self._keep_geometry)

    def _keep_geometry(self) -> None:
        from desktop_app.window.shell.geometry import keep

        with suppress(PlannerError):  # a workspace that cannot be written to was told of already
            keep(self._window, self._window.bench.desk.store)

    def _speak_qt(self) -> None:
        """Put Qt's own words into the language; only who looks at a built program is told where they are missing."""
        if not speak_qt(self._window.bench.language) and self._options.exit_after is not None:
            self.fault = self.fault or PlannerError(
                msg("window.qt_texts", "Qt's own words are missing in this language."),
                msg("window.qt_texts.remedy", "The program was not built or installed whole; install it anew."),
            )

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

"""The last net of the window: a fault of ours is told with a report to copy; the plan is on disk already.

Exceptions out of slots and Qt's own warnings are written to a log beside the workspace.
"""

from __future__ import annotations

import datetime as dt
import logging
import platform
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from planner.messages import msg
from resources import VERSION

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_LOG = logging.getLogger("labprocure.window")
_LOG_BYTES = 500_000
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class CrashNet(QObject):
    """Catches what nobody caught; ``caught`` carries the report, in whatever thread it happened."""

    caught = Signal(str)

    def __init__(self, bench: Workbench, window: QWidget) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self._dialog: CrashDialog | None = None
        self._handler: logging.Handler | None = None
        self._before = sys.excepthook
        self.caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def spread(self, folder: Path) -> None:
        """Begin to catch; the log is kept in ``folder``."""
        try:
            self._handler = RotatingFileHandler(
                folder / "labprocure.log", maxBytes=_LOG_BYTES, backupCount=2, encoding="utf-8", delay=True
            )
        except OSError:
            self._handler = logging.NullHandler()
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logging.getLogger().addHandler(self._handler)
        sys.excepthook = self._catch
        qInstallMessageHandler(_log_qt)

    def fold(self) -> None:
        """Stop catching."""
        sys.excepthook = self._before
        qInstallMessageHandler(None)
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def _catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        _LOG.error("uncaught: %s", text)
        self.caught.emit(report(text, self._bench.language))

    def _show(self, text: str) -> None:
        if self._dialog is None:
            self._dialog = CrashDialog(self._bench, self._window)
        self._dialog.show_report(text)


def report(trace: str, language: str) -> str:
    """Return what helps to find the fault: versions, system, trace; the home folder is masked."""
    head = (
        f"LabProcure {VERSION}, Python {platform.python_version()}, Qt {_qt_version()}",
        f"{platform.system()} {platform.release()}, {language}, {dt.datetime.now().astimezone():%Y-%m-%d %H:%M}",
    )
    masked = trace.replace(str(Path.home()), "~") if str(Path.home()) != "/" else trace
    return "\n".join((*head, "", masked))


def _qt_version() -> str:
    from PySide6.QtCore import qVersion

    return qVersion() or "?"


def _log_qt(kind: QtMsgType, context: object, text: str | None) -> None:
    _LOG.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)


class CrashDialog(QDialog):
    """Tells that something went wrong, that the data is kept, and shows a report to copy."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("crash")
        self.setModal(False)
        self.resize(640, 360)
        text = bench.text
        self.setWindowTitle(text(msg("crash.title", "Something went wrong")))
        said = msg(
            "crash.text",
            "The last step failed because of a fault in the program. Your plan is saved up to the step before; you can go on."
            " Please send the report below to whoever looks after the program.",
        )
        self._text = QPlainTextEdit()
        self._text.setObjectName("crash-report")
        self._text.setReadOnly(True)
        self._text.setAccessibleName(text(msg("crash.report", "Report")))
        copy = Button(text(msg("crash.copy", "Copy the report")), kind="primary")
        copy.setObjectName("crash-copy")
        copy.clicked.connect(self._copy)
        close = Button(text(msg("crash.go_on", "Go on")))
        close.setObjectName("crash-close")
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(copy)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(label(text(said), wrap=True))
        layout.addWidget(self._text, 1)
        layout.addLayout(buttons)

    def show_report(self, text: str) -> None:
        """Show one more report above the ones before."""
        before = self._text.toPlainText()
        self._text.setPlainText(f"{text}\n\n{before}" if before else text)
        self.show()
        self.raise_()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())

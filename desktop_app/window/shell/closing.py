"""Closing the window while something is being written: wait for it, stop it, or do not close; never lose it silently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from desktop_app.window import prompts
from desktop_app.window.notice import Notice
from planner.messages import msg

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.window.jobs import JobHandle
    from desktop_app.window.workbench import Workbench

_WAIT, _STOP = 0, 1


class Closing(QObject):
    """Asks before the window goes; where the user waits, the window goes when all that is written is there.

    ``settled`` is told when nothing is being written any more while the question stands: it goes then.
    """

    settled = Signal()

    def __init__(self, bench: Workbench, window: QWidget) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self._asking = False
        self._waiting = False
        self._settled = self._failed = False

    def may_close(self) -> bool:
        """Tell whether the window may go now; asks where something is being written."""
        if not self._writing():
            return True
        if self._asking:
            return False
        self._asking = True
        try:
            answer = self._ask()
        finally:
            self._asking = False
        if answer is None and self._settled:
            return not self._failed  # a fault, or a question that it leads to, has to be read
        if answer == _STOP:
            for handle in self._writing():
                handle.cancel()
            return True
        self._waiting = answer == _WAIT
        if self._waiting and not self._writing():
            return True  # it was done while the question stood
        if self._waiting:
            self._wait()
        return False

    def _writing(self) -> tuple[JobHandle, ...]:
        return tuple(one for one in self._bench.jobs.running if one.lane == "write" and not one.is_cancelled)

    def _ask(self) -> int | None:
        self._settled = self._failed = False
        for handle in self._writing():
            handle.failed.connect(self._note_failure)
            handle.cancelled.connect(self._note_failure)
            # Queued: by then the job is no longer among those that run.
            handle.ended.connect(self._look, Qt.ConnectionType.QueuedConnection)
        titles = tuple({one.title.id: one.title for one in self._writing()}.values())
        question = msg(
            "closing.question",
            "Still running: {jobs}. Stopped, it leaves nothing behind: no file is half written.",
            jobs=titles,
        )
        ways = (msg("closing.wait", "Finish it, then close"), msg("closing.stop", "Stop it and close"))
        return prompts.choose(self._bench, self._window, question, ways, over=self.settled)

    def _note_failure(self, fault: object = None) -> None:
        self._failed = True

    def _look(self) -> None:
        if self._asking and not self._writing():
            self._settled = True
            self.settled.emit()

    def _wait(self) -> None:
        for handle in self._writing():
            # Queued and after the other listeners: what they say, ask or begin on its end is there by then.
            handle.finished.connect(self._go, Qt.ConnectionType.QueuedConnection)
            handle.failed.connect(self._stay)
            handle.cancelled.connect(self._stay)
        self._bench.tell(Notice(text=msg("closing.waiting", "The window closes when this is finished.")))

    def _stay(self, fault: object = None) -> None:
        """Stay open: a fault, or a question that it leads to, has to be read."""
        self._waiting = False

    def _go(self, result: object) -> None:
        if self._waiting and not self._writing():
            self._waiting = False
            self._window.close()

"""Long work beside the window: lanes of threads, progress that can be cancelled, results that arrive whole or not at all.

The handle is owned by the window's side and carries the signals; the worker gets only a progress callable. Results are
delivered in the window's thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal

from planner.errors import PlannerError
from planner.messages import Message, msg

Lane = Literal["write", "compute"]
Progress = Callable[[float, Message | None], None]
Work = Callable[[Progress], Any]

_LOG = logging.getLogger(__name__)
_EVERY_S = 0.05  # a window cannot show more than twenty steps a second
_WAIT_MS = 2000
_THREADS: dict[Lane, int] = {"write": 1, "compute": 2}


class Cancelled(Exception):  # noqa: N818 - it is no fault
    """Raised out of the progress callable when the user asked to stop."""


class JobHandle(QObject):
    """A running job as the window sees it; exactly one of ``finished``, ``failed`` and ``cancelled`` comes at its end.

    The worker tells its end once, through ``worked``; what listeners hear is said in the window's thread. Said from the
    worker, a handle that was forgotten by the first listener could go before the second one had heard.
    """

    progressed = Signal(float, object)
    finished = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    ended = Signal()
    worked = Signal(str, object)

    def __init__(self, title: Message, parent: QObject, lane: Lane = "compute") -> None:
        super().__init__(parent)
        self.title = title
        self.lane = lane
        self._stop = threading.Event()
        self.worked.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)

    def _pass_on(self, end: str, brought: object) -> None:
        if end == "finished":
            self.finished.emit(brought)
        elif end == "failed":
            self.failed.emit(brought)
        else:
            self.cancelled.emit()
        self.ended.emit()

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self._stop.set()

    @property
    def is_cancelled(self) -> bool:
        """Tell whether it was asked to stop."""
        return self._stop.is_set()


class _Run(QRunnable):
    def __init__(self, work: Work, handle: JobHandle) -> None:
        super().__init__()
        self._work = work
        self._handle = handle
        self._told = 0.0

    def run(self) -> None:
        handle = self._handle
        try:
            result = self._work(self._progress)
            self._progress(1.0, None)
        except Cancelled:
            handle.worked.emit("cancelled", None)
        except PlannerError as fault:
            handle.worked.emit("failed", fault)
        except Exception as error:  # noqa: BLE001 - one of the three nets: a job's fault is told, not lost in a thread
            _LOG.exception("job failed")
            told = msg(
                "job.bug",
                "The work failed unexpectedly ({kind}: {reason}). Nothing was lost; please report it.",
                kind=type(error).__name__,
                reason=str(error)[:300],
            )
            handle.worked.emit("failed", PlannerError(told))
        else:
            handle.worked.emit("finished", result)

    def _progress(self, share: float, said: Message | None) -> None:
        if self._handle.is_cancelled:
            raise Cancelled
        now = time.monotonic()
        if share >= 1.0 or now - self._told >= _EVERY_S:
            self._told = now
            self._handle.progressed.emit(min(1.0, max(0.0, share)), said)


class JobRunner(QObject):
    """Starts jobs in lanes and keeps them until they ended; ``started`` carries the handle."""

    started = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pools: dict[Lane, QThreadPool] = {}
        self._stopped = False
        self._running: dict[JobHandle, _Run] = {}

    @property
    def running(self) -> tuple[JobHandle, ...]:
        """Return the jobs that have not ended."""
        return tuple(self._running)

    def start(self, title: Message, work: Work, lane: Lane = "compute") -> JobHandle:
        """Start ``work`` in a lane; jobs of the lane 'write' run one after the other. Connect to the handle before returning to the loop."""
        handle = JobHandle(title, self, lane)
        run = _Run(work, handle)
        run.setAutoDelete(False)  # it is kept here until it told that it ended
        self._running[handle] = run
        handle.ended.connect(self._forget)
        # Begun with the next turn of the loop: by then the caller has connected, and no result can be missed.
        QTimer.singleShot(0, partial(self._begin, run, lane))
        self.started.emit(handle)
        return handle

    def _begin(self, run: _Run, lane: Lane) -> None:
        if not self._stopped:
            self._pool(lane).start(run)

    def _pool(self, lane: Lane) -> QThreadPool:
        if lane not in self._pools:
            pool = QThreadPool(self)
            pool.setMaxThreadCount(_THREADS[lane])
            self._pools[lane] = pool
        return self._pools[lane]

    def _forget(self) -> None:
        handle = self.sender()
        if isinstance(handle, JobHandle):
            self._running.pop(handle, None)
            handle.deleteLater()

    def stop(self) -> bool:
        """Cancel what runs and wait a little for it; False where something would not stop. Nothing starts after it."""
        self._stopped = True
        for handle in self._running:
            handle.cancel()
        ended = [pool.waitForDone(_WAIT_MS) for pool in self._pools.values()]
        return all(ended)

"""What of an order will be refused, found beside the window before anything is written, and how it stands at a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.services.paper_brands import Refusal
from desktop_app.services.purchasing_papers import Outlook
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label, set_tone
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.jobs import JobHandle
    from desktop_app.window.workbench import Workbench

_ICON = 14
_INDENT = 23  # under the name of the paper, behind its box


class OrderOutlook(QObject):
    """Looks through an order whenever it or the plan is another one; ``told`` brings the refusals."""

    told = Signal(object)

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._job: JobHandle | None = None
        self._looked: Outlook | None = None

    @property
    def busy(self) -> bool:
        """Tell whether it is looking."""
        return self._job is not None

    def look(self, wanted: Outlook) -> None:
        """Look through an order; the same one of the same state is not looked through twice."""
        before = self._looked
        if before is not None and before.assessment is wanted.assessment and _same(before, wanted):
            return
        self.leave()
        self._looked = wanted
        self._job = self._bench.jobs.start(msg("purchase.looking", "Looking through the papers"), wanted)
        self._job.finished.connect(self._found)
        self._job.failed.connect(self._failed)

    def leave(self) -> None:
        """Stop looking; what is asked next is looked through anew."""
        if self._job is not None:
            self._job.cancel()
            self._job = self._looked = None

    def _found(self, refusals: object) -> None:
        if self.sender() is self._job:
            self._job = None
            self.told.emit(refusals)

    def _failed(self, fault: object) -> None:
        """Say nothing: what cannot be looked through says so in its preview, and when it is written."""
        if self.sender() is self._job:
            self._job = None
            self.told.emit(())


def _same(one: Outlook, other: Outlook) -> bool:
    orders = one.order, other.order
    return len({order.documents for order in orders}) == len({order.languages for order in orders}) == 1 and (
        one.style == other.style
    )


class RefusedRow(QWidget):
    """Why a paper is not written, and the button that leads to what has to be changed; ``asked`` brings the refusal."""

    asked = Signal(object)

    def __init__(self, bench: Workbench, key: str) -> None:
        super().__init__()
        self._bench = bench
        self._refusal: Refusal | None = None
        self._mark = QLabel()
        self._reason = label(size="caption", wrap=True)
        self._reason.setObjectName(f"order-refused-{key}")
        self._button = Button(kind="remedy", small=True)
        self._button.setObjectName(f"order-settle-{key}")
        self._button.clicked.connect(self._ask)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_INDENT, 2, 0, 2)
        layout.setSpacing(6)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._reason, 1)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why the paper is not written; None where it is."""
        self._refusal = refusal
        self.setVisible(refusal is not None)
        if refusal is None:
            return
        self._mark.setPixmap(status_pixmap("error", _ICON, self.devicePixelRatioF()))
        self._reason.setText(self._bench.text(refusal.reason))
        set_tone(self._reason, "error")
        self._button.setText(self._bench.text(msg("purchase.refused.go", "Change it")))
        self._button.setVisible(bool(refusal.place))

    def _ask(self) -> None:
        if self._refusal is not None:
            self.asked.emit(self._refusal)

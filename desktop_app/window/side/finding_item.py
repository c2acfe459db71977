"""One finding in the panel: two lines, and where it is selected its remedy with the buttons that help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.findings import Group
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.painted import together, wrapped
from desktop_app.window.parts.plain import plain_tip
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.findings import FindingRow
    from desktop_app.window.workbench import Workbench

_LEFT = 40
_ICON = 18
_TOP = 8
_LINE = 20
_CHECK = 52  # room for the id of the check at the right
_WORDS = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
ICONS: dict[Group, tuple[str, str]] = {
    "error": ("error", "error_fill"),
    "warning": ("warn", "warn_fill"),
    "unknown": ("unknown", "unknown"),
    "note": ("info", "info"),
    "aside": ("eye", "text3"),
}


class FindingItem(QFrame):
    """A finding; ``chosen`` when it is clicked or reached by keys, the others when their button is pressed."""

    chosen = Signal(object)
    apply_asked = Signal(object)
    waive_asked = Signal(object)
    snooze_asked = Signal(object)
    recall_asked = Signal(object)
    left = Signal(int)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._row: FindingRow | None = None
        self._open = False
        self._detail: QWidget | None = None
        self._is_stale = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def row(self) -> FindingRow | None:
        """Return the finding that is shown."""
        return self._row

    @property
    def is_open(self) -> bool:
        """Tell whether the remedy is shown."""
        return self._open

    def show_row(self, row: FindingRow, word: str, *, opened: bool) -> None:
        """Show a finding; ``word`` is its severity as it is read aloud."""
        changed = row != self._row or opened != self._open
        self._row, self._open = row, opened
        self.setObjectName(f"finding-{row.check}-{row.subject}")
        self.setAccessibleName(f"{word}: {row.head}")
        self.setAccessibleDescription(row.remedy)
        if not changed:
            return
        self._remake_detail()
        self.update()

    def _remake_detail(self) -> None:
        """Make the open part for the width there is; while nobody sees it, when it is shown.

        A picture taken of a hidden panel sends it sizes with its painting switched off, and widgets made then never paint.
        """
        self._is_stale = not self.isVisible()
        if self._detail is not None:
            self._detail.hide()  # it is gone from sight at once, not with the next turn of the loop
            self._detail.deleteLater()
            self._detail = None
        if self._open and self._row is not None and not self._is_stale:
            self._make_detail(self._row)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the open part that was left while nobody saw it."""
        super().showEvent(event)
        if self._is_stale:
            self._remake_detail()

    # --- the open part -----------------------------------------------------------------------------------------------

    def _make_detail(self, row: FindingRow) -> None:
        detail = QWidget(self)
        layout = QVBoxLayout(detail)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        told = row.aside or row.remedy
        if told:
            layout.addWidget(_quoted(told))
        for line in self._lines_of(self._buttons(row)):
            buttons = QHBoxLayout()
            buttons.setSpacing(8)
            for button in line:
                buttons.addWidget(button)
            buttons.addStretch(1)
            layout.addLayout(buttons)
        self._detail = detail
        detail.show()

    def _lines_of(self, buttons: list[Button]) -> list[list[Button]]:
        """Return the buttons in one line, or the long first one in a line of its own."""
        room = self.width() - _LEFT - 12
        taken = sum(button.sizeHint().width() + 8 for button in buttons)
        return [buttons] if taken <= room or len(buttons) < 2 else [buttons[:1], buttons[1:]]

    def _buttons(self, row: FindingRow) -> list[Button]:
        text = self._bench.text
        if row.group == "aside":
            return [self._button(text(msg("finding.recall", "Bring back")), "plain", "recall", self._recall)]
        made: list[Button] = []
        if row.fix is not None:
            made.append(self._button(row.fix_label, "primary", "apply", self._apply))
        if row.group in ("error", "warning", "unknown"):
            made.append(self._button(text(msg("finding.waive", "Waive…")), "plain", "waive", self._waive))
            made.append(self._button(text(msg("finding.snooze", "Put aside")), "tool", "snooze", self._snooze))
        return made

    def _button(self, text: str, kind: str, name: str, slot: object) -> Button:
        room = max(120, self.width() - _LEFT - 12)
        lines = wrapped(together(text), room - 24)
        made = Button("\n".join(lines), kind=kind, small=True)  # type: ignore[arg-type]
        if len(lines) > 1:  # what is done by one press is read in full before it
            made.setProperty("lines", "many")
            made.setMinimumWidth(room)
        made.setObjectName(f"finding-{name}")
        made.setAccessibleName(text)
        made.setToolTip(plain_tip(text))
        made.setMaximumWidth(room)
        made.clicked.connect(slot)
        return made

    def _apply(self) -> None:
        self.apply_asked.emit(self._row)

    def _waive(self) -> None:
        self.waive_asked.emit(self._row)

    def _snooze(self) -> None:
        self.snooze_asked.emit(self._row)

    def _recall(self) -> None:
        self.recall_asked.emit(self._row)

    # --- geometry and paint ------------------------------------------------------------------------------------------

    def _head_height(self) -> int:
        if self._row is None:
            return 2 * _LINE
        metrics = QFontMetrics(text_font("body", bold=self._open))
        width = self.width() - _LEFT - _CHECK - 8
        lines = metrics.boundingRect(0, 0, max(60, width), 1000, _WORDS, together(self._row.head)).height()
        return lines if self._open else min(lines, 2 * metrics.lineSpacing())

    def _shown_head(self, text: str) -> str:
        """Return the whole text where the finding is open, else as much as two lines hold, ending in …."""
        if self._open:
            return text
        metrics = QFontMetrics(text_font("body"))
        width, most = max(60, self.width() - _LEFT - _CHECK - 8), 2 * metrics.lineSpacing()

        def fits(shown: str) -> bool:
            return metrics.boundingRect(0, 0, width, 1000, _WORDS, shown).height() <= most

        if fits(text):
            return text
        low, high = 0, len(text)
        while low < high:  # the longest beginning that still fits with the sign of more
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(f"{text[:middle].rstrip()}…") else (low, middle - 1)
        return f"{text[:low].rstrip()}…"

    def _fit(self) -> None:
        height = _TOP + self._head_height() + 2 + 18 + 8
        if self._detail is not None:
            inner = self.width() - _LEFT - 12
            self._detail.setFixedWidth(max(120, inner))
            self._detail.adjustSize()
            needed = max(self._detail.heightForWidth(max(120, inner)), self._detail.sizeHint().height())
            self._detail.setGeometry(_LEFT, height - 4, max(120, inner), needed)
            height += needed + 8
        self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the words."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._remake_detail()

    def sizeHint(self) -> QSize:
        """Return the width of the panel and the height of the words."""
        return QSize(300, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, words, the id of the check, and the bar of the open one."""
        row = self._row
        if row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self._open:
            painter.fillRect(area, colour("selected"))
            painter.fillRect(QRectF(0, 0, 3, area.height()), colour("accent"))
        elif self.underMouse():
            painter.fillRect(area, colour("hover"))
        painter.fillRect(QRectF(16, area.height() - 1, area.width() - 16, 1), colour("grid"))
        icon, tone = ICONS[row.group]
        painter.drawPixmap(QPointF(14, _TOP), pixmap(icon, tone, _ICON, self.devicePixelRatioF()))
        head = self._head_height()
        painter.setFont(text_font("body", bold=self._open))
        painter.setPen(colour("text"))
        room = QRectF(_LEFT, _TOP - 1, area.width() - _LEFT - _CHECK - 8, head)
        painter.drawText(room, int(_WORDS), self._shown_head(together(row.head)))
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text3"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(QRectF(area.width() - _CHECK - 12, _TOP, _CHECK, 18), right, row.check)
        painter.setPen(colour("text2"))
        about = QFontMetrics(text_font("caption")).elidedText(
            row.about, Qt.TextElideMode.ElideRight, round(area.width()) - _LEFT - 12
        )
        painter.drawText(
            QRectF(_LEFT, _TOP + head + 1, area.width() - _LEFT - 12, 18), Qt.AlignmentFlag.AlignLeft, about
        )
        if self.hasFocus():
            painter.setPen(pen("focus", 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 3, 3)

    # --- acts --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the finding."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self._row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter or Space, walk with the arrows."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self._row)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.left.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)


class _Bar(QWidget):
    """The bar before a remedy."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the bar."""
        QPainter(self).fillRect(self.rect(), colour("accent"))


def _quoted(text: str) -> QWidget:
    """Return a text with a bar at its left: what to do about a finding."""
    whole = QWidget()
    layout = QHBoxLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    bar = _Bar()
    said: QLabel = label(together(text), size="caption", tone="text", wrap=True)
    said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    layout.addWidget(bar)
    layout.addWidget(said, 1)
    return whole

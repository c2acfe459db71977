"""What stands beside every place: findings above, Why? below; a narrow column of counts where the window is narrow."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from desktop_app.services.strip import standing
from desktop_app.window.look.icons import icon, status_icon
from desktop_app.window.look.tokens import Status
from desktop_app.window.look.worn import current_look, theme_signals
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label, set_tone
from desktop_app.window.side.findings import FindingsPanel
from desktop_app.window.side.why_panel import WhyPanel
from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import msg

_FOLDED = 44
_FOLD_GAP = 8  # from a number to the icon of the next
_WIDE = 400
_WHY_LEAST = 150  # its title and the number, while all findings are unfolded
_WHY_EMPTY = 96  # its title and a sentence, while no number was asked about
_WHY_SHARE = 0.53
_FOLD_ICONS: tuple[tuple[str, Status], ...] = (("error", "error"), ("warning", "warn"), ("unknown", "unknown"))


class _Drawer(QWidget):
    """What the panel shows lies in here over the place where the window is narrow; Esc puts it away."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("drawer")
        self.setProperty("part", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        self.inside = layout
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class SidePanel(QWidget):
    """Findings and Why?; folded it shows counts only and opens over the place when one of them is pressed."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("side")
        self.setProperty("part", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self._wording = Wording(bench, self)
        self._folded = False
        self._drawn_out = False
        self._drawer: _Drawer | None = None
        self._width = current_look().height["right_panel"]
        self.findings = FindingsPanel(bench)
        self.why = WhyPanel(bench)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.findings)
        self._split.addWidget(self.why)
        self._split.setStretchFactor(0, 1)
        self._split.splitterMoved.connect(self._keep_shares)
        self._is_unfolded = False
        self._own_share = 0  # of Why?, pixels, once somebody moved the line between the two
        self.findings.unfolded.connect(self._give_room)
        self.why.filled.connect(self._share)
        self._counts = {name: Button(kind="tool", small=True) for name, _ in _FOLD_ICONS}
        self._numbers = {name: label(size="caption", bold=True) for name, _ in _FOLD_ICONS}
        self._why_button = Button(kind="tool", small=True)
        self._column = self._make_column()
        layout = QHBoxLayout(self)
        self._inside = layout
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._split, 1)
        layout.addWidget(self._column)
        self._column.hide()
        bench.plan_changed.connect(self._count)
        bench.plan_replaced.connect(self._count)
        bench.language_changed.connect(self._count)
        bench.explained.connect(self._draw_out_for_why)
        theme_signals().changed.connect(self._count)
        self.setFixedWidth(self._width)

    def _make_column(self) -> QWidget:
        column = QWidget()
        column.setFixedWidth(_FOLDED - 1)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(4, 12, 4, 8)
        layout.setSpacing(0)  # a number belongs to the icon above it
        for name in self._counts:
            button = self._counts[name]
            button.setObjectName(f"fold-{name}")
            button.setProperty("square", "true")
            button.clicked.connect(partial(self.show_findings, name))
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(self._numbers[name], 0, Qt.AlignmentFlag.AlignHCenter)
            layout.addSpacing(_FOLD_GAP)
        self._why_button.setObjectName("fold-why")
        self._why_button.set_icon("why")
        self._why_button.clicked.connect(self._toggle)
        self._wording.name(self._why_button, msg("side.why", "Why?"))
        why = label(size="caption", tone="text2")
        self._wording.put(why.setText, msg("side.why", "Why?"))
        layout.addWidget(self._why_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(why, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        toggle = Button(kind="tool", small=True)
        toggle.setObjectName("fold-toggle")
        toggle.set_icon("chevron_left")
        self._wording.name(toggle, msg("side.toggle", "Show or hide findings and Why?"))
        toggle.clicked.connect(self._toggle)
        layout.addWidget(toggle, 0, Qt.AlignmentFlag.AlignHCenter)
        return column

    def show_findings(self, wanted: str = "") -> None:
        """Bring the findings into sight: those of one outcome, or the worst one on a subject ('' for all)."""
        self._draw_out(True)
        if wanted and wanted not in self._counts and self.findings.show_subject(wanted):
            return
        self.findings.show_group(wanted)

    def fold(self, folded: bool) -> None:
        """Fold to icons with counts, or unfold."""
        if folded != self._folded:
            self._folded = folded
            self._drawn_out = False
            self._arrange()

    def widen(self, wide: bool) -> None:
        """Take more room where there is plenty."""
        self._width = _WIDE if wide else current_look().height["right_panel"]
        self._arrange()

    def _toggle(self) -> None:
        self._draw_out(not self._drawn_out)

    def _draw_out(self, out: bool) -> None:
        if self._folded:
            self._drawn_out = out
            self._arrange()

    def _draw_out_for_why(self, figure: object) -> None:
        self._draw_out(True)
        self._give_room(False)  # the number asked for is to be read

    def _give_room(self, wanted: bool) -> None:
        """Give all findings most of the height while they are unfolded, and take it back."""
        self._is_unfolded = wanted
        self._share()

    def _keep_shares(self) -> None:
        if not self._is_unfolded:
            self._own_share = self._split.sizes()[1]

    def _share(self) -> None:
        """Give Why? what it can use: little while it is empty, most of the height once a number is explained."""
        whole = sum(self._split.sizes()) or self.height()
        why = self._own_share or round(whole * _WHY_SHARE)
        if not self.why.key:
            why = min(why, _WHY_EMPTY)
        elif self._is_unfolded:
            why = min(why, _WHY_LEAST)
        self._split.setSizes([max(0, whole - why), why])

    def _arrange(self) -> None:
        self._column.setVisible(self._folded)
        self.setFixedWidth(_FOLDED if self._folded else self._width)
        if not self._folded:
            self._put_back()
        else:
            self._place_drawer()

    def _put_back(self) -> None:
        """Show findings and Why? in the panel itself."""
        if self._drawer is not None:
            self._drawer.hide()
        if self._split.parentWidget() is not self:
            self._inside.insertWidget(0, self._split, 1)
        self._split.show()

    def _place_drawer(self) -> None:
        """Let findings and Why? lie over the place, or put them away; nothing of the place moves."""
        owner = self.parentWidget()
        if owner is None:
            self._split.hide()
            return
        if self._drawer is None:
            self._drawer = _Drawer(owner)
            self._drawer.closed.connect(self._toggle)
        if self._split.parentWidget() is not self._drawer:
            self._drawer.inside.addWidget(self._split)
            self._split.show()
        self._drawer.setVisible(self._drawn_out and self.isVisible())
        if self._drawn_out:
            self._drawer.setGeometry(self.x() - self._width, self.y(), self._width, self.height())
            self._drawer.raise_()

    @property
    def drawn_out(self) -> bool:
        """Tell whether findings and Why? lie over the place."""
        return self._folded and self._drawn_out

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the drawer beside the column."""
        super().resizeEvent(event)
        self._share()
        if self._folded:
            self._place_drawer()

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the drawer along."""
        super().hideEvent(event)
        if self._drawer is not None:
            self._drawer.hide()

    def _count(self, change: object = None) -> None:
        if not self._bench.has_plan:
            return
        outcomes = [one.outcome for one in standing(self._bench.assessment)]
        words = {
            "error": msg("strip.errors", "Errors"),
            "warning": msg("strip.warnings", "Warnings"),
            "unknown": msg("strip.questions", "Unknown"),
        }
        for name, status in _FOLD_ICONS:
            number, count = self._numbers[name], sum(outcome == name for outcome in outcomes)
            number.setText(str(count))
            set_tone(number, status if count else "text3")
            self._counts[name].setIcon(status_icon(status) if count else icon(status, "text3"))
            self._counts[name].setAccessibleName(f"{self._bench.text(words[name])} {count}")
            self._counts[name].setToolTip(self._counts[name].accessibleName())

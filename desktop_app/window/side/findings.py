"""The panel of findings: chips that filter, the worst first, questions grouped, and one finding open with its remedy."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.findings import (
    SEVERITY,
    FindingList,
    FindingReader,
    FindingRow,
    Group,
    questions_text,
    recall_edit,
    snooze_edit,
    waive_edit,
)
from desktop_app.window.look.tokens import Status
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.chips import StatusChip
from desktop_app.window.parts.labels import label
from desktop_app.window.side.finding_item import FindingItem
from desktop_app.window.side.rest_row import RestRow
from desktop_app.window.side.waive_form import WaiveForm
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_SNOOZE_DAYS = 14
_TITLE_ROOM = 110  # pixels for the title and the air around the chips
_SHOWN_AT_FIRST = 4  # of all groups together, while nobody asked for one of them
_FOLDED_AWAY: tuple[Group, ...] = ("note", "aside")
_CHIPS: tuple[tuple[Group, Status, Message], ...] = (
    ("error", "error", msg("strip.errors", "Errors")),
    ("warning", "warn", msg("strip.warnings", "Warnings")),
    ("unknown", "unknown", msg("strip.questions", "Unknown")),
)


class FindingsPanel(QWidget):
    """Findings of the alternative shown; keeps which one is open by check and subject, whatever else changes.

    ``unfolded`` tells that all are shown and want room, or few again.
    """

    unfolded = Signal(bool)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._list: FindingList | None = None
        self._reader = FindingReader()
        self._filter: Group | None = None
        self._all = False
        self._open = ""
        self._items: list[FindingItem] = []
        self._chips: dict[Group, StatusChip] = {}
        self._form = WaiveForm(bench)
        self._form.given.connect(self._waive)
        self._more = RestRow(bench)
        self._more.pressed.connect(self._fold_or_unfold)
        self._ask = Button(kind="remedy", small=True)
        self._ask.setObjectName("findings-ask")
        self._ask.clicked.connect(self._copy_questions)
        self._none = label(tone="text2", wrap=True)
        self._lay_out()
        bench.plan_changed.connect(self.show_plan)
        bench.plan_replaced.connect(self._replaced)
        bench.language_changed.connect(self.show_plan)

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._head())
        whole.addWidget(self._form)
        self._scrolled = QWidget()
        self._scrolled.setProperty("part", "scrolled")
        self._column = QVBoxLayout(self._scrolled)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(0)
        self._column.addWidget(self._none)
        foot = QHBoxLayout()
        foot.setContentsMargins(32, 6, 12, 0)
        foot.addWidget(self._ask)
        foot.addStretch(1)
        self._column.addLayout(foot)
        self._none.setContentsMargins(16, 12, 16, 8)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._scrolled)
        self._area = area
        whole.addWidget(area, 1)
        whole.addWidget(self._more)

    def _head(self) -> QWidget:
        head = QWidget()
        head.setProperty("part", "sheet")
        head.setFixedHeight(44)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(6)
        title = label(size="title", bold=True)
        self._wording.put(title.setText, msg("findings.title", "Findings"))
        layout.addWidget(title)
        layout.addStretch(1)
        for group, status, _ in _CHIPS:
            chip = StatusChip(status, "", 0, clickable=True)
            chip.setObjectName(f"chip-{group}")
            chip.setCheckable(True)
            chip.clicked.connect(partial(self._toggle, group))
            self._chips[group] = chip
            layout.addWidget(chip)
        return head

    # --- showing -----------------------------------------------------------------------------------------------------

    def _replaced(self) -> None:
        self._open, self._all = "", False
        self._form.hide()
        self.show_plan()

    def show_plan(self, change: object = None) -> None:
        """Show the findings of the alternative on the bench."""
        if not self._bench.has_plan:
            self._list = None
            return
        self._list = self._reader.read(self._bench.assessment, self._bench.language)
        for group, status, word in _CHIPS:
            self._chips[group].show_status(status, self._bench.text(word), self._list.count(group))
        self._fit_chips()
        if self._filter is not None and not self._list.count(self._filter):
            self._filter = None  # the last of them is gone: what else stands is not to be hidden
        self._fill()

    def _fit_chips(self) -> None:
        """Drop the words of the chips where they do not fit beside the title."""
        for chip in self._chips.values():
            chip.set_compact(False)
        taken = sum(chip.sizeHint().width() + 6 for chip in self._chips.values())
        if taken > self.width() - _TITLE_ROOM:
            for chip in self._chips.values():
                chip.set_compact(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the chips to the width."""
        super().resizeEvent(event)
        self._fit_chips()

    def show_group(self, group: str) -> None:
        """Show one group ('' for all), as the counts of the status strip ask."""
        self._filter = group if group in self._chips else None
        self._all = True
        self._fill()
        if self._items and self._items[0].isVisible():
            self._items[0].setFocus()

    def show_subject(self, subject: str) -> bool:
        """Open the worst finding on a line, node or entry; False where there is none."""
        if self._list is None:
            return False
        rows = (row for group in ("error", "warning", "unknown", *_FOLDED_AWAY) for row in self._list.rows[group])
        found = next((row for row in rows if row.subject == subject), None)
        if found is None:
            return False
        self._filter, self._open = None, found.key
        self._fill()
        self.reveal_later()
        if found.figure is not None:
            self._bench.explain(found.figure)
        return True

    def _toggle(self, group: Group) -> None:
        self._filter = None if self._filter == group else group
        self._all = self._filter is not None
        self._fill()

    def _fold_or_unfold(self) -> None:
        self._all = not self._all
        if not self._all:
            self._open = ""  # the worst one again: one that is open further down would keep all before it in sight
        self._fill()
        self.unfolded.emit(self._all)
        if not self._all:
            self._area.verticalScrollBar().setValue(0)

    def _rows(self) -> list[FindingRow]:
        assert self._list is not None
        groups: tuple[Group, ...] = (self._filter,) if self._filter else ("error", "warning", "unknown", *_FOLDED_AWAY)
        return [row for group in groups for row in self._list.rows[group]]

    def _fill(self) -> None:
        """Put the rows into the items there are; make some where they do not suffice, hide those left over."""
        if self._list is None:
            return
        for group, chip in self._chips.items():
            chip.setChecked(group == self._filter)
        rows = self._rows()
        if rows and all(row.key != self._open for row in rows):
            self._open = rows[0].key
        opened = next((at for at, row in enumerate(rows) if row.key == self._open), 0)
        shown = rows if self._all else rows[: max(_SHOWN_AT_FIRST, opened + 1)]
        while len(self._items) < len(shown):
            self._items.append(self._make_item())
        for item, row in zip(self._items, shown, strict=False):
            item.show_row(row, self._bench.text(SEVERITY[row.group]), opened=row.key == self._open)
            item.show()
        for item in self._items[len(shown) :]:
            item.hide()
        self._show_rest(rows, len(shown))

    def _show_rest(self, rows: list[FindingRow], shown: int) -> None:
        assert self._list is not None
        rest = Counter(row.group for row in rows[shown:])
        can_fold = self._filter is None and self._all and len(rows) > _SHOWN_AT_FIRST
        self._more.show_rest(rest, unfolded=can_fold)
        questions = len(self._list.questions)
        self._ask.setVisible(questions > 0 and self._filter in (None, "unknown"))
        unknown = self._list.count("unknown")
        said = msg("findings.ask", "Copy {count} questions ({unknown} unknown)", count=questions, unknown=unknown)
        self._ask.setText(self._bench.text(said))
        self._none.setVisible(not rows)
        checked = msg("findings.none", "Nothing found; {count} checks were made.", count=self._list.checked)
        self._none.setText(self._bench.text(checked))

    def _make_item(self) -> FindingItem:
        item = FindingItem(self._bench)
        item.chosen.connect(self._choose)
        item.apply_asked.connect(self._apply)
        item.waive_asked.connect(self._form.ask)
        item.snooze_asked.connect(self._snooze)
        item.recall_asked.connect(self._recall)
        item.left.connect(self._walk)
        self._column.insertWidget(len(self._items), item)
        return item

    # --- acts --------------------------------------------------------------------------------------------------------

    def _choose(self, row: FindingRow) -> None:
        """Open a finding, land on its cause, and explain its number."""
        self._open = row.key
        self._fill()
        if row.figure is not None:
            self._bench.explain(row.figure)
        self._bench.go(row.place, row.lands)

    def _walk(self, step: int) -> None:
        shown = [item for item in self._items if item.isVisible()]
        at = next((number for number, item in enumerate(shown) if item.hasFocus()), -1) + step
        if 0 <= at < len(shown):
            shown[at].setFocus()
            self._area.ensureWidgetVisible(shown[at])

    def _apply(self, row: FindingRow) -> None:
        if row.fix is not None and self._bench.do(row.fix):
            done = msg("findings.applied", "Done: {label}", label=row.fix_label)
            self._bench.tell(
                Notice(
                    text=done,
                    tone="done",
                    label=msg("command.undo", "Undo"),
                    action=self._bench.undo,
                    until_change=True,
                )
            )

    def _waive(self, row: FindingRow, reason: str, by: str) -> None:
        try:
            edit = waive_edit(row, self._bench.alternative.id, reason, by, self._bench.desk.today)
        except PlannerError as fault:
            self._form.say(fault.told(self._bench.language))
            return
        self._form.hide()
        self._bench.do(edit)

    def _snooze(self, row: FindingRow) -> None:
        until = self._bench.desk.today + dt.timedelta(days=_SNOOZE_DAYS)
        if self._bench.do(snooze_edit(row, self._bench.alternative.id, until)):
            said = msg("findings.put_aside", "Put aside until {date}.", date=until)
            self._bench.tell(
                Notice(text=said, label=msg("command.undo", "Undo"), action=self._bench.undo, until_change=True)
            )

    def _recall(self, row: FindingRow) -> None:
        edit = recall_edit(self._bench.assessment, row)
        if edit is not None:
            self._bench.do(edit)

    def _copy_questions(self) -> None:
        """Copy the questions as a text that can be sent to whoever knows."""
        if self._list is None:
            return
        title = self._bench.text(msg("findings.questions", "Questions on {plan}", plan=self._bench.plan.title))
        QApplication.clipboard().setText(questions_text(self._list, title, self._bench.language))
        count = len(self._list.questions)
        self._bench.tell(Notice(text=msg("findings.asked", "{count} questions were copied.", count=count), tone="done"))

    def reveal_later(self) -> None:
        """Scroll to the open finding once the layout has settled."""
        QTimer.singleShot(0, self._reveal)

    def _reveal(self) -> None:
        for item in self._items:
            if item.isVisible() and item.is_open:
                self._area.ensureWidgetVisible(item)

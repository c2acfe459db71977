"""The page for a budget: the sheet at the left, the three alternatives it makes at the right."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.first_start_compare import offer_columns
from desktop_app.services.first_start_plan import generate
from desktop_app.services.first_start_sheet import answers_of
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.message_bar import MessageBar
from desktop_app.window.places.start.offers import OfferCards
from desktop_app.window.places.start.page_head import page_head
from desktop_app.window.places.start.sheet_form import SheetForm
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Plan

_SHEET_PX = 440
_NARROW = 1150
_BELOW = 48  # pixels: the line that says what to write stands below the field
_NO_LIMIT = 16_777_215


class SheetPage(QWidget):
    """``made`` brings the plan with the alternative that was taken, ``left`` is told by Back and Esc."""

    made = Signal(object)
    left = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.wording = Wording(bench, self)
        self._plan: Plan | None = None
        self._whys: tuple[Message, ...] = ()
        self._fault: PlannerError | None = None
        self.form = SheetForm(bench)
        self.offers = OfferCards(bench)
        self.empty = EmptyState(icon="compare", button_icon="")
        self.stale = label(size="caption", tone="warn", wrap=True)
        self.message = MessageBar()
        self.generate = Button(kind="primary")
        self.change = Button(kind="plain")
        self._wrong = ""  # the field that the message speaks of
        self._looking = False
        self._lay_out()
        self.form.finished.connect(self.propose)
        self.form.changed.connect(self._mark_stale)
        for edit in self.form.edits.values():
            for told in (edit.edited, edit.committed, edit.refused, edit.field.escaped):
                told.connect(self._say_stale)
        self._made_of: dict[str, object] = {}  # the answers that the alternatives shown were made of
        self._at_first = dict(self.form.values)
        self._at_escape: dict[str, object] = {}  # the answers when Esc was pressed once
        self.generate.clicked.connect(self.propose)
        self.offers.chosen.connect(self._take)
        self.empty.asked.connect(self.propose)
        self._say()

    def _lay_out(self) -> None:
        head, back = page_head(self.wording, msg("start.way.budget", "I have a budget"), "first-back")
        back.clicked.connect(self.left)
        self.change.setObjectName("first-change")
        self.wording.put(self.change.setText, msg("first.change", "Change the answers"))
        self.change.clicked.connect(self._change)
        head.addWidget(self.change)
        self._body = QHBoxLayout()
        self._body.setContentsMargins(24, 8, 24, 16)
        self._body.setSpacing(16)
        self._body.addWidget(self._make_sheet())
        self._right = self._make_right()
        self._body.addWidget(self._right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._body, 1)

    def _make_sheet(self) -> QWidget:
        sheet = Card()
        sheet.setObjectName("first-sheet")
        sheet.body.setContentsMargins(0, 0, 0, 0)
        sheet.body.setSpacing(0)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        self.form.setProperty("part", "scrolled")
        area.setWidget(self.form)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        self.message.setObjectName("first-message")
        self.message.hide()
        self.generate.setObjectName("first-generate")
        self.wording.put(self.generate.setText, msg("first.generate", "Propose three alternatives"))
        foot.addWidget(self.generate, 1)
        self._area = area
        sheet.body.addWidget(area, 1)
        sheet.body.addWidget(self.message)
        sheet.body.addLayout(foot)
        sheet.setFixedWidth(_SHEET_PX)
        self._sheet = sheet
        return sheet

    def _make_right(self) -> QWidget:
        inside = QWidget()
        inside.setProperty("part", "scrolled")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.empty.setObjectName("first-empty")
        self.stale.setObjectName("first-stale")
        self.rule = label(size="caption", tone="text2", wrap=True)
        self.stale.hide()
        self.rule.hide()
        self.offers.hide()
        for part in (self.empty, self.stale, self.offers, self.rule):
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        return area

    # --- showing -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Put the focus into the first field."""
        self.form.begin()

    def retranslate(self) -> None:
        """Say everything in the new language."""
        self.form.show_values()
        self._say()
        self._show_offers()
        if self._fault is not None:
            self._tell(self._fault)

    def _say(self) -> None:
        text = self._bench.text
        self.empty.show_words(
            text(msg("first.empty", "Write the budget; everything else has a default.")),
            text(msg("first.empty.why", "Three alternatives with price, power and what is missing then stand here.")),
        )
        self.rule.setText(
            text(
                msg(
                    "first.rule",
                    "Need first: the fewest machines that hold most of the jobs and cards within the budget, then the lowest price. "
                    "Prices are the middle of a dated observation in the catalog (the highest where new and used are mixed); "
                    "NAS and UPS where each is at most a tenth of the budget; 5 % contingency. "
                    "What you left open in the room stays a question.",
                )
            )
        )
        self.message.name_cross(text(msg("notice.close", "Close the message")))

    def _show_offers(self) -> None:
        if self._plan is None:
            return
        columns = offer_columns(self._plan, self._whys, self._bench.desk, self._bench.language)
        self.offers.show_offers(columns)
        self._say_stale()

    def _mark_stale(self) -> None:
        self.message.hide()
        self._fault = None
        self._say_stale()

    def _say_stale(self, *_told: object) -> None:
        """Say why the alternatives shown cannot be taken: what stands in the sheet is not what they were made of."""
        reason = ""
        if self._wrong and self.form.edits[self._wrong].state != "rejected":
            self._wrong = ""
            self.message.hide()
        if self._plan is not None:
            states = {edit.state for edit in self.form.edits.values()}
            if "rejected" in states:
                said = msg("first.stale.fault", "A field of the sheet is not understood: correct it and propose again.")
                reason = self._bench.text(said)
            elif "understood" in states or self.form.values != self._made_of:
                reason = self._bench.text(msg("first.stale", "The sheet was changed since: propose again."))
        self.stale.setText(reason)
        self.stale.setVisible(bool(reason))
        self.offers.hold(reason)

    # --- acts --------------------------------------------------------------------------------------------------------

    def propose(self) -> None:
        """Make the alternatives from the sheet, or say what is missing and put the focus there."""
        wrong = self.form.rejected()
        if wrong:
            self._say_stale()
            self._wrong = wrong
            self._show_field(wrong)
            self.message.show_message("warn", self.form.fault_of(wrong))
            return
        try:
            answers = answers_of(self.form.values)
            self._plan, self._whys = generate(answers, self._bench.desk, uuid.uuid4().hex)
        except PlannerError as fault:
            self._tell(fault)
            self._show_field(fault.place)
            return
        self._fault = None
        self._made_of = dict(self.form.values)
        for part in (self.message, self.empty):
            part.hide()
        self._show_offers()
        self.offers.show()
        self.rule.show()
        self._looking = True
        self._arrange()
        next(iter(self.offers.buttons.values())).setFocus()

    def _show_field(self, place: str) -> None:
        """Put the focus where something is missing or wrong, and scroll there."""
        self.form.show_fault(place)
        focus = self.form.focusWidget()
        if focus is not None:
            self._area.ensureWidgetVisible(focus, 0, _BELOW)

    def _tell(self, fault: PlannerError) -> None:
        self._fault = fault
        said = self._bench.text(fault.message)
        remedy = f" {self._bench.text(fault.remedy)}" if fault.remedy else ""
        self.message.show_message("warn", said + remedy)

    def _take(self, alternative: str) -> None:
        self.form.rejected()  # takes what is still being typed
        self._say_stale()
        if self._plan is not None and self.stale.text() == "":
            plan, self._plan = self._plan, None
            self._looking = False
            self._arrange()
            self.offers.hide()
            self.rule.hide()
            self.empty.show()
            self.made.emit(msgspec.structs.replace(plan, chosen=alternative))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back; where answers were changed it says so first, and goes with the second press."""
        values = dict(self.form.values)
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif values in (self._at_first, self._at_escape):
            self._at_escape = {}
            self.message.hide()
            self.left.emit()
        else:
            self._at_escape = values
            stays = msg("lines.leave", "Press Esc once more to go back to Start; what is written here stays.")
            self.message.show_message("info", self._bench.text(stays))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the sheet and the alternatives beside each other, or one of them where there is no room for both."""
        super().resizeEvent(event)
        self._arrange()

    def _change(self) -> None:
        """Go back to the sheet where it gave way to the alternatives."""
        self._looking = False
        self._arrange()
        self.form.begin()

    def _arrange(self) -> None:
        narrow = self.width() < _NARROW
        self._sheet.setMinimumWidth(0 if narrow else _SHEET_PX)
        self._sheet.setMaximumWidth(_NO_LIMIT if narrow else _SHEET_PX)
        self._sheet.setVisible(not (narrow and self._looking))
        self._right.setVisible(not narrow or self._looking)
        self.change.setVisible(narrow and self._looking)

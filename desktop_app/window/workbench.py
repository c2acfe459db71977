"""The one object that panes share: the plan on the bench, its assessment, the language, and signals when they change.

It wraps a ``PlanSession`` and only emits; rules live in the engine. Panes get the bench and never each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from desktop_app.window.jobs import JobRunner
from desktop_app.window.notice import Notice, notice_of
from planner.errors import PlannerError
from planner.messages import Labelled, Message, format_value, msg, render

if TYPE_CHECKING:
    from desktop_app.services.desk import Desk
    from desktop_app.services.pasted import Pasted
    from desktop_app.services.session import PlanSession
    from planner.assess.run import Assessment
    from planner.documents.model import Language
    from planner.figure import Figure
    from planner.plan.document import Alternative, Plan
    from planner.plan.edits import Change, Edit


class Workbench(QObject):
    """Plan, assessment and language as the window sees them.

    ``plan_replaced``: another plan or alternative lies on the bench (or none): show everything anew.
    ``plan_changed``: an edit was done, undone or redone; carries the ``Change``. The assessment is new already.
    ``explained``: somebody asked where a number comes from; carries the ``Figure``.
    ``place_asked``: go to a place (its name) and reveal a subject there ('' for none).
    """

    plan_replaced = Signal()
    plan_changed = Signal(object)
    language_changed = Signal()
    explained = Signal(object)
    place_asked = Signal(str, str)
    told = Signal(object)
    workspace_replaced = Signal()

    def __init__(self, language: Language, parent: QObject | None = None) -> None:
        """Start with an empty bench."""
        super().__init__(parent)
        self._language: Language = language
        self._desk: Desk | None = None
        self._session: PlanSession | None = None
        self._alternative = ""
        self.jobs = JobRunner(self)

    # --- texts -------------------------------------------------------------------------------------------------------

    @property
    def language(self) -> Language:
        """Return the language of the window."""
        return self._language

    def speak(self, language: Language) -> None:
        """Change the language of the window while it runs."""
        if language != self._language:
            self._language = language
            self.language_changed.emit()

    def text(self, said: Message | Labelled) -> str:
        """Return a text in the window's language."""
        return said.label(self._language) if isinstance(said, Labelled) else render(said, self._language)

    def value(self, given: object) -> str:
        """Return a figure, an amount of money, a date or a number as people read it."""
        return format_value(given, self._language)

    def tell(self, notice: Notice) -> None:
        """Show a quiet message."""
        self.told.emit(notice)

    def tell_dropped(self, typed: str, remedy: str) -> None:
        """Say what was typed into a cell and is not kept: a wrong key must not cost what was meant."""
        said = msg("cell.dropped", 'Not understood and not kept: "{typed}". {remedy}', typed=typed, remedy=remedy)
        self.tell(Notice(text=said, tone="warning", until_change=True))

    def tell_no_paste(self, rows: object = None) -> None:
        """Say that a table takes nothing that is pasted."""
        said = msg("paste.nowhere", "Nothing can be pasted into this table: its rows follow from the plan.")
        self.tell(Notice(text=said, tone="warning"))

    def paste(self, done: Callable[[], Pasted]) -> bool:
        """Do what a pasted block comes to and say so, with the button that takes it back; tells whether it was done."""
        try:
            pasted = done()
        except PlannerError as fault:
            self.tell_fault(fault)
            return False
        if not self.do(pasted.edit):
            return False
        undo = msg("command.undo", "Undo")
        self.tell(
            Notice(text=pasted.said, detail=pasted.detail, tone="done", label=undo, action=self.undo, until_change=True)
        )
        return True

    def tell_fault(self, fault: PlannerError) -> None:
        """Show what went wrong and what to do about it; where the plan was changed elsewhere, with the way to see that."""
        notice = notice_of(fault)
        if fault.message.id == "store.changed_elsewhere" and self.has_plan:
            newest = msg("bench.newest", "Show the newest state")
            notice = msgspec.structs.replace(notice, label=newest, action=self.show_newest)
        self.tell(notice)

    # --- what lies on the bench --------------------------------------------------------------------------------------

    @property
    def desk(self) -> Desk:
        """Return the desk; only after ``sit_down``."""
        assert self._desk is not None
        return self._desk

    @property
    def has_desk(self) -> bool:
        """Tell whether the workspace is open."""
        return self._desk is not None

    @property
    def session(self) -> PlanSession | None:
        """Return the session of the plan on the bench, None while there is none."""
        return self._session

    @property
    def has_plan(self) -> bool:
        """Tell whether a plan lies on the bench."""
        return self._session is not None

    @property
    def plan(self) -> Plan:
        """Return the plan as it stands; only while ``has_plan``."""
        assert self._session is not None
        return self._session.plan

    @property
    def alternative(self) -> Alternative:
        """Return the alternative that is shown; only while ``has_plan``."""
        found = self.plan.alternative(self._alternative)
        assert found is not None
        return found

    @property
    def assessment(self) -> Assessment:
        """Return the assessment of the alternative that is shown; only while ``has_plan``."""
        return self.assessment_of(self._alternative)

    def assessment_of(self, alternative: str) -> Assessment:
        """Return the assessment of any alternative of the plan."""
        assert self._session is not None
        return self._session.assessment(alternative)

    def sit_down(self, desk: Desk) -> None:
        """Work at ``desk`` from now on."""
        self._desk = desk

    def leave(self) -> None:
        """Leave the desk, as the window goes; what was to be done later finds no desk and lets it be."""
        self._session = None
        self._desk = None

    def lay_out(self, session: PlanSession | None) -> None:
        """Put a plan on the bench, or clear it."""
        self._session = session
        self._alternative = self._shown_by_default()
        self.plan_replaced.emit()

    def change_workspace(self, change: Callable[[], object]) -> PlannerError | None:
        """Do what changes the workspace under the desk, and lay out the same plan where it still is there.

        Returns the fault that refused it, None where it was done. Undo of the plans begins anew in any case.
        """
        plan = self.plan.id if self.has_plan else ""
        self.lay_out(None)
        try:
            change()
        except PlannerError as fault:
            return fault
        finally:
            self.workspace_replaced.emit()
            there = any(one.id == plan for one in self.desk.plans())
            self.lay_out(self.desk.open(plan) if there else None)
        return None

    def show_newest(self) -> None:
        """Lay the plan out as it is stored by now: another program, or another day, has changed what it says."""
        shown = self._alternative
        try:
            self.lay_out(self.desk.open(self.plan.id))
        except PlannerError as fault:
            self.tell_fault(fault)
            return
        if shown != self._alternative:
            self.show_alternative(shown)

    def show_alternative(self, alternative: str) -> None:
        """Show another alternative of the plan."""
        if alternative != self._alternative and self.plan.alternative(alternative) is not None:
            self._alternative = alternative
            self.plan_replaced.emit()

    def _shown_by_default(self) -> str:
        if self._session is None or not self._session.plan.alternatives:
            return ""
        return self._session.plan.chosen or self._session.plan.alternatives[0].id

    # --- edits -------------------------------------------------------------------------------------------------------

    def attempt(self, edit: Edit, merge_key: str = "") -> PlannerError | None:
        """Do an edit and return None, or the fault that refused it; then nothing changed and the caller shows it."""
        assert self._session is not None
        try:
            change = self._session.do(edit, merge_key)
        except PlannerError as fault:
            return fault
        self._changed(change)
        return None

    def do(self, edit: Edit, merge_key: str = "") -> bool:
        """Do an edit; a refusal is shown as a notice. Tells whether it was done."""
        fault = self.attempt(edit, merge_key)
        if fault is not None:
            self.tell_fault(fault)
        return fault is None

    def undo(self) -> None:
        """Take the last step back, and name it."""
        self._step("undo")

    def redo(self) -> None:
        """Do the last undone step again, and name it."""
        self._step("redo")

    def return_to(self, number: int) -> None:
        """Make a stored state of the plan the newest one."""
        from desktop_app.services.plan_history import state_of

        assert self._session is not None
        try:
            earlier = state_of(self.desk, self.plan, number)
            self._session.return_to(earlier, number)
        except PlannerError as fault:
            self.tell_fault(fault)
            return
        if self.plan.alternative(self._alternative) is None:
            self._alternative = self._shown_by_default()
        self.plan_replaced.emit()

    def step_text(self, which: str) -> str:
        """Return what undo or redo would do, in words; '' where there is nothing."""
        if self._session is None:
            return ""
        label = self._session.undoable if which == "undo" else self._session.redoable
        if label is None:
            return ""
        from desktop_app.services.step_words import step_words  # brings the engine: not for an empty window

        return step_words(label, self._session.plan, self._language)

    def _step(self, which: str) -> None:
        if self._session is None:
            return
        label = self.step_text(which)
        try:
            change = self._session.undo() if which == "undo" else self._session.redo()
        except PlannerError as fault:
            self.tell_fault(fault)
            return
        self._changed(change)
        if which == "undo":
            self.tell(Notice(text=msg("window.undone", "Taken back: {label}", label=label), until_change=True))
        else:
            self.tell(Notice(text=msg("window.redone", "Done again: {label}", label=label), until_change=True))

    def _changed(self, change: Change) -> None:
        if self.plan.alternative(self._alternative) is None:
            self._alternative = self._shown_by_default()
            self.plan_replaced.emit()
            return
        self.plan_changed.emit(change)

    # --- going about -------------------------------------------------------------------------------------------------

    def explain(self, figure: Figure) -> None:
        """Show where a number comes from."""
        self.explained.emit(figure)

    def go(self, place: str, subject: str = "") -> None:
        """Go to a place and reveal a line, node, entry or fund there."""
        self.place_asked.emit(place, subject)

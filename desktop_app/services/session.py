"""A plan being worked on: every edit is on disk before it is seen, undo swaps whole plans, assessments are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec

from db.store import Store
from desktop_app.services.kept_steps import KeptStep, KeptSteps, whole_change
from desktop_app.services.plans import refuse_taken_title
from desktop_app.services.step_labels import step_label
from planner.assess.change import AssessmentChange, assessment_change
from planner.assess.memo import Memo
from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.errors import EditError, unknown_id
from planner.messages import Message, msg
from planner.plan.document import Plan
from planner.plan.edits import Change, Edit
from planner.plan.history import History, Step
from planner.plan.rows import pruned

Clock = Callable[[], dt.datetime]


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """What a session needs to know of the outside: the day it reckons with, the clock for revisions, the market."""

    today: dt.date
    clock: Clock
    market: tuple[Item, ...] = ()


class SessionChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a step did: the change of the plan, what the menu calls it, and what the followed alternative says now.

    ``assessment`` is None where no alternative is followed, or the one that was is gone.
    """

    cause: Literal["edit", "undo", "redo", "return"]
    change: Change
    label: Message
    assessment: AssessmentChange | None = None


Listener = Callable[[SessionChange], None]


class PlanSession:
    """Owns plan, revision, history and assessments of one plan in the store; no Qt."""

    def __init__(self, store: Store, plan: Plan, revision: int, environment: Environment) -> None:
        """Start from a stored plan; ``open_session`` and ``start_session`` make one."""
        self._store = store
        self._plan = plan
        self._revision = revision
        self._environment = environment
        self._history = History()
        self._opened = revision
        self._kept: KeptSteps | None = None
        self._memos: dict[str, Memo] = {}
        self._assessments: dict[str, Assessment] = {}
        self._seen: dict[str, Assessment] = {}
        self._listeners: list[Listener] = []
        self._followed = ""

    @property
    def plan(self) -> Plan:
        """Return the plan as it stands."""
        return self._plan

    @property
    def revision(self) -> int:
        """Return the number of the stored revision."""
        return self._revision

    @property
    def undoable(self) -> Message | None:
        """Return what undo would take back: a step of this session, else the last that was done before it."""
        step = self._history.undoable or self._steps_before.undoable
        return step.label if step else None

    @property
    def redoable(self) -> Message | None:
        """Return what redo would do again."""
        step = self._history.redoable or self._steps_before.redoable
        return step.label if step else None

    @property
    def _steps_before(self) -> KeptSteps:
        """Return the steps that were done before the plan was opened; read when somebody asks."""
        if self._kept is None:
            plans, name = self._store.plans, self._plan.id
            stored = [one for one in plans.revisions(name) if one.number <= self._opened]
            self._kept = KeptSteps(stored, partial(plans.same, name))
        return self._kept

    def _loaded(self, kept: KeptStep | None) -> Step | None:
        """Return a step that was done before as one of this session; raises KnownStoreError where a state is damaged."""
        if kept is None:
            return None
        before, after = (self._store.plans.load(self._plan.id, number).plan for number in (kept.before, kept.after))
        self._steps_before.taken(kept)
        return Step(before=before, after=after, change=whole_change(before, after), label=kept.label)

    def do(self, edit: Edit, merge_key: str = "") -> Change:
        """Apply ``edit``; it is on disk when this returns. One that leaves the plan as it is makes no step and no revision.

        Raises EditError or KnownStoreError, then nothing changed.
        """
        after, change = edit.apply(self._plan)
        refuse_taken_title(self._plan, after, self._store)
        after = pruned(after)  # earlier revisions and the steps to undo keep their own rows
        if after == self._plan:
            return Change()  # the value that stands there, typed again
        label = step_label(edit, self._plan, after)
        self._commit(after, label)
        self._history.push(Step(before=self._plan, after=after, change=change, label=label, merge_key=merge_key))
        self._steps_before.end_redo()
        self._plan = after
        self._tell("edit", change, label)
        return change

    def undo(self) -> Change:
        """Take the last step back; raises EditError where there is none."""
        if self._history.undoable is None and (kept := self._loaded(self._steps_before.undoable)) is not None:
            self._history.done_before(kept)
        step = self._history.undoable
        if step is None:
            raise EditError(msg("session.nothing_to_undo", "There is nothing to undo."))
        self._commit(step.before, msg("session.undo", "Undo: {label}", label=step.label))
        self._history.undone()
        self._plan = step.before
        self._tell("undo", step.change.inverse(), step.label)
        return step.change.inverse()

    def redo(self) -> Change:
        """Do the last undone step again; raises EditError where there is none."""
        if self._history.redoable is None and (kept := self._loaded(self._steps_before.redoable)) is not None:
            self._history.undone_before(kept)
        step = self._history.redoable
        if step is None:
            raise EditError(msg("session.nothing_to_redo", "There is nothing to redo."))
        self._commit(step.after, msg("session.redo", "Redo: {label}", label=step.label))
        self._history.redone()
        self._plan = step.after
        self._tell("redo", step.change, step.label)
        return step.change

    def return_to(self, earlier: Plan, number: int) -> Change:
        """Make an earlier state of this plan the newest, as one step that can be undone; raises KnownStoreError."""
        label = msg("session.back", "Back to revision {number}", number=str(number))
        change = Change(areas=frozenset(Plan.__struct_fields__))
        self._commit(earlier, label)
        self._history.push(Step(before=self._plan, after=earlier, change=change, label=label))
        self._steps_before.end_redo()
        self._plan = earlier
        self._tell("return", change, label)
        return change

    def assessment(self, alternative: str = "") -> Assessment:
        """Return the assessment of an alternative ('' for the chosen or first one), computed where it is stale.

        Raises:
            UnknownIdError: the plan has no such alternative.
            EditError: it has none at all.
        """
        wanted = alternative or chosen_alternative(self._plan)
        if self._plan.alternative(wanted) is None:
            known = tuple(one.id for one in self._plan.alternatives)
            raise unknown_id(msg("kind.alternative", "alternative"), wanted, known)
        found = self._assessments.get(wanted)
        if found is None or found.plan is not self._plan:
            memo = self._memos.setdefault(wanted, Memo())
            found = assess(self._plan, wanted, self._environment.today, memo, self._environment.market)
            self._assessments[wanted] = found
        return found

    def reassessed(self, alternative: str = "") -> AssessmentChange:
        """Return what the assessment says otherwise than when this was last asked for the alternative; raises as that.

        The first time, and after the alternative was away, the change is ``whole``.
        """
        now = self.assessment(alternative)
        name = now.context.alternative.id
        change = assessment_change(self._seen.get(name), now)
        self._seen[name] = now
        return change

    def follow(self, alternative: str = "") -> Assessment:
        """Let listeners be told what each step changes in this alternative; returns its assessment, raises as that."""
        self.reassessed(alternative)
        found = self.assessment(alternative)
        self._followed = found.context.alternative.id
        return found

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after each step that is on disk and assessed; returns the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, cause: Literal["edit", "undo", "redo", "return"], change: Change, label: Message) -> None:
        self._seen = {name: seen for name, seen in self._seen.items() if self._plan.alternative(name) is not None}
        if not self._listeners:
            return
        followed = self._followed if self._followed in self._seen else ""
        told = self.reassessed(followed) if followed else None
        for listener in tuple(self._listeners):
            listener(SessionChange(cause=cause, change=change, label=label, assessment=told))

    def _commit(self, plan: Plan, label: Message) -> None:
        self._revision = self._store.plans.save_revision(plan, label, self._environment.clock(), self._revision)


def chosen_alternative(plan: Plan) -> str:
    """Return the id of the chosen alternative, else of the first; raises EditError where there is none."""
    if plan.chosen:
        return plan.chosen
    if not plan.alternatives:
        raise EditError(
            msg("session.no_alternative", "The plan has no alternative yet."),
            msg("session.no_alternative.remedy", "Add one, or start from a template."),
        )
    return plan.alternatives[0].id


def open_session(store: Store, wanted: str, environment: Environment) -> PlanSession:
    """Return a session on the stored plan with this id or title; raises UnknownIdError, KnownStoreError."""
    stored = store.plans.load(wanted)
    return PlanSession(store, stored.plan, stored.revision, environment)


def start_session(store: Store, plan: Plan, environment: Environment) -> PlanSession:
    """Store a new plan and return a session on it; raises KnownStoreError."""
    label = msg("session.created", "Plan created")
    return PlanSession(store, plan, store.plans.save_revision(plan, label, environment.clock()), environment)

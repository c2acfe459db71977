"""The steps of a plan that were done before it was opened, read from its stored revisions: they can be undone as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from db.plans import Revision
from planner.messages import Message, msg
from planner.plan.document import Plan
from planner.plan.edits import Change

UNDO, REDO = "session.undo", "session.redo"
SameState = Callable[[int, int], bool]


class KeptStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: the revisions before and after it, and what it is called."""

    before: int
    after: int
    label: Message


class KeptSteps:
    """Steps done and undone up to the newest of ``revisions``; ``same`` tells whether two revisions hold the same plan.

    A revision whose predecessor was thinned out is where the steps begin. An undo that took back several revisions at
    once (typing in one field is one step) is found by the state it came back to.
    """

    def __init__(self, revisions: Iterable[Revision] = (), same: SameState = lambda one, other: False) -> None:
        self._done: list[KeptStep] = []
        self._undone: list[KeptStep] = []
        self._same = same
        last = None
        for one in sorted(revisions, key=lambda each: each.number):
            if last is not None and one.number == last + 1:
                self._take(one)
            else:
                self._forget()
            last = one.number

    @property
    def done(self) -> tuple[KeptStep, ...]:
        """Return the steps that led to the newest state, undone ones left out."""
        return tuple(self._done)

    @property
    def undoable(self) -> KeptStep | None:
        """Return the step that undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def redoable(self) -> KeptStep | None:
        """Return the step that redo would do again."""
        return self._undone[-1] if self._undone else None

    def taken(self, step: KeptStep) -> None:
        """Let a step go: the history of the session has it from now on."""
        for steps in (self._done, self._undone):
            if step in steps:
                steps.remove(step)

    def end_redo(self) -> None:
        """Forget what was undone: something else was done since."""
        self._undone.clear()

    def _forget(self) -> None:
        self._done.clear()
        self._undone.clear()

    def _take(self, one: Revision) -> None:
        kind = one.label.id if isinstance(one.label, Message) else ""
        if kind == UNDO:
            self._take_undo(one.number)
        elif kind == REDO:
            self._take_redo(one.number)
        else:
            label = one.label if isinstance(one.label, Message) else msg("session.step", "{label}", label=one.label)
            self._done.append(KeptStep(before=one.number - 1, after=one.number, label=label))
            self._undone.clear()

    def _take_undo(self, number: int) -> None:
        places = (at for at in reversed(range(len(self._done))) if self._same(self._done[at].before, number))
        at = next(places, None)
        if at is None:
            self._forget()
            return
        first, last = self._done[at], self._done[-1]
        del self._done[at:]
        self._undone.append(KeptStep(before=first.before, after=last.after, label=last.label))

    def _take_redo(self, number: int) -> None:
        if not self._undone or not self._same(self._undone[-1].after, number):
            self._forget()
            return
        self._done.append(self._undone.pop())


def whole_change(before: Plan, after: Plan) -> Change:
    """Return what differs between two plans, by their top-level areas."""
    fields = Plan.__struct_fields__
    return Change(areas=frozenset(name for name in fields if getattr(before, name) != getattr(after, name)))

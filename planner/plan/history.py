"""Undo and redo: a history of swaps between whole plans; undoing computes nothing, so it cannot fail."""

from __future__ import annotations

import msgspec

from planner.messages import Message
from planner.plan.document import Plan
from planner.plan.edits import Change, joined

LIMIT = 500


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step: the plan before and after, what changed, how the menu calls it."""

    before: Plan
    after: Plan
    change: Change
    label: Message
    merge_key: str = ""


class History:
    """The steps done and undone; the session that owns it does the storing."""

    def __init__(self) -> None:
        """Start empty."""
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def undoable(self) -> Step | None:
        """Return the step that undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def redoable(self) -> Step | None:
        """Return the step that redo would do again."""
        return self._undone[-1] if self._undone else None

    def push(self, step: Step) -> None:
        """Remember a step; one with the merge key of the last becomes part of it."""
        self._undone.clear()
        last = self.undoable
        if last is not None and step.merge_key and last.merge_key == step.merge_key:
            both = joined([last.change, step.change])
            self._done[-1] = msgspec.structs.replace(last, after=step.after, change=both, label=step.label)
            return
        self._done.append(step)
        del self._done[:-LIMIT]

    def done_before(self, step: Step) -> None:
        """Put a step below all others: it was done before they were."""
        self._done.insert(0, step)

    def undone_before(self, step: Step) -> None:
        """Put an undone step below all others: it was undone before they were."""
        self._undone.insert(0, step)

    def undone(self) -> Step:
        """Move the last step to the undone ones and return it; raises IndexError when there is none."""
        step = self._done.pop()
        self._undone.append(step)
        return step

    def redone(self) -> Step:
        """Move the last undone step back and return it; raises IndexError when there is none."""
        step = self._undone.pop()
        self._done.append(step)
        return step

"""Edits of a command line: values set, parts added and removed, one after the other as they were given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Literal

import msgspec

from db.store import Store
from planner.errors import PlannerError
from planner.messages import msg
from planner.plan.added import part_from_text
from planner.plan.document import Plan
from planner.plan.edits import Edit, RemovePart
from planner.plan.typed import edit_from_text

StepKind = Literal["set", "add", "remove"]


class TypedStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: what to do, the path, and the text for it ('' to remove)."""

    kind: StepKind
    path: str
    text: str = ""

    @property
    def said(self) -> str:
        """Return the step as it was typed."""
        return f"--{self.kind} {self.path}" + ("" if self.kind == "remove" else f"={self.text}")


def typed_edits(plan: Plan, steps: Sequence[TypedStep], store: Store, today: dt.date | None = None) -> tuple[Edit, ...]:
    """Return the edit of each step, each read in the plan that the steps before it leave.

    The plan's rules are looked at when all of them are applied: a low and a high price can be raised together.

    Raises:
        EditError, InputError, UnknownIdError: naming the path and value that do not go, and of several steps which one.
    """
    edits: list[Edit] = []
    current = plan
    for number, step in enumerate(steps, 1):
        try:
            edit = _edit(current, step, store, today)
            current, _ = edit.apply_unchecked(current)
        except PlannerError as error:
            if len(steps) > 1:
                raise _of_step(error, step, number, len(steps)) from error
            raise
        edits.append(edit)
    return tuple(edits)


def _edit(plan: Plan, step: TypedStep, store: Store, today: dt.date | None) -> Edit:
    if step.kind == "add":
        return part_from_text(plan, step.path, step.text)
    if step.kind == "set":
        return edit_from_text(plan, step.path, step.text, store.catalog.get, today=today)
    return RemovePart(path=step.path)


def _of_step(error: PlannerError, step: TypedStep, number: int, count: int) -> PlannerError:
    """Return the error with the step that it is about; nothing of the others is kept either."""
    message = msg(
        "edit.step",
        "Step {number} of {count} ({step}): {fault} None of the steps was taken.",
        number=number,
        count=count,
        step=step.said,
        fault=error.message,
    )
    return type(error)(message, error.remedy, error.place)

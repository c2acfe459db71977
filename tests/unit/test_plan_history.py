"""The history by itself: order of steps, redo cut off by a new step, merging, and its length."""

from __future__ import annotations

import pytest

from planner.plan.document import Plan
from planner.plan.edits import SetValue
from planner.plan.history import LIMIT, History, Step
from tests.sample_plans import sample


def step(before: Plan, quantity: int, merge_key: str = "", path: str = "A/ws/quantity") -> Step:
    edit = SetValue(path=path, value=quantity)
    after, change = edit.apply(before)
    return Step(before=before, after=after, change=change, label=edit.label(), merge_key=merge_key)


def test_steps_come_back_in_order_and_a_new_one_cuts_off_redo() -> None:
    history = History()
    assert (history.undoable, history.redoable) == (None, None)
    one = step(sample(), 2)
    two = step(one.after, 3)
    history.push(one)
    history.push(two)
    assert history.undone() is two
    assert (history.undoable, history.redoable) == (one, two)
    assert history.redone() is two
    history.undone()
    other = step(one.after, 9)
    history.push(other)
    assert (history.undoable, history.redoable) == (other, None)
    for empty in (History().undone, History().redone):
        with pytest.raises(IndexError):
            empty()


def test_steps_with_one_merge_key_become_one_that_changes_all_of_it() -> None:
    history = History()
    one = step(sample(), 2, "spin")
    two = step(one.after, 3, "spin", "A/nas/quantity")
    three = step(two.after, 4, "other")
    for made in (one, two, three):
        history.push(made)
    history.undone()
    merged = history.undone()
    assert (merged.before, merged.after) == (one.before, two.after)
    assert merged.change.updated == ("ws", "nas")
    assert merged.change.paths == ("alternatives/A/lines/ws/quantity", "alternatives/A/lines/nas/quantity")
    assert history.undoable is None


def test_steps_without_a_key_are_never_merged() -> None:
    history = History()
    history.push(step(sample(), 2))
    history.push(step(sample(), 3))
    assert history.undone().change.paths == history.undone().change.paths


def test_only_the_last_steps_are_kept() -> None:
    history = History()
    made = step(sample(), 2)
    for _ in range(LIMIT + 5):
        history.push(made)
    count = 0
    while history.undoable is not None:
        history.undone()
        count += 1
    assert count == LIMIT

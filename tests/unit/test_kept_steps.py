"""Undo after the plan was opened again: the steps are those of the stored revisions, in any mix of steps, undo and redo."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.plans import Revision
from db.store import Store, open_store
from desktop_app.services.kept_steps import KeptSteps
from desktop_app.services.session import Environment, PlanSession, open_session, start_session
from desktop_app.services.step_words import step_words
from planner.errors import EditError
from planner.messages import msg, render
from planner.plan.edits import AddPart, SetValue
from tests.sample_plans import TODAY, sample
from tests.store.sample import BUNDLE

MOMENT = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "labprocure.db", bundle=BUNDLE) as opened:
        yield opened


def environment() -> Environment:
    return Environment(today=TODAY, clock=lambda: MOMENT)


def opened(store: Store) -> PlanSession:
    """Return what the program has after a restart."""
    return open_session(store, "plan-lab-a", environment())


def quantity(session: PlanSession) -> int:
    return next(one.quantity for one in session.plan.alternatives[0].lines if one.id == "ws")


def to(session: PlanSession, value: int, merge_key: str = "") -> None:
    session.do(SetValue(path="A/ws/quantity", value=value), merge_key)


def test_the_last_step_before_the_restart_can_be_undone_and_is_named(store: Store) -> None:
    first = start_session(store, sample(), environment())
    before = first.plan
    to(first, 3)
    second = opened(store)
    assert second.undoable is not None
    assert render(second.undoable, "zh") == "修改：四卡工作站数量，从 1 改为 3"
    assert "3" in step_words(second.undoable, second.plan, "en")
    second.undo()
    assert second.plan == before
    assert second.undoable is None
    assert second.redoable is not None
    second.redo()
    assert quantity(second) == 3


def test_a_new_plan_has_nothing_to_undo(store: Store) -> None:
    start_session(store, sample(), environment())
    again = opened(store)
    assert again.undoable is None
    assert again.redoable is None
    with pytest.raises(EditError):
        again.undo()


def test_what_was_undone_before_the_restart_can_be_redone(store: Store) -> None:
    first = start_session(store, sample(), environment())
    for value in (2, 3, 4):
        to(first, value)
    first.undo()
    first.undo()
    second = opened(store)
    assert quantity(second) == 2
    second.redo()
    second.redo()
    assert quantity(second) == 4
    third = opened(store)
    assert third.redoable is None
    for value in (3, 2, 1):
        third.undo()
        assert quantity(third) == value
    assert third.undoable is None


def test_a_new_step_ends_what_could_be_redone(store: Store) -> None:
    first = start_session(store, sample(), environment())
    to(first, 2)
    first.undo()
    second = opened(store)
    to(second, 5)
    assert second.redoable is None
    assert opened(store).redoable is None


def test_an_undone_run_of_typing_is_found_by_the_state_it_came_back_to(store: Store) -> None:
    first = start_session(store, sample(), environment())
    to(first, 2)
    for value in (3, 4, 5):
        to(first, value, "typing")
    first.undo()  # one step for three revisions
    assert quantity(first) == 2
    second = opened(store)
    second.undo()
    assert quantity(second) == 1
    second.redo()
    second.redo()
    assert quantity(second) == 5


def test_going_back_to_a_state_is_a_step_as_well(store: Store) -> None:
    first = start_session(store, sample(), environment())
    to(first, 2)
    to(first, 3)
    first.return_to(store.plans.load("plan-lab-a", 1).plan, 1)
    second = opened(store)
    second.undo()
    assert quantity(second) == 3


def test_a_gap_in_the_revisions_is_where_the_steps_begin() -> None:
    moment = MOMENT
    label = msg("t.step", "Step")
    kept = KeptSteps([Revision(number=number, created_at=moment, label=label) for number in (1, 5, 6, 7)])
    assert kept.undoable is not None
    assert (kept.undoable.before, kept.undoable.after) == (6, 7)
    kept.taken(kept.undoable)
    kept.taken(kept.undoable)
    assert kept.undoable is None  # 5 stands alone: what led to it is not kept


@pytest.mark.parametrize("seed", range(6))
def test_any_mix_of_steps_and_restarts_undoes_to_the_start(store: Store, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a walk, no secret
    session = start_session(store, sample(), environment())
    start = session.plan
    states: list[int] = [quantity(session)]
    at = 0
    for number in range(60):
        act = draw.choice(("do", "do", "do", "undo", "redo", "restart", "other"))
        if act in ("do", "other"):
            to(session, 2 + number) if act == "do" else session.do(
                AddPart(path="people", value={"id": f"g{number}", "title": {"zh": "组", "en": "group"}, "count": 1})
            )
            del states[at + 1 :]
            states.append(quantity(session))
            at += 1
        elif act == "undo" and at:
            session.undo()
            at -= 1
        elif act == "redo" and at + 1 < len(states):
            session.redo()
            at += 1
        elif act == "restart":
            session = opened(store)
        assert quantity(session) == states[at]
        assert (session.undoable is not None) == (at > 0)
        assert (session.redoable is not None) == (at + 1 < len(states))
    session = opened(store)
    while session.undoable is not None:
        session.undo()
    assert session.plan == start

"""A plan being worked on, on a real store: each edit is on the disk before the next, and a failing one changes nothing."""

from __future__ import annotations

import datetime as dt
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from db.errors import KnownStoreError
from db.store import Store, open_store
from desktop_app.services.session import (
    Environment,
    PlanSession,
    SessionChange,
    chosen_alternative,
    open_session,
    start_session,
)
from planner.catalog.load import bundled_item
from planner.errors import EditError, UnknownIdError
from planner.messages import render
from planner.plan.codec import encode_plan, plan_from_builtins
from planner.plan.document import Plan
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue, UseItem
from tests.conftest import PROJECT
from tests.plan_files import plain
from tests.sample_plans import TODAY, sample
from tests.store.sample import BUNDLE

MOMENT = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)
STEPS: tuple[Edit, ...] = (
    SetValue(path="A/ws/quantity", value=2),
    UseItem(path="A/ws/card", item=bundled_item("nv-rtx5090")),
    RemovePart(path="site/socket-1"),
    AddPart(path="people", value={"id": "staff", "title": {"zh": "职工", "en": "staff"}, "count": 4}),
    SetValue(path="facts/fx_usd_cny", value={"value": 7.1}),
)


def environment() -> Environment:
    return Environment(today=TODAY, clock=lambda: MOMENT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labprocure.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path, bundle=BUNDLE) as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> PlanSession:
    return start_session(store, sample(), environment())


def on_disk(path: Path) -> Plan:
    """Return what another program would find now."""
    with open_store(path, bundle=BUNDLE) as other:
        return other.plans.load("plan-lab-a").plan


def test_each_edit_is_on_the_disk_before_the_next(session: PlanSession, path: Path) -> None:
    assert on_disk(path) == session.plan == sample()
    for number, edit in enumerate(STEPS, start=2):
        expected, change = edit.apply(session.plan)
        assert session.do(edit) == change
        assert session.plan == expected == on_disk(path)
        assert session.revision == number


def test_undo_to_the_start_gives_the_plan_back_and_redo_the_end(session: PlanSession, path: Path) -> None:
    for edit in STEPS:
        session.do(edit)
    end = session.plan
    assert [session.undo().areas for _ in STEPS] == [
        *({"facts"}, {"people"}, {"site"}, {"alternatives"}, {"alternatives"}),
    ]
    assert session.plan == sample() == on_disk(path)
    assert encode_plan(session.plan, indent=2) == encode_plan(sample(), indent=2)
    with pytest.raises(EditError):
        session.undo()
    changes = [session.redo() for _ in STEPS]
    assert changes[3].added == ("staff",)
    assert session.plan is end
    assert on_disk(path) == end
    with pytest.raises(EditError):
        session.redo()


def test_undoing_a_removal_adds_and_the_step_is_named(session: PlanSession) -> None:
    assert (session.undoable, session.redoable) == (None, None)
    session.do(RemovePart(path="A/nas"))
    assert session.undoable is not None
    assert render(session.undoable, "en") == "Remove Network storage (NAS)"
    change = session.undo()
    assert (change.added, change.removed) == (("nas",), ())
    assert session.redoable is not None
    session.do(SetValue(path="A/ws/quantity", value=2))
    assert session.redoable is None  # a new edit cuts off what was undone


def test_revisions_are_labelled_with_what_was_done(session: PlanSession, store: Store) -> None:
    session.do(SetValue(path="A/ws/quantity", value=2))
    session.undo()
    session.redo()
    labels = [one.label if isinstance(one.label, str) else render(one.label, "en") for one in _revisions(store)]
    assert labels == [
        "Redo: Change Workstation with four accelerators Qty from 1 to 2",
        "Undo: Change Workstation with four accelerators Qty from 1 to 2",
        "Change Workstation with four accelerators Qty from 1 to 2",
        "Plan created",
    ]


def _revisions(store: Store) -> tuple[Any, ...]:
    return store.plans.revisions("plan-lab-a")


def test_edits_with_one_merge_key_are_one_step_and_still_each_on_the_disk(session: PlanSession, path: Path) -> None:
    for quantity in (2, 3, 4):
        session.do(SetValue(path="A/ws/quantity", value=quantity), merge_key="spin A/ws/quantity")
        assert on_disk(path) == session.plan
    session.do(SetValue(path="A/nas/quantity", value=2), merge_key="spin A/nas/quantity")
    session.undo()
    session.undo()
    assert session.plan == sample() == on_disk(path)
    session.redo()
    assert session.plan.alternatives[0].lines[0].quantity == 4


def test_an_edit_that_does_not_apply_leaves_the_session_as_it_was(session: PlanSession, path: Path) -> None:
    session.do(STEPS[0])
    before, revision = session.plan, session.revision
    for bad in (SetValue(path="A/ws/quantity", value=-1), RemovePart(path="A/printer")):
        with pytest.raises(EditError):
            session.do(bad)
    assert session.plan is before
    assert session.revision == revision
    assert on_disk(path) == before
    session.undo()
    assert session.plan == sample()


@pytest.mark.parametrize("action", ["do", "undo", "redo"])
def test_a_commit_that_fails_leaves_the_session_as_it_was(
    session: PlanSession, store: Store, path: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    session.do(STEPS[0])
    session.do(STEPS[1])
    session.undo()
    state = (session.plan, session.revision, session.undoable, session.redoable)

    def full(*_: Any) -> int:
        from planner.messages import msg

        raise KnownStoreError(msg("store.full", "The disk is full."), None, str(path))

    with monkeypatch.context() as broken:
        broken.setattr(store.plans, "save_revision", full)
        with pytest.raises(KnownStoreError):
            session.do(STEPS[2]) if action == "do" else getattr(session, action)()
    assert (session.plan, session.revision, session.undoable, session.redoable) == state
    assert on_disk(path) == session.plan
    session.redo()
    session.undo()
    session.undo()
    assert session.plan == sample()


def test_two_sessions_on_one_plan_do_not_overwrite_each_other(session: PlanSession, path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as other_store:
        other = open_session(other_store, "plan-lab-a", environment())
        assert other.plan == session.plan
        session.do(STEPS[0])
        with pytest.raises(KnownStoreError) as caught:
            other.do(STEPS[4])
        assert caught.value.message.id == "store.changed_elsewhere"
        assert caught.value.remedy is not None
        assert other.plan == sample()
        again = open_session(other_store, "plan-lab-a", environment())
        again.do(STEPS[4])
    assert on_disk(path).facts["fx_usd_cny"].value == 7.1
    with pytest.raises(KnownStoreError):
        session.undo()


def test_a_session_is_opened_by_id_or_title(session: PlanSession, store: Store) -> None:
    for wanted in ("plan-lab-a", session.plan.title.zh, session.plan.title.en):
        assert open_session(store, wanted, environment()).plan == session.plan
    with pytest.raises(UnknownIdError):
        open_session(store, "plan-lab-b", environment())


def test_the_assessment_is_kept_until_the_plan_changes(session: PlanSession) -> None:
    first = session.assessment()
    assert session.assessment() is first
    assert session.assessment("A") is first
    session.do(SetValue(path="A/ws/quantity", value=2))
    second = session.assessment()
    assert second is not first
    assert second.plan is session.plan
    before, after = first.context, second.context
    assert (before.totals.max_w.value, after.totals.max_w.value) == (2650.0, 5150.0)
    assert after.lines["nas"] is before.lines["nas"]  # untouched lines are not computed again
    assert after.demand is before.demand
    session.undo()
    assert session.assessment().context.totals.max_w.value == 2650.0
    with pytest.raises(UnknownIdError):
        session.assessment("Z")


def test_a_plan_without_alternatives_says_so(store: Store) -> None:
    empty = plan_from_builtins({**plain(), "alternatives": [], "chosen": "", "items": {}, "workload": []})
    session = start_session(store, empty, environment())
    with pytest.raises(EditError):
        session.assessment()
    with pytest.raises(EditError):
        chosen_alternative(empty)


# --------------------------------------------------------------------------------------------------------- kills
WRITER = """
import datetime as dt, sys
from pathlib import Path
from db.store import open_store
from desktop_app.services.session import open_session
from planner.plan.edits import SetValue
from tests.store.sample import BUNDLE
from tests.unit.test_plan_session import environment
with open_store(Path(sys.argv[1]), bundle=BUNDLE) as store:
    session = open_session(store, "plan-lab-a", environment())
    quantity = session.plan.alternatives[0].lines[0].quantity
    while True:
        quantity += 1
        session.do(SetValue(path="A/ws/quantity", value=quantity))
        session.undo()
        session.redo()
        print(quantity, session.revision, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be waited for")
def test_kills_during_edits_leave_the_state_before_or_after(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        start_session(store, sample(), environment())
    chance = random.Random(20261130)
    for _ in range(3):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(chance.randint(1, 5)):
                quantity, revision = map(int, child.stdout.readline().split())
            child.kill()
            rest = child.stdout.read().split("\n")[:-1]
        quantity, revision = map(int, rest[-1].split()) if rest else (quantity, revision)
        with open_store(path, bundle=BUNDLE) as store:
            found = store.plans.load("plan-lab-a")
            assert found.revision in range(revision, revision + 4)
            # after n steps of do, undo, redo: the state of the last one or of the one it was in
            assert found.plan.alternatives[0].lines[0].quantity in (quantity, quantity + 1)
            assert store.plans.lost_items() == ()
        assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_listeners_are_told_each_step_and_what_it_changed_in_the_assessment(store: Store) -> None:
    session = start_session(store, sample("lab-a"), environment())
    followed = session.follow("A")
    told: list[SessionChange] = []
    stop = session.listen(told.append)
    session.do(SetValue(path="A/ws/quantity", value=2))
    session.undo()
    session.redo()
    assert [one.cause for one in told] == ["edit", "undo", "redo"]
    assert all(one.change.updated == ("ws",) for one in told)
    for one in told:
        assert one.assessment is not None
        assert {"A/ws/max_w", "A/total/max_w"} <= one.assessment.figures
        assert {"max_w", "planned"} <= one.assessment.totals
    assert session.assessment("A") != followed
    stop()
    session.undo()
    assert len(told) == 3
    assert session.assessment("A").findings == followed.findings


def test_what_changed_since_it_was_last_asked_is_told_once(store: Store) -> None:
    session = start_session(store, sample("lab-a"), environment())
    assert session.reassessed("A").whole
    session.do(SetValue(path="A/ws/quantity", value=2))
    session.do(SetValue(path="A/ws/quantity", value=3))
    assert "A/ws/max_w" in session.reassessed("A").figures
    assert not session.reassessed("A")
    session.do(SetValue(path="title", value={"zh": "新", "en": "new"}))
    assert not session.reassessed("A")


def test_the_value_that_stands_there_makes_no_step_and_no_revision(session: PlanSession, store: Store) -> None:
    path = f"{session.plan.alternatives[0].id}/{session.plan.alternatives[0].lines[0].id}/quantity"
    standing = session.plan.alternatives[0].lines[0].quantity
    revision, plan = session.revision, session.plan
    for edit in (SetValue(path=path, value=standing), Batch(edits=(SetValue(path=path, value=standing),))):
        assert not session.do(edit).paths
    assert (session.revision, session.plan, session.undoable) == (revision, plan, None)
    assert len(_revisions(store)) == 1


def test_a_fact_that_is_confirmed_is_a_step(session: PlanSession) -> None:
    session.do(SetValue(path="facts/power_factor", value={"value": 0.95, "quality": "assumed"}))
    session.do(SetValue(path="facts/power_factor", value={"value": 0.95, "quality": "entered"}))
    revision = session.revision
    session.do(SetValue(path="facts/power_factor", value={"value": 0.95, "quality": "entered"}))
    assert session.revision == revision == 3

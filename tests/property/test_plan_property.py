"""Any chain of edits: whole after each, undone to the start, redone to the end, stored and compared without loss."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.errors import EditError
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.difference import differences
from planner.plan.document import Plan
from planner.plan.edits import Edit
from planner.plan.history import History, Step
from planner.plan.rules import broken_rules
from tests.plan_strategies import applied, edits, plans

SOME = settings(
    deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
MANY = settings(SOME, max_examples=400)


def chain(data: st.DataObject, length: int) -> tuple[History, list[Plan]]:
    """Apply up to ``length`` drawn edits; return the history and the plan after each, the first one included."""
    history, states = History(), [data.draw(plans())]
    for _ in range(data.draw(st.integers(1, length))):
        before = states[-1]
        edit = data.draw(edits(before))
        bytes_before = encode_plan(before)
        after = applied(before, edit)
        assert encode_plan(before) == bytes_before
        if after is not None:
            _, change = edit.apply(before)
            history.push(Step(before=before, after=after, change=change, label=edit.label()))
            states.append(after)
    return history, states


def look_at_a_chain(data: st.DataObject, length: int) -> None:
    history, states = chain(data, length)
    for state in states:
        assert list(broken_rules(state)) == []
        assert decode_plan(encode_plan(state)) == state
    for expected in reversed(states[:-1]):
        assert history.undone().before == expected
    assert history.undoable is None
    for expected in states[1:]:
        assert history.redone().after is expected
    assert history.redoable is None


@SOME
@given(st.data())
def test_undo_of_all_gives_the_plan_back_and_redo_the_end(data: st.DataObject) -> None:
    look_at_a_chain(data, 6)


@pytest.mark.long
@MANY
@given(st.data())
def test_long_chains(data: st.DataObject) -> None:
    look_at_a_chain(data, 30)


@SOME
@given(st.data())
def test_plans_differ_exactly_when_they_are_not_equal(data: st.DataObject) -> None:
    _, states = chain(data, 4)
    for other in states:
        bare = msgspec.structs.replace(states[0], items={}) == msgspec.structs.replace(other, items={})
        assert (differences(states[0], other) == ()) is bare
        assert {one.path for one in differences(states[0], other)} == {
            one.path for one in differences(other, states[0])
        }


@SOME
@given(st.data())
def test_an_edit_touches_only_the_areas_it_names_and_survives_storage(data: st.DataObject) -> None:
    plan = data.draw(plans())
    edit = data.draw(edits(plan))
    again = msgspec.json.decode(msgspec.json.encode(edit), type=Edit)
    after = applied(plan, edit)
    assert applied(plan, again) == after
    if after is None:
        return
    _, change = edit.apply(plan)
    touched = {name for name in Plan.__struct_fields__ if getattr(after, name) is not getattr(plan, name)}
    # what hangs on a part goes with it: wiring with a node, stage or fund, people with their workload, rows with lines
    consequences = {"site": {"alternatives"}, "funds": {"alternatives"}, "people": {"workload"}}
    allowed = set(change.areas).union(*(consequences.get(area, set()) for area in change.areas), {"items"})
    assert touched <= allowed
    assert {path.split("/")[0] for path in change.paths} == change.areas


@SOME
@given(st.data())
def test_looking_only_at_what_an_edit_changed_finds_what_looking_at_all_finds(data: st.DataObject) -> None:
    plan: Plan = data.draw(plans())
    for _ in range(data.draw(st.integers(1, 5))):
        edit = data.draw(edits(plan))
        try:
            after, _change = edit.apply_unchecked(plan)
        except EditError:
            continue
        assert list(broken_rules(after, plan)) == list(broken_rules(after))
        plan = applied(plan, edit) or plan

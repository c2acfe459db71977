"""An assessment that keeps what an edit did not touch equals one made from nothing; more machines never cost less."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.assess.change import AssessmentChange, assessment_change
from planner.assess.context import Context
from planner.assess.memo import Memo
from planner.assess.run import Assessment
from planner.catalog.supply import Market
from planner.figure import Figure
from planner.plan.document import Plan
from planner.plan.edits import SetValue
from tests.plan_strategies import applied, edits, plans
from tests.sample_plans import TEMPLATES, assessed, dishonest, sample

SOME = settings(
    deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
MANY = settings(SOME, max_examples=300)


def same(kept: Assessment, fresh: Assessment) -> None:
    left, right = kept.figures(), fresh.figures()
    assert left.keys() == right.keys()
    assert [key for key in left if left[key] != right[key]] == []
    assert kept.findings == fresh.findings
    assert kept.verdict == fresh.verdict
    assert [name for name in Context.__struct_fields__ if not alike(kept, fresh, name)] == []


def alike(kept: Assessment, fresh: Assessment, part: str) -> bool:
    one, other = getattr(kept.context, part), getattr(fresh.context, part)
    return plain(one) == plain(other)


def plain(value: Any) -> Any:
    if isinstance(value, Market):
        return value.items
    return dict(value) if isinstance(value, Mapping) else value


def walk_and_compare(data: st.DataObject, length: int) -> None:
    plan: Plan = data.draw(plans())
    one, memo, steps, at = plan.chosen or plan.alternatives[0].id, Memo(), [plan], 0
    before = assessed(plan, one, memo=memo)
    for _ in range(data.draw(st.integers(1, length))):
        steps, at = walked(data, steps, at)
        kept, fresh = assessed(steps[at], one, memo=memo), assessed(steps[at], one)
        same(kept, fresh)
        assert dishonest(kept.figures()) == {}
        crashed = [one.check for one in kept.findings if one.message.id == "SYS01.crashed"]
        assert crashed == []
        tells_all(assessment_change(before, kept), before, kept)
        before = kept


def walked(data: st.DataObject, steps: list[Plan], at: int) -> tuple[list[Plan], int]:
    """Undo, redo or make an edit; one that does not apply, or takes the alternative away, changes nothing."""
    move = data.draw(st.sampled_from(["edit", "edit", "edit", "undo", "redo"]))
    if move != "edit":
        return steps, max(0, at - 1) if move == "undo" else min(len(steps) - 1, at + 1)
    after = applied(steps[at], data.draw(edits(steps[at])))
    if after is None or [one.id for one in after.alternatives] != [one.id for one in steps[0].alternatives]:
        return steps, at
    return [*steps[: at + 1], after], at + 1


def shallow(figure: Figure) -> tuple[Any, ...]:
    return tuple(getattr(figure, name) for name in Figure.__struct_fields__ if name not in ("formula", "given"))


def tells_all(change: AssessmentChange, before: Assessment, after: Assessment) -> None:
    """Every figure that differs is told; the findings told lead from those before to those after."""
    old, new = before.figures(), after.figures()
    differing = {
        key
        for key in old.keys() | new.keys()
        if key not in old or key not in new or shallow(old[key]) != shallow(new[key])
    }
    assert differing - change.figures == set()
    left = list(before.findings)
    for one in (*change.went, *(was for was, _now in change.changed)):
        left.remove(one)
    left += [*change.came, *(now for _was, now in change.changed)]
    assert sorted(map(repr, left)) == sorted(map(repr, after.findings))
    assert change.verdict == (before.verdict != after.verdict)


@SOME
@given(st.data())
def test_an_incremental_assessment_equals_a_full_one(data: st.DataObject) -> None:
    walk_and_compare(data, 6)


@pytest.mark.long
@MANY
@given(st.data())
def test_an_incremental_assessment_equals_a_full_one_over_long_chains(data: st.DataObject) -> None:
    walk_and_compare(data, 20)


GROWING = ("nameplate_w", "max_w", "expected_w", "heat_w", "rack_u", "weight_kg")
MONEY = ("low", "chosen", "high", "vat", "contingency", "planned")


def at_least(more: float | None, less: float | None) -> bool:
    """Tell whether the larger plan has at least as much; what is not known of one is not known of the other."""
    if less is None or more is None:
        return True
    return more >= less - 1e-9 * max(1.0, abs(less))


@SOME
@given(st.data())
def test_more_of_a_thing_never_lowers_price_power_or_heat(data: st.DataObject) -> None:
    plan: Plan = data.draw(plans())
    for _ in range(data.draw(st.integers(0, 3))):
        plan = applied(plan, data.draw(edits(plan))) or plan
    one = plan.alternatives[0]
    if not one.lines:
        return
    line = data.draw(st.sampled_from(one.lines))
    more = data.draw(st.integers(1, 5))
    larger = applied(plan, SetValue(path=f"{one.id}/{line.id}/quantity", value=line.quantity + more))
    assert larger is not None
    before, after = assessed(plan, one.id).context, assessed(larger, one.id).context
    for name in GROWING:
        assert at_least(getattr(after.totals, name).value, getattr(before.totals, name).value), name
    for name in MONEY:
        was, now = getattr(before.money, name).money, getattr(after.money, name).money
        assert (was is None) == (now is None), name
        assert was is None or now >= was, name
    left, now_left = before.money.left.money, after.money.left.money
    assert left is None or now_left is None or now_left <= left


@pytest.mark.parametrize("template", TEMPLATES)
def test_only_what_an_edit_touched_is_computed_again(template: str) -> None:
    plan, memo = sample(template), Memo()
    assessed(plan, memo=memo)
    all_of_it = memo.computed
    assessed(plan, memo=memo)
    assert memo.computed == 0
    renamed, _ = SetValue(path="title", value={"zh": "新", "en": "new"}).apply(plan)
    assessed(renamed, memo=memo)
    assert memo.computed == 1  # the check that looks at the title, and nothing else
    one = plan.alternatives[0]
    named, _ = SetValue(path=f"{one.id}/{one.lines[0].id}/note", value="x").apply(plan)
    assessed(named, memo=memo)
    assert 0 < memo.computed < all_of_it


def test_what_no_run_needs_any_more_is_forgotten_in_time() -> None:
    memo, alive = Memo(), [object() for _ in range(10)]
    for number in range(3000):
        memo.turn()
        for one in alive:
            memo.call(id, one)
        memo.call(id, f"once {number}")
    assert len(memo) < 1500
    memo.turn()
    assert [memo.call(id, one) for one in alive] == [id(one) for one in alive]
    assert memo.computed == 0


def test_what_a_kept_result_was_made_from_is_kept_with_it() -> None:
    memo, part = Memo(), object()

    def whole(given: object) -> int:
        return memo.call(id, given)

    for number in range(2000):
        memo.turn()
        memo.call(whole, part)  # does not ask for its part again
        memo.call(id, f"once {number}")
    memo.turn()
    memo.call(id, part)
    assert memo.computed == 0


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_change_of_nothing_says_nothing_and_one_of_the_budget_little(template: str) -> None:
    plan, memo = sample(template), Memo()
    before = assessed(plan, memo=memo)
    assert not assessment_change(before, assessed(plan, memo=memo))
    assert assessment_change(None, before).whole
    amount = {"amount": "123456.00", "currency": "CNY", "tax": "included"}
    more, _ = SetValue(path="budget/amount", value=amount).apply(plan)
    change = assessment_change(before, assessed(more, memo=memo))
    assert {"budget", "left"} >= change.totals >= {"budget"}
    assert {one.check[:2] for one in change.came} <= {"BU", "DQ"}
    assert len(change.figures) < len(before.figures()) / 3


def test_equal_but_other_objects_are_not_taken_for_the_same() -> None:
    memo = Memo()
    memo.turn()
    left, right = sample(), msgspec.structs.replace(sample())
    assert left == right
    assert memo.call(id, left) != memo.call(id, right)

"""A memo and what it keeps are let go with the last reference: nothing waits for the garbage collector."""

from __future__ import annotations

import gc
import weakref

import pytest

from planner.assess.memo import Memo
from planner.assess.run import assess
from planner.catalog.load import bundled_of
from planner.plan.document import Plan
from tests.benchmarks.plans import large_plan
from tests.sample_plans import TODAY, sample


class Mark:
    """Something that a memo keeps."""


def test_a_memo_among_the_arguments_is_not_kept_whatever_its_place() -> None:
    memo, mark = Memo(), Mark()
    gone: list[str] = []
    weakref.finalize(mark, gone.append, "mark")
    memo.call(lambda one, _memo, _last: one, mark, memo, 1)
    memo.call(lambda _memo, one: one, memo, mark)
    memo.call(lambda one, _memo: one, mark, memo)
    gc.disable()
    try:
        del memo, mark
        assert gone == ["mark"]
    finally:
        gc.enable()


@pytest.mark.parametrize("plan", [sample(), large_plan(100)], ids=["sample", "with full racks"])
def test_an_assessment_leaves_no_circles(plan: Plan) -> None:
    memo = Memo()
    made = assess(plan, "A", TODAY, memo, bundled_of("accelerator"))
    gc.collect()
    gc.disable()
    try:
        del memo, made
        assert gc.collect() == 0
    finally:
        gc.enable()

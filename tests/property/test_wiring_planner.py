"""The wiring planner against the oracle that tries every plan, and what holds of all its plans."""

from __future__ import annotations

from hypothesis import given, settings

from planner.facility.wiring import plan_wiring
from planner.facility.wiring_model import Problem, Site
from planner.facility.wiring_score import present, score
from tests.wiring_cases import best_scores, problems

HAIR_A = 1e-3  # the search leaves differences of a milliampere alone


@settings(max_examples=60, deadline=None)
@given(problems())
def test_no_plan_of_all_is_better(problem: Problem) -> None:
    _compared(problem)


@settings(max_examples=40, deadline=None)
@given(problems(devices=3, most_feeds=3))
def test_nor_with_three_feeds_and_three_sides(problem: Problem) -> None:
    _compared(problem)


def _compared(problem: Problem) -> None:
    plan, every = plan_wiring(problem), best_scores(Site(problem))
    least = min(one.unplaced for one in every)
    assert plan.score.overload_a == 0
    assert plan.score.unplaced == least
    left = [one for one in every if one.unplaced == least]
    lost = min(one.not_redundant for one in left)
    assert plan.score.not_redundant == lost
    left = [one for one in left if one.not_redundant == lost]
    shared = min(one.together for one in left)
    assert plan.score.together == shared
    left = [one for one in left if one.together == shared]
    steps = {level.name: level.step for level in plan.levels}
    excess = min(one.excess_a for one in left)
    assert plan.score.excess_a <= excess + steps["excess_a"] + HAIR_A
    left = [one for one in left if one.excess_a <= plan.score.excess_a + HAIR_A]
    even = min(one.imbalance_a for one in left)
    assert plan.score.imbalance_a <= even + steps["imbalance_a"] + HAIR_A
    calm = [one.moves for one in left if one.imbalance_a <= even + HAIR_A]
    assert plan.score.moves <= min(calm)
    assert plan.proven


@settings(max_examples=40, deadline=None)
@given(problems(devices=7, circuits=6))
def test_a_plan_never_overloads_is_the_same_again_and_no_worse_than_now(problem: Problem) -> None:
    site, plan = Site(problem), plan_wiring(problem)
    places = tuple(None if at is None else tuple(site.group_of[one] for one in at) for at in plan.outlets)
    found = score(site, places)
    assert found == plan.score
    assert found.overload_a == 0
    assert plan_wiring(problem) == plan
    for outlet in problem.outlets:
        assert sum(one == outlet.id for at in plan.outlets for one in at or ()) <= outlet.count
    now = present(site)
    crowded = any(now_used(site, now, number) > group.count for number, group in enumerate(site.groups))
    before = score(site, now)
    if crowded or before.overload_a > 0:
        return
    first = (found.unplaced, found.not_redundant, found.together)
    assert first <= (before.unplaced, before.not_redundant, before.together)
    if first == (before.unplaced, before.not_redundant, before.together) and found.moves:
        step = {level.name: level.step for level in plan.levels}["imbalance_a"]
        assert found.excess_a < before.excess_a or found.imbalance_a <= before.imbalance_a + HAIR_A + step


def now_used(site: Site, now: tuple[tuple[int, ...] | None, ...], number: int) -> int:
    return sum(group == number for at in now for group in at or ())

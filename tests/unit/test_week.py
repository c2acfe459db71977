"""The hours of the week: sums are the card-hours, runs go on over midnight and the week's end; waits and words by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.services.wait_words import wait_text
from desktop_app.services.workload_week import count_lines, use_lines, week_tables
from planner.assess.card_use import use_of
from planner.assess.week import begin_of
from planner.figure import Quality
from planner.formulas import recompute
from planner.messages import Labelled
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.week_grid import week_scene
from planner.plan.document import WorkloadEntry
from planner.workload.demand import Load
from planner.workload.waiting import Job, cards_short, job_of, pool_of, tier_use, tier_uses
from planner.workload.week import Begin, all_in_use, customary_begin, hour_shares, in_use, week_of
from tests.checks.factories import facts
from tests.sample_plans import assessed, sample

MONDAY_9 = Begin(day_from=1, day_to=1, hour_from=9, hour_to=10)


def job(name: str = "job", people: float = 1, times: float = 1, hours: float = 2, **more: Any) -> Job:
    return job_of(Load(id=name, people=people, sessions_per_week=times, hours_per_session=hours, **more), name)


def test_one_run_at_one_hour_has_its_card_for_as_long_as_it_takes() -> None:
    # Monday 9 to 11:30 on two cards: 2, 2, 1 and nothing after
    week = week_of([(job(hours=2.5, devices=2), MONDAY_9)])
    assert week.cards[8:13] == (0, 2, 2, 1, 0)
    assert week.peak() == 9
    assert week.beyond(1.5) == pytest.approx(1.0)


def test_runs_begin_evenly_over_their_hours() -> None:
    # 10 runs of an hour over 5 days x 2 hours: one in each of them
    begin = Begin(day_from=1, day_to=5, hour_from=9, hour_to=11)
    week = week_of([(job(times=10, hours=1), begin)])
    assert [at for at, one in enumerate(week.cards) if one] == [day * 24 + hour for day in range(5) for hour in (9, 10)]
    assert week.cards[9] == pytest.approx(1)


def test_runs_go_on_over_the_end_of_the_week() -> None:
    # Sunday 22 for 5 h: two hours of Sunday, three of Monday
    shares = hour_shares(Begin(day_from=7, day_to=7, hour_from=22, hour_to=23), 5)
    assert [at for at, one in enumerate(shares) if one] == [0, 1, 2, 166, 167]


def test_a_service_that_is_up_all_week_holds_its_cards_in_every_hour() -> None:
    week = week_of([(job(times=7, hours=24, devices=2, shared=True, people=50), customary_begin("inference"))])
    assert week.cards == pytest.approx([2.0] * 168)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 23), st.integers(0, 24), st.floats(0.1, 400), st.booleans())
def test_shares_of_the_hours_add_up_to_one(  # noqa: PLR0913 - what a run depends on
    day_from: int,
    day_to: int,
    hour_from: int,
    hour_to: int,
    hours: float,
    at_first: bool,  # noqa: FBT001
) -> None:
    begin = Begin(day_from=day_from, day_to=day_to, hour_from=hour_from, hour_to=hour_to)
    shares = hour_shares(begin, hours, at_first=at_first)
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares) >= 0


def test_figures_of_an_hour_are_traced_to_the_card_hours() -> None:
    week = week_of([(job("a", hours=2), MONDAY_9), (job("b", hours=4), MONDAY_9)])
    one = in_use(week.rows[0], 9, "A/week")
    assert one.require() == recompute(one) == 1
    whole = all_in_use(week, 9, "A/week")
    assert whole.require() == recompute(whole) == week.cards[9] == 2


def test_when_runs_begin_is_told_or_customary() -> None:
    entry = WorkloadEntry(id="x", title=Labelled(zh="x", en="x"), kind="train")
    assert begin_of(entry) == customary_begin("train")
    assert begin_of(entry).quality is Quality.ASSUMED
    told = WorkloadEntry(id="x", title=Labelled(zh="x", en="x"), kind="train",
                         facts=facts(day_from=6, day_to=7, hour_from=20, hour_to=24))  # fmt: skip
    assert begin_of(told) == Begin(day_from=6, day_to=7, hour_from=20, hour_to=24)


# ------------------------------------------------------------------------------------------------ waits by cards
def test_more_cards_never_wait_longer() -> None:
    jobs, pools = (job(times=50, hours=10),), (pool_of("ws", 24, 4, "A/ws"),)
    waits = [tier_use(jobs, pools, 24, "A", more).mean_wait_h.value for more in range(8)]
    known = [one for one in waits if one is not None]
    assert known == sorted(known, reverse=True)


def test_half_and_nine_in_ten_are_those_of_the_exponential_tail() -> None:
    # one card at 0.8, jobs of 10 h: 80 % wait; median ln(0.8 / 0.5) x 10 / 0.2, nine in ten ln(8) x 50
    one = tier_uses((job(times=13.44, hours=10),), (pool_of("ws", 24, 1, "A/ws"),), "A")[0]
    assert one.mean_wait_h.require() == pytest.approx(40)
    assert one.median_wait_h.require() == pytest.approx(23.5, abs=0.01)
    assert one.tenth_wait_h.require() == pytest.approx(103.97, abs=0.01)


def test_jobs_over_several_cards_run_fewer_at_once() -> None:
    # 8 cards, jobs of 4: two at once
    one = tier_uses((job(times=10, hours=10, devices=4),), (pool_of("ws", 24, 8, "A/ws"),), "A")[0]
    assert one.places.require() == 2
    assert one.load.require() == pytest.approx(400 / 1344)


def test_cards_that_are_missing_are_counted_or_too_many() -> None:
    pools = (pool_of("ws", 24, 1, "A/ws"),)
    calm, busy = (job(times=1),), (job(times=5000, hours=24),)
    assert cards_short(calm, pools, tier_uses(calm, pools, "A")[0], "A", 1.0) == 0
    assert cards_short(busy, pools, tier_uses(busy, pools, "A")[0], "A", 1.0) is None


@pytest.mark.parametrize(
    ("hours", "said"),
    [(0.005, "at once"), (0.5, "30 min"), (1.0, "1 h"), (3.86, "3.9 h"), (47.9, "47.9 h"), (53.0, "2.2 days")],
)
def test_waits_in_words(hours: float, said: str) -> None:
    assert wait_text(hours, "en") == said


# ------------------------------------------------------------------------------------------------ rows and picture
def test_rows_of_a_sample_plan() -> None:
    found = assessed(sample("lab-a"))
    tables = week_tables(found, "en")
    assert [one.id for one in tables.jobs] == ["qlora-7b", "chat-7b", "detection", "course", "-total"]
    assert tables.jobs[0].figures[1] is not None
    assert tables.jobs[0].figures[1].require() == 72
    assert [one.name for one in use_lines(tables.use, "en")] == ["24 GB and more"]
    counts = count_lines(tables.use, 24, "en")
    assert [one.name for one in counts] == ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert [one.bold for one in counts].index(True) == 2
    assert count_lines(tables.use, 80, "en") == ()
    assert use_of(found.context).tiers[0].asked.require() == 72  # the others' hours are not known


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [166.0, 251.0])
def test_texts_of_the_grid_stand_clear(language: str, width: float) -> None:
    jobs = [
        (job(f"a job with a rather long name {at}", times=10, hours=9), customary_begin("train")) for at in range(6)
    ]
    scene = week_scene(week_of(jobs), 1, {}, language, width)
    assert [*overlaps(scene), *outside(scene), *struck(scene)] == []
    over = [one for one in scene.items if getattr(one, "hatch", None) is not None]
    assert over  # six jobs of 90 h on one card


def test_a_service_of_a_part_of_the_day_is_up_in_office_hours_and_not_at_night() -> None:
    # 8 h each day: from 8 to 16 h by custom, never from midnight; marked as an assumption
    entry = WorkloadEntry(id="x", title=Labelled(zh="x", en="x"), kind="inference", hours_per_session=8)
    begin = begin_of(entry)
    assert (begin.day_from, begin.day_to, begin.hour_from, begin.hour_to) == (1, 7, 8, 16)
    assert begin.quality is Quality.ASSUMED
    assert "office hours" in begin.source
    week = week_of([(job(times=7, hours=8, devices=2, shared=True, people=200), begin)])
    assert [hour for hour in range(24) if week.cards[hour]] == list(range(8, 16))
    assert week.cards[8] == pytest.approx(2)
    told = msgspec.structs.replace(entry, facts=facts(day_from=1, day_to=7, hour_from=0, hour_to=24))
    assert begin_of(told).hour_from == 0


@pytest.mark.parametrize(("hours", "first"), [(10, 8), (16, 8), (20, 4), (23.5, 0)])
def test_a_long_service_begins_earlier_and_never_passes_midnight(hours: float, first: float) -> None:
    begin = customary_begin("inference", hours)
    assert begin.hour_from == first
    assert first + hours <= 24


def test_a_service_of_five_days_is_up_on_working_days() -> None:
    assert customary_begin("inference", 8, 5).day_to == 5
    assert customary_begin("inference", 8, 7).day_to == 7


def test_a_service_of_all_day_or_of_unknown_hours_begins_at_midnight() -> None:
    assert customary_begin("inference", 24) == customary_begin("inference") == customary_begin("inference", None)
    assert customary_begin("train", 8) == customary_begin("train")

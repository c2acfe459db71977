"""Speeds of capped cards: the cube root that the step states, marked as an assumption, in times and goals too."""

from __future__ import annotations

import pytest

from planner.assess.speed import EntrySpeed
from planner.figure import Quality
from planner.messages import render
from planner.plan.document import Fact, Measurement, Plan
from planner.workload.capped import Cap, cap_note, capped_figure
from tests.checks.factories import make_line, make_plan
from tests.unit.test_assess_speed import GPU, LLAMA, entry, one_speed, values

KEPT = (300 / 450) ** (1 / 3)  # a card of 450 W capped at 300 W: 12.6 % slower


def on_cards(cap_w: float | None, **fields: object) -> EntrySpeed:
    line = make_line("ws", card=GPU, cards=4, **({} if cap_w is None else {"known": {"card_power_cap_w": cap_w}}))
    made: Plan = make_plan(line, items=(GPU, LLAMA), workload=(entry(**fields),))
    return one_speed(made)


def test_a_cap_slows_speeds_and_lengthens_times_by_the_cube_root() -> None:
    free, capped = values(on_cards(None)), values(on_cards(300))
    for name in ("decode_tps", "prefill_tps", "served_tps"):
        assert capped[name] == pytest.approx((free[name] or 0) * KEPT)
    for name in ("ttft_s", "served_tpot_s"):
        assert capped[name] == pytest.approx((free[name] or 0) / KEPT)
    assert capped["served_batch"] == free["served_batch"]


def test_the_slower_speed_is_an_assumption_and_is_said() -> None:
    found = on_cards(300)
    estimate = dict(found.results)["decode_tps"].estimate
    assert estimate.given["exponent"].quality is Quality.ASSUMED  # type: ignore[union-attr]
    assert any("13 % lower" in render(note, "en") for note in found.notes)
    assert not any("capped" in render(note, "en") for note in on_cards(None).notes)
    assert not any("capped" in render(note, "en") for note in on_cards(450).notes)


def test_training_is_slowed_and_its_range_with_it() -> None:
    fields = {"kind": "train", "method": "qlora", "output_len": None}
    free, capped = (dict(on_cards(cap, **fields).results)["train_tps"].figure for cap in (None, 300))
    assert capped.require() == pytest.approx(free.require() * KEPT)
    assert (capped.low, capped.high) == pytest.approx((free.low * KEPT, free.high * KEPT))  # type: ignore[operator]


def test_capped_cards_keep_a_goal_with_fewer_at_once() -> None:
    told = {"tpot_goal_ms": Fact(value=40.0)}
    free, capped = values(on_cards(None, facts=told)), values(on_cards(300, facts=told))
    assert 0 < (capped["slo_batch"] or 0) < (free["slo_batch"] or 0)
    assert (capped["slo_tpot_s"] or 1) <= 0.040


def test_what_was_measured_is_not_slowed() -> None:
    told = {"decode_tps": Measurement(value=50.0, unit="tok/s")}
    assert values(on_cards(300, measured=told))["decode_tps"] == 50.0


def test_a_power_that_nobody_knows_slows_nothing() -> None:
    from planner.figure import leaf, unknown

    cap = Cap(cap_w=leaf("cap", 300.0, "W", Quality.ENTERED), card_w=unknown("card", "W"))
    speed = leaf("tps", 10.0, "tok/s", Quality.ENTERED)
    assert capped_figure(speed, cap) is speed
    assert cap_note(cap) == ()

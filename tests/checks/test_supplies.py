"""Checks of power supplies and power figures."""

from __future__ import annotations

import pytest

from planner.catalog.load import bundled_item
from planner.checks.catalogue import ALL_CHECKS
from planner.figure import Quality
from planner.messages import render
from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, outcome
from tests.checks.rooms import CARD, circuit, four_cards, room, unit

SITE = (room(), unit(), circuit(breaker_a=63.0, phases=3, volts=380.0, volts_kind="L-L"))


def boxed(**values: float | str) -> object:
    item = make_item("box", **values)
    return make_plan(make_line("ws", item=item), site=SITE, plugged={"ws": "c1"}, items=(item,))


@pytest.mark.parametrize(
    ("count", "rating_w", "scheme", "power_w", "expected"),
    [
        (6, 3300, "4+2", 10200, "pass"),  # 4 x 3.3 = 13.2 kW are left
        (6, 3300, "3+3", 10200, "warning"),  # 3 x 3.3 = 9.9 kW are left, all six would do
        (6, 3000, "5+1", 16200, "warning"),  # 5 x 3.0 = 15 kW
        (2, 2000, "1+1", 4500, "error"),  # not even both together
        (12, 3200, "N+N", 14500, "pass"),  # six of twelve: 19.2 kW
        (2, 2000, "N+1", 2500, "warning"),
    ],
)
def test_supplies_left_after_a_loss(count: float, rating_w: float, scheme: str, power_w: float, expected: str) -> None:
    plan = boxed(psu_count=count, psu_w=rating_w, psu_redundancy=scheme, max_power_w=power_w)
    assert outcome(assess_one(plan), "PW19", "ws") == expected


def carried(count: int, rating_w: float, power_w: float) -> Plan:
    item = make_item("box", psu_count=count, psu_w=rating_w, psu_redundancy="N+1", max_power_w=power_w)
    line = make_line("ws", item=item, card=CARD, cards=4)
    return make_plan(line, site=SITE, plugged={"ws": "c1"}, items=(item, CARD))


def test_capped_cards_are_carried_by_the_supplies_that_are_left() -> None:
    # the cards go from 450 to 300.15 W: 4 x 149.85 / 0.92 = 651.5 W less, 1,848.5 of 2,000 W
    plan = carried(2, 2000, 2500)
    finding = find(assess_one(plan), "PW19", "ws")
    assert finding.outcome == "warning"
    assert finding.fix is not None
    label = render(finding.fix.label, "en")
    assert "Cap the cards of machine ws at 300" in label
    assert "saves 652 W" in label
    assert outcome(assess_one(fixed(plan, finding)), "PW19", "ws") == "pass"


def test_no_cap_is_offered_that_is_not_enough_or_that_has_no_cards() -> None:
    assert find(assess_one(carried(2, 1800, 2500)), "PW19", "ws").fix is None  # 1,848.5 of 1,800 W
    bare = boxed(psu_count=2, psu_w=2000, psu_redundancy="N+1", max_power_w=2500)
    assert find(assess_one(bare), "PW19", "ws").fix is None


def test_promised_redundancy_without_a_rating_is_a_question() -> None:
    finding = find(assess_one(boxed(psu_count=6, psu_redundancy="4+2", max_power_w=10200)), "PW19", "ws")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/ws/psu_w",))


def test_no_promise_of_redundancy_is_no_finding() -> None:
    assert find_all(assess_one(boxed(psu_count=2, psu_w=2000, max_power_w=2500)), "PW19") == ()


@pytest.mark.parametrize(
    ("nameplate_w", "power_w", "expected"),
    [
        (4000, 2500, "pass"),
        (5100, 2500, "note"),
        (2400, 2500, "warning"),
        (5000, 2500, "pass"),
        (2500, 2500, "pass"),
    ],
)
def test_label_against_maximum(nameplate_w: float, power_w: float, expected: str) -> None:
    line = make_line("ws", known={"nameplate_w": nameplate_w, "max_power_w": power_w})
    finding = find(assess_one(make_plan(line, site=SITE, plugged={"ws": "c1"})), "PW29", "ws")
    assert finding.outcome == expected
    if expected != "pass":
        assert finding.figures[0].value == pytest.approx(nameplate_w / power_w)


def test_a_cap_on_the_cards_does_not_put_the_label_in_doubt() -> None:
    # label 4,000 W of 2,500 W uncapped is 1.6; against the capped 1,848 W it would be 2.2
    line = four_cards(nameplate_w=4000.0, card_power_cap_w=300.0)
    plan = make_plan(line, site=SITE, plugged={"ws": "c1"}, items=(CARD,))
    assert find(assess_one(plan), "PW29", "ws").outcome == "pass"


def test_missing_label_is_a_note() -> None:
    assessment = assess_one(make_plan(make_line("ws", known={"max_power_w": 500}), site=SITE, plugged={"ws": "c1"}))
    finding = find(assessment, "PW29", "ws")
    assert (finding.outcome, finding.missing) == ("note", ("A/ws/nameplate_unit_w",))


def test_label_of_a_machine_of_unknown_maximum_is_asked_for_with_it() -> None:
    plan = make_plan(make_line("ws", known={"nameplate_w": 2000}), site=SITE, plugged={"ws": "c1"})
    alone = assess_one(plan, checks=tuple(one for one in ALL_CHECKS if one.id == "PW29"))
    assert find(alone, "PW29", "ws").outcome == "unknown"
    assert find_all(assess_one(plan), "PW29") == ()


def test_unknown_maximum_is_asked_for_once_and_estimated_from_the_cards() -> None:
    plan = make_plan(four_cards(None), site=SITE, plugged={"ws": "c1"}, items=(CARD,))
    assessment = assess_one(plan)
    asking = [
        one.check for one in assessment.findings if "A/ws/max_power_w" in one.missing and one.outcome == "unknown"
    ]
    assert asking == ["PW34"]
    finding = find(assessment, "PW34", "ws")
    assert assessment.verdict == "unknown"
    after = assess_one(fixed(plan, finding))
    # (4 x 450 + 25 % of 1,800) / 0.92 = 2,445.7 W
    power = find(after, "PW34", "ws").figures[0]
    assert power.value == pytest.approx(2445.7)
    assert power.quality is Quality.ASSUMED


def test_unknown_maximum_is_estimated_from_the_supplies_where_there_are_no_cards() -> None:
    # 2 x 800 W, 1+1: 800 W carry it; a share of 0.7 is 560 W
    plan = boxed(psu_count=2, psu_w=800, psu_redundancy="1+1")
    after = fixed(plan, find(assess_one(plan), "PW34", "ws"))
    assert after.alternatives[0].lines[0].facts["max_power_w"].value == pytest.approx(560)


def test_unknown_maximum_of_which_nothing_is_known_has_no_estimate() -> None:
    plan = make_plan(make_line("ws"), site=SITE, plugged={"ws": "c1"})
    assert find(assess_one(plan), "PW34", "ws").fix is None


B200 = bundled_item("lenovo-sr680a-v3-b200")
"""Of eight accelerators; MLPerf inference 5.1 measured 11,837 W in the greatest second and 9,653 W on average."""


def test_a_run_that_was_measured_answers_for_the_maximum_power() -> None:
    plan = make_plan(make_line("ws", item=B200), site=SITE, plugged={"ws": "c1"}, items=(B200,))
    finding = find(assess_one(plan), "PW34", "ws")
    assert finding.outcome == "unknown"
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == "Reckon with the 11.8 kW that a run was measured to draw"
    after = assess_one(fixed(plan, finding))
    assert after.context.totals.max_w.value == 11837.0
    assert after.context.totals.max_w.quality is not Quality.ASSUMED


@pytest.mark.parametrize(("power_w", "expected"), [(11836.0, "warning"), (11837.0, "pass"), (14300.0, "pass")])
def test_what_was_measured_is_held_against_the_label_and_the_maximum(power_w: float, expected: str) -> None:
    line = make_line("ws", item=B200, known={"max_power_w": power_w, "nameplate_w": 16000.0})
    plan = make_plan(line, site=SITE, plugged={"ws": "c1"}, items=(B200,))
    finding = find(assess_one(plan), "PW29", "ws")
    assert finding.outcome == expected
    assert 11837.0 in [one.value for one in finding.figures]
    if expected == "warning":
        assert outcome(assess_one(fixed(plan, finding)), "PW29", "ws") == "pass"
    else:
        assert "measured at 11.8 kW" in render(finding.message, "en")


def test_capped_cards_may_stay_below_what_was_measured_without_a_cap() -> None:
    line = make_line(
        "ws",
        item=B200,
        card=CARD,
        cards=8,
        known={"max_power_w": 14300.0, "nameplate_w": 16000.0, "card_power_cap_w": 50.0},
    )
    plan = make_plan(line, site=SITE, plugged={"ws": "c1"}, items=(B200, CARD))
    assert find(assess_one(plan), "PW29", "ws").outcome == "pass"

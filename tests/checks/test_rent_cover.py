"""Rented card-hours against those the workload leaves, and what is said of rent and of cards needed; by hand-worked numbers."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.services.first_start import WEEKS
from desktop_app.services.workload_week import use_lines
from planner.assess.card_use import use_of
from planner.assess.mix import demand_of
from planner.limits import limit
from planner.messages import render
from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan
from tests.checks.test_busy import CARD, LARGE, job


def rented(hours: int, *entries: Any, cards: int = 0, uom: str = "card_hour", **fields: Any) -> Plan:
    own = (make_line("ws", card=CARD, cards=cards),) if cards else ()
    rent = make_line("rent", "cloud", hours, price="2", uom=uom)
    return make_plan(*own, rent, *fields.pop("more", ()), items=(CARD, LARGE), workload=entries, **fields)


def test_a_year_has_the_weeks_that_the_first_start_reckons_with() -> None:
    assert limit("use.weeks_year").value == WEEKS


@pytest.mark.parametrize(("hours", "outcome"), [(1680, "pass"), (1679, "warning"), (400, "warning")])
def test_rent_alone_carries_all_jobs(hours: int, outcome: str) -> None:
    # 42 h a week in 40 weeks: 1,680 card-hours
    assert find(assess_one(rented(hours, job())), "FT11", "rent").outcome == outcome


def test_what_is_short_is_told_and_added_by_one_step() -> None:
    # 400 of 1,680: 24 %, 1,280 more
    plan = rented(400, job())
    finding = find(assess_one(plan), "FT11", "rent")
    assert [figure.value for figure in finding.figures] == [pytest.approx(400 / 1680), 400, 1680, 1280]
    assert "24 %" in render(finding.message, "en")
    assert "1,280" in render(finding.remedy, "en")  # type: ignore[arg-type]
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[0].quantity == 1680
    assert find(assess_one(after), "FT11", "rent").outcome == "pass"


def test_a_service_runs_all_year() -> None:
    # 168 h a week are 8,760 h a year
    service = job("chat", 7.0, 24.0, kind="inference")
    assert find(assess_one(rented(8760, service)), "FT11").outcome == "pass"
    assert find(assess_one(rented(8759, service)), "FT11").outcome == "warning"


def test_own_cards_come_first_and_rent_takes_the_rest() -> None:
    # 400 h a week, one card gives 168: 232 a week, 9,280 a year
    finding = find(assess_one(rented(1000, job(times=40.0, hours=10.0), cards=1)), "FT11")
    assert finding.figures[2].value == 232 * 40


def test_jobs_that_own_cards_do_not_hold_are_rented_whole() -> None:
    # 42 h of a job of 60 GiB on no card of 24 GB, 10 h of a small one on the own card
    finding = find(assess_one(rented(1000, job(need=60.0), job("small", hours=10.0), cards=1)), "FT11")
    assert finding.figures[2].value == 42 * 40


def test_rent_where_own_cards_are_enough_is_no_matter() -> None:
    assert find_all(assess_one(rented(10, job(), cards=1)), "FT11") == ()


def test_what_an_api_serves_is_not_rented() -> None:
    service = job("chat", 7.0, 24.0, kind="inference")
    plan = rented(1680, service, job(), more=(make_line("api", "api"),))
    assert find(assess_one(plan), "FT11").outcome == "pass"


def test_an_amount_says_nothing_of_hours() -> None:
    finding = find(assess_one(rented(1, job(), uom="year")), "FT11")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/rent/card_hour",))
    assert "1,680" in render(finding.remedy, "en")  # type: ignore[arg-type]


def test_hours_nobody_said_are_asked_for() -> None:
    finding = find(assess_one(rented(400, job(hours=None))), "FT11")
    assert (finding.outcome, finding.missing) == ("unknown", ("workload/job/hours_per_session",))


def test_rent_is_not_asked_for_with_a_queue_where_jobs_start_at_once() -> None:
    calm = make_plan(make_line("ws", card=CARD, cards=8), items=(CARD,), workload=(job(hours=10.0),))
    finding = find(assess_one(calm), "BU17")
    assert (finding.outcome, finding.message.id) == ("note", "BU17.calm")
    busy = make_plan(make_line("ws", card=CARD, cards=1), items=(CARD,), workload=(job(hours=60.0),))
    assert find(assess_one(busy), "BU17").message.id == "BU17.cloud"
    assert find(assess_one(make_plan(make_line("ws"))), "BU17").outcome == "warning"


def test_the_demand_tab_and_the_check_name_the_same_cards() -> None:
    # 400 h a week: FT10 plans 3 more to the one, 4 in all; by hours alone 400 / (168 x 0.7) = 3.4, four too
    assessment = assess_one(
        make_plan(make_line("ws", card=CARD, cards=1), items=(CARD,), workload=(job(times=40.0, hours=10.0),))
    )
    remedy = find(assessment, "FT10").remedy
    assert remedy is not None
    assert (remedy.values["more"], remedy.values["cards"]) == (3, 4)
    (line,) = use_lines(use_of(assessment.context), "en")
    assert line.detail.startswith("4 cards")
    (tier,) = demand_of(assessment).tiers
    assert tier.cards.value == 4


def test_a_job_on_eight_cards_needs_eight_however_seldom_it_runs() -> None:
    assessment = assess_one(
        make_plan(make_line("ws", card=CARD, cards=1), items=(CARD,), workload=(job(hours=1.0, devices=8),))
    )
    (tier,) = demand_of(assessment).tiers
    assert tier.cards.value == 8
    assert "8" in render(find(assessment, "FT01").message, "en")

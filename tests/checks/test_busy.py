"""Card-hours of a week against cards: too many, long waits, idle, unknown; worked by hand with Erlang C tables."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item, digest
from planner.checks import busy
from planner.figure import Quality
from planner.messages import Labelled
from planner.plan.document import Existing, Plan, WorkloadEntry
from tests.checks.factories import assess_one, facts, find, find_all, fixed, make_item, make_line, make_plan

CARD = make_item("card", "accelerator", "NVIDIA", memory_gb=24.0)
LARGE = make_item("large", "accelerator", "NVIDIA", memory_gb=80.0)


def job(id: str = "job", times: float | None = 1.0, hours: float | None = 42.0, **fields: Any) -> WorkloadEntry:  # noqa: A002
    need = fields.pop("need", 14.0)
    fields.setdefault("kind", "train")
    return WorkloadEntry(
        id=id,
        title=Labelled(zh=id, en=id),
        facts=facts(memory_need_gib=need),
        sessions_per_week=times,
        hours_per_session=hours,
        **fields,
    )


def plan_of(*entries: WorkloadEntry, cards: int = 1, card: Item = CARD, **fields: Any) -> Plan:
    rented = (make_line("rent", "cloud"),) if fields.pop("rented", False) else ()
    lines = (make_line("ws", card=card, cards=cards), *rented)
    return make_plan(*lines, items=(CARD, LARGE), workload=entries, **fields)


def look(plan: Plan) -> Assessment:
    return assess_one(plan, busy.CHECKS)


# One card, 168 h a week; M/M/1 waits rho / (1 - rho) of a job: 1.0 at half the time, more above.
@pytest.mark.parametrize(
    ("hours", "outcome"),
    [(40.0, "note"), (60.0, "pass"), (83.9, "pass"), (84.5, "warning"), (167.0, "warning"), (168.0, "error")],
)
def test_one_card_by_the_hours_that_are_asked(hours: float, outcome: str) -> None:
    assert find(look(plan_of(job(hours=hours))), "FT10").outcome == outcome


def test_waits_of_four_cards_are_those_of_erlang_c() -> None:
    # 4 cards at 0.85: 69 % wait, 1.15 job lengths on average (published table of Erlang C)
    finding = find(look(plan_of(job(times=571.2 / 10, hours=10.0), cards=4)), "FT10")
    mean, tenth, length, use = finding.figures[:4]
    assert use.require() == pytest.approx(0.85)
    assert mean.require() == pytest.approx(11.5, abs=0.05)
    assert length.require() == 10
    # P(W > t) = 0.6887 exp(-4 x 0.15 t / 10 h): one in ten beyond ln(6.887) / 0.06
    assert tenth.require() == pytest.approx(32.2, abs=0.1)
    assert finding.outcome == "warning"


def test_the_step_adds_as_many_machines_as_make_waits_bearable() -> None:
    # 400 h a week: 2 cards (336 h) never suffice; 3 cards at 0.794 wait 1.03 of a job, 4 at 0.595 bear it
    plan = plan_of(job(times=40.0, hours=10.0), cards=1)
    finding = find(look(plan), "FT10", "ws")
    assert finding.outcome == "error"
    assert finding.figures[3].require() == 400 - 168
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[0].quantity == 4
    assert find(look(after), "FT10").outcome == "pass"


def test_rented_cards_take_the_rest() -> None:
    finding = find(look(plan_of(job(times=40.0, hours=10.0), rented=True)), "FT10")
    assert (finding.outcome, finding.fix) == ("note", None)
    assert finding.remedy is not None
    assert finding.remedy.values["rest"].value == 232


def test_cards_that_are_there_count_with_their_hours() -> None:
    # 84 h of an old machine: 168 + 84 = 252 h for 200
    owned = Existing(id="old", title=Labelled(zh="旧", en="old"), card=digest(CARD), cards_per_unit=1,
                     facts=facts(hours_week=84.0))  # fmt: skip
    work = job(times=20.0, hours=10.0)
    assert find(look(plan_of(work)), "FT10").outcome == "error"
    finding = find(look(plan_of(work, existing=(owned,))), "FT10")
    assert finding.outcome == "warning"
    assert finding.figures[3].require() == pytest.approx(200 / 252)


def test_large_jobs_have_only_the_large_cards() -> None:
    # 4 x 24 GB idle, one 80 GB card: 200 h of a job of 60 GiB find 168 h
    lines = (make_line("ws", card=CARD, cards=4), make_line("big", card=LARGE, cards=1))
    plan = make_plan(*lines, items=(CARD, LARGE), workload=(job("huge", 20.0, 10.0, need=60.0), job(hours=10.0)))
    finding = find(look(plan), "FT10", "big")
    assert finding.outcome == "error"
    assert finding.message.values["memory"] == 80
    # small jobs may use both: nothing is short for them
    small = make_plan(
        *lines, items=(CARD, LARGE), workload=(job("huge", 2.0, 10.0, need=60.0), job(times=42.0, hours=10.0))
    )
    assert find(look(small), "FT10").outcome == "pass"


def test_jobs_that_no_card_holds_are_no_matter_of_hours() -> None:
    assert find_all(look(plan_of(job(need=200.0))), "FT10") == ()


def test_a_service_holds_its_cards_for_all_its_people() -> None:
    # 2 cards, one held by a service all week; 80 h of jobs have one card: 80 / 168 = 0.476, a wait of 0.91 jobs
    service = job("chat", 7.0, 24.0, kind="inference", people="all", need=10.0)
    found = look(plan_of(service, job(times=8.0, hours=10.0), cards=2))
    finding = find(found, "FT10")
    assert finding.outcome == "pass"
    assert finding.figures[0].require() == pytest.approx((168 + 80) / 336)
    assert finding.figures[3].require() == pytest.approx(10 * (80 / 168) / (1 - 80 / 168))


def test_unknown_hours_are_one_question_with_customary_hours() -> None:
    plan = plan_of(job("chat", None, None, kind="inference"), job("tune", None, 3.0, method="qlora"), cards=4)
    finding = find(look(plan), "FT10", "plan")
    assert finding.outcome == "unknown"
    assert finding.missing == (
        "workload/chat/sessions_per_week",
        "workload/chat/hours_per_session",
        "workload/tune/sessions_per_week",
    )
    after = fixed(plan, finding)
    chat, tune = after.workload
    assert (chat.sessions_per_week, chat.hours_per_session) == (7, 24)
    assert (tune.sessions_per_week, tune.hours_per_session, tune.assumed) == (1.5, 3.0, ("sessions_per_week",))
    settled = find(look(after), "FT10")
    assert settled.outcome == "note"
    assert settled.figures[0].quality is Quality.ASSUMED


def test_what_is_known_may_already_be_too_much() -> None:
    found = find_all(look(plan_of(job(times=40.0, hours=10.0), job("open", None, None))), "FT10")
    assert sorted(one.outcome for one in found) == ["error", "unknown"]


def test_nothing_is_said_without_cards_or_jobs() -> None:
    assert find_all(look(plan_of()), "FT10") == ()
    assert find_all(look(make_plan(make_line("nas", "storage"), workload=(job(),))), "FT10") == ()

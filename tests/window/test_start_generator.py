"""The plan of the first sheet: three alternatives by the rule, worked by hand, and nothing guessed of the room."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import pytest

from desktop_app.services.desk import Desk
from desktop_app.services.first_start import Answers, Room, default_jobs, default_wanted_by, jobs, need
from desktop_app.services.first_start_offers import machine_price, rent_price
from desktop_app.services.first_start_plan import generate
from planner.assess.run import Assessment, assess
from planner.catalog.items import PriceObservation
from planner.errors import InputError
from planner.figure import Quality
from planner.money import Money
from planner.plan.document import Alternative, Plan
from planner.plan.rules import broken_rules

Make = Callable[..., Plan]


def answers(yuan: int, **given: object) -> Answers:
    return Answers(budget=Money.of(yuan, "CNY"), **{"jobs": default_jobs(), **given})  # type: ignore[arg-type]


@pytest.fixture
def make(desk: Desk) -> Make:
    def made(yuan: int, **given: object) -> Plan:
        return generate(answers(yuan, **given), desk, "first")[0]

    return made


def assessed(desk: Desk, plan: Plan, alternative: str) -> Assessment:
    return assess(plan, alternative, desk.today, market=desk.environment.market)


def planned(desk: Desk, plan: Plan, alternative: str) -> Decimal | None:
    money = assessed(desk, plan, alternative).context.money.planned.money
    return None if money is None else money.amount


def bought(plan: Plan, at: int) -> dict[str, tuple[int, str]]:
    found = {}
    for line in plan.alternatives[at].lines:
        row = plan.item_of(line.item) or plan.item_of(line.card)
        found[line.id] = (line.quantity, row.id if row else "")
    return found


def test_what_is_needed() -> None:
    # 12 people / 3 a card = 4 cards; 40 weeks x (12 x 6 h + 60 x 1 h) = 5,280 card-hours
    assert (need(answers(1)).cards, need(answers(1)).card_hours) == (4, 5280)
    # 13 people need a fifth card; a service that is always on a sixth, and 8,760 h
    more = need(answers(1, people=13, jobs=("qlora-7b", "chat-7b")))
    assert (more.cards, more.card_hours) == (6, 40 * 13 * 6 + 8760)
    # only a service: nobody sits at the machines
    assert need(answers(1, jobs=("chat-7b",))).cards == 1


def test_a_middle_budget(make: Make, desk: Desk) -> None:
    plan = make(300_000)
    assert [one.id for one in plan.alternatives] == ["A", "B", "C"]
    assert plan.chosen == "A"
    # 300,000 / 1.05 less NAS 30,000 and UPS 18,000 is 237,714: one machine of four cards at (120,000 + 180,000) / 2
    assert bought(plan, 0) == {"machine": (1, "class-ws-4x4090"), "nas": (1, ""), "ups": (1, "")}
    assert planned(desk, plan, "A") == Decimal("207900.00")  # (150,000 + 30,000 + 18,000) x 1.05
    # two cards: (140,000 + 220,000) / 2 for two machines is 90,000 a machine, below 100,000 for the other; half the hours
    assert bought(plan, 1)["machine"] == (1, "class-ws-2x5090")
    assert bought(plan, 1)["rent"] == (2640, "co-cn-04")
    assert planned(desk, plan, "B") == Decimal("152883.36")  # (138,000 + 2,640 x 2.88) x 1.05
    assert bought(plan, 2) == {"rent": (5280, "co-cn-02")}
    assert planned(desk, plan, "C") == Decimal("7318.08")  # 5,280 x 1.32 x 1.05


def test_a_small_budget(make: Make, desk: Desk) -> None:
    plan = make(80_000)
    # 80,000 / 1.05 = 76,190; the price of one card mixes new and used, so its highest is taken: 3 x 20,000
    assert bought(plan, 0) == {"machine": (3, "class-ws-1x4090")}
    assert planned(desk, plan, "A") == Decimal("63000.00")


def test_a_large_budget_shows_more_memory(make: Make, desk: Desk) -> None:
    for yuan, machine in ((1_200_000, "hw-atlas-800t-a2"), (3_000_000, "hw-atlas-800t-a3")):
        plan = make(yuan)
        assert bought(plan, 0)["machine"] == (1, "class-ws-4x4090")
        assert bought(plan, 1)["machine"] == (1, machine)
        assert "ups" not in bought(plan, 1)  # a UPS of 3 kVA does not carry it
        amount = planned(desk, plan, "B")
        assert amount is not None
        assert amount <= yuan


def test_nothing_within_the_budget(make: Make, desk: Desk) -> None:
    plan = make(5_000)
    assert bought(plan, 0)["machine"] == (1, "class-ws-1x4090")
    assert any(one.check.startswith("BU") and one.outcome == "error" for one in assessed(desk, plan, "A").findings)
    assert bought(plan, 1)["rent"][0] == 3607  # 5,000 / 1.05 / 1.32, whole hours


def test_data_that_must_not_leave_is_not_rented_out(make: Make) -> None:
    for yuan in (80_000, 300_000, 1_200_000, 3_000_000):
        plan = make(yuan, data_may_leave="no")
        assert len(plan.alternatives) == 3
        assert all(line.role != "cloud" for one in plan.alternatives for line in one.lines)
        assert plan.switches.data_may_leave == "no"


def test_domestic_required(make: Make, desk: Desk) -> None:
    for yuan in (300_000, 1_200_000):
        plan = make(yuan, domestic="required")
        assert bought(plan, 0)["machine"] == (1, "hw-atlas-800t-a2")
        assert len(plan.alternatives) == 3
        # a card without a price in yuan is proposed with its price unknown, not with a guess
        assert plan.alternatives[1].lines[0].price.chosen is None
        assert planned(desk, plan, "B") is None


def test_a_room_nobody_knows_is_not_guessed(make: Make, desk: Desk) -> None:
    plan = make(300_000)
    assert plan.site == ()
    assert assessed(desk, plan, "A").verdict == "unknown"


def test_a_tiny_room(make: Make, desk: Desk) -> None:
    plan = make(300_000, room=Room(sockets=1, socket_form="gb1002_10a"))
    assert [node.type for node in plan.site] == ["room", "panel", "circuit", "socket"]
    circuit, socket = plan.node("circuit-1"), plan.node("socket-1")
    assert circuit is not None
    assert socket is not None
    assert "breaker_a" not in circuit.values
    assert socket.values["rating_a"].value == 10.0
    # four cards draw 2.5 kW and the storage 0.15 kW: 12 A on 10 A
    assert any(one.outcome == "error" and one.check.startswith("PW") for one in assessed(desk, plan, "A").findings)


def test_a_room_with_circuits() -> None:
    from desktop_app.services.first_start_room import site_of

    site = site_of(Room(sockets=3, circuits=2, breaker_a=16.0, shared="yes", ac="2匹", area_m2=40.0))
    assert [node.parent for node in site if node.type == "socket"] == ["circuit-1", "circuit-2", "circuit-1"]
    assert [node.values["breaker_a"].value for node in site if node.type == "circuit"] == [16.0, 16.0]
    volts = next(node for node in site if node.type == "panel").values["volts"]
    assert volts.quality is Quality.ASSUMED
    assert site_of(Room(area_m2=40.0))[0].values["area_m2"].value == 40.0
    assert site_of(Room()) == ()


def test_prices_keep_source_and_date(make: Make) -> None:
    plan = make(1_200_000)
    atlas = plan.alternatives[1].lines[0].price
    assert atlas.observed == dt.date(2026, 3, 16)
    assert (atlas.low, atlas.high) == (Decimal(880000), Decimal(1200000))
    assert atlas.source
    guide = plan.alternatives[0].lines[0].price
    assert guide.observed is None
    assert guide.quality is Quality.ASSUMED


def test_prices_that_are_not_read(desk: Desk) -> None:
    assert machine_price(PriceObservation(id="x", item_type="system", low=Decimal(1), currency="CNY"), 1) is None
    assert (
        machine_price(PriceObservation(id="x", item_type="system", low=Decimal(1), high=Decimal(2), currency="USD"), 1)
        is None
    )
    month = desk.store.catalog.get("co-171")  # by the month
    assert rent_price(month) is None
    assert rent_price(desk.store.catalog.get("co-163")) is None  # has a year, no day


def test_people_and_jobs(make: Make) -> None:
    plan = make(300_000, people=9, students=30)
    assert [(one.id, one.count) for one in plan.people] == [("graduates", 9), ("course-students", 30)]
    assert {entry.id for entry in plan.workload} == set(default_jobs())
    # 6 h a week in sessions of 3 h, shared by two jobs: one session each
    assert {entry.id: entry.sessions_per_week for entry in plan.workload}["detection"] == 1.0
    assert all(plan.item_of(entry.model) for entry in plan.workload if entry.model)
    assert "course" not in {entry.people for entry in make(300_000, jobs=("qlora-7b",)).workload}


def test_every_job_makes_a_plan(make: Make, desk: Desk) -> None:
    for job in jobs():
        plan = make(500_000, jobs=(job.entry.id,))
        assert [entry.id for entry in plan.workload] == [job.entry.id]
        for one in plan.alternatives:
            assessed(desk, plan, one.id)


def test_funds_pay_only_what_they_may(make: Make) -> None:
    plan = make(300_000, fund_line="equipment", latest_spending=dt.date(2027, 6, 30))
    assert plan.funds[0].latest_spending == dt.date(2027, 6, 30)
    mixed: Alternative = plan.alternatives[1]
    assert {line.id: line.fund for line in mixed.lines} == {
        "machine": "fund-1",
        "nas": "fund-1",
        "ups": "fund-1",
        "rent": "",
    }
    assert make(300_000).funds == ()


def test_refusals(desk: Desk) -> None:
    with pytest.raises(InputError, match=r"."):
        generate(answers(0), desk, "x")
    with pytest.raises(InputError, match=r"."):
        generate(answers(300_000, jobs=()), desk, "x")


def test_the_next_term() -> None:
    assert default_wanted_by(dt.date(2026, 11, 30)) == dt.date(2027, 3, 1)
    assert default_wanted_by(dt.date(2026, 12, 31)) == dt.date(2027, 3, 1)  # exactly 60 days
    assert default_wanted_by(dt.date(2027, 1, 1)) == dt.date(2027, 9, 1)
    assert default_wanted_by(dt.date(2026, 5, 1)) == dt.date(2026, 9, 1)


def test_a_generated_plan_can_be_stored(make: Make, desk: Desk) -> None:
    session = desk.start(make(300_000))
    assert desk.open("first") is session
    assert desk.store.plans.load("first").plan == session.plan


@pytest.mark.parametrize("people", [500, 700, 20_000, 100_000])
def test_many_people_make_a_plan_that_opens_again(make: Make, desk: Desk, people: int) -> None:
    """Rent of 300,000 yuan is more than 100,000 card-hours: the plan was kept and could not be read again."""
    made = make(300_000, people=people)
    assert [*broken_rules(made)] == []
    assert any(line.quantity > 100_000 for one in made.alternatives for line in one.lines if line.role == "cloud")
    desk.start(made)
    assert desk.store.plans.load("first").plan == made


def test_what_breaks_a_rule_of_plans_is_refused_before_it_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.services.first_start_plan.most_quantity", lambda _role: 10**12)
    with pytest.raises(InputError) as caught:
        generate(answers(10**10, people=10**8), desk, "x")
    assert caught.value.remedy is not None

"""A UPS gives less where the air is thin: in its load, after a loss, in what is asked for, and in the plan of the wiring."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.ups_altitude import left_of, share_pct_of
from planner.figure import Figure, entered
from planner.messages import render
from planner.plan.document import Connection, Plan
from planner.tender.loads import ups_apparent, ups_power
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

# Lhasa, 3,650 m: 100 - 26.5 = 73.5 %; of 2,700 W 1,984.5 W, of 3,000 VA 2,205 VA
LHASA = {"altitude_m": 3650.0}
PLAINS = {"altitude_m": 900.0}


def behind(power_w: float, place: dict[str, Any], **ups: Any) -> Plan:
    values = {"rated_w": 2700.0, "rated_va": 3000.0, **ups}
    site = (room(**place), unit(), circuit(), node("u1", "ups", "c1", **values))
    return make_plan(make_line("ws", known={"max_power_w": power_w}), site=site, plugged={"ws": "u1"})


def test_nothing_is_lost_up_to_a_thousand_metres_nor_where_the_height_is_not_told() -> None:
    rated = entered("site/u1/rated_w", 2700.0, "W")
    for told in (None, room(), room(**PLAINS), room(altitude_m=1000.0)):
        assert left_of(rated, share_pct_of(told)) is rated
    assert left_of(rated, share_pct_of(room(**LHASA))).require() == pytest.approx(1984.5)


@pytest.mark.parametrize(
    ("power_w", "place", "expected"),
    [
        (2000.0, PLAINS, "pass"),  # 74.1 %
        (1500.0, LHASA, "pass"),  # 75.6 % of 1,984.5 W
        (1700.0, LHASA, "warning"),  # 85.7 %
        (2000.0, LHASA, "error"),
    ],
)
def test_load_is_held_against_what_is_left(power_w: float, place: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(behind(power_w, place)), "UP01", "u1") == expected


def test_the_finding_says_so_and_is_said_once() -> None:
    assessment = assess_one(behind(2000.0, LHASA))
    said = render(find(assessment, "UP01", "u1").message, "en")
    assert said == (
        "u1 (1.98 kW) would carry 2 kW, 101 % of its rating. At 3,650 m that is 73.5 % of what is on its nameplate."
    )
    assert outcome(assessment, "UP13", "u1") == ""


def test_the_larger_ups_that_is_offered_is_enough_at_that_height() -> None:
    line = make_line("ups", "ups", known={"rated_w": 2700.0, "rated_va": 3000.0})
    made = make_plan(make_line("ws", known={"max_power_w": 2000.0}), line, site=(room(**LHASA), unit(), circuit()))
    fix = find(assess_one(made), "UP01", "ups").fix
    assert fix is not None
    asked = fix.label.values["watts"]
    assert isinstance(asked, Figure)
    assert asked.require() * 0.735 * 0.8 >= 2000.0  # 3,401 W and more; at sea level 2,500 W


def test_the_papers_ask_for_as_much_more() -> None:
    line = make_line("ups", "ups", known={"rated_w": 2700.0, "rated_va": 3000.0})
    rooms = [(room(**place), unit(), circuit()) for place in (PLAINS, LHASA)]
    plans = [make_plan(make_line("ws", known={"max_power_w": 2000.0}), line, site=one) for one in rooms]
    for ask in (ups_power, ups_apparent):
        low, high = (ask(assess_one(plan), "ups") for plan in plans)
        assert low is not None
        assert high is not None
        assert high.wanted.require() == pytest.approx(low.wanted.require() / 0.735)
        assert high.least.require() == pytest.approx(low.least.require() / 0.735)


def test_the_wiring_planner_gives_it_no_more() -> None:
    for place, watts in ((PLAINS, 2700.0), (LHASA, 1984.5)):
        plan = behind(500.0, place)
        problem = wanted(plan, plan.alternatives[0], assess_one(plan).context.lines).problem
        most = next(one.limit_w for one in problem.branches if one.id == "u1")
        assert most == pytest.approx(watts)


def test_after_a_loss_the_other_ups_is_held_against_what_is_left() -> None:
    # two supplies of 3 kW on two UPS of 4,500 W: 3,500 W on one of them; in Lhasa it gives 3,307 W
    def lost(place: dict[str, Any]) -> list[str]:
        site = [room(**place), unit()]
        for side in "AB":
            site += [
                circuit(f"c{side}", breaker_a=32.0),
                node(f"u{side}", "ups", f"c{side}", rated_w=4500.0, rated_va=5000.0),
            ]
        line = make_line(
            "srv", known={"max_power_w": 3500.0, "psu_count": 2.0, "psu_w": 4000.0, "psu_redundancy": "1+1"}
        )
        links = tuple(Connection(line="srv", node=f"u{side}", share=0.5) for side in "AB")
        made = make_plan(line, site=tuple(site), connections=links)
        return [
            one.message.id for one in assess_one(made).findings if one.check == "PW20" and one.subject in ("uA", "uB")
        ]

    assert "PW20.ups" in lost(LHASA)
    assert "PW20.ups" not in lost(PLAINS)

"""Which circuits are to be laid: one list for screen, application, contact sheet and requirements."""

from __future__ import annotations

import pytest

from planner.assess.factor import plan_factor
from planner.checks.own_circuit import breaker_of, ups_moved
from planner.checks.supply_wanted import wanted_supply
from planner.documents.site.new_circuits import circuits_asked
from planner.plan.document import Connection
from planner.tender.room import works_for
from tests.checks.factories import assess_one, find, make_line, make_plan, node
from tests.checks.rooms import circuit, room, unit
from tests.checks.test_single_phase_cords import on_two_feeds
from tests.sample_plans import assessed, sample


def rows(assessment: object) -> list[tuple[object, ...]]:
    return [
        (one.line.line.id, None if one.breaker_a is None else one.breaker_a.value, one.circuits and one.circuits.value)
        for one in circuits_asked(assessment)  # type: ignore[arg-type]
    ]


def test_a_circuit_that_trips_after_a_feed_is_lost_is_asked_for() -> None:
    # 14 kW, 3+3: 20.6 A on 16 A when the other is lost; 20.6 / 0.8 = 25.8: 32 A, two of them
    assessment = assess_one(on_two_feeds(14000.0, 6, "3+3", breaker_a=16.0))
    (asked,) = circuits_asked(assessment)
    assert asked.unit_a.require() == pytest.approx(14000 / (3**0.5 * 400 * 0.98))
    assert (asked.breaker_a.value, asked.circuits.value, asked.three_phase) == (32.0, 2.0, True)  # type: ignore[union-attr]
    assert [one.id for one in asked.replaces] == ["ca", "cb"]
    assert circuits_asked(assess_one(on_two_feeds(14000.0, 6, "3+3", breaker_a=32.0))) == ()


def test_what_is_to_hang_behind_a_ups_gets_no_circuit_of_its_own() -> None:
    # lab-a: 3.70 kW of UPS with workstation and storage, 17.2 A, an outlet of 32 A; the workstation is in it
    assert rows(assessed(sample("lab-a"))) == [("ups", 32.0, 1)]


def test_the_paper_asks_for_the_circuit_of_the_step_on_the_screen() -> None:
    # a UPS in front of a workstation on a shared circuit: the step plans one circuit for the UPS
    site = (
        room(),
        unit(),
        circuit(shared=True, other_load_a=1.0),
        node("s1", "socket", "c1", form="gb1002_10a", rating_a=10.0),
        node("u1", "ups", "s1", rated_va=6000.0, rated_w=6000.0, outlet_count=4.0),
    )
    line = make_line("ws", known={"max_power_w": 2500.0})
    assessment = assess_one(make_plan(line, site=site, connections=(Connection(line="ws", node="u1"),)))
    step = find(assessment, "PW07", "c1").fix
    assert step is not None
    assert ups_moved(step) == "u1"
    (asked,) = circuits_asked(assessment)
    assert asked.ups is not None
    assert (asked.ups.id, asked.breaker_a.value) == ("u1", breaker_of(step))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("power_w", "supplies", "scheme", "three", "feeds", "current_a", "breaker_a"),
    [
        (2500.0, 1, "", False, 1, 11.60, 16.0),  # 2,500 / (220 x 0.98)
        (5500.0, 2, "1+1", False, 1, 25.51, 32.0),
        (14000.0, 6, "3+3", True, 2, 21.70, 32.0),  # 14,000 / (sqrt(3) x 380 x 0.98): three cords left on three lines
        (14000.0, 6, "5+1", True, 1, 21.70, 32.0),
        (8000.0, 2, "1+1", True, 2, 37.21, 50.0),  # one cord left: 8,000 / (219.4 x 0.98) on one line
    ],
)
def test_the_circuit_that_a_machine_wants(  # noqa: PLR0913 - a row of the table each
    power_w: float, supplies: int, scheme: str, three: bool, feeds: int, current_a: float, breaker_a: float
) -> None:
    known = {"max_power_w": power_w, "psu_count": supplies, "psu_w": power_w, "psu_redundancy": scheme}
    assessment = assess_one(make_plan(make_line("srv", known=known), site=(room(), unit(), circuit())))
    line = assessment.context.lines["srv"]
    wanted = wanted_supply("k", line, plan_factor(assessment.context.facts), "GB")
    assert (wanted.three_phase, wanted.feeds) == (three, feeds)
    assert wanted.unit_a.require() == pytest.approx(current_a, abs=0.01)
    assert wanted.breaker_a is not None
    assert wanted.breaker_a.value == breaker_a


def test_the_requirements_presuppose_three_phase_circuits_for_a_large_server() -> None:
    assessment = assess_one(on_two_feeds(14000.0, 6, "3+3", breaker_a=16.0))
    works = works_for(assessment, assessment.context.lines["srv"])
    assert works is not None
    assert "2路三相32 A" in works.condition().zh
    # 0.8 x 32 A x sqrt(3) x 380 V x 0.98
    assert works.allowed_w.require() == pytest.approx(0.8 * 32 * 3**0.5 * 380 * 0.98)

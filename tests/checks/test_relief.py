"""The advice for an outlet that carries too much, in amounts; by hand: 220 V x 0.98 = 215.6 W for an ampere."""

from __future__ import annotations

import pytest

from planner.messages import render
from planner.plan.document import Connection, Plan, SiteNode
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def lab(*machines_w: float, others: tuple[SiteNode, ...] = (), at: str = "s1") -> Plan:
    """Return machines in a 10 A socket of a circuit that is nearly full: 16 of 25.6 A advised are others'."""
    lines = [make_line(f"m{number}", known={"max_power_w": power_w}) for number, power_w in enumerate(machines_w)]
    site = (
        room(),
        unit(),
        circuit(breaker_a=32.0, shared=True, other_load_a=16.0),
        node("s1", "socket", "c1", form="gb1002_10a", outlet_count=4.0),
        *others,
    )
    links = tuple(Connection(line=line.id, node=at) for line in lines)
    return make_plan(*lines, site=site, connections=links, known={"power_factor": 0.98})


FREE = (circuit("c2"), node("s2", "socket", "c2", form="gb1002_16a", outlet_count=1.0))


def test_the_smallest_machine_that_is_enough_goes_to_a_circuit_with_room() -> None:
    # 1,300 + 600 + 600 W = 11.6 A of 10 A: 1.6 A or 344 W too much; 600 W are enough, and 8.81 A stay
    plan = lab(1300.0, 600.0, 600.0, others=FREE)
    finding = find(assess_one(plan), "PW03", "s1")
    assert finding.remedy is not None
    assert render(finding.remedy, "en") == (
        "It is 1.6 A (344 W) too much: plug 1 × machine m1 in at s2, which has 12.8 A to spare; 8.81 A are left here."
    )
    after = assess_one(fixed(plan, finding))
    assert (outcome(after, "PW03", "s1"), outcome(after, "PW03", "s2")) == ("pass", "pass")


@pytest.mark.parametrize(
    ("powers", "said"),
    [
        # 11.6 A: 16 A x 0.8 = 12.8 A carry it
        ((2500.0,), "Have a 16 A socket laid for machine m0 (11.6 A), with a breaker of 16 A and a cable of 2.5 mm²"),
        # 18.55 A: 32 A
        ((4000.0,), "Have a 32 A socket laid for machine m0 (18.6 A), with a breaker of 32 A and a cable of 6 mm²"),
        # 32.5 A
        ((7000.0,), "machine m0 alone draws 32.5 A. Ask for a three-phase supply."),
    ],
)
def test_what_has_to_be_laid_is_told_where_no_outlet_has_room(powers: tuple[float, ...], said: str) -> None:
    finding = find(assess_one(lab(*powers)), "PW03", "s1")
    assert finding.remedy is not None
    assert said in render(finding.remedy, "en")


def test_a_full_or_unknown_outlet_is_no_place() -> None:
    for others in (
        (circuit("c2", breaker_a=None), FREE[1]),  # 12.8 A of the socket, but nobody knows the breaker
        (circuit("c2", other_load_a=12.0, shared=True), FREE[1]),
        (FREE[0], node("s2", "socket", "c2", form="gb1002_16a", outlet_count=0.0)),
    ):
        finding = find(assess_one(lab(1300.0, 1300.0, others=others)), "PW03", "s1")
        assert finding.remedy is not None
        assert finding.remedy.id == "PW03.remedy.laid"


def test_a_bank_gives_a_machine_to_the_other_bank() -> None:
    # 2 x 1,300 W = 12.06 A of 10 A; the other bank takes 6.03 of 8 A
    other = (
        node("p1", "pdu", "c1", rating_a=32.0, outlet_count=8.0),
        *(node(name, "pdu", "p1", rating_a=10.0, outlet_count=4.0) for name in ("b1", "b2")),
    )
    finding = find(assess_one(lab(1300.0, 1300.0, others=other, at="b1")), "PW10", "b1")
    assert finding.remedy is not None
    assert "plug 1 × machine m0 in at b2, which has 8 A to spare" in render(finding.remedy, "en")


def test_a_large_room_is_told_how_much_has_to_leave_but_no_place() -> None:
    # nine circuits and more: no place is looked for with each edit
    many = tuple(circuit(f"c{number}") for number in range(2, 11))
    finding = find(assess_one(lab(1300.0, 600.0, 600.0, others=many)), "PW03", "s1")
    assert finding.remedy is not None
    assert render(finding.remedy, "en") == (
        "It is 1.6 A (344 W) too much: plug 1 × machine m1 (2.78 A) in elsewhere, where so much is free. Where cords could go "
        "instead is for the wiring planner (Plan the wiring in the place Site, or plan wire): above 8 circuits or 16 machines "
        "no step is offered here."
    )
    finding = find(assess_one(lab(2500.0, others=many)), "PW03", "s1")
    assert finding.remedy is not None
    assert finding.remedy.id == "PW.planner"
    assert getattr(finding.remedy.values["remedy"], "id", "") == "PW03.remedy.elsewhere"

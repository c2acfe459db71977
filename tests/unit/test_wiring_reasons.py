"""Why a machine finds no place, and how much more would be enough, on rooms counted by hand. 220 V, power factor 1."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from planner.facility.wiring import WiringPlan, fewest_left, plan_wiring
from planner.facility.wiring_model import Branch, Device, Outlet, Problem, Site
from planner.facility.wiring_reasons import circuits_missing, reasons, with_circuits
from planner.facility.wiring_together import Reason
from tests.wiring_cases import circuit, machine, problems, socket


def _room(devices: list[Device], branches: list[Branch], outlets: list[Outlet]) -> Problem:
    return Problem(branches=tuple(branches), outlets=tuple(outlets), devices=tuple(devices))


def _told(problem: Problem) -> tuple[WiringPlan, tuple[Reason, ...]]:
    plan = plan_wiring(problem)
    return plan, reasons(plan)


def test_three_machines_of_ten_amperes_need_one_more_circuit_of_sixteen() -> None:
    # 2200 W at 220 V is 10 A; a 16 A circuit carries one of them, so the third has no place on two circuits
    machines = [machine(f"ws{number}", 2200.0) for number in range(3)]
    plan, told = _told(_room(machines, [circuit("B1"), circuit("B2")], [socket("S1", "B1"), socket("S2", "B2")]))
    assert len(plan.unplaced) == 1
    assert [(one.kind, one.circuits, one.size_a) for one in told] == [("circuits", 1, 16.0)]
    assert "needs 1 more circuit(s) of 16 A, each with 1 outlet(s)" in str(told[0].message)


def test_a_small_remainder_is_no_room_for_a_large_cord() -> None:
    # 30 A of load on 2 x 16 A would fit by the sum; by count each circuit takes one of 10 A
    machines = [machine(f"ws{number}", 2200.0) for number in range(3)]
    site = Site(_room(machines, [circuit("B1"), circuit("B2")], [socket("S1", "B1"), socket("S2", "B2")]))
    assert circuits_missing(site, 16.0) == 1
    assert circuits_missing(site, 32.0) == 1


def test_a_machine_above_every_circuit_wants_one_of_its_own() -> None:
    # 5500 W is 25 A
    _plan, told = _told(_room([machine("box", 5500.0)], [circuit("B1")], [socket("S1", "B1")]))
    assert [(one.kind, one.size_a) for one in told] == [("circuit", 25.0)]


def test_a_ten_ampere_socket_does_not_carry_a_four_card_machine() -> None:
    # 2500 W is 11.4 A
    _plan, told = _told(_room([machine("ws", 2500.0)], [circuit("B1")], [socket("S1", "B1", rating_a=10.0)]))
    assert [(one.kind, one.size_a) for one in told] == [("outlet", 16.0)]


def test_the_plug_must_fit() -> None:
    outlet = Outlet(id="S1", branch="B1", volts_v=220.0, form="gb1002_10a", count=2)
    box = machine("box", 1000.0)
    c20 = type(box.cords[0])(plugs=("gb1002_16a", "iec_c19"))
    wide = Device(id="box", line="box", power_w=1000.0, cords=(c20,), title="box")
    _plan, told = _told(_room([wide], [circuit("B1")], [outlet]))
    assert [one.kind for one in told] == ["form"]
    assert "gb1002_16a, iec_c19" in str(told[0].message)


def test_a_bank_stops_what_the_feed_would_carry() -> None:
    # netbox #9759: 230 V 32 A PDU with two 16 A banks; 18 A do not go on one bank though the feed carries 28 A
    feed = circuit("feed", 32.0)
    banks = [
        Branch(id=name, title=name, kind="bank", parent="feed", limit_a=16.0, feed="F1") for name in ("bank1", "bank2")
    ]
    outlets = [socket("o1", "bank1", 8), socket("o2", "bank2", 8)]
    loads = [machine(f"s{number}", 220.0 * 9) for number in range(3)]  # 9 A each: one to a bank
    plan, told = _told(_room(loads, [feed, *banks], outlets))
    assert len(plan.unplaced) == 1
    assert [one.kind for one in told] == ["bank"]


def test_two_cords_of_one_machine_are_too_much_for_one_socket() -> None:
    # 2500 W on two cords is 5.7 A each, 11.4 A on a 10 A socket of a 16 A circuit
    socket_ = Branch(id="s1", title="socket 1", kind="socket", parent="B1", limit_a=10.0, feed="F1")
    cords = machine("ws", 2500.0).cords * 2
    ws = Device(id="ws", line="ws", power_w=2500.0, cords=cords, title="ws")
    _plan, told = _told(_room([ws], [circuit("B1"), socket_], [socket("o1", "s1", 2)]))
    assert [one.kind for one in told] == ["bank"]
    assert "socket 1 (10 A) would carry more" in str(told[0].message)


def test_without_any_outlet_the_data_are_asked_for() -> None:
    _plan, told = _told(_room([machine("ws", 500.0)], [circuit("B1")], []))
    assert [one.kind for one in told] == ["none"]


def test_too_few_outlets_are_told_as_such() -> None:
    machines = [machine(f"pc{number}", 100.0) for number in range(3)]
    plan, told = _told(_room(machines, [circuit("B1")], [socket("S1", "B1", 2)]))
    assert len(plan.unplaced) == 1
    assert [one.kind for one in told] == ["outlets"]
    assert "1 outlets are missing, such as at S1 (1)." in str(told[0].message)


def test_what_is_asked_for_is_enough_when_it_is_put_in() -> None:
    # 3800 W on four cords: 4.3 A each, 17.3 A; a 16 A socket of one outlet takes one cord, so three go to the new circuit,
    # 13 A; with one outlet there two more are missing
    cords = machine("srv", 3800.0).cords * 4
    srv = Device(id="srv", line="srv", power_w=3800.0, cords=cords, title="srv")
    sockets = [Branch(id=f"s{one}", title=f"s{one}", kind="socket", parent=f"B{one}", limit_a=16.0) for one in (1, 2)]
    old = _room([srv], [circuit("B1", 32.0), sockets[0]], [socket("o1", "s1", 1)])
    assert "1 more circuit(s) of 16 A, each with 3 outlet(s)" in str(_told(old)[1][0].message)
    new = [circuit("B1", 32.0), sockets[0], circuit("B2", 16.0), sockets[1]]
    assert _told(_room([srv], new, [socket("o1", "s1", 1), socket("o2", "s2", 3)]))[0].unplaced == ()
    _plan, told = _told(_room([srv], new, [socket("o1", "s1", 1), socket("o2", "s2", 1)]))
    assert "2 outlets are missing" in str(told[0].message)


def test_two_feeds_carry_a_server_that_one_could_not() -> None:
    # 4000 W on two cords: 9.1 A each; with a feed lost 18.2 A on a 16 A circuit, so it trips
    server = machine("srv", 4000.0, sides="AB")
    branches = [circuit("A1", 16.0, "A"), circuit("B1", 16.0, "B")]
    plan, told = _told(_room([server], branches, [socket("SA", "A1"), socket("SB", "B1")]))
    assert plan.score.unplaced == 0
    assert plan.score.not_redundant > 0
    assert {one.kind for one in told} == {"trip"}
    assert "18.2 A of 16 A" in str(told[0].message)


def test_a_server_that_one_feed_carries_is_split_over_both() -> None:
    # 3000 W: 13.6 A when a feed is lost, within 16 A
    server = machine("srv", 3000.0, sides="AB")
    branches = [circuit("A1", 16.0, "A"), circuit("B1", 16.0, "B")]
    plan, told = _told(_room([server], branches, [socket("SA", "A1"), socket("SB", "B1")]))
    assert plan.score.not_redundant == 0
    assert set(plan.outlets[0] or ()) == {"SA", "SB"}
    assert told == ()


def test_three_sides_need_three_feeds() -> None:
    # a machine of 4+2 supplies of 3.3 kW bears the loss of two: 2+2+2 on three feeds, not 3+3 on two
    server = machine("hgx", 10200.0, sides="AABBCC")
    two = [circuit(name, 63.0, name) for name in "AB"]
    _plan, told = _told(_room([server], two, [socket(f"S{name}", name, 6) for name in "AB"]))
    assert [one.kind for one in told] == ["feeds"]
    three = [circuit(name, 63.0, name) for name in "ABC"]
    plan, told = _told(_room([server], three, [socket(f"S{name}", name, 6) for name in "ABC"]))
    assert plan.score.not_redundant == 0
    assert told == ()


@settings(max_examples=30, deadline=None)
@given(problems(devices=6, circuits=2))
def test_the_bound_is_never_above_what_is_enough(problem: Problem) -> None:
    site = Site(problem)
    least = circuits_missing(site, 16.0)
    for fewer in range(least):
        assert fewest_left(with_circuits(problem, fewer, 16.0)) > 0


def test_a_finding_names_the_same_devices_as_the_plan() -> None:
    machines = [machine(f"ws{number}", 2200.0) for number in range(5)]
    plan, told = _told(_room(machines, [circuit("B1")], [socket("S1", "B1", 9)]))
    assert set(told[0].devices) == set(plan.unplaced)
    assert told[0].circuits == pytest.approx(4)

"""For each check of power, UPS, cooling, floor, rack and noise: without what decides it, it asks or is silent, and never passes."""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find_all, make_line, make_plan, node
from tests.checks.rooms import circuit, four_cards, room, unit

BIG = {"max_power_w": 3000.0}


def of(*nodes: Any, line: Any = None, at: str = "c1", room_: dict[str, Any] | None = None, **fields: Any) -> Plan:
    """Return a plan of one machine (3 kW) in a room."""
    machine = line if line is not None else make_line("ws", known=BIG)
    site = (room(**(room_ or {})), *(nodes or (unit(), circuit())))
    return make_plan(machine, site=site, plugged={"ws": at}, **fields)


def behind_ups(**values: Any) -> Plan:
    site = (unit(), circuit(breaker_a=32.0), node("u1", "ups", "c1", **values))
    return of(*site, at="u1")


def racked(line: Any = None, **values: Any) -> Plan:
    from planner.plan.document import Placement

    machine = line if line is not None else make_line("ws", known=BIG)
    site = (room(), unit(), circuit(breaker_a=32.0), node("r1", "rack", "room", **values))
    mounted = (Placement(line="ws", node="r1", units=1),)
    return make_plan(machine, site=site, plugged={"ws": "c1"}, placements=mounted)


def two_supplies(**told: Any) -> Plan:
    site = (room(), unit(), *(circuit(name, feed=name, breaker_a=None) for name in ("A", "B")))
    links = tuple(Connection(line="ws", node=name, share=0.5) for name in ("A", "B"))
    return make_plan(make_line("ws", known={**BIG, **told}), site=site, connections=links)


NOT_TOLD = {
    "PW01": of(unit(), circuit(breaker_a=None)),
    "PW02": of(unit(), circuit(breaker_a=None)),
    "PW03": of(unit(), circuit(breaker_a=32.0), node("s1", "socket", "c1"), at="s1"),
    "PW04": of(unit(), circuit(breaker_a=32.0, cable_mm2=None)),
    "PW05": of(unit(), circuit(breaker_a=32.0, cable_mm2=None)),
    "PW06": of(unit(), circuit(breaker_a=None)),
    "PW07": of(unit(), circuit(shared=None)),
    "PW08": of(unit(), circuit(built_year=None)),
    "PW09": of(unit(), circuit(breaker_a=None), node("p1", "pdu", "c1"), at="p1"),
    "PW10": of(unit(), circuit(), node("p1", "pdu", "c1", rating_a=32.0), node("b1", "pdu", "p1"), at="b1"),
    "PW13": of(unit(), circuit(volts=400.0, volts_kind=None)),
    "PW14": of(unit(), circuit(breaker_a=32.0), node("s1", "socket", "c1", rating_a=16.0), at="s1"),
    "PW15": of(unit(), circuit(breaker_a=32.0), node("p1", "pdu", "c1", rating_a=16.0), at="p1"),
    "PW16": of(unit(), circuit(breaker_a=32.0), node("k1", "cord", "c1"), at="k1"),
    "PW17": of(
        unit(), circuit(volts=None, volts_kind=None), line=make_line("ws", known={**BIG, "psu_range_v": "200-240"})
    ),
    "PW18": of(line=make_line("ws", known={**BIG, "psu_curve": "200-240:1200"})),
    "PW19": of(line=make_line("ws", known={**BIG, "psu_redundancy": "1+1"})),
    "PW20": two_supplies(),
    "PW21": of(line=four_cards(None)),
    "PW22": of(line=four_cards(None)),
    "PW23": of(line=make_line("ws", known={**BIG, "gpu_cables": 1.0})),
    "PW24": of(unit(), circuit(breaker_a=None)),
    "PW25": of(line=make_line("ws", quantity=5, known=BIG)),
    "PW27": of(line=make_line("ws", known={"max_power_w": 20000.0})),
    "PW29": of(line=make_line("ws")),
    "PW30": of(line=four_cards(None)),
    "PW31": of(line=make_line("ws")),
    "PW34": of(line=make_line("ws")),
    "UP01": behind_ups(),
    "UP02": behind_ups(),
    "UP03": behind_ups(rated_w=5000.0, rated_va=5000.0),
    "UP05": behind_ups(rated_w=5000.0, rated_va=5000.0),
    "UP06": behind_ups(rated_w=5000.0, rated_va=5000.0),
    "UP07": of(unit(), circuit(breaker_a=None), node("u1", "ups", "c1", rated_w=5000.0), at="u1"),
    "UP09": behind_ups(rated_w=5000.0, rated_va=5000.0, spare_modules=1.0),
    "UP11": behind_ups(rated_w=5000.0, battery_kind="lead"),
    "UP12": of(
        unit(),
        circuit(breaker_a=63.0),
        node("u1", "ups", "c1", rated_w=9000.0),
        at="u1",
        line=make_line("ws", known={"max_power_w": 6000.0}),
    ),
    "CO01": of(circuit(breaker_a=32.0)),
    "CO02": of(circuit(breaker_a=32.0)),
    "CO03": of(room_={"area_m2": None}),
    "CO04": of(unit(duty24h=None), circuit()),
    "CO07": of(unit(auto_restart=None, duty24h=None), circuit()),
    "CO08": of(),
    "CO10": of(),
    "CO11": of(),
    "CO13": of(room_={"area_m2": None}),
    "CO14": of(line=make_line("ws")),
    "FL01": racked(width_mm=600.0, depth_mm=1200.0),
    "FL02": racked(),
    "FL04": racked(),
    "NO01": of(),
    "NO02": of(),
    "RK01": racked(),
    "RK02": racked(),
    "RK03": racked(u_height=42.0),
    "RK05": racked(u_height=42.0),
    "RK07": racked(u_height=42.0),
}


@pytest.mark.parametrize("check", NOT_TOLD)
def test_without_what_decides_it_a_check_never_passes(check: str) -> None:
    found = find_all(assess_one(NOT_TOLD[check]), check)
    assert {one.outcome for one in found} <= {"unknown", "note", "warning"}, [one.message for one in found]
    for one in found:
        assert one.outcome != "unknown" or (one.missing and one.remedy is not None)


def test_whatever_is_not_told_leaves_the_verdict_open() -> None:
    """Each key that decides a current, the heat or the load of a UPS is named by some question."""
    for check in ("PW01", "UP01", "CO01", "PW34"):
        assessment = assess_one(NOT_TOLD[check])
        assert assessment.verdict != "feasible", check
        assert any(one.outcome == "unknown" and one.missing for one in assessment.findings), check


def on_ups(power_w: float, **values: Any) -> Plan:
    site = (unit(total_kw=40.0), circuit(breaker_a=63.0), node("u1", "ups", "c1", **values))
    return of(*site, line=make_line("ws", known={"max_power_w": power_w}), at="u1")


def at_ac(power_w: float, **values: Any) -> Plan:
    ac = node("ac1", "ac", "room", class_cn="5匹", **values)
    return of(ac, circuit(breaker_a=63.0), line=make_line("ws", known={"max_power_w": power_w}))


def networked(**switch: Any) -> Plan:
    machine = make_line("srv", quantity=4, known={"max_power_w": 500.0, "nic_ports": 2.0})
    return make_plan(machine, make_line("sw", "network", known=switch), site=(room(), unit()))


HALF_SAID = circuit(breaker_a=None, volts=None, volts_kind=None, shared=None, cable_mm2=None, built_year=None)
ASKED_FOR: tuple[tuple[str, Plan, str], ...] = (
    # what is missing is asked for by one check for all that want it
    ("PW01", of(unit(), HALF_SAID), "site/c1/breaker_a"),
    ("PW02", of(unit(), HALF_SAID), "site/c1/breaker_a"),
    ("PW05", of(unit(), HALF_SAID), "site/c1/cable_mm2"),
    ("PW07", of(unit(), HALF_SAID), "site/c1/shared"),
    ("PW12", of(unit(), HALF_SAID), "site/c1/breaker_a"),
    ("PW17", of(unit(), HALF_SAID), "site/c1/volts"),
    ("PW28", of(known={"power_factor": None}), "plan/power_factor"),
    ("PW30", of(unit(), circuit(), line=four_cards(None)), "A/ws/max_power_w"),
    ("PW31", of(unit(), circuit(), line=make_line("ws")), "A/ws/max_power_w"),
    ("CO03", of(room_={"area_m2": None}), "site/room/area_m2"),
    ("CO13", of(room_={"occupancy": None}), "site/room/occupancy"),
    ("NO02", of(), "A/ws/noise_db"),
    ("FL02", racked(u_height=42.0), "site/r1/empty_weight_kg"),
    ("FL04", racked(u_height=42.0), "site/r1/width_mm"),
    ("RK04", racked(u_height=42.0, max_load_kg=1000.0), "A/ws/unit_rack_u"),
    ("UP02", on_ups(2000.0), "site/u1/rated_w"),
    ("UP04", on_ups(2000.0, rated_w=2700.0, rated_va=3000.0), "site/u1/runtime_points"),
    ("UP05", on_ups(2000.0, rated_w=2700.0, rated_va=3000.0), "site/u1/runtime_points"),
    ("PW21", of(line=four_cards(None)), "A/ws/max_power_w"),
    ("LS01", of(unit(), circuit(), node("st", "strip", "c1"), line=make_line("ws"), at="st"), "A/ws/max_power_w"),
    ("NW04", networked(), "A/sw/port_count"),
    ("NW09", networked(port_count=24.0), "A/sw/max_power_w"),
    # ... or by the check itself, from the size on where it matters
    ("CO07", at_ac(2001.0), "site/ac1/auto_restart"),
    ("UP12", on_ups(5000.0, rated_w=9000.0, rated_va=9000.0), "site/u1/topology"),
    ("PW16", of(unit(), circuit(), node("s1", "socket", "c1"), line=make_line("ws", known=BIG), at="s1"), "A/ws/inlet"),
    ("CO18", at_ac(2001.0), "site/room/people_count"),
    (
        "PW15",
        of(unit(), circuit(), node("p1", "pdu", "c1"), line=make_line("ws", quantity=2, known=BIG), at="p1"),
        "site/p1/outlet_count",
    ),
)


@pytest.mark.parametrize(("check", "plan", "key"), ASKED_FOR)
def test_what_a_check_wants_is_asked_for_by_some_question(check: str, plan: Plan, key: str) -> None:
    assessment = assess_one(plan)
    assert "pass" not in {one.outcome for one in find_all(assessment, check)}
    asking = [one for one in assessment.findings if one.outcome == "unknown" and key in one.missing]
    assert asking, [one.missing for one in assessment.findings if one.outcome == "unknown"]
    assert all(one.remedy is not None for one in asking)


@pytest.mark.parametrize(
    ("check", "plan"),
    [
        ("PW15", of(unit(), circuit(), node("p1", "pdu", "c1"), at="p1")),  # a single cord
        ("CO07", at_ac(2000.0)),  # what a comfort unit carries anyway
        ("CO07", at_ac(9000.0, duty24h=True)),
        ("UP12", on_ups(4999.0, rated_w=9000.0, rated_va=9000.0)),
        # 2,156 W are 10 A: the usual cord carries them
        ("PW16", of(unit(), circuit(), node("s1", "socket", "c1"), line=make_line("ws", known={"max_power_w": 2156.0}), at="s1")),
        ("PW16", of(unit(), circuit(), node("s1", "socket", "c1"), line=make_line("ws", known={**BIG, "psu_count": 2.0}), at="s1")),
    ],
)  # fmt: skip
def test_nothing_is_asked_where_it_decides_nothing(check: str, plan: Plan) -> None:
    assert find_all(assess_one(plan), check) == ()

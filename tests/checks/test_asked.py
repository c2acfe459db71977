"""What a check asks for where a fact is missing that decides it, and where it does not ask since it decides nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.checks.registry import Finding
from planner.plan.document import Placement, Plan
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

GAMING = make_item("rtx4090", "accelerator", tdp_w=450.0, form_factor="pcie", cooling="active")


def one(check: str, plan: Plan) -> Finding | None:
    """Return the only finding of a check, None where it says nothing."""
    found = find_all(assess_one(plan), check)
    assert len(found) <= 1, found
    return found[0] if found else None


def at_socket(inlet: str = "", form: str = "", power_w: float = 1000.0) -> Plan:
    told: dict[str, Any] = {"max_power_w": power_w, **({"inlet": inlet} if inlet else {})}
    rating_a = 10.0 if form == "gb1002_10a" else 16.0
    socket = node("s1", "socket", "c1", rating_a=rating_a, **({"form": form} if form else {}))
    site = (room(), unit(), circuit(), socket)
    return make_plan(make_line("ws", known=told), site=site, plugged={"ws": "s1"})


@pytest.mark.parametrize(
    ("inlet", "form", "missing"),
    [
        ("C20", "", ("site/s1/form",)),
        ("C14", "", ("site/s1/form",)),
        ("", "gb1002_16a", ("A/ws/inlet",)),  # the usual cord of 10 A does not go in
        ("", "gb1002_10a", None),  # it does
        ("", "", None),  # neither is told: what is usual fits
        ("C20", "gb1002_16a", None),
    ],
)
def test_form_of_an_outlet_and_inlet_of_a_machine(inlet: str, form: str, missing: tuple[str, ...] | None) -> None:
    found = one("PW14", at_socket(inlet, form))
    assert (None if found is None else (found.outcome, found.missing)) == (missing and ("unknown", missing))


def test_inlet_of_a_large_machine_is_asked_once() -> None:
    # 2,500 W / 220 V / 0.98 = 11.6 A: more than the usual cord of 10 A carries, so PW16 asks
    assessment = assess_one(at_socket(form="gb1002_16a", power_w=2500.0))
    assert [x.check for x in assessment.findings if "A/ws/inlet" in x.missing] == ["PW16"]


def tower(item: Any = None, card: Any = GAMING, **told: Any) -> Plan:
    known = {"max_power_w": 2500.0, "psu_count": 2.0, "psu_w": 1600.0, **told}
    line = make_line("ws", item=item, card=card, cards=4, known=known)
    items = tuple(x for x in (item, card) if x is not None)
    return make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=items)


def test_cables_of_a_machine_put_together_to_order() -> None:
    found = one("PW23", tower())
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("A/ws/gpu_cables",))
    assert outcome(assess_one(tower(gpu_cables=3.0)), "PW23", "ws") == "error"  # one each, for 450 W
    assert outcome(assess_one(tower(gpu_cables=4.0)), "PW23", "ws") == "pass"
    small = make_item("a2", "accelerator", tdp_w=250.0, form_factor="pcie", cooling="active")
    served = make_item("l40s", "accelerator", tdp_w=350.0, form_factor="pcie", cooling="passive")
    assert one("PW23", tower(card=small)) is None  # up to 250 W old plugs do
    assert one("PW23", tower(card=served)) is None  # a server brings its own
    assert one("PW23", tower(make_item("box", "system", max_power_w=2500.0))) is None


def on_ups(load_w: float = 2000.0, supply: dict[str, Any] | None = None, **values: Any) -> Plan:
    site = (room(), unit(total_kw=60.0), circuit(breaker_a=63.0, **(supply or {})), node("u1", "ups", "c1", **values))
    return make_plan(make_line("ws", known={"max_power_w": load_w}), site=site, plugged={"ws": "u1"})


@pytest.mark.parametrize(
    ("supply", "values", "missing"),
    [
        ({}, {"rated_w": 6000.0, "phases": 3.0}, ("site/c1/phases",)),
        ({"phases": 1.0}, {"rated_w": 7041.0}, ("site/u1/phases",)),  # above 32 A x 220 V = 7,040 W
        ({"phases": 1.0}, {"rated_w": 7040.0}, None),
        ({"phases": 3.0}, {"rated_w": 20000.0}, None),  # it carries either kind
        ({}, {"rated_w": 20000.0, "phases": 1.0}, None),
    ],
)
def test_phases_of_a_ups_and_its_supply(
    supply: dict[str, Any], values: dict[str, Any], missing: tuple[str, ...] | None
) -> None:
    found = one("UP08", on_ups(supply=supply, **values))
    assert (None if found is None else (found.outcome, found.missing)) == (missing and ("unknown", missing))


def test_altitude_is_asked_where_thin_air_would_turn_the_result() -> None:
    # at 4,000 m a UPS gives 70 % of 5,000 W: 3,500 W
    assert one("UP13", on_ups(3500.0, rated_w=5000.0)) is None
    found = one("UP13", on_ups(3501.0, rated_w=5000.0))
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("site/room/altitude_m",))


def cooled(heat_w: float, **rooms: Any) -> Plan:
    site = (room(**rooms), unit(total_kw=10.0), circuit(breaker_a=63.0))  # 7,000 W sensible
    return make_plan(make_line("ws", known={"max_power_w": heat_w}), site=site, plugged={"ws": "c1"})


def test_altitude_is_asked_where_the_cooling_would_not_do() -> None:
    # 61,640 Pa / (287.05 x 293.15 K) = 0.7325 kg/m3; / 1.2041 = 0.6083; x 7,000 W = 4,258 W
    assert one("CO12", cooled(4250.0)) is None
    found = one("CO12", cooled(4270.0))
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("site/room/altitude_m",))
    assert one("CO12", cooled(7001.0)) is None  # too little at sea level: CO01 says so
    assert outcome(assess_one(cooled(4270.0, altitude_m=50.0)), "CO12", "room") == "pass"


def test_one_altitude_is_asked_once() -> None:
    site = (room(), unit(total_kw=8.0), circuit(breaker_a=63.0), node("u1", "ups", "c1", rated_w=5000.0))
    plan = make_plan(make_line("ws", known={"max_power_w": 4000.0}), site=site, plugged={"ws": "u1"})
    assessment = assess_one(plan)
    assert [x.check for x in assessment.findings if "site/room/altitude_m" in x.missing] == ["CO12"]


def racked(line: dict[str, Any] | None = None, *more: Any, rooms: dict[str, Any] | None = None, **rack: Any) -> Plan:
    srv = make_line("srv", known={"max_power_w": 3000.0, "rack_u": 4.0, **(line or {})})
    values = {"u_height": 42.0, "aisle_mm": 1200.0, **rack}
    site = (room(**{"occupancy": "machine_room", **(rooms or {})}), unit(), circuit(breaker_a=32.0))
    racks = (node("r1", "rack", "room", **{k: v for k, v in values.items() if v is not None}),)
    mounts = tuple(Placement(line=one.id, node="r1") for one in (srv, *more))
    return make_plan(srv, *more, site=(*site, *racks), plugged={"srv": "c1"}, placements=mounts)


def test_air_before_racks_is_one_question() -> None:
    found = find(assess_one(racked()), "CO10", "room")
    assert (found.outcome, found.missing) == ("unknown", ("site/room/inlet_c", "site/room/humidity_pct"))
    assert find_all(assess_one(racked()), "CO11") == ()
    warm = assess_one(racked(rooms={"inlet_c": 27.0}))
    assert outcome(warm, "CO10", "room") == "pass"
    assert find(warm, "CO11", "room").missing == ("site/room/humidity_pct",)
    assert find_all(assess_one(cooled(2000.0)), "CO10") == ()  # no rack in the room
    assert find_all(assess_one(cooled(2000.0)), "CO11") == ()


def test_power_budget_is_asked_for_where_no_circuit_is_said() -> None:
    assert one("RK05", racked()) is None  # its circuit tells what it may draw
    away = racked()
    one_ = away.alternatives[0]
    bare = msgspec.structs.replace(away, alternatives=(msgspec.structs.replace(one_, connections=()),))
    found = one("RK05", bare)
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("site/r1/power_budget_w",))


def test_direction_and_aisle_of_a_rack() -> None:
    switch = make_line("sw", "network", known={"max_power_w": 200.0, "rack_u": 1.0})
    found = one("RK06", racked(None, switch))
    assert found is not None
    assert (found.subject, found.outcome, found.missing) == ("sw", "unknown", ("A/sw/airflow",))
    assert one("RK06", racked()) is None
    found = one("RK07", racked(aisle_mm=None))
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("site/r1/aisle_mm",))
    empty = make_plan(make_line("ws"), site=(room(), node("r1", "rack", "room", u_height=42.0)))
    assert one("RK07", empty) is None


def test_management_port_of_machines_nobody_sits_at() -> None:
    plan = racked()
    found = find(assess_one(plan), "NW07", "plan")
    assert (found.outcome, found.missing) == ("unknown", ("A/srv/management_port",))
    assert find_all(assess_one(fixed(plan, found)), "NW07") == ()
    assert find_all(assess_one(racked({"management_port": False})), "NW07")[0].outcome == "warning"
    assert find_all(assess_one(racked(rooms={"occupancy": "lab"})), "NW07") == ()


def networked(**switch: Any) -> Plan:
    lines = (
        make_line("srv", quantity=4, known={"max_power_w": 500.0, "nic_ports": 2.0}),
        make_line("sw", "network", known={"max_power_w": 200.0, **switch}),
    )
    return make_plan(*lines, site=(room(), unit()))


def test_ports_of_a_switch_and_their_form() -> None:
    asking = [x for x in assess_one(networked()).findings if "A/sw/port_count" in x.missing]
    assert [x.check for x in asking] == ["NW01"]  # asks for NW04 too
    fast = {"port_count": 32.0, "port_gbps": 400.0}
    found = one("NW05", networked(**fast))
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("A/sw/nic_form",))
    assert one("NW05", networked(port_count=32.0, port_gbps=200.0)) is None
    assert one("NW05", networked(**fast, nic_form="qsfp112")) is None
    assert outcome(assess_one(networked(**fast, nic_form="osfp")), "NW05", "sw") == "note"


def test_ledger_and_extinguisher_are_asked_for_and_a_no_is_a_warning() -> None:
    plan = cooled(1000.0)
    for check, subject, key, path in (
        ("LS04", "plan", "plan/ledger", "facts/ledger"),
        ("LS05", "room", "site/room/extinguisher", "site/room/values/extinguisher"),
    ):
        found = find(assess_one(plan), check, subject)
        assert (found.outcome, found.missing) == ("unknown", (key,))
        assert outcome(assess_one(fixed(plan, found)), check, subject) == "pass"
        none, _change = SetValue(path=path, value={"value": False}).apply(plan)
        assert outcome(assess_one(none), check, subject) == "warning"
    idle = make_plan(make_line("ws", quantity=0, known={"max_power_w": 500.0}), site=(room(),))
    assert find_all(assess_one(idle), "LS04") == ()
    assert find_all(assess_one(idle), "LS05") == ()


def test_residual_current_devices_of_all_circuits_are_one_question() -> None:
    machines = tuple(make_line(name, known={"max_power_w": 500.0}) for name in ("a", "b"))
    sockets = tuple(node(f"s{at}", "socket", f"c{at}", rating_a=10.0) for at in (1, 2))
    site = (room(), unit(), circuit("c1"), circuit("c2"), *sockets)
    found = one("PW26", make_plan(*machines, site=site, plugged={"a": "s1", "b": "s2"}))
    assert found is not None
    assert (found.outcome, found.missing) == ("unknown", ("site/c1/rcd_ma", "site/c2/rcd_ma"))
    none = (room(), unit(), circuit("c1", rcd_ma=0.0), circuit("c2", rcd_ma=30.0), *sockets)
    assessment = assess_one(make_plan(*machines, site=none, plugged={"a": "s1", "b": "s2"}))
    assert (outcome(assessment, "PW26", "c1"), outcome(assessment, "PW26", "c2")) == ("warning", "pass")

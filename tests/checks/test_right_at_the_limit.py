"""Each limit of the checks from both sides: silent right at it, told just past it; worked by hand from the rule.

220 V line to neutral at a power factor of 0.98 carry 215.6 W an ampere.
"""

from __future__ import annotations

from typing import Any

import pytest

from planner.plan.document import Organisation, Placement, Plan
from tests.checks.factories import assess_one, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit


def at_outlet(power_w: float, *nodes: Any, at: str, **told: Any) -> Plan:
    line = make_line("ws", known={"max_power_w": power_w, **told})
    return make_plan(line, site=(room(), unit(), circuit(breaker_a=32.0), *nodes), plugged={"ws": at})


def told_of(power_w: float, **told: Any) -> Plan:
    return at_outlet(power_w, at="c1", **told)


def boxed(power_w: float, **row: Any) -> Plan:
    item = make_item("box", max_power_w=power_w, **row)
    site = (room(), unit(), circuit(breaker_a=32.0))
    return make_plan(make_line("ws", item=item), site=site, plugged={"ws": "c1"}, items=(item,))


def cooled(heat_w: float, sensible_kw: float, *, line: dict[str, Any] | None = None, **rooms: Any) -> Plan:
    """Machines of so much heat, and one unit of so much sensible cooling made for 24 hours."""
    machine = make_line("ws", known={"max_power_w": heat_w, **(line or {})})
    ac = node("ac1", "ac", "room", sensible_kw=sensible_kw, duty24h=True)
    return make_plan(machine, site=(room(**rooms), ac, circuit(breaker_a=63.0)), plugged={"ws": "c1"})


def on_ups(load_w: float, *, idle: bool = True, calendar: Any = None, known: Any = None, **ups: Any) -> Plan:
    told = {"max_power_w": load_w, **({"idle_power_w": load_w} if idle else {})}
    site = (room(), unit(total_kw=40.0), circuit(breaker_a=63.0), node("u1", "ups", "c1", **ups))
    return make_plan(
        make_line("ws", known=told), site=site, plugged={"ws": "u1"}, calendar=calendar or {}, known=known or {}
    )


def in_rack(rack: dict[str, Any], count: int = 1, *, rooms: dict[str, Any] | None = None, **machine: Any) -> Plan:
    told = {"max_power_w": 500.0, "rack_u": 1.0, "weight_kg": 20.0, **machine}
    base = {"u_height": 42.0, "max_load_kg": 1000.0, "width_mm": 600.0, "depth_mm": 1000.0, "empty_weight_kg": 100.0}
    site = (room(**(rooms or {})), unit(), circuit(breaker_a=63.0), node("r1", "rack", "room", **{**base, **rack}))
    return make_plan(
        make_line("srv", quantity=count, known=told),
        site=site,
        plugged={"srv": "c1"},
        placements=(Placement(line="srv", node="r1", units=count),),
    )


def three_lines(*watts: float, **panel: Any) -> Plan:
    """Machines of so many watts on the three lines of a 380 V panel; a line carries 219.39 V x 0.98 an ampere."""
    told = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0, "breaker_a": 32.0, "other_load_a": 0.0, **panel}
    lines = [make_line(f"m{leg}", known={"max_power_w": one}) for leg, one in enumerate(watts, 1) if one]
    base = {"volts": 220.0, "volts_kind": "L-N", "breaker_a": 63.0, "shared": False, "cable_mm2": 25.0}
    legs = [node(f"c{leg}", "circuit", "p", leg=f"L{leg}", built_year=2015.0, **base) for leg in (1, 2, 3)]
    site = (room(), unit(), node("p", "panel", "room", **told), *legs)
    plugged = {f"m{leg}": f"c{leg}" for leg, one in enumerate(watts, 1) if one}
    return make_plan(*lines, site=site, plugged=plugged)


def stored(known: dict[str, Any], quantity: int = 1, **nas: Any) -> Plan:
    lines = (
        make_line("srv", known={"max_power_w": 500.0}),
        make_line("nas", "storage", quantity, known={"max_power_w": 100.0, **nas}),
    )
    return make_plan(*lines, known=known)


CASES: tuple[tuple[str, str, Plan, str], ...] = (
    # PW01: 16 A x 215.6 = 3,449.6 W are within the breaker
    ("PW01", "c1", one_machine(3449.6), "pass"),
    ("PW01", "c1", one_machine(3449.7), "error"),
    # 13 A x 215.6 = 2,802.8 W and 40 % are the limits themselves, though a division leaves a little more in binary
    ("PW01", "c1", one_machine(2802.8, circuit(breaker_a=13.0)), "pass"),
    ("PW03", "s1", at_outlet(2802.8, node("s1", "socket", "c1", rating_a=13.0), at="s1"), "pass"),
    # PW02: 12.8 A x 215.6 = 2,759.68 W; with the profile of North America past it is an error
    ("PW02", "c1", one_machine(2759.68), "pass"),
    ("PW02", "c1", one_machine(2759.8), "warning"),
    ("PW02", "c1", one_machine(2759.8, organisation=Organisation(profile="IEC")), "warning"),
    ("PW02", "c1", one_machine(2759.8, organisation=Organisation(profile="NEC")), "error"),
    # PW03: a socket of 10 A carries 2,156 W, of 16 A 3,449.6 W
    ("PW03", "s1", at_outlet(2156.0, node("s1", "socket", "c1", rating_a=10.0), at="s1"), "pass"),
    ("PW03", "s1", at_outlet(2156.1, node("s1", "socket", "c1", rating_a=10.0), at="s1"), "error"),
    ("PW03", "s1", at_outlet(3449.6, node("s1", "socket", "c1", rating_a=16.0), at="s1"), "pass"),
    ("PW03", "s1", at_outlet(3449.7, node("s1", "socket", "c1", rating_a=16.0), at="s1"), "error"),
    # PW04: In <= Iz, told by the electrician
    ("PW04", "c1", one_machine(1000, circuit(cable_iz_a=16.0)), "pass"),
    ("PW04", "c1", one_machine(1000, circuit(cable_iz_a=15.9)), "error"),
    # PW05: 10 A, 2.5 mm2: 2 (0.0225 / 2.5 x 0.98 + 0.00008 x 0.199) = 0.017672 V a metre and ampere; 5 % of 220 V are
    # 11 V or 62.2 m, 8 % 17.6 V or 99.6 m
    ("PW05", "c1", one_machine(2156, circuit(cable_length_m=62.2)), "pass"),
    ("PW05", "c1", one_machine(2156, circuit(cable_length_m=62.4)), "warning"),
    ("PW05", "c1", one_machine(2156, circuit(cable_length_m=99.5)), "warning"),
    ("PW05", "c1", one_machine(2156, circuit(cable_length_m=99.8)), "error"),
    # PW07: 1.2 kW may hang on a circuit that others use
    ("PW07", "c1", one_machine(1200, circuit(shared=True, other_load_a=3.0)), "pass"),
    ("PW07", "c1", one_machine(1201, circuit(shared=True, other_load_a=3.0)), "warning"),
    # PW08: before 2000, below 2.5 mm2, aluminium
    ("PW08", "c1", one_machine(1000, circuit(built_year=2000.0)), "pass"),
    ("PW08", "c1", one_machine(1000, circuit(built_year=1999.0)), "warning"),
    ("PW08", "c1", one_machine(1000, circuit(cable_mm2=1.5, breaker_a=10.0)), "warning"),
    ("PW08", "c1", one_machine(1000, circuit(cable_material="aluminium")), "warning"),
    # PW09: 10 A at the inlet of a PDU
    ("PW09", "p1", at_outlet(2156.0, node("p1", "pdu", "c1", rating_a=10.0), at="p1"), "pass"),
    ("PW09", "p1", at_outlet(2156.1, node("p1", "pdu", "c1", rating_a=10.0), at="p1"), "error"),
    # PW11: 1,200, 900, 900 W are 20 % above the mean of 1,000 W; 1,400, 800, 800 W 40 %
    ("PW11", "p", three_lines(1200.0, 900.0, 900.0), "pass"),
    ("PW11", "p", three_lines(1201.0, 900.0, 899.0), "warning"),
    ("PW11", "p", three_lines(1400.0, 800.0, 800.0), "warning"),
    ("PW11", "p", three_lines(1401.0, 800.0, 799.0), "error"),
    # PW13: what is up to 250 V may be line to neutral, what is from 330 V on line to line
    ("PW13", "c1", one_machine(1000, circuit(volts=250.0)), "pass"),
    ("PW13", "c1", one_machine(1000, circuit(volts=251.0)), "error"),
    # PW16: a cord with C13 carries 10 A
    ("PW16", "ws", at_outlet(2156.0, node("s1", "socket", "c1"), at="s1", inlet="C14"), "pass"),
    ("PW16", "ws", at_outlet(2156.1, node("s1", "socket", "c1"), at="s1", inlet="C14"), "error"),
    # PW19: 1+1 of 800 W
    ("PW19", "ws", boxed(800.0, psu_count=2.0, psu_w=800.0, psu_redundancy="1+1"), "pass"),
    ("PW19", "ws", boxed(801.0, psu_count=2.0, psu_w=800.0, psu_redundancy="1+1"), "warning"),
    # PW29: a label of twice the maximum is customary, one below it is not
    ("PW29", "ws", told_of(1000, nameplate_w=2000.0), "pass"),
    ("PW29", "ws", told_of(1000, nameplate_w=2001.0), "note"),
    ("PW29", "ws", told_of(1000, nameplate_w=1000.0), "pass"),
    ("PW29", "ws", told_of(1000, nameplate_w=999.0), "warning"),
    # PW31: 3.5 kW on an ordinary circuit
    ("PW31", "c1", one_machine(3499), "pass"),
    ("PW31", "c1", one_machine(3500), "error"),
    # UP01: 80 % of 2,700 W are 2,160 W
    ("UP01", "u1", on_ups(2160.0, rated_w=2700.0, rated_va=9000.0), "pass"),
    ("UP01", "u1", on_ups(2161.0, rated_w=2700.0, rated_va=9000.0), "warning"),
    ("UP01", "u1", on_ups(2700.0, rated_w=2700.0, rated_va=9000.0), "warning"),
    ("UP01", "u1", on_ups(2701.0, rated_w=2700.0, rated_va=9000.0), "error"),
    # ... of 3,000 VA 2,400 VA, which are 2,352 W
    ("UP01", "u1", on_ups(2352.0, rated_w=3000.0, rated_va=3000.0), "pass"),
    ("UP01", "u1", on_ups(2353.0, rated_w=3000.0, rated_va=3000.0), "warning"),
    ("UP01", "u1", on_ups(2941.0, rated_w=3000.0, rated_va=3000.0), "error"),  # 3,001 VA
    # UP03: 10 min where nothing else is asked for
    ("UP03", "u1", on_ups(1000.0, rated_w=2700.0, rated_va=3000.0, runtime_points="1000:10;2000:4"), "pass"),
    ("UP03", "u1", on_ups(1000.0, rated_w=2700.0, rated_va=3000.0, runtime_points="1000:9.9;2000:4"), "warning"),
    # UP12: 5 kW want an online UPS
    ("UP12", "u1", on_ups(4999.0, rated_w=9000.0, rated_va=9000.0, topology="line-interactive"), "pass"),
    ("UP12", "u1", on_ups(5000.0, rated_w=9000.0, rated_va=9000.0, topology="line-interactive"), "warning"),
    ("CO01", "room", cooled(3000.0, 3.6), "pass"),  # 1.2
    ("CO01", "room", cooled(3001.0, 3.6), "warning"),
    ("CO01", "room", cooled(3600.0, 3.6), "warning"),  # 1.0
    ("CO01", "room", cooled(3601.0, 3.6), "error"),
    # CO03: 1.2 x 1.006 x 120 x 3 x 9 K = 3,911.3 kJ in 15 min are 4,345.9 W, in 5 min 13,037.8 W
    ("CO03", "room", cooled(4345.0, 90.0), "pass"),
    ("CO03", "room", cooled(4347.0, 90.0), "warning"),
    ("CO03", "room", cooled(13037.0, 90.0), "warning"),
    ("CO03", "room", cooled(13039.0, 90.0), "error"),
    # CO11: 8 to 60 %
    ("CO11", "room", cooled(500.0, 9.0, humidity_pct=8.0), "pass"),
    ("CO11", "room", cooled(500.0, 9.0, humidity_pct=7.9), "warning"),
    ("CO11", "room", cooled(500.0, 9.0, humidity_pct=60.0), "pass"),
    ("CO11", "room", cooled(500.0, 9.0, humidity_pct=60.1), "warning"),
    # CO10: class A1 up to 32 C
    ("CO10", "room", cooled(500.0, 9.0, inlet_c=32.0), "warning"),
    # CO13: 100 W/m2 on 40 m2
    ("CO13", "room", cooled(4000.0, 90.0), "pass"),
    ("CO13", "room", cooled(4001.0, 90.0), "warning"),
    # NO01: 45 dB(A) in a classroom, 60 at any seat
    ("NO01", "room", cooled(500.0, 9.0, line={"noise_db": 45.0}, occupancy="classroom"), "pass"),
    ("NO01", "room", cooled(500.0, 9.0, line={"noise_db": 45.1}, occupancy="classroom"), "warning"),
    ("NO01", "room", cooled(500.0, 9.0, line={"noise_db": 60.0}, occupancy="classroom"), "warning"),
    ("NO01", "room", cooled(500.0, 9.0, line={"noise_db": 60.1}, occupancy="classroom"), "error"),
    # RK01: 80 % of 10 U, and 10 of 10 U
    ("RK01", "r1", in_rack({"u_height": 10.0}, 8), "pass"),
    ("RK01", "r1", in_rack({"u_height": 10.0}, 9), "warning"),
    ("RK01", "r1", in_rack({"u_height": 10.0}, 10), "warning"),
    ("RK01", "r1", in_rack({"u_height": 10.0}, 11), "error"),
    # RK02: 850 mm and 150 mm for cables
    ("RK02", "r1", in_rack({"mounting_depth_mm": 1000.0}, depth_mm=850.0), "pass"),
    ("RK02", "r1", in_rack({"mounting_depth_mm": 999.0}, depth_mm=850.0), "error"),
    # RK03: 200 kg in a rack for 200 kg
    ("RK03", "r1", in_rack({"max_load_kg": 200.0}, 10), "pass"),
    ("RK03", "r1", in_rack({"max_load_kg": 199.0}, 10), "error"),
    # RK04: one person lifts 25 kg (HSE L23), two lift 50 kg: above it stands low
    ("RK04", "r1", in_rack({}, weight_kg=25.0), ""),
    ("RK04", "r1", in_rack({}, weight_kg=25.1), "note"),
    ("RK04", "r1", in_rack({}, weight_kg=51.0), "note"),
    # FL01: 0.6 m2; 100 + 52.9 kg are 2.499 kN/m2, 53.1 kg more 2.502
    ("FL01", "r1", in_rack({}, weight_kg=52.9, rooms={"occupancy": "classroom"}), "pass"),
    ("FL01", "r1", in_rack({}, weight_kg=53.1, rooms={"occupancy": "classroom"}), "warning"),
    # FL02: (100 + 20) kg x 1.5 / 4 = 45 kg a foot
    ("FL02", "r1", in_rack({}, rooms={"tile_kg": 50.0}), "pass"),
    ("FL02", "r1", in_rack({}, 2, rooms={"tile_kg": 50.0}), "warning"),  # 140 kg: 52.5
    # FL04: above 2.5 kN/m2 an engineer's note
    ("FL04", "r1", in_rack({}, weight_kg=52.9, rooms={"occupancy": "lab"}), ""),
    ("FL04", "r1", in_rack({}, weight_kg=53.1, rooms={"occupancy": "lab"}), "warning"),
    # ST01: 10 Gbit/s carry 1.125 GB/s: 1.0 an error, 1.5 a warning
    ("ST01", "nas", stored({"read_gb_s": 0.75}, network_gbps=10.0), "pass"),
    ("ST01", "nas", stored({"read_gb_s": 0.751}, network_gbps=10.0), "warning"),
    ("ST01", "nas", stored({"read_gb_s": 1.125}, network_gbps=10.0), "warning"),
    ("ST01", "nas", stored({"read_gb_s": 1.126}, network_gbps=10.0), "error"),
    # ST02: 67.5 GB take 60 s, 5 % of 20 min
    ("ST02", "nas", stored({"checkpoint_gb": 67.5, "checkpoint_every_min": 20.0}, network_gbps=10.0), "pass"),
    ("ST02", "nas", stored({"checkpoint_gb": 67.6, "checkpoint_every_min": 20.0}, network_gbps=10.0), "warning"),
    # ST03: 10 TB with 30 % a year are 21.97 TB in three years: 80 % of 27.4625 TB
    ("ST03", "plan", stored({"data_tb": 10.0}, usable_tb=27.47), "pass"),
    ("ST03", "plan", stored({"data_tb": 10.0}, usable_tb=27.45), "warning"),
    ("ST03", "plan", stored({"data_tb": 10.0}, usable_tb=21.98), "warning"),
    ("ST03", "plan", stored({"data_tb": 10.0}, usable_tb=9.9), "error"),
    # ST06: a drive of 12.96 TB is rebuilt at 0.15 GB/s in 24 h
    ("ST06", "nas", stored({}, raid_parity=1.0, drive_tb=12.96), "pass"),
    ("ST06", "nas", stored({}, raid_parity=1.0, drive_tb=13.0), "warning"),
)


@pytest.mark.parametrize(("check", "subject", "plan", "expected"), CASES)
def test_both_sides_of_the_limit(check: str, subject: str, plan: Plan, expected: str) -> None:
    assert outcome(assess_one(plan), check, subject) == expected

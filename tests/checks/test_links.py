"""Typed network links: ports by speed and form, reach by kind and rate, rates down and up; all by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.catalog.load import bundled_of
from planner.checks.cabling import farther, reach
from planner.messages import Labelled
from planner.plan.document import Existing, Link, Plan
from tests.checks.factories import (
    assess_one,
    find,
    find_all,
    fixed,
    make_item,
    make_line,
    make_link,
    make_plan,
    outcome,
)
from tests.checks.rooms import room, unit

SWITCHES = tuple(bundled_of("network"))
S5248 = next(item for item in SWITCHES if item.name == "PowerSwitch S5248F-ON")  # 48 x 25G SFP28 and 8 x 100G QSFP28


def cabled(*links: Link, nodes: int = 4, switches: int = 1, told: dict[str, Any] | None = None, **fields: Any) -> Plan:
    """Return machines, a storage and switches of 48 x 25G SFP28 and 8 x 100G QSFP28, cabled by links."""
    lines = (
        make_line("srv", quantity=nodes, known={"max_power_w": 500.0, **(told or {})}),
        make_line("nas", "storage", known={"max_power_w": 100.0}),
        make_line("sw", "network", switches, item=S5248),
        make_line(
            "top", "network", known={"max_power_w": 100.0, "port_count": 32.0, "port_gbps": 100.0, "nic_form": "qsfp28"}
        ),
    )
    return make_plan(*lines, items=(S5248,), site=(room(), unit()), links=links, **fields)


SFP28: dict[str, Any] = {"nic_gbps": 25.0, "nic_form": "sfp28", "cable_kind": "dac", "cable_m": 2.0}
QSFP28: dict[str, Any] = {"nic_gbps": 100.0, "nic_form": "qsfp28", "cable_kind": "dac", "cable_m": 2.0}


@pytest.mark.parametrize(
    ("kind", "gbps", "metres"),
    [
        ("dac", None, 3.0),  # the customary 2 to 3 m where nobody said how fast
        ("dac", 10.0, 7.0),
        ("dac", 25.0, 5.0),  # TIA: 25GBASE-CR up to 5 m
        ("dac", 100.0, 3.0),
        ("dac", 200.0, 3.0),  # as the next faster that is known
        ("dac", 800.0, 2.0),  # NVIDIA MCP4Y10: 0.5 to 2 m
        ("aoc", 100.0, 30.0),
        ("copper", 1.0, 100.0),
        ("copper", 25.0, 30.0),  # category 8
        ("fibre", 10.0, 300.0),  # 10GBASE-SR on OM3
        ("fibre", 25.0, 70.0),  # 25GBASE-SR on OM3
        ("fibre", 400.0, 50.0),  # NVIDIA MMA1Z00
        ("fibre", None, None),
        ("single_mode", 400.0, 100.0),  # NVIDIA MMS4X00
    ],
)
def test_how_far_a_cable_goes(kind: str, gbps: float | None, metres: float | None) -> None:
    found = reach(kind, gbps)
    assert (None if found is None else found.value) == metres
    assert found is None or found.source


@pytest.mark.parametrize(
    ("kind", "form", "gbps", "length_m", "better"),
    [
        ("dac", "sfp28", 25.0, 6.0, "aoc"),
        ("dac", "sfp28", 25.0, 40.0, "fibre"),
        ("aoc", "qsfp28", 100.0, 80.0, "single_mode"),
        ("fibre", "osfp", 400.0, 120.0, ""),  # beyond 100 m no cable of the table
        ("dac", "rj45", 1.0, 50.0, "copper"),
        ("copper", "rj45", 1.0, 120.0, ""),
    ],
)
def test_what_goes_farther(kind: str, form: str, gbps: float, length_m: float, better: str) -> None:
    assert farther(kind, form, gbps, length_m) == better


@pytest.mark.parametrize(
    ("values", "expected", "kind"),
    [
        (SFP28, "pass", None),
        ({**SFP28, "cable_m": 5.1}, "error", "aoc"),
        ({**SFP28, "cable_m": 31.0}, "error", "fibre"),
        ({**QSFP28, "cable_m": 4.0}, "error", "aoc"),
        ({**SFP28, "cable_kind": "copper"}, "error", "dac"),  # twisted pair has RJ45 plugs
    ],
)
def test_a_cable_that_does_not_do_is_planned_anew(values: dict[str, Any], expected: str, kind: str | None) -> None:
    plan = cabled(make_link("l1", "srv", "sw", 4, **values))
    finding = find(assess_one(plan), "NW02", "l1")
    assert finding.outcome == expected
    if kind is not None:
        after = fixed(plan, finding)
        assert after.alternatives[0].links[0].values["cable_kind"].value == kind
        assert outcome(assess_one(after), "NW02", "l1") == "pass"


def test_ends_of_unlike_forms_and_a_rate_that_no_port_carries() -> None:
    copper = cabled(make_link("l1", "srv", "sw", 4, nic_gbps=1.0, nic_form="rj45", cable_kind="copper", cable_m=5.0))
    finding = find(assess_one(copper), "NW02", "l1")
    assert (finding.outcome, finding.message.id) == ("error", "NW02.ends")
    assert fixed(copper, finding).alternatives[0].links[0].values["nic_form"].value == "sfp28"
    # 25 Gbit/s on SFP+ ports, which carry 10
    fast = cabled(make_link("l1", "srv", "sw", 4, **{**SFP28, "nic_form": "sfp"}))
    finding = find(assess_one(fast), "NW02", "l1")
    assert (finding.message.id, finding.figures[1].value) == ("NW02.fast", 10.0)
    assert outcome(assess_one(fixed(fast, finding)), "NW02", "l1") == "pass"


def test_what_nobody_told_of_a_link_is_asked_for() -> None:
    bare = cabled(make_link("l1", "srv", "sw", 4, nic_gbps=25.0, nic_form="sfp28"))
    assert find(assess_one(bare), "NW02", "l1").missing == ("A/l1/cable_kind", "A/l1/cable_m")
    # form and speed of the machine stand for those of its link
    assert (
        outcome(
            assess_one(
                cabled(
                    make_link("l1", "srv", "sw", 4, cable_kind="dac", cable_m=4.0),
                    told={"nic_gbps": 25.0, "nic_form": "sfp28"},
                )
            ),
            "NW02",
            "l1",
        )
        == "pass"
    )


def test_ports_by_speed_and_form() -> None:
    # 12 machines with 4 x 25G and 5 x 100G cables: 48 of 48 SFP28 ports and 5 of 8 QSFP28
    whole = cabled(make_link("l1", "srv", "sw", 48, **SFP28), make_link("l2", "nas", "sw", 5, **QSFP28))
    assert outcome(assess_one(whole), "NW01", "sw") == "pass"
    over = cabled(make_link("l1", "srv", "sw", 4, **SFP28), make_link("l2", "nas", "sw", 9, **QSFP28))
    finding = find(assess_one(over), "NW01", "sw")
    assert (finding.outcome, [one.value for one in finding.figures]) == ("error", [9.0, 8.0])
    assert find_all(assess_one(over), "NW01", "plan") == ()  # 13 of 48 in all: the kind is what is lacking
    # a second switch has twice as many
    assert outcome(assess_one(cabled(make_link("l2", "nas", "sw", 9, **QSFP28), switches=2)), "NW01", "sw") == "pass"


def test_ports_by_what_is_told_of_the_machines() -> None:
    # 4 machines with 3 ports of 100G: 12 of 8 + 32 ports; with 11 ports each 44 of 40
    assert (
        outcome(assess_one(cabled(told={"nic_ports": 3.0, "nic_gbps": 100.0, "nic_form": "qsfp28"})), "NW01", "plan")
        == "pass"
    )
    short = find(assess_one(cabled(told={"nic_ports": 11.0, "nic_gbps": 100.0, "nic_form": "qsfp28"})), "NW01", "plan")
    assert (short.outcome, [one.value for one in short.figures]) == ("error", [44.0, 40.0])


def test_a_switch_of_the_catalog_is_added_with_enough_ports() -> None:
    small = make_line(
        "sw", "network", known={"max_power_w": 30.0, "port_count": 8.0, "port_gbps": 10.0, "nic_form": "sfp"}
    )
    plan = make_plan(make_line("srv", quantity=20, known={"max_power_w": 500.0, "nic_ports": 1.0}), small)
    finding = find(assess_one(plan, market=SWITCHES), "NW01", "plan")
    # 20 cables with a tenth to spare want 22.2 ports; 8 are there, 15 more and two for the cable between: 17
    after = fixed(plan, finding)
    line = after.alternatives[0].lines[-1]
    row = after.item_of(line.item)
    assert line.role == "network" and row is not None
    assert row.text("ports").endswith("24x10gbase-x-sfpp")  # the smallest with 17 ports of SFP+, a domestic one of them
    assert row.maker == "Huawei"
    assert outcome(assess_one(after, market=SWITCHES), "NW01", "plan") == "pass"
    # without a catalog the line says what is to be asked for: the next usual size
    bare = fixed(plan, find(assess_one(plan), "NW01", "plan"))
    facts = bare.alternatives[0].lines[-1].facts
    assert [facts[name].value for name in ("port_count", "port_gbps", "nic_form")] == [24.0, 10.0, "sfp"]
    assert outcome(assess_one(bare), "NW01", "plan") == "pass"


def test_a_switch_that_is_nearly_full() -> None:
    # 46 of 48 ports: with a tenth to spare 51.1 are wanted
    plan = cabled(make_link("l1", "srv", "sw", 46, **SFP28))
    plan = make_plan(
        *[line for line in plan.alternatives[0].lines if line.id in ("srv", "sw")],
        items=(S5248,),
        links=plan.alternatives[0].links,
    )
    finding = find(assess_one(plan, market=SWITCHES), "NW01", "plan")
    assert (finding.outcome, dict(finding.remedy.values)["wanted"]) == ("warning", 52)  # type: ignore[union-attr]
    assert outcome(assess_one(fixed(plan, finding), market=SWITCHES), "NW01", "plan") == "pass"


@pytest.mark.parametrize(
    ("uplinks", "rdma", "expected", "cables"),
    [
        (4, "none", "pass", 0),  # 1,200 Gbit/s down over 400 up: 3 to 1
        (3, "none", "warning", 4),
        (12, "roce", "pass", 0),  # 1 to 1
        (11, "roce", "warning", 12),
    ],
)
def test_what_goes_down_over_what_goes_up(uplinks: int, rdma: str, expected: str, cables: int) -> None:
    links = (make_link("l1", "srv", "sw", 48, **SFP28), make_link("up", "sw", "top", uplinks, **QSFP28))
    plan = cabled(*links, told={"rdma": rdma})
    finding = find(assess_one(plan), "NW03", "sw")
    assert finding.outcome == expected
    if cables:
        after = fixed(plan, finding)
        assert next(link.cables for link in after.alternatives[0].links if link.id == "up") == cables
        assert outcome(assess_one(after), "NW03", "sw") == "pass"


def test_a_rate_that_nobody_told_leaves_the_ratio_open() -> None:
    links = (make_link("l1", "srv", "sw", 48, nic_form="sfp28"), make_link("up", "sw", "top", 4, **QSFP28))
    assert find(assess_one(cabled(*links)), "NW03", "sw").missing == ("A/l1/nic_gbps",)


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [(12, "pass"), (11, "warning")],  # SuperPOD B200: 252 links want 8 leaves and 4 spines of 64 ports
)
def test_leaves_and_spines_of_the_superpod(quantity: int, expected: str) -> None:
    known = {"max_power_w": 14300.0, "nic_ports": 9.0, "rdma": "infiniband"}
    switch = make_line("sw", "network", quantity, known={"max_power_w": 1720.0, "port_count": 64.0})
    plan = make_plan(make_line("dgx", quantity=28, known=known), switch)  # 28 x 9 = 252
    finding = find(assess_one(plan), "NW04", "plan")
    assert (finding.outcome, [one.value for one in finding.figures[:2]]) == (expected, [8.0, 4.0])


def test_a_network_that_is_too_wide_for_two_tiers_takes_wider_switches() -> None:
    row = make_item("small", "network", ports="8x10gbase-x-sfpp", subkind="switch", fabric="Ethernet", power_max_w=40.0)
    lines = (
        make_line("srv", quantity=40, known={"max_power_w": 500.0, "nic_ports": 1.0}),
        make_line("sw", "network", item=row),
    )
    plan = make_plan(*lines, items=(row,))
    finding = find(assess_one(plan, market=SWITCHES), "NW04", "plan")
    # 40 ends of 8 x 8 / 2 = 32; a switch with 9 ports serves 40.5
    assert (finding.outcome, dict(finding.remedy.values)["wanted"]) == ("error", 9)  # type: ignore[union-attr]
    after = fixed(plan, finding)
    used = after.item_of(after.alternatives[0].lines[1].item)
    assert used is not None and used.name != "small"
    assert outcome(assess_one(after, market=SWITCHES), "NW04", "plan") != "error"


def test_links_to_the_wall_take_no_port_of_a_switch() -> None:
    # 8 of 8 ports and 4 cables to the room: 8 of 8 is full, not 12 of 8
    small = make_line("sw", "network", known={"max_power_w": 30.0, "port_count": 8.0})
    lines = (
        make_line("srv", quantity=8, known={"max_power_w": 500.0}),
        make_line("pc", quantity=4, known={"max_power_w": 300.0}),
        small,
    )
    links = (make_link("l1", "srv", "sw", 8), make_link("l2", "pc", "room", 4))
    finding = find(assess_one(make_plan(*lines, site=(room(), unit()), links=links)), "NW01", "plan")
    assert [one.value for one in finding.figures[:2]] == [8.0, 8.0]


def test_remedies_of_roce_and_management() -> None:
    row = make_item(
        "plain", "network", ports="32x100gbase-x-qsfp28", subkind="switch", fabric="Ethernet", power_max_w=300.0
    )
    told = {"max_power_w": 500.0, "rdma": "roce", "nic_gbps": 100.0, "management_port": False}

    def plan_with(lossless: bool | None) -> Plan:
        known = {} if lossless is None else {"lossless": lossless}
        return make_plan(
            make_line("srv", quantity=2, known=told), make_line("sw", "network", item=row, known=known), items=(row,)
        )

    plan = plan_with(False)
    after = fixed(plan, find(assess_one(plan, market=SWITCHES), "NW06", "sw"))
    used = after.item_of(after.alternatives[0].lines[1].item)
    assert used is not None and "RoCE" in used.text("fabric")
    assert outcome(assess_one(after, market=SWITCHES), "NW06", "sw") == "pass"
    unsaid = plan_with(None)
    assert outcome(assess_one(fixed(unsaid, find(assess_one(unsaid), "NW06", "sw"))), "NW06", "sw") == "pass"
    assert outcome(assess_one(fixed(plan, find(assess_one(plan), "NW07", "srv"))), "NW07", "srv") == ""


def test_cages_of_a_row_are_half_its_ports() -> None:
    # NVIDIA: QM9700 has 64 ports of 400G in 32 OSFP cages; SN5600 counts its 64 cages of 800G
    rows = {item.name: item for item in SWITCHES if item.name in ("QM9700", "SN5600")}
    for name, expected in (("QM9700", "note"), ("SN5600", "")):
        plan = make_plan(make_line("sw", "network", item=rows[name]), items=(rows[name],))
        assert outcome(assess_one(plan), "NW05", "sw") == expected


@pytest.mark.parametrize(("to", "expected"), [("old", [0.0, 4.0]), ("room", [4.0, 4.0])])
def test_a_switch_that_is_there_takes_no_port_of_the_room(to: str, expected: list[float]) -> None:
    there = Existing(id="old", title=Labelled(zh="原有交换机", en="old switch"), role="network")
    line = make_line("srv", quantity=4, known={"max_power_w": 500.0})
    site = (room(network_ports=4.0), unit())
    plan = make_plan(line, site=site, existing=(there,), links=(make_link("l1", "srv", to, 4),))
    assert [one.value for one in find(assess_one(plan), "NW01", "plan").figures[:2]] == expected

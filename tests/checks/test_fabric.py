"""Checks of network and storage use; counts and rates by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import Labelled
from planner.plan.document import People, WorkloadEntry
from tests.checks.factories import assess_one, facts, find, find_all, fixed, make_item, make_line, make_plan, outcome
from tests.checks.rooms import room, unit


def net(
    nodes: int,
    told: dict[str, Any] | None = None,
    switch: dict[str, Any] | None = None,
    rooms: dict[str, Any] | None = None,
    **fields: Any,
) -> Any:
    lines = [make_line("srv", quantity=nodes, known={"max_power_w": 500.0, **(told or {})})]
    if switch is not None:
        lines.append(make_line("sw", "network", known={"max_power_w": 200.0, **switch}))
    return make_plan(*lines, site=(room(**(rooms or {})), unit()), **fields)


@pytest.mark.parametrize(
    ("nodes", "told", "expected"),
    [
        (9, {"nic_ports": 2.0}, "pass"),  # 18 of 20
        (10, {"nic_ports": 2.0}, "warning"),  # 20 of 20
        (10, {"nic_ports": 2.0, "management_port": True}, "error"),  # 30
        (18, {}, "pass"),  # one each
    ],
)
def test_ports_for_every_cable(nodes: int, told: dict[str, Any], expected: str) -> None:
    # 24 ports, 4 of them upwards
    assert outcome(assess_one(net(nodes, told, {"port_count": 24.0, "uplink_ports": 4.0})), "NW01", "plan") == expected


def test_ports_of_a_row_of_the_room_and_of_nobody() -> None:
    row = make_item("qm9700", "network", ports="64x400G NDR (32 OSFP)", power_max_w=1720.0)
    line, sw = (
        make_line("srv", quantity=8, known={"max_power_w": 500.0, "nic_ports": 9.0}),
        make_line("sw", "network", item=row),
    )
    assert outcome(assess_one(make_plan(line, sw, items=(row,))), "NW01", "plan") == "error"  # 72 of 64
    assert outcome(assess_one(net(4, rooms={"network_ports": 4.0})), "NW01", "plan") == "warning"
    assert find(assess_one(net(4, switch={})), "NW01", "plan").missing == ("A/sw/port_count",)
    assert find_all(assess_one(net(4)), "NW01") == ()


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"cable_kind": "dac", "cable_m": 3.0}, "pass"),
        ({"cable_kind": "dac", "cable_m": 3.1}, "error"),
        ({"cable_kind": "aoc", "cable_m": 31.0}, "error"),
        ({"cable_kind": "fibre", "cable_m": 90.0}, ""),
        ({"nic_form": "rj45"}, "error"),  # the switch has SFP+ cages
        ({"nic_form": "sfp"}, ""),
    ],
)
def test_form_and_reach(told: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(net(2, told, {"port_count": 24.0, "nic_form": "sfp"})), "NW02", "srv") == expected


@pytest.mark.parametrize(
    ("uplinks", "told", "expected"),
    [(8.0, {}, "pass"), (7.0, {}, "warning"), (16.0, {"rdma": "roce"}, "pass"), (15.0, {"rdma": "roce"}, "warning")],
)
def test_oversubscription(uplinks: float, told: dict[str, Any], expected: str) -> None:
    # 32 ports: 24 over 8 is 3 to 1, 16 over 16 is 1 to 1
    switch = {"port_count": 32.0, "uplink_ports": uplinks}
    assert outcome(assess_one(net(2, told, switch)), "NW03", "sw") == expected


def test_two_tiers_cages_loss_and_management() -> None:
    # two tiers of 8 ports serve 32 ends
    assert outcome(assess_one(net(33, {"nic_ports": 1.0}, {"port_count": 8.0})), "NW04", "plan") == "error"
    # 32 ends: at 3 to 1 six of eight ports face down, 32 / 6 = 6 leaves; their 6 x 2 uplinks fill 2 spines
    few = net(32, {"nic_ports": 1.0}, {"port_count": 8.0})
    finding = find(assess_one(few), "NW04", "plan")
    assert (finding.outcome, [one.value for one in finding.figures[:2]]) == ("warning", [6.0, 2.0])
    after = fixed(few, finding)
    assert next(line.quantity for line in after.alternatives[0].lines if line.id == "sw") == 8
    assert outcome(assess_one(after), "NW04", "plan") == "pass"
    assert outcome(assess_one(net(8, {"nic_ports": 1.0}, {"port_count": 8.0})), "NW04", "plan") == ""
    assert outcome(assess_one(net(2, switch={"port_count": 64.0, "nic_form": "osfp"})), "NW05", "sw") == "note"
    for able, expected in ((True, "pass"), (False, "warning"), (None, "unknown")):
        switch = {"port_count": 32.0, **({} if able is None else {"lossless": able})}
        assert outcome(assess_one(net(2, {"rdma": "roce"}, switch)), "NW06", "sw") == expected
    assert outcome(assess_one(net(2, {"management_port": False})), "NW07", "srv") == "warning"
    bare = make_plan(make_line("sw", "network"), site=(room(), unit()))
    assert find(assess_one(bare), "NW09", "sw").missing
    assert find(assess_one(bare), "NW09", "sw").outcome == "warning"
    counted = make_plan(make_line("sw", "network", known={"max_power_w": 2080.0}), site=(room(), unit()))
    assert find_all(assess_one(counted), "NW09") == ()
    assert assess_one(counted).context.site.heat_w.value == 2080.0  # an SN5610 with optics is heat too


def test_first_import_of_the_data() -> None:
    # 10 TB over 1 Gbit/s: 80,000 Gbit / 0.9 = 88,889 s = 24.7 h
    plan = net(1, rooms={"uplink_gbps": 1.0}, known={"import_tb": 10.0})
    assert find(assess_one(plan), "NW08", "room").figures[0].require() == pytest.approx(24.69, abs=0.01)
    assert find(assess_one(net(1, known={"import_tb": 10.0})), "NW08", "room").missing == ("site/room/uplink_gbps",)
    assert find_all(assess_one(net(1, rooms={"uplink_gbps": 1.0})), "NW08") == ()  # nothing is to be brought in


def stored(known: dict[str, Any], workload: Any = (), people: Any = (), **nas: Any) -> Any:
    lines = (
        make_line("srv", known={"max_power_w": 500.0}),
        make_line("nas", "storage", known={"max_power_w": 100.0, **nas}),
    )
    return assess_one(make_plan(*lines, site=(room(), unit()), known=known, workload=workload, people=people))


@pytest.mark.parametrize(
    ("nas", "expected"),
    [
        ({"network_gbps": 10.0}, "warning"),  # 1.125 GB/s for 0.8: below 1.5 times
        ({"network_gbps": 25.0}, "pass"),  # 2.81
        ({"network_gbps": 1.0}, "error"),  # 0.1125
        ({"network_gbps": 25.0, "throughput_gb_s": 0.7}, "error"),  # the drives decide
        ({}, "unknown"),
    ],
)
def test_reading_for_training(nas: dict[str, Any], expected: str) -> None:
    assert outcome(stored({"read_gb_s": 0.8}, **nas), "ST01", "nas") == expected


@pytest.mark.parametrize(("every", "expected"), [(29.0, "warning"), (30.0, "pass")])
def test_time_for_checkpoints(every: float, expected: str) -> None:
    # 100 GB at 1.125 GB/s: 88.9 s, 4.94 % of 30 min and 5.11 % of 29 min
    known = {"checkpoint_gb": 100.0, "checkpoint_every_min": every}
    assert outcome(stored(known, network_gbps=10.0), "ST02", "nas") == expected
    assert outcome(stored(known), "ST02", "nas") == "unknown"


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"data_tb": 10.0, "data_growth": 0.3}, "pass"),  # 21.97 TB of 0.8 x 28
        ({"data_tb": 10.5, "data_growth": 0.3}, "warning"),  # 23.07 of 22.4
        ({"data_tb": 29.0, "data_growth": 0.0}, "error"),  # does not go in today
        ({"data_tb": 10.0}, "pass"),  # the customary 30 %
    ],
)
def test_room_for_the_data(known: dict[str, Any], expected: str) -> None:
    assert outcome(stored(known, usable_tb=28.0), "ST03", "plan") == expected
    assert outcome(stored(known), "ST03", "plan") == "unknown"


@pytest.mark.parametrize(
    ("parity", "drive_tb", "expected"),
    [
        (0.0, 4.0, "warning"),
        (1.0, 12.0, "pass"),
        (1.0, 14.0, "warning"),
        (2.0, 20.0, ""),
    ],  # 12 TB: 22.2 h, 14 TB: 25.9 h
)
def test_drives_that_fail(parity: float, drive_tb: float, expected: str) -> None:
    assert outcome(stored({}, raid_parity=parity, drive_tb=drive_tb), "ST06", "nas") == expected
    # the raw capacity is that of all bays: it is no size of a drive
    assert outcome(stored({}, raid_parity=parity, capacity_tb=8 * drive_tb, bays=8.0), "ST06", "nas") == expected


def test_the_size_of_a_drive_is_asked_for() -> None:
    assert find(stored({}, raid_parity=1.0, capacity_tb=48.0), "ST06", "nas").missing == ("A/nas/drive_tb",)


def test_two_parity_drives_cost_one_more() -> None:
    finding = find(stored({}, raid_parity=1.0, drive_tb=14.0), "ST06", "nas")
    assert finding.remedy is not None and dict(finding.remedy.values)["cost"] == 14.0


def job(name: str, **told: float) -> WorkloadEntry:
    known = facts(memory_need_gib=10.0, weights_gb=15.0, **told)
    return WorkloadEntry(id=name, title=Labelled(zh=name, en=name), kind="train", people="all", facts=known)


def worked(*entries: WorkloadEntry, known: dict[str, Any] | None = None, **nas: Any) -> Any:
    people = (People(id="all", title=Labelled(zh="全体", en="all"), count=12),)
    return stored(known or {}, workload=entries, people=people, **nas)


# 12 people with 50 GB and three checkpoints of 10 GB each, and the weights once: 15 + 12 x 80 = 975 GB
TOLD = {"data_gb": 50.0, "checkpoint_gb": 10.0, "online_share": 0.5}


def test_room_and_rate_follow_from_the_workload_where_nobody_told_them() -> None:
    # 0.975 TB x 1.3 ** 3 = 2.142 TB, of 0.8 x usable
    for usable, expected in ((2.68, "pass"), (2.67, "warning"), (0.9, "error")):
        found = find(worked(job("a", **TOLD), usable_tb=usable, network_gbps=25.0), "ST03", "plan")
        assert (found.outcome, found.figures[0].require()) == (expected, pytest.approx(0.975 * 1.3**3))
    # 6 at once, 50 GB within five minutes: 1 GB/s; 10 Gbit/s carry 1.125, 25 carry 2.81
    for port, expected in ((10.0, "warning"), (25.0, "pass"), (1.0, "error")):
        found = find(worked(job("a", **TOLD), usable_tb=9.0, network_gbps=port), "ST01", "nas")
        assert (found.outcome, found.figures[1].require()) == (expected, pytest.approx(1.0))


def test_what_is_told_for_the_plan_wins_over_the_workload() -> None:
    known = {"data_tb": 10.0, "data_growth": 0.0, "read_gb_s": 0.1}
    found = worked(job("a", **TOLD), known=known, usable_tb=28.0, network_gbps=10.0)
    assert find(found, "ST03", "plan").figures[0].require() == 10
    assert find(found, "ST01", "nas").figures[1].require() == 0.1


def test_data_that_only_some_tell_are_asked_for() -> None:
    found = worked(job("a", **TOLD), job("b"), usable_tb=9.0, network_gbps=25.0)
    assert "workload/b/data_gb" in find(found, "ST03", "plan").missing
    assert find(found, "ST01", "plan").outcome == "unknown"
    nobody = worked(job("a"), usable_tb=9.0, network_gbps=25.0)
    assert find_all(nobody, "ST03") == find_all(nobody, "ST01") == ()


def test_checkpoints_and_the_first_import_follow_from_the_workload() -> None:
    # 10 GB at 1.125 GB/s: 8.9 s of 2 min is 7.4 %
    found = worked(job("a", **TOLD), known={"checkpoint_every_min": 2.0}, usable_tb=9.0, network_gbps=10.0)
    assert find(found, "ST02", "nas").figures[0].require() == pytest.approx(100 * 10 / 1.125 / 120)
    # 12 x 50 GB = 0.6 TB
    assert find(found, "NW08").missing == ("site/room/uplink_gbps",)

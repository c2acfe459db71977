"""Storage: what it gives, what checkpoints and backups take, room for the data, and the steps that mend it; by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.messages import Labelled
from planner.plan.document import Link, Plan, WorkloadEntry
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


def stored(known: dict[str, Any], quantity: int = 1, links: tuple[Link, ...] = (), /, **nas: Any) -> Plan:
    lines = (
        make_line("srv", known={"max_power_w": 500.0}),
        make_line("nas", "storage", quantity, known={"max_power_w": 100.0, **nas}),
        make_line("sw", "network", known={"max_power_w": 30.0, "port_count": 48.0}),
    )
    return make_plan(*lines, known=known, links=links)


def facts_of(plan: Plan, line: str) -> dict[str, Any]:
    found = next(one for one in plan.alternatives[0].lines if one.id == line)
    return {name: fact.value for name, fact in found.facts.items()}


def mended(plan: Plan, check: str, subject: str) -> tuple[Plan, Assessment]:
    after = fixed(plan, find(assess_one(plan), check, subject))
    return after, assess_one(after)


@pytest.mark.parametrize(
    ("nas", "told"),
    [
        # 0.8 GB/s with half as much again: 1.2 GB/s; 10 Gbit/s carry 1.125, 25 carry 2.8
        ({"network_gbps": 1.0}, {"network_gbps": 25.0}),
        ({"network_gbps": 25.0, "throughput_gb_s": 0.7}, {"network_gbps": 25.0, "throughput_gb_s": 1.2}),
        ({"network_gbps": 1.0, "throughput_gb_s": 0.1}, {"network_gbps": 25.0, "throughput_gb_s": 1.2}),
    ],
)
def test_a_storage_that_reads_too_slowly_is_asked_for_faster(nas: dict[str, Any], told: dict[str, Any]) -> None:
    after, again = mended(stored({"read_gb_s": 0.8}, **nas), "ST01", "nas")
    assert told.items() <= facts_of(after, "nas").items()
    assert outcome(again, "ST01", "nas") == "pass"


def test_what_training_reads_by_its_samples() -> None:
    # 2,000 samples of 0.4 MB a second are 0.8 GB/s; 1.5 times that is more than 10 Gbit/s carry
    found = find(assess_one(stored({"samples_s": 2000.0, "sample_mb": 0.4}, network_gbps=10.0)), "ST01", "nas")
    assert (found.outcome, found.figures[1].value) == ("warning", pytest.approx(0.8))
    assert find_all(assess_one(stored({"samples_s": 2000.0}, network_gbps=10.0)), "ST01") == ()


@pytest.mark.parametrize(
    ("quantity", "cables", "expected"),
    [(1, 1, "warning"), (1, 2, "pass"), (2, 2, "warning"), (2, 4, "pass")],  # each cable 1.125 GB/s
)
def test_links_carry_what_the_storage_gives(quantity: int, cables: int, expected: str) -> None:
    links = (make_link("l1", "nas", "sw", cables, nic_gbps=10.0),)
    plan = stored({"read_gb_s": 0.8}, quantity, links)
    assert outcome(assess_one(plan), "ST01", "nas") == expected
    if expected != "pass":
        after, again = mended(plan, "ST01", "nas")
        assert after.alternatives[0].links[0].cables == 2 * quantity
        assert outcome(again, "ST01", "nas") == "pass"


def test_checkpoints_are_saved_less_often() -> None:
    # 100 GB at 1.125 GB/s: 88.9 s, 5 % of 29.6 min
    after, again = mended(
        stored({"checkpoint_gb": 100.0, "checkpoint_every_min": 20.0}, network_gbps=10.0), "ST02", "nas"
    )
    assert after.facts["checkpoint_every_min"].value == 30.0
    assert outcome(again, "ST02", "nas") == "pass"


def test_a_checkpoint_of_a_model_that_is_trained_as_a_whole() -> None:
    # 7 billion parameters, 2 + 4 + 8 bytes each: 98 GB; at 1.125 GB/s 87.1 s, 4.84 % of 30 min
    model = make_item("m7", "model", params_total_b=7.0)
    from planner.catalog.items import digest

    entry = WorkloadEntry(
        id="t", title=Labelled(zh="训练", en="training"), kind="train", method="full", model=digest(model), devices=8
    )
    lines = (make_line("srv", known={"max_power_w": 500.0}), make_line("nas", "storage", known={"network_gbps": 10.0}))
    plan = make_plan(*lines, items=(model,), workload=(entry,), known={"checkpoint_every_min": 30.0})
    found = find(assess_one(plan), "ST02", "nas")
    assert (found.outcome, found.figures[0].value) == ("pass", pytest.approx(4.84, abs=0.01))


def test_more_storages_for_more_data() -> None:
    # 30 TB with 30 % a year: 65.9 TB in three years; 80 % of 28 TB is 22.4, so three pieces
    plan = stored({"data_tb": 30.0}, usable_tb=28.0)
    after, again = mended(plan, "ST03", "plan")
    assert next(line.quantity for line in after.alternatives[0].lines if line.id == "nas") == 3
    assert outcome(again, "ST03", "plan") == "pass"


def test_usable_capacity_is_drives_less_parity() -> None:
    # 8 bays, 2 parity, 16 TB: 96 TB; 80 % is 76.8, and 35 TB become 76.9 in three years
    told = {"bays": 8.0, "raid_parity": 2.0, "drive_tb": 16.0}
    assert outcome(assess_one(stored({"data_tb": 34.0}, **told)), "ST03", "plan") == "pass"
    found = find(assess_one(stored({"data_tb": 35.0}, **told)), "ST03", "plan")
    assert (found.outcome, found.figures[2].value) == ("warning", 96.0)
    # what the seller says wins
    assert outcome(assess_one(stored({"data_tb": 35.0}, usable_tb=110.0, **told)), "ST03", "plan") == "pass"


@pytest.mark.parametrize("parity", [0.0, 1.0])
def test_raid_6_is_planned(parity: float) -> None:
    plan = stored({}, raid_parity=parity, drive_tb=20.0)
    assert find(assess_one(plan), "ST06", "nas").remedy.values["cost"] == 20.0 * (2 - parity)  # type: ignore[union-attr]
    after, again = mended(plan, "ST06", "nas")
    assert facts_of(after, "nas")["raid_parity"] == 2.0
    assert outcome(again, "ST06", "nas") == ""


@pytest.mark.parametrize(
    ("known", "nas", "expected", "hours"),
    [
        # 2 TB over 1 Gbit/s (0.1125 GB/s): 4.94 h of the 8 of a night
        ({"changed_tb": 2.0}, {"network_gbps": 1.0}, "pass", 4.94),
        ({"changed_tb": 4.0}, {"network_gbps": 1.0}, "warning", 9.88),
        ({"changed_tb": 4.0, "backup_window_h": 10.0}, {"network_gbps": 1.0}, "pass", 9.88),
        # the way to the other room is slower than the storage
        ({"changed_tb": 4.0, "backup_gbps": 1.0}, {"network_gbps": 10.0}, "warning", 9.88),
        ({"changed_tb": 4.0}, {}, "unknown", None),
        ({}, {"network_gbps": 1.0}, "", None),
    ],
)
def test_the_nightly_backup(known: dict[str, Any], nas: dict[str, Any], expected: str, hours: float | None) -> None:
    plan = stored(known, **nas)
    assert outcome(assess_one(plan), "ST07", "nas") == expected
    if hours is not None:
        assert find(assess_one(plan), "ST07", "nas").figures[0].value == pytest.approx(hours, abs=0.01)
    if expected == "warning":
        # 4 TB in 8 h are 0.139 GB/s: the next usual port has 10 Gbit/s; 3.24 TB go through in a night
        assert find(assess_one(plan), "ST07", "nas").remedy.values["less"] == 3.24  # type: ignore[union-attr]
        _after, again = mended(plan, "ST07", "nas")
        assert outcome(again, "ST07", "nas") == "pass"


def test_a_way_and_a_storage_that_both_are_too_slow() -> None:
    _after, again = mended(stored({"changed_tb": 20.0, "backup_gbps": 1.0}, network_gbps=1.0), "ST07", "nas")
    assert outcome(again, "ST07", "nas") == "pass"


@pytest.mark.parametrize(("gbps", "expected"), [(10.0, "pass"), (1.0, "warning")])
def test_the_cables_of_a_storage_tell_how_fast_it_is(gbps: float, expected: str) -> None:
    entry = WorkloadEntry(id="t", title=Labelled(zh="训练", en="training"), kind="train", method="lora")
    lines = (
        make_line("srv", known={"max_power_w": 500.0}),
        make_line("nas", "storage", known={"max_power_w": 100.0}),
        make_line("sw", "network", known={"max_power_w": 30.0, "port_count": 48.0}),
    )
    plan = make_plan(*lines, workload=(entry,), links=(make_link("l1", "nas", "sw", 1, nic_gbps=gbps),))
    assert outcome(assess_one(plan), "ST04", "nas") == expected
    if expected == "warning":
        after, again = mended(plan, "ST04", "nas")
        assert after.alternatives[0].links[0].values["nic_gbps"].value == 10.0
        assert outcome(again, "ST04", "nas") == "pass"


def test_a_window_that_was_told_is_held_against_a_full_copy() -> None:
    # 40 TB over 1 Gbit/s (0.1125 GB/s net): 98.8 h against 1 h; with what changes in a day that counts instead
    told = {"backup_window_h": 1.0, "backup_gbps": 1.0, "data_tb": 40.0}
    found = find(assess_one(stored(told, network_gbps=1.0)), "ST07", "nas")
    assert found.outcome == "warning"
    assert found.figures[0].value == pytest.approx(98.8, abs=0.1)
    less = find(assess_one(stored({**told, "changed_tb": 0.1}, network_gbps=1.0)), "ST07", "nas")
    assert less.figures[0].value == pytest.approx(0.247, abs=0.001)
